/* The backends: for each, what is compiled for an instruction set.  Callers use the public
 * header's numbers and names. */
#ifndef DETECTIVE_POKER_BACKEND_H
#define DETECTIVE_POKER_BACKEND_H

#include "classes.h"

struct view;
struct levels;
struct evidence;

/* As dp_strengths. */
typedef int64_t strengths_function(const uint64_t *masks, uint32_t *out, int64_t count);

/* Add the categories of the hands, a multiple of 32, to counts. */
typedef void tally_function(const uint64_t *masks, int count, uint64_t *counts);

/* Add the categories of all hands of so many cards to counts. */
typedef void census_function(int cards, uint64_t *counts);

/* The counts of best, then weakest, by player.  allowed: the cards that each player may miss; NULL
 * for all. */
typedef void odds_function(const struct view *view, const uint64_t *allowed, uint64_t *out);

/* As dp_pair_odds, of arguments that are in order. */
typedef void pair_odds_function(const struct levels *levels, int players, int viewer,
                                const uint64_t *foreheads, uint64_t unseen, double *out);

/* The likelihood of the bets for all pairs of classes; returns the largest of them. */
typedef double bet_weights_function(const struct evidence *evidence, double (*by_class)[CLASSES]);

#define DECLARE_OWN(name, label, target, shared)                                                   \
    INTERNAL target strengths_function dp_strengths_##name;                                        \
    INTERNAL target tally_function dp_tally_##name;                                                \
    INTERNAL target census_function dp_census_##name;                                              \
    INTERNAL target odds_function dp_odds_##name;
EACH_BACKEND(DECLARE_OWN)

#define DECLARE_SHARED(name, target)                                                               \
    INTERNAL target pair_odds_function dp_pair_odds_##name;                                        \
    INTERNAL target bet_weights_function dp_bet_weights_##name;
EACH_TARGET(DECLARE_SHARED)

struct backend {
    const char *name;
    int (*available)(void);
    strengths_function *strengths;
    census_function *census;
    odds_function *odds;
    pair_odds_function *pair_odds;
    bet_weights_function *bet_weights;
};

INTERNAL const struct backend *dp_backend_in_use(void);

#endif
