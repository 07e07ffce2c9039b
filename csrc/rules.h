/* The rules of betting that the core must know; their numbers are in the public header, where a
 * test compares them with Python's. */
#ifndef DETECTIVE_POKER_RULES_H
#define DETECTIVE_POKER_RULES_H

#include "common.h"

/* The most chips of a bet that keeps one for each street to come. */
static FORCE_INLINE int largest_bet(int chips_left, int streets_to_come)
{
    int most = chips_left - streets_to_come;
    return most < DP_MAX_BET ? most : DP_MAX_BET;
}

/* Where a table of values tells what is worth keeping for 1 to 3 streets to come. */
static FORCE_INLINE int value_index(int streets_to_come, int spare, int plus_one, int bluff)
{
    return DP_VALUES_OF_STREET * (streets_to_come - 1) + DP_VALUES_OF_CHIP * spare +
           DP_VALUES_OF_PLUS_ONE * plus_one + DP_VALUES_OF_BLUFF * bluff;
}

#endif
