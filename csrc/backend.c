/* Which backends this machine has, and the one in use. */
#include "backend.h"

#if defined(X86_VECTORS)

#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

enum cpu_register { EAX, EBX, ECX, EDX };

static void cpuid(unsigned leaf, unsigned *registers)
{
#if defined(_MSC_VER)
    __cpuidex((int *)registers, (int)leaf, 0);
#else
    __cpuid_count(leaf, 0, registers[EAX], registers[EBX], registers[ECX], registers[EDX]);
#endif
}

/* The parts of the processor's state that the system saves; only where `cpuid` says OSXSAVE. */
static unsigned saved_state(void)
{
#if defined(_MSC_VER)
    return (unsigned)_xgetbv(0);
#else
    unsigned low;
    unsigned high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#endif
}

/* Does the processor have these features of leaf 1 (ECX) and leaf 7 (EBX and ECX), and does the
 * system save the registers that they use? */
static int has_features(unsigned state, unsigned ecx1, unsigned ebx7, unsigned ecx7)
{
    unsigned registers[4];
    const unsigned osxsave = 1u << 27;
    cpuid(0, registers);
    if (registers[EAX] < 7)
        return 0;
    cpuid(1, registers);
    ecx1 |= osxsave;
    if ((registers[ECX] & ecx1) != ecx1 || (saved_state() & state) != state)
        return 0;
    cpuid(7, registers);
    return (registers[EBX] & ebx7) == ebx7 && (registers[ECX] & ecx7) == ecx7;
}

#define YMM_STATE 0x06u
#define ZMM_STATE 0xE6u
#define POPCNT (1u << 23)
#define AVX (1u << 28)
#define AVX2 (1u << 5)
#define AVX512_F_DQ_BW_VL (1u << 16 | 1u << 17 | 1u << 30 | 1u << 31)
#define BITALG_VPOPCNTDQ (1u << 12 | 1u << 14)

static int has_avx2(void)
{
    return has_features(YMM_STATE, POPCNT | AVX, AVX2, 0);
}

static int has_avx512(void)
{
    return has_features(ZMM_STATE, POPCNT | AVX, AVX2 | AVX512_F_DQ_BW_VL, 0);
}

static int has_bitalg(void)
{
    return has_features(ZMM_STATE, POPCNT | AVX, AVX2 | AVX512_F_DQ_BW_VL, BITALG_VPOPCNTDQ);
}

#endif

static int has_plain(void)
{
    return 1;
}

#if defined(VECTOR128_LABEL)
#define has_vector128 has_plain
#endif

/* The one table of all that is compiled for more than one instruction set, the fastest first. */
#define ROW(name, label, target, shared)                                                           \
    {label,                                                                                        \
     has_##name,                                                                                   \
     dp_strengths_##name,                                                                          \
     dp_census_##name,                                                                             \
     dp_odds_##name,                                                                               \
     dp_pair_odds_##shared,                                                                        \
     dp_bet_weights_##shared},
static const struct backend backends[] = {EACH_BACKEND(ROW)};

#define BACKENDS ((int)(sizeof backends / sizeof backends[0]))

/* NULL until the first use.  Threads that come first together choose alike. */
#if defined(_MSC_VER)
static const struct backend *volatile backend_in_use;
#define LOAD_BACKEND() backend_in_use
#define STORE_BACKEND(backend) (backend_in_use = (backend))
#else
static const struct backend *backend_in_use;
#define LOAD_BACKEND() __atomic_load_n(&backend_in_use, __ATOMIC_RELAXED)
#define STORE_BACKEND(backend) __atomic_store_n(&backend_in_use, backend, __ATOMIC_RELAXED)
#endif

/* The backend of that number, counting those that this machine has; NULL if there is none. */
static const struct backend *find_backend(int number)
{
    int before = 0;
    int i;
    for (i = 0; i < BACKENDS; ++i)
        if (backends[i].available() && before++ == number)
            return &backends[i];
    return NULL;
}

const struct backend *dp_backend_in_use(void)
{
    const struct backend *chosen = LOAD_BACKEND();
    if (chosen == NULL) {
        chosen = find_backend(0);
        STORE_BACKEND(chosen);
    }
    return chosen;
}

const char *dp_backend_name(int number)
{
    const struct backend *found = find_backend(number);
    return found == NULL ? NULL : found->name;
}

int dp_backend(void)
{
    const struct backend *chosen = dp_backend_in_use();
    int number = 0;
    while (find_backend(number) != chosen)
        ++number;
    return number;
}

int dp_use_backend(int number)
{
    const struct backend *found = find_backend(number);
    if (found == NULL)
        return DP_BAD_BACKEND;
    STORE_BACKEND(found);
    return DP_OK;
}
