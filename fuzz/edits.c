/* edits.c - edits of the map between two rounds of questions. */
#include "edits.h"

#include "fences_links.h"
#include "layers.h"

/* Between edits an agent may look at the map. */
static void look_up(Trial *t) {
  for (int i = 0; i < PLAYERS; i++) {
    int times =
        random_chance(&t->random, 0.3) ? random_below(&t->random, 4) : 0;
    for (; times > 0; times--) {
      player_catch_up_some(&t->player[i], &t->random);
    }
  }
}

/* Up to as many single cells as the grid's log holds. Each lies far from the
 * one before: on a large map no two of them share an entry. */
static void scatter(Trial *t) {
  Random *r = &t->random;
  int edits = random_below(r, TP_CHANGES + 4);
  int wide = t->world.width, high = t->world.height;
  for (int i = 0; i < edits; i++) {
    int x = random_below(r, (wide + 2) / 3),
        y = random_below(r, (high + 2) / 3);
    if (i % 2) x = wide - 1 - x, y = high - 1 - y;
    board_change(&t->board, &t->world, x, y);
  }
  if (random_chance(&t->random, 0.5)) look_up(t);
}

/* Edits cells at the borders between large regions of the map. */
static void edit_borders(Trial *t) {
  Random *r = &t->random;
  int edits = random_below(r, 10), wide = t->world.width;
  int high = t->world.height;
  for (int i = 0; i < edits; i++) {
    int down = world_border(r, wide), across = world_border(r, high);
    int x = random_below(r, wide), y = random_below(r, high);
    if (down && (!across || random_chance(r, 0.5))) {
      x = down - random_below(r, 2);
    } else if (across) {
      y = across - random_below(r, 2);
    }
    board_change(&t->board, &t->world, x, y);
  }
}

void edits_make(Trial *t) {
  if (random_chance(&t->random, t->vast ? 0.5 : 0.05)) edit_borders(t);
  layers_edit(t);
  if (t->has_ways) {
    int edits = random_below(&t->ways, 5);
    for (int i = 0; i < edits; i++) {
      ways_edit(t);
      if (random_chance(&t->ways, 0.2)) look_up(t);
    }
  }
  if (random_chance(&t->random, 0.2)) {
    scatter(t);
    return;
  }
  int edits = random_below(&t->random, random_chance(&t->random, 0.3) ? 60 : 5);
  for (int i = 0; i < edits; i++) {
    const char *fault = board_edit(&t->board, &t->world, &t->random);
    trial_expect(t, fault == NULL, "%s", fault ? fault : "");
    if (random_chance(&t->random, 0.2)) look_up(t);
  }
  if (random_chance(&t->random, 0.5)) look_up(t);
}
