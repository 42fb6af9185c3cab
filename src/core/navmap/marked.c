/* marked.c - see marked.h. */
#include "marked.h"

#include "tolls.h"

/* Units of work that a search may spend on what has changed, before it begins:
 * about what it takes without landmarks. */
enum { SOON = 4096 };

/* Where layers make ground dearer by more than one part in so many, a search
 * takes more time by landmarks than without. */
enum { FAR_OFF = 8 };

static const tp_Changes *of_ground(const tp_Navmap *nav) {
  return nav->bases ? &nav->bases->changes : &nav->changes;
}

tp_LandmarkMap tp_marked_map(const tp_Navmap *nav) {
  tp_LandmarkMap map = {.mask = nav->mask,
                        .moves = &nav->moves,
                        .costs = &nav->costs,
                        .class_of = nav->costs.class_of,
                        .changes = of_ground(nav)};
  if (!nav->bases) return map;
  map.class_of = nav->bases->cells;
  map.level_of = nav->layering->first;
  map.bases = nav->layering->bases;
  return map;
}

static bool wants_marks(const tp_Navmap *nav) {
  const tp_Profile *p = &nav->profile;
  return p->landmarks > 0 && !tp_navmap_has_pins(nav) && !nav->base &&
         p->heuristic != TP_HEURISTIC_USER && nav->costs.cheapest[0] > 0;
}

static size_t marks_bytes(const tp_Navmap *nav) {
  return tp_landmarks_bytes(nav->grid->width, nav->grid->height,
                            nav->profile.landmarks);
}

static void init_marks(tp_Navmap *nav, void *block) {
  nav->marks = block;
  tp_landmarks_init(nav->marks, nav->grid->width, nav->grid->height,
                    nav->profile.landmarks);
}

static bool go_on_marks(tp_Navmap *nav, tp_Work *work, uint64_t *budget) {
  const tp_LandmarkMap map = tp_marked_map(nav);
  (void)work;
  return tp_landmarks_make(nav->marks, &map, budget);
}

/* Do layers add that much that landmarks tell too little? */
static bool is_far_off(const tp_Navmap *nav) {
  return nav->bases && nav->bases->added * FAR_OFF > 1;
}

void tp_marked_follow(tp_Navmap *nav, tp_Cell start, tp_Cell goal) {
  uint64_t budget = SOON;
  if (!nav->marks || !wants_marks(nav) || is_far_off(nav)) return;
  const tp_Grid *g = nav->grid;
  if (!tp_grid_contains(g, start.x, start.y)) return;
  if (!tp_grid_contains(g, goal.x, goal.y)) goal = start;
  const tp_LandmarkMap map = tp_marked_map(nav);
  tp_landmarks_serve(nav->marks, &map, tp_grid_index(g, start.x, start.y),
                     tp_grid_index(g, goal.x, goal.y), &budget);
}

bool tp_marked_are_made(const tp_Navmap *nav) {
  return !wants_marks(nav) || (nav->marks && nav->marks->is_made);
}

const tp_Landmarks *tp_marked_sure(const tp_Navmap *nav) {
  const tp_Navmap *own = nav->base ? nav->base : nav;
  if (!own->marks || !wants_marks(own) || is_far_off(own)) return NULL;
  if (nav->costs.scale != own->costs.scale) return NULL;
  const tp_LandmarkMap map = tp_marked_map(own);
  return tp_landmarks_are_true(own->marks, &map) ? own->marks : NULL;
}

const tp_PartRow tp_part_marks = {
    .room = 1 << TP_PART_MARKS,
    .wanted = wants_marks,
    .follows = of_ground,
    .go_on = go_on_marks,
    .bytes = marks_bytes,
    .init = init_marks,
};
