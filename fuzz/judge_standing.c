/* judge_standing.c - a search that goes on over edits comes to what it would if
 * it were begun at the end.
 *
 * Few edits matter to most searches, so most of these lie anywhere; a few lie
 * where the search is.
 */
#include "judge_standing.h"

#include <math.h>

#include "judge_query.h"
#include "plant.h"

enum { MOST_SLICES = 40 };

static void edit_somewhere(Trial *t) {
  Random *r = &t->random;
  int x = random_below(r, t->world.width);
  int y = random_below(r, t->world.height);
  if (random_chance(r, 0.2)) {
    double part = random_unit(r);
    x = (int)(t->start.x + part * (t->goal.x - t->start.x)) +
        random_below(r, 7) - 3;
    y = (int)(t->start.y + part * (t->goal.y - t->start.y)) +
        random_below(r, 7) - 3;
  }
  tp_Cell c = trial_into_map(t, (tp_Cell){x, y});
  if (random_chance(r, 0.1)) {
    board_edit(&t->board, &t->world, r);
  } else {
    board_change(&t->board, &t->world, c.x, c.y);
  }
  t->tally->edits++;
}

/* How long a slice is to be for some of them to come before the end. */
static uint64_t choose_slice(Trial *t) {
  return 1 +
         (uint64_t)random_below(&t->random, 1 << random_below(&t->random, 8));
}

void judge_standing(Trial *t, Player *p, void (*price)(Trial *)) {
  tp_Query query;
  t->goal = trial_choose_cell(t);
  if (p->navmap.profile.heuristic == TP_HEURISTIC_USER) return;
  query =
      (tp_Query){.start = t->start, .goal = t->goal, .max_nodes = UINT64_MAX};
  player_catch_up(p);
  player_begin(p, query);
  for (int n = 0; n < MOST_SLICES && p->search.status == TP_RUNNING; n++) {
    player_go_on(p, choose_slice(t));
    if (p->search.status != TP_RUNNING) break;
    if (random_chance(&t->random, 0.3)) continue;
    edit_somewhere(t);
    if (random_chance(&t->random, 0.2)) player_catch_up_some(p, &t->random);
    t->tally->standing += player_stands(p);
  }
  if (p->search.status == TP_RUNNING) player_go_on(p, UINT64_MAX);
  bool is_stale = p->search.reason == TP_STALE;
  t->tally->stale += is_stale;
  if (!is_stale) player_answer(p, &t->answer);
  price(t);
  if (!is_stale) judge_answer(t, &p->navmap.profile, &t->answer);
}
