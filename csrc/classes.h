/* Classes of cards that are alike to every hand.
 *
 * Cards of one rank behave alike unless their suit can make a flush, which takes three cards of the
 * suit on the board.  So cards fall into 13 classes, or 26 when there is such a suit: class 13 + r
 * is the card of rank r in that suit, class r all others of that rank.  A suit that can make a
 * flush on one street can on every later one, so the classes of a street divide those of earlier
 * ones. */
#ifndef DETECTIVE_POKER_CLASSES_H
#define DETECTIVE_POKER_CLASSES_H

#include "cards.h"

#define CLASSES DP_CLASSES

/* The suit that can make a flush on this street: only one can. */
static FORCE_INLINE int flush_suit(uint64_t board)
{
    return suit_with(board, 3);
}

static FORCE_INLINE int count_classes(int suit)
{
    return suit == NO_SUIT ? RANKS : CLASSES;
}

static FORCE_INLINE uint64_t class_cards(int class, int suit)
{
    if (class < RANKS)
        return ALL_SUITS << class & ~suit_cards(suit);
    return ALL_SUITS << (class - RANKS) & suit_cards(suit);
}

static FORCE_INLINE int class_of(uint64_t card, int suit)
{
    int index = index_of(card);
    return suit != NO_SUIT && index / RANKS == suit ? RANKS + index % RANKS : index % RANKS;
}

#endif
