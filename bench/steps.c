/* steps.c - steps that a game takes with the units of a crowd, without Lua, for
 * a profiler.
 *
 *     steps MAP SCEN RULE TICKS
 *
 * A crowd stands round the first query's start, on three of five cells. Before
 * each tick every unit is asked for a step, in `bench_ask`, and pushes the
 * units in its way. `bench_tick` lets the tick pass. Neither is inlined. Prints
 * the number of steps taken, and the time.
 */
#include "core/crowd/simulation.h"

#include "navmap.h"

enum { REACH = 12, MOST = (2 * REACH + 1) * (2 * REACH + 1) };

typedef struct Run {
  tp_Navmap navmap;
  tp_Occupancy *occupancy;
  tp_Motion *motion;
  const Query *first;
  uint32_t units;
  long taken;
} Run;

static void give_room(tp_Motion *m) { tp_motion_give(m, take(m->want.bytes)); }

static void stand(Run *run, const Map *map) {
  const Query *q = run->first;
  for (int y = q->sy - REACH; y <= q->sy + REACH; y++) {
    for (int x = q->sx - REACH; x <= q->sx + REACH; x++) {
      if (x < 0 || y < 0 || x >= map->width || y >= map->height) continue;
      if (!map->free_cell[y * map->width + x] || (2 * x + y) % 5 < 2) continue;
      tp_occupancy_hold(run->occupancy, (tp_Rect){x, y, 1, 1}, ++run->units);
      tp_motion_admit(run->motion, run->units, &run->navmap, (tp_Cell){x, y},
                      (tp_Durations){1, 1, 1});
    }
  }
}

static void bench_ask(Run *run, long tick) {
  for (uint32_t id = 1; id <= run->units; id++) {
    const int direction = mix(id, tick) % TP_DIRECTIONS;
    uint32_t whom;
    tp_StepStatus status;
    while ((status = tp_motion_step(run->motion, id, direction, &whom)) ==
           TP_STEP_NEEDS_ROOM) {
      give_room(run->motion);
    }
    run->taken += status == TP_STEP_TAKEN;
  }
}

static void bench_tick(Run *run, long number) {
  uint64_t budget = UINT64_MAX;
  (void)number;
  run->motion->clock.whole++;
  while (tp_motion_run(run->motion, &budget) != TP_MOTION_DONE) {
    give_room(run->motion);
  }
}

int main(int argc, char **argv) {
  static void (*volatile const phases[])(Run *, long) = {bench_ask, bench_tick};
  int rule = argc >= 5 ? read_rule(argv[3]) : -1;
  if (rule < 0) {
    fputs("usage: steps MAP SCEN RULE TICKS\n", stderr);
    return 2;
  }
  Map map = read_map(argv[1], read_prices("plain"));
  long count;
  static Run run;
  run.first = read_queries(argv[2], 1, &count);
  make_agent(&run.navmap, read_grid(&map), (tp_Diagonal)rule);
  prepare(&run.navmap, TP_MAP);
  run.occupancy = take(tp_occupancy_bytes(map.width, map.height));
  tp_occupancy_init(run.occupancy, map.width, map.height, 1);
  run.motion = take(tp_motion_bytes(MOST, 2 * MOST));
  tp_motion_init(run.motion, run.occupancy, MOST, 2 * MOST);
  run.motion->by_ticks = true;
  stand(&run, &map);
  const double begun = microseconds();
  for (long i = 0; i < atol(argv[4]); i++) {
    for (int k = 0; k < 2; k++) phases[k](&run, i);
  }
  printf("# %ld steps taken by %u units in %.0f us\n", run.taken,
         (unsigned)run.units, microseconds() - begun);
  return 0;
}
