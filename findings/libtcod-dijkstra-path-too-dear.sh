#!/usr/bin/env bash
# libtcod 1.18.1 (Debian packages libtcod1, libtcod-dev)
#
# A good guess: a path of TCOD_dijkstra costs what TCOD_dijkstra_get_distance
# says of its end, and that is the least cost: it is Dijkstra's algorithm.
#
# The truth: the distances are the least ones, always. The path is not: it is
# walked back from the goal, each time to the neighbour with the least distance,
# and what the step to it costs is left out. A straight step to a neighbour and
# a diagonal one look alike. With diagonalCost 1.41 and cells of unlike cost two
# paths in five are dearer than the distance of the same object, up to 1.18
# times; if all cells cost the same, one in a hundred. With diagonalCost 1 or
# without diagonals, paths are right.
#
# Who minds: whoever shows "it costs 12" from the distance and charges the path;
# and whoever rolls down a map of distances by the same rule.
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
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum { SIZE = 20, CELLS = SIZE * SIZE };

static float costs[CELLS]; // 0: a wall
static double least[CELLS];

static float cost_of(int x, int y, int to_x, int to_y, void *data) {
  (void)x, (void)y, (void)data;
  return costs[to_y * SIZE + to_x];
}

static unsigned random_below(unsigned n) {
  static unsigned seed = 12345;
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % n;
}

// Fills `least`: relaxes all steps until nothing changes.
static void relax(int start, double diagonal) {
  for (int i = 0; i < CELLS; i++) least[i] = i == start ? 0 : INFINITY;
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < CELLS; i++) {
      for (int j = 0; j < 9 && least[i] < INFINITY; j++) {
        int dx = j % 3 - 1, dy = j / 3 - 1;
        int x = i % SIZE + dx, y = i / SIZE + dy;
        if (x < 0 || y < 0 || x >= SIZE || y >= SIZE) continue;
        if (dx != 0 && dy != 0 && diagonal == 0) continue;
        int to = y * SIZE + x;
        double sum = least[i] + costs[to] * (dx != 0 && dy != 0 ? diagonal : 1);
        if (costs[to] > 0 && sum < least[to] - 1e-9) {
          least[to] = sum;
          changed = true;
        }
      }
    }
  }
}

static void report(const char *name, const float *kinds, double diagonal) {
  int paths = 0, dearer = 0, distances = 0;
  double worst = 1;
  while (paths < 200) {
    for (int i = 0; i < CELLS; i++) {
      costs[i] = random_below(4) == 0 ? 0 : kinds[random_below(3)];
    }
    int start = (int)random_below(CELLS), goal = (int)random_below(CELLS);
    relax(start, diagonal);
    if (costs[start] == 0 || goal == start || least[goal] == INFINITY) continue;
    TCOD_dijkstra_t search = TCOD_dijkstra_new_using_function(SIZE, SIZE,
      cost_of, NULL, (float)diagonal);
    TCOD_dijkstra_compute(search, start % SIZE, start / SIZE);
    TCOD_dijkstra_path_set(search, goal % SIZE, goal / SIZE);
    double said = TCOD_dijkstra_get_distance(search, goal % SIZE, goal / SIZE);
    double sum = 0;
    int x = start % SIZE, y = start / SIZE;
    for (int i = 0; i < TCOD_dijkstra_size(search); i++) {
      int next_x, next_y;
      TCOD_dijkstra_get(search, i, &next_x, &next_y);
      sum += costs[next_y * SIZE + next_x] *
        (next_x != x && next_y != y ? diagonal : 1);
      x = next_x;
      y = next_y;
    }
    TCOD_dijkstra_delete(search);
    paths++;
    distances += fabs(said - least[goal]) < 1e-3 * least[goal];
    dearer += sum > least[goal] * 1.001;
    worst = fmax(worst, sum / least[goal]);
  }
  printf("costs %s, diagonalCost %.2f: %d distances right, %d paths dearer, "
    "up to %.2f\n", name, diagonal, distances, dearer, worst);
}

int main(void) {
  const float even[] = {1, 1, 1}, unlike[] = {1, 2, 5};
  report("1", even, 1.41);
  report("1 2 5", unlike, 0);
  report("1 2 5", unlike, 1);
  report("1 2 5", unlike, 1.41);
}
END
# Its windows need SDL, which a search never calls: empty functions will do.
nm -D --undefined-only "$lib/libtcod.so" |
  sed -nE 's/.* (SDL_[A-Za-z0-9_]+).*/void \1(void) {}/p' >sdl.c
gcc -shared -fPIC -o "$lib/libSDL2-2.0.so.0" sdl.c
gcc -O1 -o run run.c -I usr/include/libtcod -I usr/include -L "$lib" -ltcod \
  -Wl,-rpath-link,"$lib" -lm
LD_LIBRARY_PATH=$lib ./run | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
costs 1, diagonalCost 1.41: 200 distances right, 2 paths dearer, up to 1.03
costs 1 2 5, diagonalCost 0.00: 200 distances right, 0 paths dearer, up to 1.00
costs 1 2 5, diagonalCost 1.00: 200 distances right, 0 paths dearer, up to 1.00
costs 1 2 5, diagonalCost 1.41: 200 distances right, 78 paths dearer, up to 1.18
END
