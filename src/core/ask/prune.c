/* prune.c - which points of a path stay when straight lines replace detours.
 *
 * The result is a chain of lines between points of the path, from its first
 * point to its last. The cheapest of these lines leads to each point: the leg
 * of the path itself; the line from where the point before was reached, as in
 * Theta* (Nash, Daniel, Koenig, Felner 2007); and lines from the WINDOW points
 * before it, which cut corners that hide behind others. A line is tested only
 * if its length alone makes it no dearer than the best so far: about two sight
 * tests a point. The chain is nearly always within 1 % of the shortest one.
 *
 * Lines of one path lie beside each other. Most are decided by what is known
 * of those before: all cells of a rectangle are free, or a blocked cell is in
 * the way again. The others are walked from cell to cell.
 */
#include "prune.h"

#include <math.h>

#include "sight.h"

enum { WINDOW = 6 };

/* Sums of square roots differ in their last digits. Costs that differ by less
 * than this part are equal. */
static const double ROUNDING = 1e-9;

static const int64_t one = INT64_C(1) << TP_POINT_BITS;

typedef struct Pull {
  const tp_Pruning *path;
  const tp_Navmap *nav;
  tp_PathPoint *points;
  bool has_cells; /* a blocked cell on a line, or in the way of a body, is one
                     of the mask */
  bool has_boxes; /* and among free cells a line is clear */
  tp_Rect free;   /* all its cells are free, and none is irregular */
  tp_Cell in_way; /* was so last; -1, -1: none was */
} Pull;

/* The least that a line between two points can cost; if one price holds
 * everywhere, its cost. */
TP_INLINE double least_cost(const Pull *p, uint32_t i, uint32_t j) {
  const tp_Place a = p->points[i].place, b = p->points[j].place;
  const double dx = b.x - a.x, dy = b.y - a.y;
  /* The squares of whole numbers are exact, fused or not. */
  const double length = p->path->is_whole
                            ? sqrt(dx * dx + dy * dy)
                            : tp_length(dx / p->path->wide, dy / p->path->high);
  return tp_product(p->path->least, length);
}

/* ---- what is known of lines --------------------------------------------- */

/* The cells of the box around what a line covers: a body; or for a point on a
 * border also the cells before it. */
static tp_Rect box_of(const tp_Navmap *nav, tp_Point a, tp_Point b) {
  const int64_t wide = nav->profile.radius_x, high = nav->profile.radius_y;
  const int64_t left = a.x < b.x ? a.x : b.x, top = a.y < b.y ? a.y : b.y;
  const int32_t x = tp_point_cell(left - (wide > 0 ? wide : 1));
  const int32_t y = tp_point_cell(top - (high > 0 ? high : 1));
  return (tp_Rect){x, y, tp_point_cell((a.x < b.x ? b.x : a.x) + wide) + 1 - x,
                   tp_point_cell((a.y < b.y ? b.y : a.y) + high) + 1 - y};
}

/* 64 cells of a row: which are free and not irregular? */
static uint64_t free_cells(const tp_Navmap *nav, int32_t y, int32_t first) {
  const uint64_t cells = tp_mask_window(tp_mask_row(nav->mask, y), first);
  if (!nav->irregular) return cells;
  return cells & ~tp_mask_window(tp_mask_row(nav->irregular, y), first);
}

/* A free rectangle around a free box: as wide as the columns that are free in
 * all its rows, `open` from column `first` on; then as high as these are free.
 */
static tp_Rect grow(const tp_Navmap *nav, tp_Rect box, int32_t first,
                    uint64_t open) {
  const int at = box.x - first;
  const uint64_t before = ~open & ((UINT64_C(1) << at) - 1);
  const uint64_t behind = ~open >> (at + box.w);
  const int left = before ? tp_highest(before) + 1 : 0;
  const int right = behind ? at + box.w + tp_lowest(behind) : 64;
  const uint64_t all = ~UINT64_C(0) >> (64 - (right - left)) << left;
  int32_t top = box.y, end = box.y + box.h;
  while ((free_cells(nav, top - 1, first) & all) == all) top--;
  while ((free_cells(nav, end, first) & all) == all) end++;
  return (tp_Rect){first + left, top, right - left, end - top};
}

/* Are all cells of the box around a line free? Wide boxes are not tested. */
static bool is_box_free(Pull *p, tp_Rect box) {
  enum { WIDEST = 62 };
  const tp_Rect f = p->free;
  if (box.x >= f.x && box.x + box.w <= f.x + f.w && box.y >= f.y &&
      box.y + box.h <= f.y + f.h) {
    return true;
  }
  if (box.w > WIDEST) return false;
  const int32_t first = tp_greater(box.x - (64 - box.w) / 2, -1);
  const uint64_t all = ~UINT64_C(0) >> (64 - box.w) << (box.x - first);
  uint64_t open = ~UINT64_C(0);
  for (int32_t y = box.y; y < box.y + box.h; y++) {
    open &= free_cells(p->nav, y, first);
    if ((open & all) != all) return false;
  }
  p->free = grow(p->nav, box, first, open);
  return true;
}

/* Is a corner of a cell, from the start of a line along dx, dy, inside the body
 * that moves along the line, beside it? Rounding may answer no. */
static bool is_corner_inside(const tp_Navmap *nav, double dx, double dy,
                             double x, double y) {
  const double much = 1 - 1.0 / 65536;
  const double wide = nav->profile.radius_x, high = nav->profile.radius_y;
  /* Where the body is a circle. */
  const double along_x = dx * high, along_y = dy * wide;
  const double to_x = x * high, to_y = y * wide, radius = wide * high * much;
  const double square = along_x * along_x + along_y * along_y;
  const double along = along_x * to_x + along_y * to_y;
  const double across = along_x * to_y - along_y * to_x;
  return across * across < radius * radius * square &&
         along > square * (1 - much) && along < square * much;
}

/* Is the cell that was in the way last in the way again? No: maybe it is.
 * Points of the world are rounded and pass corners beside them: so do cells
 * here. */
static bool is_in_way(const Pull *p, tp_Point a, tp_Point b) {
  if (p->in_way.x < 0) return false;
  const tp_Point c = tp_center(p->in_way.x, p->in_way.y);
  const int64_t side = one / 2 - 4;
  const int64_t wide = side + p->nav->profile.radius_x;
  const int64_t high = side + p->nav->profile.radius_y;
  const int64_t dx = b.x - a.x, dy = b.y - a.y, x = c.x - a.x, y = c.y - a.y;
  if ((x > wide && x - dx > wide) || (x < -wide && x - dx < -wide) ||
      (y > high && y - dy > high) || (y < -high && y - dy < -high)) {
    return false;
  }
  const int64_t off = dx * y - dy * x;
  const int64_t size = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
  if (!tp_body_is_there(p->nav)) {
    return (off < 0 ? -off : off) < size * side;
  }
  for (int i = 0; i < 4; i++) {
    const double half = 32768;
    if (is_corner_inside(p->nav, (double)dx, (double)dy,
                         (double)x + (i & 1 ? half : -half),
                         (double)y + (i & 2 ? half : -half))) {
      return true;
    }
  }
  return false;
}

/* Is the line between two points of the map clear? */
static bool is_clear(Pull *p, tp_Point a, tp_Point b) {
  tp_Cell in_way;
  if (p->has_boxes && is_box_free(p, box_of(p->nav, a, b))) return true;
  if (is_in_way(p, a, b)) return false;
  if (tp_is_clear(p->nav, a, b, &in_way)) return true;
  if (p->has_cells && in_way.x >= 0 &&
      !tp_mask_has(p->nav->mask, in_way.x, in_way.y)) {
    p->in_way = in_way;
  }
  return false;
}

/* ---- chains ------------------------------------------------------------- */

/* The cost of the straight line between two points, which is at least so much;
 * infinite if it is blocked. */
static double cost_of_line(Pull *p, uint32_t i, uint32_t j, double least) {
  const tp_PathPoint *a = &p->points[i], *b = &p->points[j];
  if (!a->is_inside || !b->is_inside) return INFINITY;
  const int64_t wide = b->at.x - a->at.x, high = b->at.y - a->at.y;
  tp_navmap_add_work(p->nav, 1 + (uint64_t)((wide < 0 ? -wide : wide) / one +
                                            (high < 0 ? -high : high) / one));
  if (p->path->is_uniform) return is_clear(p, a->at, b->at) ? least : INFINITY;
  return tp_cost_of_line(p->nav, a->at, b->at);
}

/* Reaches point j by a line from point i if that costs less than so far, or
 * than `times` as much. */
TP_INLINE void try_line(Pull *p, uint32_t i, uint32_t j, double times) {
  tp_PathPoint *to = &p->points[j];
  const double before = p->points[i].cost, most = to->cost * times;
  const double least = least_cost(p, i, j);
  if (before + least >= most) return;
  const double cost = before + cost_of_line(p, i, j, least);
  if (cost >= most) return;
  to->cost = cost;
  to->from = i;
}

double tp_prune(const tp_Pruning *pruning, uint32_t first, uint32_t last) {
  const tp_Navmap *nav = pruning->navmap;
  const bool has_cells = !tp_is_hexagonal(nav->moves.stagger) &&
                         (!tp_body_is_there(nav) || !nav->cells);
  Pull pull = {.path = pruning,
               .nav = nav,
               .points = pruning->points,
               .has_cells = has_cells,
               .has_boxes = has_cells && !tp_is_four(nav->profile.diagonal),
               .in_way = {-1, -1}};
  Pull *p = &pull;
  tp_PathPoint *points = pull.points;
  uint32_t start = first; /* no line begins before this point */
  double whole = 0;
  points[first].cost = 0;
  for (uint32_t j = first + 1; j <= last; j++) {
    double leg = least_cost(p, j - 1, j);
    if (!pruning->is_uniform) leg = cost_of_line(p, j - 1, j, leg);
    if (leg == INFINITY) {
      start = j;
      leg = 0;
    }
    points[j].cost = points[j - 1].cost + leg;
    points[j].from = j - 1;
    whole += leg;
    /* The window has that line, too: it would lead to the same answer. */
    const uint32_t before = j - 1 > start ? points[j - 1].from : j - 1;
    if (before < j - 1) try_line(p, before, j, 1 + ROUNDING);
    for (uint32_t i = j - 1; i > start && j - i < WINDOW;) {
      i--;
      if (i != before) try_line(p, i, j, 1 - ROUNDING);
    }
  }
  for (uint32_t j = last; j > first; j = points[j].from) points[j].stays = true;
  points[first].stays = true;
  return fmax(0, whole - points[last].cost);
}
