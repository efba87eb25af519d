/* A hand-written kernel for games that deal two cards up to each side: the same rounds as an emitted module, cell by cell
   of the same tables and card by card of the same randomness, with nothing of Cython around them. */
#include <stdint.h>
#include <stdlib.h>

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

#define GAMMA 0x9E3779B97F4A7C15u
#define TAKE(hand) \
    for (;;) { \
        if (!pieces) { word = mix(counter += GAMMA); pieces = 4; } \
        uint32_t product = (uint32_t)(word & 0xFFFF) * cards, place = product >> 16; \
        word >>= 16; \
        pieces--; \
        if ((product & 0xFFFF) < uneven || dealt[place] == mark) continue; \
        dealt[place] = mark; \
        hand = step[hand * classes + shoe[place]]; \
        break; \
    }

int play_rounds(uint64_t first, uint32_t rounds, uint64_t seed, uint32_t cards, size_t classes, size_t states, size_t player_start,
                size_t dealer_start, const uint8_t *shoe, const uint8_t *step, const uint8_t *after_deal, const uint8_t *after_card,
                const uint8_t *law, const uint8_t *dealer_hits, const uint8_t *final, uint64_t *counts) {
    uint32_t *dealt = calloc(cards, sizeof *dealt), uneven = 65536 % cards;
    if (!dealt) return 1;
    for (uint32_t r = 0; r < rounds; r++) {
        uint64_t counter = mix(seed + GAMMA * (first + r)), word = 0;
        uint32_t pieces = 0, mark = r + 1;
        size_t p = player_start, d = dealer_start;
        TAKE(p) TAKE(p) TAKE(d) TAKE(d)
        const uint8_t *row = after_card + d * states;
        uint32_t answer = after_deal[d * states + p];
        while (answer == 0) {
            TAKE(p)
            answer = row[p];
        }
        if (answer == 1) {
            const uint8_t *hits = dealer_hits + law[p] * states;
            while (hits[d]) TAKE(d)
            answer = final[p * states + d] + 2;
        }
        counts[answer - 2]++;
    }
    free(dealt);
    return 0;
}
