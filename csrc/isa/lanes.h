/* The routine `strength_of` for many hands at once, one hand in each 16-bit lane.
 *
 * A template: a file of this folder defines the operations named below; including it and then this
 * file defines NAME(dp_strengths) and NAME(dp_tally), and forgets the operations again.
 *
 *   NAME(x) TARGET   the backend's name for x, and the attribute of functions that need its target
 *   LANES            hands a step
 *   V M              a vector of 16-bit lanes; a choice of lanes
 *   SPLIT(p, ...)    read LANES masks as four vectors, one a suit, in any order of hands
 *   STORE(p, h, l)   write strengths from their high and low halves, in the order of the masks
 *   SPLAT AND AND_NOT OR XOR ADD SUB MAX SHL SHR COUNT_BITS    lane by lane; MAX takes lanes below
 *                    2^15, AND_NOT(a, b) is a & ~b
 *   XOR3 MAJORITY OR3 AND3 XOR_AND XOR_WITHIN    of three: XOR_AND(a, b, c) is a ^ (b & c),
 *                    XOR_WITHIN(a, b, c) is (a ^ b) & c
 *   MORE(a, b)       the lanes where a > b, of lanes below 2^15;  SOME(a): where a is not 0;
 *                    EQUAL(a, b): where they are the same
 *   BOTH NEITHER     combine choices of lanes;  CHOSEN(m): how many lanes are chosen
 *   KEEP(m, a)       a in the chosen lanes, else 0;  DROP(m, a): 0 in the chosen lanes, else a
 *   PICK(m, a, b)    a in the chosen lanes, else b;  and cheaper, for special cases:
 *     OVER(m, a, b)  if a is 0 in the lanes not chosen
 *     INTO(m, a, b)  if b is 0 in the chosen lanes
 *     WITHIN(m, a, b)  if all bits of a are also in b
 *     RAISE(m, a, b) if a is not less than b in the chosen lanes
 *   ADD_IN(m, a, b)  b more in the chosen lanes, else a
 *   SHED(m, a)       a less its lowest bit, unless that is its last, in the chosen lanes, else a
 *   NO_HAND(n, r)    is any n not 2 to 7, or any r more than 13 bits?
 */
#include "../backend.h"
#include "../strength.h"

#if !defined(NAME) && defined(VECTOR128_LABEL)
#include "vector128.h" /* a tool reads this file alone */
#endif

#if defined(NAME)

/* Masks that come from memory are asked for before they are needed. */
#define FETCHED_AHEAD 256
#define MASKS_A_LINE 8

struct NAME(hands) {
    V high; /* category << 10 | primary >> 3 */
    V low;  /* primary << 13 | kickers */
    V category;
    int bad; /* some mask does not hold 2 to 7 cards */
};

#define HIGH_SHIFT (DP_CATEGORY_SHIFT - 16)
#define LABEL(category) SPLAT((category) << DP_PRIMARY_SHIFT)
#define WITHOUT_LOWEST(v) AND(v, ADD(v, SPLAT(-1)))

TARGET static FORCE_INLINE struct NAME(hands) NAME(evaluate)(V a, V b, V c, V d)
{
    struct NAME(hands) hands;

    /* How often is each rank held?  Carry-save addition, as in `strength_of`. */
    V sum = XOR3(a, b, c);
    V carry = MAJORITY(a, b, c);
    V odd = XOR(sum, d);
    V two_or_three = XOR_AND(carry, sum, d);
    V fours = AND3(carry, sum, d);
    V trips = AND(odd, two_or_three);
    V ranks = OR3(odd, two_or_three, fours);

    V in_a = COUNT_BITS(a);
    V in_b = COUNT_BITS(b);
    V in_c = COUNT_BITS(c);
    V in_d = COUNT_BITS(d);
    V cards = ADD(ADD(in_a, in_b), ADD(in_c, in_d));
    V longest = MAX(MAX(in_a, in_b), MAX(in_c, in_d));

    /* A flush leaves room for nothing better but a straight flush, so its ranks stand for all. */
    V four = SPLAT(4);
    M flush = MORE(longest, four);
    V suit = INTO(MORE(in_a, four), a,
                  INTO(MORE(in_b, four), b, INTO(MORE(in_c, four), c, KEEP(MORE(in_d, four), d))));
    V set = OVER(flush, suit, ranks);

    /* Straights, the ace also below the two.  Seven cards make one run at most. */
    V low_ace = OR(ADD(set, set), SHR(set, 12));
    V run2 = AND(low_ace, ADD(low_ace, low_ace));
    V run5 = AND3(run2, SHL(run2, 2), SHL(low_ace, 4));
    V top = AND_NOT(SHR(run5, 1), SHR(run5, 2));
    M straight = SOME(run5);

    /* Groups: up to three pairs, two trips, one four.  Without trips, two_or_three are the pairs;
     * with trips, the pairs do not matter but for a full house. */
    V upper = WITHOUT_LOWEST(two_or_three);
    V upper_trips = WITHOUT_LOWEST(trips);
    V pairs = WITHIN(SOME(WITHOUT_LOWEST(upper)), upper, two_or_three);
    V three = MAX(upper_trips, XOR(trips, upper_trips));
    M any_pair = SOME(two_or_three);
    M another = SOME(upper);
    M any_trips = SOME(trips);
    M any_four = SOME(fours);
    M full = BOTH(any_trips, another);

    /* The label of the category goes above the 13 bits of the primary ranks. */
    V paired = ADD_IN(another, ADD_IN(any_pair, pairs, LABEL(PAIR)), LABEL(TWO_PAIR - PAIR));
    V tripled = ADD_IN(full, ADD_IN(any_trips, three, LABEL(THREE_OF_A_KIND)),
                       LABEL(FULL_HOUSE - THREE_OF_A_KIND));
    V fourfold = ADD_IN(any_four, fours, LABEL(FOUR_OF_A_KIND));
    V group = OVER(any_four, fourfold, OVER(any_trips, tripled, paired));

    /* Kickers: what is left, less the lowest ranks, one for every card above five, but never the
     * last rank.  The ranks of a flush pass through here, too. */
    V in_play = PICK(flush, longest, cards);
    V primary = DROP(flush, group);
    V kickers = XOR_WITHIN(WITHIN(full, two_or_three, set), primary, SPLAT(RANK_BITS));
    kickers = SHED(MORE(in_play, SPLAT(5)), kickers);
    kickers = SHED(MORE(in_play, SPLAT(6)), kickers);

    primary = INTO(flush, OR(kickers, LABEL(FLUSH)), primary);
    primary = OVER(straight, ADD_IN(straight, top, LABEL(STRAIGHT)), primary);
    hands.high = ADD_IN(BOTH(flush, straight), SHR(primary, 16 - DP_PRIMARY_SHIFT),
                        SPLAT((STRAIGHT_FLUSH - STRAIGHT) << HIGH_SHIFT));
    hands.low = ADD_IN(NEITHER(flush, straight), SHL(primary, DP_PRIMARY_SHIFT), kickers);
    /* The category alone, for those who ask for nothing else. */
    hands.category = KEEP(any_pair, SPLAT(PAIR));
    hands.category = RAISE(another, SPLAT(TWO_PAIR), hands.category);
    hands.category = RAISE(any_trips, SPLAT(THREE_OF_A_KIND), hands.category);
    hands.category = RAISE(straight, SPLAT(STRAIGHT), hands.category);
    hands.category = RAISE(flush, SPLAT(FLUSH), hands.category);
    hands.category = RAISE(full, SPLAT(FULL_HOUSE), hands.category);
    hands.category = RAISE(any_four, SPLAT(FOUR_OF_A_KIND), hands.category);
    hands.category = RAISE(BOTH(flush, straight), SPLAT(STRAIGHT_FLUSH), hands.category);
    hands.bad = NO_HAND(cards, ranks);
    return hands;
}

/* LANES strengths; writes nothing and returns 0 if any mask is no hand. */
TARGET static FORCE_INLINE int NAME(step)(const uint64_t *masks, uint32_t *out)
{
    struct NAME(hands) hands;
    V a, b, c, d;
    SPLIT(masks, a, b, c, d);
    hands = NAME(evaluate)(a, b, c, d);
    if (hands.bad)
        return 0;
    STORE(out, hands.high, hands.low);
    return 1;
}

TARGET int64_t NAME(dp_strengths)(const uint64_t *masks, uint32_t *out, int64_t count)
{
    uint64_t few[LANES];
    uint32_t few_out[LANES];
    int64_t done;
    int rest;
    int i;

    for (done = 0; count - done >= LANES; done += LANES) {
        if (count - done >= FETCHED_AHEAD + LANES)
            for (i = 0; i < LANES; i += MASKS_A_LINE)
                PREFETCH(masks + done + FETCHED_AHEAD + i);
        if (!NAME(step)(masks + done, out + done))
            return done + dp_strengths_plain(masks + done, out + done, LANES);
    }
    rest = (int)(count - done);
    if (rest <= 0)
        return -1;
    for (i = 0; i < LANES; ++i)
        few[i] = i < rest ? masks[done + i] : SOME_HAND;
    if (!NAME(step)(few, few_out))
        return done + dp_strengths_plain(masks + done, out + done, rest);
    for (i = 0; i < rest; ++i)
        out[done + i] = few_out[i];
    return -1;
}

/* Add the categories of the hands, a multiple of LANES, to counts. */
TARGET void NAME(dp_tally)(const uint64_t *masks, int count, uint64_t *counts)
{
    unsigned tallied[DP_CATEGORIES] = {0};
    int category;
    int i;
    for (i = 0; i < count; i += LANES) {
        V a, b, c, d;
        V is;
        SPLIT(masks + i, a, b, c, d);
        is = NAME(evaluate)(a, b, c, d).category;
        for (category = PAIR; category < DP_CATEGORIES; ++category)
            tallied[category] += (unsigned)CHOSEN(EQUAL(is, SPLAT(category)));
    }
    tallied[HIGH_CARD] = (unsigned)count;
    for (category = PAIR; category < DP_CATEGORIES; ++category) {
        tallied[HIGH_CARD] -= tallied[category];
        counts[category] += tallied[category];
    }
    counts[HIGH_CARD] += tallied[HIGH_CARD];
}

#undef HIGH_SHIFT
#undef LABEL
#undef WITHOUT_LOWEST
#undef NAME
#undef TARGET
#undef LANES
#undef V
#undef M
#undef SPLIT
#undef STORE
#undef SPLAT
#undef AND
#undef AND_NOT
#undef OR
#undef XOR
#undef ADD
#undef SUB
#undef MAX
#undef SHL
#undef SHR
#undef COUNT_BITS
#undef XOR3
#undef MAJORITY
#undef OR3
#undef AND3
#undef XOR_AND
#undef XOR_WITHIN
#undef MORE
#undef SOME
#undef EQUAL
#undef BOTH
#undef NEITHER
#undef CHOSEN
#undef PICK
#undef KEEP
#undef DROP
#undef RAISE
#undef ADD_IN
#undef OVER
#undef INTO
#undef WITHIN
#undef SHED
#undef NO_HAND
/* Those that only some of the files have. */
#undef BITALG
#undef LOAD
#undef FILL
#undef SHUFFLE
#undef EVEN
#undef ODD
#undef ANY_SIGN

#endif
