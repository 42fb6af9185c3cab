#!/usr/bin/env bash
# rot-js 2.2.1 (npm package)
#
# A good guess: room.getDoors of a finished map names every opening in a room's
# walls, so a game that puts doors there has closed rooms.
#
# The truth: with Map.Digger it does. With Map.Uniform one opening in ten is not
# named, in one room of twelve: a corridor to another room broke through the
# wall, or runs along it.
#
# Who minds: locked vaults that are open on one side, and monsters that see in.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  rot-js@2.2.1 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { Map as Maps, RNG } from 'rot-js';
const { version } = JSON.parse(
  readFileSync('node_modules/rot-js/package.json'));
console.log('rot-js ' + version);

for (const kind of ['Digger', 'Uniform']) {
  let rooms = 0, openings = 0, named = 0, gaps = 0;
  for (let i = 0; i < 50; i++) {
    RNG.setSeed(1000 + i * 7919);
    const map = new Maps[kind](60, 30);
    const walls = new Set();
    map.create((x, y, value) => {
      if (value) walls.add(x + ',' + y); else walls.delete(x + ',' + y);
    });
    for (const room of map.getRooms()) {
      const doors = new Set();
      room.getDoors((x, y) => doors.add(x + ',' + y));
      const sides = [];
      for (let x = room.getLeft(); x <= room.getRight(); x++) {
        sides.push(`${x},${room.getTop() - 1}`, `${x},${room.getBottom() + 1}`);
      }
      for (let y = room.getTop(); y <= room.getBottom(); y++) {
        sides.push(`${room.getLeft() - 1},${y}`, `${room.getRight() + 1},${y}`);
      }
      const open = sides.filter(side => !walls.has(side));
      const without = open.filter(side => !doors.has(side));
      rooms++;
      openings += open.length;
      named += open.length - without.length;
      if (without.length > 0) gaps++;
    }
  }
  console.log(`${kind}: ${named} of ${openings} openings are doors; ` +
    `${gaps} of ${rooms} rooms have others`);
}
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
rot-js 2.2.1
Digger: 1138 of 1138 openings are doors; 0 of 469 rooms have others
Uniform: 648 of 720 openings are doors; 31 of 374 rooms have others
END
