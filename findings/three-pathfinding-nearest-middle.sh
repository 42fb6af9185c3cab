#!/usr/bin/env bash
# three-pathfinding 1.3.0 with three 0.170.0 (npm packages)
#
# A good guess: getGroup(zone, position), as its README calls it before each
# search, is the connected part of the mesh on which the position stands.
#
# The truth: it is the part whose triangle has the nearest middle, and only
# middles less than 50 units away count. A big floor of two triangles has its
# middles far from most of its points: beside a small platform a unit on the
# floor "is" on the platform, and findPath from there is null; in a corner there
# is no group at all. With true as a third argument, which those examples leave
# out, the triangle below decides.
#
# Who minds: levels with few large triangles, as merging in a modeller makes
# them, and tables, crates or balconies that have walkable tops.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  three@0.170.0 three-pathfinding@1.3.0 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { BufferGeometry, Float32BufferAttribute, REVISION, Vector3 } from
  'three';
import { Pathfinding } from 'three-pathfinding';
const { version } = JSON.parse(readFileSync(
  'node_modules/three-pathfinding/package.json'));
console.log(`three-pathfinding ${version}, three ${REVISION}`);

// A floor of 100 x 100 in two triangles, and the top of a crate, 4 x 4, at a
// height of 3. Nothing joins them.
function square(x, y, z, size) {
  return [x, y, z, x + size, y, z, x + size, y, z + size, x, y, z + size];
}
const geometry = new BufferGeometry();
geometry.setAttribute('position', new Float32BufferAttribute(
  [...square(0, 0, 0, 100), ...square(40, 3, 10, 4)], 3));
geometry.setIndex([0, 2, 1, 0, 3, 2, 4, 6, 5, 4, 7, 6]);
const search = new Pathfinding();
const zone = Pathfinding.createZone(geometry);
search.setZoneData('level', zone);
const names = zone.groups.map(group =>
  group[0].centroid.y > 1 ? 'crate' : 'floor');
const named = group => group === null ? 'none' : names[group];

const goal = new Vector3(90, 0, 90);
for (const place of [[50, 0, 60], [30, 0, 8], [5, 0, 5], [95, 0, 95],
  [42, 3, 12]]) {
  const at = new Vector3(...place);
  const group = search.getGroup('level', at);
  const path = group === null ? null
    : search.findPath(at, goal, 'level', group);
  const below = search.getGroup('level', at, true);
  const path2 = search.findPath(at, goal, 'level', below);
  console.log(`${place.join(', ')}: group ${named(group)}, ` +
    `path ${path ? 'found' : 'null'}; with true: ${named(below)}, ` +
    `path ${path2 ? 'found' : 'null'}`);
}
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
three-pathfinding 1.3.0, three 170
50, 0, 60: group floor, path found; with true: floor, path found
30, 0, 8: group crate, path null; with true: floor, path found
5, 0, 5: group crate, path null; with true: floor, path found
95, 0, 95: group none, path null; with true: floor, path found
42, 3, 12: group crate, path null; with true: crate, path null
END
