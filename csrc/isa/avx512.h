/* The operations of lanes.h in AVX-512: choices of lanes are mask registers, and any logic of three
 * inputs is one step.  The includer defines NAME and TARGET, and BITALG if the processor counts the
 * bits of lanes by itself. */
#include "../common.h"

#if defined(X86_VECTORS)

#include <immintrin.h>

#if !defined(NAME) /* a tool reads this file alone */
#define NAME(x) x##_alone
#define TARGET AVX512_TARGET
#endif

/* GCC would make constants anew at every use, on a port that the rest is waiting for. */
TARGET static FORCE_INLINE __m512i NAME(constant)(__m512i lanes)
{
#if defined(__GNUC__)
    __asm__("" : "+v"(lanes));
#endif
    return lanes;
}

TARGET static FORCE_INLINE __m512i NAME(count_bits)(__m512i lanes)
{
#if defined(BITALG)
    return _mm512_popcnt_epi16(lanes);
#else
    __m512i counts =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    __m512i nibble = _mm512_set1_epi8(15);
    __m512i upper = _mm512_and_si512(_mm512_srli_epi16(lanes, 4), nibble);
    __m512i bytes = _mm512_add_epi8(_mm512_shuffle_epi8(counts, _mm512_and_si512(lanes, nibble)),
                                    _mm512_shuffle_epi8(counts, upper));
    return _mm512_maddubs_epi16(bytes, _mm512_set1_epi8(1));
#endif
}

#define LANES 32
#define V __m512i
#define M __mmask32
/* A load that starts one suit early or late moves its suits into the gaps of another. */
#define LOAD(p) _mm512_loadu_si512(p)
#define FILL(a, words, p)                                                                          \
    _mm512_ternarylogic_epi32(a, NAME(constant)(_mm512_set1_epi32(words)), LOAD(p), 0xB8)
#define SHUFFLE(a, b, order)                                                                       \
    _mm512_castps_si512(_mm512_shuffle_ps(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b), order))
#define SPLIT(p, a, b, c, d)                                                                       \
    do {                                                                                           \
        V ac01 = FILL(LOAD(p), -0x10000, (const uint16_t *)((p) + 8) - 1);                         \
        V bd01 = FILL(LOAD((p) + 8), 0xFFFF, (const uint16_t *)(p) + 1);                           \
        V ac23 = FILL(LOAD((p) + 16), -0x10000, (const uint16_t *)((p) + 24) - 1);                 \
        V bd23 = FILL(LOAD((p) + 24), 0xFFFF, (const uint16_t *)((p) + 16) + 1);                   \
        a = SHUFFLE(ac01, ac23, 0x88);                                                             \
        b = SHUFFLE(bd01, bd23, 0x88);                                                             \
        c = SHUFFLE(ac01, ac23, 0xDD);                                                             \
        d = SHUFFLE(bd01, bd23, 0xDD);                                                             \
    } while (0)
#define STORE(p, high, low)                                                                        \
    do {                                                                                           \
        V order = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);         \
        V first = _mm512_unpacklo_epi16(low, high);                                                \
        V second = _mm512_unpackhi_epi16(low, high);                                               \
        _mm512_storeu_si512((p), _mm512_permutexvar_epi32(order, first));                          \
        _mm512_storeu_si512((p) + 16, _mm512_permutexvar_epi32(order, second));                    \
    } while (0)
#define SPLAT(x) NAME(constant)(_mm512_set1_epi16((short)(x)))
#define AND(a, b) _mm512_and_si512(a, b)
#define AND_NOT(a, b) _mm512_andnot_si512(b, a)
#define OR(a, b) _mm512_or_si512(a, b)
#define XOR(a, b) _mm512_xor_si512(a, b)
#define ADD(a, b) _mm512_add_epi16(a, b)
#define SUB(a, b) _mm512_sub_epi16(a, b)
#define MAX(a, b) _mm512_max_epi16(a, b)
#define SHL(a, n) _mm512_slli_epi16(a, n)
#define SHR(a, n) _mm512_srli_epi16(a, n)
#define COUNT_BITS(a) NAME(count_bits)(a)
#define XOR3(a, b, c) _mm512_ternarylogic_epi32(a, b, c, 0x96)
#define MAJORITY(a, b, c) _mm512_ternarylogic_epi32(a, b, c, 0xE8)
#define OR3(a, b, c) _mm512_ternarylogic_epi32(a, b, c, 0xFE)
#define AND3(a, b, c) _mm512_ternarylogic_epi32(a, b, c, 0x80)
#define XOR_AND(a, b, c) _mm512_ternarylogic_epi32(a, b, c, 0x78)
#define XOR_WITHIN(a, b, c) _mm512_ternarylogic_epi32(a, b, c, 0x28)
#define MORE(a, b) _mm512_cmpgt_epi16_mask(a, b)
#define SOME(a) _mm512_test_epi16_mask(a, a)
#define EQUAL(a, b) _mm512_cmpeq_epi16_mask(a, b)
#define BOTH(m, n) ((M)((m) & (n)))
#define NEITHER(m, n) ((M) ~((m) | (n)))
#define CHOSEN(m) _mm_popcnt_u32(m)
#define PICK(m, a, b) _mm512_mask_mov_epi16(b, m, a)
#define KEEP(m, a) _mm512_maskz_mov_epi16(m, a)
#define DROP(m, a) _mm512_maskz_mov_epi16((M) ~(m), a)
#define OVER PICK
#define INTO PICK
#define WITHIN PICK
#define RAISE PICK
#define ADD_IN(m, a, b) _mm512_mask_add_epi16(a, m, a, b)
#define SHED(m, a) NAME(shed)(m, a)
#define NO_HAND(n, r)                                                                              \
    !_kortestz_mask32_u8(_mm512_cmpgt_epu16_mask(SUB(n, SPLAT(2)), SPLAT(5)),                      \
                         _mm512_test_epi16_mask(r, SPLAT(0xE000)))

TARGET static FORCE_INLINE V NAME(shed)(M lanes, V ranks)
{
    V next = ADD(ranks, SPLAT(-1));
    M more = _mm512_mask_test_epi16_mask(lanes, ranks, next);
    return PICK(more, AND(ranks, next), ranks);
}

#endif
