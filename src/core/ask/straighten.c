/* straighten.c - a path of cells near straight lines.
 *
 * A cheapest path over open ground has steps of two directions, in any order:
 *
 *     . . . . b      a search may go diagonally first and then straight; the
 *     . . 2 1 .      order 2 is nearer to the line from a to b than 1 is
 *     . 2 1 . .
 *     a 1 . . .
 *
 * Each order of a run's steps has the same ends and, at one price, the same
 * cost; at several prices the sum is compared. Distances from a line are cross
 * products in columns and rows, on hexagons in cubes: both are linear in the
 * world, so the nearer cell is the same.
 *
 * Cost: O(cells) on open ground; each halving of a run looks at it again. */
#include "straighten.h"

typedef struct Vector {
  int32_t x, y;
} Vector;

static Vector place_of(const tp_Navmap *nav, tp_Cell c) {
  if (!tp_is_hexagonal(nav->grid->stagger)) return (Vector){c.x, c.y};
  const tp_Cube cube = tp_cube_of(nav->grid->stagger, c);
  return (Vector){cube.q, cube.r};
}

static tp_Cell cell_of(const tp_Navmap *nav, Vector v) {
  if (!tp_is_hexagonal(nav->grid->stagger)) return (tp_Cell){v.x, v.y};
  return tp_cell_of_cube(nav->grid->stagger, (tp_Cube){v.x, v.y});
}

static bool is_same(Vector a, Vector b) { return a.x == b.x && a.y == b.y; }

static bool is_legal(const tp_Navmap *nav, tp_Cell from, int d) {
  tp_navmap_add_work(nav, 1);
  return d >= 0 && tp_mask_can_enter(nav->mask, from.x, from.y) &&
         tp_navmap_can_step(nav, from.x, from.y, d);
}

/* What a step costs if it is legal; with one price, 1. Into a blocked cell: 0,
 * so no other order costs as much. */
static uint64_t cost_of_step(const tp_Navmap *nav, tp_Cell to, int d) {
  const tp_Costs *costs = &nav->costs;
  if (!tp_mask_has(nav->mask, to.x, to.y)) return 0;
  if (costs->uniform) return 1;
  const size_t cell = tp_grid_index(nav->grid, to.x, to.y);
  return costs->step[tp_is_diagonal(d)][costs->class_of[cell]];
}

/* A run of steps in at most two directions. */
typedef struct Run {
  const tp_Cell *path; /* from its first cell on */
  uint32_t steps;
  Vector step[2], whole;
  uint32_t of[2]; /* steps of each direction */
  uint64_t cost;
} Run;

/* The longest run of at most so many steps. A step that leads to no neighbour
 * is one of its own. */
static Run longest_run(const tp_Navmap *nav, const tp_Cell *path,
                       uint32_t most) {
  Run run = {.path = path};
  const Vector start = place_of(nav, path[0]);
  while (run.steps < most) {
    const tp_Cell from = path[run.steps], to = path[run.steps + 1];
    const int d = tp_direction(to.x - from.x, to.y - from.y);
    const Vector at = place_of(nav, to);
    const Vector step = {at.x - start.x - run.whole.x,
                         at.y - start.y - run.whole.y};
    const int kind = run.of[0] > 0 && !is_same(step, run.step[0]);
    if (run.of[kind] > 0 && !is_same(step, run.step[kind])) break;
    if (d < 0 && run.steps > 0) break;
    run.step[kind] = step;
    run.of[kind]++;
    run.steps++;
    run.whole = (Vector){at.x - start.x, at.y - start.y};
    if (d < 0) break;
    run.cost += cost_of_step(nav, to, d);
  }
  return run;
}

/* Twice the area between the line along `whole` and the place `at`. */
static int64_t distance(Vector at, Vector whole) {
  const int64_t area = (int64_t)at.x * whole.y - (int64_t)at.y * whole.x;
  return area < 0 ? -area : area;
}

/* Writes the cells behind the first one. False: it is stuck, or that is
 * dearer. */
static bool walk(const tp_Navmap *nav, const Run *run, tp_Cell *out) {
  const Vector first = place_of(nav, run->path[0]);
  uint32_t left[2] = {run->of[0], run->of[1]};
  tp_Cell at = run->path[0];
  Vector v = {0, 0};
  uint64_t cost = 0;
  while (left[0] + left[1] > 0) {
    const Vector to[2] = {{v.x + run->step[0].x, v.y + run->step[0].y},
                          {v.x + run->step[1].x, v.y + run->step[1].y}};
    bool is_legal_step = false;
    const int64_t off[2] = {distance(to[0], run->whole),
                            distance(to[1], run->whole)};
    int kind = left[0] == 0 || (left[1] > 0 && off[1] < off[0]);
    for (int tries = 0; tries < 2 && !is_legal_step; tries++) {
      kind ^= tries;
      if (left[kind] == 0) continue;
      const tp_Cell cell =
          cell_of(nav, (Vector){first.x + to[kind].x, first.y + to[kind].y});
      const int d = tp_direction(cell.x - at.x, cell.y - at.y);
      is_legal_step = is_legal(nav, at, d);
      if (!is_legal_step) continue;
      cost += cost_of_step(nav, cell, d);
      *out++ = at = cell;
    }
    if (!is_legal_step) return false;
    left[kind]--;
    v = to[kind];
  }
  return cost == run->cost;
}

void tp_straighten(const tp_Navmap *nav, const tp_Cell *path, uint32_t count,
                   tp_Cell *out) {
  if (count > 0) out[0] = path[0];
  for (uint32_t i = 0; i + 1 < count;) {
    Run run = longest_run(nav, path + i, count - 1 - i);
    while (run.of[1] > 0 && !walk(nav, &run, out + i + 1)) {
      run = longest_run(nav, path + i, run.steps / 2);
    }
    for (uint32_t k = 1; run.of[1] == 0 && k <= run.steps; k++) {
      out[i + k] = path[i + k];
    }
    i += run.steps;
  }
}
