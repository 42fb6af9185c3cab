/* judge_standing.c - a search that goes on over edits comes to what it would if
 * it were begun at the end. Some begin again whenever they do not stand, as a
 * ticket of a queue does.
 *
 * Few edits matter to most searches, so most of these lie anywhere; a few lie
 * where the search is.
 */
#include "judge_standing.h"

#include <math.h>
#include <stdlib.h>

#include "allocate.h"
#include "judge_query.h"
#include "layers.h"
#include "plant.h"
#include "ways.h"

enum { MOST_SLICES = 40 };

/* Anywhere; between start and goal; or by one of them, where trees may be. */
static tp_Cell choose_place(Trial *t) {
  Random *r = &t->random;
  tp_Cell c = {random_below(r, t->world.width),
               random_below(r, t->world.height)};
  if (random_chance(r, 0.5)) return c;
  double part = random_unit(r);
  if (random_chance(r, 0.6)) part = part < 0.5 ? 0 : 1;
  c.x = (int)(t->start.x + part * (t->goal.x - t->start.x));
  c.y = (int)(t->start.y + part * (t->goal.y - t->start.y));
  int far = 1 + random_below(r, 12);
  c.x += random_below(r, 2 * far + 1) - far;
  c.y += random_below(r, 2 * far + 1) - far;
  return trial_into_map(t, c);
}

static void edit_somewhere(Trial *t) {
  tp_Cell c = choose_place(t);
  if (t->has_ways && random_chance(&t->ways, 0.3)) ways_edit(t);
  if (t->layers > 0 && random_chance(&t->layering, 0.3)) layers_edit(t);
  if (random_chance(&t->random, 0.1)) {
    board_edit(&t->board, &t->world, &t->random);
  } else {
    board_change(&t->board, &t->world, c.x, c.y);
  }
  t->tally->edits++;
}

/* How long a slice is to be for some of them to come before the end. */
static uint64_t choose_slice(Trial *t) {
  int most = t->jumpy ? 4 : 8;
  return 1 + (uint64_t)random_below(&t->random,
                                    1 << random_below(&t->random, most));
}

/* Does the search know what one knows that is begun now with its query, and has
 * expanded as many? What its plan has made of that is the plan's affair. */
static void judge_as_begun_now(Trial *t, Player *p, tp_Query query) {
  static Player fresh;
  const tp_Search *s = &p->search;
  player_renew(&fresh, p);
  player_catch_up(&fresh);
  player_begin(&fresh, query);
  if (s->expanded > 0) player_go_on(&fresh, s->expanded);
  trial_expect(t, fresh.search.status == s->status,
               "begun now, a search that goes on would have ended");
  for (int32_t y = 0; y < t->world.height && !t->wrong; y++) {
    for (int32_t x = 0; x < t->world.width && !t->wrong; x++) {
      tp_NodeInfo a, b;
      bool in_a = tp_search_node_info(s, (tp_Cell){x, y}, &a);
      bool in_b = tp_search_node_info(&fresh.search, (tp_Cell){x, y}, &b);
      bool same = in_a == in_b;
      if (same && in_a) {
        same = a.closed == b.closed && a.g == b.g && a.h == b.h &&
               tp_same_cell(a.parent, b.parent);
      }
      trial_expect(t, same, "begun now, a search would know %d, %d otherwise",
                   (int)x, (int)y);
    }
  }
  player_free(&fresh);
}

/* By itself, or as a list of one, which means the same. */
static tp_Query query_of(Trial *t, tp_Goals *one) {
  tp_goals_init(one, 1, TP_GOAL_CELLS, t->board.grid);
  one->goal[0].cell = t->goal;
  one->goal[0].asked = 0;
  return (tp_Query){.start = t->start,
                    .goal = t->goal,
                    .max_nodes = UINT64_MAX,
                    .partial = random_chance(&t->random, 0.3),
                    .goals = random_chance(&t->random, 0.5) ? one : NULL};
}

/* By landmarks a search knows what another that is begun now does not; and if
 * they are lost the search begins again, and goes on counting. */
static bool is_aimed(const Player *p) { return p->search.plan.aim.is_on; }

static void begin(Trial *t, Player *p, tp_Query query) {
  player_catch_up(p);
  player_begin(p, query);
  t->tally->aimed += is_aimed(p);
}

static void judge_edits(Trial *t, Player *p, tp_Query query,
                        void (*price)(Trial *)) {
  const bool is_large = t->world.width * t->world.height > 40000;
  const bool is_ticket = random_chance(&t->random, 0.4);
  if (!is_large && random_chance(&t->random, t->tiny ? 0.8 : 0.1)) {
    player_catch_up_in_slices(p, &t->random);
  }
  begin(t, p, query);
  for (int n = 0;
       n < MOST_SLICES && p->search.status == TP_RUNNING && !t->wrong; n++) {
    if (n > 0 || random_chance(&t->random, 0.8)) {
      player_go_on(p, choose_slice(t));
    }
    if (p->search.status != TP_RUNNING) break;
    if (random_chance(&t->random, 0.3)) continue;
    do {
      edit_somewhere(t);
    } while (random_chance(&t->random, 0.4));
    if (random_chance(&t->random, 0.2)) player_catch_up_some(p, &t->random);
    if (!player_stands(p)) {
      if (is_ticket) begin(t, p, query);
      continue;
    }
    t->tally->standing++;
    if (!p->is_poor && !is_large && !is_aimed(p) && p->search.has_begun) {
      judge_as_begun_now(t, p, query);
    }
  }
  if (p->search.status == TP_RUNNING) player_go_on(p, UINT64_MAX);
  bool is_stale = p->search.reason == TP_STALE;
  t->tally->stale += is_stale;
  if (!is_stale) player_answer(p, &t->answer);
  price(t);
  if (is_stale) return;
  if (query.partial) {
    judge_partial_answer(t, p);
  } else {
    judge_answer(t, &p->navmap.profile, &t->answer);
  }
}

void judge_standing(Trial *t, Player *p, void (*price)(Trial *)) {
  tp_Goals *one;
  t->goal = trial_choose_cell(t);
  if (p->navmap.profile.heuristic == TP_HEURISTIC_USER) return;
  one = fuzz_allocate(tp_goals_bytes(1, t->board.grid));
  judge_edits(t, p, query_of(t, one), price);
  free(one);
}
