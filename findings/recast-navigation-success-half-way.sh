#!/usr/bin/env bash
# recast-navigation 0.43.1 (npm packages @recast-navigation/core and generators)
#
# A good guess: computePath answers { success: true, path } when there is a way
# and the path leads to its end, and success is false when there is none.
#
# The truth: success says only that the start and the end each lie near the
# mesh. A way to an island that nothing joins is a "success" whose path stops at
# the shore. So is a way that is too long: the search keeps 256 polygons by
# default, and the path of a long corridor ends in the middle, at the same place
# for every corridor beyond that length. A unit that has walked it stands there
# and has "arrived". What tells is the last point; maxPathPolys and
# maxStraightPathPoints make longer paths whole.
#
# Who minds: mazes and big levels, which work until they grow, and games that
# ask whether a door or a bridge is needed.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @recast-navigation/core@0.43.1 @recast-navigation/generators@0.43.1 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { init, NavMeshQuery } from '@recast-navigation/core';
import { generateSoloNavMesh } from '@recast-navigation/generators';
const { version } = JSON.parse(readFileSync(
  'node_modules/@recast-navigation/core/package.json'));
console.log('recast-navigation ' + version);
await init();

// Floors are rectangles, [x0, z0, x1, z1].
function query(floors) {
  const points = [];
  const triangles = [];
  for (const [x0, z0, x1, z1] of floors) {
    const first = points.length / 3;
    points.push(x0, 0, z0, x1, 0, z0, x1, 0, z1, x0, 0, z1);
    triangles.push(...[0, 2, 1, 0, 3, 2].map(corner => first + corner));
  }
  const { navMesh } = generateSoloNavMesh(points, triangles,
    { cs: 0.25, ch: 0.2, walkableRadius: 1 });
  return new NavMeshQuery(navMesh);
}
function tell(name, search, start, end, options) {
  const { success, path } = search.computePath(start, end, options);
  const last = path[path.length - 1];
  const away = Math.round(Math.hypot(last.x - end.x, last.z - end.z));
  console.log(`${name}: success ${success}, ends ${away} from its end`);
}

const at = (x, z) => ({ x, y: 0, z });
const islands = query([[0, 0, 10, 10], [20, 0, 30, 10]]);
tell('the same island', islands, at(5, 5), at(8, 5));
tell('the other island', islands, at(5, 5), at(25, 5));

// A corridor that winds through a number of rows, joined at their ends in turn.
function corridor(rows) {
  const floors = [];
  for (let row = 0; row < rows; row++) {
    const side = row % 2 ? 0 : 8;
    floors.push([0, row * 4, 10, row * 4 + 2]);
    if (row < rows - 1) floors.push([side, row * 4 + 2, side + 2, row * 4 + 4]);
  }
  return query(floors);
}
for (const rows of [20, 60, 100]) {
  const search = corridor(rows);
  const end = at(1, (rows - 1) * 4 + 1);
  tell(`${rows} rows`, search, at(1, 1), end);
  tell(`${rows} rows, more polygons`, search, at(1, 1), end,
    { maxPathPolys: 4096, maxStraightPathPoints: 4096 });
}
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
recast-navigation 0.43.1
the same island: success true, ends 0 from its end
the other island: success true, ends 16 from its end
20 rows: success true, ends 0 from its end
20 rows, more polygons: success true, ends 0 from its end
60 rows: success true, ends 100 from its end
60 rows, more polygons: success true, ends 0 from its end
100 rows: success true, ends 260 from its end
100 rows, more polygons: success true, ends 0 from its end
END
