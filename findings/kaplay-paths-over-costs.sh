#!/usr/bin/env bash
# KAPLAY 3001.0.19 (npm package kaplay)
#
# A good guess: level.getTilePath is a search for the cheapest path. It may pass
# over the cost of tiles or count diagonals oddly, but then in all paths; and
# with cost 1 everywhere and no diagonals it finds a path of the fewest steps.
#
# The truth: the estimate to the goal is added up along the path as if it were
# cost. Where tiles cost 1, 2 or 5, one path in three is dearer than need be, up
# to 1.4 times; without costs hardly any, so a first try looks right. Besides,
# the last tile of a map, at the lower right, can be entered from the left
# alone: with a wall there, no path is found to it.
#
# Who minds: who gives swamps and roads a cost, and sees units wade.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  kaplay@3001.0.19 >/dev/null

cat >run.mjs <<'END'
// KAPLAY wants a page to draw on. Its levels need none.
const any = () => new Proxy(class {}, {
  get: (_, key) => key === Symbol.toPrimitive ? () => 0 : any(),
  apply: any, construct: any,
});
const never = new Promise(() => {});
for (const name of ['document', 'Image', 'ImageData', 'ResizeObserver',
  'addEventListener', 'requestAnimationFrame']) {
  globalThis[name] ??= any();
}
globalThis.window = globalThis;
globalThis.AudioContext = function () {
  return new Proxy({}, {
    get: (_, key) => key === 'decodeAudioData' ? () => never : any(),
  });
};
const k = (await import('kaplay')).default({ global: false });
console.log('kaplay ' + k.VERSION);

let seed = 3;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
}
const size = 15;
function levelOf(rows) {
  return k.addLevel(rows, { tileWidth: 10, tileHeight: 10, tiles: {
    '#': () => [k.tile({ isObstacle: true })], '1': () => [k.tile()],
    '2': () => [k.tile({ cost: 2 })], '5': () => [k.tile({ cost: 5 })],
  } });
}

// The cheapest sum of the costs of the tiles entered, or Infinity.
function cheapest(rows, from, to, diagonals) {
  const open = (x, y) => rows[y] && rows[y][x] && rows[y][x] !== '#';
  const costs = new Array(size * size).fill(Infinity);
  const queue = [from.y * size + from.x];
  costs[queue[0]] = 0;
  for (const cell of queue) { // grows while there is something to improve
    const x = cell % size;
    const y = (cell - x) / size;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        if (!open(x + dx, y + dy) || dx === 0 && dy === 0) continue;
        if (dx !== 0 && dy !== 0 &&
          !(diagonals && open(x + dx, y) && open(x, y + dy))) continue;
        const next = (y + dy) * size + x + dx;
        const sum = costs[cell] + Number(rows[y + dy][x + dx]);
        if (sum < costs[next]) {
          costs[next] = sum;
          queue.push(next);
        }
      }
    }
  }
  return costs[to.y * size + to.x];
}

function report(letters, diagonals) {
  let paths = 0, dearer = 0, worst = 1;
  while (paths < 100) {
    const rows = Array.from({ length: size }, () => Array.from({ length: size },
      () => random(4) === 0 ? '#' : letters[random(letters.length)]).join(''));
    rows[size - 1] = rows[size - 1].slice(0, -1) + '#'; // see below
    const from = k.vec2(random(size), random(size));
    const to = k.vec2(random(size), random(size));
    const best = cheapest(rows, from, to, diagonals);
    if (rows[from.y][from.x] === '#' || best === Infinity || best === 0) {
      continue;
    }
    const level = levelOf(rows);
    const path = level.getTilePath(from, to, { allowDiagonals: diagonals });
    level.destroy();
    const cost = path.slice(1).reduce((s, p) => s + Number(rows[p.y][p.x]), 0);
    paths++;
    if (cost > best) dearer++;
    worst = Math.max(worst, cost / best);
  }
  console.log(`costs ${letters.split('').join(' ')}, diagonals ${diagonals}: ` +
    `${dearer} of ${paths} paths dearer, up to ${worst.toFixed(2)} times`);
}
report('1', false);
report('125', false);
report('1', true);
report('125', true);
const corner = levelOf(['111', '111', '1#1']);
console.log('to the last tile, with a wall on its left: ' +
  JSON.stringify(corner.getTilePath(k.vec2(0, 0), k.vec2(2, 2))));
process.exit();
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
kaplay 3001.0.19
costs 1, diagonals false: 0 of 100 paths dearer, up to 1.00 times
costs 1 2 5, diagonals false: 35 of 100 paths dearer, up to 1.26 times
costs 1, diagonals true: 1 of 100 paths dearer, up to 1.07 times
costs 1 2 5, diagonals true: 33 of 100 paths dearer, up to 1.43 times
to the last tile, with a wall on its left: null
END
