#!/usr/bin/env bash
# recast-navigation 0.43.1 (npm packages @recast-navigation/core and generators)
#
# A good guess: an agent of a Crowd crosses an off-mesh connection (a jump, a
# ladder, a ferry) at its maxSpeed at most, as the search for the path counts
# its length like that of a floor. velocity() tells how fast it moves, and two
# agents do not walk through each other.
#
# The truth: the crowd moves it across by itself, at 2.35 times its maxSpeed,
# however long the connection is. velocity() is 0, 0, 0 all the while. Two
# agents that cross from both ends pass through each other. On a floor of the
# same length they keep to maxSpeed, and clear of each other.
#
# Who minds: walking animations that play by velocity() and freeze there;
# replays and servers that allow maxSpeed only; levels where the ferry was to be
# slower than the bridge.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @recast-navigation/core@0.43.1 @recast-navigation/generators@0.43.1 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { init, Crowd } from '@recast-navigation/core';
import { generateSoloNavMesh } from '@recast-navigation/generators';
const { version } = JSON.parse(readFileSync(
  'node_modules/@recast-navigation/core/package.json'));
console.log('recast-navigation ' + version);
await init();

const at = (x, z) => ({ x, y: 0, z });
// Two floors, each 10 x 10, with a gap between them; in the gap lies a floor as
// well, or a connection crosses it.
function level(gap, walk) {
  const points = [];
  const triangles = [];
  const floors = walk ? [[0, 20 + gap]] : [[0, 10], [10 + gap, 20 + gap]];
  for (const [x0, x1] of floors) {
    const first = points.length / 3;
    points.push(x0, 0, 0, x1, 0, 0, x1, 0, 10, x0, 0, 10);
    triangles.push(...[0, 2, 1, 0, 3, 2].map(corner => first + corner));
  }
  return generateSoloNavMesh(points, triangles, { cs: 0.2, ch: 0.2,
    walkableRadius: 2, offMeshConnections: walk ? [] : [{ radius: 0.5,
      startPosition: at(9, 5), endPosition: at(11 + gap, 5),
      bidirectional: true }] }).navMesh;
}
const radius = 0.4;
function tell(gap, walk, maxSpeed) {
  const crowd = new Crowd(level(gap, walk),
    { maxAgents: 2, maxAgentRadius: radius });
  const agent = x => crowd.addAgent(at(x, 5),
    { radius, height: 1, maxSpeed, maxAcceleration: 20 });
  const [one, two] = [agent(4), agent(16 + gap)];
  one.requestMoveTarget(at(16 + gap, 5));
  two.requestMoveTarget(at(4, 5));
  let fastest = 0, told = 0, apart = Infinity, last = one.position();
  for (let frame = 0; frame < 3000; frame++) {
    crowd.update(1 / 60);
    const [here, there] = [one.position(), two.position()];
    apart = Math.min(apart, Math.hypot(here.x - there.x, here.z - there.z));
    if (here.x > 10 && here.x < 10 + gap) { // in the gap
      const { x, z } = one.velocity();
      told = Math.max(told, Math.hypot(x, z));
      fastest = Math.max(fastest,
        60 * Math.hypot(here.x - last.x, here.z - last.z));
    }
    last = here;
  }
  const there = last.x > 15 + gap ? 'arrives' : 'does not arrive';
  console.log(`${walk ? 'floor' : 'connection'} of ${gap}, maxSpeed ` +
    `${maxSpeed}: ${fastest.toFixed(2)}, velocity() ${told.toFixed(2)}, ` +
    (apart < radius / 2 ? 'through each other' :
      apart > 1.8 * radius ? 'clear of each other' : 'too near') +
    `, ${there}`);
}
for (const gap of [6, 12, 24]) {
  for (const maxSpeed of [1, 2, 4]) tell(gap, false, maxSpeed);
}
for (const maxSpeed of [1, 2, 4]) tell(12, true, maxSpeed);
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
recast-navigation 0.43.1
connection of 6, maxSpeed 1: 2.35, velocity() 0.00, through each other, arrives
connection of 6, maxSpeed 2: 4.71, velocity() 0.00, through each other, arrives
connection of 6, maxSpeed 4: 9.41, velocity() 0.00, through each other, arrives
connection of 12, maxSpeed 1: 2.35, velocity() 0.00, through each other, arrives
connection of 12, maxSpeed 2: 4.71, velocity() 0.00, through each other, arrives
connection of 12, maxSpeed 4: 9.41, velocity() 0.00, through each other, arrives
connection of 24, maxSpeed 1: 2.35, velocity() 0.00, through each other, arrives
connection of 24, maxSpeed 2: 4.71, velocity() 0.00, through each other, arrives
connection of 24, maxSpeed 4: 9.41, velocity() 0.00, through each other, arrives
floor of 12, maxSpeed 1: 1.00, velocity() 1.00, clear of each other, arrives
floor of 12, maxSpeed 2: 2.00, velocity() 2.00, clear of each other, arrives
floor of 12, maxSpeed 4: 4.00, velocity() 4.00, clear of each other, arrives
END
