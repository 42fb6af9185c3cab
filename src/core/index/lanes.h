/* lanes.h - how far all cells are from a few of them, and those from all:
 * estimates that know of walls and prices (ALT, Goldberg and Harrelson 2005).
 *
 * A lane is a table with a number a cell: how much it costs to come there from
 * a landmark, or to come to that. Way from v to goal, and landmark L:
 *
 *     d(v, L) - d(goal, L)          <= d(v, goal)
 *     d(L, goal) - d(L, v)          <= d(v, goal)
 *
 * That holds for any numbers, as long as no step from u to v, of cost c, has
 *
 *     from[v] > from[u] + c         or         to[u] > to[v] + c
 *
 * So where steps become dearer, or there are fewer, nothing need be done; the
 * numbers are only less than they could be. Where steps become cheaper, or
 * there are more, numbers are to be lowered from there on until it holds again.
 * Until then a lane has a band: of all steps for which it does not hold `low`
 * is the least from[u] + c, and `high` the greatest from[v]. Numbers in the
 * band count as its low end, and those above as less by its height, and for
 * what they count as it holds:
 *
 *     numbers   3 4 5 6 7 9 11 12 ...          a step that leads from 5 to 9
 *     count as  3 4 5 6 6 6  8  9 ...          costs 1 now: from 6 to 9
 *
 * A number counts as no more than one less does, and two count as no farther
 * apart than they are; so no step for which it did hold is lost, and one that
 * is in the band has at both ends what lies below it, or the same.
 *
 * A lane whose numbers are being lowered has a band that has no upper end. They
 * are lowered in rising order, so its low end rises meanwhile; and what they
 * count as stays what it is for who knows a lower one.
 *
 * A lane has a landmark in each part of the map that hangs together.
 */
#ifndef TP_LANES_H
#define TP_LANES_H

#include "../agent/costs.h"
#include "../agent/mask.h"
#include "../base/work.h"

/* Numbers of cells that a landmark has no way to; none is larger. */
#define TP_LANE_FAR ((uint32_t)INT32_MAX)

enum {
  TP_MOST_LANDMARKS = 16,
  TP_LANDMARK_BYTES = 8, /* a cell, both ways */
  TP_MOST_LANDMARK_BYTES = 1 << 28
};

/* What they follow from: no step is barred, and there are no links. */
typedef struct tp_LandmarkMap {
  const tp_Mask *mask;
  const tp_Topology *moves;
  const tp_Costs *costs;
  const uint8_t *class_of; /* cells: their classes without layers */
  /* So many classes: another one that a cell may have instead, of a higher
   * price or, by rounding, hardly a lower one; NULL, 0: none has one. */
  const int16_t *level_of;
  int32_t bases;
  const tp_Changes *changes; /* of all those */
} tp_LandmarkMap;

/* The steps out of a cell, which are those into it the other way round; none
 * where it may not be entered. */
TP_INLINE unsigned tp_landmark_steps(const tp_LandmarkMap *map, int32_t x,
                                     int32_t y) {
  unsigned nine = tp_mask_nine(map->mask, x, y);
  return nine >> tp_nine_bit(0, 0) & 1 ? map->moves->legal[nine] : 0;
}

/* None has no numbers: both are TP_LANE_FAR. */
typedef struct tp_Band {
  uint32_t low, high;
} tp_Band;

enum { TP_MOST_LANES = 2 * TP_MOST_LANDMARKS };

/* Some cells whose steps have become cheaper, to lanes for which numbers are to
 * be lowered there, and which of each. */
typedef struct tp_Cheaper {
  tp_Rect rect;
  uint32_t lanes;
  uint64_t since; /* so many queries had been asked then */
  tp_Band band[TP_MOST_LANES];
} tp_Cheaper;

/* A lane whose numbers are being lowered. */
typedef struct tp_Lowered {
  int32_t lane;     /* -1: none is                                       */
  int32_t at, row;  /* rectangle, and row of it: looked at up to there   */
  bool is_hasty;    /* all are to be, not only those that are due        */
  bool is_complete; /* that has been done                                */
  bool is_short;    /* the queue was, and numbers from `low` on are lost */
  uint32_t low;     /* the least that went into the queue out of order   */
} tp_Lowered;

/* How far they have been made. */
typedef struct tp_Placing {
  size_t cleared; /* labels                                     */
  size_t next;    /* cell to look for more parts of the map from */
  int32_t lane;   /* of the part under way; 0: none is            */
  uint32_t landmark, farthest, distance;
} tp_Placing;

typedef struct tp_Landmarks {
  int32_t width, height;
  int32_t lanes; /* from landmark k: 2 k; to it: 2 k + 1 */
  int shift;     /* a bucket holds numbers that differ in so many bits */
  bool is_made;
  uint64_t seen;    /* version of the changes that it knows  */
  uint64_t version; /* grows whenever a number may have changed */
  uint64_t asked;   /* queries served                        */
  uint32_t slight;  /* a band of that height, or less, is slight */
  uint64_t loose;   /* cells that have changed since        */
  double scale;     /* one of the agent's costs in numbers  */
  uint32_t step[2][TP_CLASSES];
  tp_Placing placing;
  uint32_t lost[TP_MOST_LANES]; /* numbers from there on are no good, by lane */
  tp_Band band[TP_MOST_LANES];  /* of those and of all rectangles */
  tp_Lowered lowered;
  int32_t count;
  tp_Cheaper cheaper[TP_CHANGES];
  size_t stride;             /* numbers from one lane to the next */
  size_t label_at, queue_at; /* bytes from here                   */
} tp_Landmarks;

TP_INLINE uint32_t *tp_landmarks_lane(const tp_Landmarks *m, int lane) {
  uint32_t *label = (uint32_t *)(void *)((char *)(uintptr_t)m + m->label_at);
  return label + (size_t)lane * m->stride;
}

TP_INLINE tp_Band tp_no_band(void) {
  return (tp_Band){TP_LANE_FAR, TP_LANE_FAR};
}

/* Both, and what lies between. */
TP_INLINE tp_Band tp_band_join(tp_Band a, tp_Band b) {
  if (a.low == TP_LANE_FAR) return b;
  if (b.low == TP_LANE_FAR) return a;
  return (tp_Band){a.low < b.low ? a.low : b.low,
                   a.high > b.high ? a.high : b.high};
}

/* What a number counts as. */
TP_INLINE int32_t tp_band_count(tp_Band band, uint32_t label) {
  const int32_t number = (int32_t)label, low = (int32_t)band.low;
  int32_t above = number - ((int32_t)band.high - low);
  above = above > low ? above : low;
  return number < above ? number : above;
}

#endif
