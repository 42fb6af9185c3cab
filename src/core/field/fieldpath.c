/* fieldpath.c - follows the costs of a field downhill. Costs fall with each step,
 * so every path ends.
 */
#include "fieldpath.h"

#include "steer.h"

int tp_trace_step(tp_Field *f, const tp_Navmap *nav, tp_Cell c) {
  unsigned ways = tp_field_ways(f, nav, c.x, c.y);
  return ways ? tp_steer_step_from(nav->moves.stagger, c, ways) : -1;
}

static bool next_leg(const void *source, tp_Backtrace *b, tp_Leg *leg) {
  const tp_Trace *t = source;
  const bool is_out = b->blocked > 0, forward = t->field->asked.forward;
  int d = is_out ? -1 : tp_trace_step(t->field, t->navmap, b->at);
  if (d < 0) {
    tp_leg_set(leg, TP_BY_LINK, 1);
    if (is_out || !tp_field_edge(t->field, t->navmap, b->at, &leg->edge)) {
      return t->escape && tp_escape_leg(t->escape, b, leg);
    }
  } else {
    tp_leg_set(leg, forward ? tp_opposite(d) : d, 1);
  }
  tp_leg_go(leg, leg->length, forward ? TP_BACKWARDS : TP_FORWARDS, &b->at);
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
