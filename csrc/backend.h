/* What the files of the core tell each other of the backend in use; callers use the header's
 * numbers and names. */
#ifndef DETECTIVE_POKER_BACKEND_H
#define DETECTIVE_POKER_BACKEND_H

/* What a backend may use of an x86-64 processor beyond the baseline, each including those above. */
enum dp_features { DP_BASELINE, DP_AVX2_POPCNT, DP_AVX512_VPOPCNTDQ };

/* Of the backend in use. */
enum dp_features dp_backend_features(void);

#endif
