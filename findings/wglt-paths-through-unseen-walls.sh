#!/usr/bin/env bash
# wglt 0.5.1 (npm package)
#
# A good guess: computePath(map, source, dest, maxDist) goes round the cells of
# the console that setBlocked has blocked. What a cell's explored and visible
# say is for drawing: they are set by updateExplored and computeFov.
#
# The truth: a blocked cell is a wall only once it is explored. On a fresh map
# of rooms nine paths in ten go through walls, up to 19 of them, as straight as
# on open ground, and pairs without a way have a path, too. After a look around
# from the middle hardly fewer do. Once each cell was seen, none does. All units
# share the one flag, which is the player's: where the player has looked, a
# monster goes round, elsewhere it goes through. And a goal that is a wall has a
# path into it, always.
#
# Who minds: who moves monsters along such paths, or has them wait for ever in
# front of a wall; who tests with the map revealed, and sees nothing of it; and
# servers and tools that have no player. To set explored for each cell, search,
# and set it back, mends it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  wglt@0.5.1 >/dev/null

cat >run.js <<'END'
const { readFileSync } = require('fs');
const { Console, computePath } = require('wglt');
console.log('wglt ' +
  JSON.parse(readFileSync('node_modules/wglt/package.json')).version);

let state = 1;
function random(below) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return Math.floor((state >>> 8) / 2 ** 24 * below);
}
const size = 30;
const modes = {
  'nothing explored': () => {},
  'a look from the middle': map => {
    map.computeFov(15, 15, 12);
    map.updateExplored();
  },
  'all cells explored': map => {
    for (const row of map.grid) for (const cell of row) cell.explored = true;
  },
  'explored no more': map => {
    for (const row of map.grid) for (const cell of row) cell.explored = false;
  },
};
const counts = Object.fromEntries(Object.keys(modes).map(mode =>
  [mode, { paths: 0, through: 0, most: 0, seen: 0 }]));
let pairs = 0, walls = 0, into = 0;
for (let i = 0; i < 100; i++) {
  // Walls with gaps in them, five cells apart.
  const map = new Console(size, size), free = [], blocked = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const wall = (x % 5 === 2 || y % 5 === 2) && random(5) > 0;
      map.setBlocked(x, y, wall);
      map.setBlockedSight(x, y, wall);
      (wall ? blocked : free).push({ x, y });
    }
  }
  const ends = Array.from({ length: 10 }, () =>
    [free[random(free.length)], free[random(free.length)]]);
  pairs += ends.length;
  for (const [mode, prepare] of Object.entries(modes)) {
    prepare(map);
    const count = counts[mode];
    count.seen += map.grid.flat().filter(cell => cell.explored).length;
    for (const [from, to] of ends) {
      const path = computePath(map, from, to, 1000);
      if (!path) continue;
      count.paths++;
      const passed = path.filter(cell => cell.blocked).length;
      if (passed) count.through++;
      count.most = Math.max(count.most, passed);
    }
    if (mode !== 'all cells explored') continue;
    for (const [from] of ends) {
      const path = computePath(map, from, blocked[random(blocked.length)],
        1000);
      walls++;
      if (path && path[path.length - 1].blocked) into++;
    }
  }
}
console.log(`${pairs} pairs of free cells`);
for (const [mode, { paths, through, most, seen }] of Object.entries(counts)) {
  console.log(`${mode} (${Math.round(seen / size / size)} % of the cells): ` +
    `${paths} paths,`);
  console.log(`  ${through} through walls, ${most} at most`);
}
console.log(`all cells explored: ${into} of ${walls} walls as a goal have a ` +
  'path into them');
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
wglt 0.5.1
1000 pairs of free cells
nothing explored (0 % of the cells): 1000 paths,
  942 through walls, 19 at most
a look from the middle (9 % of the cells): 1000 paths,
  930 through walls, 19 at most
all cells explored (100 % of the cells): 772 paths,
  0 through walls, 0 at most
explored no more (0 % of the cells): 1000 paths,
  942 through walls, 19 at most
all cells explored: 816 of 1000 walls as a goal have a path into them
END
