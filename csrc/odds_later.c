/* Odds on a later street: over every next card, or over boards drawn at random.
 *
 * In Expert Mode a card that pairs the board is discarded, seen by all, and replaced (R7). */
#include "backend.h"
#include "cards.h"
#include "view.h"

static uint64_t pairing_cards(uint64_t board)
{
    uint64_t ranks = (board | board >> 16 | board >> 32 | board >> 48) & RANK_BITS;
    return ranks * ALL_SUITS;
}

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Add factor times the odds over the worlds in which the missing cards of the players in the set
 * `inside` are of the given cards and those of the others are not. */
static void add_odds_inside(const struct backend *backend, const struct view *view, uint64_t cards,
                            int inside, uint64_t factor, uint64_t *out)
{
    uint64_t allowed[DP_MAX_PLAYERS];
    uint64_t counts[BEST_AND_WEAKEST];
    int player;
    int i;
    for (player = 0; player < view->players; ++player)
        allowed[player] = inside >> player & 1 ? cards : ~cards;
    backend->odds(view, allowed, counts);
    for (i = 0; i < BEST_AND_WEAKEST; ++i)
        out[i] += factor * counts[i];
}

/* With the next card turned up, all worlds weigh the same in standard mode.  In Expert Mode the
 * next card is any of the n that pair no board card, unless a player holds it: if h players hold
 * such cards it is one of n - h, so the world weighs 1 / (n - h).  The unit of weight is
 * 1 / multiple, which makes all weights whole numbers. */
static int odds_next(const struct backend *backend, const struct view *view, int expert,
                     uint64_t *out)
{
    uint64_t pairing = expert ? view->unseen & pairing_cards(view->board) : 0;
    uint64_t candidates = view->unseen & ~pairing;
    int fewest = count_bits(candidates) - view->players; /* n - h, at least */
    uint64_t multiple = 1;
    int inside;
    int i;

    if (fewest < 1)
        return DP_BAD_CARDS;
    for (i = fewest; expert && i <= fewest + view->players; ++i)
        multiple *= (uint64_t)i / greatest_common_divisor(multiple, (uint64_t)i);
    for (i = 0; i < BEST_AND_WEAKEST; ++i)
        out[i] = 0;
    for (; candidates != 0; candidates &= candidates - 1) {
        struct view next = *view;
        next.board |= lowest_card(candidates);
        next.unseen &= ~next.board;
        if (!expert)
            add_odds_inside(backend, &next, 0, 0, 1, out);
        for (inside = 0; expert && inside < 1 << view->players; ++inside) {
            int choices = fewest + count_bits((uint64_t)inside);
            add_odds_inside(backend, &next, pairing, inside, multiple / (uint64_t)choices, out);
        }
    }
    out[DP_ODDS - 1] = dp_count_worlds(view) * (expert ? multiple : (uint64_t)fewest);
    return DP_OK;
}

/* A random generator (splitmix64) and unbiased numbers below a small bound. */

static uint64_t random_word(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static int random_below(uint64_t *state, int bound)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there are more cards left than players */
    uint32_t uneven = (uint32_t)(UINT64_C(0x100000000) % (uint32_t)bound);
    uint64_t product;
    do
        product = (random_word(state) >> 32) * (uint32_t)bound;
    while ((uint32_t)product < uneven);
    return (int)(product >> 32);
}

/* Deal board cards until there are so many.  Cards stay for the players. */
static int deal_board(struct view *view, int board_cards, int expert, uint64_t *state)
{
    uint64_t cards[DP_DECK];
    int left = 0;
    uint64_t rest;
    for (rest = view->unseen; rest != 0; rest &= rest - 1)
        cards[left++] = lowest_card(rest);
    while (count_bits(view->board) < board_cards) {
        uint64_t card;
        int drawn;
        if (left == view->players)
            return DP_BAD_CARDS;
        drawn = random_below(state, left);
        card = cards[drawn];
        cards[drawn] = cards[--left];
        view->unseen ^= card;
        if (!expert || (card & pairing_cards(view->board)) == 0)
            view->board |= card;
    }
    return DP_OK;
}

static int odds_sampled(const struct backend *backend, const struct view *view, int board_cards,
                        int expert, int64_t samples, uint64_t seed, double *out)
{
    int64_t sample;
    int i;
    for (i = 0; i < DP_SAMPLED_ODDS; ++i)
        out[i] = 0;
    for (sample = 0; sample < samples; ++sample) {
        struct view later = *view;
        uint64_t counts[BEST_AND_WEAKEST];
        double worlds;
        if (deal_board(&later, board_cards, expert, &seed) != DP_OK)
            return DP_BAD_CARDS;
        backend->odds(&later, NULL, counts);
        worlds = (double)dp_count_worlds(&later);
        for (i = 0; i < BEST_AND_WEAKEST; ++i) {
            double probability = (double)counts[i] / worlds;
            out[i] += probability;
            out[BEST_AND_WEAKEST + i] += probability * probability;
        }
    }
    return DP_OK;
}

int dp_odds_next(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                 uint64_t forehead3, uint64_t board, uint64_t dead, int expert, uint64_t *out)
{
    struct view view;
    int code = dp_read_view(players, own, forehead1, forehead2, forehead3, board, dead, &view);
    int board_cards = count_bits(board);
    if (code != DP_OK)
        return code;
    if (board_cards != 3 && board_cards != 4)
        return DP_BAD_STREET;
    return odds_next(dp_backend_in_use(), &view, expert, out);
}

int dp_odds_sampled(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                    uint64_t forehead3, uint64_t board, uint64_t dead, int board_cards, int expert,
                    int64_t samples, uint64_t seed, double *out)
{
    struct view view;
    int code = dp_read_view(players, own, forehead1, forehead2, forehead3, board, dead, &view);
    if (code != DP_OK)
        return code;
    if (board_cards < 3 || board_cards > 5 || board_cards <= count_bits(board))
        return DP_BAD_STREET;
    return odds_sampled(dp_backend_in_use(), &view, board_cards, expert, samples, seed, out);
}
