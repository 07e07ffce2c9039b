/* The odds of another player's view, for every pair of cards that are hidden from you. */
#include "backend.h"
#include "classes.h"
#include "levels.h"
#include "view.h"
#include "ways.h"

#define PAIR_LEVELS (CLASSES * (CLASSES + 1) / 2)

/* All hands that two classes of cards make with a board. */
struct levels {
    int suit;                                 /* that can make a flush, or NO_SUIT */
    uint64_t cards[CLASSES];                  /* of each class, the board's left out */
    uint16_t level[CLASSES][CLASSES];         /* numbered from 0 upwards, equal hands alike */
    uint64_t below[CLASSES][CLASSES + 1];     /* the cards of the i weakest partners of a class */
    uint8_t weaker[CLASSES][PAIR_LEVELS + 1]; /* how many partners are below a level */
};

static void compare_hands(uint64_t board, struct levels *levels)
{
    int suit = flush_suit(board);
    int classes = count_classes(suit);
    uint32_t strengths[CLASSES][CLASSES];
    uint32_t sorted[PAIR_LEVELS];
    int count = 0;
    int distinct;
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
            uint32_t strength = one == 0 || other == 0 ? 0 : dp_mask_strength(board | one | other);
            strengths[a][b] = strengths[b][a] = strength;
            sorted[count++] = strength;
        }
    distinct = sort_distinct(sorted, count);
    levels->suit = suit;
    for (a = 0; a < classes; ++a) {
        int order[CLASSES];
        int next = 0;
        for (b = 0; b < classes; ++b) {
            int level = find_level(sorted, distinct, strengths[a][b]);
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

/* For every class of card with which one player's hand is complete: the cards with which another
 * is at most (at least) as strong. */
struct rivals {
    uint64_t at_most[CLASSES];
    uint64_t at_least[CLASSES];
};

static FORCE_INLINE void find_rivals(const struct levels *levels, int classes, int known, int other,
                                     struct rivals *rivals)
{
    const uint64_t *below = levels->below[other];
    const uint8_t *weaker = levels->weaker[other];
    int class;
    for (class = 0; class < classes; ++class) {
        int level = levels->level[known][class];
        rivals->at_most[class] = below[weaker[level + 1]];
        rivals->at_least[class] = ~below[weaker[level]];
    }
}

/* Over all cards of a player: the ways in which no other is above, and no other below. */
static FORCE_INLINE void count_player(count_function *count, const struct levels *levels,
                                      int classes, uint64_t unseen, const struct rivals *a,
                                      const struct rivals *b, const struct rivals *c, double worlds,
                                      double *out)
{
    uint64_t best = 0;
    uint64_t weakest = 0;
    int class;
    for (class = 0; class < classes; ++class) {
        uint64_t own = levels->cards[class] & unseen;
        uint64_t rest = unseen & ~lowest_card(own);
        uint64_t copies = count(own);
        uint64_t low_a = a->at_most[class] & rest;
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): 3 or 4 play */
        uint64_t low_b = b->at_most[class] & rest;
        uint64_t high_a = a->at_least[class] & rest;
        uint64_t high_b = b->at_least[class] & rest;
        if (c == NULL) {
            best += times(copies, ways2(count, low_a, low_b));
            weakest += times(copies, ways2(count, high_a, high_b));
        } else {
            best += times(copies, ways3(count, low_a, low_b, c->at_most[class] & rest));
            weakest += times(copies, ways3(count, high_a, high_b, c->at_least[class] & rest));
        }
    }
    out[0] = (double)best / worlds;
    out[DP_MAX_PLAYERS] = (double)weakest / worlds;
}

/* The four players of a pair of hidden cards: the other player, with y; you, with x; two more. */
enum { OTHER, YOU, THIRD, FOURTH };

static FORCE_INLINE void count_views(count_function *count, const struct levels *levels,
                                     int classes, int players, int viewer,
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
            known[more++] = class_of(foreheads[player], levels->suit);
        }
    for (player = 0; player < more; ++player)
        for (x = 0; x < classes; ++x) {
            find_rivals(levels, classes, x, known[player], &with[player][x]);
            find_rivals(levels, classes, known[player], x, &against[player][x]);
        }
    if (more == 2) {
        find_rivals(levels, classes, known[0], known[1], &between[0]);
        find_rivals(levels, classes, known[1], known[0], &between[1]);
    }
    for (x = 0; x < classes; ++x)
        for (y = 0; y < classes; ++y) {
            uint64_t x_card = lowest_card(levels->cards[x] & unseen);
            uint64_t y_card = lowest_card(levels->cards[y] & unseen & ~x_card);
            uint64_t rest = unseen & ~x_card & ~y_card;
            double *odds = out + BEST_AND_WEAKEST * (size_t)(CLASSES * x + y);
            struct rivals you; /* x against y */
            struct rivals they;
            if (x_card == 0 || y_card == 0)
                continue;
            find_rivals(levels, classes, x, y, &you);
            find_rivals(levels, classes, y, x, &they);
            if (more == 1) {
                count_player(count, levels, classes, rest, &they, &with[0][y], NULL, worlds, odds);
                count_player(count, levels, classes, rest, &you, &with[0][x], NULL, worlds,
                             odds + seats[YOU]);
                count_player(count, levels, classes, rest, &against[0][x], &against[0][y], NULL,
                             worlds, odds + seats[THIRD]);
                continue;
            }
            count_player(count, levels, classes, rest, &they, &with[0][y], &with[1][y], worlds,
                         odds);
            count_player(count, levels, classes, rest, &you, &with[0][x], &with[1][x], worlds,
                         odds + seats[YOU]);
            count_player(count, levels, classes, rest, &between[0], &against[0][x], &against[0][y],
                         worlds, odds + seats[THIRD]);
            count_player(count, levels, classes, rest, &between[1], &against[1][x], &against[1][y],
                         worlds, odds + seats[FOURTH]);
        }
}

#define COUNT_bitalg population
#define COUNT_avx2                                                                                 \
    one_by_one /* it has an instruction for one set, but not for a vector of sets                  \
                */
#define COUNT_plain population

/* Compiled for each target; the number of classes is told to the compiler. */
#define PAIR_ODDS(name, target)                                                                    \
    target void dp_pair_odds_##name(const struct levels *levels, int players, int viewer,          \
                                    const uint64_t *foreheads, uint64_t unseen, double *out)       \
    {                                                                                              \
        if (levels->suit == NO_SUIT)                                                               \
            count_views(COUNT_##name, levels, RANKS, players, viewer, foreheads, unseen, out);     \
        else                                                                                       \
            count_views(COUNT_##name, levels, CLASSES, players, viewer, foreheads, unseen, out);   \
    }
EACH_TARGET(PAIR_ODDS)

/* The cards of foreheads, board and dead, if they are distinct and there are as many as there
 * should be; else 0. */
static uint64_t seen_cards(int players, int viewer, const uint64_t *foreheads, uint64_t board,
                           uint64_t dead)
{
    uint64_t seen = board | dead;
    int player;
    if (!is_board(board) || (board & dead) != 0)
        return 0;
    for (player = 1; player < players; ++player) {
        if (player == viewer)
            continue;
        if (count_bits(foreheads[player]) != 1 || (foreheads[player] & seen) != 0)
            return 0;
        seen |= foreheads[player];
    }
    return (seen & ~ALL_CARDS) != 0 || DP_DECK - count_bits(seen) < players + 2 ? 0 : seen;
}

int dp_pair_odds(int players, int viewer, const uint64_t *foreheads, uint64_t board, uint64_t dead,
                 double *out)
{
    struct levels levels;
    uint64_t seen;

    if ((players != 3 && players != 4) || viewer < 1 || viewer >= players)
        return DP_BAD_PLAYERS;
    seen = seen_cards(players, viewer, foreheads, board, dead);
    if (seen == 0)
        return DP_BAD_CARDS;
    compare_hands(board, &levels);
    dp_backend_in_use()->pair_odds(&levels, players, viewer, foreheads, ALL_CARDS & ~seen, out);
    return DP_OK;
}
