#!/usr/bin/env bash
# bump-ts 0.6.2 (npm package), a port of bump.lua
#
# A good guess: queryRect tells each item in the area once, as bump.lua does,
# and what was removed is gone from all answers. The size of a cell, which the
# README leaves to the user, changes how fast the answers come, not the answers.
#
# The truth: an item is told once for each cell that both it and the area touch.
# With the default cells of 64 and units of 32, nine queries in ten tell some of
# them twice or four times; with smaller cells, up to nine times. And remove
# takes an item out of the first of its cells only. From then on queryRect,
# querySegment and queryPoint throw, whenever they look into another of its
# cells, and say that the item must be added first: here, three times in four.
# move and check know neither fault, so games that only move see nothing; nor
# does an item that lies in a single cell.
#
# Who minds: a blast that hurts each unit in it several times, and the first
# search for a target after somebody died. A Set mends the one. The other is
# mended if the item is shrunk into one cell, by update, before it is removed.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  bump-ts@0.6.2 >/dev/null

cat >run.js <<'END'
const Bump = require('bump-ts').default;
console.log('bump-ts ' + require('bump-ts/package.json').version);

let state = 1;
function random(below) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return Math.floor((state >>> 8) / 2 ** 24 * below);
}
const tries = 1000;
const place = () => ({ x: random(400), y: random(400), w: 32, h: 32 });
const overlap = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w &&
  a.y < b.y + b.h && b.y < a.y + a.h;
function filled(cell) {
  const world = Bump.newWorld(cell), units = new Map();
  for (let i = 0; i < 40; i++) {
    const unit = place();
    units.set('unit ' + i, unit);
    world.add('unit ' + i, unit.x, unit.y, unit.w, unit.h);
  }
  return { world, units };
}
const throws = call => {
  try { call(); return 0; } catch (error) { return 1; }
};

for (const cell of [16, 32, 64, 512]) {
  let queries = 0, right = 0, repeated = 0, most = 0;
  const after = { queryRect: 0, querySegment: 0, queryPoint: 0, check: 0 };
  let shrunk = 0;
  for (let i = 0; i < tries; i++) {
    const { world, units } = filled(cell);
    const area = { x: random(300), y: random(300), w: 100, h: 100 };
    const list = world.queryRect(area.x, area.y, area.w, area.h);
    const names = new Set(list);
    const inside = [...units].filter(([, unit]) => overlap(unit, area));
    if (names.size === inside.length &&
      inside.every(([name]) => names.has(name))) right++;
    if (names.size > 0) queries++;
    if (list.length > names.size) repeated++;
    for (const name of names) {
      most = Math.max(most, list.filter(other => other === name).length);
    }
    // Somebody dies, and the place is asked about.
    const { x, y } = units.get('unit 0');
    world.remove('unit 0');
    after.queryRect += throws(() => world.queryRect(x - 16, y - 16, 64, 64));
    after.querySegment += throws(() => world.querySegment(x - 16, y + 16,
      x + 48, y + 17));
    after.queryPoint += throws(() => world.queryPoint(x + 31, y + 31));
    after.check += throws(() => world.check('unit 1', x, y));
    const other = filled(cell), unit = other.units.get('unit 0');
    other.world.update('unit 0', unit.x + 0.5, unit.y + 0.5, 0.1, 0.1);
    other.world.remove('unit 0');
    shrunk += throws(() =>
      other.world.queryRect(unit.x - 16, unit.y - 16, 64, 64));
  }
  console.log(`cells of ${cell}, units of 32: ${right} of ${tries} queries ` +
    'tell the right units,');
  console.log(`  ${repeated} of ${queries} some of them again, up to ${most} ` +
    'times');
  console.log('  after remove throw ' + Object.entries(after).map(
    ([name, count]) => `${name} ${count}`).join(', '));
  console.log(`  after a remove of one that was shrunk: queryRect ${shrunk}`);
}
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
bump-ts 0.6.2
cells of 16, units of 32: 1000 of 1000 queries tell the right units,
  987 of 987 some of them again, up to 9 times
  after remove throw queryRect 1000, querySegment 1000, queryPoint 1000, check 0
  after a remove of one that was shrunk: queryRect 0
cells of 32, units of 32: 1000 of 1000 queries tell the right units,
  985 of 990 some of them again, up to 4 times
  after remove throw queryRect 999, querySegment 982, queryPoint 999, check 0
  after a remove of one that was shrunk: queryRect 0
cells of 64, units of 32: 1000 of 1000 queries tell the right units,
  916 of 988 some of them again, up to 4 times
  after remove throw queryRect 737, querySegment 594, queryPoint 737, check 0
  after a remove of one that was shrunk: queryRect 0
cells of 512, units of 32: 1000 of 1000 queries tell the right units,
  0 of 983 some of them again, up to 1 times
  after remove throw queryRect 0, querySegment 0, queryPoint 0, check 0
  after a remove of one that was shrunk: queryRect 0
END
