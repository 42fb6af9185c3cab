#!/usr/bin/env bash
# malwoden 0.5.0 (npm package)
#
# A good guess: Struct.HeapPriorityQueue and Struct.ArrayPriorityQueue give the
# same: what has the least number comes first. As their comments say, the heap
# is the faster one, and only what has equal numbers may change places in it.
#
# The truth: from eight entries on, the heap gives greater numbers before
# smaller ones. The first pop is right; then the rest moves up by one, and is no
# heap any more. Of 20 entries, one pop in three is not the least, and nearly
# every queue comes out in a wrong order. If 20 units wait for their turns in
# it, each second turn is taken before that of one who was due, by up to 85
# ticks of some 100. With up to seven entries all is right, as in a first try. A
# search hides it: of Dijkstra's paths with this heap one in 125 is too dear,
# and malwoden's own RangeFinder, which takes it, visits a cell again if it
# comes there cheaper.
#
# Who minds: roguelikes in which a slow monster acts before a fast one, once
# there are enough of them; and who writes a search of his own.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  malwoden@0.5.0 >/dev/null

cat >run.js <<'END'
const { Struct } = require('malwoden');
console.log('malwoden ' + require('malwoden/package.json').version);

let state = 1;
function random(below) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return Math.floor((state >>> 8) / 2 ** 24 * below);
}
const kinds = { heap: Struct.HeapPriorityQueue,
  array: Struct.ArrayPriorityQueue };

console.log('1000 queues of numbers below 1000: wrong orders, wrong pops');
for (const size of [5, 6, 7, 8, 10, 20, 50]) {
  const wrong = { heap: 0, array: 0 }, pops = { heap: 0, array: 0 };
  let firsts = 0;
  for (let i = 0; i < 1000; i++) {
    const numbers = Array.from({ length: size }, () => random(1000));
    for (const [kind, Queue] of Object.entries(kinds)) {
      const queue = new Queue(number => number);
      for (const number of numbers) queue.insert(number);
      const left = [...numbers].sort((a, b) => a - b);
      let wrongs = 0;
      while (queue.size()) {
        const number = queue.pop();
        if (number !== left[0]) {
          wrongs++;
          if (left.length === size) firsts++;
        }
        left.splice(left.indexOf(number), 1);
      }
      if (wrongs) wrong[kind]++;
      pops[kind] += wrongs;
    }
  }
  console.log(`  of ${size}: heap ${wrong.heap}, ${pops.heap} of ` +
    `${1000 * size} (first pops: ${firsts}); array ${wrong.array}`);
}

// Who is due first acts, and is due again after a time of its own.
console.log('10000 turns, each unit acts every 50 to 149 ticks');
for (const units of [5, 10, 20, 50]) {
  for (const [kind, Queue] of Object.entries(kinds)) {
    const queue = new Queue(unit => unit.due), all = [];
    for (let i = 0; i < units; i++) {
      const every = 50 + random(100);
      all.push({ every, due: every });
      queue.insert(all[i]);
    }
    let early = 0, most = 0;
    for (let turn = 0; turn < 10000; turn++) {
      const unit = queue.pop(), least = Math.min(...all.map(({ due }) => due));
      if (unit.due > least) early++;
      most = Math.max(most, unit.due - least);
      unit.due += unit.every;
      queue.insert(unit);
    }
    console.log(`  ${units} units, ${kind}: ${early} before one that is due, ` +
      `by ${most} ticks at most`);
  }
}

// Dijkstra's search as it is in textbooks, on cells that cost 1 to 9.
const size = 16;
function search(Queue, costs, from, to) {
  const queue = new Queue(([, cost]) => cost), done = new Set();
  const best = new Map([[from, 0]]);
  queue.insert([from, 0]);
  while (queue.size()) {
    const [cell] = queue.pop();
    if (cell === to) return best.get(cell);
    if (done.has(cell)) continue;
    done.add(cell);
    const x = cell % size, y = (cell - x) / size;
    for (const [i, j] of [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]]) {
      if (i < 0 || j < 0 || i >= size || j >= size) continue;
      const next = j * size + i, cost = best.get(cell) + costs[next];
      if (done.has(next) || cost >= (best.get(next) ?? Infinity)) continue;
      best.set(next, cost);
      queue.insert([next, cost]);
    }
  }
}
let dear = 0, pairs = 0;
for (let map = 0; map < 200; map++) {
  const costs = Array.from({ length: size * size }, () => 1 + random(9));
  for (let i = 0; i < 5; i++) {
    const from = random(size * size), to = random(size * size);
    if (from === to) continue;
    pairs++;
    if (search(kinds.heap, costs, from, to) >
      search(kinds.array, costs, from, to)) dear++;
  }
}
console.log(`searches with the heap: ${dear} of ${pairs} too dear`);
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
malwoden 0.5.0
1000 queues of numbers below 1000: wrong orders, wrong pops
  of 5: heap 0, 0 of 5000 (first pops: 0); array 0
  of 6: heap 0, 0 of 6000 (first pops: 0); array 0
  of 7: heap 0, 0 of 7000 (first pops: 0); array 0
  of 8: heap 452, 690 of 8000 (first pops: 0); array 0
  of 10: heap 658, 1099 of 10000 (first pops: 0); array 0
  of 20: heap 999, 7251 of 20000 (first pops: 0); array 0
  of 50: heap 1000, 31639 of 50000 (first pops: 0); array 0
10000 turns, each unit acts every 50 to 149 ticks
  5 units, heap: 0 before one that is due, by 0 ticks at most
  5 units, array: 0 before one that is due, by 0 ticks at most
  10 units, heap: 959 before one that is due, by 42 ticks at most
  10 units, array: 0 before one that is due, by 0 ticks at most
  20 units, heap: 4916 before one that is due, by 85 ticks at most
  20 units, array: 0 before one that is due, by 0 ticks at most
  50 units, heap: 7971 before one that is due, by 112 ticks at most
  50 units, array: 0 before one that is due, by 0 ticks at most
searches with the heap: 8 of 998 too dear
END
