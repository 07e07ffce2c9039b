/* Many hands at once: each backend answers in its own instructions. */
#include "backend.h"
#include "strength.h"

int64_t dp_strengths_plain(const uint64_t *masks, uint32_t *out, int64_t count)
{
    int64_t i;
    for (i = 0; i < count; ++i) {
        if (!is_hand(masks[i]))
            return i;
        out[i] = strength_of(masks[i]);
    }
    return -1;
}

void dp_tally_plain(const uint64_t *masks, int count, uint64_t *counts)
{
    int i;
    for (i = 0; i < count; ++i)
        ++counts[strength_of(masks[i]) >> DP_CATEGORY_SHIFT];
}

#if defined(X86_VECTORS)

#define NAME(x) x##_bitalg
#define TARGET BITALG_TARGET
#define BITALG
#include "isa/avx512.h"
#include "isa/lanes.h"

#define NAME(x) x##_avx512
#define TARGET AVX512_TARGET
#include "isa/avx512.h"
#include "isa/lanes.h"

#define NAME(x) x##_avx2
#define TARGET AVX2_TARGET
#include "isa/avx2.h"
#include "isa/lanes.h"

#endif

#if defined(VECTOR128_LABEL)

#define NAME(x) x##_vector128
#define TARGET BASELINE_TARGET
#include "isa/vector128.h"
#include "isa/lanes.h"

#endif

int64_t dp_strengths(const uint64_t *masks, uint32_t *out, int64_t count)
{
    return dp_backend_in_use()->strengths(masks, out, count);
}
