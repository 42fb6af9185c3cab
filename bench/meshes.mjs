// The paths of libraries for meshes of triangles and polygons, for meshes.lua:
//
//   node meshes.mjs MAPS    in a folder with the packages
//
// A line of MAPS is a world, rectangles `left top right bottom`, and behind a `;`
// its queries, four numbers each. For each library there is a line `# name,
// version, mesh, slack`, and a line for each query: the points of the path, or
// nothing. `slack` is by how much the library rounds borders.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const SIDE = 20;
const require = createRequire(import.meta.url);

const fours = (text) => {
  const numbers = text.trim().split(" ").map(Number);
  return numbers.flatMap((_, i) => (i % 4 ? [] : [numbers.slice(i, i + 4)]));
};
const worlds = fs.readFileSync(process.argv[2], "utf8").trim().split("\n")
  .map((line) => line.split(";")).map(([boxes, queries]) => ({
    boxes: fours(boxes), queries: fours(queries) }));

// The free cells of a world, [x, y] of their corners.
function cells({ boxes }) {
  const list = [];
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    if (!boxes.some(([left, top, right, bottom]) => x >= left && x < right
      && y >= top && y < bottom)) list.push([x, y]);
  }
  return list;
}

const out = [];

// build(world) -> mesh; find(mesh, x1, y1, x2, y2) -> a list of [x, y], or nothing
function ask(name, mesh, slack, build, find) {
  const file = path.join("node_modules", name, "package.json");
  const { version } = JSON.parse(fs.readFileSync(file, "utf8"));
  out.push(`# ${[name, version, mesh, slack].join("|")}`);
  for (const world of worlds) {
    const built = build(world);
    for (const query of world.queries) {
      out.push((find(built, ...query) || []).map((point) => point.join(" "))
        .join(" "));
    }
  }
}

// ---- three-pathfinding ---------------------------------------------------------

const three = await import("three");
const { Pathfinding } = await import("three-pathfinding");

ask("three-pathfinding", "triangles of tiles", 1e-3, (world) => {
  const corners = cells(world).flatMap(([x, y]) => [x, 0, y, x, 0, y + 1, x + 1,
    0, y + 1, x, 0, y, x + 1, 0, y + 1, x + 1, 0, y]);
  const geometry = new three.BufferGeometry();
  geometry.setAttribute("position",
    new three.BufferAttribute(new Float32Array(corners), 3));
  const finder = new Pathfinding();
  finder.setZoneData("zone", Pathfinding.createZone(geometry));
  return finder;
}, (finder, x1, y1, x2, y2) => {
  const [from, to] = [new three.Vector3(x1, 0, y1), new three.Vector3(x2, 0, y2)];
  const found = finder.findPath(from, to, "zone", finder.getGroup("zone", from));
  return found && [[x1, y1], ...found.map(({ x, z }) => [x, z])];
});

// ---- nav2d: its file is CommonJS under the name of a module ----------------------

const folder = "./node_modules/nav2d/dist/";
fs.copyFileSync(`${folder}nav2d.min.js`, `${folder}nav2d.cjs`);
const { NavMesh } = require(`${folder}nav2d.cjs`);

ask("nav2d", "squares of tiles", 0, (world) => new NavMesh(cells(world).map(
  ([x, y]) => [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]])),
(mesh, x1, y1, x2, y2) => {
  const found = mesh.findPath([x1, y1], [x2, y2]);
  return found && found.map(({ x, y }) => [x, y]);
});

// ---- Yuka ------------------------------------------------------------------------

const yuka = await import("yuka");

for (const merge of [true, false]) {
  ask("yuka", merge ? "as it comes" : "squares of tiles", 0, (world) => {
    const mesh = new yuka.NavMesh();
    mesh.mergeConvexRegions = merge;
    return mesh.fromPolygons(cells(world).map(([x, y]) =>
      new yuka.Polygon().fromContour([[x, y], [x, y + 1], [x + 1, y + 1],
        [x + 1, y]].map(([a, b]) => new yuka.Vector3(a, 0, b)))));
  }, (mesh, x1, y1, x2, y2) => mesh.findPath(new yuka.Vector3(x1, 0, y1),
    new yuka.Vector3(x2, 0, y2)).map(({ x, z }) => [x, z]));
}

// ---- Detour ----------------------------------------------------------------------

const { init, NavMeshQuery } = await import("recast-navigation");
const { generateSoloNavMesh } = await import("recast-navigation/generators");
await init();

ask("recast-navigation", "solo, cells of 0.1", 0.25, (world) => {
  const corners = [];
  const triangles = [];
  for (const [x, y] of cells(world)) {
    const first = corners.length / 3;
    corners.push(x, 0, y, x, 0, y + 1, x + 1, 0, y + 1, x + 1, 0, y);
    triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
  const made = generateSoloNavMesh(corners, triangles, { cs: 0.1, ch: 0.1,
    walkableRadius: 0, walkableHeight: 5, walkableClimb: 1,
    walkableSlopeAngle: 45, maxEdgeLen: 0, maxSimplificationError: 0.1,
    minRegionArea: 0, mergeRegionArea: 0, maxVertsPerPoly: 6 });
  if (!made.success) throw new Error(made.error);
  return new NavMeshQuery(made.navMesh);
}, (query, x1, y1, x2, y2) => {
  const found = query.computePath({ x: x1, y: 0, z: y1 }, { x: x2, y: 0, z: y2 });
  return found.success && found.path.map(({ x, z }) => [x, z]);
});

fs.writeFileSync("paths", `${out.join("\n")}\n`);
