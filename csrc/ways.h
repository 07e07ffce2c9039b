/* The number of ways to choose distinct cards, one from each set, by inclusion and exclusion.
 *
 * `count` counts the cards of a set.  It is `population` where vectors do the work, else
 * `one_by_one`; the compiler knows which, since all is inline. */
#ifndef DETECTIVE_POKER_WAYS_H
#define DETECTIVE_POKER_WAYS_H

#include "cards.h"

typedef uint64_t count_function(uint64_t set);

static FORCE_INLINE uint64_t one_by_one(uint64_t set)
{
    return (uint64_t)count_bits(set);
}

/* Of numbers below 2^32: vectors multiply those at once. */
static FORCE_INLINE uint64_t times(uint64_t a, uint64_t b)
{
    return (uint64_t)(uint32_t)a * (uint32_t)b;
}

static FORCE_INLINE uint64_t ways2(count_function *count, uint64_t a, uint64_t b)
{
    return times(count(a), count(b)) - count(a & b);
}

static FORCE_INLINE uint64_t ways3(count_function *count, uint64_t a, uint64_t b, uint64_t c)
{
    return times(ways2(count, a, b), count(c)) - times(count(a & c), count(b)) -
           times(count(b & c), count(a)) + 2 * count(a & b & c);
}

static FORCE_INLINE uint64_t ways4(count_function *count, uint64_t a, uint64_t b, uint64_t c,
                                   uint64_t d)
{
    return times(count(a), ways3(count, b, c, d)) - ways3(count, a & b, c, d) -
           ways3(count, b, a & c, d) - ways3(count, b, c, a & d);
}

#endif
