#!/usr/bin/env bash
# p5 2.3.4 (npm package)
#
# A good guess: noise(x, y) repeats far away, if at all: places that are some
# units apart have nothing to do with each other. noise(x, y, t) changes
# everywhere in its own way as t grows. Negative coordinates are a land of their
# own.
#
# The truth: all is one list of 4096 numbers, laid out in rows of 16 and layers
# of 256. So noise(x + 16, y) is noise(x, y + 1) to the last bit: each strip of
# 16 units is the strip beside it, moved by a single unit. noise(x, y, t + 1) is
# noise(x, y + 16, t): time scrolls the land. And noise(-x, y) is noise(x, y).
# No seed and no noiseDetail changes this.
#
# Who minds: maps wider than 16 units, which at 10 tiles a unit are 160 tiles:
# the same islands come again, a little higher. Worlds that grow from 0, 0 to
# all sides are mirrored. Clouds that were to change come round.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  p5@2.3.4 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import addNoise from './node_modules/p5/dist/math/noise.js';
const { version } = JSON.parse(readFileSync('node_modules/p5/package.json'));
console.log('p5 ' + version);
const p5 = {}; // the part of p5 that makes noise needs no page
addNoise(p5, p5);
const noise = (x, y, t) => p5.noise(x, y, t);

let state = 1;
function random(below) { // multiples of 1/64, so that all sums are exact
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return Math.floor((state >>> 8) / 2 ** 24 * below * 64) / 64;
}
const count = 2000;
// How much the noise at one place tells of that at the other.
function compare(name, one, other) {
  let same = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;
  for (let i = 0; i < count; i++) {
    const [x, y, t] = [random(200), random(100), random(10)];
    const [u, v] = [one(x, y, t), other(x, y, t)];
    if (u === v) same++;
    a += u; b += v; aa += u * u; bb += v * v; ab += u * v;
  }
  const correlation = (ab - a * b / count) /
    Math.sqrt((aa - a * a / count) * (bb - b * b / count));
  console.log(`  ${name}: ${same} of ${count} the same, ` +
    (Math.abs(correlation) < 0.1 ? 'unrelated' : 'related'));
}
for (const [seed, octaves] of [[1, 4], [2026, 4], [2026, 1], [2026, 8]]) {
  p5.noiseSeed(seed);
  p5.noiseDetail(octaves, 0.5);
  console.log(`seed ${seed}, ${octaves} octaves`);
  compare('x + 16 and y + 1', (x, y, t) => noise(x + 16, y, t),
    (x, y, t) => noise(x, y + 1, t));
  compare('t + 1 and y + 16', (x, y, t) => noise(x, y, t + 1),
    (x, y, t) => noise(x, y + 16, t));
  compare('-x and x', (x, y, t) => noise(-x, y, t), noise);
  compare('x + 24 and x', (x, y, t) => noise(x + 24, y, t), noise);
}
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
p5 2.3.4
seed 1, 4 octaves
  x + 16 and y + 1: 2000 of 2000 the same, related
  t + 1 and y + 16: 2000 of 2000 the same, related
  -x and x: 2000 of 2000 the same, related
  x + 24 and x: 0 of 2000 the same, unrelated
seed 2026, 4 octaves
  x + 16 and y + 1: 2000 of 2000 the same, related
  t + 1 and y + 16: 2000 of 2000 the same, related
  -x and x: 2000 of 2000 the same, related
  x + 24 and x: 0 of 2000 the same, unrelated
seed 2026, 1 octaves
  x + 16 and y + 1: 2000 of 2000 the same, related
  t + 1 and y + 16: 2000 of 2000 the same, related
  -x and x: 2000 of 2000 the same, related
  x + 24 and x: 0 of 2000 the same, unrelated
seed 2026, 8 octaves
  x + 16 and y + 1: 2000 of 2000 the same, related
  t + 1 and y + 16: 2000 of 2000 the same, related
  -x and x: 2000 of 2000 the same, related
  x + 24 and x: 0 of 2000 the same, unrelated
END
