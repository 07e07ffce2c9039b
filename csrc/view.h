/* What somebody at the table sees. */
#ifndef DETECTIVE_POKER_VIEW_H
#define DETECTIVE_POKER_VIEW_H

#include "cards.h"

/* The numbers that a view is asked for: each player best, then each weakest. */
enum { BEST_AND_WEAKEST = 2 * DP_MAX_PLAYERS };

/* Player 0 is the viewer; the one seen card of each player is `known`. */
struct view {
    int players;
    uint64_t known[DP_MAX_PLAYERS];
    uint64_t board;
    uint64_t unseen;
};

/* Returns DP_OK, DP_BAD_PLAYERS or DP_BAD_CARDS. */
INTERNAL int dp_read_view(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                          uint64_t forehead3, uint64_t board, uint64_t dead, struct view *view);

/* The ways to give each player the missing card. */
INTERNAL uint64_t dp_count_worlds(const struct view *view);

#endif
