#!/usr/bin/env bash
# @turf/shortest-path 7.4.0 (npm package)
#
# A good guess: shortestPath goes round its obstacles, as its manual says. It
# searches a grid, so the path has bends that it need not have, and a goal that
# walls shut in has no path: null, an empty line, or an error.
#
# The truth: without a way, the answer is a line of two points, from the start
# to the goal through every wall, as it is on free ground. So it is if the grid
# is so coarse that it finds none: in a town, with the default of 100 kilometres
# between its points, always. A path that is found cuts the corners of what it
# passes, since only the points of the grid are tested: in the manual's own
# example, 8 % of it lie in the obstacle. A goal in an obstacle is reached.
#
# Who minds: boats and units on maps of GeoJSON. A test whether a path came back
# is no test whether there is a way; one must look for walls on the line.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @turf/shortest-path@7.4.0 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { shortestPath } from '@turf/shortest-path';
const { version } = JSON.parse(readFileSync(
  'node_modules/@turf/shortest-path/package.json'));
console.log('@turf/shortest-path ' + version);

// Walls are rectangles, [west, south, east, north], in degrees.
const feature = ([w, s, e, n]) => ({ type: 'Feature', properties: {},
  geometry: { type: 'Polygon',
    coordinates: [[[w, s], [e, s], [e, n], [w, n], [w, s]]] } });
const inside = (walls, x, y) =>
  walls.some(([w, s, e, n]) => x > w && x < e && y > s && y < n);

function tell(name, start, end, walls, resolution) {
  const obstacles = { type: 'FeatureCollection',
    features: walls.map(feature) };
  const line = shortestPath(start, end,
    resolution ? { obstacles, resolution } : { obstacles }
  ).geometry.coordinates;
  let all = 0, walled = 0;
  for (let i = 1; i < line.length; i++) {
    const [[x0, y0], [x1, y1]] = [line[i - 1], line[i]];
    const length = Math.hypot(x1 - x0, y1 - y0);
    for (let k = 0.5; k < 1000; k++) {
      all += length;
      if (inside(walls, x0 + (x1 - x0) * k / 1000, y0 + (y1 - y0) * k / 1000)) {
        walled += length;
      }
    }
  }
  console.log(`${name}, ${resolution ?? 'default'}: ${line.length} points, ` +
    `${Math.round(100 * walled / all)} % in walls`);
}

const around = [[-4, -4, 4, -3], [-4, 3, 4, 4], [-4, -4, -3, 4]];
tell('free ground', [-8, 0], [0, 0], [[20, 20, 21, 21]], 50);
tell('shut in', [-8, 0], [0, 0], [...around, [3, -4, 4, 4]], 50);
tell('with a door', [-8, 0], [0, 0],
  [...around, [3, -4, 4, -1], [3, 1, 4, 4]], 50);
tell('goal in a wall', [-8, 0], [2, 0], [[0, -2, 4, 2]], 20);
for (const resolution of [200, 100, 50, 20]) {
  tell("the manual's example", [-5, -6], [9, -6], [[0, -7, 5, -3]], resolution);
}
const house = [[0.002, -0.005, 0.004, 0.005]];
tell('a house in a town', [0, 0], [0.008, 0], house);
tell('a house in a town', [0, 0], [0.008, 0], house, 0.1);
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
@turf/shortest-path 7.4.0
free ground, 50: 4 points, 0 % in walls
shut in, 50: 2 points, 13 % in walls
with a door, 50: 12 points, 2 % in walls
goal in a wall, 20: 4 points, 20 % in walls
the manual's example, 200: 2 points, 36 % in walls
the manual's example, 100: 8 points, 8 % in walls
the manual's example, 50: 10 points, 0 % in walls
the manual's example, 20: 12 points, 0 % in walls
a house in a town, default: 2 points, 25 % in walls
a house in a town, 0.1: 9 points, 5 % in walls
END
