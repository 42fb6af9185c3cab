/* hexfov.c - all hexagons seen from one, in one sweep: shadow casting in whole
 * numbers, exact by the rule of sight.c.
 *
 * Between the directions a and b of two neighbouring sides lies a sixth of the
 * map. Its ring k has the cells (k - j) a + j b, for j from 0 to k: seen from
 * the centre of the origin they have the slopes j / k from 0 to 1. A twelfth
 * has those below 1/2.
 *
 *          b  . . .        A blocked cell hides the slopes between its first
 *            . . #         corner and its last one; so does a closed side
 *            between
 *           . . .          its two ends. No cell hides another one of its ring,
 *          o . . a         or of another twelfth.
 *
 * The line through a corner of three cells is in two of them, of which it takes
 * the side towards a. It only touches the third cell, and the other two sides:
 * these leave the slopes of their corners open. A closed side towards a hides
 * its two ends, too. So a slope may also be just before a number, or just
 * behind.
 *
 * A line with slope 1/2 runs along sides, each between two cells of a ring. It
 * belongs to no twelfth, and is walked: one of the two ways round must be open.
 *
 * If there are more gaps than there is room for, those behind wait for another
 * sweep of the same twelfth. Only fences seen at a small angle make so many.
 *
 * Costs a look at each cell that is seen, and at those that end the gaps: some
 * 5 ns each.
 */
#include "hexfov.h"

enum { TWELFTHS = 12 };

static int turn_of(int turn) {
  return (turn + TP_SIDES_OF_HEXAGON) % TP_SIDES_OF_HEXAGON;
}

static tp_Cube step_of(int turn) {
  static const tp_Cube steps[TP_SIDES_OF_HEXAGON] = {{1, 0},  {0, 1},  {-1, 1},
                                                     {-1, 0}, {0, -1}, {1, -1}};
  return steps[turn];
}

static void begin_part(tp_HexFov *v) {
  const int side = v->part & 1 ? -1 : 1; /* on which b lies of a */
  const int a = turn_of(v->part >> 1);
  v->a = a;
  v->b = turn_of(a + side);
  v->aside = turn_of(a - side);
  v->ring = 0;
  v->count = 1;
  v->gaps[0] = (tp_HexGap){v->first, {1, 2, -1}};
  v->has_rest = false;
}

/* Without fences enough for one sweep. */
static uint32_t most_gaps(int32_t width, int32_t height) {
  return (uint32_t)tp_greater(width, height) / 2 + 4;
}

size_t tp_hexfov_words(int32_t width, int32_t height) {
  return 2 * (size_t)most_gaps(width, height) * sizeof(tp_HexGap) /
         sizeof(uint64_t);
}

void tp_hexfov_start(tp_HexFov *v, const tp_Navmap *nav, tp_Cell cell,
                     uint64_t range, uint64_t *work) {
  *v = (tp_HexFov){.navmap = nav,
                   .alone = tp_navmap_alone(nav),
                   .clear = tp_navmap_clear(nav),
                   .at = cell,
                   .first = {0, 1, 0}};
  v->from = tp_cube_of(nav->moves.stagger, cell);
  v->reach = tp_visibleset_reach(range);
  v->room = most_gaps(nav->mask->width, nav->mask->height);
  v->gaps = (tp_HexGap *)(void *)work;
  v->spare = v->gaps + v->room;
  begin_part(v);
}

/* ---- cells -------------------------------------------------------------- */

static tp_Cell cell_at(const tp_HexFov *v, int32_t i, int32_t j) {
  const tp_Cube a = step_of(v->a), b = step_of(v->b);
  return tp_cell_of_cube(
      v->navmap->moves.stagger,
      (tp_Cube){v->from.q + i * a.q + j * b.q, v->from.r + i * a.r + j * b.r});
}

/* May the agent be there? And may a line pass? */
static bool is_free(const tp_HexFov *v, tp_Cell c) {
  return tp_mask_can_enter(v->navmap->mask, c.x, c.y);
}

static bool is_clear(const tp_HexFov *v, tp_Cell c) {
  return tp_mask_can_enter(v->clear, c.x, c.y);
}

/* The sides of a cell inside that are closed for a line from the origin (or to
 * it), as a set of directions. */
static unsigned fences_of(const tp_HexFov *v, tp_Cell c) {
  if (!v->alone->fences) return 0;
  return v->is_outward ? tp_navmap_fenced(v->alone, c.x, c.y)
                       : tp_navmap_fenced_into(v->alone, c.x, c.y);
}

static bool is_closed(const tp_HexFov *v, tp_Cell c, unsigned fences,
                      int turn) {
  const tp_Stagger s = v->navmap->moves.stagger;
  return fences >> tp_hexagon_step(s, tp_is_shoved(s, c), turn) & 1;
}

/* ---- slopes ------------------------------------------------------------- */

/* Negative, 0 or positive if a is less than, equal to, or more than b. */
static int compare(tp_HexSlope a, tp_HexSlope b) {
  const uint64_t left = (uint64_t)a.part * b.of;
  const uint64_t right = (uint64_t)b.part * a.of;
  return left == right ? a.beside - b.beside : left > right ? 1 : -1;
}

/* Keeps a gap. If there is no room, it waits with all gaps behind it. */
static void keep_gap(tp_HexFov *v, tp_HexGap gap) {
  if (compare(gap.first, gap.last) > 0) return;
  if (v->kept < v->room) {
    v->spare[v->kept++] = gap;
  } else if (!v->has_rest || compare(gap.first, v->rest) < 0) {
    v->has_rest = true;
    v->rest = gap.first;
  }
}

/* Hides the slopes between two corners: (3 j + from) / (3 k + of) and so on. A
 * negative one is below all. The gap is the rest. */
typedef struct Corners {
  int from, of, to, over;
} Corners;

static void hide_between(tp_HexFov *v, tp_HexGap *gap, int32_t j, Corners c,
                         int32_t closed) {
  const int32_t from = 3 * j + c.from, k = 3 * v->ring;
  tp_HexSlope before = {(uint32_t)from, (uint32_t)(k + c.of), -closed};
  const tp_HexSlope behind = {(uint32_t)(3 * j + c.to), (uint32_t)(k + c.over),
                              closed};
  if (from < 0) before = (tp_HexSlope){0, 1, -1};
  if (compare(before, gap->last) >= 0) return;
  if (compare(behind, gap->first) <= 0) return;
  keep_gap(v, (tp_HexGap){gap->first, before});
  gap->first = behind;
}

/* The closed sides of a cell, in the order of their first corners: the one to
 * the cell before it in its ring, and those that lead to the next ring. */
static void hide_behind_fences(tp_HexFov *v, tp_HexGap *gap, int32_t j,
                               tp_Cell c) {
  const unsigned fences = fences_of(v, c);
  if (fences == 0) return;
  if (j > 0 && is_closed(v, c, fences, v->aside)) {
    hide_between(v, gap, j, (Corners){-2, -1, -1, 1}, 0);
  }
  if (is_closed(v, c, fences, v->a)) {
    hide_between(v, gap, j, (Corners){-1, 1, 1, 2}, 1);
  }
  if (is_closed(v, c, fences, v->b)) {
    hide_between(v, gap, j, (Corners){1, 2, 2, 1}, 0);
  }
}

/* ---- parts -------------------------------------------------------------- */

/* Adds the free cells of a gap, and keeps the rest of the gap. */
static void cut_gap(tp_HexFov *v, tp_VisibleSet *visible, tp_HexGap gap) {
  const uint64_t k = (uint64_t)v->ring;
  const uint64_t from = gap.first.part * k, to = gap.last.part * k;
  int32_t j = (int32_t)(from / gap.first.of), end = (int32_t)(to / gap.last.of);
  const int32_t last = tp_lesser(end + 1, v->ring);
  const bool is_on = from % gap.first.of == 0 && gap.first.beside <= 0;
  const int32_t first = j + !is_on;
  if (to % gap.last.of == 0 && gap.last.beside < 0) end--;
  v->steps += 2 + (uint64_t)(last - j);
  for (; j <= last; j++) {
    const tp_Cell c = cell_at(v, v->ring - j, j);
    const bool is_seen = v->ring > 0 && j >= first && j <= end;
    if (is_seen && is_free(v, c)) tp_visibleset_add(visible, c);
    if (v->ring > 0 && !is_clear(v, c)) {
      hide_between(v, &gap, j, (Corners){-2, -1, 2, 1}, 0);
      continue;
    }
    hide_behind_fences(v, &gap, j, c);
  }
  keep_gap(v, gap);
}

/* Is the path from a cell by one side, and then by another one, open? */
static bool leads_on(const tp_HexFov *v, tp_Cell at, tp_Cell by, int turn,
                     int next) {
  return is_clear(v, by) && !is_closed(v, at, fences_of(v, at), turn) &&
         !is_closed(v, by, fences_of(v, by), next);
}

/* Walks between a and b. */
static void look_along_sides(tp_HexFov *v, tp_VisibleSet *visible) {
  for (int32_t i = 0; 2 * (i + 1) <= v->reach; i++) {
    const tp_Cell at = cell_at(v, i, i), next = cell_at(v, i + 1, i + 1);
    v->steps += 4;
    if (!is_free(v, next)) return;
    if (!leads_on(v, at, cell_at(v, i + 1, i), v->a, v->b) &&
        !leads_on(v, at, cell_at(v, i, i + 1), v->b, v->a)) {
      return;
    }
    tp_visibleset_add(visible, next);
    if (!is_clear(v, next)) return;
  }
}

bool tp_hexfov_next(tp_HexFov *v, tp_VisibleSet *visible) {
  if (v->part == TWELFTHS) return false;
  if (v->part == 0 && v->ring == 0 && is_free(v, v->at)) {
    tp_visibleset_add(visible, v->at);
  }
  v->kept = 0;
  for (uint32_t i = 0; i < v->count; i++) cut_gap(v, visible, v->gaps[i]);
  tp_HexGap *const old = v->gaps;
  v->gaps = v->spare;
  v->spare = old;
  v->count = v->kept;
  if (v->count > 0 && v->ring++ < v->reach) return true;
  v->first = v->has_rest ? v->rest : (tp_HexSlope){0, 1, 0};
  if (!v->has_rest) {
    if (v->part & 1) look_along_sides(v, visible);
    v->part++;
  }
  begin_part(v);
  return true;
}
