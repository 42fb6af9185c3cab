/* jumpsuccessors.c - the scans of jump point search.
 *
 * From a cell each direction that leads on is scanned: straight, up to the next
 * jump point or wall; and diagonally, with a stop at each cell from which a
 * straight scan to one side finds a jump point. Cells in between cost a bit
 * each. An irregular cell ends every scan.
 *
 * A list depends on the planes at the cells that it scanned. Those lie between
 * its cell, its jumps and the ends of its rays. So the list is valid as long as
 * nothing has changed in that part of the map (base/changelog.h).
 *
 * Some 50 to 500 ns a list.
 */
#include "jumpsuccessors.h"

/* While a list is made. */
typedef struct Work {
  const tp_JumpPlanes *jumps;
  const tp_Mask *mask;
  const tp_StepTable *table;
  tp_Box read;
  bool whole;
  bool cuts_corners; /* diagonals may have jump points of their own */
} Work;

/* After so many stops the rest of a ray waits in the open list, as a place on
 * the ray. On a map full of corners a ray has hundreds of stops, and the goal
 * may be near. */
enum { STOPS = 16 };

static void widen_box(tp_Box *box, int32_t x, int32_t y) {
  if (x < box->left) box->left = (uint16_t)x;
  if (x > box->right) box->right = (uint16_t)x;
  if (y < box->top) box->top = (uint16_t)y;
  if (y > box->bottom) box->bottom = (uint16_t)y;
}

TP_INLINE tp_JumpTo *add_place(tp_JumpTo *to, int32_t x, int32_t y, int d) {
  *to = (tp_JumpTo){TP_NEW_PLACE << 3 | (uint32_t)d, (uint16_t)x, (uint16_t)y};
  return to + 1;
}

/* Adds a jump. */
TP_INLINE tp_JumpTo *add_jump(Work *w, tp_JumpTo *to, int32_t x, int32_t y,
                              int d) {
  uint32_t node = TP_FIRST_POINT + tp_jump_planes_number(w->jumps, x, y);
  *to = (tp_JumpTo){node << 3 | (uint32_t)d, (uint16_t)x, (uint16_t)y};
  return to + 1;
}

/* The next jump point in a straight direction, if there is one. */
TP_INLINE tp_JumpTo *jump_straight(Work *w, tp_JumpTo *to, int32_t x, int32_t y,
                                   const int d) {
  if (!tp_jump_planes_is_ahead(w->jumps, x, y, d)) return to;
  int32_t far = tp_jump_planes_scan_straight(w->jumps, x, y, d);
  return add_jump(w, to, x + tp_dx[d] * far, y + tp_dy[d] * far, d);
}

/* The jumps to both sides of a diagonal, and at its end. */
TP_INLINE tp_JumpTo *jump_diagonally(Work *w, tp_JumpTo *to, int32_t x,
                                     int32_t y, const int d) {
  const tp_JumpPlanes *jumps = w->jumps;
  const size_t line = tp_jump_planes_diagonal(jumps, x, y, d);
  const bool forwards = tp_dx[d] > 0;
  const int32_t end =
      tp_jump_planes_scan(jumps, jumps->end[d], line, x, forwards);
  const int32_t end_x = x + end * tp_dx[d], end_y = y + end * tp_dy[d];
  /* From an irregular end all directions lead on; from another, at most these
   * two. */
  const bool is_irregular = tp_jump_planes_is_irregular(jumps, end_x, end_y);
  const int32_t last = is_irregular ? end - 1 : end;
  int32_t far = 0;
  for (int stops = 0;; stops++) {
    int32_t at_x = x + far * tp_dx[d], at_y = y + far * tp_dy[d];
    int32_t next = far + tp_jump_planes_scan(jumps, jumps->branch[d], line,
                                             at_x, forwards);
    if (next > last) break;
    if (stops == STOPS && !w->whole) return add_place(to, at_x, at_y, d);
    far = next;
    at_x = x + far * tp_dx[d];
    at_y = y + far * tp_dy[d];
    to = jump_straight(w, to, at_x, at_y, tp_side_x(d));
    to = jump_straight(w, to, at_x, at_y, tp_side_y(d));
  }
  widen_box(&w->read, end_x, end_y);
  if (is_irregular) return add_jump(w, to, end_x, end_y, d);
  if (!w->cuts_corners) return to;
  const unsigned neighborhood = tp_mask_neighborhood(w->mask, end_x, end_y);
  const unsigned on = w->table->steps[d][neighborhood];
  bool turns = on & ~(1u << d | 1u << tp_side_x(d) | 1u << tp_side_y(d));
  return turns ? add_jump(w, to, end_x, end_y, d) : to;
}

/* The jumps to both sides of a vertical line: 4-way maps have these instead of
 * diagonals. */
TP_INLINE tp_JumpTo *jump_vertically(Work *w, tp_JumpTo *to, int32_t x,
                                     int32_t y, const int d) {
  const tp_JumpPlanes *jumps = w->jumps;
  const bool forwards = tp_dy[d] > 0;
  const int32_t wall = tp_jump_planes_scan_straight(jumps, x, y, d);
  widen_box(&w->read, x, y + (wall - 1) * tp_dy[d]);
  int32_t far = 0;
  for (int stops = 0;; stops++) {
    int32_t at_y = y + far * tp_dy[d];
    int32_t next = far + tp_jump_planes_scan(jumps, jumps->branch[d], (size_t)x,
                                             at_y, forwards);
    if (next >= wall) break;
    if (stops == STOPS && !w->whole) return add_place(to, x, at_y, d);
    far = next;
    to = jump_straight(w, to, x, y + far * tp_dy[d], TP_E);
    to = jump_straight(w, to, x, y + far * tp_dy[d], TP_W);
  }
  /* An irregular cell ends the line, as a wall does. */
  const int32_t end_y = y + wall * tp_dy[d];
  const bool is_jump = jumps->irregular && tp_mask_has(w->mask, x, end_y) &&
                       tp_jump_planes_is_irregular(jumps, x, end_y);
  return is_jump ? add_jump(w, to, x, end_y, d) : to;
}

/* All jumps from a cell in the given directions. Returns their end. */
static tp_JumpTo *find_jumps(Work *w, tp_JumpTo *to, int32_t x, int32_t y,
                             unsigned steps) {
  if (steps & 1u << TP_E) to = jump_straight(w, to, x, y, TP_E);
  if (steps & 1u << TP_W) to = jump_straight(w, to, x, y, TP_W);
  if (tp_is_four(w->jumps->rule)) {
    if (steps & 1u << TP_S) to = jump_vertically(w, to, x, y, TP_S);
    if (steps & 1u << TP_N) to = jump_vertically(w, to, x, y, TP_N);
    return to;
  }
  if (steps & 1u << TP_S) to = jump_straight(w, to, x, y, TP_S);
  if (steps & 1u << TP_N) to = jump_straight(w, to, x, y, TP_N);
  if (steps & 1u << TP_SE) to = jump_diagonally(w, to, x, y, TP_SE);
  if (steps & 1u << TP_SW) to = jump_diagonally(w, to, x, y, TP_SW);
  if (steps & 1u << TP_NW) to = jump_diagonally(w, to, x, y, TP_NW);
  if (steps & 1u << TP_NE) to = jump_diagonally(w, to, x, y, TP_NE);
  return to;
}

uint32_t tp_jump_list_most(const tp_JumpPlanes *j) {
  int32_t longest = j->width < j->height ? j->width : j->height;
  if (tp_is_four(j->rule)) longest = j->height;
  return TP_LIST_HEAD + 8 * (uint32_t)longest + 16;
}

void tp_jump_list_make(tp_JumpList *list, const tp_JumpMap *map, tp_Cell from,
                       unsigned steps, bool whole) {
  const tp_JumpPlanes *j = map->jumps;
  uint16_t x = (uint16_t)from.x, y = (uint16_t)from.y;
  Work w = {
      .jumps = j,
      .mask = map->mask,
      .table = map->table,
      .read = {x, y, x, y},
      .whole = whole,
      .cuts_corners =
          j->rule == TP_ALWAYS || j->rule == TP_AT_LEAST_ONE_WALKABLE,
  };
  const tp_JumpTo *end = find_jumps(&w, list->jump, x, y, steps);
  for (const tp_JumpTo *to = list->jump; to < end; to++) {
    widen_box(&w.read, to->x, to->y);
  }
  list->seen = j->versions.now;
  list->read = w.read;
  list->next = 0;
  list->count = (uint32_t)(end - list->jump) & 0xffffff;
  list->steps = steps & 0xff;
}
