/* Batch calls from many threads while another changes the backend, for ThreadSanitizer. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "detective_poker.h"

enum { THREADS = 4, ROUNDS = 200, HANDS = 500 };

static uint64_t masks[HANDS];
static uint32_t expected[HANDS];
static const uint64_t view[DP_VIEW] = {4, 1, 2, 4, 8, 0x70, 0x80};

static void *ask(void *failed)
{
    uint32_t out[HANDS];
    uint64_t odds[DP_ODDS];
    uint64_t first[DP_ODDS];
    int round;
    dp_odds_many(view, 1, first);
    for (round = 0; round < ROUNDS; ++round) {
        if (dp_strengths(masks, out, HANDS) != -1 || memcmp(out, expected, sizeof out) != 0)
            *(int *)failed = 1;
        if (dp_odds_many(view, 1, odds) != -1 || memcmp(odds, first, sizeof odds) != 0)
            *(int *)failed = 1;
    }
    return NULL;
}

static void *change(void *failed)
{
    int round;
    for (round = 0; round < ROUNDS; ++round)
        if (dp_use_backend(round % (dp_backend() + 1)) != DP_OK)
            *(int *)failed = 1;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS + 1];
    int failed[THREADS + 1] = {0};
    int failures = 0;
    int i;
    for (i = 0; i < HANDS; ++i) {
        masks[i] = UINT64_C(0x0003000100020011) << (i % 8);
        expected[i] = dp_mask_strength(masks[i]);
    }
    for (i = 0; i <= THREADS; ++i)
        if (pthread_create(&threads[i], NULL, i < THREADS ? ask : change, &failed[i]) != 0)
            return 1;
    for (i = 0; i <= THREADS; ++i) {
        pthread_join(threads[i], NULL);
        failures += failed[i];
    }
    printf("%d threads gave wrong answers\n", failures);
    return failures;
}
