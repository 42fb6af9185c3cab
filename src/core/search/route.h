/* route.h - a way from cell to cell, leg by leg, whoever knows it: a search
 * from its end back to its start, a field from a cell on to its goal, a reach
 * from a cell back to where it began.
 *
 * Who knows it is a source of legs. All that walks along a route, or adds up
 * what it costs, is here.
 */
#ifndef TP_ROUTE_H
#define TP_ROUTE_H

#include "../index/treepaths.h"
#include "../navmap/navmap.h"

/* Does one walk a route as one would travel it, or against that? */
typedef enum tp_Sense { TP_FORWARDS, TP_BACKWARDS } tp_Sense;

/* How far a walk has come. */
typedef struct tp_Backtrace {
  tp_Cell at;
  uint32_t node;      /* for a source that counts by nodes: the one ahead,
                         0 at first                                         */
  uint32_t tree_legs; /* for one that has legs in trees: those passed so far */
  uint32_t blocked;   /* steps passed so far of a way out (escape.h), which is
                         where a route begins, and is walked backwards       */
} tp_Backtrace;

typedef struct tp_Route {
  const tp_Navmap *navmap;
  tp_Backtrace first; /* where walks begin                                  */
  tp_Sense sense;     /* in which they go                                   */
  int facing;         /* of a way that is walked backwards, as in tp_Query  */
  const void *source;
  /* Goes on by one leg, as long as the source likes: false where the route
   * ends. Legs tell how one travels, whatever the sense. */
  bool (*next_leg)(const void *source, tp_Backtrace *b, tp_Leg *leg);
} tp_Route;

/* Goes so many steps along a leg, or all along its edge. */
TP_INLINE void tp_leg_go(const tp_Leg *leg, int32_t steps, tp_Sense sense,
                         tp_Cell *at) {
  const bool is_back = sense == TP_BACKWARDS;
  if (leg->came_by == TP_BY_LINK) {
    *at = tp_unpack_cell(is_back ? leg->edge.from : leg->edge.to);
    return;
  }
  *at = tp_ahead(*at, leg->came_by, is_back ? -steps : steps);
}

/* Goes one step. Returns the cell that one enters who travels. */
TP_INLINE tp_Cell tp_leg_step(const tp_Leg *leg, tp_Sense sense, tp_Cell *at) {
  tp_Cell before = *at;
  tp_leg_go(leg, 1, sense, at);
  return sense == TP_BACKWARDS ? before : *at;
}

/* Goes all along it: the same as so many steps. */
TP_INLINE void tp_leg_pass(const tp_Leg *leg, tp_Sense sense, tp_Cell *at) {
  tp_leg_go(leg, leg->length, sense, at);
}

/* The same, and what that costs in the costs' whole numbers. */
TP_FUNC uint64_t tp_leg_cost(const tp_Navmap *navmap, const tp_Leg *leg,
                             tp_Sense sense, tp_Cell *at);

/* Is each step and link of it legal as the map is now? Then adds to `cost` what
 * it costs in whole numbers. Costs are those that it was found by. */
TP_FUNC bool tp_route_is_legal(const tp_Route *route, uint64_t *cost);

/* Turns by 45 degrees of a way that is walked backwards. Neither a link nor a
 * way out has a bearing. */
typedef struct tp_Turns {
  int leaving; /* the bearing behind it, counted from 1; 0: none */
  int64_t count;
} tp_Turns;

TP_INLINE void tp_turns_pass(tp_Turns *turns, int bearing) {
  if (turns->leaving && bearing) {
    turns->count += tp_turn(bearing - 1, turns->leaving - 1);
  }
  turns->leaving = bearing;
}

TP_INLINE int tp_leg_bearing(const tp_Leg *leg, const tp_Backtrace *ahead) {
  const bool has_none = leg->came_by == TP_BY_LINK || ahead->blocked > 0;
  return has_none ? 0 : tp_bearing_of[leg->came_by] + 1;
}

/* ---- walks -------------------------------------------------------------- */

typedef struct tp_Walk {
  const tp_Route *route;
  tp_Cell at;
  tp_Leg leg;         /* what is left of the one under way */
  tp_Backtrace ahead; /* its end                           */
  bool by_link;       /* has it come there by a link?      */
} tp_Walk;

TP_INLINE tp_Walk tp_walk_along(const tp_Route *route) {
  return (tp_Walk){
      .route = route, .at = route->first.at, .ahead = route->first};
}

/* Is it in a cell of a way out, walking back? */
TP_INLINE bool tp_walk_is_out(const tp_Walk *w) {
  return w->ahead.blocked > (uint32_t)w->leg.length;
}

/* Goes on to the next cell; false at the end. */
TP_INLINE bool tp_walk_step(tp_Walk *w) {
  const tp_Route *r = w->route;
  if (w->leg.length == 0 && !r->next_leg(r->source, &w->ahead, &w->leg)) {
    w->by_link = false;
    return false;
  }
  tp_leg_step(&w->leg, r->sense, &w->at);
  w->by_link = w->leg.came_by == TP_BY_LINK;
  w->leg.length--;
  return true;
}

/* Goes on to the next turn, or to the end; or to the first free cell behind a
 * way out. False at the end. */
TP_FUNC bool tp_walk_turn(tp_Walk *w);

/* The same, where hexagons do not go straight on: a direction of their eight
 * leads now to one side, and now to the other. */
TP_FUNC bool tp_walk_bend(tp_Walk *w);

typedef struct tp_Measure {
  tp_Cell end;      /* of the walk                    */
  size_t cells;     /* both ends among them           */
  size_t links;     /* taken on the way               */
  double cost;      /* of the way, as the user counts */
  uint32_t blocked; /* steps of it from blocked cells, with which it begins:
                       each at the dearest price                            */
} tp_Measure;

/* The cost is the sum over all steps and links; on a map of one price, the
 * number of steps times what they cost, and the sum over links. */
TP_FUNC tp_Measure tp_route_measure(const tp_Route *route);

/* The same in slices: how far it has come. */
typedef struct tp_Measuring {
  tp_Backtrace ahead;
  int64_t steps[2]; /* straight, diagonal */
  int64_t links;
  tp_Turns turns;
  double cost; /* on ground of one price, of links alone */
} tp_Measuring;

TP_FUNC tp_Measuring tp_measure_begin(const tp_Route *route);

/* Goes on until it has passed `*budget` cells, or one leg more, and lowers it
 * by those. True at the end. */
TP_FUNC bool tp_measure_some(tp_Measuring *m, const tp_Route *route,
                             uint64_t *budget);

TP_FUNC tp_Measure tp_measure_end(const tp_Measuring *m, const tp_Route *route);

#endif
