/* The operations of lanes.h in AVX2: choices of lanes are vectors of zeros and ones.  The includer
 * defines NAME and TARGET. */
#include "../common.h"

#if defined(X86_VECTORS)

#include <immintrin.h>

#if !defined(NAME) /* a tool reads this file alone */
#define NAME(x) x##_alone
#define TARGET AVX2_TARGET
#endif

TARGET static FORCE_INLINE __m256i NAME(count_bits)(__m256i lanes)
{
    __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1,
                                      2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    __m256i nibble = _mm256_set1_epi8(15);
    __m256i lower = _mm256_shuffle_epi8(counts, _mm256_and_si256(lanes, nibble));
    __m256i upper =
        _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(lanes, 4), nibble));
    return _mm256_maddubs_epi16(_mm256_add_epi8(lower, upper), _mm256_set1_epi8(1));
}

#define LANES 16
#define V __m256i
#define M __m256i
/* A load that starts one suit early or late moves its suits into the gaps of another. */
#define LOAD(p) _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define FILL(a, suits, p) _mm256_blend_epi16(a, LOAD(p), suits)
#define SHUFFLE(a, b, order)                                                                       \
    _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), order))
#define SPLIT(p, a, b, c, d)                                                                       \
    do {                                                                                           \
        V ac01 = FILL(LOAD(p), 0xAA, (const uint16_t *)((p) + 4) - 1);                             \
        V bd01 = FILL(LOAD((p) + 4), 0x55, (const uint16_t *)(p) + 1);                             \
        V ac23 = FILL(LOAD((p) + 8), 0xAA, (const uint16_t *)((p) + 12) - 1);                      \
        V bd23 = FILL(LOAD((p) + 12), 0x55, (const uint16_t *)((p) + 8) + 1);                      \
        a = SHUFFLE(ac01, ac23, 0x88);                                                             \
        b = SHUFFLE(bd01, bd23, 0x88);                                                             \
        c = SHUFFLE(ac01, ac23, 0xDD);                                                             \
        d = SHUFFLE(bd01, bd23, 0xDD);                                                             \
    } while (0)
#define STORE(p, high, low)                                                                        \
    do {                                                                                           \
        V order = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);                                       \
        V first = _mm256_permutevar8x32_epi32(_mm256_unpacklo_epi16(low, high), order);            \
        V second = _mm256_permutevar8x32_epi32(_mm256_unpackhi_epi16(low, high), order);           \
        _mm256_storeu_si256((__m256i *)(void *)(p), first);                                        \
        _mm256_storeu_si256((__m256i *)(void *)((p) + 8), second);                                 \
    } while (0)
#define SPLAT(x) _mm256_set1_epi16((short)(x))
#define AND(a, b) _mm256_and_si256(a, b)
#define AND_NOT(a, b) _mm256_andnot_si256(b, a)
#define OR(a, b) _mm256_or_si256(a, b)
#define XOR(a, b) _mm256_xor_si256(a, b)
#define ADD(a, b) _mm256_add_epi16(a, b)
#define SUB(a, b) _mm256_sub_epi16(a, b)
#define MAX(a, b) _mm256_max_epi16(a, b)
#define SHL(a, n) _mm256_slli_epi16(a, n)
#define SHR(a, n) _mm256_srli_epi16(a, n)
#define COUNT_BITS(a) NAME(count_bits)(a)
#define XOR3(a, b, c) XOR(XOR(a, b), c)
#define MAJORITY(a, b, c) OR(AND(a, b), AND(c, XOR(a, b)))
#define OR3(a, b, c) OR(OR(a, b), c)
#define AND3(a, b, c) AND(a, AND(b, c))
#define XOR_AND(a, b, c) XOR(a, AND(b, c))
#define XOR_WITHIN(a, b, c) AND(XOR(a, b), c)
#define MORE(a, b) _mm256_cmpgt_epi16(a, b)
#define SOME(a) MORE(a, _mm256_setzero_si256())
#define EQUAL(a, b) _mm256_cmpeq_epi16(a, b)
#define BOTH(m, n) AND(m, n)
#define NEITHER(m, n) AND_NOT(AND_NOT(SPLAT(-1), m), n)
#define CHOSEN(m) (_mm_popcnt_u32((unsigned)_mm256_movemask_epi8(m)) / 2)
#define PICK(m, a, b) XOR(b, AND(m, XOR(a, b)))
#define KEEP(m, a) AND(m, a)
#define DROP(m, a) AND_NOT(a, m)
#define OVER(m, a, b) OR(a, DROP(m, b))
#define INTO(m, a, b) OR(KEEP(m, a), b)
#define WITHIN(m, a, b) AND_NOT(b, AND_NOT(m, a))
#define RAISE(m, a, b) MAX(KEEP(m, a), b)
#define ADD_IN(m, a, b) ADD(a, KEEP(m, b))
#define SHED(m, a) NAME(shed)(m, a)
#define NO_HAND(n, r)                                                                              \
    ANY_SIGN(OR(OR3(SUB(n, SPLAT(2)), SUB(SPLAT(7), n), r), ADD(r, SPLAT(0x8000 - 0x2000))))
#define ANY_SIGN(a) (((unsigned)_mm256_movemask_epi8(a) & 0xAAAAAAAAu) != 0)

TARGET static FORCE_INLINE V NAME(shed)(M lanes, V ranks)
{
    V rest = AND(ranks, ADD(ranks, lanes)); /* a chosen lane is -1 */
    return MAX(rest, XOR(ranks, rest));
}

#endif
