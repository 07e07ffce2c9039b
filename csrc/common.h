/* What every file of the core starts with: words that compilers spell differently, one setting of
 * the arithmetic, and the instruction sets to compile for. */
#ifndef DETECTIVE_POKER_COMMON_H
#define DETECTIVE_POKER_COMMON_H

#include "detective_poker.h"

#include <stddef.h>

/* The same sums on every machine: no product and sum fused into one step, which rounds once where
 * two steps round twice.  GCC is told by -ffp-contract=off. */
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

#if defined(_MSC_VER)
#define FORCE_INLINE __forceinline
#define RESTRICT __restrict /* MSVC knows the word of C99 only where it is told to */
#else
#define FORCE_INLINE inline __attribute__((always_inline))
#define RESTRICT restrict
#endif

#if defined(__GNUC__)
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define PREFETCH(p) ((void)(p))
#endif

/* For functions that the files of the core share and nobody else sees. */
#if defined(__GNUC__) && !defined(_WIN32)
#define INTERNAL __attribute__((visibility("hidden")))
#else
#define INTERNAL
#endif

/* What a function needs of the processor beyond the baseline; MSVC need not be told. */
#if defined(__GNUC__) || defined(__clang__)
#define TARGET_OF(features) __attribute__((target(features)))
#else
#define TARGET_OF(features)
#endif
#if defined(__GNUC__) && !defined(__clang__)
#define FULL_WIDTH ",prefer-vector-width=512"
#else
#define FULL_WIDTH ""
#endif

#define BASELINE_TARGET
#define AVX2_TARGET TARGET_OF("avx2,popcnt")
#define AVX512_TARGET TARGET_OF("avx512f,avx512bw,avx512dq,avx512vl,popcnt" FULL_WIDTH)
#define BITALG_TARGET                                                                              \
    TARGET_OF("avx512f,avx512bw,avx512dq,avx512vl,popcnt,avx512bitalg,avx512vpopcntdq" FULL_WIDTH)

/* Where the intrinsics of x86-64 can be had: clang has none beyond its target when it stands in for
 * MSVC. */
#if defined(__x86_64__) || defined(_M_X64)
#if !defined(_MSC_VER) || !defined(__clang__) || defined(__AVX512BITALG__)
#define X86_VECTORS
#endif
#endif

/* The compiler's own vectors of 128 bits, which every x86-64 and every aarch64 has. */
#if defined(__GNUC__) && defined(__x86_64__)
#define VECTOR128_LABEL "sse2"
#elif defined(__GNUC__) && defined(__aarch64__) && defined(__ARM_NEON) && !defined(__ARM_BIG_ENDIAN)
#define VECTOR128_LABEL "neon"
#endif

/* X(name, label, target, shared) for each backend, the fastest first.  Where nothing is gained by
 * code of its own, a backend uses that of the target `shared`. */
#if defined(X86_VECTORS)
#define EACH_X86_BACKEND(X)                                                                        \
    X(bitalg, "avx512-bitalg", BITALG_TARGET, bitalg)                                              \
    X(avx512, "avx512", AVX512_TARGET, avx2)                                                       \
    X(avx2, "avx2", AVX2_TARGET, avx2)
#define EACH_X86_TARGET(X) X(bitalg, BITALG_TARGET) X(avx2, AVX2_TARGET)
#else
#define EACH_X86_BACKEND(X)
#define EACH_X86_TARGET(X)
#endif
#if defined(VECTOR128_LABEL)
#define EACH_VECTOR128_BACKEND(X) X(vector128, VECTOR128_LABEL, BASELINE_TARGET, plain)
#else
#define EACH_VECTOR128_BACKEND(X)
#endif
#define EACH_BACKEND(X)                                                                            \
    EACH_X86_BACKEND(X) EACH_VECTOR128_BACKEND(X) X(plain, "plain", BASELINE_TARGET, plain)

/* X(name, target) for each target that is shared. */
#define EACH_TARGET(X) EACH_X86_TARGET(X) X(plain, BASELINE_TARGET)

#endif
