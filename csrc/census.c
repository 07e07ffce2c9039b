/* Every hand of so many cards, by category.
 *
 * The two highest cards of a hand come from a list of pairs in an order such that the pairs above
 * any card come first; the other cards are the prefix that they are joined to. */
#include "backend.h"
#include "cards.h"

#define PAIRS (DP_DECK * (DP_DECK - 1) / 2)
#define BATCH 1024
#define LONGEST_PREFIX 5

struct census {
    uint64_t pairs[PAIRS];
    uint64_t batch[BATCH];
    int waiting;
    uint64_t *counts;
};

static void list_pairs(uint64_t *pairs)
{
    int lower;
    int upper;
    for (lower = DP_DECK - 2; lower >= 0; --lower)
        for (upper = lower + 1; upper < DP_DECK; ++upper)
            *pairs++ = card_bit(lower) | card_bit(upper);
}

/* Count the hands that join a prefix to the first pairs. */
static FORCE_INLINE void join(struct census *census, uint64_t prefix, int pairs,
                              tally_function *tally)
{
    int joined = 0;
    while (joined < pairs) {
        int room = BATCH - census->waiting;
        int now = pairs - joined < room ? pairs - joined : room;
        uint64_t *batch = census->batch + census->waiting;
        int i;
        for (i = 0; i < now; ++i)
            batch[i] = prefix | census->pairs[joined + i];
        joined += now;
        census->waiting += now;
        if (census->waiting == BATCH) {
            tally(census->batch, BATCH, census->counts);
            census->waiting = 0;
        }
    }
}

static FORCE_INLINE void count_categories(int cards, uint64_t *counts, tally_function *tally)
{
    struct census census;
    uint64_t prefix[LONGEST_PREFIX + 1] = {0};
    int next[LONGEST_PREFIX + 1] = {0}; /* the lowest card that may come after the prefix */
    int longest = cards - 2;
    int length = 0;

    list_pairs(census.pairs);
    census.waiting = 0;
    census.counts = counts;
    while (length >= 0) {
        if (length == longest) {
            int above = DP_DECK - next[length];
            join(&census, prefix[length], above * (above - 1) / 2, tally);
            --length;
        } else if (next[length] == DP_DECK) {
            --length;
        } else {
            prefix[length + 1] = prefix[length] | card_bit(next[length]);
            next[length + 1] = ++next[length];
            ++length;
        }
    }
    dp_tally_plain(census.batch, census.waiting, counts);
}

/* Compiled for each backend's target, with its own way to tally. */
#define CENSUS(name, label, target, shared)                                                        \
    target void dp_census_##name(int cards, uint64_t *counts)                                      \
    {                                                                                              \
        count_categories(cards, counts, dp_tally_##name);                                          \
    }
EACH_BACKEND(CENSUS)

int dp_count_categories(int cards, uint64_t *out)
{
    int category;
    if (cards < 2 || cards > 7)
        return DP_BAD_CARDS;
    for (category = 0; category < DP_CATEGORIES; ++category)
        out[category] = 0;
    dp_backend_in_use()->census(cards, out);
    return DP_OK;
}
