/* fieldpath.c - follows the falling costs of a field. They fall with each
 * step, so every path ends.
 */
#include "fieldpath.h"

#include "steer.h"

/* The steps back that a path from the source prefers. No other one is pruned
 * if it ends a cheapest path (jumppruning.c). */
static unsigned preferred(tp_Stagger s, tp_Cell c) {
  unsigned steps = 0;
  if (!tp_is_hexagonal(s)) return 1u << TP_E | 1u << TP_W;
  for (int turn = 0; turn < TP_SIDES_OF_HEXAGON; turn += 2) {
    steps |= 1u << tp_hexagon_step(s, tp_is_shoved(s, c), turn);
  }
  return steps;
}

int tp_fieldpath_step(tp_Field *f, const tp_Navmap *nav, tp_Cell c) {
  unsigned directions = tp_field_directions(f, nav, c.x, c.y);
  if (f->asked.forward) {
    const unsigned first = directions & preferred(nav->moves.stagger, c);
    if (first) directions = first;
  }
  return directions ? tp_steer_step_from(nav->moves.stagger, c, directions)
                    : -1;
}

static bool next_leg(const void *source, tp_Cursor *c, tp_Leg *leg) {
  const tp_FieldPath *t = source;
  const bool is_out = c->blocked > 0, forward = t->field->asked.forward;
  int d = is_out ? -1 : tp_fieldpath_step(t->field, t->navmap, c->at);
  if (d < 0) {
    tp_leg_set(leg, TP_BY_LINK, 1);
    if (is_out || !tp_field_edge(t->field, t->navmap, c->at, &leg->edge)) {
      return t->out && tp_escape_leg(t->out, c, leg);
    }
  } else {
    tp_leg_set(leg, forward ? tp_opposite(d) : d, 1);
  }
  tp_leg_go(leg, leg->length, forward ? TP_BACKWARDS : TP_FORWARDS, &c->at);
  return true;
}

tp_Path tp_fieldpath_get(const tp_FieldPath *t, tp_Cell from) {
  return (tp_Path){
      .navmap = t->navmap,
      .first = {.at = from},
      .sense = t->field->asked.forward ? TP_BACKWARDS : TP_FORWARDS,
      .source = t,
      .next_leg = next_leg};
}
