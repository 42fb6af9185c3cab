#!/usr/bin/env bash
# @dimforge/rapier2d-compat 0.21.0, beside planck 1.5.0 (npm packages)
#
# A good guess: what slides over a row of square colliders catches at the seams,
# as in all such engines, and a floor in one piece mends it, as a chain does in
# Box2D. In Rapier that is a polyline, a heightfield, or a compound of the tiles
# with FIX_INTERNAL_EDGES, a flag for bodies that catch at the cut between two
# parts. Or else a ball or a capsule is taken: round shapes glide.
#
# The truth: each point of a polyline or heightfield is such a seam, though the
# floor is flat: boxes stop as they do on single tiles. Round shapes never stop,
# but each is slowed, hops, and has less than half of its speed after five
# seconds of coasting. The compound's flag lets the round ones glide; boxes stop
# as before. All glide on a polyline with the flag ORIENTED, on voxels, and on a
# polyline that has points at its corners only; and on planck's chain.
#
# Who minds: maps whose walls are made of tiles, and tools that trace outlines
# and put a point at each tile, as it does no harm in Box2D.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @dimforge/rapier2d-compat@0.21.0 planck@1.5.0 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import rapier from '@dimforge/rapier2d-compat';
import planck from 'planck';
const { warn } = console;
console.warn = () => {}; // of a way to start that Rapier itself takes
await rapier.init();
console.warn = warn;

// A floor 80 tiles long. Its surface is at height 0, its left end at 0.
const length = 80, { ColliderDesc, RigidBodyDesc } = rapier;
const each = make => Array.from({ length: length + 1 }, (_, x) => make(x));
const points = new Float32Array(each(x => [x, 0]).flat());
const compound = flags => ColliderDesc.compound(
  each(() => new rapier.Cuboid(0.5, 0.5)),
  each(x => ({ x: x + 0.5, y: -0.5 })), each(() => 0), flags);
const floors = {
  rapier: {
    'tiles': () => each(x =>
      ColliderDesc.cuboid(0.5, 0.5).setTranslation(x + 0.5, -0.5)),
    'polyline': () => [ColliderDesc.polyline(points)],
    'polyline, ORIENTED': () => [ColliderDesc.polyline(points, null,
      rapier.PolylineFlags.ORIENTED)],
    'heightfield': () => [ColliderDesc.heightfield(
      new Float32Array(length + 1), { x: length, y: 1 })
      .setTranslation(length / 2, 0)],
    'compound': () => [compound()],
    'compound, FIX_INTERNAL_EDGES': () => [compound(
      rapier.CompoundFlags.FIX_INTERNAL_EDGES)],
    'voxels': () => [ColliderDesc.voxels(
      new Int32Array(each(x => [x, -1]).flat()), { x: 1, y: 1 })],
    'polyline of two points': () => [ColliderDesc.polyline(
      new Float32Array([0, 0, length, 0]))],
  },
  planck: {
    'tiles': () => each(x =>
      new planck.Box(0.5, 0.5, { x: x + 0.5, y: -0.5 }, 0)),
    'chain': () => [new planck.Chain(each(x => ({ x, y: 0 })).reverse())],
  },
};
const shapes = {
  box: { rapier: () => ColliderDesc.cuboid(0.4, 0.4),
    planck: () => [new planck.Box(0.4, 0.4)] },
  ball: { rapier: () => ColliderDesc.ball(0.4),
    planck: () => [new planck.Circle(0.4)] },
  capsule: { rapier: () => ColliderDesc.capsule(0.2, 0.2),
    planck: () => [new planck.Circle({ x: 0, y: 0.2 }, 0.2),
      new planck.Circle({ x: 0, y: -0.2 }, 0.2)] },
};
// Either a body falls on the floor and coasts, or it is steered at each step,
// along the floor and into it. Nothing has friction.
const worlds = {
  rapier(floor, shape, gravity, x, y) {
    const world = new rapier.World({ x: 0, y: gravity });
    for (const part of floors.rapier[floor]()) {
      world.createCollider(part.setFriction(0));
    }
    const body = world.createRigidBody(
      RigidBodyDesc.dynamic().setTranslation(x, y).lockRotations());
    world.createCollider(shapes[shape].rapier().setFriction(0), body);
    return { steer: (u, v) => body.setLinvel({ x: u, y: v }, true),
      step: () => world.step(), place: () => body.translation().x,
      speed: () => body.linvel().x, free: () => world.free() };
  },
  planck(floor, shape, gravity, x, y) {
    const world = new planck.World({ x: 0, y: gravity });
    const ground = world.createBody();
    for (const part of floors.planck[floor]()) {
      ground.createFixture(part, { friction: 0 });
    }
    const body = world.createBody({ type: 'dynamic', position: { x, y },
      fixedRotation: true });
    for (const part of shapes[shape].planck()) {
      body.createFixture(part, { friction: 0, density: 1 });
    }
    return { steer: (u, v) => body.setLinearVelocity({ x: u, y: v }),
      step: () => world.step(1 / 60), place: () => body.getPosition().x,
      speed: () => body.getLinearVelocity().x, free: () => {} };
  },
};

let state;
function random() {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) / 2 ** 24;
}
const walks = 40;
for (const [engine, make] of Object.entries(worlds)) {
  const name = engine === 'rapier' ? '@dimforge/rapier2d-compat' : engine;
  console.log(name + ' ' + JSON.parse(
    readFileSync(`node_modules/${name}/package.json`)).version);
  for (const floor of Object.keys(floors[engine])) {
    const line = [];
    for (const shape of Object.keys(shapes)) {
      let slowed = 0, stopped = 0, left = 0;
      state = 1;
      for (let i = 0; i < 2 * walks; i++) {
        const coasts = i < walks, speed = 3 + 7 * random();
        const world = make(floor, shape, coasts ? -10 : 0,
          1.5 + random(), 0.4 + (coasts ? random() : 0));
        let slowest = speed;
        world.steer(speed, 0);
        for (let step = 0; step < 300 && world.place() < length - 3; step++) {
          if (!coasts) world.steer(speed, -speed);
          world.step();
          slowest = Math.min(slowest, world.speed());
        }
        if (slowest < 0.95 * speed) slowed++;
        if (slowest < 0.05 * speed) stopped++;
        if (coasts) left += world.speed() / speed / walks;
        world.free();
      }
      line.push(`${shape} ${slowed} ${stopped} ${Math.round(left * 100)} %`);
    }
    console.log(`  ${floor}: ${line.join(', ')}`);
  }
}
console.log(`slowed and stopped of ${2 * walks}, speed left after coasting`);
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
@dimforge/rapier2d-compat 0.21.0
  tiles: box 76 76 5 %, ball 80 0 45 %, capsule 80 0 30 %
  polyline: box 76 76 5 %, ball 80 0 47 %, capsule 80 0 35 %
  polyline, ORIENTED: box 0 0 100 %, ball 0 0 100 %, capsule 0 0 100 %
  heightfield: box 76 76 5 %, ball 80 0 47 %, capsule 80 0 35 %
  compound: box 76 76 5 %, ball 80 0 47 %, capsule 80 0 34 %
  compound, FIX_INTERNAL_EDGES: box 76 76 5 %, ball 0 0 100 %, capsule 0 0 100 %
  voxels: box 0 0 100 %, ball 0 0 100 %, capsule 0 0 100 %
  polyline of two points: box 0 0 100 %, ball 0 0 100 %, capsule 0 0 100 %
planck 1.5.0
  tiles: box 61 61 30 %, ball 71 0 92 %, capsule 79 0 88 %
  chain: box 0 0 100 %, ball 0 0 100 %, capsule 0 0 100 %
slowed and stopped of 80, speed left after coasting
END
