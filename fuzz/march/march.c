/* march.c - random small crowds in motion, watched at every moment (watch.h).
 *
 *     march [--rounds N] [--seed N] [--plant NAME | all | list]
 *
 * A round has a map of up to 20 cells a side and up to 24 units of sizes 1 to 3
 * and of different speeds. Time passes by ticks or by seconds. Meanwhile the
 * game gives orders, edits the map, pauses, removes and moves units, and takes
 * steps itself (game.h). A planted fault (fault.h) must be seen at once, and
 * for what it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../replay.h"
#include "../seed.h"
#include "fault.h"

enum { STEPS = 150 };

typedef struct March {
  Game game;
  Watched watched;
  uint64_t seen;        /* version of the occupancy's log */
  bool is_planted;      /* the fault asked for is planted */
  uint64_t plans, shut; /* looks at plans that are followed */
  uint64_t steps;       /* steps taken by games */
} March;

static Fault planted = FAULT_NONE;

/* ---- what is seen ------------------------------------------------------- */

static uint64_t least_time(const Seen *s, const tp_Mover *mover) {
  bool along_x = s->x != s->from_x, along_y = s->y != s->from_y;
  if (along_x && along_y) return mover->lasts.both;
  return along_x ? mover->lasts.x : mover->lasts.y;
}

static void look_at(March *m, uint32_t id) {
  Game *g = &m->game;
  Seen *s = &g->scene.seen[id];
  memset(s, 0, sizeof *s);
  if (!game_has(g, id)) return;
  const tp_Mover *mover = tp_motion_mover(g->motion, id);
  tp_Cell at = tp_unpack_cell(mover->at);
  tp_Cell from = tp_unpack_cell(mover->stride.from);
  *s = (Seen){.there = true,
              .w = mover->navmap->profile.wide,
              .h = mover->navmap->profile.high,
              .from_x = from.x,
              .from_y = from.y,
              .x = at.x,
              .y = at.y,
              .begin = tp_mover_began(mover),
              .end = mover->stride.end,
              .wake = mover->wake,
              .plan_x = -1};
  bool is_new = s->begin >= m->watched.before.now;
  s->least = is_new ? least_time(s, mover) : 0;
}

/* Notes where the members of plans must be. */
static void look_at_plans(March *m) {
  const Game *g = &m->game;
  const tp_Plans *p = g->motion->plans;
  for (int i = 0; p && i < TP_PLANS_AT_ONCE; i++) {
    const tp_LacamPlan *plan = &p->plan[i];
    if (plan->stage != TP_PLAN_FOLLOWED) continue;
    const uint32_t *id = game_planned(p, plan, 0);
    const uint32_t *cell = game_planned(p, plan, plan->step + 1);
    m->plans++;
    for (uint32_t k = 0; k < plan->members; k++) {
      if (!game_has(g, id[k])) continue;
      if (tp_motion_mover(g->motion, id[k])->group != i + 1) continue;
      Seen *s = &m->game.scene.seen[id[k]];
      s->plan = i + 1;
      s->plan_x = tp_unpack_cell(cell[k]).x;
      s->plan_y = tp_unpack_cell(cell[k]).y;
    }
  }
}

/* Updates the copy of holders that follows the log alone. */
static void follow_log(March *m) {
  const tp_Occupancy *o = m->game.occupancy;
  tp_Rect rects[TP_CHANGES];
  int count = tp_changes_since(&o->changes, m->seen, rects);
  for (int i = 0; i < count; i++) {
    for (int y = rects[i].y; y < rects[i].y + rects[i].h; y++) {
      for (int x = rects[i].x; x < rects[i].x + rects[i].w; x++) {
        m->game.scene.logged[y][x] = tp_occupancy_at(o, x, y);
      }
    }
  }
  m->seen = o->changes.now;
}

static void look(March *m) {
  const tp_Motion *motion = m->game.motion;
  const tp_Occupancy *o = m->game.occupancy;
  Scene *s = &m->game.scene;
  s->now = motion->now;
  s->next = game_next_wake(motion);
  for (int y = 0; y < s->height; y++) {
    for (int x = 0; x < s->width; x++) {
      s->holder[y][x] = tp_occupancy_at(o, x, y);
      s->is_held[y][x] = tp_occupancy_row(o, y)[x >> 6] >> (x & 63) & 1;
    }
  }
  s->held = o->held;
  follow_log(m);
  for (uint32_t id = 1; id <= (uint32_t)s->units; id++) look_at(m, id);
  look_at_plans(m);
}

/* ---- a round ------------------------------------------------------------ */

/* The steps of a tick begin at its begin. They are seen at its end. */
static const char *judge_beat(March *m) {
  const Game *g = &m->game;
  const Scene *before = &m->watched.before;
  static Scene tick;
  tick = g->scene;
  tick.now--;
  tick.next = tick.now + 1;
  for (int i = 1; i <= tick.units; i++) {
    Seen *s = &tick.seen[i];
    if (g->moved[i]) s->there = false; /* its start is unknown */
    if (!s->there || s->begin != tick.now) continue;
    const tp_Mover *mover = tp_motion_mover(g->motion, (uint32_t)i);
    s->from_x = before->seen[i].x;
    s->from_y = before->seen[i].y;
    if (s->from_x != s->x || s->from_y != s->y) {
      s->least = least_time(s, mover);
      s->wake = s->end;
    }
  }
  return watch_steps(before, &tick, g->moved);
}

static const char *judge(March *m) {
  const Game *g = &m->game;
  m->watched.before = g->scene;
  game_go_on(&m->game);
  if (g->is_endless) return "a unit asks for its way again and again";
  m->watched.seen = &m->seen;
  m->is_planted =
      planted != FAULT_NONE && fault_plant(&m->game, planted, &m->watched);
  look(m);
  const char *wrong = g->motion->by_ticks ? judge_beat(m)
                                          : watch_steps(&m->watched.before,
                                                        &g->scene, g->moved);
  return wrong ? wrong : watch_cells(&g->scene);
}

/* Plays until something is wrong or a fault is planted. */
static const char *play(March *m, uint64_t seed) {
  const char *wrong = NULL;
  Game *g = &m->game;
  replay_note("--rounds 1 --seed %llu", (unsigned long long)seed);
  game_start(g, seed);
  m->seen = 0;
  m->is_planted = false;
  look(m);
  game_order_all(g);
  bool calm = random_chance(&g->random, 0.3);
  bool has_hero = random_chance(&g->random, 0.3);
  for (int i = 0; i < STEPS && !wrong && !m->is_planted; i++) {
    memset(g->moved, 0, sizeof g->moved);
    g->has_meddled = false;
    if (!calm && random_chance(&g->random, 0.2)) game_meddle(g, true);
    if (has_hero && random_chance(&g->random, 0.6)) game_step(g, 1);
    wrong = judge(m);
  }
  m->steps += g->steps;
  game_end(g);
  return wrong;
}

static March march;

static int watch(uint64_t seed, long rounds) {
  for (long i = 0; i < rounds; i++) {
    const char *wrong = play(&march, seed + (uint64_t)i);
    if (!wrong) continue;
    printf("march: %s at %llu\n%s\n", wrong,
           (unsigned long long)march.game.scene.now, replay_line());
    return 1;
  }
  printf("steps of plans seen: %llu, steps taken: %llu\n",
         (unsigned long long)march.plans, (unsigned long long)march.steps);
  printf("%ld passed, 0 failed\n", rounds);
  return 0;
}

/* ---- faults ------------------------------------------------------------- */

typedef struct FaultText {
  const char *name, *says, *what;
} FaultText;

static const FaultText texts[] = {{"", "", ""},
#define FAULT_TEXT(id, name, says, what) {name, says, what},
                                  FAULTS(FAULT_TEXT)
#undef FAULT_TEXT
};

/* Plants the fault in the first game that has a place for it, and checks that
 * the watch names it. */
static bool catch_fault(uint64_t seed, Fault fault) {
  enum { MOST = 20000 };
  const FaultText *text = &texts[fault];
  planted = fault;
  for (long i = 0; i < MOST; i++) {
    const char *wrong = play(&march, seed + (uint64_t)i);
    if (!wrong && !march.is_planted) continue;
    bool caught = march.is_planted && wrong && strcmp(wrong, text->says) == 0;
    printf("%s (%s): %s after %ld rounds: %s\n", text->name, text->what,
           caught ? "caught" : "NOT caught", i + 1, wrong ? wrong : "nothing");
    return caught;
  }
  printf("%s (%s): NOT caught: no place for it\n", text->name, text->what);
  return false;
}

static int catch_faults(uint64_t seed, const char *name) {
  int caught = 0, missed = 0;
  for (int f = FAULT_NONE + 1; f < FAULT_COUNT; f++) {
    if (strcmp(name, "all") != 0 && strcmp(name, texts[f].name) != 0) continue;
    if (catch_fault(seed, (Fault)f)) {
      caught++;
    } else {
      missed++;
    }
  }
  printf("%d passed, %d failed\n", caught, missed);
  return missed > 0 || caught == 0;
}

static int list_faults(void) {
  for (int f = FAULT_NONE + 1; f < FAULT_COUNT; f++) {
    printf("%-10s %s\n", texts[f].name, texts[f].what);
  }
  return 0;
}

int main(int argc, char **argv) {
  long rounds = 1000;
  uint64_t seed = SEED;
  const char *plant = NULL;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--rounds") == 0) rounds = atol(argv[i + 1]);
    if (strcmp(argv[i], "--seed") == 0) seed = strtoull(argv[i + 1], NULL, 10);
    if (strcmp(argv[i], "--plant") == 0) plant = argv[i + 1];
  }
  if (plant && strcmp(plant, "list") == 0) return list_faults();
  replay_begin(argv[0]);
  printf("march: seed %llu\n", (unsigned long long)seed);
  return plant ? catch_faults(seed, plant) : watch(seed, rounds);
}
