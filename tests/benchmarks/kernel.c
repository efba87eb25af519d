/* A hand-written kernel for games that deal two cards up to each side: the same rounds as an emitted module, cell by cell
   of the same tables and card by card of the same randomness. */
#include "dealing.h"

#ifdef ONE_SUM /* to see what a tally costs */
#define COUNT(outcome) counts[0] += outcome;
#else
#define COUNT(outcome) counts[outcome]++;
#endif
#define TAKE(hand) { DRAW(place) hand = step[hand * classes + shoe[place]]; }

int play_rounds(uint64_t first, uint32_t rounds, uint64_t seed, uint32_t cards, size_t classes, size_t states, size_t player_start,
                size_t dealer_start, const uint8_t *shoe, const uint8_t *step, const uint8_t *after_deal, const uint8_t *after_card,
                const uint8_t *law, const uint8_t *dealer_hits, const uint8_t *final, uint64_t *counts) {
    uint32_t *dealt = calloc(cards, sizeof *dealt), uneven = 65536 % cards;
    if (!dealt) return 1;
    for (uint32_t r = 0; r < rounds; r++) {
        OPEN_ROUND
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
        COUNT(answer - 2)
    }
    free(dealt);
    return 0;
}
