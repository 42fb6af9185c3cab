/* pile.c - see pile.h.
 *
 * The first step of each cell makes a tree of all that lead to a goal. It is
 * walked from the goal, up to a cost, which is raised until there is ground
 * enough: first to that of a disc, which is the least that it may be.
 *
 *      agents need 9 cells         . . 3 . .      a wall beside the goal: those
 *      1: within a cost of 1       . 2 1 2 .      cells are missing, and others
 *      2, 3: after that            3 1 G 1 3      farther off are needed
 *                                  #########
 *
 * Some 30 ns a cell. As many cells as four for each agent are walked at most:
 * where they need more, the rest is taken to be like those.
 */
#include "pile.h"

#include "steer.h"

typedef struct Walk {
  const tp_Flow *flow;
  uint32_t *cells; /* to be seen: by their numbers in the field */
  size_t count, room;
} Walk;

static void add(Walk *k, uint32_t number) {
  if (k->count < k->room) k->cells[k->count++] = number;
}

/* Those cells whose first step leads to that one. */
static void add_around(Walk *k, uint32_t number) {
  tp_Field *f = k->flow->field;
  tp_Cell cell = tp_field_cell(f, number);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    tp_Cell from = tp_steer_beside(cell, d);
    if (!tp_field_has(f, from.x, from.y)) continue;
    unsigned ways = tp_steer_ways(k->flow, from);
    if (!ways || tp_steer_step(ways) != tp_opposite(d)) continue;
    add(k, (uint32_t)tp_field_index(f, from.x, from.y));
  }
}

/* Those up to a cost, which are so many; the others are kept. */
static size_t walk_to(Walk *k, double cost) {
  const tp_Field *f = k->flow->field;
  size_t kept = 0, seen = 0;
  for (size_t i = 0; i < k->count; i++) {
    uint32_t number = k->cells[i];
    if ((double)tp_field_get(f, number) > cost) {
      k->cells[kept++] = number;
    } else {
      seen++;
      add_around(k, number);
    }
  }
  k->count = kept;
  return seen;
}

tp_Pile tp_pile_find(const tp_Flow *w, tp_Cell goal, double apart,
                     uint32_t agents, uint32_t *cells) {
  enum { RAISES = 32 };
  const tp_Field *f = w->field;
  size_t at = tp_grid_index(w->grid, goal.x, goal.y);
  uint32_t number = (uint32_t)tp_field_index(f, goal.x, goal.y);
  double base = (double)tp_field_get(f, number);
  double step = (double)tp_field_step(f, w->navmap, at, at, TP_E);
  double cell = tp_product(w->grid->cell_width, w->grid->cell_height);
  double need = tp_pile_ground(apart) / cell * (double)agents;
  double most = fmin(need, 4 * (double)agents), seen = 0;
  double far = tp_product(step, sqrt(most / 3.14159265358979));
  double side = fmin(w->grid->cell_width, w->grid->cell_height);
  tp_Pile p = {base, INFINITY, tp_product(step, apart / side / 2), agents};
  Walk k = {.flow = w, .cells = cells, .room = tp_pile_room(agents)};
  add(&k, number);
  for (int i = 0; i < RAISES; i++) {
    seen += (double)walk_to(&k, base + far);
    if (k.count == 0) return p;
    if (seen >= most) break;
    far *= fmin(fmax(sqrt(most / seen), 1.0625), 2);
  }
  p.far = tp_product(far, sqrt(need / most));
  return p;
}
