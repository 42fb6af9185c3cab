/* sweep.c - Dijkstra's algorithm in buckets (propagate.c), run by run.
 *
 * Where steps that need not be tried are left out (pruning.h; on priced ground
 * see below), most cells are left with the step straight on. So from a cell
 * that comes out of the frontier costs go on in a run, written by a tight loop:
 * until a wall, a cell that costs no more already, or `AHEAD` buckets. Only
 * what branches off is added to the frontier, and the end of a run that was
 * cut. Of ten cells on plain ground nine or so never are in it.
 *
 *     . . . . . . . . .
 *     . - - - / | . . .      the source, its four runs, and what branches off
 *     . - - / - - - . .      a diagonal one: each cell is reached once
 *     ----- o ---------
 *
 * A run writes costs whose turn has not come. One that proves too high is
 * written again, and goes on from there again; what it had in the frontier is
 * not due any more. Every cell goes on at the cost that it has in the end, from
 * a neighbour that has its own: the argument of pruning.c asks for no more than
 * that, and for no order. On plain ground 1 to 3 cells of a hundred are written
 * twice, where prices lie in patches 10 to 40.
 *
 * Some 5 ns a cell on plain ground, three to four times that on priced ground.
 */
#include "build.h"

#include "../search/successors.h"

/* So many buckets a run goes ahead, and so many entries it adds at most. A cell
 * further costs a bucket more or above, and has 7 steps besides. On plain
 * ground hardly any are overtaken, so it goes as far as a window of the mask.
 * On priced ground more are: with 16 there new fields take a tenth longer, with
 * 32 a repair settled 1.4 times the cells of a new field made in small slices.
 */
enum { AHEAD = TP_SPAN_AHEAD, AHEAD_PRICED = 24, MOST_ADDED = 8 * (AHEAD + 2) };

/* So many entries are taken out of a bucket at a time. */
enum { BATCH = 32, ROOM = MOST_ADDED + BATCH };

/* What does not change while it runs, but for `reach`. */
typedef struct Terms {
  const tp_Navmap *nav;
  tp_FieldBuild *build; /* with ways to be forgotten; NULL: there are none */
  uint32_t *cost;
  tp_Offsets cells, ground; /* in the field, and in the grid */
  uint64_t step[2];         /* straight and diagonal, where that is one price */
  uint64_t factor, most;
  uint64_t reach; /* runs are cut at that cost */
  bool four;      /* no step is diagonal       */
} Terms;

/* A cell that has its turn. */
typedef struct Place {
  tp_Cell at;
  size_t here;
  uint64_t cost;
  const uint8_t *class_of;
} Place;

/* ---- what is seen from a run -------------------------------------------- */

typedef enum Course { EAST, WEST, SOUTH, NORTH, ASLANT } Course;

/* The mask around a run's cell. */
typedef struct View {
  uint64_t row[3];      /* along rows: the run's and those beside it */
  uint64_t open;        /* then: around which cells all 3 x 3 are free */
  int shift;            /* then: where in `row` those around it begin  */
  const uint64_t *word; /* down and up: the cell's row                 */
  tp_Cell at;           /* but for runs along rows                     */
  unsigned nine;        /* likewise                                    */
} View;

/* The 3 x 3 cells around one, as topology.h draws them. */
enum { ALL = 0x1ff };

/* Along a row the cell is the second from one end of the windows: no run is
 * longer than they are. */
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
    v.nine = tp_mask_nine(m, at.x, at.y);
  }
  return v;
}

/* The cells around that of the run. */
TP_INLINE unsigned nine_of(const View *v, Course course) {
  if (course != EAST && course != WEST) return v->nine;
  if (v->open >> v->shift & 1) return ALL;
  return (unsigned)(v->row[0] >> v->shift & 7) |
         (unsigned)(v->row[1] >> v->shift & 7) << 3 |
         (unsigned)(v->row[2] >> v->shift & 7) << 6;
}

/* Goes a step on. */
TP_INLINE void advance(View *v, const tp_Mask *m, int d, Course course) {
  switch (course) {
    case EAST: v->shift++; break;
    case WEST: v->shift--; break;
    case SOUTH:
      v->word += m->stride;
      v->nine = v->nine >> 3 | tp_mask_three(v->word + m->stride, v->at.x) << 6;
      break;
    case NORTH:
      v->word -= m->stride;
      v->nine =
          (v->nine << 3 & ALL) | tp_mask_three(v->word - m->stride, v->at.x);
      break;
    default:
      v->at = tp_beside(v->at, d);
      v->nine = tp_mask_nine(m, v->at.x, v->at.y);
      break;
  }
}

/* ---- what a cell's steps are -------------------------------------------- */

/* What is asked before steps aside are left out, where ground has prices.
 *
 *     . x m       from p to m over v it is a straight and a diagonal step, over
 *     p v .       x a diagonal and a straight one: here m is left to x, where
 *     . . .       that is no dearer; and x to p, where that is cheaper
 *
 * On ground of one price both are so. The argument of pruning.c holds: what is
 * left out for a way that is only as cheap is a diagonal step, and that way
 * ends with a straight one, which is left out for cheaper ways alone.
 */
typedef struct Aside {
  uint8_t step[2]; /* the diagonal steps to both sides: v to m            */
  uint8_t over[2]; /* the steps to the cells that they are left to: v to x */
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

/* So much may a straight step cost from x, at most. */
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

/* The straight steps to both sides, where the diagonal ones from the cell
 * before are no cheaper. */
TP_INLINE unsigned slow_sides(const Terms *t, const uint8_t *cell, int d) {
  const tp_Costs *costs = &t->nav->costs;
  const uint8_t before = cell[-t->ground.to[d]];
  if (tp_is_diagonal(d)) return 0;
  if (costs->step[1][before] < costs->step[0][before] + costs->step[0][*cell]) {
    return 0;
  }
  return tp_is_across(d) ? 1u << TP_S | 1u << TP_N : 1u << TP_E | 1u << TP_W;
}

/* Are the cells of one class that are asked for their prices? Then it is as on
 * ground of one price. */
TP_INLINE bool is_patch(const Terms *t, const uint8_t *cell, int d) {
  const Aside *aside = &asides[d];
  const unsigned before = cell[-t->ground.to[d]];
  const unsigned left = cell[t->ground.to[aside->over[0]]];
  const unsigned right = cell[t->ground.to[aside->over[1]]];
  return ((before ^ *cell) | (left ^ *cell) | (right ^ *cell)) == 0;
}

/* The steps to try from a cell around which all are free. */
TP_INLINE unsigned steps_in_open(const Terms *t, const uint8_t *cell, int d) {
  const Aside *aside = &asides[d];
  if (is_patch(t, cell, d)) return t->nav->pruning.steps[d][ALL];
  const int64_t bound = bound_of(t, cell, d);
  return t->nav->pruning.steps[d][ALL] | slow_sides(t, cell, d) |
         (unsigned)is_dear(t, cell, aside->over[0], bound) << aside->step[0] |
         (unsigned)is_dear(t, cell, aside->over[1], bound) << aside->step[1];
}

/* And from one beside a wall. Where a step is left to a cell, that is free. */
static unsigned steps_at_wall(const Terms *t, const uint8_t *cell,
                              unsigned nine, int d) {
  const tp_Navmap *nav = t->nav;
  const Aside *aside = &asides[d];
  const unsigned steps = nav->pruning.steps[d][nine];
  const unsigned left = nav->pruning.steps[TP_DIRECTIONS][nine] & ~steps;
  const int64_t bound = bound_of(t, cell, d);
  unsigned more = left & slow_sides(t, cell, d);
  for (int i = 0; i < 2; i++) {
    if (!(left >> aside->step[i] & 1)) continue;
    if (is_dear(t, cell, aside->over[i], bound)) more |= 1u << aside->step[i];
  }
  return steps | more;
}

/* Without diagonal steps: a horizontal one and one to a side are left to the
 * same two in the other order, where that is no dearer. */
static unsigned steps_four(const Terms *t, const uint8_t *cell, unsigned nine,
                           int d) {
  const tp_Navmap *nav = t->nav;
  const uint8_t *before = cell - t->ground.to[d];
  unsigned steps = nav->pruning.steps[d][nine];
  unsigned left = nav->pruning.steps[TP_DIRECTIONS][nine] & ~steps &
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
                              unsigned nine, int d, const bool uniform) {
  if (uniform) return t->nav->pruning.steps[d][nine];
  if (t->four) return steps_four(t, cell, nine, d);
  return nine == ALL ? steps_in_open(t, cell, d)
                     : steps_at_wall(t, cell, nine, d);
}

/* What they cost: backwards it is the cell itself that they enter. */
TP_INLINE uint64_t step_from(const Terms *t, const uint8_t *cell, int kind,
                             const bool uniform) {
  if (uniform) return t->step[kind];
  return t->nav->costs.step[kind][*cell] * t->factor;
}

/* ---- runs --------------------------------------------------------------- */

TP_INLINE void add(tp_Frontier *open, uint64_t cost, size_t cell, int d) {
  tp_bins_push(&open->list, cost >> open->span.shift, tp_entry_of(cell, d));
}

/* Offers those steps from a cell. */
TP_INLINE void offer(const Terms *t, tp_Frontier *open, const Place *p,
                     unsigned steps, const bool uniform) {
  const uint64_t cost[2] = {p->cost + step_from(t, p->class_of, 0, uniform),
                            p->cost + step_from(t, p->class_of, 1, uniform)};
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    uint64_t reached = cost[tp_is_diagonal(d)];
    size_t next = tp_index_beside(&t->cells, p->here, d);
    if (reached > t->most || t->cost[next] <= reached) continue;
    t->cost[next] = (uint32_t)reached;
    add(open, reached, next, d);
  }
}

/* Goes on from a cell in the direction in which it was entered. How many cells
 * have had their turn? */
TP_INLINE uint64_t run(const Terms *t, tp_Frontier *open, Place p, int d,
                       Course course, const bool uniform) {
  const tp_Mask *mask = t->nav->mask;
  const unsigned on = 1u << d, open_steps = t->nav->pruning.steps[d][ALL];
  View view = view_of(mask, p.at, course);
  for (uint64_t count = 1;; count++) {
    if (t->build) tp_build_forget(t->build, p.here);
    const unsigned nine = nine_of(&view, course);
    const unsigned steps = uniform && nine == ALL
                               ? open_steps
                               : steps_from(t, p.class_of, nine, d, uniform);
    if (steps != on) offer(t, open, &p, steps & ~on, uniform);
    if (!(steps & on)) return count;
    p.cost += step_from(t, p.class_of, course == ASLANT, uniform);
    p.here = tp_index_beside(&t->cells, p.here, d);
    if (p.cost > t->most || t->cost[p.here] <= p.cost) return count;
    t->cost[p.here] = (uint32_t)p.cost;
    if (p.cost >= t->reach) {
      add(open, p.cost, p.here, d);
      return count;
    }
    p.class_of += t->ground.to[d];
    advance(&view, mask, d, course);
  }
}

/* The same from any cell that has its turn. */
TP_INLINE uint64_t follow(const Terms *t, tp_Frontier *open, Place p, int d,
                          const bool uniform) {
  switch (d) {
    case TP_E: return run(t, open, p, TP_E, EAST, uniform);
    case TP_W: return run(t, open, p, TP_W, WEST, uniform);
    case TP_S: return run(t, open, p, TP_S, SOUTH, uniform);
    case TP_N: return run(t, open, p, TP_N, NORTH, uniform);
    case TP_DIRECTIONS: {
      unsigned nine = tp_mask_nine(t->nav->mask, p.at.x, p.at.y);
      if (t->build) tp_build_forget(t->build, p.here);
      offer(t, open, &p, tp_steps(&t->nav->moves, p.at, nine), uniform);
      return 1;
    }
    default: return run(t, open, p, d, ASLANT, uniform);
  }
}

/* ---- the phase ---------------------------------------------------------- */

/* How many buckets runs go ahead: what ends them must still fit, with a step
 * more. */
static uint64_t ahead(const tp_FieldBuild *b, const tp_Navmap *nav) {
  const uint64_t dearest = nav->costs.dearest * b->field->asked.factor;
  const uint64_t step = (dearest >> b->span.shift) + 2;
  const uint64_t most = nav->costs.uniform ? AHEAD : AHEAD_PRICED;
  const uint64_t room = b->span.window > step ? b->span.window - step : 0;
  return room < most ? room : most;
}

/* Entries whose turn it is. */
typedef struct Batch {
  uint32_t held;
  uint32_t entry[BATCH];
} Batch;

/* Takes the next one out. */
TP_INLINE void take_one(const Terms *t, tp_Frontier *open, Batch *batch) {
  const tp_Taken taken = tp_frontier_take(open);
  const size_t cell = tp_entry_cell(taken.entry);
  if (taken.seed < t->cost[cell]) {
    t->cost[cell] = (uint32_t)taken.seed;
  } else if (!tp_frontier_is_due(open, taken, t->cost[cell])) {
    return;
  }
  batch->entry[batch->held++] = taken.entry;
}

/* Takes some out of the next bucket, where no seeds wait. Nothing that follows
 * from one of them lies in the same bucket. So their costs can be looked at one
 * right after the other, and without a branch. */
TP_INLINE void take_some(const Terms *t, tp_Frontier *open, Batch *batch) {
  tp_Bins *list = &open->list;
  tp_bins_turn(list);
  do {
    const uint32_t entry = tp_bins_take(list);
    const uint64_t cost = t->cost[tp_entry_cell(entry)];
    batch->entry[batch->held] = entry;
    batch->held += cost >> open->span.shift == list->key;
  } while (batch->held < BATCH && tp_bins_has_more(list));
}

TP_INLINE Terms terms_of(const tp_FieldBuild *b, const tp_Navmap *nav) {
  const tp_FieldQuery *asked = &b->field->asked;
  const uint64_t *step = nav->costs.cheapest;
  return (Terms){.nav = nav,
                 .cost = b->field->cost,
                 .cells = tp_offsets(b->field->area.w),
                 .ground = tp_offsets(nav->grid->width),
                 .step = {step[0] * asked->factor, step[1] * asked->factor},
                 .factor = asked->factor,
                 .most = asked->most,
                 .four = tp_is_four(nav->profile.diagonal)};
}

TP_INLINE tp_Status sweep(tp_FieldBuild *b, const tp_Navmap *nav,
                          uint64_t *budget, const bool uniform) {
  const uint64_t far = ahead(b, nav);
  Terms t = terms_of(b, nav);
  t.build = b->forgets ? b : NULL;
  tp_Frontier open = tp_build_frontier(b);
  Batch batch;
  uint64_t count = 0;
  batch.held = 0;
  while (count < *budget && tp_frontier_fits(&open, ROOM)) {
    if (batch.held == 0) {
      if (tp_frontier_is_empty(&open)) break;
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
    Place place = {at, here, t.cost[here], nav->costs.class_of + ground};
    const uint64_t left = *budget - count;
    t.reach = (open.list.key + (left < far ? left : far)) << open.span.shift;
    count += follow(&t, &open, place, tp_entry_came_by(entry), uniform);
  }
  while (batch.held > 0) { /* back to where they were */
    tp_bins_push(&open.list, open.list.key, batch.entry[--batch.held]);
  }
  *budget -= count < *budget ? count : *budget;
  b->work.settled += count;
  tp_frontier_store(&open);
  if (tp_frontier_is_empty(&open)) return TP_FOUND;
  bool waits = *budget > 0 && !tp_build_has_room(b, TP_FIELD_BUCKETS, ROOM);
  return waits ? TP_NEEDS_ROOM : TP_RUNNING;
}

static tp_Status sweep_uniform(tp_FieldBuild *b, const tp_Navmap *nav,
                               uint64_t *budget) {
  return sweep(b, nav, budget, true);
}

static tp_Status sweep_priced(tp_FieldBuild *b, const tp_Navmap *nav,
                              uint64_t *budget) {
  return sweep(b, nav, budget, false);
}

tp_Status tp_sweep(tp_FieldBuild *b, const tp_Navmap *nav, uint64_t *budget) {
  const tp_Field *f = b->field;
  bool is_fit = !tp_navmap_has_odd(nav) && !f->asked.forward && !f->wide &&
                b->prunes && !b->may_leave && !b->span.by_heap &&
                !tp_is_hexagonal(nav->moves.stagger);
  if (!is_fit) return tp_propagate(b, nav, budget);
  return nav->costs.uniform ? sweep_uniform(b, nav, budget)
                            : sweep_priced(b, nav, budget);
}
