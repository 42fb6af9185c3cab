/* crowdmemory.c - a crowd in one block.
 *
 * Bytes a unit of size 1: 128 itself, 8 for reservations, 4 each for the lists
 * chosen, awake, waiting and wakes, for the ends of links, and leaders: 160. The stack
 * has 56 bytes for each unit in the longest chain of pushes.
 */
#include "crowdmemory.h"

#include <string.h>

#include "jointplans.h"
#include "pathwindow.h"
#include "pibt.h"
#include "unitedits.h"

enum {
  A_UNIT = sizeof(tp_Unit) + sizeof(tp_Reservation) + 6 * sizeof(uint32_t)
};

_Static_assert(A_UNIT <= 160, "a crowd of thousands is to be small");

size_t tp_sim_bytes(uint32_t units, uint32_t entered) {
  return sizeof(tp_Sim) + ((size_t)units + 1) * sizeof(tp_Unit) +
         tp_unitpath_scratch_bytes() +
         (size_t)entered * sizeof(tp_Reservation) +
         ((size_t)units * 6 + 2) * sizeof(uint32_t) +
         tp_pibt_stack_bytes(TP_FIRST_TRIES);
}

/* Sets the pointers to the lists that follow the head of the block. No unit has
 * a wake time yet. */
static void lay_out(tp_Sim *sim, uint32_t units, uint32_t entered) {
  tp_Unit *unit = (tp_Unit *)(void *)(sim + 1);
  sim->scratch = unit + units + 1;
  sim->unit_room = units;
  sim->entered_room = entered;
  sim->round.unit = unit;
  tp_RoundRoom *room = &sim->round.room;
  room->entered_room = entered;
  room->reservation =
      (void *)((char *)sim->scratch + tp_unitpath_scratch_bytes());
  room->chosen = (uint32_t *)(void *)(room->reservation + entered);
  sim->moment.ranked = (tp_Numbered *)(void *)room->reservation;
  sim->moment.awake = room->chosen + units;
  sim->waiting.id = sim->moment.awake + units;
  sim->timers.id = sim->waiting.id + units;
  room->link_end = sim->timers.id + units;
  room->leader = room->link_end + units + 1;
  for (uint32_t id = 1; id <= units; id++) unit[id].wake = TP_NO_TIME;
  if (room->tries > TP_FIRST_TRIES) return;
  tp_pibt_give_stack(room, room->leader + units + 1,
                     tp_pibt_stack_bytes(TP_FIRST_TRIES));
}

void tp_sim_take_occupancy(tp_Sim *sim, tp_Occupancy *o) {
  sim->occupancy = o;
  sim->round.occupant = tp_occupancy_reservations(o);
  sim->round.width = o->width;
  sim->round.height = o->height;
}

void tp_sim_init(tp_Sim *sim, tp_Occupancy *o, uint32_t units,
                 uint32_t entered) {
  memset(sim, 0, tp_sim_bytes(units, entered));
  lay_out(sim, units, entered);
  tp_sim_take_occupancy(sim, o);
}

static uint32_t moved_by(uint32_t cell, tp_Rect to) {
  const tp_Cell c = tp_unpack_cell(cell);
  return tp_pack_cell(c.x - to.x, c.y - to.y);
}

/* A unit whose path leads through removed cells loses its path. Plans are
 * dropped, and made again later. */
void tp_sim_resize(tp_Sim *sim, tp_Occupancy *o, tp_Rect to) {
  tp_sim_look_anew(sim);
  tp_sim_take_occupancy(sim, o);
  sim->moment.waits = sim->moment.goes = 0;
  sim->moment.has_thought = false;
  if (sim->plans) tp_jointplans_clear(sim);
  for (uint32_t id = 1; id <= sim->last_id; id++) {
    tp_Unit *unit = tp_sim_unit(sim, id);
    tp_CostToGoal *to_goal = &unit->to_goal;
    if (!(unit->flags & TP_UNIT_THERE)) continue;
    unit->at = moved_by(unit->at, to);
    unit->step.from = moved_by(unit->step.from, to);
    if (tp_costtogoal_has_goal(to_goal)) {
      to_goal->goal.x -= to.x;
      to_goal->goal.y -= to.y;
    }
    if (to_goal->unit_path && !tp_unitpath_resize(to_goal->unit_path, to))
      to_goal->unit_path = NULL;
  }
}

void tp_sim_move(tp_Sim *sim, const tp_Sim *old, uint32_t units,
                 uint32_t entered) {
  TP_ASSERT(units >= old->unit_room && entered >= old->entered_room);
  memset(sim, 0, tp_sim_bytes(units, entered));
  *sim = *old;
  lay_out(sim, units, entered);
  memcpy(sim->round.unit, old->round.unit,
         ((size_t)old->unit_room + 1) * sizeof(tp_Unit));
  memcpy(sim->round.room.leader, old->round.room.leader,
         ((size_t)old->unit_room + 1) * sizeof(uint32_t));
  memcpy(sim->timers.id, old->timers.id, old->timers.count * sizeof(uint32_t));
  memcpy(sim->moment.awake, old->moment.awake,
         old->moment.awakes * sizeof(uint32_t));
  for (uint32_t i = 0; i < old->waiting.count; i++) {
    sim->waiting.id[i] =
        old->waiting.id[(old->waiting.first + i) % old->unit_room];
  }
  sim->waiting.first = 0;
  /* The plans have no room for the larger crowd. */
  sim->moment.has_thought = false;
}

void tp_sim_give(tp_Sim *sim, void *block) {
  if (sim->want.slot == TP_SLOT_PLANS) {
    tp_jointplans_give(sim, block, sim->want.bytes);
  } else if (sim->want.slot == TP_SLOT_TRIES) {
    sim->round.room.cannot_grow = !block;
    if (block) tp_pibt_give_stack(&sim->round.room, block, sim->want.bytes);
  } else if (block) {
    tp_Events *events = block;
    size_t room = sim->want.bytes - tp_events_bytes(0);
    tp_events_init(events, (uint32_t)(room / sizeof(tp_Event)), sim->events);
    sim->events = events;
  }
  sim->want.bytes = 0; /* it is answered */
}
