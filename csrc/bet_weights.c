/* How well each pair of hidden cards explains the bets that another player made. */
#include "backend.h"
#include "classes.h"
#include "numbers.h"
#include "rules.h"
#include "view.h"

#include <string.h>

#define HELD_SETS 16
#define ALL_HELD (HELD_SETS - 1)

static const int held_count[HELD_SETS] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* A bet as it was seen, and what the bettor had. */
struct seen_bet {
    int players;
    int expert;
    int street;
    int target;
    int chips;
    int has_card;
    int most;  /* chips that could be bet */
    int spare; /* chips beyond one for each street to come, the present one included */
};

static FORCE_INLINE double power_of(double base, int exponent)
{
    double result = base;
    while (--exponent > 0)
        result *= base;
    return result;
}

/* Softmax of the expected points over the legal bets. */
struct softmax {
    double temperature;
    /* exp of what is kept, by chips bet, and by +1 and Bluff held after */
    double kept[DP_MAX_BET + 1][4];
    double idle;    /* exp of what playing Clockwise or Blank costs */
    double penalty; /* exp of what a wrong +1 costs */
};

static double kept_value(const double *values, int street, int spare, int kinds)
{
    int to_come = DP_STREETS - 1 - street;
    return to_come == 0 ? 0 : values[value_index(to_come, spare, kinds & 1, kinds >> 1)];
}

/* +1 and Bluff of a set of held cards, as two bits. */
static FORCE_INLINE int kinds_of(int held)
{
    return (held & DP_PLUS_ONE ? 1 : 0) | (held & DP_BLUFF ? 2 : 0);
}

static void prepare_softmax(const struct seen_bet *bet, const double *model, const double *values,
                            struct softmax *softmax)
{
    double temperature = model[DP_MODEL_TEMPERATURE];
    double most = kept_value(values, bet->street, bet->spare, 3);
    int chips;
    int kinds;
    softmax->temperature = temperature;
    for (chips = 1; chips <= bet->most; ++chips)
        for (kinds = 0; kinds < 4; ++kinds) {
            double kept = kept_value(values, bet->street, bet->spare - (chips - 1), kinds);
            softmax->kept[chips][kinds] =
                exponential(model[DP_MODEL_PATIENCE] * (kept - most) / temperature);
        }
    softmax->idle = exponential(-model[DP_MODEL_IDLE_VALUE] / temperature);
    softmax->penalty = bet->expert ? exponential(-1 / temperature) : 1;
}

/* The probabilities of a bet without action card, and over each of the four. */
struct choice {
    double bare;
    double played[DP_ACTION_CARDS];
};

/* Sums over all targets, by the chips bet, of exp of what a bet brings at once. */
struct gains {
    double best[DP_MAX_BET + 1];
    double raised[DP_MAX_BET + 1]; /* with +1 */
    double weakest[DP_MAX_BET + 1];
};

/* powers: exp of the odds, the best's and then the weakest's. */
static FORCE_INLINE void sum_gains(const struct seen_bet *bet, const struct softmax *softmax,
                                   const double *powers, struct gains *gains)
{
    int player;
    int chips;
    for (chips = 1; chips <= bet->most; ++chips)
        gains->best[chips] = gains->raised[chips] = gains->weakest[chips] = 0;
    for (player = 0; player < bet->players; ++player) {
        double b = powers[player];
        double w = powers[DP_MAX_PLAYERS + player];
        /* One chip more for a right +1, and in Expert Mode one point less lost than a wrong one. */
        double raise = (bet->expert ? b * b : b) * softmax->penalty;
        double b_power = b;
        double w_power = w;
        for (chips = 1; chips <= bet->most; ++chips) {
            gains->best[chips] += b_power;
            gains->weakest[chips] += w_power;
            gains->raised[chips] += b_power * raise;
            b_power *= b;
            w_power *= w;
        }
    }
}

static FORCE_INLINE void choose_softly(const struct seen_bet *bet, const struct softmax *softmax,
                                       const double *powers, const struct gains *gains, int held,
                                       struct choice *choice)
{
    const double *kept = softmax->kept[bet->chips];
    const double *weakest = powers + DP_MAX_PLAYERS;
    int kinds = kinds_of(held);
    int idle = (held & DP_CLOCKWISE ? 1 : 0) + (held & DP_BLANK ? 1 : 0);
    int after = bet->target + 1 == bet->players ? 0 : bet->target + 1;
    double on_target = power_of(powers[bet->target], bet->chips);
    double total = 0;
    int chips;
    for (chips = 1; chips <= bet->most; ++chips) {
        const double *left = softmax->kept[chips];
        total += gains->best[chips] * left[kinds] * (1 + idle * softmax->idle);
        if (held & DP_PLUS_ONE)
            total += gains->raised[chips] * left[kinds & 2];
        if (held & DP_BLUFF)
            total += gains->weakest[chips] * left[kinds & 1];
    }
    choice->bare = on_target * kept[kinds] / total;
    choice->played[0] = on_target * power_of(powers[bet->target], 1 + bet->expert) *
                        softmax->penalty * kept[kinds & 2] / total;
    choice->played[1] = power_of(powers[after], bet->chips) * softmax->idle * kept[kinds] / total;
    choice->played[2] = power_of(weakest[bet->target], bet->chips) * kept[kinds & 1] / total;
    choice->played[3] = on_target * softmax->idle * kept[kinds] / total;
}

/* A player who bets on the best visible cards: 2-2-2-1 chips, over any held action card or none. */
static void choose_naively(const struct seen_bet *bet, const uint32_t *visible, int held,
                           struct choice *choice)
{
    static const int plan[DP_STREETS] = {2, 2, 2, 1};
    int after = (bet->target + 1) % bet->players;
    uint32_t highest = 0;
    uint32_t lowest = UINT32_MAX;
    int best = 0;
    int weakest = 0;
    double share = bet->chips == plan[bet->street] ? 1.0 / (1 + held_count[held]) : 0;
    int player;
    for (player = 0; player < bet->players; ++player) {
        if (visible[player] > highest) {
            highest = visible[player];
            best = 0;
        }
        if (visible[player] < lowest) {
            lowest = visible[player];
            weakest = 0;
        }
        best += visible[player] == highest;
        weakest += visible[player] == lowest;
    }
    choice->bare = visible[bet->target] == highest ? share / best : 0;
    choice->played[0] = choice->played[3] = choice->bare;
    choice->played[1] = visible[after] == highest ? share / best : 0;
    choice->played[2] = visible[bet->target] == lowest ? share / weakest : 0;
}

/* A player's hand as everybody but the player sees it, or the player itself its own. */
static uint32_t visible_strength(uint64_t card, uint64_t board)
{
    return board == 0 ? 1 + (uint32_t)(index_of(card) % RANKS) : dp_mask_strength(board | card);
}

static int read_bets(int players, int expert, int count, const uint8_t *bytes,
                     struct seen_bet *bets)
{
    int chips = DP_CHIPS;
    int cards = 0;
    int i;
    for (i = 0; i < count; ++i) {
        struct seen_bet *bet = &bets[i];
        int to_come = DP_STREETS - 1 - i;
        bet->players = players;
        bet->expert = expert;
        bet->street = i;
        bet->target = *bytes++;
        bet->chips = *bytes++;
        bet->has_card = *bytes++;
        bet->spare = chips - to_come - 1;
        bet->most = largest_bet(chips, to_come);
        cards += bet->has_card;
        if (bet->target >= players || bet->chips < DP_MIN_BET || bet->chips > bet->most ||
            bet->has_card > 1 || cards > DP_ACTION_CARDS)
            return DP_BAD_BETS;
        chips -= bet->chips;
    }
    return DP_OK;
}

/* All that is known of a player's bets and how the player may bet. */
struct evidence {
    int players;
    int viewer;
    const uint64_t *foreheads;
    const uint64_t *boards;
    uint64_t unseen;
    int bet_count;
    int model_count;
    const double *models;
    const double *odds[DP_STREETS];
    int suits[DP_STREETS];
    struct seen_bet bets[DP_STREETS];
    struct softmax softmax[DP_STREETS][DP_MAX_MODELS];
};

/* exp of the odds of every own card's class, for one forehead card: by street and model. */
struct row {
    double powers[DP_STREETS][DP_MAX_MODELS][BEST_AND_WEAKEST * CLASSES];
};

static FORCE_INLINE int is_soft(const double *model)
{
    return model[DP_MODEL_KIND] == DP_SOFTMAX && model[DP_MODEL_NOISE] < 1;
}

static FORCE_INLINE void fill_row(const struct evidence *evidence, uint64_t x_card, struct row *row)
{
    int i;
    int m;
    for (i = 0; i < evidence->bet_count; ++i) {
        int suit = evidence->suits[i];
        const double *odds =
            evidence->odds[i] + BEST_AND_WEAKEST * (size_t)(CLASSES * class_of(x_card, suit));
        for (m = 0; m < evidence->model_count; ++m) {
            const double *model = evidence->models + DP_MODEL_SIZE * (size_t)m;
            if (is_soft(model))
                exponentials(odds, 1 / model[DP_MODEL_TEMPERATURE], row->powers[i][m],
                             BEST_AND_WEAKEST * count_classes(suit));
        }
    }
}

/* How likely the bets are, if the player is of one model, for hidden cards x and y. */
static FORCE_INLINE double likelihood_of_bets(const struct evidence *evidence,
                                              const struct row *row, int m, uint64_t x_card,
                                              uint64_t y_card)
{
    const double *model = evidence->models + DP_MODEL_SIZE * (size_t)m;
    double noise = model[DP_MODEL_NOISE];
    double weight[HELD_SETS] = {0};
    double sum = 0;
    int first = ALL_HELD; /* sets below have no weight */
    int held;
    int i;
    weight[ALL_HELD] = 1;
    for (i = 0; i < evidence->bet_count; ++i) {
        const struct seen_bet *bet = &evidence->bets[i];
        const double *powers = NULL;
        uint32_t visible[DP_MAX_PLAYERS] = {0};
        struct gains gains;
        double next[HELD_SETS] = {0};
        int card;
        if (is_soft(model)) {
            powers =
                row->powers[i][m] + BEST_AND_WEAKEST * (size_t)class_of(y_card, evidence->suits[i]);
            sum_gains(bet, &evidence->softmax[i][m], powers, &gains);
        } else if (noise < 1) {
            int player;
            for (player = 0; player < evidence->players; ++player) {
                uint64_t one = player == 0                  ? y_card
                               : player == evidence->viewer ? x_card
                                                            : evidence->foreheads[player];
                visible[player] = visible_strength(one, evidence->boards[i]);
            }
        }
        for (held = first; held < HELD_SETS; ++held) {
            struct choice choice = {0, {0, 0, 0, 0}};
            double any;
            if (!(weight[held] > 0))
                continue;
            if (powers != NULL)
                choose_softly(bet, &evidence->softmax[i][m], powers, &gains, held, &choice);
            else if (noise < 1)
                choose_naively(bet, visible, held, &choice);
            any = noise / (bet->players * bet->most * (1 + held_count[held]));
            if (!bet->has_card) {
                next[held] += weight[held] * ((1 - noise) * choice.bare + any);
                continue;
            }
            for (card = 0; card < DP_ACTION_CARDS; ++card)
                if (held >> card & 1)
                    next[held & ~(1 << card)] +=
                        weight[held] * ((1 - noise) * choice.played[card] + any);
        }
        if (bet->has_card)
            first = 0;
        memcpy(weight, next, sizeof next);
    }
    for (held = 0; held < HELD_SETS; ++held)
        sum += weight[held];
    return sum;
}

/* The likelihood of the bets for all pairs of classes, and the largest of them. */
static FORCE_INLINE double weigh_pairs(const struct evidence *evidence, double (*by_class)[CLASSES])
{
    struct row row;
    int finest = evidence->suits[evidence->bet_count - 1];
    int classes = count_classes(finest);
    double largest = 0;
    int x;
    int y;
    int m;
    for (x = 0; x < classes; ++x) {
        uint64_t x_card = lowest_card(class_cards(x, finest) & evidence->unseen);
        if (x_card != 0)
            fill_row(evidence, x_card, &row);
        for (y = 0; y < classes; ++y) {
            uint64_t y_card = lowest_card(class_cards(y, finest) & evidence->unseen & ~x_card);
            double sum = 0;
            for (m = 0; m < evidence->model_count && x_card != 0 && y_card != 0; ++m) {
                double prior = evidence->models[DP_MODEL_SIZE * (size_t)m + DP_MODEL_PRIOR];
                if (prior > 0)
                    sum += prior * likelihood_of_bets(evidence, &row, m, x_card, y_card);
            }
            by_class[x][y] = sum;
            largest = sum > largest ? sum : largest;
        }
    }
    return largest;
}

/* Compiled for each target. */
#define BET_WEIGHTS(name, target)                                                                  \
    target double dp_bet_weights_##name(const struct evidence *evidence,                           \
                                        double (*by_class)[CLASSES])                               \
    {                                                                                              \
        return weigh_pairs(evidence, by_class);                                                    \
    }
EACH_TARGET(BET_WEIGHTS)

int dp_bet_weights(int players, int expert, int viewer, const uint64_t *foreheads,
                   const uint64_t *boards, uint64_t unseen, int bet_count, const uint8_t *bet_bytes,
                   const double *odds1, const double *odds2, const double *odds3,
                   const double *odds4, int model_count, const double *models, const double *values,
                   double *out)
{
    struct evidence evidence;
    double by_class[CLASSES][CLASSES];
    double largest;
    double scale;
    int finest;
    int x;
    int y;
    int i;
    int m;

    if ((players != 3 && players != 4) || viewer < 1 || viewer >= players)
        return DP_BAD_PLAYERS;
    if ((unseen & ~ALL_CARDS) != 0)
        return DP_BAD_CARDS;
    for (i = 1; i < players; ++i)
        if (i != viewer && (count_bits(foreheads[i]) != 1 || (foreheads[i] & ~ALL_CARDS) != 0))
            return DP_BAD_CARDS;
    if (bet_count < 1 || bet_count > DP_STREETS)
        return DP_BAD_BETS;
    if (model_count < 1 || model_count > DP_MAX_MODELS)
        return DP_BAD_MODEL;
    if (read_bets(players, expert != 0, bet_count, bet_bytes, evidence.bets) != DP_OK)
        return DP_BAD_BETS;
    evidence.players = players;
    evidence.viewer = viewer;
    evidence.foreheads = foreheads;
    evidence.boards = boards;
    evidence.unseen = unseen;
    evidence.bet_count = bet_count;
    evidence.model_count = model_count;
    evidence.models = models;
    evidence.odds[0] = odds1;
    evidence.odds[1] = odds2;
    evidence.odds[2] = odds3;
    evidence.odds[3] = odds4;
    for (i = 0; i < bet_count; ++i) {
        evidence.suits[i] = flush_suit(boards[i]);
        for (m = 0; m < model_count; ++m) {
            const double *model = models + DP_MODEL_SIZE * (size_t)m;
            if (!(model[DP_MODEL_TEMPERATURE] * 1000 >= DP_LEAST_TEMPERATURE) ||
                !(model[DP_MODEL_NOISE] >= 0 && model[DP_MODEL_NOISE] <= 1) ||
                !(model[DP_MODEL_PATIENCE] >= 0 && model[DP_MODEL_PATIENCE] <= 1) ||
                !(model[DP_MODEL_IDLE_VALUE] >= 0 && model[DP_MODEL_PRIOR] >= 0))
                return DP_BAD_MODEL;
            prepare_softmax(&evidence.bets[i], model, values, &evidence.softmax[i][m]);
        }
    }
    finest = evidence.suits[bet_count - 1];
    largest = dp_backend_in_use()->bet_weights(&evidence, by_class);
    if (!(largest > 0))
        return DP_IMPOSSIBLE;
    scale = 1 / largest;
    for (i = 0; i < DP_DECK * DP_DECK; ++i)
        out[i] = 0;
    for (x = 0; x < DP_DECK; ++x) {
        uint64_t x_card = card_bit(x);
        int x_class;
        if ((x_card & unseen) == 0)
            continue;
        x_class = class_of(x_card, finest);
        for (y = 0; y < DP_DECK; ++y) {
            uint64_t y_card = card_bit(y);
            if (x != y && (y_card & unseen) != 0)
                out[DP_DECK * x + y] = by_class[x_class][class_of(y_card, finest)] * scale;
        }
    }
    return DP_OK;
}
