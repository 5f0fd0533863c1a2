/* Sets of pieces as 64-bit masks: the two operations C lacks a portable name for. */
#ifndef FORTYTWO_BITS_H
#define FORTYTWO_BITS_H

#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>

static __inline int bits_lowest(uint64_t set) {
    unsigned long index;
#if defined(_WIN64)
    _BitScanForward64(&index, set);
#else
    if (!_BitScanForward(&index, (unsigned long)set)) {
        _BitScanForward(&index, (unsigned long)(set >> 32));
        index += 32;
    }
#endif
    return (int)index;
}

/* In software: MSVC's intrinsic assumes an instruction that not every processor has. */
static __inline int bits_count(uint64_t set) {
    set -= (set >> 1) & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + ((set >> 2) & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)((set * 0x0101010101010101u) >> 56);
}

#else

/* The index of the lowest member; the set must not be empty. */
static inline int bits_lowest(uint64_t set) { return __builtin_ctzll(set); }

static inline int bits_count(uint64_t set) { return __builtin_popcountll(set); }

#endif
#endif
