/* landmarkpart.c - landmarks as a part of a navmap. */
#include "landmarkpart.h"

#include "../agent/metric.h"
#include "agentlinks.h"
#include "partrow.h"

/* If layers make ground dearer by more than one part in so many, a search is
 * slower with landmarks than without. */
enum { FAR_OFF = 8 };

/* The units of work that a search may spend on repairs: so many, and one for so
 * many cells of the square over the longer side of its path. */
enum { LEAST_UNITS = 64, CELLS_A_UNIT = 2 };

static const tp_ChangeLog *ground_log(const tp_Navmap *nav) {
  return nav->layer_costs ? &nav->grid->changes : &nav->changes;
}

tp_LandmarkMap tp_landmarkpart_map(const tp_Navmap *nav) {
  tp_LandmarkMap map = {.mask = nav->mask,
                        .moves = &nav->moves,
                        .costs = &nav->costs,
                        .class_of = nav->costs.class_of,
                        .changes = ground_log(nav),
                        .now = nav->changes.now,
                        .prices = &nav->prices};
  if (!nav->layer_costs) return map; /* its log has all these cells */
  map.now = nav->part[TP_PART_COSTS].seen;
  map.class_of = nav->grid->cells;
  map.left = nav->profile.wide - 1;
  map.above = nav->profile.high - 1;
  map.layer_costs = nav->layer_costs;
  map.bands = nav->costmap->bands;
  return map;
}

/* With layers that add to prices, landmarks follow the log of the grid alone,
 * which does not tell what other layers close. */
static bool wants_landmarks(const tp_Navmap *nav) {
  const tp_Profile *p = &nav->profile;
  return p->landmarks > 0 && !tp_navmap_has_irregular(nav) && !nav->base &&
         p->heuristic != TP_HEURISTIC_USER && nav->costs.cheapest[0] > 0 &&
         !(nav->layer_costs && nav->layer_costs->closes);
}

static size_t marks_bytes(const tp_Navmap *nav) {
  return tp_landmarks_bytes(nav->grid->width, nav->grid->height,
                            nav->profile.landmarks);
}

static void init_marks(tp_Navmap *nav, void *block) {
  nav->landmarks = block;
  tp_landmarks_init(nav->landmarks, nav->grid->width, nav->grid->height,
                    nav->profile.landmarks);
}

bool tp_landmarkpart_make(tp_Navmap *nav, uint64_t *budget) {
  const uint64_t before = *budget;
  if (!wants_landmarks(nav)) return true;
  const tp_LandmarkMap map = tp_landmarkpart_map(nav);
  const bool is_done = tp_landmarks_make(nav->landmarks, &map, budget);
  tp_navmap_add_units(nav, before - *budget);
  if (is_done) nav->part[TP_PART_LANDMARKS].seen = ground_log(nav)->now;
  return is_done;
}

/* Do layers add so much to the mean price that landmarks are too weak? */
static bool is_far_off(const tp_Navmap *nav) {
  const tp_LayerCosts *l = nav->layer_costs;
  double with = 0, dear = 0, without = 0, plain = 0;
  if (!l) return false;
  /* The price of all free cells with layers, and by the numbers of landmarks.
   */
  for (int i = 0; i < l->classes; i++) {
    with += tp_product(l->price[i], nav->costmap->count[i]);
    dear += nav->costmap->count[i];
  }
  for (int i = 0; i < nav->grid->terrain_count; i++) {
    if (!nav->prices.enter[i]) continue;
    const int base = nav->prices.rank[i] * (nav->costmap->bands + 1);
    without += tp_product(l->price[l->floor[base]], nav->grid->cell_count[i]);
    plain += nav->grid->cell_count[i];
  }
  return tp_product(with, plain) * FAR_OFF >
         tp_product(without, dear) * (FAR_OFF + 1);
}

static bool is_of_use(const tp_Navmap *nav) {
  return nav->landmarks && nav->landmarks->is_made && wants_landmarks(nav) &&
         !is_far_off(nav);
}

bool tp_landmarkpart_repair(const tp_Navmap *nav, tp_Cell start, tp_Cell goal,
                            uint64_t *budget) {
  const tp_Navmap *own = nav->base ? nav->base : nav;
  const tp_Grid *g = nav->grid;
  if (!is_of_use(own) || !tp_grid_contains(g, start.x, start.y) ||
      !tp_grid_contains(g, goal.x, goal.y)) {
    return true;
  }
  const tp_LandmarkMap map = tp_landmarkpart_map(own);
  /* About as many as a search expands without landmarks. */
  const uint64_t wide = tp_difference(start.x, goal.x);
  const uint64_t high = tp_difference(start.y, goal.y);
  const uint64_t side = wide > high ? wide : high;
  const uint64_t fair = LEAST_UNITS + side * side / CELLS_A_UNIT;
  const uint64_t may = budget ? *budget : fair;
  uint64_t left = may;
  const bool is_done = tp_landmarks_repair(
      own->landmarks, &map, tp_grid_index(g, start.x, start.y),
      tp_grid_index(g, goal.x, goal.y), &left);
  tp_navmap_add_units(own, may - left);
  if (!budget) return true;
  *budget = left;
  return is_done;
}

bool tp_landmarkpart_are_made(const tp_Navmap *nav) {
  return !wants_landmarks(nav) || (nav->landmarks && nav->landmarks->is_made);
}

bool tp_landmarkpart_is_consistent(const tp_Navmap *nav, int table) {
  const tp_Navmap *own = nav->base ? nav->base : nav;
  const tp_LandmarkMap map = tp_landmarkpart_map(own);
  return is_of_use(own) &&
         tp_landmarks_is_consistent(own->landmarks, &map, table);
}

const tp_Landmarks *tp_landmarkpart_choose(const tp_Navmap *nav, tp_Cell start,
                                           tp_Cell goal,
                                           int table[TP_TABLES_ASKED]) {
  enum { PAIR = TP_TABLES_ASKED / 2 };
  const tp_Navmap *own = nav->base ? nav->base : nav;
  const tp_Grid *g = nav->grid;
  if (nav->costs.scale != own->costs.scale || !is_of_use(own)) return NULL;
  if (nav->raise > 0 && own->profile.away > 0 &&
      nav->costmap->bands != own->costmap->bands) {
    return NULL; /* the overlay may pay less than its base */
  }
  const tp_LandmarkMap map = tp_landmarkpart_map(own);
  const size_t from = tp_grid_index(g, start.x, start.y);
  const size_t to = tp_grid_index(g, goal.x, goal.y);
  tp_BestTables best[2];
  for (int kind = 0; kind < 2; kind++) {
    best[kind] = tp_landmarks_best(own->landmarks, &map, kind, false, from, to);
  }
  for (int i = 0; i < TP_TABLES_ASKED; i++) {
    const int kind = i < PAIR, other = !kind;
    const int *wanted = best[kind].table, *elsewhere = best[other].table;
    table[i] = wanted[i % PAIR] >= 0 ? wanted[i % PAIR]
               : wanted[0] >= 0      ? wanted[0]
                                     : elsewhere[0];
  }
  return table[0] >= 0 ? own->landmarks : NULL;
}

const tp_PartRow tp_part_landmarks = {
    .block_with = 1 << TP_PART_LANDMARKS,
    .wanted = wants_landmarks,
    .log = ground_log,
    .bytes = marks_bytes,
    .init = init_marks,
};
