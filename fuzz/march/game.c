/* game.c - random calls, as a binding and its user make them. A block that is
 * replaced is freed at once: a sanitizer then sees any later use of it.
 */
#include "game.h"
#include "core/crowd/crowdmemory.h"
#include "core/crowd/unitedits.h"
#include "core/crowd/waitlists.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDES = 6 * MOST_UNITS };

static void *take(Game *g, size_t bytes) {
  void *block = malloc(bytes + 1);
  if (!block || g->blocks == 1 << 12) exit(2);
  memset(block, 0xa5, bytes + 1);
  g->block[g->blocks] = block;
  g->blocks++;
  return block;
}

static void give_up(Game *g, const void *block) {
  for (int i = 0; i < g->blocks && block; i++) {
    if (g->block[i] != block) continue;
    free(g->block[i]);
    g->block[i] = g->block[--g->blocks];
    return;
  }
}

int game_below(Game *g, int n) { return random_below(&g->random, n); }

static bool chance(Game *g, double p) { return random_chance(&g->random, p); }

static tp_Cell draw_cell(Game *g) {
  int x = game_below(g, g->scene.width);
  return (tp_Cell){x, game_below(g, g->scene.height)};
}

static tp_Mover *mover_of(const Game *g, uint32_t id) {
  return tp_motion_mover(g->motion, id);
}

bool game_has(const Game *g, uint32_t id) {
  return id <= g->motion->movers && mover_of(g, id)->flags & TP_MOVER_THERE;
}

/* ---- making it ---------------------------------------------------------- */

static void share(Game *g) {
  tp_FieldQuery query = {
      .sources = {&g->shared.goal, 1, NULL}, .most = TP_FAR, .factor = 1};
  tp_FieldBuild *b = &g->shared.build;
  if (g->shared.field.status == TP_FOUND) {
    tp_field_update(b, &g->navmap[0], &g->shared.field.asked);
  } else {
    tp_Cell goal = draw_cell(g);
    g->shared.goal = (tp_Source){goal.x, goal.y, 0, 0};
    tp_field_begin(b, &g->shared.field, &g->navmap[0], &query);
  }
  while (tp_field_run(b, &g->navmap[0], UINT64_MAX) == TP_NEEDS_ROOM) {
    tp_field_give(b, take(g, b->need.bytes));
  }
}

static void prepare(Game *g) {
  for (int i = 0; i < NAVMAPS; i++) {
    tp_Navmap *nav = &g->navmap[i];
    while (tp_navmap_prepare(nav, TP_QUERY_PARTS) == TP_NEEDS_ROOM) {
      tp_navmap_give(nav, take(g, nav->need.bytes));
    }
  }
}

static void make_navmaps(Game *g) {
  static const tp_Diagonal rules[] = {
      TP_ONLY_IF_NO_OBSTACLES, TP_AT_LEAST_ONE_WALKABLE, TP_ALWAYS, TP_NEVER};
  static const int sizes[NAVMAPS][2] = {{1, 1}, {2, 2}, {1, 2}, {3, 3}};
  for (int i = 0; i < NAVMAPS; i++) {
    tp_Profile p = {.diagonal = rules[g->scene.rule],
                    .weight = 1,
                    .straight_cost = 1,
                    .diagonal_cost = 1.4142135623730951,
                    .wide = sizes[i][0],
                    .high = sizes[i][1]};
    for (int t = 0; t < TP_MAX_TERRAINS; t++) p.price[t] = NAN;
    tp_navmap_init(&g->navmap[i], g->grid, &p, NULL);
  }
  prepare(g);
}

/* A map; now and then a street, or a tiny place. */
static void make_map(Game *g) {
  int w = 3 + game_below(g, MOST_SIDE - 2),
      h = 3 + game_below(g, MOST_SIDE - 2);
  if (chance(g, 0.3)) h = 1 + game_below(g, 4);
  if (chance(g, 0.2)) w = 3 + game_below(g, 3);
  double density = random_unit(&g->random) * 0.4;
  g->scene.width = w;
  g->scene.height = h;
  g->scene.rule = (Rule)game_below(g, 4);
  g->grid = take(g, tp_grid_bytes(w, h));
  tp_grid_init(g->grid, w, h);
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) {
      g->scene.wall[y][x] = chance(g, density);
      tp_grid_set_walkable(g->grid, x, y, !g->scene.wall[y][x]);
    }
  }
  make_navmaps(g);
  g->mask = take(g, tp_mask_bytes(w, h));
  g->occupancy = take(g, tp_occupancy_bytes(w, h));
  tp_occupancy_init(g->occupancy, w, h, 1);
  share(g);
}

static tp_Durations draw_durations(Game *g) {
  uint32_t x = 1 + (uint32_t)game_below(g, 3);
  if (g->motion->by_ticks) return (tp_Durations){x, x, x};
  x *= 120;
  if (chance(g, 0.3)) x += (uint32_t)game_below(g, 100);
  return (tp_Durations){x, x, x * 14 / 10};
}

/* ---- who is there ------------------------------------------------------- */

/* Moves the crowd into a larger block. */
static void grow(Game *g, uint32_t movers) {
  tp_Motion *old = g->motion;
  g->motion = take(g, tp_motion_bytes(movers, SIDES));
  tp_motion_move(g->motion, old, movers, SIDES);
  give_up(g, old);
}

static void admit(Game *g, uint32_t id) {
  const tp_Navmap *nav =
      &g->navmap[chance(g, 0.6) ? 0 : game_below(g, NAVMAPS)];
  tp_Cell c = draw_cell(g);
  tp_Rect rect = {c.x, c.y, nav->profile.wide, nav->profile.high};
  if (!tp_mask_has(nav->mask, c.x, c.y)) return;
  if (!tp_occupancy_is_free(g->occupancy, rect, 0)) return;
  if (id > g->motion->movers) grow(g, id + (uint32_t)game_below(g, 3));
  tp_occupancy_hold(g->occupancy, rect, id);
  g->moved[id] = true;
  tp_motion_admit(g->motion, id, nav, c, draw_durations(g));
}

static void dismiss(Game *g, uint32_t id) {
  tp_motion_dismiss(g->motion, id);
  give_up(g, g->trail[id]);
  g->trail[id] = NULL;
  g->moved[id] = true;
}

/* ---- orders ------------------------------------------------------------- */

/* The trail of the path that is found; NULL if there is none. */
static tp_Trail *find_way(Game *g, tp_Navmap *nav, tp_Query query) {
  tp_Search search = {.navmap = NULL};
  tp_Trail *trail = NULL;
  const int blocks = g->blocks;
  tp_search_begin(&search, nav, query);
  while (tp_search_run(&search, UINT64_MAX) == TP_NEEDS_ROOM) {
    tp_search_give(&search, take(g, search.need.bytes));
  }
  if (search.status == TP_FOUND) {
    const tp_Route route = tp_search_route(&search);
    uint32_t turns = tp_trail_turns(&route);
    trail = malloc(tp_trail_bytes(turns));
    if (!trail) exit(2);
    tp_trail_take(trail, turns, &route);
  }
  while (g->blocks > blocks) free(g->block[--g->blocks]);
  if (trail) g->block[g->blocks++] = trail;
  return trail;
}

/* A guide to the goal. If the unit asks for it, the path leads round paused
 * units, unless there is no such path. */
static tp_Guide guide_to(Game *g, uint32_t id, tp_Cell goal) {
  const tp_Mover *mover = mover_of(g, id);
  tp_Navmap *nav = &g->navmap[mover->navmap - g->navmap];
  tp_Trail *trail = NULL;
  tp_Query query = {.start = tp_mover_cell(mover),
                    .goal = goal,
                    .max_nodes = UINT64_MAX,
                    .escape = true,
                    .is_order = true};
  if (mover->flags & TP_MOVER_ROUND) {
    tp_motion_shut_paused(g->motion, id, g->mask);
    query.only = g->mask;
    trail = find_way(g, nav, query);
    query.only = NULL;
  }
  if (!trail) trail = find_way(g, nav, query);
  return (tp_Guide){NULL, trail, goal};
}

/* Makes this the unit's trail, and frees the old one. */
static void keep_trail(Game *g, uint32_t id, tp_Trail *trail) {
  give_up(g, g->trail[id]);
  g->trail[id] = trail;
}

static void give_way(Game *g, uint32_t id, tp_Cell goal) {
  tp_Guide guide = guide_to(g, id, goal);
  if (guide.trail) {
    tp_motion_give_way(g->motion, id, &guide);
    keep_trail(g, id, guide.trail);
  } else {
    tp_motion_refuse(g->motion, id);
  }
}

/* Orders the unit to a cell of its own, to a cell that many share, along the
 * field, or to a goal without a path yet. */
static void order(Game *g, uint32_t id) {
  tp_Order o = {.settle = (uint16_t)(chance(g, 0.7) ? 0 : game_below(g, 5)),
                .loops = chance(g, 0.05)};
  if (o.loops && o.settle > 0) o.settle = INT16_MAX; /* any cell is near */
  tp_Cell goal = draw_cell(g);
  tp_Trail *trail = NULL;
  if (chance(g, 0.2)) goal = (tp_Cell){g->scene.width / 2, 0};
  if (mover_of(g, id)->navmap == &g->navmap[0] && chance(g, 0.3)) {
    tp_Cell end = {g->shared.goal.x, g->shared.goal.y};
    o.guide = (tp_Guide){&g->shared.field, NULL, end};
  } else if (chance(g, 0.1)) {
    o.guide.goal = goal;
  } else {
    o.guide = guide_to(g, id, goal);
    trail = o.guide.trail;
  }
  tp_motion_order(g->motion, id, &o);
  keep_trail(g, id, trail);
}

void game_order_all(Game *g) {
  for (uint32_t id = 1; id <= (uint32_t)g->scene.units; id++) {
    if (game_has(g, id) && chance(g, 0.8)) order(g, id);
  }
}

static void edit(Game *g) {
  tp_Cell c = draw_cell(g);
  bool *wall = &g->scene.wall[c.y][c.x];
  *wall = !*wall;
  tp_grid_set_walkable(g->grid, c.x, c.y, !*wall);
  prepare(g);
  share(g);
  tp_motion_note_edit(g->motion);
  tp_motion_wake(g->motion, (tp_Rect){c.x, c.y, 1, 1});
}

/* A unit that is put elsewhere loses its orders. */
static void put(Game *g, uint32_t id) {
  const tp_Navmap *is = mover_of(g, id)->navmap, *nav = is;
  tp_Cell c = chance(g, 0.3) ? tp_mover_cell(mover_of(g, id)) : draw_cell(g);
  if (chance(g, 0.4)) nav = &g->navmap[game_below(g, NAVMAPS)];
  if (!tp_mask_has(nav->mask, c.x, c.y)) return;
  if (!tp_motion_set_navmap(g->motion, id, nav, c)) return;
  g->moved[id] = true;
  if (nav == is) return;
  tp_motion_stop(g->motion, id);
  keep_trail(g, id, NULL);
  if (chance(g, 0.7)) order(g, id);
}

void game_meddle(Game *g, bool edits) {
  uint32_t id = 1 + (uint32_t)game_below(g, g->scene.units);
  g->has_meddled = true;
  if (!game_has(g, id)) {
    admit(g, id);
    return;
  }
  switch (game_below(g, 15)) {
    case 0:
      if (edits) edit(g);
      break;
    case 1:
    case 2: put(g, id); break;
    case 3: dismiss(g, id); break;
    case 4: tp_motion_stop(g->motion, id); break;
    case 5: tp_motion_set_paused(g->motion, id, game_below(g, 2)); break;
    case 6:
      tp_motion_mover(g->motion, id)->priority =
          (int16_t)((int)game_below(g, 5) - 2);
      break;
    case 7:
      if (edits) tp_motion_mover(g->motion, id)->lasts = draw_durations(g);
      break;
    case 8: grow(g, g->motion->movers + (uint32_t)game_below(g, 3)); break;
    case 9: tp_motion_mover(g->motion, id)->firm = game_below(g, 2) & 1; break;
    case 10:
      if (edits) game_step(g, id);
      break;
    default: order(g, id);
  }
}

const uint32_t *game_planned(const tp_Plans *p, const tp_LacamPlan *plan,
                             uint32_t line) {
  const uint32_t *store = p->lacam.words - p->store;
  return store + plan->first + (size_t)plan->members * line;
}

/* ---- time --------------------------------------------------------------- */

/* Gives the block that the crowd wants, or no block, unless the number of
 * movers has changed since. */
static void give_room(Game *g, uint32_t movers) {
  tp_Motion *m = g->motion;
  bool is_first = m->round.room.tries == TP_FIRST_TRIES;
  const void *old[TP_MOTION_SLOTS] = {
      [TP_SLOT_EVENTS] = m->events,
      [TP_SLOT_PLANS] = m->plans,
      [TP_SLOT_TRIES] = is_first ? NULL : m->round.room.stack};
  int slot = m->want.slot;
  if (m->movers != movers) return;
  bool is_refused = slot != TP_SLOT_EVENTS && chance(g, 0.02);
  tp_motion_give(m, is_refused ? NULL : take(g, m->want.bytes));
  if (!is_refused) give_up(g, old[slot]);
}

void game_step(Game *g, uint32_t id) {
  if (!game_has(g, id)) return;
  const int direction = game_below(g, TP_DIRECTIONS);
  uint32_t whom;
  tp_StepStatus status;
  while ((status = tp_motion_step(g->motion, id, direction, &whom)) ==
         TP_STEP_NEEDS_ROOM) {
    give_room(g, g->motion->movers);
  }
  const bool has_whom = whom > 0 && game_has(g, whom);
  if (status == TP_STEP_UNIT && !has_whom) abort();
  if (status != TP_STEP_TAKEN) return;
  keep_trail(g, id, NULL);
  g->steps++;
}

/* Counts how often a unit asks for its path at one time, to notice an endless
 * loop. */
static void count_asks(Game *g, uint32_t id) {
  enum { MOST_ASKS = 8 };
  if (g->asked_at[id] != g->motion->now) g->asks[id] = 0;
  g->asked_at[id] = g->motion->now;
  if (++g->asks[id] > MOST_ASKS) g->is_endless = true;
}

/* Serves what the crowd stopped for. The game may act before. */
static void serve(Game *g, tp_MotionStatus status) {
  uint32_t id = g->motion->want.unit, movers = g->motion->movers;
  bool meddles = !g->has_meddled && chance(g, 0.1);
  if (meddles) game_meddle(g, false);
  if (status == TP_MOTION_NEEDS_ROOM) {
    give_room(g, movers);
    return;
  }
  if (!game_has(g, id) || (meddles && mover_of(g, id)->state != TP_WAITING)) {
    g->motion->moment.asked = 0;
    return;
  }
  count_asks(g, id);
  switch (game_below(g, 4)) {
    case 0: tp_motion_refuse(g->motion, id); break;
    case 1: tp_waiting_add(g->motion, id); break;
    default:
      give_way(g, id,
               mover_of(g, id)->guide.goal.x < 0 ? draw_cell(g)
                                                 : mover_of(g, id)->guide.goal);
  }
}

uint64_t game_next_wake(const tp_Motion *m) {
  uint64_t least = TP_NO_TIME;
  for (uint32_t id = 1; id <= m->movers; id++) {
    const uint64_t wake = m->round.mover[id].wake;
    if (wake < least) least = wake;
  }
  return least;
}

void game_go_on(Game *g) {
  tp_Motion *m = g->motion;
  uint64_t next = game_next_wake(m);
  uint64_t budget = chance(g, 0.9) ? 1 + (uint64_t)game_below(g, 20000) : 0;
  uint64_t later = m->clock.whole + 1 + (uint64_t)game_below(g, 50);
  if (m->by_ticks) {
    m->clock.whole++;
  } else {
    m->clock.whole = next > m->clock.whole && next < later ? next : later;
  }
  memset(g->asks, 0, sizeof g->asks);
  tp_Events *e = m->events;
  if (e) tp_events_drop(e, e->told);
  tp_MotionStatus status;
  while ((status = tp_motion_run(g->motion, &budget)) != TP_MOTION_DONE) {
    serve(g, status);
  }
  e = g->motion->events;
  if (!e) return;
  e->told = e->count;
  const tp_Event *event;
  for (uint64_t i = e->before; (event = tp_events_at(e, i)) != NULL; i++) {
    if (event->unit > g->motion->movers) abort();
  }
}

/* ---- a game ------------------------------------------------------------- */

void game_start(Game *g, uint64_t seed) {
  memset(g, 0, sizeof *g);
  g->random.state = seed;
  make_map(g);
  int units = 1 + game_below(g, MOST_UNITS);
  uint32_t movers = 1 + (uint32_t)game_below(g, units);
  g->scene.units = units;
  g->motion = take(g, tp_motion_bytes(movers, SIDES));
  tp_motion_init(g->motion, g->occupancy, movers, SIDES);
  g->motion->by_ticks = chance(g, 0.4);
  for (uint32_t id = 1; id <= (uint32_t)units; id++) admit(g, id);
}

void game_end(Game *g) {
  while (g->blocks > 0) free(g->block[--g->blocks]);
}
