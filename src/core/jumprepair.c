/* jumprepair.c - the planes of jump point search after an edit.
 *
 * What is said about a cell itself depends on the 3 x 3 cells around it, and is
 * found again for all those near an edit, from the pruning rules (onward.h)
 * rather than from words of cells as it is built. Beyond that an edit is felt
 * along the rows and columns through those cells only: what lies ahead is the
 * same for all cells of a line between two stops, so a repair goes along the
 * line until it comes to a stop or to where nothing changes. Where the answer
 * turns, so do the rays through the cell.
 *
 * All cells of which something changes are of a new age.
 *
 * A few nanoseconds a cell of those lines: a microsecond on a game map, ten
 * where nothing stops a line from one side of 512 cells to the other.
 */
#include "jumps.h"

typedef struct Repair {
  tp_Jumps *jumps;
  const tp_Mask *mask;
  const tp_Onward *onward;
} Repair;

static void set_bit(tp_Jumps *j, tp_Plane plane, size_t line, size_t bit,
                    bool value) {
  size_t at = tp_plane_line(plane, line) + bit;
  uint64_t *word = &j->words[plane.at + (at >> 6)];
  uint64_t mask = UINT64_C(1) << (at & 63);
  *word = value ? *word | mask : *word & ~mask;
}

static bool get_bit(const tp_Jumps *j, tp_Plane plane, size_t line,
                    size_t bit) {
  size_t at = tp_plane_line(plane, line) + bit;
  return j->words[plane.at + (at >> 6)] >> (at & 63) & 1;
}

/* Line and bit of a cell in a plane that serves direction d. */
static size_t line_at(const tp_Jumps *j, int32_t x, int32_t y, int d) {
  if (tp_is_diagonal(d)) return tp_jumps_diagonal(j, x, y, d);
  return (size_t)(tp_dy[d] == 0 ? y : x);
}

static size_t bit_at(int32_t x, int32_t y, int d) {
  return (size_t)(!tp_is_diagonal(d) && tp_dx[d] == 0 ? y : x);
}

/* Steps that a turn takes at the cell, for one who came in by d. */
static unsigned turns_at(const Repair *r, int32_t x, int32_t y, int d) {
  unsigned nine = tp_mask_nine(r->mask, x, y) | 1u << tp_nine_bit(0, 0);
  return r->onward->steps[d][nine] & ~tp_natural_steps(r->jumps->rule, d);
}

static bool is_point(const Repair *r, int32_t x, int32_t y, int d) {
  return tp_mask_has(r->mask, x, y) &&
         tp_mask_has(r->mask, x - tp_dx[d], y - tp_dy[d]) &&
         turns_at(r, x, y, d) != 0;
}

static void repair_point(const Repair *r, int32_t x, int32_t y) {
  tp_Jumps *j = r->jumps;
  bool is_free = tp_mask_has(r->mask, x, y), any = false;
  for (int d = 0; d < 4; d++) {
    bool point = is_point(r, x, y, d);
    set_bit(j, j->stop[d], line_at(j, x, y, d), bit_at(x, y, d),
            point || !is_free);
    any |= point;
  }
  for (int d = TP_SE; d <= TP_NE && j->rule != TP_NEVER; d++) {
    any |= is_free && turns_at(r, x, y, d) != 0;
  }
  tp_points_put(j->words, &j->points, x, y, any);
}

/* A cell, and what is left when its column is divided by the height. */
typedef struct Place {
  int32_t x, y;
  size_t rest;
} Place;

static Place place_of(const tp_Jumps *j, int32_t x, int32_t y) {
  return (Place){x, y, (size_t)x % (size_t)j->height};
}

static void step_back(const tp_Jumps *j, Place *p, int d) {
  size_t height = (size_t)j->height;
  p->x -= tp_dx[d];
  p->y -= tp_dy[d];
  if (tp_dx[d] > 0) p->rest = p->rest > 0 ? p->rest - 1 : height - 1;
  if (tp_dx[d] < 0) p->rest = p->rest + 1 < height ? p->rest + 1 : 0;
}

static void repair_ray(tp_Jumps *j, Place p, int d, int one, int other) {
  bool hits =
      tp_jumps_hits(j, p.x, p.y, one) || tp_jumps_hits(j, p.x, p.y, other);
  if (tp_is_diagonal(d)) {
    size_t line = tp_plane_diagonal(p.rest, (size_t)p.y, (size_t)j->height,
                                    tp_dx[d] == tp_dy[d]);
    set_bit(j, j->ray[d], line, (size_t)p.x, hits);
  } else {
    set_bit(j, j->ray[d], (size_t)p.x, (size_t)p.y, hits);
  }
}

/* The rays that have direction `side` to one of their sides. */
static void repair_rays(tp_Jumps *j, Place p, int side) {
  if (j->rule == TP_NEVER) {
    if (tp_dy[side] != 0) return;
    repair_ray(j, p, TP_S, TP_E, TP_W);
    repair_ray(j, p, TP_N, TP_E, TP_W);
    return;
  }
  for (int d = TP_SE; d <= TP_NE; d++) {
    int one = tp_side_x(d), other = tp_side_y(d);
    if (side == one || side == other) repair_ray(j, p, d, one, other);
  }
}

static void repair_ends(const Repair *r, int32_t x, int32_t y) {
  tp_Jumps *j = r->jumps;
  unsigned legal = r->onward->steps[TP_DIRECTIONS][tp_mask_nine(r->mask, x, y)];
  for (int d = TP_SE; d <= TP_NE && j->rule != TP_NEVER; d++) {
    bool ends = !(legal >> d & 1) || turns_at(r, x, y, d) != 0;
    set_bit(j, j->end[d], line_at(j, x, y, d), bit_at(x, y, d), ends);
  }
}

static bool is_stop(const tp_Jumps *j, Place p, int d) {
  return get_bit(j, j->stop[d], line_at(j, p.x, p.y, d), bit_at(p.x, p.y, d));
}

/* From one cell to another one against direction d. */
static tp_Box box_of(Place from, Place to) {
  int32_t left = from.x < to.x ? from.x : to.x;
  int32_t top = from.y < to.y ? from.y : to.y;
  return (tp_Box){(uint16_t)left, (uint16_t)top,
                  (uint16_t)(from.x + to.x - left),
                  (uint16_t)(from.y + to.y - top)};
}

/* What is ahead of the cells before (x, y), against direction d, up to a stop
 * or to where it is the same as it was. */
static void repair_hits(const Repair *r, int32_t x, int32_t y, int d) {
  tp_Jumps *j = r->jumps;
  Place from = place_of(j, x, y), p = from, last = from;
  bool ahead = tp_mask_has(r->mask, x, y) &&
               (is_stop(j, p, d) || tp_jumps_hits(j, x, y, d));
  do {
    step_back(j, &p, d);
    if (p.x < 0 || p.y < 0 || p.x >= j->width || p.y >= j->height) break;
    if (tp_jumps_hits(j, p.x, p.y, d) == ahead) break;
    set_bit(j, j->hit[d], (size_t)p.y, (size_t)p.x, ahead);
    repair_rays(j, p, d);
    last = p;
  } while (!is_stop(j, p, d));
  tp_ages_touch(j->words, &j->ages, box_of(from, last));
}

static void repair_all_hits(const Repair *r, int32_t x, int32_t y) {
  for (int d = 0; d < 4; d++) repair_hits(r, x, y, d);
}

/* The rectangle and the cells around it, inside the map. */
static tp_Box around(const tp_Jumps *j, tp_Rect rect) {
  int32_t right = rect.x + rect.w, bottom = rect.y + rect.h;
  return (tp_Box){(uint16_t)(rect.x > 0 ? rect.x - 1 : 0),
                  (uint16_t)(rect.y > 0 ? rect.y - 1 : 0),
                  (uint16_t)(right < j->width ? right : right - 1),
                  (uint16_t)(bottom < j->height ? bottom : bottom - 1)};
}

static void each_cell(const Repair *r, const tp_Rect *rects, int count,
                      void (*repair)(const Repair *, int32_t, int32_t)) {
  for (int i = 0; i < count; i++) {
    tp_Box box = around(r->jumps, rects[i]);
    for (int32_t y = box.top; y <= box.bottom; y++) {
      for (int32_t x = box.left; x <= box.right; x++) repair(r, x, y);
    }
  }
}

void tp_jumps_repair(tp_Jumps *j, const tp_Mask *mask, const tp_Onward *onward,
                     const tp_Rect *rects, int count) {
  const Repair repair = {j, mask, onward};
  bool were_fixed = j->points.are_fixed;
  j->ages.now++;
  for (int i = 0; i < count; i++) {
    tp_ages_touch(j->words, &j->ages, around(j, rects[i]));
  }
  each_cell(&repair, rects, count, repair_point);
  each_cell(&repair, rects, count, repair_all_hits);
  each_cell(&repair, rects, count, repair_ends);
  if (!were_fixed || !j->points.are_fixed) {
    tp_ages_touch_all(j->words, &j->ages);
  }
}
