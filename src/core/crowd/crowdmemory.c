/* crowdmemory.c - a crowd in one block.
 *
 * Bytes a mover of size 1: 120 itself, 8 for reservations, 4 each for the lists
 * chosen, awake, waiting and wakes: 144. The stack has 48 bytes for each mover in
 * the longest chain of pushes.
 */
#include "crowdmemory.h"

#include <string.h>

#include "jointplans.h"
#include "pibt.h"
#include "planstore.h"
#include "trailwindow.h"
#include "unitedits.h"

enum {
  A_MOVER = sizeof(tp_Mover) + sizeof(tp_Reservation) + 4 * sizeof(uint32_t)
};

_Static_assert(A_MOVER <= 144, "a crowd of thousands is to be small");

size_t tp_motion_bytes(uint32_t movers, uint32_t sides) {
  return sizeof(tp_Motion) + ((size_t)movers + 1) * sizeof(tp_Mover) +
         tp_trail_scratch_bytes() + (size_t)sides * sizeof(tp_Reservation) +
         (size_t)movers * 4 * sizeof(uint32_t) +
         tp_pibt_stack_bytes(TP_FIRST_TRIES);
}

/* Sets the pointers to the lists that follow the head of the block. No mover has
 * a wake time yet. */
static void lay_out(tp_Motion *m, uint32_t movers, uint32_t sides) {
  tp_Mover *mover = (tp_Mover *)(void *)(m + 1);
  m->scratch = mover + movers + 1;
  m->movers = movers;
  m->sides = sides;
  m->round.mover = mover;
  tp_RoundRoom *room = &m->round.room;
  room->sides = sides;
  room->reservation = (void *)((char *)m->scratch + tp_trail_scratch_bytes());
  room->chosen = (uint32_t *)(void *)(room->reservation + sides);
  m->moment.ranked = (tp_Numbered *)(void *)room->reservation;
  m->moment.awake = room->chosen + movers;
  m->waiting.id = m->moment.awake + movers;
  m->wakes.id = m->waiting.id + movers;
  for (uint32_t id = 1; id <= movers; id++) mover[id].wake = TP_NO_TIME;
  if (room->tries > TP_FIRST_TRIES) return;
  tp_pibt_give_stack(room, m->wakes.id + movers,
                     tp_pibt_stack_bytes(TP_FIRST_TRIES));
}

static void take_occupancy(tp_Motion *m, tp_Occupancy *o) {
  m->occupancy = o;
  tp_pending_init(&m->pending, o->width, o->height);
  m->round.holder = tp_occupancy_reservations(o);
  m->round.width = o->width;
  m->round.height = o->height;
}

void tp_motion_init(tp_Motion *m, tp_Occupancy *o, uint32_t movers,
                    uint32_t sides) {
  memset(m, 0, tp_motion_bytes(movers, sides));
  lay_out(m, movers, sides);
  take_occupancy(m, o);
}

static uint32_t moved_by(uint32_t cell, tp_Rect to) {
  const tp_Cell c = tp_unpack_cell(cell);
  return tp_pack_cell(c.x - to.x, c.y - to.y);
}

/* A mover whose path leads through removed cells loses its path. Plans are
 * dropped, and made again later. */
void tp_motion_resize(tp_Motion *m, tp_Occupancy *o, tp_Rect to) {
  tp_motion_look_anew(m);
  take_occupancy(m, o);
  m->moment.waits = m->moment.goes = 0;
  m->moment.has_thought = false;
  if (m->plans) tp_plans_clear(m->plans);
  for (uint32_t id = 1; id <= m->last_id; id++) {
    tp_Mover *mover = tp_motion_mover(m, id);
    tp_Guide *guide = &mover->guide;
    if (!(mover->flags & TP_MOVER_THERE)) continue;
    mover->at = moved_by(mover->at, to);
    mover->stride.from = moved_by(mover->stride.from, to);
    mover->group = 0;
    if (tp_guide_has_goal(guide)) {
      guide->goal.x -= to.x;
      guide->goal.y -= to.y;
    }
    if (guide->trail && !tp_trail_resize(guide->trail, to)) guide->trail = NULL;
  }
}

void tp_motion_move(tp_Motion *m, const tp_Motion *old, uint32_t movers,
                    uint32_t sides) {
  TP_ASSERT(movers >= old->movers && sides >= old->sides);
  memset(m, 0, tp_motion_bytes(movers, sides));
  *m = *old;
  lay_out(m, movers, sides);
  memcpy(m->round.mover, old->round.mover,
         ((size_t)old->movers + 1) * sizeof(tp_Mover));
  memcpy(m->wakes.id, old->wakes.id, old->wakes.count * sizeof(uint32_t));
  memcpy(m->moment.awake, old->moment.awake,
         old->moment.awakes * sizeof(uint32_t));
  for (uint32_t i = 0; i < old->waiting.count; i++) {
    m->waiting.id[i] = old->waiting.id[(old->waiting.first + i) % old->movers];
  }
  m->waiting.first = 0;
  m->moment.has_thought = false; /* the plans have no room for the larger
                                    crowd */
}

void tp_motion_give(tp_Motion *m, void *block) {
  if (m->want.slot == TP_SLOT_PLANS) {
    m->plans_refused = !block;
    tp_plans_give(m, block, m->want.bytes);
  } else if (m->want.slot == TP_SLOT_TRIES) {
    m->round.room.is_last = !block;
    if (block) tp_pibt_give_stack(&m->round.room, block, m->want.bytes);
  } else if (block) {
    tp_Events *events = block;
    size_t room = m->want.bytes - tp_events_bytes(0);
    tp_events_init(events, (uint32_t)(room / sizeof(tp_Event)), m->events);
    m->events = events;
  }
  m->want.bytes = 0;
}
