#!/usr/bin/env bash
# js-quadtree 3.3.6 (npm package)
#
# A good guess: insert of a list puts in each point that is within the bounds,
# and returns false if one was not, as insert of a single point does. A list
# that is given to the constructor goes the same way, as its README says.
#
# The truth: insert stops at the first point that is outside. All after it are
# left out, though they are inside, so how many are in depends on the order of
# the list. The constructor goes on, and so does insert point by point.
#
# Who minds: games that fill the tree with all units in each frame: when one of
# them leaves the map, those behind it in the list can be walked through, and
# nobody sees or hits them.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  js-quadtree@3.3.6 >/dev/null

cat >run.js <<'END'
const { Box, Point, QuadTree } = require('js-quadtree');
const { readFileSync } = require('fs');
const { version } = JSON.parse(
  readFileSync('node_modules/js-quadtree/package.json'));
console.log('js-quadtree ' + version);

// A hundred units on a map of 10 x 10 tiles, and one that has just left it.
const map = new Box(0, 0, 320, 320);
for (const place of [0, 30, 99]) {
  const units = Array.from({ length: 100 }, (_, i) =>
    new Point(i % 10 * 32 + 16, Math.floor(i / 10) * 32 + 16, i));
  units.splice(place, 0, new Point(330, 100, 'outside'));
  const list = new QuadTree(map), single = new QuadTree(map);
  const told = list.insert(units);
  const all = units.filter(unit => single.insert(unit)).length;
  const made = new QuadTree(map, {}, units);
  const found = tree => tree.query(map).length;
  console.log(`behind ${place}: insert ${told}, ${found(list)} in; one by ` +
    `one ${all} true, ${found(single)} in; constructor ${found(made)}`);
}
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
js-quadtree 3.3.6
behind 0: insert false, 0 in; one by one 100 true, 100 in; constructor 100
behind 30: insert false, 30 in; one by one 100 true, 100 in; constructor 100
behind 99: insert false, 99 in; one by one 100 true, 100 in; constructor 100
END
