/* The strength of one hand; the routine for many hands at once follows it step by step. */
#ifndef DETECTIVE_POKER_STRENGTH_H
#define DETECTIVE_POKER_STRENGTH_H

#include "cards.h"

enum category {
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH
};

/* Any two cards: what stands where a hand must. */
#define SOME_HAND UINT64_C(3)

static FORCE_INLINE uint32_t highest_bit(uint32_t ranks)
{
    ranks |= ranks >> 1;
    ranks |= ranks >> 2;
    ranks |= ranks >> 4;
    ranks |= ranks >> 8;
    return ranks ^ (ranks >> 1);
}

static FORCE_INLINE uint32_t without_lowest_bits(uint32_t ranks, int surplus)
{
    for (; surplus > 0; --surplus)
        ranks &= ranks - 1;
    return ranks;
}

static FORCE_INLINE uint32_t highest_bits(uint32_t ranks, int wanted)
{
    return without_lowest_bits(ranks, count_bits(ranks) - wanted);
}

/* The top ranks of all straights within a set of ranks; the ace also counts below the two. */
static FORCE_INLINE uint32_t straight_tops(uint32_t ranks)
{
    uint32_t low_ace = (ranks << 1) | (ranks >> 12);
    uint32_t runs = low_ace & (low_ace << 1) & (low_ace << 2) & (low_ace << 3) & (low_ace << 4);
    return (runs >> 1) & RANK_BITS;
}

static FORCE_INLINE uint32_t pack(enum category category, uint32_t primary, uint32_t kickers)
{
    return (uint32_t)category << DP_CATEGORY_SHIFT | primary << DP_PRIMARY_SHIFT | kickers;
}

static FORCE_INLINE int is_hand(uint64_t mask)
{
    int cards = count_bits(mask);
    return (mask & ~ALL_CARDS) == 0 && cards >= 2 && cards <= 7;
}

/* The strength of a mask that is known to hold 2 to 7 cards. */
static FORCE_INLINE uint32_t strength_of(uint64_t mask)
{
    uint32_t a = (uint32_t)mask & RANK_BITS;
    uint32_t b = (uint32_t)(mask >> 16) & RANK_BITS;
    uint32_t c = (uint32_t)(mask >> 32) & RANK_BITS;
    uint32_t d = (uint32_t)(mask >> 48) & RANK_BITS;

    /* Carry-save addition of four one-bit numbers a rank: ones + 2 * twos + 4 * fours. */
    uint32_t ab = a ^ b;
    uint32_t cd = c ^ d;
    uint32_t ab_carry = a & b;
    uint32_t cd_carry = c & d;
    uint32_t carry = ab & cd;
    uint32_t odd = ab ^ cd; /* held once or three times */
    uint32_t two_or_three = ab_carry ^ cd_carry ^ carry;
    uint32_t fours = ab_carry & cd_carry;
    uint32_t trips = odd & two_or_three;
    uint32_t pairs = two_or_three & ~odd;
    uint32_t ranks = a | b | c | d;
    uint32_t flush = 0;
    uint32_t top;

    if (count_bits(a) >= 5)
        flush = a;
    else if (count_bits(b) >= 5)
        flush = b;
    else if (count_bits(c) >= 5)
        flush = c;
    else if (count_bits(d) >= 5)
        flush = d;

    if (flush != 0 && (top = straight_tops(flush)) != 0)
        return pack(STRAIGHT_FLUSH, highest_bit(top), 0);
    if (fours != 0)
        return pack(FOUR_OF_A_KIND, fours, highest_bit(ranks ^ fours));
    if (trips != 0) {
        uint32_t three = highest_bit(trips);
        uint32_t pair = highest_bit((trips | pairs) ^ three);
        if (pair != 0)
            return pack(FULL_HOUSE, three, pair);
    }
    if (flush != 0)
        return pack(FLUSH, highest_bits(flush, 5), 0);
    if ((top = straight_tops(ranks)) != 0)
        return pack(STRAIGHT, highest_bit(top), 0);
    if (trips != 0)
        return pack(THREE_OF_A_KIND, trips, highest_bits(ranks ^ trips, 2));
    if (pairs != 0) {
        uint32_t two = highest_bits(pairs, 2);
        if ((two & (two - 1)) != 0)
            return pack(TWO_PAIR, two, highest_bit(ranks ^ two));
        return pack(PAIR, pairs, highest_bits(ranks ^ pairs, 3));
    }
    return pack(HIGH_CARD, 0, highest_bits(ranks, 5));
}

/* The card indexes of the best five cards of a hand (of all, if fewer), whose strength is known, in
 * playing order.  Returns how many there are. */
INTERNAL int dp_write_best_cards(uint64_t mask, uint32_t strength, uint8_t *out);

#endif
