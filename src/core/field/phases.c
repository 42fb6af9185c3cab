/* phases.c - runs the phases of a field, one after the other: of a new field,
 * of a repair (which becomes a new field if the repair proves long), and of a
 * flight.
 */
#include "phases.h"
#include "fieldrepair.h"
#include "flee.h"
#include "rundijkstra.h"
#include "startcosts.h"

static tp_Phase *const anew[] = {tp_seed_clear, tp_seed_sources, tp_rundijkstra,
                                 NULL};

static tp_Phase *const repair[] = {tp_repair_affected, tp_repair_invalidate,
                                   tp_repair_sources,  tp_repair_reseed,
                                   tp_rundijkstra,     NULL};

static tp_Phase *const flight[] = {
    tp_seed_clear, tp_flee_turn, tp_flee_select, tp_flee_start, tp_rundijkstra,
    tp_flee_close, NULL};

static void begin_phases(tp_FieldBuild *b, tp_Phase *const *phases) {
  b->phase = phases;
  b->next = 0;
}

void tp_field_begin(tp_FieldBuild *b, tp_Field *f, const tp_Navmap *nav,
                    const tp_FieldQuery *query) {
  uint64_t largest = tp_field_bound(query, nav);
  b->field = f;
  f->asked = *query;
  b->flight.from = NULL;
  if (largest > query->most) largest = query->most;
  tp_build_prepare(b, nav, tp_seed_area(query, nav), largest);
  begin_phases(b, anew);
}

void tp_field_flee(tp_FieldBuild *b, tp_Field *f, const tp_Navmap *nav,
                   const tp_Field *from, uint32_t strength) {
  b->field = f;
  tp_flee_begin(b, nav, from, strength);
  begin_phases(b, flight);
}

void tp_field_update(tp_FieldBuild *b, const tp_Navmap *nav,
                     const tp_FieldQuery *query) {
  if (tp_repair_begin(b, nav, query)) {
    begin_phases(b, repair);
  } else {
    tp_field_begin(b, b->field, nav, query);
  }
}

static tp_Status run_phases(tp_FieldBuild *b, const tp_Navmap *nav,
                            uint64_t *budget) {
  tp_Field *f = b->field;
  if (f->status == TP_FOUND) return f->status;
  while (*b->phase) {
    if (*budget == 0) return TP_RUNNING;
    if (!tp_build_has_blocks(b)) return TP_NEEDS_ROOM;
    tp_Status status = (*b->phase)(b, nav, budget);
    if (status == TP_FOUND) {
      begin_phases(b, b->phase + 1);
    } else if (status == TP_FAILED) {
      tp_field_begin(b, f, nav, &f->asked);
    } else if (status == TP_NEEDS_ROOM) {
      return status;
    }
  }
  /* Estimates the cells that a new field would settle: as many as this one,
   * minus those that a repair has lost for good. */
  tp_FieldWork *work = &b->work;
  uint64_t gone = work->lost > work->settled ? work->lost - work->settled : 0;
  if (work->reached == 0) {
    work->reached = work->settled;
  } else {
    work->reached -= gone < work->reached ? gone : work->reached;
  }
  return f->status = TP_FOUND;
}

tp_Status tp_field_run(tp_FieldBuild *b, const tp_Navmap *nav,
                       uint64_t budget) {
  uint64_t left = budget;
  tp_Status status = run_phases(b, nav, &left);
  tp_navmap_add_units(nav, budget - left);
  return status;
}
