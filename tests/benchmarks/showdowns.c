/* The same for games that deal two cards up to the player, one down and one up to the dealer, who does not look, and five
   cards to each at most, which poker ranks can tell apart. */
#include "dealing.h"

#define HANDS 8568
#define TAKE(hand, held, number) { DRAW(place) held[number++] = place; hand = step[hand * classes + shoe[place]]; }

static inline uint32_t strength(const uint32_t *held, const uint8_t *faces, const uint8_t *strengths) {
    uint32_t ranks[5], suits = 15;
    for (int i = 0, at; i < 5; i++) {
        uint32_t face = faces[held[i]], rank = face & 15;
        suits &= face >> 4;
        for (at = i; at && ranks[at - 1] > rank; at--) ranks[at] = ranks[at - 1];
        ranks[at] = rank;
    }
    uint32_t a = ranks[0], b = ranks[1], c = ranks[2], d = ranks[3], e = ranks[4];
    uint32_t index = a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
                     + e * (e + 1) * (e + 2) * (e + 3) * (e + 4) / 120 + (suits ? HANDS : 0);
    return strengths[2 * index] | strengths[2 * index + 1] << 8;
}

int play_rounds(uint64_t first, uint32_t rounds, uint64_t seed, uint32_t cards, size_t classes, size_t states, size_t player_start,
                size_t dealer_start, const uint8_t *shoe, const uint8_t *step, const uint8_t *after_deal, const uint8_t *after_card,
                const uint8_t *law, const uint8_t *dealer_hits, const uint8_t *final, const uint8_t *faces,
                const uint8_t *strengths, const uint8_t *showdowns, uint32_t outcomes, uint64_t *counts) {
    uint32_t *dealt = calloc(cards, sizeof *dealt), uneven = 65536 % cards;
    if (!dealt) return 1;
    for (uint32_t r = 0; r < rounds; r++) {
        OPEN_ROUND
        uint32_t ours[5], theirs[5];
        size_t p = player_start, d = dealer_start, taken = 0, dealers = 0;
        TAKE(p, ours, taken) TAKE(p, ours, taken) TAKE(d, theirs, dealers) TAKE(d, theirs, dealers)
        size_t shown = step[dealer_start * classes + shoe[place]];
        const uint8_t *row = after_card + shown * states;
        uint32_t answer = after_deal[shown * states + p];
        while (answer == 0) {
            TAKE(p, ours, taken)
            answer = row[p];
        }
        if (answer == 1) {
            const uint8_t *hits = dealer_hits + law[p] * states;
            while (hits[d]) TAKE(d, theirs, dealers)
            answer = final[p * states + d];
            if (answer >= outcomes) {
                uint32_t mine = strength(ours, faces, strengths), his = strength(theirs, faces, strengths);
                answer = showdowns[3 * (answer - outcomes) + (mine <= his) + (mine < his)];
            }
            answer += 2;
        }
        counts[answer - 2]++;
    }
    free(dealt);
    return 0;
}
