// The paths of libraries for JavaScript, for shortest.lua:
//
//   node peers.cjs MAPS    in a folder with the packages
//
// A line of MAPS is a map and a query: rows of digits (0: a wall; else the number
// of a price), then start and goal, from 0. For each call of a library there is a
// line `# name, version, call, rule, price of a diagonal step, prices`, and a line
// for each map: the cells of the path, or nothing.
"use strict";
const fs = require("fs");
const path = require("path");

const PRICES = { plain: [0, 1, 1, 1], "1 2 5": [0, 1, 2, 5] };
const maps = fs.readFileSync(process.argv[2], "utf8").trim().split("\n")
  .map((line) => {
    const [rows, ...ends] = line.split(" ");
    return { rows: rows.split("/").map((row) => [...row].map(Number)),
      start: ends.slice(0, 2).map(Number), goal: ends.slice(2).map(Number) };
  });

function version(name) {
  const file = path.join("node_modules", name, "package.json");
  return JSON.parse(fs.readFileSync(file, "utf8")).version;
}

const out = [];

// f(costs, start, goal) -> a list of [x, y], from the start on
function ask(name, call, rule, diagonal, f, prices = "plain") {
  out.push(`# ${[name, version(name), call, rule, diagonal, prices].join("|")}`);
  for (const { rows, start, goal } of maps) {
    const costs = rows.map((row) => row.map((digit) => PRICES[prices][digit]));
    out.push((f(costs, start, goal) || []).map((cell) => cell.join(" "))
      .join(" "));
  }
}

const NEVER = "never";
const ALWAYS = "always";
const ONE = "at_least_one_walkable";
const NONE = "only_if_no_obstacles";

// ---- PathFinding.js ----------------------------------------------------------

const PF = require("pathfinding");
const MOVEMENT = { [NEVER]: PF.DiagonalMovement.Never,
  [ALWAYS]: PF.DiagonalMovement.Always,
  [ONE]: PF.DiagonalMovement.IfAtMostOneObstacle,
  [NONE]: PF.DiagonalMovement.OnlyWhenNoObstacles };

for (const rule of [NEVER, ALWAYS, ONE, NONE]) {
  const with_ = (Finder, options) => (costs, start, goal) => {
    const walls = costs.map((row) => row.map((cost) => (cost === 0 ? 1 : 0)));
    return new PF[Finder]({ diagonalMovement: MOVEMENT[rule], ...options })
      .findPath(...start, ...goal, new PF.Grid(walls));
  };
  for (const Finder of ["AStarFinder", "DijkstraFinder", "BreadthFirstFinder",
    "JumpPointFinder", "BiAStarFinder", "BiDijkstraFinder",
    "BiBreadthFirstFinder"]) {
    ask("pathfinding", Finder, rule, Math.SQRT2, with_(Finder));
  }
  if (rule !== NEVER) {
    ask("pathfinding", "JumpPointFinder, octile", rule, Math.SQRT2,
      with_("JumpPointFinder", { heuristic: PF.Heuristic.octile }));
  }
}

// ---- EasyStar ----------------------------------------------------------------

const EasyStar = require("easystarjs");

const easy = (prepare) => (costs, start, goal) => {
  const star = new EasyStar.js();
  let found;
  star.setGrid(costs);
  star.setAcceptableTiles([1, 2, 5]);
  for (const cost of [2, 5]) star.setTileCost(cost, cost);
  star.enableSync();
  prepare(star);
  star.findPath(...start, ...goal, (answer) => { found = answer; });
  star.calculate();
  return found && found.map(({ x, y }) => [x, y]);
};

for (const prices of ["plain", "1 2 5"]) {
  ask("easystarjs", "as it comes", NEVER, 1.4, easy(() => {}), prices);
  ask("easystarjs", "enableDiagonals", ALWAYS, 1.4,
    easy((star) => star.enableDiagonals()), prices);
}
ask("easystarjs", "disableCornerCutting", NONE, 1.4, easy((star) => {
  star.enableDiagonals();
  star.disableCornerCutting();
}));

// ---- javascript-astar ----------------------------------------------------------

const { astar, Graph } = require("javascript-astar");

const javascript = (options, heuristic) => (costs, start, goal) => {
  const columns = costs[0].map((_, x) => costs.map((row) => row[x]));
  const graph = new Graph(columns, options);
  const found = astar.search(graph, graph.grid[start[0]][start[1]],
    graph.grid[goal[0]][goal[1]], heuristic && { heuristic });
  return found.length > 0 ? [start, ...found.map(({ x, y }) => [x, y])] : [];
};

for (const prices of ["plain", "1 2 5"]) {
  ask("javascript-astar", "as it comes", NEVER, 1.41421, javascript({}), prices);
  ask("javascript-astar", "diagonal", ALWAYS, 1.41421,
    javascript({ diagonal: true }), prices);
  ask("javascript-astar", "diagonal, octile", ALWAYS, 1.41421,
    javascript({ diagonal: true }, astar.heuristics.diagonal), prices);
}

// ---- astar-typescript ------------------------------------------------------------

const { AStarFinder } = require("astar-typescript");

const typescript = (options) => (costs, start, goal) => new AStarFinder({
  grid: { matrix: costs.map((row) => row.map((cost) => (cost === 0 ? 1 : 0))) },
  ...options,
}).findPath({ x: start[0], y: start[1] }, { x: goal[0], y: goal[1] });

ask("astar-typescript", "no diagonals", NEVER, Math.SQRT2,
  typescript({ diagonalAllowed: false }));
ask("astar-typescript", "as it comes", ALWAYS, Math.SQRT2, typescript({}));
ask("astar-typescript", "octile", ALWAYS, Math.SQRT2,
  typescript({ heuristic: "Octile" }));

// ---- ngraph.path -----------------------------------------------------------------

const createGraph = require("ngraph.graph");
const ngraph = require("ngraph.path");

const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1],
  [1, -1]];

const graphs = (search, rule) => (costs, start, goal) => {
  const graph = createGraph();
  const at = (x, y) => (costs[y] && costs[y][x]) || 0;
  const far = (a, b) => {
    const [x, y] = [Math.abs(a.data.x - b.data.x), Math.abs(a.data.y - b.data.y)];
    return rule === NEVER ? x + y
      : Math.max(x, y) + (Math.SQRT2 - 1) * Math.min(x, y);
  };
  costs.forEach((row, y) => row.forEach((cost, x) => {
    if (cost > 0) graph.addNode(`${x},${y}`, { x, y });
  }));
  costs.forEach((row, y) => row.forEach((cost, x) => {
    for (const [dx, dy] of STEPS) {
      const is_straight = dx === 0 || dy === 0;
      if (cost > 0 && at(x + dx, y + dy) > 0 && (is_straight
        || (rule !== NEVER && at(x + dx, y) > 0 && at(x, y + dy) > 0))) {
        graph.addLink(`${x},${y}`, `${x + dx},${y + dy}`,
          at(x + dx, y + dy) * (is_straight ? 1 : Math.SQRT2));
      }
    }
  }));
  return ngraph[search](graph, { oriented: true, heuristic: far,
    distance: (from, to, link) => link.data }).find(start.join(), goal.join())
    .map(({ data }) => [data.x, data.y]).reverse();
};

for (const search of ["aStar", "nba"]) {
  ask("ngraph.path", search, NEVER, Math.SQRT2, graphs(search, NEVER));
  ask("ngraph.path", search, NONE, Math.SQRT2, graphs(search, NONE));
  ask("ngraph.path", search, NONE, Math.SQRT2, graphs(search, NONE), "1 2 5");
}

// ---- rot.js: a module of the newer kind ------------------------------------------

import("rot-js").then(({ Path }) => {
  const rot = (Finder, topology) => (costs, start, goal) => {
    const found = [];
    new Path[Finder](...goal, (x, y) => ((costs[y] && costs[y][x]) || 0) > 0,
      { topology }).compute(...start, (x, y) => found.push([x, y]));
    return found;
  };
  for (const Finder of ["AStar", "Dijkstra"]) {
    ask("rot-js", Finder, NEVER, 1, rot(Finder, 4));
    ask("rot-js", Finder, ALWAYS, 1, rot(Finder, 8));
  }
  ask("rot-js", "AStar, by length", ALWAYS, Math.SQRT2, rot("AStar", 8));
  fs.writeFileSync("paths", out.join("\n") + "\n");
});
