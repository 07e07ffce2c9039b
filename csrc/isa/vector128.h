/* The operations of lanes.h in the compiler's own vector types, 128 bits wide, as every x86-64
 * (SSE2) and every aarch64 (NEON) has them.  The includer defines NAME and TARGET; the few
 * operations that C has no sign for are intrinsics. */
#include "../common.h"

#if defined(VECTOR128_LABEL)

#if defined(__SSE2__)
#include <emmintrin.h>
#else
#include <arm_neon.h>
#endif

#if !defined(NAME) /* a tool reads this file alone */
#define NAME(x) x##_alone
#define TARGET BASELINE_TARGET
#endif

typedef uint16_t vector16 __attribute__((vector_size(16)));
typedef int16_t signed_vector16 __attribute__((vector_size(16)));

#define LANES 8
#define V vector16
#define M vector16

#if defined(__SSE2__)

#define LOAD(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
/* Eight masks become four vectors, one a suit. */
#define SPLIT(p, a, b, c, d)                                                                       \
    do {                                                                                           \
        __m128i lower01 = _mm_unpacklo_epi16(LOAD(p), LOAD((p) + 2));                              \
        __m128i upper01 = _mm_unpackhi_epi16(LOAD(p), LOAD((p) + 2));                              \
        __m128i lower23 = _mm_unpacklo_epi16(LOAD((p) + 4), LOAD((p) + 6));                        \
        __m128i upper23 = _mm_unpackhi_epi16(LOAD((p) + 4), LOAD((p) + 6));                        \
        __m128i ab01 = _mm_unpacklo_epi16(lower01, upper01);                                       \
        __m128i cd01 = _mm_unpackhi_epi16(lower01, upper01);                                       \
        __m128i ab23 = _mm_unpacklo_epi16(lower23, upper23);                                       \
        __m128i cd23 = _mm_unpackhi_epi16(lower23, upper23);                                       \
        a = (V)_mm_unpacklo_epi64(ab01, ab23);                                                     \
        b = (V)_mm_unpackhi_epi64(ab01, ab23);                                                     \
        c = (V)_mm_unpacklo_epi64(cd01, cd23);                                                     \
        d = (V)_mm_unpackhi_epi64(cd01, cd23);                                                     \
    } while (0)
#define STORE(p, high, low)                                                                        \
    do {                                                                                           \
        __m128i first = _mm_unpacklo_epi16((__m128i)(low), (__m128i)(high));                       \
        __m128i second = _mm_unpackhi_epi16((__m128i)(low), (__m128i)(high));                      \
        _mm_storeu_si128((__m128i *)(void *)(p), first);                                           \
        _mm_storeu_si128((__m128i *)(void *)((p) + 4), second);                                    \
    } while (0)
#define MAX(a, b) ((V)_mm_max_epi16((__m128i)(a), (__m128i)(b)))
#define COUNT_BITS(a) NAME(count_bits)(a)
#define ANY_SIGN(a) ((_mm_movemask_epi8((__m128i)(a)) & 0xAAAA) != 0)

TARGET static FORCE_INLINE V NAME(count_bits)(V lanes)
{
    lanes -= (lanes >> 1) & 0x5555;
    lanes = (lanes & 0x3333) + ((lanes >> 2) & 0x3333);
    lanes = (lanes + (lanes >> 4)) & 0x0F0F;
    return (lanes + (lanes >> 8)) & 0x1F;
}

#define CHOSEN(m) NAME(chosen)(m)
TARGET static FORCE_INLINE int NAME(chosen)(M lanes)
{
    __m128i sums = _mm_sad_epu8((__m128i)(lanes & 1), _mm_setzero_si128());
    return _mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4);
}

#else

#define EVEN(x, y) vuzp1q_u16(x, y)
#define ODD(x, y) vuzp2q_u16(x, y)
#define LOAD(p) vreinterpretq_u16_u64(vld1q_u64(p))
#define SPLIT(p, a, b, c, d)                                                                       \
    do {                                                                                           \
        uint16x8_t first = LOAD(p);                                                                \
        uint16x8_t second = LOAD((p) + 2);                                                         \
        uint16x8_t third = LOAD((p) + 4);                                                          \
        uint16x8_t fourth = LOAD((p) + 6);                                                         \
        a = (V)EVEN(EVEN(first, second), EVEN(third, fourth));                                     \
        b = (V)EVEN(ODD(first, second), ODD(third, fourth));                                       \
        c = (V)ODD(EVEN(first, second), EVEN(third, fourth));                                      \
        d = (V)ODD(ODD(first, second), ODD(third, fourth));                                        \
    } while (0)
#define STORE(p, high, low)                                                                        \
    do {                                                                                           \
        uint16x8_t first = vzip1q_u16((uint16x8_t)(low), (uint16x8_t)(high));                      \
        uint16x8_t second = vzip2q_u16((uint16x8_t)(low), (uint16x8_t)(high));                     \
        vst1q_u32((p), vreinterpretq_u32_u16(first));                                              \
        vst1q_u32((p) + 4, vreinterpretq_u32_u16(second));                                         \
    } while (0)
#define MAX(a, b) ((V)vmaxq_u16((uint16x8_t)(a), (uint16x8_t)(b)))
#define COUNT_BITS(a) ((V)vpaddlq_u8(vcntq_u8((uint8x16_t)(a))))
#define CHOSEN(m) vaddvq_u16((uint16x8_t)((m) & 1))
#define ANY_SIGN(a) (vmaxvq_u16((uint16x8_t)(a)) >> 15 != 0)

#endif

#define SPLAT(x) ((V){0} + (uint16_t)(x))
#define AND(a, b) ((a) & (b))
#define AND_NOT(a, b) ((a) & ~(b))
#define OR(a, b) ((a) | (b))
#define XOR(a, b) ((a) ^ (b))
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define SHL(a, n) ((a) << (n))
#define SHR(a, n) ((a) >> (n))
#define XOR3(a, b, c) ((a) ^ (b) ^ (c))
#define MAJORITY(a, b, c) (((a) & (b)) | ((c) & ((a) ^ (b))))
#define OR3(a, b, c) ((a) | (b) | (c))
#define AND3(a, b, c) ((a) & ((b) & (c)))
#define XOR_AND(a, b, c) ((a) ^ ((b) & (c)))
#define XOR_WITHIN(a, b, c) (((a) ^ (b)) & (c))
#define MORE(a, b) ((M)((signed_vector16)(a) > (signed_vector16)(b)))
#define SOME(a) MORE(a, SPLAT(0))
#define EQUAL(a, b) ((M)((a) == (b)))
#define BOTH(m, n) ((m) & (n))
#define NEITHER(m, n) (~((m) | (n)))
#define PICK(m, a, b) (((a) & (m)) | ((b) & ~(m)))
#define KEEP(m, a) ((m) & (a))
#define DROP(m, a) ((a) & ~(m))
#define OVER(m, a, b) OR(a, DROP(m, b))
#define INTO(m, a, b) OR(KEEP(m, a), b)
#define WITHIN(m, a, b) AND_NOT(b, AND_NOT(m, a))
#define RAISE(m, a, b) MAX(KEEP(m, a), b)
#define ADD_IN(m, a, b) ADD(a, KEEP(m, b))
#define SHED(m, a) NAME(shed)(m, a)
#define NO_HAND(n, r)                                                                              \
    ANY_SIGN(OR(OR3(SUB(n, SPLAT(2)), SUB(SPLAT(7), n), r), ADD(r, SPLAT(0x8000 - 0x2000))))

TARGET static FORCE_INLINE V NAME(shed)(M lanes, V ranks)
{
    V rest = AND(ranks, ADD(ranks, lanes)); /* a chosen lane is -1 */
    return MAX(rest, XOR(ranks, rest));
}

#endif
