/* A hand-written kernel with next to no branch that a processor could guess wrong: the whole round is an automaton that
   outcomes stay in, so that all rounds look at eight pieces in a row; one that is thrown away leaves the state as it is, and
   marks a place behind the shoe as dealt. One round in eight looks at more. */
#include "dealing.h"

#define ENDED OUTCOMES * CLASSES
#define LOOK { \
    uint32_t product = (uint32_t)(word & 0xFFFF) * CARDS; \
    uint32_t place = (product & 0xFFFF) < 65536 % CARDS ? CARDS : product >> 16; \
    uint32_t next = step[state + shoe[place]]; \
    state = dealt[place] == mark ? state : next; \
    dealt[place] = mark; \
    word >>= 16; \
}
#define LOOK_FOUR { word = mix(counter += GAMMA); LOOK LOOK LOOK LOOK }

int play_rounds(uint64_t first, uint32_t rounds, uint64_t seed, const uint16_t *step, const uint8_t *shoe, uint64_t *counts) {
    uint32_t *dealt = calloc(CARDS + 1, sizeof *dealt);
    if (!dealt) return 1;
    for (uint32_t r = 0; r < rounds; r++) {
        uint64_t counter = mix(seed + GAMMA * (first + r)), word;
        uint32_t mark = r + 1, state = START * CLASSES;
        dealt[CARDS] = mark;
        LOOK_FOUR
        LOOK_FOUR
        while (state >= ENDED) LOOK_FOUR
        counts[state / CLASSES]++;
    }
    free(dealt);
    return 0;
}
