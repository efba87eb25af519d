/* The cards of a round: the same randomness as an emitted module's, with nothing of Cython around it. */
#include <stdint.h>
#include <stdlib.h>

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

#define GAMMA 0x9E3779B97F4A7C15u
#define DRAW(place) \
    for (;;) { \
        if (!pieces) { word = mix(counter += GAMMA); pieces = 4; } \
        uint32_t product = (uint32_t)(word & 0xFFFF) * cards; \
        place = product >> 16; \
        word >>= 16; \
        pieces--; \
        if ((product & 0xFFFF) < uneven || dealt[place] == mark) continue; \
        dealt[place] = mark; \
        break; \
    }
#define OPEN_ROUND \
    uint64_t counter = mix(seed + GAMMA * (first + r)), word = 0; \
    uint32_t pieces = 0, mark = r + 1, place;
