#include "strength.h"

uint32_t dp_mask_strength(uint64_t mask)
{
    return is_hand(mask) ? strength_of(mask) : 0;
}

/* Append up to `wanted` cards of `mask` whose ranks are in `ranks`, high before low and equal
 * ranks by suit downwards, to out[written ...]. */
static int append_cards(uint64_t mask, uint32_t ranks, int wanted, uint8_t *out, int written)
{
    int rank;
    int suit;
    for (rank = RANKS - 1; rank >= 0 && wanted > 0; --rank) {
        if (!(ranks >> rank & 1))
            continue;
        for (suit = SUITS - 1; suit >= 0 && wanted > 0; --suit) {
            if (mask >> (16 * suit + rank) & 1) {
                out[written++] = (uint8_t)(RANKS * suit + rank);
                --wanted;
            }
        }
    }
    return written;
}

/* One card of each of the five ranks up to `top`; the ace of the wheel comes last. */
static int append_straight(uint64_t mask, uint32_t top, uint8_t *out)
{
    int written = 0;
    int steps;
    for (steps = 0; steps < DP_BEST_CARDS; ++steps) {
        uint32_t rank =
            steps < 4 || top != UINT32_C(1) << 3 ? top >> steps : UINT32_C(1) << (RANKS - 1);
        written = append_cards(mask, rank, 1, out, written);
    }
    return written;
}

static uint64_t flush_cards(uint64_t mask)
{
    return mask & suit_cards(suit_with(mask, 5));
}

int dp_write_best_cards(uint64_t mask, uint32_t strength, uint8_t *out)
{
    uint32_t primary = strength >> DP_PRIMARY_SHIFT & RANK_BITS;
    uint32_t kickers = strength & RANK_BITS;
    int written = 0;

    switch (strength >> DP_CATEGORY_SHIFT) {
    case STRAIGHT_FLUSH:
        return append_straight(flush_cards(mask), primary, out);
    case STRAIGHT:
        return append_straight(mask, primary, out);
    case FLUSH:
        return append_cards(flush_cards(mask), primary, DP_BEST_CARDS, out, 0);
    case FULL_HOUSE:
        written = append_cards(mask, primary, 3, out, 0);
        return append_cards(mask, kickers, 2, out, written); /* the pair may come from three */
    default:
        written = append_cards(mask, primary, DP_BEST_CARDS, out, 0);
        return append_cards(mask, kickers, DP_BEST_CARDS - written, out, written);
    }
}

int dp_best_cards(uint64_t mask, uint8_t *out)
{
    return is_hand(mask) ? dp_write_best_cards(mask, strength_of(mask), out) : DP_BAD_CARDS;
}
