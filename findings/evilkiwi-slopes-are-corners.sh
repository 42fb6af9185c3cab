#!/usr/bin/env bash
# @evilkiwi/astar 3.3.1 (npm package)
#
# A good guess: cutCorners: false forbids diagonal steps past a wall. Heights
# are the matter of stepHeight, which says how far up or down a step may lead;
# as it holds both ways, the way back is as long as the way there.
#
# The truth: for cutCorners: false each of the two cells beside the step must be
# exactly as high as the cell that one leaves, whatever stepHeight is. So a
# slope that everybody can walk is a corner, but not from both sides: out of a
# flat cell a diagonal step up or down is allowed, the same step back is not.
# On hills, one path in three has another number of steps than the path back,
# by up to three; with cutCorners: true none has, and on flat maps with walls
# hardly any.
#
# Who minds: tactics on hills: b can be reached from a in this turn, and not a
# from b; and a walker goes in angles over ground that is open all around.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @evilkiwi/astar@3.3.1 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { search } from '@evilkiwi/astar';
const { version } = JSON.parse(
  readFileSync('node_modules/@evilkiwi/astar/package.json'));
console.log('@evilkiwi/astar ' + version);

let state = 5;
function random(n) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) % n;
}
const size = 15;
const grid = call => Array.from({ length: size }, (_, y) =>
  Array.from({ length: size }, (_, x) => call(x, y)));

// Pyramids of steps of 1, or walls on flat ground.
function hills() {
  const tops = Array.from({ length: 8 }, () =>
    [random(size), random(size), 1 + random(4)]);
  return grid((x, y) => Math.max(0, ...tops.map(([u, v, height]) =>
    height - Math.max(Math.abs(x - u), Math.abs(y - v)))));
}
const walls = () => grid(() => random(4) === 0 ? -1 : 0);

// Are the path there and the path back equally long?
function report(name, make, options) {
  let ways = 0, differ = 0, most = 0;
  while (ways < 200) {
    const map = make();
    const from = [random(size), random(size)];
    const to = [random(size), random(size)];
    if (map[from[1]][from[0]] < 0 || map[to[1]][to[0]] < 0) continue;
    const there = search({ ...options, grid: map, diagonal: true, from, to });
    const back = search({ ...options, grid: map, diagonal: true, from: to,
      to: from });
    if (!there || !back) continue;
    ways++;
    if (there.length !== back.length) differ++;
    most = Math.max(most, Math.abs(there.length - back.length));
  }
  console.log(`${name}, ${Object.entries(options).map(([key, value]) =>
    `${key} ${value}`).join(', ')}: ${differ} of ${ways} differ, ` +
    `by ${most} at most`);
}
report('walls', walls, { cutCorners: false });
for (const stepHeight of [1, 2, 9]) {
  report('hills', hills, { cutCorners: true, stepHeight });
  report('hills', hills, { cutCorners: false, stepHeight });
}

// One step: from the plain at the lower left to the block at the upper right.
const block = [[0, 1], [0, 0]];
const options = { grid: block, diagonal: true, cutCorners: false };
const show = path => path.map(cell => cell.join(',')).join(' ');
console.log('up: ' + show(search({ ...options, from: [0, 1], to: [1, 0] })));
console.log('down: ' + show(search({ ...options, from: [1, 0], to: [0, 1] })));
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
@evilkiwi/astar 3.3.1
walls, cutCorners false: 3 of 200 differ, by 1 at most
hills, cutCorners true, stepHeight 1: 0 of 200 differ, by 0 at most
hills, cutCorners false, stepHeight 1: 65 of 200 differ, by 3 at most
hills, cutCorners true, stepHeight 2: 0 of 200 differ, by 0 at most
hills, cutCorners false, stepHeight 2: 64 of 200 differ, by 3 at most
hills, cutCorners true, stepHeight 9: 0 of 200 differ, by 0 at most
hills, cutCorners false, stepHeight 9: 63 of 200 differ, by 3 at most
up: 0,1 1,0
down: 1,0 0,0 0,1
END
