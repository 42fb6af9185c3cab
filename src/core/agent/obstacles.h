/* obstacles.h - the cells that a query avoids because units stand there, a bit
 * a cell; with a log for the parts of a navmap that follow. */
#pragma once

#include "../map/occupancy.h"
#include "mask.h"

/* A unit that is left out: `who` of that crowd. Its cells lie in the rectangle,
 * which is inside the map. */
typedef struct tp_Excepted {
  const tp_Occupancy *crowd;
  tp_Rect cells;
  uint32_t who;
} tp_Excepted;

enum { TP_MAX_CROWDS = 16 };

/* What a query avoids: the units of these crowds, except those that are left
 * out, and these rectangles, which lie inside the map. Cells of `start`, which
 * is clipped, never count. */
typedef struct tp_Obstacles {
  const tp_Occupancy *crowd[TP_MAX_CROWDS];
  const tp_Rect *rect;
  const tp_Excepted *except;
  uint32_t crowds, rects, excepted;
  uint32_t bodies; /* the first rectangles: under units, or like these */
  tp_Rect start;
} tp_Obstacles;

/* Does a cell have an occupant who counts? */
TP_FUNC bool tp_obstacles_cover(const tp_Obstacles *obstacles, int32_t x,
                                int32_t y);

/* The most places where the bits differ from those of the crowds. */
enum { TP_SPECIALS = 16 };

typedef struct tp_Avoided {
  /* The crowds read last, by their ids, and their versions. */
  uint64_t id[TP_MAX_CROWDS], seen[TP_MAX_CROWDS];
  uint32_t crowds, specials;
  tp_Rect special[TP_SPECIALS]; /* cover the special places of the last time */
  uint64_t next_at; /* in bytes from here: the second mask; the first one
                       follows this struct */
} tp_Avoided;

/* The cells where units stand, with their log. */
TP_INLINE const tp_Mask *tp_avoided_mask(const tp_Avoided *a) {
  return (const tp_Mask *)(const void *)(a + 1);
}

TP_FUNC size_t tp_avoided_bytes(int32_t width, int32_t height);

/* Prepares an empty set in tp_avoided_bytes(width, height) bytes at a. */
TP_FUNC void tp_avoided_init(tp_Avoided *a, int32_t width, int32_t height);

/* Updates the set to the obstacles, and notes the cells that change. Crowds
 * have the size of the mask. The cost is that of the changes since the last
 * call, in the crowds and in the exceptions; with other crowds a bit a cell. */
TP_FUNC void tp_avoided_update(tp_Avoided *a, const tp_Obstacles *obstacles);
