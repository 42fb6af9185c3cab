/* base.h - the vocabulary of the core.
 *
 * The core is plain C11. It knows nothing of Lua, allocates nothing, does no
 * I/O and keeps no state of its own: every structure lives in memory that the
 * caller provides. Coordinates count from 0, x (column) before y (row); y grows
 * downwards. A cell's index is y * width + x.
 */
#pragma once

/* Every double is rounded once, so that all machines find the same paths. On a
 * 32-bit x86 gcc computes in the x87 unit, which rounds twice, unless told to
 * use SSE2. LuaRocks has no flags for one processor: hence a pragma. */
#if defined(__i386__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("sse2,fpmath=sse")
#endif

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assert.h"

/* The pragma leaves gcc's FLT_EVAL_METHOD at 2. */
#if defined(FLT_EVAL_METHOD) && !defined(__SSE2_MATH__)
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error "doubles are rounded twice; for a 32-bit x86 compile with -msse2"
#endif
#endif

/* Only the binding sees functions of the core. */
#ifdef TP_FUNC /* tools/single.lua has another one */
#elif defined(__GNUC__) && !defined(_WIN32)
#define TP_FUNC __attribute__((visibility("hidden"))) extern
#else
#define TP_FUNC extern
#endif

/* A function that always raises an error. */
#if defined(__GNUC__)
#define TP_NORETURN __attribute__((noreturn))
#else
#define TP_NORETURN _Noreturn
#endif

/* An inner loop is written once, as an inline function whose last parameters
 * are constants; a compiler that does not inline it is only slower. */
#if defined(__GNUC__)
#define TP_INLINE static inline __attribute__((always_inline))
#else
#define TP_INLINE static inline
#endif

enum {
  TP_MAX_SIDE = 32767,    /* cells along one side: fits 15 bits */
  TP_MAX_CELLS = 1 << 28, /* cells in all */
  TP_MAX_TERRAINS = 127,  /* a cell's byte has 7 bits for its terrain */
  TP_NAME_SIZE = 32,      /* a terrain's name with its final zero */
  TP_OPEN = 0,            /* the terrain of every new cell, price 1 */
  TP_WALL = 1,            /* a terrain that no agent enters */
  TP_CLOSED = 0x80,       /* bit of a cell's byte: closed; its terrain stays */
  TP_OUTSIDE = TP_WALL | TP_CLOSED, /* a cell's byte: as if the cell lay beyond
                                       the border, so no way out leads there */
  TP_CLASSES = 256 /* values of a byte by which cells are priced */
};

/* The cost of a cell without a path. */
#define TP_FAR UINT64_MAX

/* The range of prices and step costs. */
#define TP_MIN_PRICE (1.0 / 1024)
#define TP_MAX_PRICE 1024.0

typedef struct tp_Cell {
  int32_t x, y;
} tp_Cell;

/* Directions: the four straight ones, then the four diagonal ones. */
enum { TP_E, TP_S, TP_W, TP_N, TP_SE, TP_SW, TP_NW, TP_NE, TP_DIRECTIONS };

static const int8_t tp_dx[TP_DIRECTIONS] = {1, 0, -1, 0, 1, -1, -1, 1};
static const int8_t tp_dy[TP_DIRECTIONS] = {0, 1, 0, -1, 1, 1, -1, -1};

/* In place of a direction: none, as at a start; and the code of a way into a
 * cell that is no step: a link. */
enum { TP_NO_DIRECTION = TP_DIRECTIONS, TP_BY_LINK = TP_DIRECTIONS };

TP_INLINE bool tp_is_diagonal(int direction) { return direction >= TP_SE; }

/* The way back: E <-> W, S <-> N, SE <-> NW, SW <-> NE. */
TP_INLINE int tp_opposite(int direction) { return direction ^ 2; }

/* The cell so many steps further on in a direction, and the next one. */
TP_INLINE tp_Cell tp_ahead(tp_Cell at, int direction, int32_t steps) {
  return (tp_Cell){at.x + steps * tp_dx[direction],
                   at.y + steps * tp_dy[direction]};
}

TP_INLINE tp_Cell tp_beside(tp_Cell at, int direction) {
  return tp_ahead(at, direction, 1);
}

/* The differences of index from a cell to its neighbours, in rows of that many
 * cells. */
typedef struct tp_Offsets {
  ptrdiff_t to[TP_DIRECTIONS];
} tp_Offsets;

TP_INLINE ptrdiff_t tp_offset(int direction, int32_t width) {
  return (ptrdiff_t)tp_dy[direction] * width + tp_dx[direction];
}

TP_INLINE tp_Offsets tp_offsets(int32_t width) {
  tp_Offsets offsets;
  for (int d = 0; d < TP_DIRECTIONS; d++) offsets.to[d] = tp_offset(d, width);
  return offsets;
}

TP_INLINE size_t tp_index_beside(const tp_Offsets *offsets, size_t here,
                                 int direction) {
  return (size_t)((ptrdiff_t)here + offsets->to[direction]);
}

/* Does the direction lead along a row? */
TP_INLINE bool tp_is_across(int direction) {
  return direction == TP_E || direction == TP_W;
}

/* The two straight directions of a diagonal one. */
TP_INLINE int tp_side_x(int diagonal) {
  TP_ASSERT(tp_is_diagonal(diagonal));
  return tp_dx[diagonal] > 0 ? TP_E : TP_W;
}

TP_INLINE int tp_side_y(int diagonal) {
  TP_ASSERT(tp_is_diagonal(diagonal));
  return tp_dy[diagonal] > 0 ? TP_S : TP_N;
}

/* The direction of the step dx, dy; -1: no step. */
TP_INLINE int tp_direction(int32_t dx, int32_t dy) {
  static const int8_t of[9] = {TP_NW, TP_N,  TP_NE, TP_W, -1,
                               TP_E,  TP_SW, TP_S,  TP_SE};
  if (dx < -1 || dx > 1 || dy < -1 || dy > 1) return -1;
  return of[3 * dy + dx + 4];
}

/* Loads memory that will be read soon into the cache. */
TP_INLINE void tp_fetch(const void *at) {
#if defined(__GNUC__)
  __builtin_prefetch(at);
#else
  (void)at;
#endif
}

TP_INLINE int32_t tp_lesser(int32_t a, int32_t b) { return a < b ? a : b; }
TP_INLINE int32_t tp_greater(int32_t a, int32_t b) { return a > b ? a : b; }

TP_INLINE bool tp_same_cell(tp_Cell a, tp_Cell b) {
  return a.x == b.x && a.y == b.y;
}

/* A cell of a map in 32 bits, as queues hold it. */
TP_INLINE uint32_t tp_pack_cell(int32_t x, int32_t y) {
  return (uint32_t)x | (uint32_t)y << 16;
}

TP_INLINE tp_Cell tp_unpack_cell(uint32_t what) {
  return (tp_Cell){(int32_t)(what & 0xffff), (int32_t)(what >> 16)};
}

/* A product rounded by itself: a compiler that may fuse it with a sum rounds
 * once instead of twice, and differs in the last bit from one that may not. */
TP_INLINE double tp_product(double a, double b) {
  volatile double product = a * b;
  return product;
}

TP_INLINE double tp_length(double x, double y) {
  return sqrt(tp_product(x, x) + tp_product(y, y));
}
