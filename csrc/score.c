/* Everything that scoring asks of the cards. */
#include "strength.h"

/* The bit of a card's two letters; 0 if there is no such card.  Reads no further than the first
 * letter that is wrong, so the end of a string stops it. */
static uint64_t parse_card(const char *text)
{
    static const char rank_letters[] = "23456789TJQKA";
    static const char suit_letters[] = "cdhs";
    int rank = 0;
    int suit = 0;
    while (rank < RANKS && rank_letters[rank] != text[0])
        ++rank;
    if (rank == RANKS)
        return 0;
    while (suit < SUITS && suit_letters[suit] != text[1])
        ++suit;
    return suit == SUITS ? 0 : card_bit(RANKS * suit + rank);
}

/* A byte of bits: the seats with the highest, and 4 bits above those with the lowest strength. */
static int compare_seats(int players, const uint32_t *strengths)
{
    uint32_t highest = 0;
    uint32_t lowest = UINT32_MAX;
    int best = 0;
    int weakest = 0;
    int seat;
    for (seat = 0; seat < players; ++seat) {
        if (strengths[seat] > highest) {
            highest = strengths[seat];
            best = 0;
        }
        if (strengths[seat] < lowest) {
            lowest = strengths[seat];
            weakest = 0;
        }
        if (strengths[seat] == highest)
            best |= 1 << seat;
        if (strengths[seat] == lowest)
            weakest |= 1 << seat;
    }
    return best | weakest << 4;
}

int64_t dp_score_streets(int players, const char *cards, uint32_t *strengths, uint8_t *hands)
{
    static const int board_cards[DP_STREETS] = {0, 3, 4, DP_BOARD_CARDS};
    uint64_t bits[2 * DP_MAX_PLAYERS + DP_BOARD_CARDS];
    uint64_t seen = 0;
    uint64_t board = 0;
    int64_t standings = 0;
    int dealt;
    int street;
    int seat;
    int i;

    if (players != 3 && players != 4)
        return DP_BAD_PLAYERS;
    dealt = 2 * players;
    for (i = 0; i < 2 * players + DP_BOARD_CARDS; ++i) {
        bits[i] = parse_card(cards + 2 * (size_t)i);
        if (bits[i] == 0 || (seen & bits[i]) != 0)
            return DP_BAD_CARDS;
        seen |= bits[i];
    }
    for (street = 0; street < DP_STREETS; ++street) {
        uint32_t found[DP_MAX_PLAYERS];
        while (dealt < 2 * players + board_cards[street])
            board |= bits[dealt++];
        for (seat = 0; seat < players; ++seat) {
            uint64_t mask = board | bits[seat] | bits[players + seat];
            found[seat] = strength_of(mask);
            if (strengths != NULL)
                *strengths++ = found[seat];
            if (hands != NULL) {
                hands[0] = (uint8_t)dp_write_best_cards(mask, found[seat], hands + 1);
                hands += DP_HAND_SIZE;
            }
        }
        standings |= (int64_t)compare_seats(players, found) << 8 * street;
    }
    return standings;
}
