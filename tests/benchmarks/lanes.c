/* A hand-written kernel for AVX-512: 32 rounds in lockstep in the 16-bit lanes of a register.
   Piece k of the randomness is looked at in step k by all lanes, as it is known beforehand; one that is thrown away leaves
   its lane's state as it is. The whole round is an automaton, gathered from a table of OUTCOMES and further states, whose
   cells are states times CLASSES. The first four cards are one step; rounds that lose one of these four pieces wait in a
   pool for others of their kind, as do rounds that eight pieces don't end: no lane waits for the longest hand. */
#include <immintrin.h>
#include <stdlib.h>
#include "dealing.h"

#define LANES 32
#define BATCH 8192 /* rounds whose numbers fit into a lane */
#define DEAD OUTCOMES * CLASSES /* a state that no card leaves, of lanes without a round */

typedef __m512i Lanes;
typedef struct { uint32_t held; uint16_t round[BATCH + LANES], state[BATCH + LANES]; } Pool;
typedef struct {
    const uint16_t *step, *dealt;
    Lanes pairs[4]; /* a byte for each two cards: the number of their hand */
    uint64_t seed, first;
    Lanes sums[OUTCOMES]; /* by lane, in 16 bits */
    uint32_t summed;
    uint64_t *counts;
    Pool odd, late, last;
} Run;

#define ALL(x) _mm512_set1_epi16((short)(x))

static inline Lanes mixed(Lanes z) {
    z = _mm512_mullo_epi64(_mm512_xor_si512(z, _mm512_srli_epi64(z, 30)), _mm512_set1_epi64((long long)0xBF58476D1CE4E5B9u));
    z = _mm512_mullo_epi64(_mm512_xor_si512(z, _mm512_srli_epi64(z, 27)), _mm512_set1_epi64((long long)0x94D049BB133111EBu));
    return _mm512_xor_si512(z, _mm512_srli_epi64(z, 31));
}

/* Word j of 32 rounds, cut: lane 4e + s of piece k comes from bits 16k of element e of streams[s]. */
static inline void cut(const Lanes *streams, uint64_t j, Lanes *pieces) {
    Lanes w[4], low = _mm512_set1_epi32(0xFFFF), half = _mm512_set1_epi64(0xFFFFFFFF);
    for (int s = 0; s < 4; s++) w[s] = mixed(_mm512_add_epi64(streams[s], _mm512_set1_epi64((long long)(GAMMA * (j + 1)))));
    Lanes even[2], odd[2];
    for (int s = 0; s < 2; s++) {
        Lanes a = w[2 * s], b = w[2 * s + 1];
        even[s] = _mm512_ternarylogic_epi64(low, a, _mm512_slli_epi32(b, 16), 0xCA);
        odd[s] = _mm512_ternarylogic_epi64(low, _mm512_srli_epi32(a, 16), b, 0xCA);
    }
    pieces[0] = _mm512_ternarylogic_epi64(half, even[0], _mm512_slli_epi64(even[1], 32), 0xCA);
    pieces[1] = _mm512_ternarylogic_epi64(half, odd[0], _mm512_slli_epi64(odd[1], 32), 0xCA);
    pieces[2] = _mm512_ternarylogic_epi64(half, _mm512_srli_epi64(even[0], 32), even[1], 0xCA);
    pieces[3] = _mm512_ternarylogic_epi64(half, _mm512_srli_epi64(odd[0], 32), odd[1], 0xCA);
}

/* The places in the shoe that the pieces of the first words name, 65535 where one is too uneven to name any. */
static inline void placed(const Lanes *streams, int words, Lanes *places) {
    for (int j = 0; j < words; j++) cut(streams, j, places + 4 * j);
    for (int k = 0; k < 4 * words; k++) {
        __mmask32 uneven = _mm512_cmplt_epu16_mask(_mm512_mullo_epi16(places[k], ALL(CARDS)), ALL(65536 % CARDS));
        places[k] = _mm512_mask_mov_epi16(_mm512_mulhi_epu16(places[k], ALL(CARDS)), uneven, ALL(65535));
    }
}

static inline __mmask32 fresh(const Lanes *places, int k) {
    __mmask32 is = _mm512_cmpneq_epi16_mask(places[k], ALL(65535));
    for (int i = 0; i < k; i++) is = _mm512_mask_cmpneq_epi16_mask(is, places[k], places[i]);
    return is;
}

static inline Lanes class_of(Lanes place) { return _mm512_mulhi_epu16(place, ALL(65536 / WIDTH + 1)); }

static inline Lanes looked_up(const uint16_t *table, Lanes at) {
    Lanes low = _mm512_set1_epi32(0xFFFF);
    Lanes even = _mm512_i32gather_epi32(_mm512_and_si512(at, low), table, 2);
    Lanes odd = _mm512_i32gather_epi32(_mm512_srli_epi32(at, 16), table, 2);
    return _mm512_ternarylogic_epi64(low, even, _mm512_slli_epi32(odd, 16), 0xCA);
}

static inline Lanes stepped(const Run *run, Lanes state, const Lanes *places, int k) {
    Lanes next = looked_up(run->step, _mm512_add_epi16(state, class_of(places[k])));
    return _mm512_mask_mov_epi16(state, fresh(places, k), next);
}

/* The hands of places 0 and 1 and of places 2 and 3 as one number. */
static inline Lanes two_hands(const Run *run, const Lanes *places) {
    Lanes low = _mm512_mullo_epi16(class_of(places[0]), ALL(CLASSES));
    Lanes high = _mm512_add_epi16(_mm512_mullo_epi16(class_of(places[2]), ALL(CLASSES)), class_of(places[3]));
    Lanes pairs = _mm512_add_epi16(_mm512_add_epi16(low, class_of(places[1])), _mm512_slli_epi16(high, 8));
    Lanes near = _mm512_permutex2var_epi8(run->pairs[0], pairs, run->pairs[1]);
    Lanes far = _mm512_permutex2var_epi8(run->pairs[2], pairs, run->pairs[3]);
    Lanes hands = _mm512_mask_mov_epi8(near, _mm512_movepi8_mask(pairs), far);
    return _mm512_maddubs_epi16(hands, ALL(HANDS | 1 << 8));
}

static void sum_up(Run *run) {
    for (int o = 0; o < OUTCOMES; o++) {
        uint16_t lanes[LANES];
        _mm512_storeu_si512(lanes, run->sums[o]);
        for (int i = 0; i < LANES; i++) run->counts[o] += lanes[i];
        run->sums[o] = _mm512_setzero_si512();
    }
    run->summed = 0;
}

/* Counts the lanes that have ended and returns the others. */
static inline __mmask32 ended(Run *run, Lanes state) {
    for (int o = 0; o < OUTCOMES; o++) {
        __mmask32 is = _mm512_cmpeq_epi16_mask(state, ALL(o * CLASSES));
        run->sums[o] = _mm512_mask_add_epi16(run->sums[o], is, run->sums[o], ALL(1));
    }
    if (++run->summed == 65535) sum_up(run);
    return _mm512_cmpgt_epu16_mask(state, ALL(DEAD));
}

static inline void put(Pool *pool, __mmask32 which, Lanes round, Lanes state) {
    _mm512_storeu_si512(pool->round + pool->held, _mm512_maskz_compress_epi16(which, round));
    _mm512_storeu_si512(pool->state + pool->held, _mm512_maskz_compress_epi16(which, state));
    pool->held += __builtin_popcount(which);
}

/* The streams of rounds whose numbers within the batch stand in lanes. */
static inline void opened(const Run *run, Lanes round, Lanes *streams) {
    Lanes number = _mm512_set1_epi64(0xFFFF), gamma = _mm512_set1_epi64((long long)GAMMA);
    Lanes from = _mm512_set1_epi64((long long)(run->seed + GAMMA * run->first));
    streams[0] = _mm512_and_si512(round, number);
    streams[1] = _mm512_and_si512(_mm512_srli_epi64(round, 16), number);
    streams[2] = _mm512_and_si512(_mm512_srli_epi64(round, 32), number);
    streams[3] = _mm512_srli_epi64(round, 48);
    for (int s = 0; s < 4; s++) streams[s] = mixed(_mm512_add_epi64(from, _mm512_mullo_epi64(streams[s], gamma)));
}

/* The lanes that hold a round of a pool from entry `at` on. */
static inline __mmask32 held(const Pool *pool, uint32_t at) {
    return pool->held - at < LANES ? (1u << (pool->held - at)) - 1 : 0xFFFFFFFF;
}

/* The first eight pieces of rounds that lose one of the first four. */
static void play_odd(Run *run) {
    for (uint32_t at = 0; at < run->odd.held; at += LANES) {
        Lanes streams[4], places[8], round = _mm512_loadu_si512(run->odd.round + at);
        Lanes state = _mm512_mask_mov_epi16(ALL(DEAD), held(&run->odd, at), ALL(START * CLASSES));
        opened(run, round, streams);
        placed(streams, 2, places);
        for (int k = 0; k < 8; k++) state = stepped(run, state, places, k);
        put(&run->late, ended(run, state), round, state);
    }
}

/* Pieces 9 to 12. */
static void play_late(Run *run) {
    for (uint32_t at = 0; at < run->late.held; at += LANES) {
        Lanes streams[4], places[12], round = _mm512_loadu_si512(run->late.round + at);
        Lanes state = _mm512_mask_mov_epi16(ALL(DEAD), held(&run->late, at), _mm512_loadu_si512(run->late.state + at));
        opened(run, round, streams);
        placed(streams, 3, places);
        for (int k = 8; k < 12; k++) state = stepped(run, state, places, k);
        put(&run->last, ended(run, state), round, state);
    }
}

/* One round from its first card on: those that twelve pieces don't end, and the rest of a range. */
static void play_one(Run *run, uint64_t number) {
    uint64_t base = mix(run->seed + GAMMA * number), word = 0, dealt[(CARDS + 63) / 64] = {0};
    uint32_t state = START * CLASSES;
    for (uint64_t k = 0; state >= OUTCOMES * CLASSES; k++, word >>= 16) {
        if (k % 4 == 0) word = mix(base + GAMMA * (k / 4 + 1));
        uint32_t product = (uint32_t)(word & 0xFFFF) * CARDS, place = product >> 16;
        if ((product & 0xFFFF) < 65536 % CARDS || dealt[place / 64] >> place % 64 & 1) continue;
        dealt[place / 64] |= (uint64_t)1 << place % 64;
        state = run->step[state + place / WIDTH];
    }
    run->counts[state / CLASSES]++;
}

/* The first eight pieces of 32 rounds. */
static inline void play_first(Run *run, const Lanes *counters, Lanes round) {
    Lanes streams[4], places[8];
    for (int s = 0; s < 4; s++) streams[s] = mixed(counters[s]);
    placed(streams, 2, places);
    __mmask32 odd = ~(fresh(places, 0) & fresh(places, 1) & fresh(places, 2) & fresh(places, 3));
    Lanes state = _mm512_mask_mov_epi16(looked_up(run->dealt, two_hands(run, places)), odd, ALL(DEAD));
    for (int k = 4; k < 8; k++) state = stepped(run, state, places, k);
    put(&run->odd, odd, round, state);
    put(&run->late, ended(run, state), round, state);
}

static void play_batch(Run *run, uint32_t rounds) {
    Lanes counters[4], round = _mm512_set1_epi16(0), on = _mm512_set1_epi64((long long)(GAMMA * LANES));
    for (int s = 0; s < 4; s++) {
        uint64_t element[8];
        for (int e = 0; e < 8; e++) element[e] = run->seed + GAMMA * (run->first + 4 * e + s);
        counters[s] = _mm512_loadu_si512(element);
    }
    uint16_t number[LANES];
    run->odd.held = run->late.held = run->last.held = 0;
    for (int i = 0; i < LANES; i++) number[i] = i;
    round = _mm512_loadu_si512(number);
    for (uint32_t r = 0; r + LANES <= rounds; r += LANES) {
        play_first(run, counters, round);
        for (int s = 0; s < 4; s++) counters[s] = _mm512_add_epi64(counters[s], on);
        round = _mm512_add_epi16(round, ALL(LANES));
    }
    for (uint32_t r = rounds / LANES * LANES; r < rounds; r++) play_one(run, run->first + r);
    play_odd(run);
    play_late(run);
    for (uint32_t i = 0; i < run->last.held; i++) play_one(run, run->first + run->last.round[i]);
}

int play_rounds(uint64_t first, uint32_t rounds, uint64_t seed, const uint16_t *step, const uint16_t *dealt, const uint8_t *pairs, uint64_t *counts) {
    Run *run = aligned_alloc(64, (sizeof *run + 63) / 64 * 64);
    if (!run) return 1;
    run->step = step, run->dealt = dealt, run->seed = seed, run->first = first, run->counts = counts;
    for (int i = 0; i < 4; i++) run->pairs[i] = _mm512_loadu_si512(pairs + 64 * i);
    for (int o = 0; o < OUTCOMES; o++) run->sums[o] = _mm512_setzero_si512();
    for (uint32_t done = 0, some; done < rounds; done += some) {
        some = rounds - done < BATCH ? rounds - done : BATCH;
        run->first = first + done;
        play_batch(run, some);
    }
    sum_up(run);
    free(run);
    return 0;
}
