#include "detective_poker.h"

#include "backend.h"

#include <stddef.h>

/* The same sums on every machine: no fused steps.  GCC is told by -ffp-contract=off. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

#define RANKS UINT32_C(0x1FFF)
#define ALL_CARDS UINT64_C(0x1FFF1FFF1FFF1FFF)
#define DECK_SIZE 52
#define SOME_HAND UINT64_C(3)

#if defined(_MSC_VER)
#define FORCE_INLINE __forceinline
#else
#define FORCE_INLINE inline __attribute__((always_inline))
#endif

/* What a function needs of the processor beyond the baseline; MSVC need not be told. */
#if defined(__GNUC__) || defined(__clang__)
#define TARGET_OF(features) __attribute__((target(features)))
#else
#define TARGET_OF(features)
#endif

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

/* Bit tricks that compilers turn into one instruction where there is one. */

/* A population count in operations that vectors have, too. */
static FORCE_INLINE uint64_t population(uint64_t x)
{
    x -= (x >> 1) & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + ((x >> 2) & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (x * UINT64_C(0x0101010101010101)) >> 56;
}

static int count_bits(uint64_t x)
{
#if defined(__GNUC__)
    return __builtin_popcountll(x);
#else
    return (int)population(x);
#endif
}

static uint32_t highest_bit(uint32_t ranks)
{
    ranks |= ranks >> 1;
    ranks |= ranks >> 2;
    ranks |= ranks >> 4;
    ranks |= ranks >> 8;
    return ranks ^ (ranks >> 1);
}

static uint32_t without_lowest_bits(uint32_t ranks, int surplus)
{
    for (; surplus > 0; --surplus)
        ranks &= ranks - 1;
    return ranks;
}

static uint32_t highest_bits(uint32_t ranks, int wanted)
{
    return without_lowest_bits(ranks, count_bits(ranks) - wanted);
}

/* The top ranks of all straights within a set of ranks; the ace also counts below the two. */
static uint32_t straight_tops(uint32_t ranks)
{
    uint32_t low_ace = (ranks << 1) | (ranks >> 12);
    uint32_t runs = low_ace & (low_ace << 1) & (low_ace << 2) & (low_ace << 3) & (low_ace << 4);
    return (runs >> 1) & RANKS;
}

static uint32_t pack(enum category category, uint32_t primary, uint32_t kickers)
{
    return (uint32_t)category << DP_CATEGORY_SHIFT | primary << DP_PRIMARY_SHIFT | kickers;
}

static uint64_t card_bit(int index)
{
    return UINT64_C(1) << (16 * (index / 13) + index % 13);
}

static int is_hand(uint64_t mask)
{
    int cards = count_bits(mask);
    return (mask & ~ALL_CARDS) == 0 && cards >= 2 && cards <= 7;
}

/* The strength of a mask that is known to hold 2 to 7 cards. */
static uint32_t strength(uint64_t mask)
{
    uint32_t a = (uint32_t)mask & RANKS;
    uint32_t b = (uint32_t)(mask >> 16) & RANKS;
    uint32_t c = (uint32_t)(mask >> 32) & RANKS;
    uint32_t d = (uint32_t)(mask >> 48) & RANKS;

    /* Carry-save addition of four one-bit numbers a rank: ones + 2 * twos + 4 * fours. */
    uint32_t ab = a ^ b;
    uint32_t cd = c ^ d;
    uint32_t ab_carry = a & b;
    uint32_t cd_carry = c & d;
    uint32_t carry = ab & cd;
    uint32_t odd = ab ^ cd;                                /* held once or three times */
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

#include "backends.inc"
#include "census.inc"
#include "odds.inc"
#include "weighted.inc"
#include "dispatch.inc"
#include "ahead.inc"

uint32_t dp_mask_strength(uint64_t mask)
{
    return is_hand(mask) ? strength(mask) : 0;
}

int64_t dp_strengths(const uint64_t *masks, uint32_t *out, int64_t count)
{
    return backend()->strengths(masks, out, count);
}

int dp_count_categories(int cards, uint64_t *out)
{
    int category;
    if (cards < 2 || cards > 7)
        return DP_BAD_CARDS;
    for (category = 0; category < DP_CATEGORIES; ++category)
        out[category] = 0;
    backend()->census(cards, out);
    return DP_OK;
}

/* Append up to `wanted` cards of `mask` whose ranks are in `ranks`, high before low and equal
 * ranks by suit downwards, to out[written ...]. */
static int append_cards(uint64_t mask, uint32_t ranks, int wanted, uint8_t *out, int written)
{
    int rank;
    int suit;
    for (rank = 12; rank >= 0 && wanted > 0; --rank) {
        if (!(ranks >> rank & 1))
            continue;
        for (suit = 3; suit >= 0 && wanted > 0; --suit) {
            if (mask >> (16 * suit + rank) & 1) {
                out[written++] = (uint8_t)(13 * suit + rank);
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
    for (steps = 0; steps < 5; ++steps) {
        uint32_t rank = steps < 4 || top != UINT32_C(1) << 3 ? top >> steps : UINT32_C(1) << 12;
        written = append_cards(mask, rank, 1, out, written);
    }
    return written;
}

static uint64_t flush_suit(uint64_t mask)
{
    int suit;
    for (suit = 0; suit < 3; ++suit)
        if (count_bits(mask & (uint64_t)RANKS << 16 * suit) >= 5)
            break;
    return mask & (uint64_t)RANKS << 16 * suit;
}

static int best_cards(uint64_t mask, uint32_t hand, uint8_t *out)
{
    uint32_t primary = hand >> DP_PRIMARY_SHIFT & RANKS;
    uint32_t kickers = hand & RANKS;
    int written = 0;

    switch (hand >> DP_CATEGORY_SHIFT) {
    case STRAIGHT_FLUSH:
        return append_straight(flush_suit(mask), primary, out);
    case STRAIGHT:
        return append_straight(mask, primary, out);
    case FLUSH:
        return append_cards(flush_suit(mask), primary, DP_BEST_CARDS, out, 0);
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
    return is_hand(mask) ? best_cards(mask, strength(mask), out) : DP_BAD_CARDS;
}

/* The bit of a card's two letters; 0 if there is no such card.  Reads no further than the first
 * letter that is wrong, so the end of a string stops it. */
static uint64_t parse_card(const char *text)
{
    static const char rank_letters[] = "23456789TJQKA";
    static const char suit_letters[] = "cdhs";
    int rank = 0;
    int suit = 0;
    while (rank < 13 && rank_letters[rank] != text[0])
        ++rank;
    if (rank == 13)
        return 0;
    while (suit < 4 && suit_letters[suit] != text[1])
        ++suit;
    return suit == 4 ? 0 : UINT64_C(1) << (16 * suit + rank);
}

int64_t dp_score_streets(int players, const char *cards, uint32_t *strengths)
{
    static const int board_cards[DP_STREETS] = {0, 3, 4, 5};
    uint64_t bits[2 * DP_MAX_PLAYERS + 5];
    uint64_t seen = 0;
    uint64_t board = 0;
    int64_t standings = 0;
    int holes;
    int dealt = 0;
    int street;
    int seat;
    int i;

    if (players != 3 && players != 4)
        return DP_BAD_PLAYERS;
    holes = 2 * players;
    for (i = 0; i < holes + 5; ++i) {
        bits[i] = parse_card(cards + 2 * (size_t)i);
        if (bits[i] == 0 || (seen & bits[i]) != 0)
            return DP_BAD_CARDS;
        seen |= bits[i];
    }
    for (street = 0; street < DP_STREETS; ++street) {
        uint32_t highest = 0;
        uint32_t lowest = UINT32_MAX;
        int best = 0;
        int weakest = 0;
        while (dealt < board_cards[street])
            board |= bits[holes + dealt++];
        for (seat = 0; seat < players; ++seat) {
            uint32_t hand = strength(board | bits[seat] | bits[players + seat]);
            if (strengths != NULL)
                strengths[street * players + seat] = hand;
            if (hand > highest) {
                highest = hand;
                best = 0;
            }
            if (hand < lowest) {
                lowest = hand;
                weakest = 0;
            }
            if (hand == highest)
                best |= 1 << seat;
            if (hand == lowest)
                weakest |= 1 << seat;
        }
        standings |= (int64_t)(best | weakest << 4) << 8 * street;
    }
    return standings;
}

int dp_odds(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2, uint64_t forehead3,
            uint64_t board, uint64_t dead, uint64_t *out)
{
    struct table table;
    int code = read_table(players, own, forehead1, forehead2, forehead3, board, dead, &table);
    if (code == DP_OK) {
        backend()->odds(&table, NULL, out);
        out[DP_ODDS - 1] = count_all_worlds(&table);
    }
    return code;
}

int64_t dp_odds_many(const uint64_t *views, int64_t count, uint64_t *out)
{
    const struct backend *chosen = backend();
    int64_t i;
    for (i = 0; i < count; ++i) {
        const uint64_t *view = views + i * DP_VIEW;
        struct table table;
        int players = view[0] <= DP_MAX_PLAYERS ? (int)view[0] : 0;
        if (read_table(players, view[1], view[2], view[3], view[4], view[5], view[6], &table) !=
            DP_OK)
            return i;
        chosen->odds(&table, NULL, out + i * DP_ODDS);
        out[i * DP_ODDS + DP_ODDS - 1] = count_all_worlds(&table);
    }
    return -1;
}

int dp_odds_next(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                 uint64_t forehead3, uint64_t board, uint64_t dead, int expert, uint64_t *out)
{
    struct table table;
    int code = read_table(players, own, forehead1, forehead2, forehead3, board, dead, &table);
    int board_cards = count_bits(board);
    if (code != DP_OK)
        return code;
    if (board_cards != 3 && board_cards != 4)
        return DP_BAD_STREET;
    return odds_next(backend(), &table, expert, out);
}

int dp_odds_sampled(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                    uint64_t forehead3, uint64_t board, uint64_t dead, int board_cards, int expert,
                    int64_t samples, uint64_t seed, double *out)
{
    struct table table;
    int code = read_table(players, own, forehead1, forehead2, forehead3, board, dead, &table);
    if (code != DP_OK)
        return code;
    if (board_cards < 3 || board_cards > 5 || board_cards <= count_bits(board))
        return DP_BAD_STREET;
    return odds_sampled(backend(), &table, board_cards, expert, samples, seed, out);
}

int dp_odds_weighted(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                     uint64_t forehead3, uint64_t board, uint64_t dead, const double *prior,
                     const double *weights, double *out)
{
    struct table table;
    int code = read_table(players, own, forehead1, forehead2, forehead3, board, dead, &table);
    return code == DP_OK ? backend()->odds_weighted(&table, prior, weights, out) : code;
}
