#!/usr/bin/env bash
# ngraph.path 1.6.1 with ngraph.graph 20.1.2 (npm packages)
#
# A good guess: the option distance(fromNode, toNode) gives the cost of a step
# from the one node to the other, in all finders. So a cost that depends on the
# direction gives cheapest paths, with NBA* as with A*: both are exact.
#
# The truth: aStar asks distance(to, from) of each step. nba asks in the right
# order while it searches from the start, and in the wrong one from the goal. On
# a map of currents nine paths in ten are too dear, up to 3.2 times: boats go
# against the stream. With the cost of the cell entered, aStar hides it, as a
# path and the way back differ in the first and the last cell only; nba mixes
# both, and one path in 14 is too dear. The third argument, the link, can be
# trusted: its fromId and toId are those of the step.
#
# Who minds: maps with currents, conveyor belts, cliffs to jump down, or streets
# that are dear one way.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  ngraph.path@1.6.1 ngraph.graph@20.1.2 >/dev/null

cat >run.js <<'END'
const createGraph = require('ngraph.graph');
const finders = require('ngraph.path');
const version = name => JSON.parse(require('fs').readFileSync(
  `node_modules/${name}/package.json`)).version;
console.log(`ngraph.path ${version('ngraph.path')}, ` +
  `ngraph.graph ${version('ngraph.graph')}`);

const size = 15;
const moves = [1, size, -1, -size]; // right, down, left, up
let seed;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
}

// A grid whose steps are links, one for each direction.
const graph = createGraph();
for (let cell = 0; cell < size * size; cell++) {
  const x = cell % size;
  if (x < size - 1) graph.addLink(cell, cell + 1);
  if (x > 0) graph.addLink(cell, cell - 1);
  if (cell >= size) graph.addLink(cell, cell - size);
  if (cell < size * (size - 1)) graph.addLink(cell, cell + size);
}

// The cost of a step between neighbours, of a map made at random.
const costs = {
  entered() { // of the cell that is entered
    const cell = Array.from({ length: size * size },
      () => [1, 2, 5][random(3)]);
    return (from, to) => cell[to];
  },
  current() { // 1 with the stream of the cell that is left, 5 against it, or 2
    const stream = Array.from({ length: size * size }, () => random(4));
    return (from, to) => {
      const away = (moves.indexOf(to - from) - stream[from] + 4) % 4;
      return [1, 2, 5, 2][away];
    };
  },
};

function cheapest(cost, from, to) {
  const sums = new Array(size * size).fill(Infinity);
  const queue = [from];
  sums[from] = 0;
  for (const cell of queue) { // grows while there is something to improve
    graph.forEachLinkedNode(cell, next => {
      const sum = sums[cell] + cost(cell, next.id);
      if (sum < sums[next.id]) {
        sums[next.id] = sum;
        queue.push(next.id);
      }
    }, true);
  }
  return sums[to];
}

function report(kind, name, ask) {
  seed = 5;
  let dearer = 0, worst = 1;
  for (let paths = 0; paths < 100;) {
    const cost = costs[kind]();
    const from = random(size * size);
    const to = random(size * size);
    if (from === to) continue;
    const finder = finders[name](graph, { oriented: true,
      distance: (a, b, link) => ask(cost, a, b, link) });
    const path = finder.find(from, to).map(node => node.id);
    if (path[0] !== from) path.reverse();
    let sum = 0;
    for (let i = 1; i < path.length; i++) sum += cost(path[i - 1], path[i]);
    const times = sum / cheapest(cost, from, to);
    paths++;
    if (times > 1) dearer++;
    worst = Math.max(worst, times);
  }
  return `${dearer} of 100 paths dearer, up to ${worst.toFixed(2)} times`;
}

for (const name of ['aStar', 'nba']) {
  let right = 0, wrong = 0;
  finders[name](graph, { oriented: true, distance(from, to, link) {
    if (from.id === link.fromId && to.id === link.toId) right++;
    else wrong++;
    return 1;
  } }).find(0, size * size - 1);
  console.log(`${name}, corner to corner, distance(from, to): ${right}, ` +
    `distance(to, from): ${wrong}`);
}
for (const kind of ['entered', 'current']) {
  for (const name of ['aStar', 'nba']) {
    console.log(`${kind}, ${name}: ` +
      report(kind, name, (cost, from, to) => cost(from.id, to.id)));
    console.log(`${kind}, ${name}, by the link: ` + report(kind, name,
      (cost, from, to, link) => cost(link.fromId, link.toId)));
  }
}
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
ngraph.path 1.6.1, ngraph.graph 20.1.2
aStar, corner to corner, distance(from, to): 0, distance(to, from): 420
nba, corner to corner, distance(from, to): 198, distance(to, from): 222
entered, aStar: 0 of 100 paths dearer, up to 1.00 times
entered, aStar, by the link: 0 of 100 paths dearer, up to 1.00 times
entered, nba: 7 of 100 paths dearer, up to 1.25 times
entered, nba, by the link: 0 of 100 paths dearer, up to 1.00 times
current, aStar: 93 of 100 paths dearer, up to 3.20 times
current, aStar, by the link: 0 of 100 paths dearer, up to 1.00 times
current, nba: 78 of 100 paths dearer, up to 2.18 times
current, nba, by the link: 0 of 100 paths dearer, up to 1.00 times
END
