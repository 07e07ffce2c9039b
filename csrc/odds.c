/* Odds.
 *
 * Each player misses one card, and the strength of a player depends on that card alone.  Unseen
 * cards of one rank are all alike to every player, but for the one suit that can make a flush: so
 * there are at most 26 classes of unseen cards.  For each player and each level of strength there
 * is a set of cards that keep the player at or below (at or above) that level, and the number of
 * ways to give players distinct cards from sets A, B and C is by inclusion and exclusion
 *     |A||B||C| - |AB||C| - |AC||B| - |BC||A| + 2 |ABC|.
 * A player is best in the worlds where nobody else is above their level; the sum over the classes
 * of the player's own card and the sets of the others counts those worlds. */
#include "backend.h"
#include "classes.h"
#include "view.h"
#include "ways.h"

#define CLASS_STEP 8   /* a vector of classes */
#define MAX_CLASSES 32 /* CLASSES, in whole vectors */

/* Classes of unseen cards, and each player's level of strength with a card of each class. */
struct classes {
    int count; /* a multiple of CLASS_STEP; those to spare are empty */
    uint64_t cards[MAX_CLASSES];
    uint64_t levels[DP_MAX_PLAYERS][MAX_CLASSES];
};

static FORCE_INLINE void classify(const struct view *view, struct classes *classes,
                                  strengths_function *strengths)
{
    uint64_t hands[DP_MAX_PLAYERS * MAX_CLASSES];
    uint32_t levels[DP_MAX_PLAYERS * MAX_CLASSES];
    int suit = flush_suit(view->board);
    int count = 0;
    int player;
    int class;
    int i;

    for (class = 0; class < count_classes(suit); ++class) {
        uint64_t cards = view->unseen & class_cards(class, suit);
        if (cards != 0)
            classes->cards[count++] = cards;
    }
    for (player = 0; player < view->players; ++player)
        for (i = 0; i < count; ++i) {
            uint64_t card = lowest_card(classes->cards[i]);
            hands[player * count + i] = view->known[player] | view->board | card;
        }
    strengths(hands, levels, (int64_t)view->players * count);
    classes->count = (count + CLASS_STEP - 1) / CLASS_STEP * CLASS_STEP;
    for (i = count; i < classes->count; ++i)
        classes->cards[i] = 0;
    for (player = 0; player < view->players; ++player)
        for (i = 0; i < classes->count; ++i)
            classes->levels[player][i] = i < count ? levels[player * count + i] : 0;
}

/* For each class of a player's cards: the cards that keep another player at or below (at or above)
 * the player's level. */
static FORCE_INLINE void compare(const struct classes *classes, int player, int other,
                                 uint64_t *at_most, uint64_t *at_least)
{
    const uint64_t *levels = classes->levels[player];
    int i;
    int j;
    for (i = 0; i < classes->count; ++i)
        at_most[i] = at_least[i] = 0;
    for (j = 0; j < classes->count; ++j) {
        uint64_t cards = classes->cards[j];
        uint64_t level = classes->levels[other][j];
        for (i = 0; i < classes->count; ++i) {
            at_most[i] |= level <= levels[i] ? cards : 0;
            at_least[i] |= level >= levels[i] ? cards : 0;
        }
    }
}

/* Over all classes of one player's cards: the ways to give this player a card of the class and
 * each of the others one of their set for that class. */
static FORCE_INLINE uint64_t count_worlds(const struct classes *classes, int players,
                                          uint64_t allowed, uint64_t (*others)[MAX_CLASSES])
{
    uint64_t worlds = 0;
    int i;
    if (players == 3)
        for (i = 0; i < classes->count; ++i)
            worlds += ways3(population, classes->cards[i] & allowed, others[0][i], others[1][i]);
    else
        for (i = 0; i < classes->count; ++i)
            worlds += ways4(population, classes->cards[i] & allowed, others[0][i], others[1][i],
                            others[2][i]);
    return worlds;
}

/* The counts of best, then weakest, by player.  allowed: the cards that each player may miss; NULL
 * for all. */
static FORCE_INLINE void count_odds(const struct view *view, const uint64_t *allowed, uint64_t *out,
                                    strengths_function *strengths)
{
    struct classes classes;
    int players = view->players;
    int player;
    int i;
    int j;

    classify(view, &classes, strengths);
    for (i = 0; i < BEST_AND_WEAKEST; ++i)
        out[i] = 0;
    for (player = 0; player < players; ++player) {
        uint64_t at_most[DP_MAX_PLAYERS - 1][MAX_CLASSES];
        uint64_t at_least[DP_MAX_PLAYERS - 1][MAX_CLASSES];
        uint64_t own = allowed == NULL ? ALL_CARDS : allowed[player];
        for (i = 0; i < players - 1; ++i) {
            int other = i + (i >= player);
            compare(&classes, player, other, at_most[i], at_least[i]);
            for (j = 0; allowed != NULL && j < classes.count; ++j) {
                at_most[i][j] &= allowed[other];
                at_least[i][j] &= allowed[other];
            }
        }
        out[player] = count_worlds(&classes, players, own, at_most);
        out[DP_MAX_PLAYERS + player] = count_worlds(&classes, players, own, at_least);
    }
}

/* Compiled for each backend's target, with its own strengths. */
#define ODDS(name, label, target, shared)                                                          \
    target void dp_odds_##name(const struct view *view, const uint64_t *allowed, uint64_t *out)    \
    {                                                                                              \
        count_odds(view, allowed, out, dp_strengths_##name);                                       \
    }
EACH_BACKEND(ODDS)

int dp_odds(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2, uint64_t forehead3,
            uint64_t board, uint64_t dead, uint64_t *out)
{
    struct view seen;
    int code = dp_read_view(players, own, forehead1, forehead2, forehead3, board, dead, &seen);
    if (code == DP_OK) {
        dp_backend_in_use()->odds(&seen, NULL, out);
        out[DP_ODDS - 1] = dp_count_worlds(&seen);
    }
    return code;
}

int64_t dp_odds_many(const uint64_t *views, int64_t count, uint64_t *out)
{
    const struct backend *chosen = dp_backend_in_use();
    int64_t i;
    for (i = 0; i < count; ++i) {
        const uint64_t *view = views + i * DP_VIEW;
        struct view seen;
        int players = view[0] <= DP_MAX_PLAYERS ? (int)view[0] : 0;
        if (dp_read_view(players, view[1], view[2], view[3], view[4], view[5], view[6], &seen) !=
            DP_OK)
            return i;
        chosen->odds(&seen, NULL, out + i * DP_ODDS);
        out[i * DP_ODDS + DP_ODDS - 1] = dp_count_worlds(&seen);
    }
    return -1;
}
