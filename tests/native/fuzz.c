/* libFuzzer targets, one an entry point: compile with -DFUZZ=strengths and so on.  Arrays are
 * exactly as long as they may be, so that AddressSanitizer sees a step too far. */
#include <stdlib.h>
#include <string.h>

#include "detective_poker.h"

#define PASTE(a, b) a##b
#define TARGET(name) PASTE(fuzz_, name)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
    if (!holds)
        abort();
}

/* Words of the input, zeros after its end. */
struct input {
    const uint8_t *data;
    size_t left;
};

static uint64_t take(struct input *input, size_t bytes)
{
    uint64_t word = 0;
    if (bytes > input->left)
        bytes = input->left;
    memcpy(&word, input->data, bytes);
    input->data += bytes;
    input->left -= bytes;
    return word;
}

/* One card that is not taken yet, most of the time. */
static uint64_t take_card(struct input *input, uint64_t *taken)
{
    uint64_t choice = take(input, 1);
    int card = (int)(choice % 52);
    int tries;
    for (tries = 0; tries < 52; ++tries, card = (card + 1) % 52) {
        uint64_t bit = UINT64_C(1) << (16 * (card / 13) + card % 13);
        if ((*taken & bit) == 0 || choice == 255) {
            *taken |= bit;
            return bit;
        }
    }
    return 0;
}

static void take_view(struct input *input, uint64_t *view)
{
    uint64_t taken = 0;
    uint64_t kind = take(input, 1);
    int i;
    memset(view, 0, DP_VIEW * sizeof *view);
    if (kind == 255) {
        for (i = 0; i < DP_VIEW; ++i)
            view[i] = take(input, 8);
        return;
    }
    view[0] = kind % 6;
    for (i = 1; i <= (int)view[0] && i <= DP_MAX_PLAYERS; ++i)
        view[i] = take_card(input, &taken);
    for (i = (int)(kind / 6 % 7); i > 0; --i)
        view[5] |= take_card(input, &taken);
    for (i = (int)(kind / 42 * 8); i > 0; --i)
        view[6] |= take_card(input, &taken);
}

#define VIEW(v) (int)(v)[0], (v)[1], (v)[2], (v)[3], (v)[4], (v)[5], (v)[6]

static int backends(void)
{
    int count = 0;
    while (dp_backend_name(count) != NULL)
        ++count;
    return count;
}

/* Ask every backend; the answers must be the same. */
#define ON_EVERY_BACKEND(out, call)                                                               \
    do {                                                                                          \
        int backend;                                                                              \
        for (backend = 0; backend < backends(); ++backend) {                                      \
            memset(out, 0, sizeof(out));                                                          \
            require(dp_use_backend(backend) == DP_OK);                                            \
            code = (call);                                                                        \
            if (backend == 0)                                                                     \
                first_code = code, memcpy(first, out, sizeof(out));                               \
            require(code == first_code && memcmp(first, out, sizeof(out)) == 0);                  \
        }                                                                                         \
    } while (0)

void fuzz_strengths(struct input *input);
void fuzz_best_cards(struct input *input);
void fuzz_score_streets(struct input *input);
void fuzz_odds(struct input *input);
void fuzz_odds_many(struct input *input);
void fuzz_odds_next(struct input *input);
void fuzz_odds_sampled(struct input *input);
void fuzz_pair_odds(struct input *input);
void fuzz_bet_weights(struct input *input);
void fuzz_posterior(struct input *input);
void fuzz_backend(struct input *input);

void fuzz_strengths(struct input *input)
{
    size_t count = input->left / 8;
    uint64_t *masks = malloc(count * sizeof *masks + 1);
    uint32_t *out = malloc(count * sizeof *out + 1);
    size_t first_bad = count;
    size_t i;
    int number;
    for (i = 0; i < count; ++i) {
        uint64_t word = take(input, 8);
        uint64_t taken = 0;
        int cards = (int)(word % 8);
        if (cards >= 2)
            for (masks[i] = 0; cards > 0; --cards, word /= 64) {
                struct input one = {(const uint8_t *)&word, 1};
                masks[i] |= take_card(&one, &taken);
            }
        else
            masks[i] = word;
        if (dp_mask_strength(masks[i]) == 0 && first_bad == count)
            first_bad = i;
    }
    for (number = 0; number < backends(); ++number) {
        int64_t bad;
        require(dp_use_backend(number) == DP_OK);
        memset(out, 0xEE, count * sizeof *out);
        bad = dp_strengths(masks, out, (int64_t)count);
        require(bad == (first_bad == count ? -1 : (int64_t)first_bad));
        for (i = 0; i < count; ++i)
            require(out[i] == (i < first_bad ? dp_mask_strength(masks[i]) : 0xEEEEEEEE));
    }
    free(masks);
    free(out);
}

void fuzz_best_cards(struct input *input)
{
    uint64_t mask = take(input, 8);
    uint8_t *best = malloc(DP_BEST_CARDS);
    uint64_t chosen = 0;
    int count = dp_best_cards(mask, best);
    int i;
    require((count < 0) == (dp_mask_strength(mask) == 0));
    for (i = 0; i < count; ++i) {
        uint64_t bit = UINT64_C(1) << (16 * (best[i] / 13) + best[i] % 13);
        require(best[i] < DP_DECK && (mask & bit) != 0 && (chosen & bit) == 0);
        chosen |= bit;
    }
    if (count == DP_BEST_CARDS)
        require(dp_mask_strength(chosen) == dp_mask_strength(mask));
    free(best);
}

/* The text of a deal, most of the time; else of the rest of the input. */
static char *take_deal(struct input *input, int cards)
{
    size_t size = take(input, 1) % 8 == 0 ? input->left : 2 * (size_t)cards;
    char *text = malloc(size + 1);
    uint64_t taken = 0;
    size_t i;
    text[size] = 0;
    if (size != 2 * (size_t)cards)
        return memcpy(text, input->data, size);
    for (i = 0; i < size; i += 2) {
        uint64_t bit = take_card(input, &taken);
        int place = 0;
        while (bit >> place > 1)
            ++place;
        text[i] = "23456789TJQKA"[place % 16];
        text[i + 1] = "cdhs"[place / 16];
    }
    return text;
}

void fuzz_score_streets(struct input *input)
{
    int players = (int)(take(input, 1) % 6);
    size_t count = DP_STREETS * (size_t)(players <= DP_MAX_PLAYERS ? players : 0);
    char *text = take_deal(input, 2 * players + DP_BOARD_CARDS);
    uint32_t *strengths = malloc(count * sizeof *strengths + 1);
    uint8_t *hands = malloc(count * DP_HAND_SIZE + 1);
    int64_t code;
    size_t i;
    code = dp_score_streets(players, text, strengths, hands);
    require(code == dp_score_streets(players, text, NULL, NULL));
    for (i = 0; code >= 0 && i < count; ++i) {
        const uint8_t *hand = hands + i * DP_HAND_SIZE;
        uint64_t mask = 0;
        int card;
        require(hand[0] == (i < (size_t)players ? 2 : DP_BEST_CARDS));
        for (card = 1; card <= hand[0]; ++card)
            mask |= UINT64_C(1) << (16 * (hand[card] / 13) + hand[card] % 13);
        require(dp_mask_strength(mask) == strengths[i]);
    }
    free(text);
    free(strengths);
    free(hands);
}

void fuzz_odds(struct input *input)
{
    uint64_t view[DP_VIEW];
    uint64_t out[DP_ODDS];
    uint64_t first[DP_ODDS];
    int code, first_code = 0;
    take_view(input, view);
    ON_EVERY_BACKEND(out, dp_odds(VIEW(view), out));
    if (code == DP_OK)
        require(out[0] + out[1] + out[2] + out[3] >= out[8] && out[8] > 0);
}

void fuzz_odds_many(struct input *input)
{
    uint64_t views[3 * DP_VIEW];
    uint64_t out[3 * DP_ODDS];
    uint64_t first[3 * DP_ODDS];
    int64_t code, first_code = 0;
    int i;
    for (i = 0; i < 3; ++i)
        take_view(input, views + i * DP_VIEW);
    ON_EVERY_BACKEND(out, dp_odds_many(views, 3, out));
}

void fuzz_odds_next(struct input *input)
{
    uint64_t view[DP_VIEW];
    uint64_t out[DP_ODDS];
    uint64_t first[DP_ODDS];
    int expert = (int)(take(input, 1) % 2);
    int code, first_code = 0;
    take_view(input, view);
    ON_EVERY_BACKEND(out, dp_odds_next(VIEW(view), expert, out));
    if (code == DP_OK)
        require(out[0] + out[1] + out[2] + out[3] >= out[8] && out[8] > 0);
}

void fuzz_odds_sampled(struct input *input)
{
    uint64_t view[DP_VIEW];
    double out[DP_SAMPLED_ODDS];
    double first[DP_SAMPLED_ODDS];
    uint64_t seed = take(input, 8);
    int board_cards = (int)(take(input, 1) % 8) - 1;
    int expert = (int)(take(input, 1) % 2);
    int code, first_code = 0;
    take_view(input, view);
    ON_EVERY_BACKEND(out, dp_odds_sampled(VIEW(view), board_cards, expert, 3, seed, out));
}

/* What a player knows of another's view: forehead cards from player 1 on, a board, dead cards. */
struct other {
    int players;
    int viewer;
    uint64_t foreheads[DP_MAX_PLAYERS];
    uint64_t board;
    uint64_t dead;
};

static void take_other(struct input *input, struct other *other)
{
    uint64_t view[DP_VIEW];
    take_view(input, view);
    other->players = view[0] > 5 ? -1 : (int)view[0];
    other->viewer = (int)(take(input, 1) % 6) - 1;
    /* The viewer's own entry is not read, and holds what would be refused. */
    memcpy(other->foreheads, view + 1, sizeof other->foreheads);
    if (other->viewer >= 0 && other->viewer < DP_MAX_PLAYERS)
        other->foreheads[other->viewer] = UINT64_MAX;
    other->board = view[5];
    other->dead = view[6];
}

static int odds_of(const struct other *other, uint64_t board, double *out)
{
    return dp_pair_odds(other->players, other->viewer, other->foreheads, board, other->dead, out);
}

void fuzz_pair_odds(struct input *input)
{
    static double out[DP_PAIR_ODDS_SIZE];
    static double first[DP_PAIR_ODDS_SIZE];
    struct other other;
    int code, first_code = 0;
    int i;
    take_other(input, &other);
    ON_EVERY_BACKEND(out, odds_of(&other, other.board, out));
    for (i = 0; i < DP_PAIR_ODDS_SIZE; ++i)
        require(out[i] >= 0 && out[i] <= 1);
}

static double take_number(struct input *input, double most)
{
    uint64_t choice = take(input, 1);
    double number;
    if (choice < 250)
        return most * (double)choice / 249;
    choice = take(input, 8); /* any number at all, or none */
    memcpy(&number, &choice, sizeof number);
    return number;
}

void fuzz_bet_weights(struct input *input)
{
    static double odds[DP_STREETS][DP_PAIR_ODDS_SIZE];
    static double out[DP_DECK * DP_DECK];
    static double first[DP_DECK * DP_DECK];
    struct other other;
    uint64_t *boards;
    uint8_t *bets;
    double *models;
    double *values = malloc(DP_VALUES_SIZE * sizeof *values);
    uint64_t unseen = UINT64_C(0x1FFF1FFF1FFF1FFF);
    uint64_t rest;
    int code, first_code = 0;
    int bet_count = (int)(take(input, 1) % 6);
    int model_count = (int)(take(input, 1) % 4);
    int expert = (int)(take(input, 1) % 2);
    int held = bet_count <= DP_STREETS ? bet_count : 0;
    int i;
    take_other(input, &other);
    boards = malloc((size_t)held * sizeof *boards + 1);
    bets = malloc((size_t)(3 * held) + 1);
    models = malloc((size_t)(DP_MODEL_SIZE * model_count) * sizeof *models + 1);
    memset(odds, 0, sizeof odds);
    for (i = 0; i < DP_MAX_PLAYERS; ++i)
        if (i != other.viewer)
            unseen &= ~other.foreheads[i];
    unseen &= ~other.dead;
    /* The board of a street is the start of the last one's, which may be nonsense. */
    for (rest = other.board, i = held - 1; i >= 0; --i) {
        boards[i] = rest;
        unseen &= ~rest;
        odds_of(&other, rest, odds[i]);
        rest = i > 1 ? rest & (rest - 1) : 0;
    }
    for (i = 0; i < held; ++i) {
        bets[3 * i] = (uint8_t)(take(input, 1) % 5);
        bets[3 * i + 1] = (uint8_t)(take(input, 1) % 5);
        bets[3 * i + 2] = (uint8_t)(take(input, 1) % 3);
    }
    for (i = 0; i < model_count; ++i) {
        models[DP_MODEL_SIZE * i + DP_MODEL_KIND] = (double)(take(input, 1) % 2);
        models[DP_MODEL_SIZE * i + DP_MODEL_TEMPERATURE] = take_number(input, 2);
        models[DP_MODEL_SIZE * i + DP_MODEL_NOISE] = take_number(input, 1);
        models[DP_MODEL_SIZE * i + DP_MODEL_IDLE_VALUE] = take_number(input, 3);
        models[DP_MODEL_SIZE * i + DP_MODEL_PATIENCE] = take_number(input, 1);
        models[DP_MODEL_SIZE * i + DP_MODEL_PRIOR] = take_number(input, 1);
    }
    for (i = 0; i < DP_VALUES_SIZE; ++i)
        values[i] = (double)(take(input, 1) % 64) / 8 - 2;
    ON_EVERY_BACKEND(out, dp_bet_weights(other.players, expert, other.viewer, other.foreheads, boards,
                                         unseen, bet_count, bets, odds[0], odds[1], odds[2], odds[3],
                                         model_count, models, values, out));
    free(boards);
    free(bets);
    free(models);
    free(values);
}

void fuzz_posterior(struct input *input)
{
    static const double some[8] = {0, 1, 0.5, 1e-9, 1e-300, 0.25, 1e-30, 1};
    uint64_t view[DP_VIEW];
    static double out[DP_POSTERIOR_SIZE];
    static double first[DP_POSTERIOR_SIZE];
    size_t count;
    double *weights;
    int code, first_code = 0;
    int by_class = (int)(take(input, 1) % 2);
    uint64_t state = take(input, 8);
    size_t i;
    take_view(input, view);
    count = (view[0] >= 3 && view[0] <= 4 ? view[0] - 1 : 0) * DP_DECK * DP_DECK;
    weights = malloc(count * sizeof *weights + 1);
    for (i = 0; i < count; ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        weights[i] = some[state >> 33 & (state >> 62 ? 3 : 7)];
    }
    ON_EVERY_BACKEND(out, dp_posterior(VIEW(view), by_class, weights, out));
    for (i = 0; code == DP_OK && i < DP_POSTERIOR_SIZE; ++i)
        require(out[i] == out[i]);
    free(weights);
}

void fuzz_backend(struct input *input)
{
    int number = (int)(uint32_t)take(input, 4);
    uint64_t counts[DP_CATEGORIES];
    int there = dp_backend_name(number) != NULL;
    require(dp_use_backend(number) == (there ? DP_OK : DP_BAD_BACKEND));
    require(!there || dp_backend() == number);
    number = (int)(take(input, 1) % 12) - 2;
    require(dp_count_categories(number > 4 ? 9 : number, counts) ==
            (number >= 2 && number <= 4 ? DP_OK : DP_BAD_CARDS));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input;
    input.data = data;
    input.left = size;
    TARGET(FUZZ)(&input);
    return 0;
}
