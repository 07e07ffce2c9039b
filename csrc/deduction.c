/* What the bets give away: see the header for what each function answers.
 *
 * Cards of one rank behave alike unless their suit can make a flush, which takes three cards of the
 * suit on the board.  So cards fall into 13 classes, or 26 when there is such a suit: class 13 + r
 * is the card of rank r in that suit, class r all others of that rank.  A suit that can make a flush
 * on one street can on every later one, so the classes of a street divide those of earlier ones. */

#include "detective_poker.h"

#include "backend.h"

#include <stddef.h>
#include <string.h>

#define RANKS 13
#define DECK_SIZE 52
#define CLASSES (2 * RANKS)
#define ALL_CARDS UINT64_C(0x1FFF1FFF1FFF1FFF)
#define ALL_SUITS UINT64_C(0x0001000100010001)
#define ONE_SUIT UINT64_C(0x1FFF)
#define NO_SUIT (-1)
#define MAX_LEVELS (CLASSES * (CLASSES + 1) / 2)

/* The numbers of a view: each player best, then each weakest. */
enum { LANES = 2 * DP_MAX_PLAYERS };

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif
/* MSVC knows the word of C99 only where it is told to. */
#if defined(_MSC_VER)
#define RESTRICT __restrict
#else
#define RESTRICT restrict
#endif
#if defined(__GNUC__) && defined(__x86_64__)
#define HAVE_TARGETS
#define AVX2_TARGET __attribute__((target("avx2,popcnt")))
#define AVX512_TARGET                                                                              \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,popcnt")))
#endif

INLINE int count_bits(uint64_t x)
{
#if defined(__GNUC__)
    return __builtin_popcountll(x);
#else
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)((x * UINT64_C(0x0101010101010101)) >> 56);
#endif
}

INLINE uint64_t lowest_card(uint64_t cards)
{
    return cards & (~cards + 1);
}

static uint64_t card_bit(int index)
{
    return UINT64_C(1) << (16 * (index / RANKS) + index % RANKS);
}

/* The place in the deck of the lowest of some cards. */
INLINE int index_of(uint64_t cards)
{
    int bit = count_bits(lowest_card(cards) - 1);
    return RANKS * (bit / 16) + bit % 16;
}

static int flush_suit(uint64_t board)
{
    int suit;
    for (suit = 0; suit < 4; ++suit)
        if (count_bits(board & ONE_SUIT << 16 * suit) >= 3)
            return suit;
    return NO_SUIT;
}

static uint64_t class_cards(int class, int suit)
{
    uint64_t in_suit = suit == NO_SUIT ? 0 : ONE_SUIT << 16 * suit;
    if (class < RANKS)
        return ALL_SUITS << class & ~in_suit;
    return ALL_SUITS << (class - RANKS) & in_suit;
}

INLINE int class_of(uint64_t card, int suit)
{
    int index = index_of(card);
    return suit != NO_SUIT && index / RANKS == suit ? RANKS + index % RANKS : index % RANKS;
}

/* Odds of the others' views. */

/* All hands that two classes of cards make with a board. */
struct levels {
    int classes;
    int count;
    uint64_t cards[CLASSES];            /* of each class, the board's left out */
    uint16_t level[CLASSES][CLASSES];   /* numbered from 0 upwards, equal hands alike */
    uint64_t below[CLASSES][CLASSES + 1];   /* the cards of the i weakest partners of a class */
    uint8_t weaker[CLASSES][MAX_LEVELS + 1]; /* how many partners are below a level */
};

static void sort_strengths(uint32_t *values, int count)
{
    int gap;
    int i;
    for (gap = count / 2; gap > 0; gap /= 2)
        for (i = gap; i < count; ++i) {
            uint32_t value = values[i];
            int j = i;
            for (; j >= gap && values[j - gap] > value; j -= gap)
                values[j] = values[j - gap];
            values[j] = value;
        }
}

static int find_strength(const uint32_t *values, int count, uint32_t wanted)
{
    int low = 0;
    int high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (values[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void compare_hands(uint64_t board, struct levels *levels)
{
    int suit = flush_suit(board);
    int classes = suit == NO_SUIT ? RANKS : CLASSES;
    uint32_t strengths[CLASSES][CLASSES];
    uint32_t sorted[MAX_LEVELS];
    int count = 0;
    int distinct = 0;
    int a;
    int b;
    int i;

    for (a = 0; a < classes; ++a)
        levels->cards[a] = class_cards(a, suit) & ~board;
    for (a = 0; a < classes; ++a)
        for (b = a; b < classes; ++b) {
            uint64_t one = lowest_card(levels->cards[a]);
            uint64_t other = lowest_card(levels->cards[b] & ~one);
            /* 0 where there are no two such cards. */
            uint32_t strength =
                one == 0 || other == 0 ? 0 : dp_mask_strength(board | one | other);
            strengths[a][b] = strengths[b][a] = strength;
            sorted[count++] = strength;
        }
    sort_strengths(sorted, count);
    for (i = 0; i < count; ++i)
        if (distinct == 0 || sorted[distinct - 1] != sorted[i])
            sorted[distinct++] = sorted[i];
    levels->classes = classes;
    levels->count = distinct;
    for (a = 0; a < classes; ++a) {
        int order[CLASSES];
        int next = 0;
        for (b = 0; b < classes; ++b) {
            int level = find_strength(sorted, distinct, strengths[a][b]);
            levels->level[a][b] = (uint16_t)level;
            for (i = b; i > 0 && levels->level[a][order[i - 1]] > level; --i)
                order[i] = order[i - 1];
            order[i] = b;
        }
        levels->below[a][0] = 0;
        for (i = 0; i < classes; ++i)
            levels->below[a][i + 1] = levels->below[a][i] | levels->cards[order[i]];
        for (i = 0; i <= distinct; ++i) {
            while (next < classes && levels->level[a][order[next]] < i)
                ++next;
            levels->weaker[a][i] = (uint8_t)next;
        }
    }
}

/* The ways to take distinct cards from two, from three, sets. */

/* Of numbers below 2^32: vectors multiply those at once. */
INLINE int64_t times(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)(uint32_t)a * (uint32_t)b);
}

INLINE int64_t ways2(uint64_t a, uint64_t b)
{
    return times(count_bits(a), count_bits(b)) - count_bits(a & b);
}

INLINE int64_t ways3(uint64_t a, uint64_t b, uint64_t c)
{
    int64_t ab = times(count_bits(a), count_bits(b)) - count_bits(a & b);
    uint64_t both = a & b;
    return times(ab, count_bits(c)) - times(count_bits(a & c), count_bits(b)) -
           times(count_bits(b & c), count_bits(a)) + INT64_C(2) * count_bits(both & c);
}

/* For every class of card with which one player's hand is complete: the cards with which another
 * is at most (at least) as strong. */
struct rivals {
    uint64_t at_most[CLASSES];
    uint64_t at_least[CLASSES];
};

static void find_rivals(const struct levels *levels, int known, int other, struct rivals *rivals)
{
    const uint64_t *below = levels->below[other];
    const uint8_t *weaker = levels->weaker[other];
    int class;
    for (class = 0; class < levels->classes; ++class) {
        int level = levels->level[known][class];
        rivals->at_most[class] = below[weaker[level + 1]];
        rivals->at_least[class] = ~below[weaker[level]];
    }
}

/* Over all cards of a player: the ways in which no other is above, and no other below. */
INLINE void count_player(const struct levels *levels, int classes, uint64_t unseen,
                         const struct rivals *a, const struct rivals *b, const struct rivals *c,
                         double worlds, double *out)
{
    int64_t best = 0;
    int64_t weakest = 0;
    int class;
    for (class = 0; class < classes; ++class) {
        uint64_t own = levels->cards[class] & unseen;
        uint64_t rest = unseen & ~lowest_card(own);
        int64_t copies = count_bits(own);
        uint64_t low_a = a->at_most[class] & rest;
        uint64_t low_b = b->at_most[class] & rest;
        uint64_t high_a = a->at_least[class] & rest;
        uint64_t high_b = b->at_least[class] & rest;
        if (c == NULL) {
            best += times(copies, ways2(low_a, low_b));
            weakest += times(copies, ways2(high_a, high_b));
        } else {
            best += times(copies, ways3(low_a, low_b, c->at_most[class] & rest));
            weakest += times(copies, ways3(high_a, high_b, c->at_least[class] & rest));
        }
    }
    out[0] = (double)best / worlds;
    out[DP_MAX_PLAYERS] = (double)weakest / worlds;
}

/* The four players of a pair of hidden cards: the other player, with y; you, with x; two more. */
enum { OTHER, YOU, THIRD, FOURTH };

INLINE void count_views(const struct levels *levels, int classes, int players, int viewer, int suit,
                        const uint64_t *foreheads, uint64_t unseen, double *out)
{
    struct rivals with[2][CLASSES]; /* a class's card against a forehead card */
    struct rivals against[2][CLASSES];
    struct rivals between[2];
    int seats[DP_MAX_PLAYERS] = {0};
    int known[2] = {0};
    int more = 0;
    double worlds = 1;
    int cards = count_bits(unseen) - 2;
    int player;
    int x;
    int y;

    for (player = 0; player < players; ++player)
        worlds *= cards - player;
    seats[YOU] = viewer;
    for (player = 1; player < players; ++player)
        if (player != viewer) {
            seats[THIRD + more] = player;
            known[more++] = class_of(foreheads[player], suit);
        }
    for (player = 0; player < more; ++player)
        for (x = 0; x < classes; ++x) {
            find_rivals(levels, x, known[player], &with[player][x]);
            find_rivals(levels, known[player], x, &against[player][x]);
        }
    if (more == 2) {
        find_rivals(levels, known[0], known[1], &between[0]);
        find_rivals(levels, known[1], known[0], &between[1]);
    }
    for (x = 0; x < classes; ++x)
        for (y = 0; y < classes; ++y) {
            uint64_t x_card = lowest_card(levels->cards[x] & unseen);
            uint64_t y_card = lowest_card(levels->cards[y] & unseen & ~x_card);
            uint64_t rest = unseen & ~x_card & ~y_card;
            double *odds = out + LANES * (size_t)(CLASSES * x + y);
            struct rivals you; /* x against y */
            struct rivals they;
            if (x_card == 0 || y_card == 0)
                continue;
            find_rivals(levels, x, y, &you);
            find_rivals(levels, y, x, &they);
            if (more == 1) {
                count_player(levels, classes, rest, &they, &with[0][y], NULL, worlds, odds);
                count_player(levels, classes, rest, &you, &with[0][x], NULL, worlds,
                             odds + seats[YOU]);
                count_player(levels, classes, rest, &against[0][x], &against[0][y], NULL, worlds,
                             odds + seats[THIRD]);
                continue;
            }
            count_player(levels, classes, rest, &they, &with[0][y], &with[1][y], worlds, odds);
            count_player(levels, classes, rest, &you, &with[0][x], &with[1][x], worlds,
                         odds + seats[YOU]);
            count_player(levels, classes, rest, &between[0], &against[0][x], &against[0][y], worlds,
                         odds + seats[THIRD]);
            count_player(levels, classes, rest, &between[1], &against[1][x], &against[1][y], worlds,
                         odds + seats[FOURTH]);
        }
}

/* The same, compiled for what processors have; the number of classes is told to the compiler. */
#define COUNT_VIEWS(name, target)                                                                 \
    target static void count_views_##name(const struct levels *levels, int players, int viewer,   \
                                          int suit, const uint64_t *foreheads, uint64_t unseen,   \
                                          double *out)                                            \
    {                                                                                             \
        if (levels->classes == RANKS)                                                             \
            count_views(levels, RANKS, players, viewer, suit, foreheads, unseen, out);            \
        else                                                                                      \
            count_views(levels, CLASSES, players, viewer, suit, foreheads, unseen, out);          \
    }

COUNT_VIEWS(plain, )
#if defined(HAVE_TARGETS)
COUNT_VIEWS(avx2, AVX2_TARGET)
COUNT_VIEWS(avx512, AVX512_TARGET)
#endif

/* The cards of foreheads, board and dead, if they are distinct and there are as many as there
 * should be; else 0. */
static uint64_t seen_cards(int players, int viewer, const uint64_t *foreheads, uint64_t board,
                           uint64_t dead)
{
    uint64_t seen = board;
    int on_board = count_bits(board);
    int player;
    if ((on_board != 0 && (on_board < 3 || on_board > 5)) || (board & dead) != 0)
        return 0;
    seen |= dead;
    for (player = 1; player < players; ++player) {
        if (player == viewer)
            continue;
        if (count_bits(foreheads[player]) != 1 || (foreheads[player] & seen) != 0)
            return 0;
        seen |= foreheads[player];
    }
    return (seen & ~ALL_CARDS) != 0 || DECK_SIZE - count_bits(seen) < players + 2 ? 0 : seen;
}

int dp_pair_odds(int players, int viewer, const uint64_t *foreheads, uint64_t board, uint64_t dead,
                 double *out)
{
    struct levels levels;
    uint64_t seen;
    int suit = flush_suit(board);

    if ((players != 3 && players != 4) || viewer < 1 || viewer >= players)
        return DP_BAD_PLAYERS;
    seen = seen_cards(players, viewer, foreheads, board, dead);
    if (seen == 0)
        return DP_BAD_CARDS;
    compare_hands(board, &levels);
    switch (dp_backend_features()) {
#if defined(HAVE_TARGETS)
    case DP_AVX512_VPOPCNTDQ:
        count_views_avx512(&levels, players, viewer, suit, foreheads, ALL_CARDS & ~seen, out);
        break;
    case DP_AVX2_POPCNT:
        count_views_avx2(&levels, players, viewer, suit, foreheads, ALL_CARDS & ~seen, out);
        break;
#endif
    default:
        count_views_plain(&levels, players, viewer, suit, foreheads, ALL_CARDS & ~seen, out);
    }
    return DP_OK;
}

/* Likelihoods of bets. */

/* exp and log2 to about 1e-15, of numbers whose results are normal: alike on every platform. */

/* out[i] = exp(in[i] * scale), for products of up to 690. */
INLINE void exponentials(const double *RESTRICT in, double scale, double *RESTRICT out, int count)
{
    int i;
    for (i = 0; i < count; ++i) {
        double x = in[i] * scale;
        double bounded = x < -690 ? -690 : x;
        /* Adding 1.5 * 2^52 rounds to an integer and leaves it in the lowest bits. */
        double shifted = bounded * 1.4426950408889634 + 6755399441055744.0;
        double exponent = shifted - 6755399441055744.0;
        double rest = (bounded - exponent * 0.69314718036912382) - exponent * 1.9082149292705877e-10;
        double sum = 1 + rest * (1.0 / 13);
        uint64_t bits;
        double power;
        sum = 1 + sum * rest * (1.0 / 12);
        sum = 1 + sum * rest * (1.0 / 11);
        sum = 1 + sum * rest * (1.0 / 10);
        sum = 1 + sum * rest * (1.0 / 9);
        sum = 1 + sum * rest * (1.0 / 8);
        sum = 1 + sum * rest * (1.0 / 7);
        sum = 1 + sum * rest * (1.0 / 6);
        sum = 1 + sum * rest * (1.0 / 5);
        sum = 1 + sum * rest * (1.0 / 4);
        sum = 1 + sum * rest * (1.0 / 3);
        sum = 1 + sum * rest * (1.0 / 2);
        sum = 1 + sum * rest;
        memcpy(&bits, &shifted, sizeof bits);
        bits = (bits + 1023) << 52;
        memcpy(&power, &bits, sizeof power);
        out[i] = sum * power;
    }
}

static double exponential(double x)
{
    double out;
    exponentials(&x, 1, &out, 1);
    return out;
}

static double logarithm2(double x)
{
    uint64_t bits;
    int exponent;
    double ratio;
    double square;
    double sum = 0;
    int i;
    memcpy(&bits, &x, sizeof bits);
    exponent = (int)(bits >> 52) - 1023;
    bits = (bits & UINT64_C(0xFFFFFFFFFFFFF)) | UINT64_C(0x3FF0000000000000);
    memcpy(&x, &bits, sizeof x);
    if (x > 1.4142135623730951) {
        x *= 0.5;
        ++exponent;
    }
    ratio = (x - 1) / (x + 1);
    square = ratio * ratio;
    for (i = 21; i > 0; i -= 2)
        sum = sum * square + 1.0 / i;
    return exponent + 2 * 1.4426950408889634 * ratio * sum;
}

enum held { PLUS_ONE = 1, CLOCKWISE = 2, BLUFF = 4, BLANK = 8, ALL_HELD = 15 };

#define HELD_SETS 16

static const int held_count[HELD_SETS] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
#define CHIPS 7
#define MAX_BET 3
#define PLAN_LENGTH DP_STREETS

/* A bet as it was seen, and what the bettor had. */
struct seen_bet {
    int players;
    int expert;
    int street;
    int target;
    int chips;
    int has_card;
    int most; /* chips that could be bet */
    int spare; /* chips beyond one for each street to come, the present one included */
};

INLINE double power_of(double base, int exponent)
{
    double result = base;
    while (--exponent > 0)
        result *= base;
    return result;
}

/* Softmax of the expected points over the legal bets. */
struct softmax {
    double temperature;
    double kept[MAX_BET + 1][4]; /* exp of what is kept, by chips bet and +1 and Bluff held after */
    double idle;                 /* exp of what playing Clockwise or Blank costs */
    double penalty;              /* exp of what a wrong +1 costs */
};

static double kept_value(const double *values, int street, int spare, int kinds)
{
    int left = DP_STREETS - 1 - street;
    return left == 0 ? 0 : values[((left - 1) * 4 + spare) * 4 + kinds];
}

/* +1 and Bluff of a set of held cards, as two bits. */
INLINE int kinds_of(int held)
{
    return (held & PLUS_ONE ? 1 : 0) | (held & BLUFF ? 2 : 0);
}

static void prepare_softmax(const struct seen_bet *bet, const double *model, const double *values,
                            struct softmax *softmax)
{
    double temperature = model[DP_MODEL_TEMPERATURE];
    double most = kept_value(values, bet->street, bet->spare, 3);
    int chips;
    int kinds;
    softmax->temperature = temperature;
    for (chips = 1; chips <= bet->most; ++chips)
        for (kinds = 0; kinds < 4; ++kinds) {
            double kept = kept_value(values, bet->street, bet->spare - (chips - 1), kinds);
            softmax->kept[chips][kinds] =
                exponential(model[DP_MODEL_PATIENCE] * (kept - most) / temperature);
        }
    softmax->idle = exponential(-model[DP_MODEL_IDLE_VALUE] / temperature);
    softmax->penalty = bet->expert ? exponential(-1 / temperature) : 1;
}

/* The probabilities of a bet without action card, and over each of the four. */
struct choice {
    double bare;
    double played[4];
};

/* Sums over all targets, by the chips bet, of exp of what a bet brings at once. */
struct gains {
    double best[MAX_BET + 1];
    double raised[MAX_BET + 1]; /* with +1 */
    double weakest[MAX_BET + 1];
};

/* powers: exp of the odds, the best's and then the weakest's. */
INLINE void sum_gains(const struct seen_bet *bet, const struct softmax *softmax,
                      const double *powers, struct gains *gains)
{
    int player;
    int chips;
    for (chips = 1; chips <= bet->most; ++chips)
        gains->best[chips] = gains->raised[chips] = gains->weakest[chips] = 0;
    for (player = 0; player < bet->players; ++player) {
        double b = powers[player];
        double w = powers[DP_MAX_PLAYERS + player];
        /* One chip more for a right +1, and in Expert Mode one point less lost than a wrong one. */
        double raise = (bet->expert ? b * b : b) * softmax->penalty;
        double b_power = b;
        double w_power = w;
        for (chips = 1; chips <= bet->most; ++chips) {
            gains->best[chips] += b_power;
            gains->weakest[chips] += w_power;
            gains->raised[chips] += b_power * raise;
            b_power *= b;
            w_power *= w;
        }
    }
}

INLINE void choose_softly(const struct seen_bet *bet, const struct softmax *softmax,
                          const double *powers, const struct gains *gains, int held,
                          struct choice *choice)
{
    const double *kept = softmax->kept[bet->chips];
    const double *weakest = powers + DP_MAX_PLAYERS;
    int kinds = kinds_of(held);
    int idle = (held & CLOCKWISE ? 1 : 0) + (held & BLANK ? 1 : 0);
    int after = bet->target + 1 == bet->players ? 0 : bet->target + 1;
    double on_target = power_of(powers[bet->target], bet->chips);
    double total = 0;
    int chips;
    for (chips = 1; chips <= bet->most; ++chips) {
        const double *left = softmax->kept[chips];
        total += gains->best[chips] * left[kinds] * (1 + idle * softmax->idle);
        if (held & PLUS_ONE)
            total += gains->raised[chips] * left[kinds & 2];
        if (held & BLUFF)
            total += gains->weakest[chips] * left[kinds & 1];
    }
    choice->bare = on_target * kept[kinds] / total;
    choice->played[0] = on_target * power_of(powers[bet->target], 1 + bet->expert) *
                        softmax->penalty * kept[kinds & 2] / total;
    choice->played[1] = power_of(powers[after], bet->chips) * softmax->idle * kept[kinds] / total;
    choice->played[2] = power_of(weakest[bet->target], bet->chips) * kept[kinds & 1] / total;
    choice->played[3] = on_target * softmax->idle * kept[kinds] / total;
}

/* A player who bets on the best visible cards: 2-2-2-1 chips, over any held action card or none. */
static void choose_naively(const struct seen_bet *bet, const uint32_t *visible, int held,
                           struct choice *choice)
{
    static const int plan[DP_STREETS] = {2, 2, 2, 1};
    int after = (bet->target + 1) % bet->players;
    uint32_t highest = 0;
    uint32_t lowest = UINT32_MAX;
    int best = 0;
    int weakest = 0;
    double share = bet->chips == plan[bet->street] ? 1.0 / (1 + held_count[held]) : 0;
    int player;
    for (player = 0; player < bet->players; ++player) {
        if (visible[player] > highest) {
            highest = visible[player];
            best = 0;
        }
        if (visible[player] < lowest) {
            lowest = visible[player];
            weakest = 0;
        }
        best += visible[player] == highest;
        weakest += visible[player] == lowest;
    }
    choice->bare = visible[bet->target] == highest ? share / best : 0;
    choice->played[0] = choice->played[3] = choice->bare;
    choice->played[1] = visible[after] == highest ? share / best : 0;
    choice->played[2] = visible[bet->target] == lowest ? share / weakest : 0;
}

/* A player's hand as everybody but the player sees it, or the player itself its own. */
static uint32_t visible_strength(uint64_t card, uint64_t board)
{
    return board == 0 ? 1 + (uint32_t)(index_of(card) % RANKS) : dp_mask_strength(board | card);
}

static int read_bets(int players, int expert, int count, const uint8_t *bytes, struct seen_bet *bets)
{
    int chips = CHIPS;
    int cards = 0;
    int i;
    for (i = 0; i < count; ++i) {
        struct seen_bet *bet = &bets[i];
        int after = DP_STREETS - 1 - i;
        bet->players = players;
        bet->expert = expert;
        bet->street = i;
        bet->target = *bytes++;
        bet->chips = *bytes++;
        bet->has_card = *bytes++;
        bet->spare = chips - after - 1;
        bet->most = bet->spare + 1 < MAX_BET ? bet->spare + 1 : MAX_BET;
        cards += bet->has_card;
        if (bet->target >= players || bet->chips < 1 || bet->chips > bet->most ||
            bet->has_card > 1 || cards > 4)
            return DP_BAD_BETS;
        chips -= bet->chips;
    }
    return DP_OK;
}

/* All that is known of a player's bets and how the player may bet. */
struct evidence {
    int players;
    int viewer;
    const uint64_t *foreheads;
    const uint64_t *boards;
    uint64_t unseen;
    int bet_count;
    int model_count;
    const double *models;
    const double *odds[DP_STREETS];
    int suits[DP_STREETS];
    struct seen_bet bets[DP_STREETS];
    struct softmax softmax[DP_STREETS][DP_MAX_MODELS];
};

/* exp of the odds of every own card's class, for one forehead card: by street and model. */
struct row {
    double powers[DP_STREETS][DP_MAX_MODELS][LANES * CLASSES];
};

INLINE int is_soft(const double *model)
{
    return model[DP_MODEL_KIND] == DP_SOFTMAX && model[DP_MODEL_NOISE] < 1;
}

INLINE void fill_row(const struct evidence *evidence, uint64_t x_card, struct row *row)
{
    int i;
    int m;
    for (i = 0; i < evidence->bet_count; ++i) {
        int suit = evidence->suits[i];
        const double *odds = evidence->odds[i] + LANES * (size_t)(CLASSES * class_of(x_card, suit));
        for (m = 0; m < evidence->model_count; ++m) {
            const double *model = evidence->models + DP_MODEL_SIZE * (size_t)m;
            if (is_soft(model))
                exponentials(odds, 1 / model[DP_MODEL_TEMPERATURE], row->powers[i][m],
                             LANES * (suit == NO_SUIT ? RANKS : CLASSES));
        }
    }
}

/* How likely the bets are, if the player is of one model, for hidden cards x and y. */
INLINE double likelihood_of_bets(const struct evidence *evidence, const struct row *row, int m,
                                 uint64_t x_card, uint64_t y_card)
{
    const double *model = evidence->models + DP_MODEL_SIZE * (size_t)m;
    double noise = model[DP_MODEL_NOISE];
    double weight[HELD_SETS] = {0};
    double sum = 0;
    int first = ALL_HELD; /* sets below have no weight */
    int held;
    int i;
    weight[ALL_HELD] = 1;
    for (i = 0; i < evidence->bet_count; ++i) {
        const struct seen_bet *bet = &evidence->bets[i];
        const double *powers = NULL;
        uint32_t visible[DP_MAX_PLAYERS] = {0};
        struct gains gains;
        double next[HELD_SETS] = {0};
        int card;
        if (is_soft(model)) {
            powers = row->powers[i][m] + LANES * (size_t)class_of(y_card, evidence->suits[i]);
            sum_gains(bet, &evidence->softmax[i][m], powers, &gains);
        } else if (noise < 1) {
            int player;
            for (player = 0; player < evidence->players; ++player) {
                uint64_t one = player == 0                  ? y_card
                               : player == evidence->viewer ? x_card
                                                            : evidence->foreheads[player];
                visible[player] = visible_strength(one, evidence->boards[i]);
            }
        }
        for (held = first; held < HELD_SETS; ++held) {
            struct choice choice = {0, {0, 0, 0, 0}};
            double any;
            if (!(weight[held] > 0))
                continue;
            if (powers != NULL)
                choose_softly(bet, &evidence->softmax[i][m], powers, &gains, held, &choice);
            else if (noise < 1)
                choose_naively(bet, visible, held, &choice);
            any = noise / (bet->players * bet->most * (1 + held_count[held]));
            if (!bet->has_card) {
                next[held] += weight[held] * ((1 - noise) * choice.bare + any);
                continue;
            }
            for (card = 0; card < 4; ++card)
                if (held >> card & 1)
                    next[held & ~(1 << card)] +=
                        weight[held] * ((1 - noise) * choice.played[card] + any);
        }
        if (bet->has_card)
            first = 0;
        memcpy(weight, next, sizeof next);
    }
    for (held = 0; held < HELD_SETS; ++held)
        sum += weight[held];
    return sum;
}

/* The likelihood of the bets for all pairs of classes, and the largest of them. */
INLINE double weigh_pairs(const struct evidence *evidence, double (*by_class)[CLASSES])
{
    struct row row;
    int finest = evidence->suits[evidence->bet_count - 1];
    int classes = finest == NO_SUIT ? RANKS : CLASSES;
    double largest = 0;
    int x;
    int y;
    int m;
    for (x = 0; x < classes; ++x) {
        uint64_t x_card = lowest_card(class_cards(x, finest) & evidence->unseen);
        if (x_card != 0)
            fill_row(evidence, x_card, &row);
        for (y = 0; y < classes; ++y) {
            uint64_t y_card = lowest_card(class_cards(y, finest) & evidence->unseen & ~x_card);
            double sum = 0;
            for (m = 0; m < evidence->model_count && x_card != 0 && y_card != 0; ++m) {
                double prior = evidence->models[DP_MODEL_SIZE * (size_t)m + DP_MODEL_PRIOR];
                if (prior > 0)
                    sum += prior * likelihood_of_bets(evidence, &row, m, x_card, y_card);
            }
            by_class[x][y] = sum;
            largest = sum > largest ? sum : largest;
        }
    }
    return largest;
}

static double weigh_pairs_plain(const struct evidence *evidence, double (*by_class)[CLASSES])
{
    return weigh_pairs(evidence, by_class);
}

#if defined(HAVE_TARGETS)
AVX2_TARGET static double weigh_pairs_avx2(const struct evidence *evidence,
                                           double (*by_class)[CLASSES])
{
    return weigh_pairs(evidence, by_class);
}
#endif

int dp_bet_weights(int players, int expert, int viewer, const uint64_t *foreheads,
                   const uint64_t *boards, uint64_t unseen, int bet_count, const uint8_t *bet_bytes,
                   const double *odds1, const double *odds2, const double *odds3, const double *odds4,
                   int model_count, const double *models, const double *values, double *out)
{
    struct evidence evidence;
    double by_class[CLASSES][CLASSES];
    double largest;
    double scale;
    int finest;
    int x;
    int y;
    int i;
    int m;

    if ((players != 3 && players != 4) || viewer < 1 || viewer >= players)
        return DP_BAD_PLAYERS;
    if ((unseen & ~ALL_CARDS) != 0)
        return DP_BAD_CARDS;
    for (i = 1; i < players; ++i)
        if (i != viewer && (count_bits(foreheads[i]) != 1 || (foreheads[i] & ~ALL_CARDS) != 0))
            return DP_BAD_CARDS;
    if (bet_count < 1 || bet_count > DP_STREETS)
        return DP_BAD_BETS;
    if (model_count < 1 || model_count > DP_MAX_MODELS)
        return DP_BAD_MODEL;
    if (read_bets(players, expert != 0, bet_count, bet_bytes, evidence.bets) != DP_OK)
        return DP_BAD_BETS;
    evidence.players = players;
    evidence.viewer = viewer;
    evidence.foreheads = foreheads;
    evidence.boards = boards;
    evidence.unseen = unseen;
    evidence.bet_count = bet_count;
    evidence.model_count = model_count;
    evidence.models = models;
    evidence.odds[0] = odds1;
    evidence.odds[1] = odds2;
    evidence.odds[2] = odds3;
    evidence.odds[3] = odds4;
    for (i = 0; i < bet_count; ++i) {
        evidence.suits[i] = flush_suit(boards[i]);
        for (m = 0; m < model_count; ++m) {
            const double *model = models + DP_MODEL_SIZE * (size_t)m;
            if (!(model[DP_MODEL_TEMPERATURE] * 1000 >= DP_LEAST_TEMPERATURE) ||
                !(model[DP_MODEL_NOISE] >= 0 && model[DP_MODEL_NOISE] <= 1) ||
                !(model[DP_MODEL_PATIENCE] >= 0 && model[DP_MODEL_PATIENCE] <= 1) ||
                !(model[DP_MODEL_IDLE_VALUE] >= 0 && model[DP_MODEL_PRIOR] >= 0))
                return DP_BAD_MODEL;
            prepare_softmax(&evidence.bets[i], model, values, &evidence.softmax[i][m]);
        }
    }
    finest = evidence.suits[bet_count - 1];
#if defined(HAVE_TARGETS)
    largest = dp_backend_features() == DP_BASELINE ? weigh_pairs_plain(&evidence, by_class)
                                                   : weigh_pairs_avx2(&evidence, by_class);
#else
    largest = weigh_pairs_plain(&evidence, by_class);
#endif
    if (!(largest > 0))
        return DP_IMPOSSIBLE;
    scale = 1 / largest;
    for (i = 0; i < DECK_SIZE * DECK_SIZE; ++i)
        out[i] = 0;
    for (x = 0; x < DECK_SIZE; ++x) {
        uint64_t x_card = card_bit(x);
        int x_class;
        if ((x_card & unseen) == 0)
            continue;
        x_class = class_of(x_card, finest);
        for (y = 0; y < DECK_SIZE; ++y) {
            uint64_t y_card = card_bit(y);
            if (x != y && (y_card & unseen) != 0)
                out[DECK_SIZE * x + y] = by_class[x_class][class_of(y_card, finest)] * scale;
        }
    }
    return DP_OK;
}

/* The posterior. */

/* Sums over the cards that a player can hold: w, and products of several players' w. */
struct sums {
    double single[3];
    double pair[3]; /* without player 0, 1, 2 */
    double triple;
};

static double distinct2(double a, double b, double ab)
{
    return a * b - ab;
}

/* clang-tidy does not know what read_table has seen to: one item at least, and 2 or 3 others. */
/* NOLINTBEGIN(clang-analyzer-core.UndefinedBinaryOperatorResult) */
static double distinct3(const struct sums *s)
{
    return s->single[0] * s->single[1] * s->single[2] - s->pair[2] * s->single[2] -
           s->pair[1] * s->single[1] - s->pair[0] * s->single[0] + 2 * s->triple;
}
/* NOLINTEND(clang-analyzer-core.UndefinedBinaryOperatorResult) */

static double distinct(const struct sums *s, int others)
{
    double ways = others == 2 ? distinct2(s->single[0], s->single[1], s->pair[2]) : distinct3(s);
    return ways > 0 ? ways : 0; /* rounding can fall below */
}

/* The ways for the players but `player` when one card, which weighs w[p] for each player p that
 * may hold it, is taken from the sets. */
static double distinct_without(const struct sums *s, int others, int player, const double *w)
{
    int a = player == 0;
    int b = 1 + (player <= 1);
    double ways;
    if (others == 2)
        ways = s->single[1 - player] - w[1 - player];
    else
        ways = distinct2(s->single[a] - w[a], s->single[b] - w[b], s->pair[player] - w[a] * w[b]);
    return ways > 0 ? ways : 0;
}

#define MAX_RANKS ((DP_MAX_PLAYERS - 1) * DECK_SIZE)

/* What the posterior is taken over.  An item stands for cards that weigh alike. */
struct table {
    int others;
    int suit;
    uint64_t unseen;
    double worlds;
    const double *weights;
    int items;
    uint64_t cards[DECK_SIZE];
    int copies[DECK_SIZE];
    int first[DECK_SIZE]; /* the index of one of the cards, and of another if there is one */
    int second[DECK_SIZE];
    uint32_t viewer_level[DECK_SIZE];
    uint32_t level[3][DECK_SIZE];
    int ranks;
    uint32_t sorted[MAX_RANKS]; /* the distinct levels of the others */
    int rank[3][DECK_SIZE];
};

/* Sums of weights over all worlds. */
struct totals {
    double all;
    double logarithms; /* of weight * log2(weight) */
    double best[DP_MAX_PLAYERS];
    double weakest[DP_MAX_PLAYERS];
    double forehead[DECK_SIZE]; /* by item, for one of its cards */
    double own[3][DECK_SIZE];   /* by item, for all of its cards */
};

static int read_table(int players, const uint64_t *known, uint64_t board, uint64_t dead,
                      int by_class, struct table *table)
{
    uint64_t seen = 0;
    int on_board = count_bits(board);
    int unseen;
    int p;
    int k;

    if (players != 3 && players != 4)
        return DP_BAD_PLAYERS;
    for (p = 0; p < DP_MAX_PLAYERS; ++p) {
        if (count_bits(known[p]) != (p < players) || (seen & known[p]) != 0)
            return DP_BAD_CARDS;
        seen |= known[p];
    }
    if ((on_board != 0 && (on_board < 3 || on_board > 5)) || (seen & board) != 0 ||
        ((seen | board) & dead) != 0)
        return DP_BAD_CARDS;
    seen |= board | dead;
    unseen = DECK_SIZE - count_bits(seen);
    if ((seen & ~ALL_CARDS) != 0 || unseen < players)
        return DP_BAD_CARDS;
    table->others = players - 1;
    table->suit = flush_suit(board);
    table->unseen = ALL_CARDS & ~seen;
    table->worlds = 1;
    for (p = 0; p < players; ++p)
        table->worlds *= unseen - p;
    table->items = 0;
    for (k = 0; k < (by_class ? CLASSES : DECK_SIZE); ++k) {
        uint64_t cards = (by_class ? class_cards(k, table->suit) : card_bit(k)) & table->unseen;
        uint64_t more = cards & ~lowest_card(cards);
        if (cards != 0) {
            int item = table->items++;
            table->cards[item] = cards;
            table->copies[item] = count_bits(cards);
            table->first[item] = table->second[item] = index_of(cards);
            if (more != 0)
                table->second[item] = index_of(more);
        }
    }
    return DP_OK;
}

static void rank_levels(struct table *table, const uint64_t *known, uint64_t board)
{
    int count = 0;
    int i;
    int k;
    int p;
    for (k = 0; k < table->items; ++k) {
        uint64_t hand = board | lowest_card(table->cards[k]);
        table->viewer_level[k] = dp_mask_strength(known[0] | hand);
        for (p = 0; p < table->others; ++p)
            /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): as above */
            table->sorted[count++] = table->level[p][k] = dp_mask_strength(known[p + 1] | hand);
    }
    sort_strengths(table->sorted, count);
    table->ranks = 0;
    for (i = 0; i < count; ++i)
        if (table->ranks == 0 || table->sorted[table->ranks - 1] != table->sorted[i])
            table->sorted[table->ranks++] = table->sorted[i];
    for (k = 0; k < table->items; ++k)
        for (p = 0; p < table->others; ++p)
            table->rank[p][k] = find_strength(table->sorted, table->ranks, table->level[p][k]);
}

/* The weights of a card of item k for each of the others, when the viewer's forehead card is of
 * item x; and how many such cards there are. */
static int read_weights(const struct table *table, int x, int k, double *w)
{
    int card = k == x ? table->second[k] : table->first[k];
    int p;
    for (p = 0; p < table->others; ++p)
        w[p] = table->weights[(p * DECK_SIZE + table->first[x]) * DECK_SIZE + card];
    return table->copies[k] - (k == x);
}

static void add_sums(struct sums *to, const struct sums *from)
{
    int p;
    for (p = 0; p < 3; ++p) {
        to->single[p] += from->single[p];
        to->pair[p] += from->pair[p];
    }
    to->triple += from->triple;
}

/* up[r]: the sums over the cards with which a player is of rank r or below; down[r]: or above.  A
 * product of several players' weights counts where the highest (lowest) of them is. */
static void sum_weights(const struct table *table, int x, struct sums *up, struct sums *down)
{
    int others = table->others;
    int k;
    int p;
    int q;
    memset(up, 0, (size_t)table->ranks * sizeof *up);
    memset(down, 0, (size_t)table->ranks * sizeof *down);
    for (k = 0; k < table->items; ++k) {
        double w[3] = {0};
        double copies = read_weights(table, x, k, w);
        int highest = 0;
        int lowest = table->ranks;
        if (!(copies > 0))
            continue;
        for (p = 0; p < others; ++p) {
            int rank = table->rank[p][k];
            up[rank].single[p] += copies * w[p];
            down[rank].single[p] += copies * w[p];
            highest = rank > highest ? rank : highest;
            lowest = rank < lowest ? rank : lowest;
            for (q = 0; q < p; ++q) {
                int other = table->rank[q][k];
                double product = copies * w[p] * w[q];
                up[rank > other ? rank : other].pair[3 - p - q] += product;
                down[rank < other ? rank : other].pair[3 - p - q] += product;
            }
        }
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): as above */
        up[highest].triple += copies * w[0] * w[1] * w[2];
        down[lowest].triple += copies * w[0] * w[1] * w[2];
    }
    for (k = 1; k < table->ranks; ++k) {
        add_sums(&up[k], &up[k - 1]);
        add_sums(&down[table->ranks - 1 - k], &down[table->ranks - k]);
    }
}

/* Add the worlds in which the viewer's forehead card is of item x. */
static void add_worlds(const struct table *table, int x, struct totals *totals)
{
    struct sums up[MAX_RANKS];
    struct sums down[MAX_RANKS];
    int others = table->others;
    int last = table->ranks - 1;
    uint32_t level = table->viewer_level[x];
    /* The first of the others' ranks that is not below the viewer's level, and what ties with it. */
    int first = find_strength(table->sorted, table->ranks, level);
    int ties = first <= last && table->sorted[first] == level;
    int k;
    int p;
    int q;

    sum_weights(table, x, up, down);
    totals->forehead[x] = distinct(&up[last], others);
    totals->all += table->copies[x] * totals->forehead[x];
    if (first + ties > 0)
        totals->best[0] += table->copies[x] * distinct(&up[first + ties - 1], others);
    if (first <= last)
        totals->weakest[0] += table->copies[x] * distinct(&down[first], others);
    for (k = 0; k < table->items; ++k) {
        double w[3] = {0};
        double copies = table->copies[x] * (double)read_weights(table, x, k, w);
        for (p = 0; p < others && copies > 0; ++p) {
            int rank = table->rank[p][k];
            double low[3] = {0};  /* of those who would be no higher with this card */
            double high[3] = {0}; /* no lower */
            double joint;
            if (!(w[p] > 0))
                continue;
            for (q = 0; q < others; ++q) {
                low[q] = table->rank[q][k] <= rank ? w[q] : 0;
                high[q] = table->rank[q][k] >= rank ? w[q] : 0;
            }
            joint = copies * w[p] * distinct_without(&up[last], others, p, w);
            totals->logarithms += joint * logarithm2(w[p]);
            totals->own[p][k] += joint;
            if (table->level[p][k] >= level)
                totals->best[p + 1] += copies * w[p] * distinct_without(&up[rank], others, p, low);
            if (table->level[p][k] <= level)
                totals->weakest[p + 1] +=
                    copies * w[p] * distinct_without(&down[rank], others, p, high);
        }
    }
}

int dp_posterior(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                 uint64_t forehead3, uint64_t board, uint64_t dead, int by_class,
                 const double *weights, double *out)
{
    const uint64_t known[DP_MAX_PLAYERS] = {own, forehead1, forehead2, forehead3};
    double *cards_out = out + LANES + 1;
    struct table table;
    struct totals totals;
    int code = read_table(players, known, board, dead, by_class, &table);
    int i;
    int k;
    int p;

    if (code != DP_OK)
        return code;
    rank_levels(&table, known, board);
    table.weights = weights;
    memset(&totals, 0, sizeof totals);
    for (i = 0; i < table.items; ++i)
        add_worlds(&table, i, &totals);
    if (!(totals.all > 0))
        return DP_IMPOSSIBLE;
    for (i = 0; i < DP_POSTERIOR_SIZE; ++i)
        out[i] = 0;
    for (p = 0; p < players; ++p) {
        out[p] = totals.best[p] / totals.all;
        out[DP_MAX_PLAYERS + p] = totals.weakest[p] / totals.all;
    }
    out[LANES] = logarithm2(table.worlds / totals.all) + totals.logarithms / totals.all;
    for (i = 0; i < table.items; ++i)
        for (k = 0; k < DECK_SIZE; ++k) {
            if ((table.cards[i] & card_bit(k)) == 0)
                continue;
            cards_out[k] = totals.forehead[i] / totals.all;
            for (p = 0; p < table.others; ++p)
                cards_out[DECK_SIZE * (p + 1) + k] =
                    totals.own[p][i] / table.copies[i] / totals.all;
        }
    return DP_OK;
}
