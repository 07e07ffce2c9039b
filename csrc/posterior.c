/* The posterior over all hidden cards.  It is compiled once: no instruction set makes it faster. */
#include "classes.h"
#include "levels.h"
#include "numbers.h"
#include "strength.h"
#include "view.h"

#include <string.h>

/* Sums over the cards that a player can hold: w, and products of several players' w. */
struct sums {
    double single[3];
    double pair[3]; /* without player 0, 1, 2 */
    double triple;
};

static double distinct2(double a, double b, double ab)
{
    return a * b - ab;
}

/* clang-tidy does not know what dp_read_view has seen to: one item at least, and 2 or 3 others. */
/* NOLINTBEGIN(clang-analyzer-core.UndefinedBinaryOperatorResult) */
static double distinct3(const struct sums *s)
{
    return s->single[0] * s->single[1] * s->single[2] - s->pair[2] * s->single[2] -
           s->pair[1] * s->single[1] - s->pair[0] * s->single[0] + 2 * s->triple;
}
/* NOLINTEND(clang-analyzer-core.UndefinedBinaryOperatorResult) */

static double distinct(const struct sums *s, int others)
{
    double ways = others == 2 ? distinct2(s->single[0], s->single[1], s->pair[2]) : distinct3(s);
    return ways > 0 ? ways : 0; /* rounding can fall below */
}

/* The ways for the players but `player` when one card, which weighs w[p] for each player p that
 * may hold it, is taken from the sets. */
static double distinct_without(const struct sums *s, int others, int player, const double *w)
{
    int a = player == 0;
    int b = 1 + (player <= 1);
    double ways;
    if (others == 2)
        ways = s->single[1 - player] - w[1 - player];
    else
        ways = distinct2(s->single[a] - w[a], s->single[b] - w[b], s->pair[player] - w[a] * w[b]);
    return ways > 0 ? ways : 0;
}

#define MOST_LEVELS ((DP_MAX_PLAYERS - 1) * DP_DECK)

/* What the posterior is taken over.  An item stands for cards that weigh alike. */
struct posterior {
    int others;
    const double *weights;
    int items;
    uint64_t cards[DP_DECK];
    int copies[DP_DECK];
    int first[DP_DECK]; /* the index of one of the cards, and of another if there is one */
    int second[DP_DECK];
    uint32_t viewer_strength[DP_DECK];
    uint32_t strength[3][DP_DECK];
    int levels;
    uint32_t sorted[MOST_LEVELS]; /* the others' different strengths */
    int level[3][DP_DECK];
};

/* Sums of weights over all worlds. */
struct totals {
    double all;
    double logarithms; /* of weight * log2(weight) */
    double best[DP_MAX_PLAYERS];
    double weakest[DP_MAX_PLAYERS];
    double forehead[DP_DECK]; /* by item, for one of its cards */
    double own[3][DP_DECK];   /* by item, for all of its cards */
};

static void list_items(const struct view *view, int by_class, struct posterior *posterior)
{
    int suit = flush_suit(view->board);
    int k;
    posterior->items = 0;
    for (k = 0; k < (by_class ? CLASSES : DP_DECK); ++k) {
        uint64_t cards = (by_class ? class_cards(k, suit) : card_bit(k)) & view->unseen;
        uint64_t more = cards & ~lowest_card(cards);
        if (cards != 0) {
            int item = posterior->items++;
            posterior->cards[item] = cards;
            posterior->copies[item] = count_bits(cards);
            posterior->first[item] = posterior->second[item] = index_of(cards);
            if (more != 0)
                posterior->second[item] = index_of(more);
        }
    }
}

static void find_levels(const struct view *view, struct posterior *posterior)
{
    int count = 0;
    int k;
    int p;
    for (k = 0; k < posterior->items; ++k) {
        uint64_t hand = view->board | lowest_card(posterior->cards[k]);
        posterior->viewer_strength[k] = dp_mask_strength(view->known[0] | hand);
        for (p = 0; p < posterior->others; ++p) {
            uint32_t strength = dp_mask_strength(view->known[p + 1] | hand);
            posterior->sorted[count++] = posterior->strength[p][k] = strength;
        }
    }
    posterior->levels = sort_distinct(posterior->sorted, count);
    for (k = 0; k < posterior->items; ++k)
        for (p = 0; p < posterior->others; ++p)
            posterior->level[p][k] =
                find_level(posterior->sorted, posterior->levels, posterior->strength[p][k]);
}

/* The weights of a card of item k for each of the others, when the viewer's forehead card is of
 * item x; and how many such cards there are. */
static int read_weights(const struct posterior *posterior, int x, int k, double *w)
{
    int card = k == x ? posterior->second[k] : posterior->first[k];
    int p;
    for (p = 0; p < posterior->others; ++p)
        w[p] = posterior->weights[(p * DP_DECK + posterior->first[x]) * DP_DECK + card];
    return posterior->copies[k] - (k == x);
}

static void add_sums(struct sums *to, const struct sums *from)
{
    int p;
    for (p = 0; p < 3; ++p) {
        to->single[p] += from->single[p];
        to->pair[p] += from->pair[p];
    }
    to->triple += from->triple;
}

/* up[r]: the sums over the cards with which a player is of level r or below; down[r]: or above.  A
 * product of several players' weights counts where the highest (lowest) of them is. */
static void sum_weights(const struct posterior *posterior, int x, struct sums *up,
                        struct sums *down)
{
    int others = posterior->others;
    int k;
    int p;
    int q;
    memset(up, 0, (size_t)posterior->levels * sizeof *up);
    memset(down, 0, (size_t)posterior->levels * sizeof *down);
    for (k = 0; k < posterior->items; ++k) {
        double w[3] = {0};
        double copies = read_weights(posterior, x, k, w);
        int highest = 0;
        int lowest = posterior->levels;
        if (!(copies > 0))
            continue;
        for (p = 0; p < others; ++p) {
            int level = posterior->level[p][k];
            up[level].single[p] += copies * w[p];
            down[level].single[p] += copies * w[p];
            highest = level > highest ? level : highest;
            lowest = level < lowest ? level : lowest;
            for (q = 0; q < p; ++q) {
                int other = posterior->level[q][k];
                double product = copies * w[p] * w[q];
                up[level > other ? level : other].pair[3 - p - q] += product;
                down[level < other ? level : other].pair[3 - p - q] += product;
            }
        }
        /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): as above */
        up[highest].triple += copies * w[0] * w[1] * w[2];
        down[lowest].triple += copies * w[0] * w[1] * w[2];
    }
    for (k = 1; k < posterior->levels; ++k) {
        add_sums(&up[k], &up[k - 1]);
        add_sums(&down[posterior->levels - 1 - k], &down[posterior->levels - k]);
    }
}

/* Add the worlds in which the viewer's forehead card is of item x. */
static void add_worlds(const struct posterior *posterior, int x, struct totals *totals)
{
    struct sums up[MOST_LEVELS];
    struct sums down[MOST_LEVELS];
    int others = posterior->others;
    int last = posterior->levels - 1;
    uint32_t strength = posterior->viewer_strength[x];
    /* The first of the others' levels that is not below the viewer's strength, and what ties with
     * it. */
    int first = find_level(posterior->sorted, posterior->levels, strength);
    int ties = first <= last && posterior->sorted[first] == strength;
    int k;
    int p;
    int q;

    sum_weights(posterior, x, up, down);
    totals->forehead[x] = distinct(&up[last], others);
    totals->all += posterior->copies[x] * totals->forehead[x];
    if (first + ties > 0)
        totals->best[0] += posterior->copies[x] * distinct(&up[first + ties - 1], others);
    if (first <= last)
        totals->weakest[0] += posterior->copies[x] * distinct(&down[first], others);
    for (k = 0; k < posterior->items; ++k) {
        double w[3] = {0};
        double copies = posterior->copies[x] * (double)read_weights(posterior, x, k, w);
        for (p = 0; p < others && copies > 0; ++p) {
            int level = posterior->level[p][k];
            double low[3] = {0};  /* of those who would be no higher with this card */
            double high[3] = {0}; /* no lower */
            double joint;
            if (!(w[p] > 0))
                continue;
            for (q = 0; q < others; ++q) {
                low[q] = posterior->level[q][k] <= level ? w[q] : 0;
                high[q] = posterior->level[q][k] >= level ? w[q] : 0;
            }
            joint = copies * w[p] * distinct_without(&up[last], others, p, w);
            totals->logarithms += joint * logarithm2(w[p]);
            totals->own[p][k] += joint;
            if (posterior->strength[p][k] >= strength)
                totals->best[p + 1] += copies * w[p] * distinct_without(&up[level], others, p, low);
            if (posterior->strength[p][k] <= strength)
                totals->weakest[p + 1] +=
                    copies * w[p] * distinct_without(&down[level], others, p, high);
        }
    }
}

int dp_posterior(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                 uint64_t forehead3, uint64_t board, uint64_t dead, int by_class,
                 const double *weights, double *out)
{
    double *cards_out = out + BEST_AND_WEAKEST + 1;
    double worlds;
    struct view view;
    struct posterior posterior;
    struct totals totals;
    int code = dp_read_view(players, own, forehead1, forehead2, forehead3, board, dead, &view);
    int i;
    int k;
    int p;

    if (code != DP_OK)
        return code;
    worlds = (double)dp_count_worlds(&view);
    posterior.others = players - 1;
    posterior.weights = weights;
    list_items(&view, by_class, &posterior);
    find_levels(&view, &posterior);
    memset(&totals, 0, sizeof totals);
    for (i = 0; i < posterior.items; ++i)
        add_worlds(&posterior, i, &totals);
    if (!(totals.all > 0))
        return DP_IMPOSSIBLE;
    for (i = 0; i < DP_POSTERIOR_SIZE; ++i)
        out[i] = 0;
    for (p = 0; p < players; ++p) {
        out[p] = totals.best[p] / totals.all;
        out[DP_MAX_PLAYERS + p] = totals.weakest[p] / totals.all;
    }
    out[BEST_AND_WEAKEST] = logarithm2(worlds / totals.all) + totals.logarithms / totals.all;
    for (i = 0; i < posterior.items; ++i)
        for (k = 0; k < DP_DECK; ++k) {
            if ((posterior.cards[i] & card_bit(k)) == 0)
                continue;
            cards_out[k] = totals.forehead[i] / totals.all;
            for (p = 0; p < posterior.others; ++p)
                cards_out[DP_DECK * (p + 1) + k] =
                    totals.own[p][i] / posterior.copies[i] / totals.all;
        }
    return DP_OK;
}
