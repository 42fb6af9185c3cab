/* avoided.h - the cells that a query is to avoid because somebody stands there,
 * a bit a cell; whoever follows from them reads their log.
 */
#ifndef TP_AVOIDED_H
#define TP_AVOIDED_H

#include "../map/occupancy.h"
#include "mask.h"

/* One who does not count: a holder of cells of that crowd, all of which lie in
 * the rectangle, inside. */
typedef struct tp_Excepted {
  const tp_Occupancy *crowd;
  tp_Rect cells;
  uint32_t who;
} tp_Excepted;

enum { TP_MAX_CROWDS = 16 };

/* Who is to be avoided: all of these crowds but for some, and these rectangles,
 * which lie inside. The cells of `start`, which is clipped, are never counted.
 */
typedef struct tp_Presence {
  const tp_Occupancy *crowd[TP_MAX_CROWDS];
  const tp_Rect *rect;
  const tp_Excepted *except;
  uint32_t crowds, rects, excepted;
  tp_Rect start;
} tp_Presence;

/* Places where the bits are not just what the crowds say. */
enum { TP_SPECIALS = 16 };

typedef struct tp_Avoided {
  /* The crowds that were read, by their ids, and up to which version. */
  uint64_t id[TP_MAX_CROWDS], seen[TP_MAX_CROWDS];
  uint32_t crowds, specials;
  tp_Rect special[TP_SPECIALS]; /* cover all of the last presence's */
  uint64_t stood_at, next_at;   /* masks, in bytes from here        */
} tp_Avoided;

/* Where somebody stands, and its log. */
TP_INLINE const tp_Mask *tp_avoided_mask(const tp_Avoided *a) {
  return (const tp_Mask *)(const void *)((const char *)a + a->stood_at);
}

TP_FUNC size_t tp_avoided_bytes(int32_t width, int32_t height);

/* One that avoids nothing, in tp_avoided_bytes(width, height) bytes at a. */
TP_FUNC void tp_avoided_init(tp_Avoided *a, int32_t width, int32_t height);

/* Makes it what that presence says, and notes which cells that changes. Crowds
 * have the size of the mask. It costs as much as changed since the last time,
 * in the crowds and in who is excepted; with other crowds a bit a cell. */
TP_FUNC void tp_avoided_aim(tp_Avoided *a, const tp_Presence *presence);

#endif
