/* Lists of the different strengths of some hands, in order: a hand's level is its place there. */
#ifndef DETECTIVE_POKER_LEVELS_H
#define DETECTIVE_POKER_LEVELS_H

#include "common.h"

/* Sort the strengths and leave one of each.  Returns how many there are. */
static FORCE_INLINE int sort_distinct(uint32_t *strengths, int count)
{
    int distinct = 0;
    int gap;
    int i;
    for (gap = count / 2; gap > 0; gap /= 2)
        for (i = gap; i < count; ++i) {
            uint32_t strength = strengths[i];
            int j = i;
            for (; j >= gap && strengths[j - gap] > strength; j -= gap)
                strengths[j] = strengths[j - gap];
            strengths[j] = strength;
        }
    for (i = 0; i < count; ++i)
        if (distinct == 0 || strengths[distinct - 1] != strengths[i])
            strengths[distinct++] = strengths[i];
    return distinct;
}

/* The first place whose strength is not below the wanted one. */
static FORCE_INLINE int find_level(const uint32_t *strengths, int count, uint32_t wanted)
{
    int low = 0;
    int high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strengths[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
