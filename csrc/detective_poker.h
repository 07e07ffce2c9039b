/* The native core of detective-poker: plain C11, no allocation, no stdio, no abort, and no
 * mutable state but the backend in use.
 *
 * A set of cards is one 64-bit word: four 16-bit lanes, one a suit (clubs, diamonds, hearts,
 * spades), of which the lowest 13 bits are the ranks two to ace.  A card index is its place in
 * the deck ordered by those bits: 13 * suit + rank, 0 to 51.
 *
 * A strength is category << 26 | primary << 13 | kickers, where the last two are 13-bit sets of
 * ranks.  Strengths of hands of equally many cards compare as the hands do; it is never 0.
 */
#ifndef DETECTIVE_POKER_H
#define DETECTIVE_POKER_H

#include <stdint.h>

#define DP_CATEGORY_SHIFT 26
#define DP_PRIMARY_SHIFT 13

#define DP_MAX_PLAYERS 4
#define DP_STREETS 4
#define DP_BOARD_CARDS 5
#define DP_BEST_CARDS 5
#define DP_HAND_SIZE 6
#define DP_CATEGORIES 9
#define DP_DECK 52
#define DP_VIEW 7
#define DP_ODDS 9
#define DP_SAMPLED_ODDS 16

/* Rules of betting. */
#define DP_CHIPS 7
#define DP_MIN_BET 1
#define DP_MAX_BET 3 /* and no more than leaves a chip for each street to come */
#define DP_ACTION_CARDS 4

/* Sets of action cards. */
#define DP_PLUS_ONE 1
#define DP_CLOCKWISE 2
#define DP_BLUFF 4
#define DP_BLANK 8

/* The places in a table of what it is worth, in points, to keep so much for 1 to 3 streets to come:
 *     values[DP_VALUES_OF_STREET * (streets to come - 1) + DP_VALUES_OF_CHIP * spare chips +
 *            DP_VALUES_OF_PLUS_ONE * (+1 held) + DP_VALUES_OF_BLUFF * (Bluff held)]
 * Spare chips, DP_MAX_SPARE at most, are those beyond one for each street to come. */
#define DP_VALUES_SIZE 48
#define DP_VALUES_OF_STREET 16
#define DP_VALUES_OF_CHIP 4
#define DP_VALUES_OF_PLUS_ONE 1
#define DP_VALUES_OF_BLUFF 2
#define DP_MAX_SPARE 3

/* Answers of the functions that return int. */
#define DP_OK 0
#define DP_BAD_PLAYERS (-1)
#define DP_BAD_CARDS (-2)
#define DP_BAD_BACKEND (-3)
#define DP_BAD_STREET (-4)
#define DP_BAD_BETS (-5)
#define DP_IMPOSSIBLE (-6)
#define DP_BAD_MODEL (-7)

/* The same functions are compiled for several instruction sets, of which this machine has some: the
 * backends, numbered from 0, the fastest first and plain C last.  All give the same answers.  One
 * is in use by all threads; it may change at any time. */

/* The name of a backend of this machine, such as "avx2"; NULL from the first number on that is
 * none. */
const char *dp_backend_name(int number);

/* The number of the backend in use: the fastest, unless another was chosen. */
int dp_backend(void);

/* Choose a backend.  Returns DP_OK or DP_BAD_BACKEND. */
int dp_use_backend(int number);

/* What the others' bets tell. */
#define DP_CLASSES 26
#define DP_PAIR_ODDS_SIZE 5408
#define DP_POSTERIOR_SIZE 217
#define DP_MAX_MODELS 8

/* A model of how somebody bets is DP_MODEL_SIZE numbers. */
#define DP_MODEL_SIZE 6
#define DP_MODEL_KIND 0        /* DP_SOFTMAX or DP_NAIVE */
#define DP_MODEL_TEMPERATURE 1 /* points; DP_LEAST_TEMPERATURE thousandths at least */
#define DP_MODEL_NOISE 2       /* the share of bets that are any legal bet; 1 is all */
#define DP_MODEL_IDLE_VALUE 3  /* points that Clockwise and Blank are worth if kept */
#define DP_MODEL_PATIENCE 4    /* the share of the values of what is kept that counts, 0 to 1 */
#define DP_MODEL_PRIOR 5       /* the weight of this model among others */
#define DP_SOFTMAX 0
#define DP_NAIVE 1
#define DP_LEAST_TEMPERATURE 10

/* The strength of the 2 to 7 cards of a mask; 0 if that is not what the mask holds. */
uint32_t dp_mask_strength(uint64_t mask);

/* out[i] = dp_mask_strength(masks[i]) for every i below count.  Returns -1, or the first index
 * whose mask does not hold 2 to 7 cards; out is then written up to that index only. */
int64_t dp_strengths(const uint64_t *masks, uint32_t *out, int64_t count);

/* How many of all hands of 2 to 7 cards are of each category: out[DP_CATEGORIES].
 * Returns DP_OK or DP_BAD_CARDS. */
int dp_count_categories(int cards, uint64_t *out);

/* The card indexes of the best five cards (of all, if fewer) of a mask in playing order: groups
 * before kickers, high before low, equal ranks by index downwards, the wheel 5-4-3-2-A.
 * Returns how many were written to out[5], or DP_BAD_CARDS. */
int dp_best_cards(uint64_t mask, uint8_t *out);

/* Everything that scoring asks of the cards.  cards: the own cards by seat, the forehead cards by
 * seat, then the five cards of the board; as text, two letters each ("As"), nothing between.
 * Returns a byte for each street, preflop the lowest, whose bits 0 to 3 are the seats with a hand
 * that no other beats and whose bits 4 to 7 those with a hand that beats no other; or
 * DP_BAD_PLAYERS or DP_BAD_CARDS (no such card, or a card twice; what comes after it is not read).
 * strengths and hands are either NULL or written to for each hand i, which is that of seat
 * i % players on street i / players: strengths[i], and from hands[DP_HAND_SIZE * i] on how many
 * cards dp_best_cards finds, and their indexes. */
int64_t dp_score_streets(int players, const char *cards, uint32_t *strengths, uint8_t *hands);

/* In how many worlds is each player best or weakest?  The viewer is player 0, the others follow;
 * a world gives the viewer a forehead card and every other player an own card, all distinct and
 * none of them seen.  own: the viewer's own card; forehead1 to 3: the forehead cards of the
 * others (the last is 0 with 3 players); board: 0, 3, 4 or 5 cards; dead: other cards seen.
 * out[DP_ODDS]: 0 to 3 best, 4 to 7 weakest, 8 the number of worlds.
 * Returns DP_OK, DP_BAD_PLAYERS or DP_BAD_CARDS. */
int dp_odds(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2, uint64_t forehead3,
            uint64_t board, uint64_t dead, uint64_t *out);

/* dp_odds for many views: view i is the arguments of dp_odds in their order, in
 * views[i * DP_VIEW ...], and its odds go to out[i * DP_ODDS ...].
 * Returns -1, or the first index whose view is not in order; out is then written up to it only. */
int64_t dp_odds_many(const uint64_t *views, int64_t count, uint64_t *out);

/* dp_odds with one card more on the board, over all the cards that it can be; the board has 3 or 4
 * cards now.  With expert, a card that pairs the board is discarded and replaced; every world then
 * counts in proportion to its probability.  Returns DP_OK, DP_BAD_PLAYERS, DP_BAD_CARDS (also if
 * cards could run out) or DP_BAD_STREET. */
int dp_odds_next(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                 uint64_t forehead3, uint64_t board, uint64_t dead, int expert, uint64_t *out);

/* dp_odds with board_cards (3, 4 or 5, more than now) on the board, over boards dealt at random
 * from a seed.  For every board there are eight probabilities, in the order of dp_odds:
 * out[DP_SAMPLED_ODDS] are their sums, then the sums of their squares.
 * Returns as dp_odds_next. */
int dp_odds_sampled(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                    uint64_t forehead3, uint64_t board, uint64_t dead, int board_cards, int expert,
                    int64_t samples, uint64_t seed, double *out);

/* The odds of another player's view for every pair of cards that are hidden from you.
 *
 * The other player is player 0 and the rest follow clockwise; `viewer` is your place, 1 or more.
 * The other player sees foreheads[p] of the players p but 0 and you (whose entries are not read),
 * the board, other dead cards, your forehead card x, and its own card y, which are both unknown to
 * you.  Cards are taken by class: the rank r for most cards, 13 + r for those of the suit of which
 * the board has three or more.  out[8 * (26 * class of x + class of y)] and on: the probabilities
 * that players 0 to 3 are best, then weakest; not written for pairs that cannot be.
 * out holds DP_PAIR_ODDS_SIZE numbers.  Returns DP_OK, DP_BAD_PLAYERS or DP_BAD_CARDS. */
int dp_pair_odds(int players, int viewer, const uint64_t *foreheads, uint64_t board, uint64_t dead,
                 double *out);

/* How well each pair of hidden cards explains all the bets that another player made in a hand.
 *
 * Players as in dp_pair_odds.  expert: 1 in Expert Mode, else 0.  boards: the board at each bet;
 * unseen: the cards that you do not see.  bets: three bytes each, for the first street and on: the
 * target (a player), the chips, 1 if an action card is under it.  odds1 to 4: what dp_pair_odds
 * says for each bet's street, as many as there are bets.  models: of one of these the player is,
 * by their priors.  values: what is kept is worth, DP_VALUES_SIZE numbers.
 * out[52 * x + y], by card indexes: proportional to the likelihood of the bets, the largest about
 * 1; 0 for cards that you see and for x = y.  Face-down action cards are summed over: each is one
 * that was still held.
 * Returns DP_OK, DP_BAD_PLAYERS, DP_BAD_CARDS, DP_BAD_BETS, DP_BAD_MODEL or DP_IMPOSSIBLE (nothing
 * explains the bets). */
int dp_bet_weights(int players, int expert, int viewer, const uint64_t *foreheads,
                   const uint64_t *boards, uint64_t unseen, int bet_count, const uint8_t *bets,
                   const double *odds1, const double *odds2, const double *odds3,
                   const double *odds4, int model_count, const double *models, const double *values,
                   double *out);

/* The posterior over all hidden cards.  Players and cards as in dp_odds.  weights: for each other
 * player, 52 * 52 numbers as dp_bet_weights writes them; a world weighs the product of theirs.
 * by_class: 1 if cards of one class (see dp_pair_odds) weigh alike, else 0.
 * out, DP_POSTERIOR_SIZE numbers: the probabilities that players 0 to 3 are best; weakest; the bits
 * of information in the weights; the probability of each forehead card of the viewer, by card
 * index; of each own card of the others, 52 for each.
 * Returns DP_OK, DP_BAD_PLAYERS, DP_BAD_CARDS or DP_IMPOSSIBLE (all worlds weigh nothing). */
int dp_posterior(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                 uint64_t forehead3, uint64_t board, uint64_t dead, int by_class,
                 const double *weights, double *out);

#endif
