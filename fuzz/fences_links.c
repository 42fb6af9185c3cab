/* fences_links.c - fences of three kinds: single ones, straight runs and closed
 * rooms; and links between any two cells, mostly free ones, at common prices
 * and at rare ones.
 */
#include "fences_links.h"

#include <math.h>
#include <string.h>

#include "core/index/components.h"

/* ---- one change --------------------------------------------------------- */

static bool is_made(const Trial *t) { return t->board.grid != NULL; }

/* The revision rises if something changed, and only then. */
static void expect_revision(Trial *t, uint64_t before, bool changed) {
  uint64_t now = tp_grid_revision(t->board.grid);
  trial_expect(t, changed ? now > before : now == before,
               "an edit of a fence or a link: revision %llu after %llu",
               (unsigned long long)now, (unsigned long long)before);
}

static void put_one(Trial *t, int x, int y, BoardSide which, int closed) {
  World *w = &t->world;
  const tp_Cell at = {x, y}, behind = board_before(w, x, y, which);
  if (!trial_is_inside(t, at) || !trial_is_inside(t, behind)) return;
  uint8_t *sides[] = {w->shut_top, w->shut_left, w->shut_slant};
  uint8_t *side = &sides[which][y * w->width + x];
  bool changes = *side != closed;
  *side = (uint8_t)closed;
  w->has_fences = w->has_fences || closed;
  if (!is_made(t)) return;
  uint64_t before = tp_grid_revision(t->board.grid);
  bool said = board_wall(&t->board, w, x, y, which, closed);
  trial_expect(t, said == changes, "a fence miscounts its changes");
  expect_revision(t, before, changes);
}

/* A hexagon has two sides towards the row above, or the column on the left.
 * Mostly both are set, else one of them. */
static void put_side(Trial *t, int x, int y, bool is_left, int closed) {
  const OracleStagger stagger = t->world.stagger;
  const bool rows = stagger == ORACLE_ODD_R || stagger == ORACLE_EVEN_R;
  const bool has_slant = trial_is_hexagonal(t) && rows == !is_left;
  const int which = has_slant ? random_below(&t->ways, 4) : 0;
  if (which != 1) put_one(t, x, y, is_left ? BOARD_LEFT : BOARD_TOP, closed);
  if (has_slant && which != 2) put_one(t, x, y, BOARD_SLANT, closed);
}

/* ---- fences ------------------------------------------------------------- */

static int draw_shut(Random *r) {
  int both = WORLD_SHUT_ON | WORLD_SHUT_BACK;
  return random_chance(r, 0.6) ? both : 1 + random_below(r, 2);
}

static void put_run(Trial *t, int x, int y, bool is_left, int length,
                    int closed) {
  Random *r = &t->ways;
  int gap = random_chance(r, 0.5) ? random_below(r, length) : -1;
  for (int i = 0; i < length; i++) {
    int at = i == gap && closed ? 0 : closed;
    put_side(t, is_left ? x : x + i, is_left ? y + i : y, is_left, at);
  }
}

static void put_room(Trial *t, int x, int y, int closed) {
  Random *r = &t->ways;
  int wide = 1 + random_below(r, 9), high = 1 + random_below(r, 9);
  int door = random_chance(r, 0.5) ? random_below(r, 4) : -1;
  for (int side = 0; side < 4; side++) {
    bool is_left = side < 2;
    int far = side % 2;
    int length = is_left ? high : wide;
    int left = side == 1 ? x + wide : x, top = side == 3 ? y + high : y;
    int hole = side == door ? random_below(r, length) : -1;
    for (int i = 0; i < length; i++) {
      int way = closed == 3 ? 3 : far ? closed : 3 - closed;
      if (closed == 0 || i == hole) way = 0;
      put_side(t, is_left ? left : left + i, is_left ? top + i : top, is_left,
               way);
    }
  }
}

static void put_walls(Trial *t, int closed) {
  Random *r = &t->ways;
  int wide = t->world.width, high = t->world.height;
  int x = random_below(r, wide), y = random_below(r, high);
  bool is_left = random_chance(r, 0.5);
  int most = is_left ? high : wide;
  switch (random_below(r, 4)) {
    case 0: put_room(t, x, y, closed); return;
    case 1:
      if (random_chance(r,
                        0.3)) { /* from end to end, often between two tiles */
        if (random_chance(r, 0.5)) x -= x % TP_TILE;
        if (random_chance(r, 0.5)) y -= y % TP_TILE;
        put_run(t, is_left ? x : 0, is_left ? 0 : y, is_left, most, closed);
      } else {
        put_run(t, x, y, is_left, 1 + random_below(r, 12), closed);
      }
      return;
    default: put_side(t, x, y, is_left, closed); return;
  }
}

/* ---- links -------------------------------------------------------------- */

static int draw_end(Trial *t) {
  const World *w = &t->world;
  int cell, tries = random_chance(&t->ways, 0.9) ? 20 : 1;
  do {
    cell = random_below(&t->ways, w->width * w->height);
  } while (world_bare_price_at(w, cell % w->width, cell / w->width) ==
               INFINITY &&
           --tries > 0);
  return cell;
}

static double draw_price(Random *r) {
  static const double prices[] = {0, 0, 1, 1, 1, 2, 5, 10, 50, 1000};
  static const double parts[] = {0.5, 1.0 / 3, 0.7, 2.5, 1.0 / 1024};
  switch (random_below(r, 8)) {
    case 0: return parts[random_below(r, 5)];
    case 1: return 30 * random_unit(r);
    default: return prices[random_below(r, 10)];
  }
}

static void add_link(Trial *t) {
  Random *r = &t->ways;
  World *w = &t->world;
  if (w->links == WORLD_LINKS || w->width * w->height < 2) return;
  WorldLink link = {.from = draw_end(t), .to = draw_end(t)};
  if (w->links > 0 && random_chance(r, 0.15)) { /* beside an old link */
    const WorldLink *other = &w->link[random_below(r, w->links)];
    bool back = random_chance(r, 0.5);
    link.from = back ? other->to : other->from;
    if (random_chance(r, 0.5)) link.to = back ? other->from : other->to;
  }
  if (random_chance(r, 0.1)) link.to = link.from + 1; /* to the next cell */
  if (link.to >= w->width * w->height || link.to == link.from) return;
  link.price = draw_price(r);
  link.one_way = random_chance(r, 0.5);
  if (random_chance(r, 0.5)) link.name = random_below(r, WORLD_NAMES);
  link.number = (uint64_t)w->links + 1; /* numbers of a new board */
  if (is_made(t)) {
    uint64_t before = tp_grid_revision(t->board.grid);
    board_link(&t->board, &link);
    expect_revision(t, before, true);
  }
  w->link[w->links++] = link;
}

static void remove_link(Trial *t) {
  World *w = &t->world;
  if (w->links == 0) return;
  int i = random_below(&t->ways, w->links);
  uint64_t before = tp_grid_revision(t->board.grid);
  trial_expect(t, board_unlink(&t->board, &w->link[i]), "a link is not there");
  expect_revision(t, before, true);
  memmove(&w->link[i], &w->link[i + 1],
          (size_t)(--w->links - i) * sizeof w->link[0]);
}

/* ---- all ---------------------------------------------------------------- */

bool ways_lead_one_way(const World *w) {
  for (int i = 0; i < w->links; i++) {
    if (w->link[i].one_way) return true;
  }
  for (int i = 0; w->has_fences && i < w->width * w->height; i++) {
    if (w->shut_left[i] % 3 || w->shut_top[i] % 3) return true;
    if (w->shut_slant[i] % 3) return true;
  }
  return false;
}

void ways_edit(Trial *t) {
  Random *r = &t->ways;
  bool links = random_chance(r, 0.5);
  if (t->world.links > WORLD_LINKS / 2) links = true;
  if (links) {
    bool more = random_chance(r, t->world.links > 8 ? 0.3 : 0.6);
    if (more) {
      add_link(t);
    } else {
      remove_link(t);
    }
    return;
  }
  if (is_made(t) && t->world.has_names && random_chance(r, 0.3)) {
    const int x = random_below(r, t->world.width);
    const int y = random_below(r, t->world.height);
    board_decoy(&t->board, &t->world, x, y, (BoardSide)random_below(r, 2),
                random_below(r, 4));
    return;
  }
  put_walls(t, random_chance(r, 0.4) ? 0 : draw_shut(r));
}

static void clear(World *w) {
  size_t cells = (size_t)w->width * (size_t)w->height;
  memset(w->shut_left, 0, cells);
  memset(w->shut_top, 0, cells);
  memset(w->shut_slant, 0, cells);
  w->has_fences = w->has_names = w->takes_no_links = false;
  w->links = 0;
  for (int n = 0; n < WORLD_NAMES; n++) w->own_link_cost[n] = NAN;
}

void ways_draw(Trial *t) {
  Random *r = &t->ways;
  World *w = &t->world;
  clear(w);
  t->board.grid = NULL; /* there is no grid yet */
  r->state = ~t->number;
  t->has_ways = random_chance(r, 0.5);
  if (!t->has_ways) return;
  int kind = random_below(r, 4); /* 0: they come later */
  int cells = w->width * w->height;
  int few = 1 + random_below(r, 12),
      some = 1 + cells / (8 + random_below(r, 90));
  int walls = random_chance(r, 0.6) ? few : some < 2000 ? some : 2000;
  int links =
      random_chance(r, 0.8) ? few : 1 + random_below(r, WORLD_LINKS / 2);
  for (int i = 0; (kind & 1) && i < walls; i++) put_walls(t, draw_shut(r));
  for (int i = 0; (kind & 2) && i < links; i++) add_link(t);
  w->takes_no_links = random_chance(r, 0.05);
  for (int n = 1; n < WORLD_NAMES; n++) {
    if (random_chance(r, 0.7)) continue;
    w->own_link_cost[n] = random_chance(r, 0.3) ? INFINITY : draw_price(r);
  }
  w->has_names = random_chance(r, 0.3);
}
