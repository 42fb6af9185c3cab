#!/usr/bin/env bash
# three-pathfinding 1.3.0 with three 0.170.0 (npm packages)
#
# A good guess: findPath searches with A* and pulls the string, so its paths are
# the shortest ones through the mesh, or nearly so; and the same level in metres
# or in centimetres has the same paths.
#
# The truth: the search counts triangles, and its estimate is the square of the
# distance, in the level's units. So the paths depend on the unit. Where a cell
# is 0.1 wide, the estimate hardly counts, and the paths are good. At 1 it is
# too much: one path in three is longer than a plain search on the cells finds
# it, up to 1.54 times, and nearly all are other ones than at 0.1. At 10 and 100
# the search runs at the goal and into each dead end, and again one path in four
# is another than at 1.
#
# Who minds: who changes the unit of a level, and sees guards take other ways
# round; and who wonders why a unit walks round three sides of a wall.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  three-pathfinding@1.3.0 three@0.170.0 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { BufferGeometry, Float32BufferAttribute, Vector3 } from 'three';
import { Pathfinding } from 'three-pathfinding';
for (const name of ['three-pathfinding', 'three']) {
  console.log(name + ' ' + JSON.parse(
    readFileSync(`node_modules/${name}/package.json`)).version);
}

let state = 7;
function random(below) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return Math.floor((state >>> 8) / 2 ** 24 * below);
}
const width = 24, height = 18;
const free = (map, x, z) => map[z]?.[x] === 0;
function levelOfWalls() { // nine walls, 4 to 12 cells long
  const map = Array.from({ length: height }, () => Array(width).fill(0));
  for (let i = 0; i < 9; i++) {
    const [x, z] = [2 + random(width - 6), 2 + random(height - 6)];
    const across = random(2);
    const length = 4 + random(9);
    for (let k = 0; k < length; k++) {
      if (across && x + k < width) map[z][x + k] = 1;
      if (!across && z + k < height) map[z + k][x] = 1;
    }
  }
  map[0][0] = map[height - 1][width - 1] = 0;
  return map;
}
// Two triangles for each free cell.
function zoneOf(map, cell) {
  const points = [], triangles = [];
  const corner = (x, z) => x + z * (width + 1);
  for (let z = 0; z <= height; z++) {
    for (let x = 0; x <= width; x++) points.push(x * cell, 0, z * cell);
  }
  map.forEach((row, z) => row.forEach((wall, x) => {
    if (wall) return;
    const [a, b, c, d] = [corner(x, z), corner(x + 1, z),
      corner(x + 1, z + 1), corner(x, z + 1)];
    triangles.push(a, d, b, b, d, c);
  }));
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3));
  geometry.setIndex(triangles);
  return Pathfinding.createZone(geometry);
}
// A plain search for the shortest path on the cells, in eight directions.
function onCells(map) {
  const best = Array.from({ length: height }, () =>
    Array(width).fill(Infinity));
  best[0][0] = 0;
  for (let changed = true; changed;) {
    changed = false;
    for (let z = 0; z < height; z++) {
      for (let x = 0; x < width; x++) {
        for (const dz of [-1, 0, 1]) {
          for (const dx of [-1, 0, 1]) {
            const [u, v] = [x + dx, z + dz];
            if (free(map, u, v) && free(map, x, v) && free(map, u, z) &&
              best[z][x] + Math.hypot(dx, dz) < best[v][u] - 1e-9) {
              best[v][u] = best[z][x] + Math.hypot(dx, dz);
              changed = true;
            }
          }
        }
      }
    }
  }
  return best[height - 1][width - 1];
}
function lengthOf(map, cell) {
  const search = new Pathfinding();
  search.setZoneData('level', zoneOf(map, cell));
  const inside = (x, z) => new Vector3((x + 0.3) * cell, 0, (z + 0.4) * cell);
  const from = inside(0, 0);
  const group = search.getGroup('level', from, true);
  const path = search.findPath(from, inside(width - 1, height - 1), 'level',
    group);
  if (!path) return NaN;
  return [from, ...path].reduce((sum, point, i, all) =>
    sum + (i ? point.distanceTo(all[i - 1]) : 0), 0) / cell;
}

const levels = Array.from({ length: 60 }, levelOfWalls)
  .map(map => ({ map, best: onCells(map) }))
  .filter(level => level.best < Infinity);
const first = levels.map(({ map }) => lengthOf(map, 1));
for (const cell of [0.1, 1, 10, 100]) {
  let longer = 0, worst = 1, other = 0, none = 0;
  levels.forEach(({ map, best }, i) => {
    const length = lengthOf(map, cell);
    if (Number.isNaN(length)) none++;
    if (length > 1.01 * best) longer++;
    if (Math.abs(length - first[i]) > 0.01) other++;
    worst = Math.max(worst, length / best || 1);
  });
  console.log(`cells ${cell} wide: ${longer} of ${levels.length} longer, ` +
    `up to ${worst.toFixed(2)} times; ${other} other than at 1; ${none} none`);
}
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
three-pathfinding 1.3.0
three 0.170.0
cells 0.1 wide: 8 of 50 longer, up to 1.08 times; 47 other than at 1; 0 none
cells 1 wide: 17 of 50 longer, up to 1.54 times; 0 other than at 1; 0 none
cells 10 wide: 17 of 50 longer, up to 1.54 times; 15 other than at 1; 0 none
cells 100 wide: 17 of 50 longer, up to 1.54 times; 12 other than at 1; 0 none
END
