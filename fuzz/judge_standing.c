/* judge_standing.c - a search that is run between edits.
 *
 * If no edit came between its begin and its end, it answers as an undisturbed
 * search. Otherwise its path is legal at the end and costs no less than the
 * cheapest, and it refuses nothing: at worst it is stale. Some searches then
 * begin again, as a ticket of a queue does.
 *
 * Few edits matter to a search. So most edits lie anywhere, and a few lie where
 * the search is.
 */
#include "judges.h"

#include <stdlib.h>

#include "allocate.h"
#include "fences_links.h"
#include "judge.h"
#include "judge_query.h"
#include "layers.h"

enum { MOST_SLICES = 40 };

/* A cell anywhere, between start and goal, or near one of them, where dead ends
 * may be. */
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
  if (t->layers > 0 && random_chance(&t->layer_costs, 0.3)) layers_edit(t);
  if (random_chance(&t->random, 0.1)) {
    board_edit(&t->board, &t->world, &t->random);
  } else {
    board_change(&t->board, &t->world, c.x, c.y);
  }
}

/* A slice short enough for several of them before the end. */
static uint64_t choose_slice(Trial *t) {
  int most = t->jumpy ? 4 : 8;
  return 1 + (uint64_t)random_below(&t->random,
                                    1 << random_below(&t->random, most));
}

/* The query for the goal alone, or for a list of one goal, which means the
 * same. */
static tp_Query query_of(Trial *t, tp_Goals *one) {
  const bool partial = random_chance(&t->random, 0.3);
  tp_goals_init(one, 1, TP_GOAL_CELLS, t->board.grid);
  one->goal[0].rect = (tp_Rect){t->goal.x, t->goal.y, 1, 1};
  one->goal[0].extra_cost = 0;
  tp_Query query = tp_query_default(t->start, t->goal);
  if (random_chance(&t->random, 0.1)) {
    query.max_nodes = (uint64_t)random_below(&t->random, 100);
  }
  query.partial = partial;
  if (partial || random_chance(&t->random, 0.5)) query.goals = one;
  return query;
}

static void begin(Player *p, tp_Query query) {
  player_catch_up(p);
  player_begin(p, query);
}

/* Makes some edits, or none, and lets the search follow them. */
static void disturb(Trial *t, Player *p) {
  if (random_chance(&t->random, 0.7)) {
    do {
      edit_somewhere(t);
    } while (random_chance(&t->random, 0.4));
  }
  if (random_chance(&t->random, 0.2)) player_catch_up_some(p, &t->random);
  player_follow(p);
}

/* Judges the outcome on the map as it is now. */
static void judge_end(Trial *t, Player *p, bool is_touched) {
  const Answer *a = &t->answer;
  player_answer(p, &t->answer);
  if (a->reason == TP_STALE) {
    trial_expect(t, is_touched, "stale without an edit");
  } else if (is_touched) {
    const double best = t->cost[trial_cell(t, t->goal)];
    trial_expect(t, a->found && !a->partial,
                 "an edit makes it refuse, or end short, with reason %d",
                 (int)a->reason);
    if (!t->wrong) judge_path(t, a, t->goal);
    trial_expect(t, a->cost >= best * (1 - 1e-9),
                 "%.17g is too cheap after an edit, best is %.17g", a->cost,
                 best);
  } else if (p->search.plan.query.max_nodes < UINT64_MAX) {
    if (a->found && !a->partial) judge_path(t, a, t->goal);
  } else if (p->search.asks_partial) {
    judge_partial_answer(t, p);
  } else {
    judge_answer(t, &p->navmap.profile, &t->answer);
  }
}

static void judge_edits(Trial *t, Player *p, tp_Query query,
                        void (*price)(Trial *)) {
  const bool is_large = t->world.width * t->world.height > 40000;
  const bool is_ticket = random_chance(&t->random, 0.4);
  const tp_Search *s = &p->search;
  if (!is_large && random_chance(&t->random, t->tiny ? 0.8 : 0.1)) {
    player_make_landmarks(p, &t->random);
  }
  begin(p, query);
  for (int n = 0; n < MOST_SLICES && s->status == TP_RUNNING && !t->wrong;
       n++) {
    if (n > 0 || random_chance(&t->random, 0.8)) {
      player_go_on(p, choose_slice(t));
    }
    if (s->reason == TP_STALE && is_ticket) begin(p, query);
    if (s->status == TP_RUNNING) disturb(t, p);
  }
  if (s->status == TP_RUNNING) player_go_on(p, UINT64_MAX);
  price(t);
  judge_end(t, p, tp_search_is_touched(s));
  if (!t->wrong && !is_large) judge_structures(t, p);
}

void judge_standing(Trial *t, Player *p, void (*price)(Trial *)) {
  tp_Goals *one;
  t->goal = trial_choose_cell(t);
  if (p->navmap.profile.heuristic == TP_HEURISTIC_USER) return;
  one = fuzz_allocate(tp_goals_bytes(1, t->board.grid));
  judge_edits(t, p, query_of(t, one), price);
  free(one);
}
