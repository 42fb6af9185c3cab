#!/usr/bin/env bash
# easystarjs 0.4.4 (npm package)
#
# A good guess: avoidAdditionalPoint makes a cell a wall until it is taken back,
# as its comment says: avoided "regardless of whether or not it is an acceptable
# tile". With disableCornerCutting no diagonal step passes its corner, so it is
# the same whether a crate is written into the grid or avoided.
#
# The truth: no path enters an avoided cell, but for corners it is open ground.
# Where a quarter of all cells is avoided, nine paths in ten pass the corner of
# such a cell, and four in ten go between two that touch; one pair in twenty has
# a path only that way. If the same cells are walls in the grid, no path does
# so, nor if each has setDirectionalCondition(x, y, []). With directions in that
# list, a cell is a wall for corners to those who could not enter it from where
# they stand. So on open ground, beside one cell that is entered from above, a
# step is a diagonal there, and two straight steps back.
#
# Who minds: games that avoid the cells on which units stand. Big sprites walk
# through each other, and through a line of guards who stand corner to corner.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  easystarjs@0.4.4 >/dev/null

cat >run.js <<'END'
const EasyStar = require('easystarjs');
console.log('easystarjs ' + require('easystarjs/package.json').version);

let state = 1;
function random(below) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return Math.floor((state >>> 8) / 2 ** 24 * below);
}
const size = 16;
const open = () => Array.from({ length: size }, () => Array(size).fill(0));
function finder(grid) {
  const star = new EasyStar.js();
  star.setGrid(grid);
  star.setAcceptableTiles([0]);
  star.enableDiagonals();
  star.disableCornerCutting();
  star.enableSync();
  return star;
}
function find(star, from, to) {
  let found;
  star.findPath(from.x, from.y, to.x, to.y, path => found = path);
  star.calculate();
  return found;
}
// How many of the two cells beside each diagonal step are taken, at most.
function corners(path, taken) {
  let most = 0;
  for (let i = 1; i < path.length; i++) {
    const a = path[i - 1], b = path[i];
    if (a.x === b.x || a.y === b.y) continue;
    most = Math.max(most, taken[a.y][b.x] + taken[b.y][a.x]);
  }
  return most;
}

const ways = {
  'walls in the grid': (star, grid, x, y) => { grid[y][x] = 1; },
  'avoided points': (star, grid, x, y) => star.avoidAdditionalPoint(x, y),
  'cells with no direction': (star, grid, x, y) =>
    star.setDirectionalCondition(x, y, []),
};
const counts = {};
for (const way of Object.keys(ways)) {
  counts[way] = { entered: 0, paths: 0, past: 0, between: 0 };
}
let pairs = 0;
for (let map = 0; map < 100; map++) {
  const taken = open(), free = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (random(4) === 0) taken[y][x] = 1;
      else free.push({ x, y });
    }
  }
  const ends = Array.from({ length: 10 }, () =>
    [free[random(free.length)], free[random(free.length)]])
    .filter(([from, to]) => from !== to);
  pairs += ends.length;
  for (const [way, take] of Object.entries(ways)) {
    const grid = open(), star = finder(grid), count = counts[way];
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) if (taken[y][x]) take(star, grid, x, y);
    }
    for (const [from, to] of ends) {
      const path = find(star, from, to);
      if (!path) continue;
      count.paths++;
      if (path.some(({ x, y }) => taken[y][x])) count.entered++;
      const most = corners(path, taken);
      if (most > 0) count.past++;
      if (most > 1) count.between++;
    }
  }
}
console.log(`${pairs} pairs of cells, no cutting of corners`);
for (const [way, { entered, paths, past, between }] of Object.entries(counts)) {
  console.log(`${way}: ${paths} paths, ${entered} enter, ` +
    `${past} past a corner, ${between} between two`);
}
const ledge = finder(open());
ledge.setDirectionalCondition(5, 5, [EasyStar.TOP]);
const above = { x: 5, y: 4 }, beside = { x: 4, y: 5 };
console.log('beside a cell that is entered from above: ' +
  `${find(ledge, above, beside).length - 1} step down, ` +
  `${find(ledge, beside, above).length - 1} up`);
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
easystarjs 0.4.4
994 pairs of cells, no cutting of corners
walls in the grid: 938 paths, 0 enter, 0 past a corner, 0 between two
avoided points: 993 paths, 0 enter, 885 past a corner, 435 between two
cells with no direction: 938 paths, 0 enter, 0 past a corner, 0 between two
beside a cell that is entered from above: 1 step down, 2 up
END
