/* jumprepair.c - the planes of jump point search after an edit.
 *
 * The bits that concern a cell itself depend on its 3 x 3 cells, and on whether
 * it is irregular. They are found again for all cells near an edit, from the
 * pruning rules (jumppruning.h) instead of from words of cells.
 *
 * Beyond that an edit affects only the rows and columns through those cells.
 * All cells of a line between two stops have the same bit in `ahead`. So a
 * repair goes along the line until a stop, or until nothing changes. Where that
 * bit changes, so does `branch` of the rays through the cell.
 *
 * All cells with a change get a new version.
 *
 * A few nanoseconds a cell of those lines: a microsecond on a game map, ten if
 * nothing stops a line from one side of 512 cells to the other.
 */
#include "jumprepair.h"

#include "jumpplanes.h"

typedef struct Repair {
  tp_JumpPlanes *jumps;
  const tp_Mask *mask;
  const tp_StepTable *table;
  bool renumbers;                /* jump points have got other numbers */
  uint64_t passed;               /* cells of lines whose `ahead` has changed */
  unsigned turns[TP_DIRECTIONS]; /* steps that are not natural, by direction */
} Repair;

static void set_bit(tp_JumpPlanes *j, tp_Bitplane plane, size_t line,
                    size_t bit, bool value) {
  size_t at = tp_bitplane_line(plane, line) + bit;
  uint64_t *word = &j->words[plane.at + (at >> 6)];
  uint64_t mask = UINT64_C(1) << (at & 63);
  *word = value ? *word | mask : *word & ~mask;
}

/* Line and bit of a cell in a plane of straight direction d. */
static size_t line_at(int32_t x, int32_t y, int d) {
  return (size_t)(tp_dy[d] == 0 ? y : x);
}

static size_t bit_at(int32_t x, int32_t y, int d) {
  return (size_t)(tp_dy[d] == 0 ? x : y);
}

/* Finds the stops and ends of a cell, and whether it is a jump point. After a
 * step in direction d, a turn takes one of the steps beyond the natural ones.
 */
static void repair_point(Repair *r, int32_t x, int32_t y) {
  tp_JumpPlanes *j = r->jumps;
  const size_t height = (size_t)j->height, rest = (size_t)x % height;
  const unsigned neighborhood = tp_mask_neighborhood(r->mask, x, y);
  const unsigned legal = r->table->steps[TP_NO_DIRECTION][neighborhood];
  const bool is_free = neighborhood >> tp_neighborhood_bit(0, 0) & 1;
  const bool is_irregular = is_free && tp_jump_planes_is_irregular(j, x, y);
  bool any = is_irregular;
  for (int d = 0; d < 4; d++) {
    bool comes = neighborhood >> tp_neighborhood_of(tp_opposite(d)) & 1;
    bool turns = r->table->steps[d][neighborhood] & r->turns[d];
    bool point = is_irregular || (is_free && comes && turns);
    set_bit(j, j->stop[d], line_at(x, y, d), bit_at(x, y, d),
            point || !is_free);
    any |= point;
  }
  for (int d = TP_SE; d <= TP_NE && !tp_is_four(j->rule); d++) {
    bool turns = r->table->steps[d][neighborhood] & r->turns[d];
    size_t line =
        tp_bitplane_diagonal(rest, (size_t)y, height, tp_dx[d] == tp_dy[d]);
    set_bit(j, j->end[d], line, (size_t)x,
            !(legal >> d & 1) || turns || is_irregular);
    any |= is_free && turns;
  }
  if (tp_cellset_set(j->words, &j->cell_set, x, y, any)) r->renumbers = true;
}

/* Cells in a line, one after the other against direction d. */
typedef struct Run {
  int32_t x, y, length;
  int d;
} Run;

/* The bits of a run have changed to `ahead`. This changes the rays that have
 * its direction to one side; `other` is their other side. From cell to cell,
 * the line of the ray changes by one. */
static void repair_ray(tp_JumpPlanes *j, Run run, int ray, int other,
                       bool ahead) {
  const tp_Bitplane plane = j->branch[ray];
  const bool diagonal = tp_is_diagonal(ray);
  const int32_t dx = -tp_dx[run.d], dy = -tp_dy[run.d];
  const bool falls = tp_dx[ray] == tp_dy[ray];
  const int32_t step = diagonal ? (falls ? dx - dy : dx + dy) : dx;
  const size_t lines = (size_t)(diagonal ? j->height : j->width);
  int32_t x = run.x, y = run.y;
  size_t line = diagonal ? tp_jump_planes_diagonal(j, x, y, ray) : (size_t)x;
  for (int32_t n = run.length; n > 0; n--) {
    bool is_branch = ahead || tp_jump_planes_is_ahead(j, x, y, other);
    set_bit(j, plane, line, (size_t)(diagonal ? x : y), is_branch);
    x += dx;
    y += dy;
    if (step > 0) {
      line = line + 1 < lines ? line + 1 : 0;
    } else {
      line = line > 0 ? line - 1 : lines - 1;
    }
  }
}

static void repair_rays(tp_JumpPlanes *j, Run run, bool ahead) {
  if (tp_is_four(j->rule)) {
    if (tp_dy[run.d] != 0) return;
    repair_ray(j, run, TP_S, tp_opposite(run.d), ahead);
    repair_ray(j, run, TP_N, tp_opposite(run.d), ahead);
    return;
  }
  for (int ray = TP_SE; ray <= TP_NE; ray++) {
    int one = tp_side_x(ray), other = tp_side_y(ray);
    if (run.d == one) repair_ray(j, run, ray, other, ahead);
    if (run.d == other) repair_ray(j, run, ray, one, ahead);
  }
}

TP_INLINE bool is_stop(const tp_JumpPlanes *j, int32_t x, int32_t y, int d) {
  size_t at = tp_bitplane_line(j->stop[d], line_at(x, y, d)) + bit_at(x, y, d);
  return j->words[j->stop[d].at + (at >> 6)] >> (at & 63) & 1;
}

/* Repairs `ahead` of the cells before (x, y), against direction d, until a stop
 * or an unchanged bit. */
TP_INLINE void repair_ahead(Repair *r, int32_t x, int32_t y, const int d) {
  tp_JumpPlanes *j = r->jumps;
  const int32_t dx = tp_dx[d], dy = tp_dy[d];
  Run run = {.x = x - dx, .y = y - dy, .d = d};
  bool ahead = tp_mask_has(r->mask, x, y) &&
               (is_stop(j, x, y, d) || tp_jump_planes_is_ahead(j, x, y, d));
  do {
    x -= dx;
    y -= dy;
    if (x < 0 || y < 0 || x >= j->width || y >= j->height) break;
    if (tp_jump_planes_is_ahead(j, x, y, d) == ahead) break;
    set_bit(j, j->ahead[d], (size_t)y, (size_t)x, ahead);
    run.length++;
  } while (!is_stop(j, x, y, d));
  if (run.length == 0) return;
  r->passed += (uint64_t)run.length;
  repair_rays(j, run, ahead);
  const tp_Rect first = {run.x, run.y, 1, 1};
  const tp_Rect last = {run.x - dx * (run.length - 1),
                        run.y - dy * (run.length - 1), 1, 1};
  tp_versions_touch(j->words, &j->versions, tp_rect_join(first, last));
}

/* So many cells of lines take as long as one near an edit. After one part in
 * TRIED of the work that is worth it, the rectangles so far tell how long all
 * of them will take. */
enum { OF_LINES = 8, TRIED = 8 };

bool tp_jump_repair(tp_JumpPlanes *j, const tp_Mask *mask,
                    const tp_StepTable *table, const tp_Rect *rects, int count,
                    uint64_t most) {
  const tp_Rect map = {0, 0, j->width, j->height};
  Repair r = {.jumps = j, .mask = mask, .table = table};
  uint64_t near = 0, spent = 0;
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    r.turns[d] = ~tp_natural_steps(j->rule, d);
  }
  j->versions.now++;
  for (int i = 0; i < count; i++) {
    const tp_Rect rect = tp_rect_clip(tp_rect_grow(rects[i], 1), map);
    const uint64_t all = spent * (uint64_t)count;
    if (spent > most / TRIED && all > most * (uint64_t)i) return false;
    tp_versions_touch(j->words, &j->versions, rect);
    for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
      for (int32_t x = rect.x; x < rect.x + rect.w; x++) repair_point(&r, x, y);
    }
    for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
      for (int32_t x = rect.x; x < rect.x + rect.w; x++) {
        repair_ahead(&r, x, y, TP_E);
        repair_ahead(&r, x, y, TP_S);
        repair_ahead(&r, x, y, TP_W);
        repair_ahead(&r, x, y, TP_N);
      }
    }
    near += (uint64_t)tp_rect_area(rect);
    spent = near + r.passed / OF_LINES;
  }
  if (r.renumbers) tp_versions_touch_all(j->words, &j->versions);
  return true;
}
