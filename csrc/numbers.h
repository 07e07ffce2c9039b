/* exp and log2 to about 1e-15, of numbers whose results are normal: alike on every platform. */
#ifndef DETECTIVE_POKER_NUMBERS_H
#define DETECTIVE_POKER_NUMBERS_H

#include "common.h"

#include <string.h>

/* out[i] = exp(in[i] * scale), for products of up to 690. */
static FORCE_INLINE void exponentials(const double *RESTRICT in, double scale, double *RESTRICT out,
                                      int count)
{
    int i;
    for (i = 0; i < count; ++i) {
        double x = in[i] * scale;
        double bounded = x < -690 ? -690 : x;
        /* Adding 1.5 * 2^52 rounds to an integer and leaves it in the lowest bits. */
        double shifted = bounded * 1.4426950408889634 + 6755399441055744.0;
        double exponent = shifted - 6755399441055744.0;
        double rest =
            (bounded - exponent * 0.69314718036912382) - exponent * 1.9082149292705877e-10;
        double sum = 1 + rest * (1.0 / 13);
        uint64_t bits;
        double power;
        sum = 1 + sum * rest * (1.0 / 12);
        sum = 1 + sum * rest * (1.0 / 11);
        sum = 1 + sum * rest * (1.0 / 10);
        sum = 1 + sum * rest * (1.0 / 9);
        sum = 1 + sum * rest * (1.0 / 8);
        sum = 1 + sum * rest * (1.0 / 7);
        sum = 1 + sum * rest * (1.0 / 6);
        sum = 1 + sum * rest * (1.0 / 5);
        sum = 1 + sum * rest * (1.0 / 4);
        sum = 1 + sum * rest * (1.0 / 3);
        sum = 1 + sum * rest * (1.0 / 2);
        sum = 1 + sum * rest;
        memcpy(&bits, &shifted, sizeof bits);
        bits = (bits + 1023) << 52;
        memcpy(&power, &bits, sizeof power);
        out[i] = sum * power;
    }
}

static FORCE_INLINE double exponential(double x)
{
    double out;
    exponentials(&x, 1, &out, 1);
    return out;
}

static FORCE_INLINE double logarithm2(double x)
{
    uint64_t bits;
    int exponent;
    double ratio;
    double square;
    double sum = 0;
    int i;
    memcpy(&bits, &x, sizeof bits);
    exponent = (int)(bits >> 52) - 1023;
    bits = (bits & UINT64_C(0xFFFFFFFFFFFFF)) | UINT64_C(0x3FF0000000000000);
    memcpy(&x, &bits, sizeof x);
    if (x > 1.4142135623730951) {
        x *= 0.5;
        ++exponent;
    }
    ratio = (x - 1) / (x + 1);
    square = ratio * ratio;
    for (i = 21; i > 0; i -= 2)
        sum = sum * square + 1.0 / i;
    return exponent + 2 * 1.4426950408889634 * ratio * sum;
}

#endif
