#!/usr/bin/env bash
# The paths of libtcod, for shortest.lua:
#
#   libtcod.sh FOLDER    reads FOLDER/maps, and writes FOLDER/paths-tcod, in the
#                        forms of peers.cjs
#
# Takes the packages of Debian, of whatever version, and compiles a program.
set -eu
cd "$1"
apt-get -qq -o APT::Sandbox::User=root download libtcod1 libtcod-dev \
  >/dev/null 2>&1
for package in ./*.deb; do dpkg -x "$package" .; done
version=$(dpkg-deb -f ./libtcod1_*.deb Version)
lib=$(echo "$PWD"/usr/lib/*-linux-*)

cat >tcod.c <<'END'
#include <libtcod.h>
#include <stdio.h>

enum { SIDE = 30 };

static const float prices[][4] = {{0, 1, 1, 1}, {0, 1, 2, 5}};
static const char *const names[] = {"plain", "1 2 5"};
static char rows[SIDE * SIDE + SIDE];

static float cost_of(int x, int y, int to_x, int to_y, void *data) {
  (void)x, (void)y;
  return prices[*(int *)data][rows[to_y * (SIDE + 1) + to_x] - '0'];
}

static void ask(const char *version, float diagonal, int kind) {
  FILE *maps = fopen("maps", "r");
  int start[2], goal[2];
  printf("# libtcod|%s|TCOD_path|%s|%g|%s\n", version,
         diagonal > 0 ? "always" : "never", diagonal > 0 ? diagonal : 1.0,
         names[kind]);
  while (fscanf(maps, "%929s %d %d %d %d", rows, &start[0], &start[1], &goal[0],
                &goal[1]) == 5) {
    TCOD_path_t path =
        TCOD_path_new_using_function(SIDE, SIDE, cost_of, &kind, diagonal);
    if (TCOD_path_compute(path, start[0], start[1], goal[0], goal[1])) {
      printf("%d %d", start[0], start[1]);
      for (int i = 0; i < TCOD_path_size(path); i++) {
        int x, y;
        TCOD_path_get(path, i, &x, &y);
        printf(" %d %d", x, y);
      }
    }
    printf("\n");
    TCOD_path_delete(path);
  }
  fclose(maps);
}

int main(int count, char **words) {
  for (int kind = 0; count == 2 && kind < 2; kind++) {
    ask(words[1], 0, kind);
    ask(words[1], 1, kind);
    ask(words[1], 1.41f, kind);
  }
}
END
# Its windows need SDL, which a search never calls: empty functions will do.
nm -D --undefined-only "$lib/libtcod.so" |
  sed -nE 's/.* (SDL_[A-Za-z0-9_]+).*/void \1(void) {}/p' >sdl.c
gcc -shared -fPIC -o "$lib/libSDL2-2.0.so.0" sdl.c
gcc -O1 -o tcod tcod.c -I usr/include/libtcod -I usr/include -L "$lib" -ltcod \
  -Wl,-rpath-link,"$lib" -lm
LD_LIBRARY_PATH=$lib ./tcod "${version%%[+-]*}" >paths-tcod
