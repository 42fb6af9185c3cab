#!/usr/bin/env bash
# ammojs3 0.0.11, @babylonjs/core 9.35.0, cannon-es 0.20.0, jolt-physics 1.1.0,
# @dimforge/rapier3d-compat 0.21.0, three 0.170.0 (npm packages)
#
# A good guess: a grid of heights is one ground. Drawn as a plane of three or a
# ground of Babylon, and handed to a physics engine as a heightfield, it has the
# same height at each point; if the grid points match, so does the rest.
#
# The truth: each cell is two triangles, and there are two ways to cut it. The
# meshes of three and Babylon, Rapier, and Bullet (ammo.js) as long as its flag
# flipQuadEdges is off, cut from -x, +z to +x, -z. cannon-es, which was made for
# three, and Jolt cut from -x, -z to +x, +z. Grid points and the sides between
# them agree. Inside the cells, if heights are random from 0 to 1, a quarter of
# all points are more than 0.1 apart, and some 0.5. An origin in the middle or
# another order of the numbers does not help: only a mirror turns the cut.
#
# Who minds: units that sink into ridges or float over hollows, on some slopes
# and not on others, and whose slopes are walkable for the path and too steep
# for the body. A smooth test terrain hides it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  ammojs3@0.0.11 @babylonjs/core@9.35.0 cannon-es@0.20.0 jolt-physics@1.1.0 \
  @dimforge/rapier3d-compat@0.21.0 three@0.170.0 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Scene } from '@babylonjs/core/scene.js';
import { CreateGround } from
  '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import * as CANNON from 'cannon-es';
import initJolt from 'jolt-physics/wasm-compat';
import RAPIER from '@dimforge/rapier3d-compat';
import * as THREE from 'three';
const Ammo = await createRequire(import.meta.url)('ammojs3/builds/ammo.js')();
const Jolt = await initJolt();
await RAPIER.init();
const lines = [];
for (const name of ['ammojs3', '@babylonjs/core', 'cannon-es', 'jolt-physics',
  '@dimforge/rapier3d-compat', 'three']) {
  const file = readFileSync(`node_modules/${name}/package.json`);
  lines.push(name + ' ' + JSON.parse(file).version);
}

let state = 1;
function random() {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) / 2 ** 24;
}
// Heights from 0 to 1 at 16 x 16 points, from 0, 0 to 15, 15; y is up.
const side = 16, cells = side - 1;
const heights = Array.from({ length: side }, () =>
  Array.from({ length: side }, random));
heights[0][0] = 0; // Bullet puts the middle of the range at the body's place.
heights[0][1] = 1;
const at = (x, z) => heights[x][z];

// Each makes a function that tells the height of the ground at a point.
const grounds = {
  'three, PlaneGeometry': () => {
    const plane = new THREE.PlaneGeometry(cells, cells, cells, cells);
    plane.rotateX(-Math.PI / 2).translate(cells / 2, 0, cells / 2);
    const points = plane.attributes.position;
    for (let i = 0; i < points.count; i++) {
      points.setY(i, at(Math.round(points.getX(i)),
        Math.round(points.getZ(i))));
    }
    const mesh = new THREE.Mesh(plane);
    return (x, z) => new THREE.Raycaster(new THREE.Vector3(x, 5, z),
      new THREE.Vector3(0, -1, 0)).intersectObject(mesh)[0].point.y;
  },
  'Babylon, getHeightAtCoordinates': () => {
    const ground = CreateGround('ground', { width: cells, height: cells,
      subdivisions: cells, updatable: true }, new Scene(new NullEngine()));
    ground.updateMeshPositions(points => {
      for (let i = 0; i < points.length; i += 3) {
        points[i + 1] = at(Math.round(points[i] + cells / 2),
          Math.round(points[i + 2] + cells / 2));
      }
    });
    ground.updateCoordinateHeights();
    return (x, z) =>
      ground.getHeightAtCoordinates(x - cells / 2, z - cells / 2);
  },
  'Rapier, heightfield': () => {
    const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
    world.createCollider(RAPIER.ColliderDesc.heightfield(cells, cells,
      new Float32Array(heights.flat()), { x: cells, y: 1, z: cells })
      .setTranslation(cells / 2, 0, cells / 2));
    world.step();
    return (x, z) => 5 - world.castRay(new RAPIER.Ray({ x, y: 5, z },
      { x: 0, y: -1, z: 0 }), 10, true).timeOfImpact;
  },
  'ammo.js, btHeightfieldTerrainShape': () => {
    const data = Ammo._malloc(4 * side * side);
    for (let x = 0; x < side; x++) {
      for (let z = 0; z < side; z++) {
        Ammo.HEAPF32[(data >> 2) + z * side + x] = at(x, z);
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
    return (x, z) => {
      const from = new Ammo.btVector3(x, 5, z);
      const to = new Ammo.btVector3(x, -5, z);
      const result = new Ammo.ClosestRayResultCallback(from, to);
      world.rayTest(from, to, result);
      return result.get_m_hitPointWorld().y();
    };
  },
  'cannon-es, Heightfield': () => {
    // Its heights point to +z; turned upright, its y becomes -z.
    const rows = heights.map(row => [...row].reverse());
    const body = new CANNON.Body({ mass: 0,
      shape: new CANNON.Heightfield(rows, { elementSize: 1 }),
      position: new CANNON.Vec3(0, 0, cells) });
    body.quaternion.setFromEuler(-Math.PI / 2, 0, 0);
    const world = new CANNON.World();
    world.addBody(body);
    return (x, z) => {
      const result = new CANNON.RaycastResult();
      world.raycastClosest(new CANNON.Vec3(x, 5, z),
        new CANNON.Vec3(x, -5, z), {}, result);
      return result.hitPointWorld.y;
    };
  },
  'Jolt, HeightFieldShape': () => {
    const settings = new Jolt.JoltSettings();
    settings.mMaxWorkerThreads = 0;
    const pairs = new Jolt.ObjectLayerPairFilterTable(1);
    const layers = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
    layers.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = layers;
    settings.mObjectVsBroadPhaseLayerFilter =
      new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
    const system = new Jolt.JoltInterface(settings).GetPhysicsSystem();
    const field = new Jolt.HeightFieldShapeSettings();
    field.mSampleCount = side;
    field.mHeightSamples.resize(side * side);
    const data = Jolt.getPointer(field.mHeightSamples.data()) / 4;
    for (let x = 0; x < side; x++) {
      for (let z = 0; z < side; z++) {
        Jolt.HEAPF32[data + z * side + x] = at(x, z);
      }
    }
    const bodies = system.GetBodyInterface();
    const body = bodies.CreateBody(new Jolt.BodyCreationSettings(
      field.Create().Get(), new Jolt.RVec3(0, 0, 0),
      new Jolt.Quat(0, 0, 0, 1), Jolt.EMotionType_Static, 0));
    bodies.AddBody(body.GetID(), Jolt.EActivation_DontActivate);
    return (x, z) => {
      const ray = new Jolt.RRayCast(new Jolt.RVec3(x, 5, z),
        new Jolt.Vec3(0, -10, 0));
      const result = new Jolt.CastRayClosestHitCollisionCollector();
      system.GetNarrowPhaseQuery().CastRay(ray, new Jolt.RayCastSettings(),
        result, new Jolt.BroadPhaseLayerFilter(), new Jolt.ObjectLayerFilter(),
        new Jolt.BodyFilter(), new Jolt.ShapeFilter());
      return 5 - 10 * result.mHit.mFraction;
    };
  },
};

// The height of the two triangles, cut one way or the other.
function cut(x, z, rising) {
  const column = Math.floor(x), row = Math.floor(z);
  const u = x - column, v = z - row;
  const a = at(column, row), b = at(column + 1, row);
  const c = at(column, row + 1), d = at(column + 1, row + 1);
  if (rising) {
    return u > v ? a + u * (b - a) + v * (d - b) :
      a + v * (c - a) + u * (d - c);
  }
  return u + v < 1 ? a + u * (b - a) + v * (c - a) :
    d + (1 - u) * (c - d) + (1 - v) * (b - d);
}
const points = Array.from({ length: 1000 },
  () => [cells * random(), cells * random()]);
const near = (a, b) => Math.abs(a - b) < 0.01;
lines.push('1000 points: cut from -x, +z to +x, -z, and from -x, -z to +x, +z');
const found = {};
for (const [name, make] of Object.entries(grounds)) {
  const height = make();
  found[name] = points.map(([x, z]) => height(x, z));
  let one = 0, other = 0;
  points.forEach(([x, z], i) => {
    if (near(found[name][i], cut(x, z, false))) one++;
    if (near(found[name][i], cut(x, z, true))) other++;
  });
  lines.push(`${name}: ${one} and ${other}`);
}
const three = found['three, PlaneGeometry'];
for (const [name, here] of Object.entries(found).slice(1)) {
  const apart = here.map((height, i) => Math.abs(height - three[i]));
  lines.push(`three and ${name.split(',')[0]}: ` +
    `${apart.filter(gap => gap > 0.1).length} points more than 0.1 apart, ` +
    `at most ${Math.max(...apart).toFixed(2)}`);
}
console.log(lines.join('\n'));
process.exit();
END
node run.mjs | grep -v '^BJS' | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
ammojs3 0.0.11
@babylonjs/core 9.35.0
cannon-es 0.20.0
jolt-physics 1.1.0
@dimforge/rapier3d-compat 0.21.0
three 0.170.0
1000 points: cut from -x, +z to +x, -z, and from -x, -z to +x, +z
three, PlaneGeometry: 1000 and 188
Babylon, getHeightAtCoordinates: 1000 and 188
Rapier, heightfield: 1000 and 188
ammo.js, btHeightfieldTerrainShape: 1000 and 188
cannon-es, Heightfield: 188 and 1000
Jolt, HeightFieldShape: 188 and 1000
three and Babylon: 0 points more than 0.1 apart, at most 0.00
three and Rapier: 0 points more than 0.1 apart, at most 0.00
three and ammo.js: 0 points more than 0.1 apart, at most 0.00
three and cannon-es: 252 points more than 0.1 apart, at most 0.50
three and Jolt: 250 points more than 0.1 apart, at most 0.50
END
