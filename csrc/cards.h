/* Cards and sets of cards, one 64-bit word each; and counting their bits. */
#ifndef DETECTIVE_POKER_CARDS_H
#define DETECTIVE_POKER_CARDS_H

#include "common.h"

#define RANKS 13
#define SUITS 4
#define NO_SUIT (-1)

#define RANK_BITS UINT32_C(0x1FFF) /* all ranks of a suit */
#define ALL_CARDS UINT64_C(0x1FFF1FFF1FFF1FFF)
#define ALL_SUITS UINT64_C(0x0001000100010001) /* the twos; shifted by r, the cards of rank r */

/* A population count in operations that vectors have, too. */
static FORCE_INLINE uint64_t population(uint64_t x)
{
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (x * UINT64_C(0x0101010101010101)) >> 56;
}

static FORCE_INLINE int count_bits(uint64_t x)
{
#if defined(__GNUC__)
    return __builtin_popcountll(x);
#else
    return (int)population(x);
#endif
}

static FORCE_INLINE uint64_t card_bit(int index)
{
    return UINT64_C(1) << (16 * (index / RANKS) + index % RANKS);
}

static FORCE_INLINE uint64_t lowest_card(uint64_t cards)
{
    return cards & (~cards + 1);
}

/* The index of the lowest of some cards. */
static FORCE_INLINE int index_of(uint64_t cards)
{
    int bit = count_bits(lowest_card(cards) - 1);
    return RANKS * (bit / 16) + bit % 16;
}

static FORCE_INLINE uint64_t suit_cards(int suit)
{
    return suit == NO_SUIT ? 0 : (uint64_t)RANK_BITS << 16 * suit;
}

/* The first suit of which there are so many cards, or NO_SUIT. */
static FORCE_INLINE int suit_with(uint64_t cards, int wanted)
{
    int suit;
    for (suit = 0; suit < SUITS; ++suit)
        if (count_bits(cards & suit_cards(suit)) >= wanted)
            return suit;
    return NO_SUIT;
}

/* Are there as many cards as lie on a board on some street? */
static FORCE_INLINE int is_board(uint64_t board)
{
    int cards = count_bits(board);
    return cards == 0 || (cards >= 3 && cards <= DP_BOARD_CARDS);
}

#endif
