#!/usr/bin/env bash
# libtcod 1.18.1 (Debian packages libtcod1, libtcod-dev)
#
# A good guess: TCOD_path_reverse and TCOD_dijkstra_reverse swap the ends of a
# computed path, as the manual says of both, so what they leave is the way back:
# the same cells in the other order, from the goal to the start.
#
# The truth: TCOD_path_reverse turns each step round, but leaves the steps in
# their order. So the way back is the path turned by half a circle: its ends are
# right, as is its size, and on open ground it looks fine. Among walls it goes
# through them, or out of the map, in more than four cases of five, and there
# TCOD_path_walk stops. TCOD_dijkstra_reverse keeps the cells, but only those
# that the way there lists: it begins at the goal, where one stands, and stops a
# step before the start.
#
# Who minds: patrols, and units that return home the way they came.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
version=1.18.1+dfsg-1+b1
apt-get -qq -o APT::Sandbox::User=root download "libtcod1=$version" \
  "libtcod-dev=$version" >/dev/null
for package in ./*.deb; do dpkg -x "$package" .; done
lib=$(echo "$dir"/usr/lib/*-linux-*)
echo "libtcod1 $version"

cat >run.c <<'END'
#include <libtcod.h>
#include <stdbool.h>
#include <stdio.h>

enum { SIZE = 20, CELLS = SIZE * SIZE, PATHS = 200 };

struct cell {
  int x, y;
};

struct path {
  struct cell cells[CELLS];
  int size;
};

static bool walls[SIZE][SIZE];

static unsigned random_below(unsigned n) {
  static unsigned seed = 12345;
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % n;
}

static bool same(struct cell a, struct cell b) {
  return a.x == b.x && a.y == b.y;
}

static bool is_wall(struct cell cell) {
  return cell.x < 0 || cell.y < 0 || cell.x >= SIZE || cell.y >= SIZE ||
         walls[cell.y][cell.x];
}

static TCOD_map_t make_map(unsigned walls_in_100) {
  TCOD_map_t map = TCOD_map_new(SIZE, SIZE);
  for (int y = 0; y < SIZE; y++) {
    for (int x = 0; x < SIZE; x++) {
      walls[y][x] = random_below(100) < walls_in_100;
      TCOD_map_set_properties(map, x, y, true, !walls[y][x]);
    }
  }
  return map;
}

static struct cell free_cell(void) {
  struct cell cell;
  do {
    cell.x = (int)random_below(SIZE);
    cell.y = (int)random_below(SIZE);
  } while (is_wall(cell));
  return cell;
}

// The way there and the way back as lists of cells, and whether TCOD_path_walk
// comes home; or no way (false).
static bool find_path(TCOD_map_t map, float diagonal, struct cell from,
  struct cell to, struct path *there, struct path *back, bool *walked) {
  TCOD_path_t path = TCOD_path_new_using_map(map, diagonal);
  bool found = TCOD_path_compute(path, from.x, from.y, to.x, to.y);
  if (found) {
    there->size = TCOD_path_size(path);
    for (int i = 0; i < there->size; i++) {
      TCOD_path_get(path, i, &there->cells[i].x, &there->cells[i].y);
    }
    TCOD_path_reverse(path);
    back->size = TCOD_path_size(path);
    for (int i = 0; i < back->size; i++) {
      TCOD_path_get(path, i, &back->cells[i].x, &back->cells[i].y);
    }
    struct cell unit = to;
    while (TCOD_path_walk(path, &unit.x, &unit.y, false)) {
    }
    *walked = same(unit, from);
  }
  TCOD_path_delete(path);
  return found;
}

static bool find_dijkstra(TCOD_map_t map, float diagonal, struct cell from,
  struct cell to, struct path *there, struct path *back, bool *walked) {
  TCOD_dijkstra_t path = TCOD_dijkstra_new(map, diagonal);
  TCOD_dijkstra_compute(path, from.x, from.y);
  bool found = TCOD_dijkstra_path_set(path, to.x, to.y);
  if (found) {
    there->size = TCOD_dijkstra_size(path);
    for (int i = 0; i < there->size; i++) {
      TCOD_dijkstra_get(path, i, &there->cells[i].x, &there->cells[i].y);
    }
    TCOD_dijkstra_reverse(path);
    back->size = TCOD_dijkstra_size(path);
    for (int i = 0; i < back->size; i++) {
      TCOD_dijkstra_get(path, i, &back->cells[i].x, &back->cells[i].y);
    }
    struct cell unit = to;
    while (TCOD_dijkstra_path_walk(path, &unit.x, &unit.y)) {
    }
    *walked = same(unit, from);
  }
  TCOD_dijkstra_delete(path);
  return found;
}

static void report(bool dijkstra, unsigned walls_in_100, float diagonal) {
  int count = 0, retraced = 0, backwards = 0, turned = 0, through = 0;
  int at_goal = 0, at_start = 0, home = 0;
  while (count < PATHS) {
    TCOD_map_t map = make_map(walls_in_100);
    struct cell from = free_cell(), to = free_cell();
    static struct path there, back;
    bool walked;
    if (!same(from, to) && (dijkstra ? find_dijkstra : find_path)(map, diagonal,
          from, to, &there, &back, &walked)) {
      bool is_retraced = true, is_backwards = true, is_turned = true;
      bool hits = false;
      for (int i = 0; i < back.size; i++) {
        struct cell cell = back.cells[i];
        int other = there.size - 2 - i; // the cell before, on the way there
        if (!same(cell, other < 0 ? from : there.cells[other])) {
          is_retraced = false;
        }
        if (!same(cell, there.cells[there.size - 1 - i])) is_backwards = false;
        struct cell half = {from.x + to.x - there.cells[i].x,
          from.y + to.y - there.cells[i].y};
        if (!same(cell, half)) is_turned = false;
        if (is_wall(cell)) hits = true;
      }
      count++;
      retraced += is_retraced;
      backwards += is_backwards;
      turned += is_turned;
      through += hits;
      at_goal += same(back.cells[0], to);
      at_start += same(back.cells[back.size - 1], from);
      home += walked;
    }
    TCOD_map_delete(map);
  }
  printf("%s, %u %% walls, %s: of %d ways back\n",
    dijkstra ? "dijkstra" : "path", walls_in_100,
    diagonal > 0 ? "diagonals" : "no diagonals", count);
  printf("  %d retrace the way there, %d are its list backwards, "
    "%d are it turned\n", retraced, backwards, turned);
  printf("  %d begin at the goal itself, %d end at the start\n", at_goal,
    at_start);
  printf("  %d go through walls, %d are walked home\n", through, home);
}

int main(void) {
  for (int dijkstra = 0; dijkstra < 2; dijkstra++) {
    report(dijkstra, 0, 1.41f);
    report(dijkstra, 25, 1.41f);
    report(dijkstra, 25, 0);
  }

  // One more, to be seen: round a wall of two cells.
  TCOD_map_t map = make_map(0);
  TCOD_map_set_properties(map, 10, 9, true, false);
  TCOD_map_set_properties(map, 10, 10, true, false);
  TCOD_path_t path = TCOD_path_new_using_map(map, 0);
  TCOD_path_compute(path, 9, 9, 11, 9);
  for (int way = 0; way < 2; way++) {
    int x, y;
    TCOD_path_get_origin(path, &x, &y);
    printf("%s: %d,%d", way == 0 ? "there" : "back", x, y);
    for (int i = 0; i < TCOD_path_size(path); i++) {
      TCOD_path_get(path, i, &x, &y);
      printf(" %d,%d", x, y);
    }
    printf("\n");
    TCOD_path_reverse(path);
  }
  TCOD_path_delete(path);
  TCOD_map_delete(map);
}
END
# Its windows need SDL, which nothing here calls: empty functions will do.
nm -D --undefined-only "$lib/libtcod.so" |
  sed -nE 's/.* (SDL_[A-Za-z0-9_]+).*/void \1(void) {}/p' >sdl.c
gcc -shared -fPIC -o "$lib/libSDL2-2.0.so.0" sdl.c
gcc -O1 -o run run.c -I usr/include/libtcod -I usr/include -L "$lib" -ltcod \
  -Wl,-rpath-link,"$lib" -lm
LD_LIBRARY_PATH=$lib ./run | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
path, 0 % walls, diagonals: of 200 ways back
  48 retrace the way there, 0 are its list backwards, 200 are it turned
  0 begin at the goal itself, 200 end at the start
  0 go through walls, 200 are walked home
path, 25 % walls, diagonals: of 200 ways back
  18 retrace the way there, 0 are its list backwards, 200 are it turned
  0 begin at the goal itself, 200 end at the start
  168 go through walls, 32 are walked home
path, 25 % walls, no diagonals: of 200 ways back
  12 retrace the way there, 0 are its list backwards, 200 are it turned
  0 begin at the goal itself, 200 end at the start
  181 go through walls, 19 are walked home
dijkstra, 0 % walls, diagonals: of 200 ways back
  0 retrace the way there, 200 are its list backwards, 0 are it turned
  200 begin at the goal itself, 0 end at the start
  0 go through walls, 0 are walked home
dijkstra, 25 % walls, diagonals: of 200 ways back
  0 retrace the way there, 200 are its list backwards, 0 are it turned
  200 begin at the goal itself, 0 end at the start
  0 go through walls, 0 are walked home
dijkstra, 25 % walls, no diagonals: of 200 ways back
  0 retrace the way there, 200 are its list backwards, 0 are it turned
  200 begin at the goal itself, 0 end at the start
  0 go through walls, 0 are walked home
there: 9,9 9,8 10,8 11,8 11,9
back: 11,9 11,10 10,10 9,10 9,9
END
