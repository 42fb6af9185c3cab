/* trace.c - walks down the costs of a field, which fall with each step: so
 * every way ends.
 */
#include "trace.h"

#include "steer.h"

int tp_trace_step(tp_Field *f, const tp_Navmap *nav, tp_Cell c) {
  unsigned ways = tp_field_ways(f, nav, c.x, c.y);
  return ways ? tp_steer_step(ways) : -1;
}

static bool next_leg(const void *source, tp_Backtrace *b, tp_Leg *leg) {
  const tp_Trace *t = source;
  int d = tp_trace_step(t->field, t->navmap, b->at);
  if (d < 0) return false;
  *leg = (tp_Leg){t->field->asked.forward ? tp_opposite(d) : d, 1};
  b->at.x += tp_dx[d];
  b->at.y += tp_dy[d];
  return true;
}

tp_Route tp_trace_route(const tp_Trace *t, tp_Cell from) {
  return (tp_Route){
      .navmap = t->navmap,
      .first = {.at = from},
      .sense = t->field->asked.forward ? TP_BACKWARDS : TP_FORWARDS,
      .source = t,
      .next_leg = next_leg};
}
