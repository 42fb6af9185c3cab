#!/usr/bin/env bash
# @excaliburjs/plugin-pathfinding 0.29.1 with excalibur 0.29.1 (npm packages)
#
# A good guess: ExcaliburAStar.astar returns a path of the fewest steps, as its
# README says, since all tiles cost the same and the estimate is the Manhattan
# distance. Only with diagonals, where that is no lower bound, may it err.
#
# The truth: what it takes for the cost so far is an estimate as well, the
# Manhattan distance to the start, and a tile keeps the parent that saw it
# first. Among scattered walls one path in twenty is longer than need be, so a
# first try looks right. In rooms with doors it is one in nine, up to 1.4 times,
# and with diagonals one in five. ExcaliburGraph.shortestPath of the same
# package is right on such maps.
#
# Who minds: games with rooms and corridors, where units take the far door.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  excalibur@0.29.1 @excaliburjs/plugin-pathfinding@0.29.1 >/dev/null

# What a bundler would do: both as modules, the one imported by the other.
cp node_modules/excalibur/build/esm/excalibur.js excalibur.mjs
sed -E 's|from *"excalibur"|from "./excalibur.mjs"|' \
  node_modules/@excaliburjs/plugin-pathfinding/dist/excalibur-pathfinding.js \
  >plugin.mjs

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
globalThis.window = globalThis; // all that is missed when it is loaded
const { ExcaliburAStar, ExcaliburGraph } = await import('./plugin.mjs');
const version = name => JSON.parse(readFileSync(
  `node_modules/${name}/package.json`)).version;
console.log(`plugin-pathfinding ${version('@excaliburjs/plugin-pathfinding')}` +
  `, excalibur ${version('excalibur')}`);

let seed;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
}

const size = 23;
const kinds = {
  scattered() { // a wall in one cell of five
    return Array.from({ length: size * size }, () => random(5) === 0);
  },
  rooms() { // rooms of 5 x 5, with a door in four of five walls between two
    const walls = new Array(size * size).fill(false);
    for (let line = 5; line < size; line += 6) {
      for (let i = 0; i < size; i++) {
        walls[line * size + i] = walls[i * size + line] = true;
      }
    }
    for (let line = 5; line < size; line += 6) {
      for (let room = 0; room < size; room += 6) {
        if (random(5)) walls[line * size + room + random(5)] = false;
        if (random(5)) walls[(room + random(5)) * size + line] = false;
      }
    }
    return walls;
  },
};

// The least length of a way; the package's graph takes 1.41 for a diagonal.
function shortest(walls, diagonals, from, to) {
  const lengths = new Array(size * size).fill(Infinity);
  const queue = [from];
  lengths[from] = 0;
  for (const cell of queue) { // grows while there is something to improve
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        if (dx !== 0 && dy !== 0 && !diagonals) continue;
        const x = cell % size + dx, y = Math.floor(cell / size) + dy;
        if (x < 0 || y < 0 || x >= size || y >= size) continue;
        const next = y * size + x;
        const length = lengths[cell] + (dx !== 0 && dy !== 0 ? 1.41 : 1);
        if (walls[next] || length > lengths[next] - 1e-9) continue;
        lengths[next] = length;
        queue.push(next);
      }
    }
  }
  return lengths[to];
}

function lengthOf(cells) {
  let sum = 0;
  for (let i = 1; i < cells.length; i++) {
    const difference = Math.abs(cells[i] - cells[i - 1]);
    sum += difference === 1 || difference === size ? 1 : 1.41;
  }
  return sum;
}

const finders = {
  astar(map, diagonals, from, to) {
    const finder = new ExcaliburAStar(map);
    const path = finder.astar(finder.getNodeByIndex(from),
      finder.getNodeByIndex(to), diagonals);
    return [from, ...path.map(node => node.id)];
  },
  shortestPath(map, diagonals, from, to) {
    const graph = new ExcaliburGraph();
    graph.addTileMap(map, diagonals);
    return graph.shortestPath(graph.nodes.get(String(from)),
      graph.nodes.get(String(to))).map(node => Number(node.id));
  },
};

for (const [name, count] of [['astar', 300], ['shortestPath', 20]]) {
  for (const kind of Object.keys(kinds)) {
    for (const diagonals of [false, true]) {
      seed = 5;
      let longer = 0, worst = 1;
      for (let paths = 0; paths < count;) {
        const walls = kinds[kind]();
        const from = random(size * size), to = random(size * size);
        if (walls[from] || walls[to] || from === to) continue;
        const least = shortest(walls, diagonals, from, to);
        if (least === Infinity) continue;
        const map = { name: 'map', rows: size, cols: size,
          tiles: walls.map(collider => ({ collider })) };
        const path = finders[name](map, diagonals, from, to);
        if (path[path.length - 1] !== to) throw new Error('no path');
        const times = lengthOf(path) / least;
        paths++;
        if (times > 1 + 1e-9) longer++;
        worst = Math.max(worst, times);
      }
      console.log(`${name}, ${kind}${diagonals ? ', diagonals' : ''}: ` +
        `${longer} of ${count} longer, up to ${worst.toFixed(2)} times`);
    }
  }
}
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
plugin-pathfinding 0.29.1, excalibur 0.29.1
astar, scattered: 14 of 300 longer, up to 1.26 times
astar, scattered, diagonals: 33 of 300 longer, up to 1.14 times
astar, rooms: 35 of 300 longer, up to 1.42 times
astar, rooms, diagonals: 62 of 300 longer, up to 1.36 times
shortestPath, scattered: 0 of 20 longer, up to 1.00 times
shortestPath, scattered, diagonals: 0 of 20 longer, up to 1.00 times
shortestPath, rooms: 0 of 20 longer, up to 1.00 times
shortestPath, rooms, diagonals: 0 of 20 longer, up to 1.00 times
END
