#!/usr/bin/env bash
# cannon-es 0.20.0, @dimforge/rapier3d-compat 0.21.0, beside ammojs3 0.0.11 and
# three 0.170.0 (npm packages)
#
# A good guess: a heightfield has no holes, so a ray straight down hits it
# wherever it is above it, as in Bullet (ammo.js) and on a mesh of three. Or if
# rounding opens a crack somewhere, one ray in thousands falls in.
#
# The truth: Rapier has no ground at its own grid points, unless their number is
# lucky. With 10, 15 or 20 cells to a side, two thirds of all rays at grid
# points find nothing, and two in five of those in the middle of a cell's side.
# With 16 and 64 all hit. In cannon-es, with any number, a third of the rays at
# grid points find nothing, one in six at a side, and one in fifteen in the
# middle of a cell, where its two triangles meet. Moved by a hundredth of a cell
# in x and two in z, all rays hit, and a ball that Rapier casts hits always.
#
# Who minds: grids of units, trees and towns, which stand just there: they are
# put at height 0, or fall for ever, and a ground test says they are in the air.
# A test with random points, or with 16 cells, finds nothing wrong.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  ammojs3@0.0.11 cannon-es@0.20.0 @dimforge/rapier3d-compat@0.21.0 \
  three@0.170.0 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as CANNON from 'cannon-es';
import RAPIER from '@dimforge/rapier3d-compat';
import * as THREE from 'three';
const Ammo = await createRequire(import.meta.url)('ammojs3/builds/ammo.js')();
await RAPIER.init();
for (const name of ['cannon-es', '@dimforge/rapier3d-compat', 'ammojs3',
  'three']) {
  const file = readFileSync(`node_modules/${name}/package.json`);
  console.log(name + ' ' + JSON.parse(file).version);
}

let state = 1;
function random() {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) / 2 ** 24;
}
// Each puts heights, y, at whole numbers of x and z from 0, and makes a
// function that tells whether there is ground below a point.
const grounds = {
  'three': (heights, cells) => {
    const plane = new THREE.PlaneGeometry(cells, cells, cells, cells);
    plane.rotateX(-Math.PI / 2).translate(cells / 2, 0, cells / 2);
    const points = plane.attributes.position;
    for (let i = 0; i < points.count; i++) {
      points.setY(i, heights[Math.round(points.getX(i))][
        Math.round(points.getZ(i))]);
    }
    const mesh = new THREE.Mesh(plane);
    return (x, z) => new THREE.Raycaster(new THREE.Vector3(x, 5, z),
      new THREE.Vector3(0, -1, 0)).intersectObject(mesh).length > 0;
  },
  'ammo.js': (heights, cells) => {
    const side = cells + 1, data = Ammo._malloc(4 * side * side);
    for (let x = 0; x < side; x++) {
      for (let z = 0; z < side; z++) {
        Ammo.HEAPF32[(data >> 2) + z * side + x] = heights[x][z];
      }
    }
    const shape = new Ammo.btHeightfieldTerrainShape(side, side, data, 1, 0, 1,
      1, 'PHY_FLOAT', false);
    const config = new Ammo.btDefaultCollisionConfiguration();
    const world = new Ammo.btDiscreteDynamicsWorld(
      new Ammo.btCollisionDispatcher(config), new Ammo.btDbvtBroadphase(),
      new Ammo.btSequentialImpulseConstraintSolver(), config);
    const place = new Ammo.btTransform();
    place.setIdentity();
    place.setOrigin(new Ammo.btVector3(cells / 2, 0.5, cells / 2));
    world.addRigidBody(new Ammo.btRigidBody(
      new Ammo.btRigidBodyConstructionInfo(0,
        new Ammo.btDefaultMotionState(place), shape,
        new Ammo.btVector3(0, 0, 0))));
    const from = new Ammo.btVector3(0, 0, 0), to = new Ammo.btVector3(0, 0, 0);
    return (x, z) => {
      from.setValue(x, 5, z);
      to.setValue(x, -5, z);
      const result = new Ammo.ClosestRayResultCallback(from, to);
      world.rayTest(from, to, result);
      const hit = result.hasHit();
      Ammo.destroy(result);
      return hit;
    };
  },
  'Rapier': (heights, cells, ball) => {
    const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
    world.createCollider(RAPIER.ColliderDesc.heightfield(cells, cells,
      new Float32Array(heights.flat()), { x: cells, y: 1, z: cells })
      .setTranslation(cells / 2, 0, cells / 2));
    world.step();
    const down = { x: 0, y: -1, z: 0 };
    if (ball) {
      return (x, z) => world.castShape({ x, y: 5, z },
        { x: 0, y: 0, z: 0, w: 1 }, down, new RAPIER.Ball(0.1), 0, 10,
        true) !== null;
    }
    return (x, z) =>
      world.castRay(new RAPIER.Ray({ x, y: 5, z }, down), 10, true) !== null;
  },
  'cannon-es': (heights, cells) => {
    // Its heights point to +z; turned upright, its y becomes -z.
    const body = new CANNON.Body({ mass: 0, shape: new CANNON.Heightfield(
      heights.map(row => [...row].reverse()), { elementSize: 1 }),
    position: new CANNON.Vec3(0, 0, cells) });
    body.quaternion.setFromEuler(-Math.PI / 2, 0, 0);
    const world = new CANNON.World();
    world.addBody(body);
    return (x, z) => {
      const result = new CANNON.RaycastResult();
      world.raycastClosest(new CANNON.Vec3(x, 5, z),
        new CANNON.Vec3(x, -5, z), {}, result);
      return result.hasHit;
    };
  },
};
grounds['Rapier, a ball'] = (heights, cells) =>
  grounds['Rapier'](heights, cells, true);

const places = { 'grid points': [0, 0], 'sides': [0.5, 0],
  'middles': [0.5, 0.5], 'moved': [0.01, 0.02] };
for (const cells of [10, 15, 16, 20, 64]) {
  const heights = Array.from({ length: cells + 1 }, () =>
    Array.from({ length: cells + 1 }, random));
  heights[0][0] = 0; // Bullet puts the middle of the range at the body's place.
  heights[0][1] = 1;
  const count = (cells - 1) ** 2; // Those on the rim are left out.
  console.log(`${cells} x ${cells} cells, ${count} rays each, no ground:`);
  for (const [name, make] of Object.entries(grounds)) {
    const hit = make(heights, cells);
    const missed = Object.entries(places).map(([place, [dx, dz]]) => {
      let misses = 0;
      for (let x = 1; x < cells; x++) {
        for (let z = 1; z < cells; z++) if (!hit(x + dx, z + dz)) misses++;
      }
      return `${place} ${misses}`;
    });
    console.log(`  ${name}: ${missed.join(', ')}`);
  }
}
process.exit();
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
cannon-es 0.20.0
@dimforge/rapier3d-compat 0.21.0
ammojs3 0.0.11
three 0.170.0
10 x 10 cells, 81 rays each, no ground:
  three: grid points 0, sides 0, middles 0, moved 0
  ammo.js: grid points 0, sides 0, middles 0, moved 0
  Rapier: grid points 56, sides 36, middles 0, moved 0
  cannon-es: grid points 32, sides 21, middles 7, moved 0
  Rapier, a ball: grid points 0, sides 0, middles 0, moved 0
15 x 15 cells, 196 rays each, no ground:
  three: grid points 0, sides 0, middles 0, moved 0
  ammo.js: grid points 0, sides 0, middles 0, moved 0
  Rapier: grid points 132, sides 84, middles 0, moved 0
  cannon-es: grid points 75, sides 44, middles 16, moved 0
  Rapier, a ball: grid points 0, sides 0, middles 0, moved 0
16 x 16 cells, 225 rays each, no ground:
  three: grid points 0, sides 0, middles 0, moved 0
  ammo.js: grid points 0, sides 0, middles 0, moved 0
  Rapier: grid points 0, sides 0, middles 0, moved 0
  cannon-es: grid points 79, sides 56, middles 12, moved 0
  Rapier, a ball: grid points 0, sides 0, middles 0, moved 0
20 x 20 cells, 361 rays each, no ground:
  three: grid points 0, sides 0, middles 0, moved 0
  ammo.js: grid points 0, sides 0, middles 0, moved 0
  Rapier: grid points 217, sides 133, middles 0, moved 0
  cannon-es: grid points 102, sides 71, middles 18, moved 0
  Rapier, a ball: grid points 0, sides 0, middles 0, moved 0
64 x 64 cells, 3969 rays each, no ground:
  three: grid points 0, sides 0, middles 0, moved 0
  ammo.js: grid points 0, sides 0, middles 0, moved 0
  Rapier: grid points 0, sides 0, middles 0, moved 0
  cannon-es: grid points 1147, sides 540, middles 208, moved 0
  Rapier, a ball: grid points 0, sides 0, middles 0, moved 0
END
