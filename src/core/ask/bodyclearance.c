/* bodyclearance.c - the exact clearance of a segment, row by row of cells.
 *
 * A circle of the world is an ellipse in cells, of half axes rx and ry. The
 * area that it covers as it moves along a segment is a capsule: the area
 * between two tangents, and an ellipse at each end (a Minkowski sum, as in
 * Lozano-Perez 1983).
 *
 *         ,-------------------------.      It meets the cells of each row
 *     ---/-----------------------`-. \---  from one column to another, which a
 *       |   x----------------->     |      few words of the mask cover.
 *     ---\.                        /-----
 *          `----------------------'
 *
 * The left border of the capsule in a row: in the rows of the leftmost point of
 * the ends, that point. In the rows above and below, the border at the side of
 * the row that is nearer. There the border is the tangent if the point of
 * contact belongs to the segment, and an ellipse otherwise. The right border is
 * the same in a mirror.
 *
 * Columns meet borders of rows at corners of cells, so only corners are tested.
 * A corner p, seen from the segment's start, is inside the tangents if |d x p|
 * < T, for the least whole T with T^2 >= ry^2 dx^2 + rx^2 dy^2. In a row it is
 * inside an ellipse up to the distance W from the middle, the least whole W
 * with W^2 ry^2 >= rx^2 (ry^2 - dy^2). Both are roots of whole numbers of 128
 * bits, and everything else is whole numbers of 64: the answer is exact, and
 * the same on all machines.
 *
 * No blocked cell may meet the inside of the capsule. A fence between rows
 * is tested from one column to another of its border, found as those of a row's
 * borders are; and a fence between columns in the same way, with everything
 * turned.
 *
 * Costs a root for the segment, two divisions for a row, and four roots for
 * each row of the ends: some 10 ns a row. On open ground next to nothing, since
 * a few words tell that all around is free. Near fences as much again for
 * each border, and a nanosecond for each of its cells.
 */
#include "bodyclearance.h"

#include "../base/u128.h"

static const int64_t one = INT64_C(1) << TP_POINT_BITS;

static uint64_t size_of(int64_t v) { return (uint64_t)(v < 0 ? -v : v); }

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

/* ---- capsules ----------------------------------------------------------- */

/* From top to bottom: 0 <= dy. */
typedef struct Capsule {
  int64_t x0, y0, x1, y1;
  int64_t dx, dy;
  int64_t rx, ry;
  int64_t tangent; /* T */
} Capsule;

/* With left and right exchanged. */
static Capsule capsule_mirrored(const Capsule *c) {
  Capsule m = *c;
  m.x0 = -c->x0;
  m.x1 = -c->x1;
  m.dx = -c->dx;
  return m;
}

/* Half the width of the ellipse at that height over its middle; the height is
 * less than ry. */
static int64_t half_width(const Capsule *c, int64_t height) {
  uint64_t rx = (uint64_t)c->rx, ry = (uint64_t)c->ry, up = size_of(height);
  tp_U128 square = tp_u128_product(rx * rx, ry * ry - up * up);
  return (int64_t)((tp_u128_root(square) + ry - 1) / ry);
}

/* Is the point x, y, relative to one end, on the side of the other end, which
 * is dx, dy away? Measured in the world, where a body is round. */
static bool is_beside(const Capsule *c, int64_t x, int64_t y) {
  int64_t along_x = x * c->dx, along_y = y * c->dy;
  tp_U128 a = tp_u128_product((uint64_t)(c->ry * c->ry), size_of(along_x));
  tp_U128 b = tp_u128_product((uint64_t)(c->rx * c->rx), size_of(along_y));
  if (along_x < 0 && along_y < 0) return false;
  if (along_x < 0) return !tp_u128_is_less(b, a);
  if (along_y < 0) return !tp_u128_is_less(a, b);
  return true;
}

/* The column of the capsule's left border at y: the first one whose right
 * border is inside there. y is inside the capsule. */
static int32_t capsule_at(const Capsule *c, int64_t y) {
  /* The leftmost point of the ellipses of the ends; INT64_MAX: none is here. */
  int64_t ends = INT64_MAX, to_y0 = y - c->y0, to_y1 = y - c->y1;
  if (-c->ry < to_y0 && to_y0 < c->ry) ends = c->x0 - half_width(c, to_y0);
  if (-c->ry < to_y1 && to_y1 < c->ry) {
    ends = lesser(ends, c->x1 - half_width(c, to_y1));
  }
  if (c->dy == 0) return tp_point_cell(ends);
  int64_t over = c->dx * (y - c->y0) - c->tangent;
  int64_t line = c->x0 + over / c->dy - (over % c->dy < 0);
  /* The tangent of a flat line leaves the capsule, and the map, by up to 2^36
   * cells within a row: too far for the products below, and for a column. */
  if (line < lesser(c->x0, c->x1) - c->rx - one ||
      line > greater(c->x0, c->x1) + c->rx + one) {
    return tp_point_cell(ends);
  }
  int32_t column = tp_point_cell(line);
  if (ends == INT64_MAX || column == tp_point_cell(ends)) return column;
  int64_t corner = (column + 1) * one;
  bool is_met = is_beside(c, corner - c->x0, y - c->y0) &&
                is_beside(c, c->x1 - corner, c->y1 - y);
  return is_met ? column : tp_point_cell(ends);
}

/* The first column of a row that the capsule meets. */
static int32_t capsule_first(const Capsule *c, int32_t row) {
  int64_t top = row * one, bottom = top + one;
  int64_t from = c->dx >= 0 ? c->y0 : c->y1, to = c->dx > 0 ? c->y0 : c->y1;
  if (bottom < from) return capsule_at(c, bottom);
  if (top > to) return capsule_at(c, top);
  return tp_point_cell(lesser(c->x0, c->x1) - c->rx);
}

/* ---- agents ------------------------------------------------------------- */

/* A point of the middle of the agent's cells. */
static tp_Point middle_of(const tp_Navmap *nav, tp_Point p) {
  return (tp_Point){p.x + (nav->profile.wide - 1) * (one / 2),
                    p.y + (nav->profile.high - 1) * (one / 2)};
}

/* ---- rows of cells ------------------------------------------------------ */

/* The cells of a row that the capsule meets, without those that are not tested.
 */
typedef struct Run {
  int32_t y, first, last;
} Run;

typedef struct Look {
  const tp_Mask *cells;
  const tp_Fences *fences;  /* NULL: there are no fences */
  const tp_Mask *irregular; /* cells beside those */
  tp_Point travel;
  Capsule capsule, mirror;
  tp_Rect free;
  int32_t top, bottom; /* rows that the capsule meets */
  tp_Cell in_way;      /* a cell of `cells`; -1, -1: none was found */
  uint64_t steps;      /* of work so far */
} Look;

static Look look_along(const tp_Navmap *nav, tp_Point from, tp_Point to) {
  bool down = from.y <= to.y;
  tp_Point a = middle_of(nav, down ? from : to);
  tp_Point b = middle_of(nav, down ? to : from);
  Look look = {.cells = nav->cells ? nav->cells : nav->mask,
               .fences = nav->fences ? tp_navmap_sides(nav) : NULL,
               .irregular = nav->irregular,
               .travel = {to.x - from.x, to.y - from.y},
               .in_way = {-1, -1},
               .capsule = {a.x, a.y, b.x, b.y, b.x - a.x, b.y - a.y,
                           nav->profile.radius_x, nav->profile.radius_y, 0}};
  const Capsule *c = &look.capsule;
  look.top = tp_point_cell(c->y0 - c->ry);
  look.bottom = tp_point_cell(c->y1 + c->ry - 1);
  return look;
}

static void find_borders(Look *look) {
  Capsule *c = &look->capsule;
  tp_U128 across = tp_u128_square((uint64_t)c->ry * size_of(c->dx));
  tp_U128 down = tp_u128_square((uint64_t)c->rx * (uint64_t)c->dy);
  c->tangent = (int64_t)tp_u128_root(tp_u128_sum(across, down));
  look->mirror = capsule_mirrored(c);
}

static Run run_of(const Look *look, int32_t y) {
  return (Run){y, capsule_first(&look->capsule, y),
               -1 - capsule_first(&look->mirror, y)};
}

/* The first blocked cell of a run from the left; the cell past its end: none.
 */
static int32_t first_blocked(const tp_Mask *m, Run run) {
  if (run.first > run.last) return run.last + 1;
  if (run.y < 0 || run.y >= m->height || run.first < 0) return run.first;
  if (run.first >= m->width) return run.first;
  int32_t end = tp_lesser(run.last + 1, m->width);
  return tp_mask_run_end(m, run.y, run.first, end);
}

/* From the right; the cell before its first: none. */
static int32_t last_blocked(const tp_Mask *m, Run run) {
  if (run.first > run.last) return run.first - 1;
  if (run.y < 0 || run.y >= m->height || run.last >= m->width) return run.last;
  return tp_mask_last(m, run.y, run.last, tp_greater(run.first, 0), UINT64_MAX);
}

static bool is_free(const tp_Mask *m, Run run) {
  return first_blocked(m, run) > run.last;
}

/* Is a cell of the run irregular? */
static bool has_irregular(const Look *look, int32_t y, int32_t first,
                          int32_t last) {
  if (y < 0 || y >= look->irregular->height) return false;
  int32_t end = tp_lesser(last + 1, look->irregular->width);
  first = tp_greater(first, 0);
  return first < end && tp_mask_next(look->irregular, y, first, end) < end;
}

static bool is_row_free(Look *look, Run run) {
  const tp_Rect *r = &look->free;
  if (run.y < r->y || run.y >= r->y + r->h) {
    const int32_t x = first_blocked(look->cells, run);
    if (x > run.last) return true;
    look->in_way = (tp_Cell){x, run.y};
    return false;
  }
  Run left = {run.y, run.first, tp_lesser(run.last, r->x - 1)};
  Run right = {run.y, tp_greater(run.first, r->x + r->w), run.last};
  return is_free(look->cells, left) && is_free(look->cells, right);
}

/* ---- fences ------------------------------------------------------------- */

/* The sides of cells along a border between two rows; or, if `turned`, between
 * two columns, with a turned capsule. */
typedef struct Rail {
  bool turned;
  Capsule capsule, mirror;
} Rail;

static Rail rail_of(const Look *look, bool is_turned) {
  const Capsule *c = &look->capsule;
  const bool down = c->dx >= 0;
  if (!is_turned) return (Rail){false, look->capsule, look->mirror};
  Capsule turned = {.x0 = down ? c->y0 : c->y1,
                    .y0 = down ? c->x0 : c->x1,
                    .x1 = down ? c->y1 : c->y0,
                    .y1 = down ? c->x1 : c->x0,
                    .rx = c->ry,
                    .ry = c->rx,
                    .tangent = c->tangent};
  turned.dx = turned.x1 - turned.x0;
  turned.dy = turned.y1 - turned.y0;
  return (Rail){true, turned, capsule_mirrored(&turned)};
}

/* The first side in the way on the border before the k-th row (column), from
 * the at-th cell on; `cell` is the cell behind it. False: there is none. Sides
 * that are closed in one direction are not in the way of the other direction.
 * */
static bool next_side(const Look *look, const Rail *rail, int32_t k, int32_t at,
                      tp_Cell *cell) {
  const int64_t border = k * one;
  const int32_t most =
      rail->turned ? look->fences->height : look->fences->width;
  const int d = rail->turned ? TP_E : TP_S;
  const int64_t travel = rail->turned ? look->travel.x : look->travel.y;
  int32_t first = capsule_at(&rail->capsule, border);
  int32_t last = -1 - capsule_at(&rail->mirror, border);
  last = tp_lesser(last, most - 1);
  for (int32_t i = tp_greater(tp_greater(first, 0), at); i <= last; i++) {
    *cell = rail->turned ? (tp_Cell){k, i} : (tp_Cell){i, k};
    if (!rail->turned) i = tp_mask_next(look->irregular, k, i, last + 1);
    if (i > last) break;
    if (!rail->turned) cell->x = i;
    if (!tp_mask_has(look->irregular, cell->x, cell->y)) continue;
    tp_Cell before = tp_beside(*cell, tp_opposite(d));
    bool on = tp_fences_are_closed(look->fences, before.x, before.y, d);
    bool back =
        tp_fences_are_closed(look->fences, cell->x, cell->y, tp_opposite(d));
    bool is_inside = tp_rect_has(look->free, before.x, before.y) &&
                     tp_rect_has(look->free, cell->x, cell->y);
    bool is_closed = travel > 0 ? on : travel < 0 ? back : on || back;
    if (is_closed && !is_inside) return true;
  }
  return false;
}

/* The borders between cells that the inside of the capsule meets. */
static tp_Cell borders_of(const Look *look, const Rail *rail) {
  const Capsule *c = &rail->capsule;
  const int32_t most =
      rail->turned ? look->fences->width : look->fences->height;
  return (tp_Cell){
      tp_greater(tp_point_cell(c->y0 - c->ry) + 1, 1),
      tp_lesser(tp_point_cell(c->y1 + c->ry - 1), most - 1),
  };
}

/* ---- the test -------------------------------------------------------- */

/* The i-th row from the end of the line. */
static int32_t row_back(const Look *look, int32_t i) {
  return look->travel.y > 0 ? look->bottom - i : look->top + i;
}

/* If all cells of the box around the capsule are free, so is the capsule,
 * unless fences are near. The test pays only if it takes few words for the
 * line's length. */
static bool is_box_free(Look *look) {
  const Capsule *c = &look->capsule;
  int32_t first = tp_point_cell(lesser(c->x0, c->x1) - c->rx);
  int32_t last = tp_point_cell(greater(c->x0, c->x1) + c->rx - 1);
  int32_t rows = look->bottom - look->top + 1;
  int64_t words = ((int64_t)(last >> 6) - (first >> 6) + 1) * rows;
  if (words > last - first + rows) return false;
  for (int32_t i = 0; i < rows; i++) {
    const int32_t y = row_back(look, i);
    look->steps++;
    if (!is_row_free(look, (Run){y, first, last})) return false;
    if (look->fences && has_irregular(look, y, first, last)) return false;
  }
  return true;
}

/* Most hidden goals are hidden by walls beside them: rows are tested from the
 * end on. */
static bool comes_through(Look *look) {
  if (is_box_free(look)) return true;
  look->in_way = (tp_Cell){-1, -1};
  find_borders(look);
  for (int32_t i = 0; i <= look->bottom - look->top; i++) {
    look->steps += 3;
    if (!is_row_free(look, run_of(look, row_back(look, i)))) return false;
  }
  for (int i = 0; look->fences && i < 2; i++) {
    const Rail rail = rail_of(look, i == 1);
    const tp_Cell among = borders_of(look, &rail);
    tp_Cell cell;
    for (int32_t k = among.x; k <= among.y; k++) {
      if (next_side(look, &rail, k, 0, &cell)) return false;
    }
  }
  return true;
}

bool tp_body_passes(const tp_Navmap *nav, tp_Point from, tp_Point to) {
  tp_Cell in_way;
  return tp_body_walks(nav, from, to, &in_way);
}

bool tp_body_walks(const tp_Navmap *nav, tp_Point from, tp_Point to,
                   tp_Cell *in_way) {
  *in_way = (tp_Cell){-1, -1};
  if (!tp_body_is_there(nav)) return true;
  Look look = look_along(nav, from, to);
  if (comes_through(&look)) return true;
  *in_way = look.in_way;
  return false;
}

bool tp_body_returns(const tp_Navmap *nav, tp_Point from, tp_Point to) {
  Look look = look_along(nav, from, to);
  look.travel = (tp_Point){0, 0};
  return comes_through(&look);
}

bool tp_body_sees(const tp_Navmap *nav, tp_Cell from, tp_Cell goal,
                  uint64_t *steps) {
  if (!tp_body_is_there(nav)) return true;
  Look look =
      look_along(nav, tp_center(from.x, from.y), tp_center(goal.x, goal.y));
  if (!tp_mask_has(nav->mask, goal.x, goal.y)) {
    look.free = (tp_Rect){goal.x, goal.y, nav->profile.wide, nav->profile.high};
  }
  const bool comes = comes_through(&look);
  *steps += 8 + look.steps;
  return comes;
}

/* ---- the first cell in the way ------------------------------------------ */

/* A cell, and the position of its first corner along the line. */
typedef struct Meeting {
  tp_Cell cell;
  int64_t at;
} Meeting;

static Meeting meet_cell(tp_Point d, int32_t x, int32_t y) {
  return (Meeting){{x, y}, (x + (d.x < 0)) * d.x + (y + (d.y < 0)) * d.y};
}

static bool is_before(const Meeting *a, const Meeting *b) {
  if (a->at != b->at) return a->at < b->at;
  if (a->cell.y != b->cell.y) return a->cell.y < b->cell.y;
  return a->cell.x < b->cell.x;
}

/* The first cell behind a fence, if it comes before `first`. */
static void meet_sides(const Look *look, Meeting *first, bool *found) {
  const Capsule *c = &look->capsule;
  const bool up = look->travel.y < 0;
  const tp_Point start = {up ? c->x1 : c->x0, up ? c->y1 : c->y0};
  for (int i = 0; i < 2; i++) {
    const Rail rail = rail_of(look, i == 1);
    const tp_Cell among = borders_of(look, &rail);
    const int64_t from = rail.turned ? start.x : start.y;
    tp_Cell cell;
    for (int32_t k = among.x; k <= among.y; k++) {
      for (int32_t at = 0; next_side(look, &rail, k, at, &cell);) {
        tp_Cell corner = {cell.x + (!rail.turned && look->travel.x < 0),
                          cell.y + (rail.turned && look->travel.y < 0)};
        Meeting here = {cell,
                        corner.x * look->travel.x + corner.y * look->travel.y};
        at = (rail.turned ? cell.y : cell.x) + 1;
        if (k * one <= from && rail.turned) here.cell.x--;
        if (k * one <= from && !rail.turned) here.cell.y--;
        if (!*found || is_before(&here, first)) *first = here;
        *found = true;
      }
    }
  }
}

/* Tests rows in the direction of the line. After its first row, each row begins
 * later than the one before, or less than a cell earlier. So the first row that
 * begins a cell later than the cell found ends the loop. */
tp_Cell tp_body_first(const tp_Navmap *nav, tp_Point from, tp_Point to) {
  Look look = look_along(nav, from, to);
  tp_Point d = {to.x - from.x, to.y - from.y};
  bool left = d.x < 0, up = d.y < 0, found = false;
  int32_t rows = look.bottom - look.top + 1;
  int32_t start = tp_point_cell(middle_of(nav, from).y);
  Meeting first = {{0, 0}, 0};
  find_borders(&look);
  for (int32_t i = 0; i < rows; i++) {
    int32_t y = up ? look.bottom - i : look.top + i;
    Run run = run_of(&look, y);
    Meeting begins = meet_cell(d, left ? run.last : run.first, y);
    bool is_past = up ? y < start : y > start;
    int64_t slack = (int64_t)size_of(d.x);
    if (found && is_past && begins.at - slack >= first.at) break;
    int32_t x =
        left ? last_blocked(look.cells, run) : first_blocked(look.cells, run);
    if (x < run.first || x > run.last) continue;
    Meeting here = meet_cell(d, x, y);
    if (!found || is_before(&here, &first)) first = here;
    found = true;
  }
  if (look.fences) meet_sides(&look, &first, &found);
  TP_ASSERT(found);
  return first.cell;
}

/* By bisection: a capsule has all that a shorter one has. */
tp_Point tp_body_last(const tp_Navmap *nav, tp_Point from, tp_Point to) {
  const int64_t parts = 1 << 20, dx = to.x - from.x, dy = to.y - from.y;
  const int64_t length = greater((int64_t)size_of(dx), (int64_t)size_of(dy));
  tp_Point last = from;
  int64_t far = 0;
  for (int64_t step = parts / 2; step > 0 && step * length >= parts;
       step /= 2) {
    const tp_Point next = {from.x + dx * (far + step) / parts,
                           from.y + dy * (far + step) / parts};
    if (!tp_body_passes(nav, from, next)) continue;
    last = next;
    far += step;
  }
  return last;
}
