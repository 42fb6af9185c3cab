/* judge_agent.c - is what an agent knows of the map right: mask, costs, single
 * steps, regions?
 */
#include "judges.h"

#include <math.h>

#include "core/navmap/agentlinks.h"
#include "core/navmap/connectivity.h"
#include "judge.h"

static void judge_steps(Trial *t, const tp_Navmap *nav, tp_Cell from) {
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    double cost;
    int path[] = {from.x, from.y, from.x + tp_dx[d], from.y + tp_dy[d]};
    bool legal = oracle_follow(&t->map, path, NULL, 2, &cost) == NULL;
    trial_expect(t, tp_navmap_can_step(nav, from.x, from.y, d) == legal,
                 "the step from %d, %d in direction %d is %slegal", path[0],
                 path[1], d, legal ? "" : "not ");
  }
}

/* If the least step counts as n, is each step right to 4e-7? */
static bool is_right_for(const tp_Navmap *nav, double least, double n) {
  int kinds = nav->profile.diagonal == TP_NEVER ? 1 : 2;
  for (int i = 0; i < 2 * TP_CLASSES; i++) {
    if (!tp_class_is_in(&nav->costs.classes.known, i / 2) || i % 2 >= kinds)
      continue;
    double exact = nav->costs.real[i % 2][i / 2] / least * n;
    if (fabs(exact - floor(exact + 0.5)) > 4e-7 * exact) return false;
  }
  return true;
}

static double least_step(const tp_Navmap *nav) {
  double least = INFINITY;
  for (int i = 0; i < TP_CLASSES; i++) {
    if (!tp_class_is_in(&nav->costs.classes.known, i)) continue;
    least = fmin(least, nav->costs.real[0][i]);
    if (nav->profile.diagonal != TP_NEVER) {
      least = fmin(least, nav->costs.real[1][i]);
    }
  }
  return least;
}

/* The factor must be the smallest one that is right, or lie beyond those that
 * the library tries. Some smaller ones are checked, among them its half. */
static void judge_factor(Trial *t, const tp_Navmap *nav) {
  enum { TRIED = 1 << 17, ASKED = 40 };
  double least = least_step(nav), n = floor(nav->costs.scale * least + 0.5);
  if (least == INFINITY || n < 2 || n >= TRIED) return;
  if (nav->costs.classes.link_costs.count > 0)
    return; /* the factor serves links, too */
  for (int i = 0; i < ASKED; i++) {
    double m = i == 0 ? floor(n / 2)
                      : 1 + random_below(&t->random,
                                         i < 20 && n > 20 ? 20 : (int)n - 1);
    trial_expect(t, m >= n || !is_right_for(nav, least, m),
                 "the least step is %g, where %g would do", n, m);
  }
}

/* Compares step costs in the user's units and as whole numbers. */
static void judge_costs(Trial *t, const tp_Navmap *nav) {
  const tp_Costs *c = &nav->costs;
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    int id = nav->costs.class_of[i];
    if (t->price[i] == INFINITY) continue;
    for (int k = 0; k < 2; k++) {
      double cost = (k ? t->map.diagonal : t->map.straight) * t->price[i];
      bool taken = k == 0 || t->map.rule != ORACLE_NO_DIAGONALS;
      trial_expect(t, judge_is_near(c->real[k][id], cost, 1e-14),
                   "a step costs %.17g, not %g", cost, c->real[k][id]);
      trial_expect(t,
                   !taken || t->promise > 0.1 ||
                       judge_is_near((double)c->step[k][id] / c->scale, cost,
                                     t->promise / 2),
                   "a step of %.17g is taken for %.17g", cost,
                   (double)c->step[k][id] / c->scale);
    }
  }
}

/* The same for the costs of links. */
static void judge_link_costs(Trial *t, const tp_Navmap *nav) {
  for (tp_EdgeIter it = tp_edges_all(nav); tp_edges_next(&it);) {
    const int from = trial_cell(t, tp_unpack_cell(it.edge.from));
    const int to = trial_cell(t, tp_unpack_cell(it.edge.to));
    const uint64_t link_cost = it.edge.cost;
    double least = INFINITY;
    for (int k = 0; k < t->map.links; k++) {
      const OracleLink *l = &t->link[k];
      double cost = (double)link_cost / nav->costs.scale;
      bool is_it = l->from == from && l->to == to;
      if (!is_it || l->cost == INFINITY) continue;
      least = fmin(least, fabs(l->cost - cost) / fmax(l->cost, 1e-300));
    }
    bool may = t->price[from] < INFINITY && t->price[to] < INFINITY &&
               least < INFINITY;
    trial_expect(t, may && (t->promise > 0.1 || least <= t->promise),
                 "a link from %d to %d costs %llu in %.17g", from, to,
                 (unsigned long long)link_cost, nav->costs.scale);
  }
}

void judge_agent(Trial *t, Player *p) {
  const tp_Mask *m = p->navmap.mask;
  /* The mask has a border: look one column and row further on every side. */
  for (int j = 0; j < t->world.height + 2; j++) {
    for (int i = 0; i < t->world.width + 2; i++) {
      int x = i - 1, y = j - 1;
      bool is = trial_is_free(t, (tp_Cell){x, y});
      trial_expect(
          t, tp_mask_has(m, x, y) == is && tp_mask_can_enter(m, x, y) == is,
          "the mask is wrong at %d, %d", x, y);
    }
  }
  judge_costs(t, &p->navmap);
  judge_factor(t, &p->navmap);
  judge_link_costs(t, &p->navmap);
  for (int n = 0; n < 20; n++) {
    tp_Cell c = trial_choose_cell(t);
    if (trial_is_free(t, c)) judge_steps(t, &p->navmap, c);
  }
}

/* Is exactly that connected with the start which the oracle reaches from it?
 * The regions beyond the start are found once for all cells. */
void judge_regions(Trial *t, Player *p) {
  enum { ASKED_ONE_BY_ONE = 64 };
  const tp_Navmap *nav = &p->navmap;
  int asked = 0;
  tp_GroupSet groups;
  tp_navmap_prepare(&p->navmap, TP_CONNECTED);
  const tp_RegionSet home = tp_navmap_home(nav, t->start, &groups);
  for (int y = 0; y < t->world.height; y++) {
    for (int x = 0; x < t->world.width; x++) {
      tp_Cell c = {x, y};
      if (!trial_is_free(t, c)) continue;
      bool reached = t->cost[trial_cell(t, c)] < INFINITY;
      bool is_in = tp_region_is_in(home, tp_navmap_region(nav, x, y));
      if (asked++ < ASKED_ONE_BY_ONE) {
        trial_expect(t, tp_navmap_connects(nav, t->start, c) == is_in,
                     "%d, %d is connected or beyond, but not both", x, y);
      }
      trial_expect(t, is_in == reached, "the regions are wrong about %d, %d", x,
                   y);
    }
  }
}
