/* aim.c - which lanes of landmarks a search asks.
 *
 * All of them tell little more than the best few, and each takes its part of
 * the cache: on game maps with prices, of 16 lanes the best 4 leave a search
 * with 5 to 15 more cells in a hundred than all do, and two to three times as
 * fast. Those that lead from landmarks tell most where there is one behind the
 * start; but all cells beyond the start look alike to them, and it is those
 * that lead to a landmark behind the goal that say which of these are on the
 * way. So both kinds are asked, the best two of each.
 *
 * Of several ends a lane tells how far the one is that is nearest by it: so one
 * number a lane, the largest of all ends', is as good as a list. The lanes are
 * chosen by one end, the nearest by the heuristic.
 */
#include "aim.h"

/* No number is less, of a lane that leads to a landmark, or of one whose
 * numbers are flipped: so no difference overflows, whatever goals cost besides.
 */
static int32_t least_number(int lane) { return lane % 2 ? 0 : INT32_MIN; }

static tp_AimLane lane_of(const tp_Landmarks *m, int lane, size_t start) {
  tp_AimLane own = {.label = tp_landmarks_lane(m, lane),
                    .band = tp_landmarks_band(m, lane),
                    .flip = lane % 2 ? 0 : UINT32_MAX,
                    .goal = least_number(lane)};
  own.start = tp_aim_number(&own, start);
  return own;
}

/* Two lanes to landmarks, then two from them. */
static void choose(tp_Aim *aim, const tp_Landmarks *m, size_t start,
                   size_t goal) {
  for (int i = 0; i < TP_AIM_LANES; i++) {
    const int kind = i < TP_AIM_LANES / 2 ? 1 : 0;
    const tp_BestLanes best = tp_landmarks_best(m, kind, true, start, goal);
    aim->lane[i] = lane_of(m, best.lane[i % 2], start);
  }
}

/* ---- ends --------------------------------------------------------------- */

/* A cost in numbers, rounded down. */
static int32_t number_of(const tp_Aim *aim, uint64_t cost) {
  if (!aim->is_exact) {
    const uint64_t most = UINT64_MAX >> TP_AIM_UNIT_BITS;
    cost = cost < most ? cost : most;
    cost = (cost << TP_AIM_UNIT_BITS) / (aim->unit + 1);
  }
  return cost < TP_LANE_FAR ? (int32_t)cost : (int32_t)TP_LANE_FAR;
}

static void add_end(tp_Aim *aim, size_t cell, int32_t extra) {
  for (int i = 0; i < TP_AIM_LANES; i++) {
    tp_AimLane *lane = &aim->lane[i];
    const int64_t number = (int64_t)tp_aim_number(lane, cell) - extra;
    if (number > lane->goal) lane->goal = (int32_t)number;
  }
}

static bool is_end(const tp_Navmap *nav, const tp_Goals *goals,
                   const tp_Goal *goal, tp_Cell at) {
  uint64_t steps = 0;
  if (!tp_mask_can_enter(nav->mask, at.x, at.y)) return false;
  return goals->kind == TP_GOAL_CELLS ||
         tp_goal_ends_at(goals, nav, goal->at, at.x, at.y, &steps);
}

/* Adds the ends of a goal, and no other cell: one that lies behind a wall may
 * take from a lane all that it tells. Are there any? */
static bool add_goal(tp_Aim *aim, const tp_Navmap *nav, const tp_Goals *goals,
                     const tp_Goal *goal) {
  const int32_t extra = number_of(aim, goal->extra);
  const tp_Rect around = tp_goals_around(goals, goal);
  bool has_ends = false;
  for (int32_t y = around.y; y < around.y + around.h; y++) {
    for (int32_t x = around.x; x < around.x + around.w; x++) {
      if (!is_end(nav, goals, goal, (tp_Cell){x, y})) continue;
      add_end(aim, tp_grid_index(nav->grid, x, y), extra);
      has_ends = true;
    }
  }
  return has_ends;
}

static bool add_goals(tp_Aim *aim, const tp_Navmap *nav,
                      const tp_Goals *goals) {
  bool has_ends = false;
  if (!tp_goals_have_few_ends(goals)) return false;
  for (uint32_t k = 0; k < goals->count; k++) {
    has_ends |= add_goal(aim, nav, goals, &goals->goal[k]);
  }
  return has_ends;
}

/* ------------------------------------------------------------------------- */

void tp_aim_init(tp_Aim *aim, const tp_Navmap *nav, tp_Cell start, tp_Cell goal,
                 const tp_Goals *goals) {
  const tp_Grid *g = nav->grid;
  const size_t to = tp_grid_index(g, goal.x, goal.y);
  const tp_Landmarks *m = tp_marked_sure(nav);
  *aim = (tp_Aim){.is_on = false};
  if (!m) return;
  aim->is_exact = m->scale == nav->costs.scale;
  aim->unit = (uint64_t)(nav->costs.scale / m->scale * (1 << TP_AIM_UNIT_BITS));
  aim->version = m->version;
  choose(aim, m, tp_grid_index(g, start.x, start.y), to);
  if (goals) {
    aim->is_on = add_goals(aim, nav, goals);
  } else {
    add_end(aim, to, 0);
    aim->is_on = true;
  }
}

bool tp_aim_stands(const tp_Aim *aim, const tp_Navmap *nav) {
  if (!aim->is_on) return true;
  const tp_Landmarks *m = tp_marked_sure(nav);
  return m && m->version == aim->version;
}
