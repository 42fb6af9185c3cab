/* edits.c - what changes on the map between two rounds of questions. */
#include "edits.h"

/* About as many single cells as the grid's log holds, each far from the one
 * before: where the map is large no two of them share an entry. */
static void scatter(Trial *t) {
  Random *r = &t->random;
  int edits = TP_CHANGES - 1 + random_below(r, 4);
  int wide = t->world.width, high = t->world.height;
  for (int i = 0; i < edits; i++) {
    int x = random_below(r, (wide + 2) / 3),
        y = random_below(r, (high + 2) / 3);
    if (i % 2) x = wide - 1 - x, y = high - 1 - y;
    board_change(&t->board, &t->world, x, y);
  }
  t->tally->edits += edits;
}

/* Cells where large parts of the map meet. */
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
  t->tally->edits += edits;
}

void edits_make(Trial *t) {
  if (random_chance(&t->random, t->vast ? 0.5 : 0.05)) edit_borders(t);
  if (random_chance(&t->random, 0.2)) {
    scatter(t);
    return;
  }
  int edits = random_below(&t->random, random_chance(&t->random, 0.3) ? 60 : 5);
  for (int i = 0; i < edits; i++) {
    const char *fault = board_edit(&t->board, &t->world, &t->random);
    trial_expect(t, fault == NULL, "%s", fault ? fault : "");
  }
  t->tally->edits += edits;
}
