/* rundijkstra.c - Dijkstra's algorithm in buckets (dijkstra.c), run by run.
 *
 * With needless steps pruned (jumppruning.h; for priced ground see below), most
 * cells keep only the step straight on. So costs spread from a cell in a run,
 * written by a tight loop. A run ends at a wall, at a cell that has no higher
 * cost already, or after `AHEAD` buckets. Only branches and the ends of runs
 * that were cut enter the open list. On plain ground nine cells of ten never
 * do.
 *
 *     . . . . . . . . .
 *     . - - - / | . . .      the source, its four runs, and the branches of a
 *     . - - / - - - . .      diagonal one: each cell is reached once
 *     ----- o ---------
 *
 * A run writes costs before their turn. A cost that proves too high is written
 * again, and the run goes on from there again; its older entries in the open
 * list are not due any more. Each cell spreads its final cost, which it has
 * from a neighbour with a final cost. The argument of jumppruning.c needs no
 * more than that, and no order. On plain ground 1 to 3 cells of a hundred are
 * written twice; if prices lie in patches, 10 to 40.
 *
 * Cost: some 5 ns a cell on plain ground, three to four times that on priced
 * ground.
 */
#include "rundijkstra.h"

#include "../search/successors.h"
#include "dijkstra.h"

/* The number of buckets that a run goes ahead, and the most entries that it
 * adds. Each cell of a run lies at least one bucket further, and has 7 other
 * steps. On plain ground hardly any cells are overtaken, so runs go as far as a
 * window of the mask. On priced ground more are: with 16 there, new fields take
 * a tenth longer; with 32, a repair settled 1.4 times the cells of a new field
 * made in small slices. */
enum { AHEAD = TP_SPAN_AHEAD, AHEAD_PRICED = 24, MOST_ADDED = 8 * (AHEAD + 2) };

/* The number of entries that are taken out of a bucket at a time. */
enum { BATCH = 32, ROOM = MOST_ADDED + BATCH };

/* Constants of the loop, except `reach`. */
typedef struct Terms {
  const tp_Navmap *nav;
  const tp_StepTable *table;
  tp_FieldBuild *build; /* if its directions must be cleared; else NULL */
  uint32_t *cost;
  tp_Offsets cells, ground; /* in the field, and in the grid */
  uint64_t step[2];         /* straight and diagonal, if there is one price */
  uint64_t factor, most;
  uint64_t reach; /* runs are cut at this cost */
  bool four;      /* no step is diagonal */
} Terms;

/* A cell that is due. */
typedef struct Place {
  tp_Cell at;
  size_t here;
  uint64_t cost;
  const uint8_t *class_of;
} Place;

/* ---- the view from a run ------------------------------------------------ */

typedef enum Course { EAST, WEST, SOUTH, NORTH, ASLANT } Course;

/* The mask around a cell of a run. */
typedef struct View {
  uint64_t row[3];       /* along rows: the run's row and those beside it */
  uint64_t open;         /* then: the cells whose 3 x 3 cells are all free */
  int shift;             /* then: the position in `row` of the cells around */
  const uint64_t *word;  /* down and up: the cell's row */
  tp_Cell at;            /* except in runs along rows */
  unsigned neighborhood; /* likewise */
} View;

/* All 3 x 3 cells around a cell, in the bits of neighborhood.h. */
enum { ALL = 0x1ff };

/* Along a row the cell starts second from one end of the windows: runs are no
 * longer than they. */
enum { FROM_WEST = 0, FROM_EAST = 61 };
_Static_assert(AHEAD + 2 <= FROM_EAST, "a run leaves its windows");

TP_INLINE View view_of(const tp_Mask *m, tp_Cell at, Course course) {
  View v = {.word = tp_mask_row(m, at.y), .at = at};
  if (course == EAST || course == WEST) {
    v.shift = course == EAST ? FROM_WEST : FROM_EAST;
    for (int i = 0; i < 3; i++) {
      v.row[i] = tp_mask_window(v.word + (ptrdiff_t)(i - 1) * m->stride,
                                at.x - 1 - v.shift);
    }
    const uint64_t free = v.row[0] & v.row[1] & v.row[2];
    v.open = free & free >> 1 & free >> 2;
  } else {
    v.neighborhood = tp_mask_neighborhood(m, at.x, at.y);
  }
  return v;
}

/* The 3 x 3 cells around the run's cell, as bits. */
TP_INLINE unsigned neighborhood_of(const View *v, Course course) {
  if (course != EAST && course != WEST) return v->neighborhood;
  if (v->open >> v->shift & 1) return ALL;
  return (unsigned)(v->row[0] >> v->shift & 7) |
         (unsigned)(v->row[1] >> v->shift & 7) << 3 |
         (unsigned)(v->row[2] >> v->shift & 7) << 6;
}

/* Moves the view by a step. */
TP_INLINE void advance_view(View *v, const tp_Mask *m, int d, Course course) {
  switch (course) {
    case EAST: v->shift++; break;
    case WEST: v->shift--; break;
    case SOUTH:
      v->word += m->stride;
      v->neighborhood = v->neighborhood >> 3 |
                        tp_mask_three(v->word + m->stride, v->at.x) << 6;
      break;
    case NORTH:
      v->word -= m->stride;
      v->neighborhood = (v->neighborhood << 3 & ALL) |
                        tp_mask_three(v->word - m->stride, v->at.x);
      break;
    default:
      v->at = tp_beside(v->at, d);
      v->neighborhood = tp_mask_neighborhood(m, v->at.x, v->at.y);
      break;
  }
}

/* ---- the steps to try from a cell --------------------------------------- */

/* Conditions to prune steps aside on priced ground:
 *
 *     . x m       from p to m: over v a straight and a diagonal step; over x a
 *     p v .       diagonal and a straight one. The step v to m is pruned if the
 *     . . .       way over x costs no more; the step v to x is pruned if p's
 *                 own step to x costs less
 *
 * On ground of one price both hold. The argument of jumppruning.c applies: a
 * step is pruned for an equal way only if it is diagonal. That way ends with a
 * straight step, which is pruned for cheaper ways only. */
typedef struct Aside {
  uint8_t step[2]; /* the diagonal steps to both sides: v to m */
  uint8_t over[2]; /* the steps to the cells that replace them: v to x */
} Aside;

static const Aside asides[TP_DIRECTIONS] = {
    [TP_E] = {{TP_SE, TP_NE}, {TP_S, TP_N}},
    [TP_S] = {{TP_SE, TP_SW}, {TP_E, TP_W}},
    [TP_W] = {{TP_SW, TP_NW}, {TP_S, TP_N}},
    [TP_N] = {{TP_NE, TP_NW}, {TP_E, TP_W}},
    [TP_SE] = {{TP_NE, TP_SW}, {TP_N, TP_W}},
    [TP_SW] = {{TP_NW, TP_SE}, {TP_N, TP_E}},
    [TP_NW] = {{TP_SW, TP_NE}, {TP_S, TP_E}},
    [TP_NE] = {{TP_SE, TP_NW}, {TP_S, TP_W}},
};

/* The most that the straight step from x to m may cost if the way over x costs
 * no more: p->x + x->m <= p->v + v->m, so x->m <= v->m + p->v - p->x. A step
 * costs the ground that the search leaves; `cell` is v, `before` is p. */
TP_INLINE int64_t bound_of(const Terms *t, const uint8_t *cell, int d) {
  const tp_Costs *costs = &t->nav->costs;
  const uint8_t before = cell[-t->ground.to[d]];
  const bool kind = tp_is_diagonal(d);
  return (int64_t)(costs->step[1][*cell] + costs->step[kind][before]) -
         (int64_t)costs->step[!kind][before];
}

TP_INLINE bool is_dear(const Terms *t, const uint8_t *cell, int over,
                       int64_t bound) {
  uint8_t class = cell[t->ground.to[over]];
  return (int64_t)t->nav->costs.step[0][class] > bound;
}

/* The straight steps to both sides, if the diagonal ones from the cell before
 * are no cheaper. */
TP_INLINE unsigned slow_sides(const Terms *t, const uint8_t *cell, int d) {
  const tp_Costs *costs = &t->nav->costs;
  const uint8_t before = cell[-t->ground.to[d]];
  if (tp_is_diagonal(d)) return 0;
  if (costs->step[1][before] < costs->step[0][before] + costs->step[0][*cell]) {
    return 0;
  }
  return tp_is_across(d) ? 1u << TP_S | 1u << TP_N : 1u << TP_E | 1u << TP_W;
}

/* The steps to try from a cell with free cells all around. */
TP_INLINE unsigned steps_in_open(const Terms *t, const uint8_t *cell, int d) {
  const Aside *aside = &asides[d];
  const unsigned before = cell[-t->ground.to[d]];
  const unsigned left = cell[t->ground.to[aside->over[0]]];
  const unsigned right = cell[t->ground.to[aside->over[1]]];
  /* Are the cells whose prices matter here of one class? Then the rules of one
   * price hold. */
  if (((before ^ *cell) | (left ^ *cell) | (right ^ *cell)) == 0) {
    return t->table->steps[d][ALL];
  }
  const int64_t bound = bound_of(t, cell, d);
  return t->table->steps[d][ALL] | slow_sides(t, cell, d) |
         (unsigned)is_dear(t, cell, aside->over[0], bound) << aside->step[0] |
         (unsigned)is_dear(t, cell, aside->over[1], bound) << aside->step[1];
}

/* The same beside a wall. A cell that replaces a step is free. */
static unsigned steps_at_wall(const Terms *t, const uint8_t *cell,
                              unsigned neighborhood, int d) {
  const Aside *aside = &asides[d];
  const unsigned steps = t->table->steps[d][neighborhood];
  const unsigned left = t->table->steps[TP_NO_DIRECTION][neighborhood] & ~steps;
  const int64_t bound = bound_of(t, cell, d);
  unsigned more = left & slow_sides(t, cell, d);
  for (int i = 0; i < 2; i++) {
    if (!(left >> aside->step[i] & 1)) continue;
    if (is_dear(t, cell, aside->over[i], bound)) more |= 1u << aside->step[i];
  }
  return steps | more;
}

/* Without diagonal steps: a step on and one to a side are replaced by the same
 * two in the other order, if that costs no more. */
static unsigned steps_four(const Terms *t, const uint8_t *cell,
                           unsigned neighborhood, int d) {
  const tp_Navmap *nav = t->nav;
  const uint8_t *before = cell - t->ground.to[d];
  unsigned steps = t->table->steps[d][neighborhood];
  unsigned left = t->table->steps[TP_NO_DIRECTION][neighborhood] & ~steps &
                  ~(1u << tp_opposite(d));
  for (; left; left &= left - 1) {
    int side = tp_lowest(left);
    const uint64_t *straight = nav->costs.step[0];
    if (straight[before[t->ground.to[side]]] > straight[*cell]) {
      steps |= 1u << side;
    }
  }
  return steps;
}

/* The steps to try from a cell that was entered in that direction. */
TP_INLINE unsigned steps_from(const Terms *t, const uint8_t *cell,
                              unsigned neighborhood, int d,
                              const bool uniform) {
  if (uniform) return t->table->steps[d][neighborhood];
  if (t->four) return steps_four(t, cell, neighborhood, d);
  return neighborhood == ALL ? steps_in_open(t, cell, d)
                             : steps_at_wall(t, cell, neighborhood, d);
}

/* The cost of a step: in a backward field it enters the cell itself. */
TP_INLINE uint64_t step_from(const Terms *t, const uint8_t *cell, int kind,
                             const bool uniform) {
  if (uniform) return t->step[kind];
  return t->nav->costs.step[kind][*cell] * t->factor;
}

/* ---- runs --------------------------------------------------------------- */

/* Relaxes the neighbours in the set of steps. */
TP_INLINE void offer_steps(const Terms *t, tp_FieldQueue *open, const Place *p,
                           unsigned steps, const bool uniform) {
  const uint64_t cost[2] = {p->cost + step_from(t, p->class_of, 0, uniform),
                            p->cost + step_from(t, p->class_of, 1, uniform)};
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    uint64_t reached = cost[tp_is_diagonal(d)];
    size_t next = tp_index_beside(&t->cells, p->here, d);
    if (reached > t->most || t->cost[next] <= reached) continue;
    t->cost[next] = (uint32_t)reached;
    tp_buckets_push(&open->list, reached >> open->span.shift,
                    tp_entry_of(next, d));
  }
}

/* Runs on from a cell in the direction in which it was entered. Returns the
 * number of cells that it expanded. */
TP_INLINE uint64_t run_on(const Terms *t, tp_FieldQueue *open, Place p, int d,
                          Course course, const bool uniform) {
  const tp_Mask *mask = t->nav->mask;
  const unsigned on = 1u << d, open_steps = t->table->steps[d][ALL];
  View view = view_of(mask, p.at, course);
  for (uint64_t count = 1;; count++) {
    if (t->build) tp_build_forget(t->build, p.here);
    const unsigned neighborhood = neighborhood_of(&view, course);
    const unsigned steps =
        uniform && neighborhood == ALL
            ? open_steps
            : steps_from(t, p.class_of, neighborhood, d, uniform);
    if (steps != on) offer_steps(t, open, &p, steps & ~on, uniform);
    if (!(steps & on)) return count;
    p.cost += step_from(t, p.class_of, course == ASLANT, uniform);
    p.here = tp_index_beside(&t->cells, p.here, d);
    if (p.cost > t->most || t->cost[p.here] <= p.cost) return count;
    t->cost[p.here] = (uint32_t)p.cost;
    if (p.cost >= t->reach) {
      tp_buckets_push(&open->list, p.cost >> open->span.shift,
                      tp_entry_of(p.here, d));
      return count;
    }
    p.class_of += t->ground.to[d];
    advance_view(&view, mask, d, course);
  }
}

/* The same from any cell that is due. */
TP_INLINE uint64_t run_from(const Terms *t, tp_FieldQueue *open, Place p, int d,
                            const bool uniform) {
  switch (d) {
    case TP_E: return run_on(t, open, p, TP_E, EAST, uniform);
    case TP_W: return run_on(t, open, p, TP_W, WEST, uniform);
    case TP_S: return run_on(t, open, p, TP_S, SOUTH, uniform);
    case TP_N: return run_on(t, open, p, TP_N, NORTH, uniform);
    case TP_NO_DIRECTION: {
      unsigned neighborhood =
          tp_mask_neighborhood(t->nav->mask, p.at.x, p.at.y);
      if (t->build) tp_build_forget(t->build, p.here);
      offer_steps(t, open, &p, tp_steps(&t->nav->moves, p.at, neighborhood),
                  uniform);
      return 1;
    }
    default: return run_on(t, open, p, d, ASLANT, uniform);
  }
}

/* ---- the phase ---------------------------------------------------------- */

/* Entries that are due. */
typedef struct Batch {
  uint32_t held;
  uint32_t entry[BATCH];
} Batch;

/* Takes the next entry. */
TP_INLINE void take_one(const Terms *t, tp_FieldQueue *open, Batch *batch) {
  const tp_Taken taken = tp_fieldqueue_take(open);
  const size_t cell = tp_entry_cell(taken.entry);
  if (taken.seed < t->cost[cell]) {
    t->cost[cell] = (uint32_t)taken.seed;
  } else if (!tp_fieldqueue_is_due(open, taken, t->cost[cell])) {
    return;
  }
  batch->entry[batch->held++] = taken.entry;
}

/* Takes entries from the next bucket, if no seeds wait. None of them leads to a
 * cell in the same bucket. So their costs can be read one after the other,
 * without branches. */
TP_INLINE void take_some(const Terms *t, tp_FieldQueue *open, Batch *batch) {
  tp_Buckets *list = &open->list;
  tp_buckets_turn(list);
  do {
    const uint32_t entry = tp_buckets_take(list);
    const uint64_t cost = t->cost[tp_entry_cell(entry)];
    batch->entry[batch->held] = entry;
    batch->held += cost >> open->span.shift == list->key;
  } while (batch->held < BATCH && tp_buckets_has_more(list));
}

TP_INLINE tp_Status sweep(tp_FieldBuild *b, const tp_Navmap *nav,
                          uint64_t *budget, const bool uniform) {
  const tp_FieldQuery *asked = &b->field->asked;
  const tp_Costs *costs = &nav->costs;
  Terms t = {.nav = nav,
             .table = nav->moves.table,
             .build = b->forgets ? b : NULL,
             .cost = b->field->cost,
             .cells = tp_offsets(b->field->area.w),
             .ground = tp_offsets(nav->grid->width),
             .step = {costs->cheapest[0] * asked->factor,
                      costs->cheapest[1] * asked->factor},
             .factor = asked->factor,
             .most = asked->most,
             .four = tp_is_four(nav->profile.diagonal)};
  /* The number of buckets that runs go ahead: the window must hold the ends of
   * runs, plus a step. */
  const uint64_t step = (costs->dearest * asked->factor >> b->span.shift) + 2;
  const uint64_t room = b->span.window > step ? b->span.window - step : 0;
  const uint64_t most = costs->uniform ? AHEAD : AHEAD_PRICED;
  const uint64_t far = room < most ? room : most;
  tp_FieldQueue open = tp_build_frontier(b);
  Batch batch;
  uint64_t count = 0;
  batch.held = 0;
  while (count < *budget && tp_fieldqueue_fits(&open, ROOM)) {
    if (batch.held == 0) {
      if (tp_fieldqueue_is_empty(&open)) break;
      if (open.heap->live > 0) {
        take_one(&t, &open, &batch);
      } else {
        take_some(&t, &open, &batch);
      }
      if (batch.held == 0) continue;
    }
    const uint32_t entry = batch.entry[--batch.held];
    const size_t here = tp_entry_cell(entry);
    tp_Cell at = tp_build_cell(b, here);
    size_t ground = tp_grid_index(nav->grid, at.x, at.y);
    Place place = {at, here, t.cost[here], costs->class_of + ground};
    const uint64_t left = *budget - count;
    t.reach = (open.list.key + (left < far ? left : far)) << open.span.shift;
    count += run_from(&t, &open, place, tp_entry_came_by(entry), uniform);
  }
  while (batch.held > 0) { /* back into the bucket */
    tp_buckets_push(&open.list, open.list.key, batch.entry[--batch.held]);
  }
  *budget -= count < *budget ? count : *budget;
  b->work.settled += count;
  tp_buckets_store(&open.list, open.buckets);
  if (tp_fieldqueue_is_empty(&open)) return TP_FOUND;
  bool waits = *budget > 0 && !tp_build_has_room(b, TP_FIELD_BUCKETS, ROOM);
  return waits ? TP_NEEDS_ROOM : TP_RUNNING;
}

tp_Status tp_rundijkstra(tp_FieldBuild *b, const tp_Navmap *nav,
                         uint64_t *budget) {
  const tp_Field *f = b->field;
  bool is_fit = !tp_navmap_has_irregular(nav) && !f->asked.forward &&
                !f->wide && b->prunes && !b->may_leave && !b->span.by_heap &&
                !tp_is_hexagonal(nav->moves.stagger);
  if (!is_fit) return tp_propagate(b, nav, budget);
  return nav->costs.uniform ? sweep(b, nav, budget, true)
                            : sweep(b, nav, budget, false);
}
