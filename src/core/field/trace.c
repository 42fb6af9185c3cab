/* trace.c - walks down the costs of a field, which fall with each step: so
 * every way ends.
 */
#include "trace.h"

#include "steer.h"

int tp_trace_step(tp_Field *f, const tp_Navmap *nav, tp_Cell c) {
  unsigned ways = tp_field_ways(f, nav, c.x, c.y);
  return ways ? tp_steer_step(ways) : -1;
}

static bool next_link(const tp_Trace *t, tp_Backtrace *b, tp_Leg *leg) {
  const tp_Edge *link = tp_field_link(t->field, t->navmap, b->at.x, b->at.y);
  if (!link) return false;
  *leg = (tp_Leg){TP_BY_LINK, 1, link};
  b->at = tp_unpack_cell(t->field->asked.forward ? link->from : link->to);
  return true;
}

static bool next_leg(const void *source, tp_Backtrace *b, tp_Leg *leg) {
  const tp_Trace *t = source;
  const bool is_out = b->blocked > 0;
  int d = is_out ? -1 : tp_trace_step(t->field, t->navmap, b->at);
  if (d < 0) {
    if (!is_out && next_link(t, b, leg)) return true;
    return t->out && tp_out_leg(t->out, b, leg);
  }
  *leg = (tp_Leg){t->field->asked.forward ? tp_opposite(d) : d, 1, NULL};
  b->at = tp_beside(b->at, d);
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
