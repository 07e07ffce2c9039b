/* The native core without Python, for machines that are emulated: every backend of the machine
 * against dp_mask_strength, published numbers of hands, and odds and deductions that a checksum
 * stands for.
 * Prints what it finds; the exit code is the number of failures. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "detective_poker.h"

/* The checksum of all answers below; it is the same on every machine and backend. */
#define EXPECTED_CHECKSUM UINT64_C(0xAAD47BC47A84D667)

static int failures;

static void check(int holds, const char *claim)
{
    if (!holds) {
        printf("FALSE: %s (%s)\n", claim, dp_backend_name(dp_backend()));
        ++failures;
    }
}

static uint64_t state;

static uint64_t random_word(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static uint64_t random_cards(int count, uint64_t taken)
{
    uint64_t cards = 0;
    while (count > 0) {
        int card = (int)(random_word() % 52);
        uint64_t bit = UINT64_C(1) << (16 * (card / 13) + card % 13);
        if (((taken | cards) & bit) == 0) {
            cards |= bit;
            --count;
        }
    }
    return cards;
}

static void check_strengths(void)
{
    enum { MOST = 200 };
    uint64_t masks[MOST];
    uint32_t out[MOST];
    int round;
    int i;
    for (round = 0; round < 300; ++round) {
        int count = round % MOST;
        int bad = round % 3 == 0 ? round % (count + 1) : count;
        for (i = 0; i < MOST; ++i) {
            masks[i] = random_cards(2 + (int)(random_word() % 6), 0);
            out[i] = 1;
        }
        if (bad < count)
            masks[bad] |= UINT64_C(1) << (13 + 16 * (round % 4) + round % 3);
        check(dp_strengths(masks, out, count) == (bad < count ? bad : -1), "bad index");
        for (i = 0; i < MOST; ++i)
            check(out[i] == (i < bad ? dp_mask_strength(masks[i]) : 1), "strengths");
    }
}

static void check_census(void)
{
    static const uint64_t five[DP_CATEGORIES] = {1302540, 1098240, 123552, 54912, 10200,
                                                 5108,    3744,    624,    40};
    uint64_t counts[DP_CATEGORIES];
    check(dp_count_categories(5, counts) == DP_OK, "census");
    check(memcmp(counts, five, sizeof five) == 0, "categories of five cards");
}

static uint64_t mix(uint64_t checksum, uint64_t value)
{
    return (checksum ^ value) * UINT64_C(0x100000001B3) + (checksum >> 29);
}

static uint64_t mix_double(uint64_t checksum, double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return mix(checksum, word);
}

static uint64_t check_odds(uint64_t checksum)
{
    int round;
    int i;
    for (round = 0; round < 24; ++round) {
        static const int boards[4] = {0, 3, 4, 5};
        uint64_t seen = 0;
        uint64_t view[DP_VIEW] = {0};
        uint64_t out[DP_ODDS];
        double sampled[DP_SAMPLED_ODDS];
        int players = 3 + round % 2;
        int board_cards = boards[round / 2 % 4];
        view[0] = (uint64_t)players;
        for (i = 1; i <= players; ++i)
            seen |= view[i] = random_cards(1, seen);
        seen |= view[5] = random_cards(board_cards, seen);
        view[6] = random_cards(round % 3, seen);
        check(dp_odds_many(view, 1, out) == -1, "odds");
        for (i = 0; i < DP_ODDS; ++i)
            checksum = mix(checksum, out[i]);
        if (board_cards == 3 || board_cards == 4) {
            check(dp_odds_next(players, view[1], view[2], view[3], view[4], view[5], view[6],
                               round % 2, out) == DP_OK, "next card");
            for (i = 0; i < DP_ODDS; ++i)
                checksum = mix(checksum, out[i]);
        }
        if (board_cards < 5) {
            check(dp_odds_sampled(players, view[1], view[2], view[3], view[4], view[5], view[6], 5,
                                  round % 2, 20, 7, sampled) == DP_OK, "samples");
            for (i = 0; i < DP_SAMPLED_ODDS; ++i)
                checksum = mix_double(checksum, sampled[i]);
        }
    }
    return checksum;
}

static uint64_t check_deduction(uint64_t checksum)
{
    static const double models[2 * DP_MODEL_SIZE] = {DP_SOFTMAX, 0.2, 0.05, 0.1, 0.75, 0.6,
                                                     DP_NAIVE,   1,   0.3,  0,   0,    0.4};
    static const uint8_t bets[4][3] = {{1, 2, 0}, {2, 2, 1}, {0, 2, 0}, {1, 1, 1}};
    static double odds[DP_STREETS][DP_PAIR_ODDS_SIZE];
    static double weights[3][DP_DECK * DP_DECK];
    static double out[DP_POSTERIOR_SIZE];
    double values[DP_VALUES_SIZE];
    int round;
    int street;
    int by_class;
    int i;
    for (i = 0; i < DP_VALUES_SIZE; ++i)
        values[i] = (double)(random_word() % 1000) / 500;
    for (round = 0; round < 4; ++round) {
        int players = 3 + round % 2;
        uint64_t foreheads[DP_MAX_PLAYERS] = {0};
        uint64_t boards[DP_STREETS] = {0};
        uint64_t seen = 0;
        uint64_t own;
        int other;
        for (i = 1; i < players; ++i)
            seen |= foreheads[i] = random_cards(1, seen);
        /* In every second round a flush is possible. */
        for (street = 1; street < DP_STREETS; ++street) {
            uint64_t suit = round / 2 == 0 ? 0 : ~(UINT64_C(0xFFFF) << 16 * round);
            seen |= boards[street] = random_cards(street == 1 ? 3 : 1, seen | suit);
            boards[street] |= boards[street - 1];
        }
        seen |= own = random_cards(1, seen);
        for (other = 1; other < players; ++other) {
            /* Seen from the bettor, the viewer is `players - other` places on. */
            uint64_t theirs[DP_MAX_PLAYERS] = {0};
            for (i = 1; i < players; ++i)
                theirs[i] = foreheads[(other + i) % players];
            for (street = 0; street < DP_STREETS; ++street) {
                memset(odds[street], 0, sizeof odds[street]);
                check(dp_pair_odds(players, players - other, theirs, boards[street], 0,
                                   odds[street]) == DP_OK, "odds of pairs");
                for (i = 0; i < DP_PAIR_ODDS_SIZE; ++i)
                    checksum = mix_double(checksum, odds[street][i]);
            }
            check(dp_bet_weights(players, round % 2, players - other, theirs, boards,
                                 UINT64_C(0x1FFF1FFF1FFF1FFF) & ~seen, DP_STREETS, bets[0],
                                 odds[0], odds[1], odds[2], odds[3], 2, models, values,
                                 weights[other - 1]) == DP_OK, "weights of bets");
        }
        for (by_class = 0; by_class < 2; ++by_class) {
            check(dp_posterior(players, own, foreheads[1], foreheads[2], foreheads[3], boards[3],
                               0, by_class, weights[0], out) == DP_OK, "posterior");
            for (i = 0; i < DP_POSTERIOR_SIZE; ++i)
                checksum = mix_double(checksum, out[i]);
        }
    }
    return checksum;
}

static uint64_t check_hands(uint64_t checksum)
{
    uint8_t hands[DP_HAND_SIZE * DP_STREETS * DP_MAX_PLAYERS] = {0};
    uint32_t strengths[DP_STREETS * DP_MAX_PLAYERS];
    int64_t standings = dp_score_streets(4, "AsKsQsJs2c3c4c5cTs9s8sAhAd", strengths, hands);
    uint8_t best[DP_BEST_CARDS];
    int round;
    int i;
    check(standings > 0, "standings");
    checksum = mix(checksum, (uint64_t)standings);
    for (i = 0; i < DP_STREETS * DP_MAX_PLAYERS; ++i)
        checksum = mix(checksum, strengths[i]);
    for (i = 0; i < DP_HAND_SIZE * DP_STREETS * DP_MAX_PLAYERS; ++i)
        checksum = mix(checksum, hands[i]);
    for (round = 0; round < 1000; ++round) {
        int count = dp_best_cards(random_cards(2 + round % 6, 0), best);
        for (i = 0; i < count; ++i)
            checksum = mix(checksum, best[i]);
    }
    return checksum;
}

int main(void)
{
    int number;
    for (number = 0; dp_backend_name(number) != NULL; ++number) {
        uint64_t checksum;
        state = UINT64_C(88172645463325252);
        check(dp_use_backend(number) == DP_OK, "backend");
        check_strengths();
        check_census();
        checksum = check_deduction(check_hands(check_odds(1)));
        printf("%s: %016" PRIx64 "\n", dp_backend_name(number), checksum);
        check(checksum == EXPECTED_CHECKSUM, "checksum");
    }
    return failures;
}
