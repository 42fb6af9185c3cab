#!/usr/bin/env bash
# grid-engine 2.52.1 with Phaser 4.0.0 (npm packages), without a renderer
#
# A good guess: when positionChangeFinished or steppedOn say that a unit has
# come to a tile, getPosition is that tile, stopMovement stops it there, and a
# moveTo is its next order. The one is notified "at the end of the movement".
#
# The truth: the next step of the old walk begins in the same breath, whatever
# the handler does. So getPosition is the tile before, but for the last tile of
# a walk; stopMovement stops the unit one tile later; and moveTo is lost: the
# unit takes that one step and stands there for good, and the observable of the
# moveTo says SUCCESS. On the last tile of a walk, and in positionChangeStarted,
# orders do what they should; an update later moveTo does, after the one step.
#
# Who minds: traps, doors and alarms on a tile, and walks with stations that are
# tested on the last tile, where they work.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  grid-engine@2.52.1 phaser@4.0.0 >/dev/null

cat >run.js <<'END'
// Phaser looks for a browser when it is loaded. The engine needs none.
const context = new Proxy({}, { get: () => () => ({ data: [] }) });
function element() {
  this.getContext = () => context;
  this.canPlayType = () => '';
}
Object.assign(globalThis, {
  window: globalThis, Image: element, HTMLCanvasElement: element,
  Element: element, HTMLElement: element, screen: {},
  document: { documentElement: {}, createElement: () => new element() },
});
if (!globalThis.navigator) globalThis.navigator = { userAgent: '' };
const { ArrayTilemap, GridEngineHeadless } = require('grid-engine');
for (const name of ['grid-engine', 'phaser']) {
  console.log(name + ' ' + JSON.parse(require('fs').readFileSync(
    `node_modules/${name}/package.json`)).version);
}

// A unit walks along a corridor, and something happens on its third tile.
function walk(event, goal, order, late) {
  const engine = new GridEngineHeadless(false);
  engine.create(new ArrayTilemap({ ground: { data: [Array(12).fill(0)] } }),
    { characters: [{ id: 'unit', speed: 4, startPosition: { x: 0, y: 0 } }] });
  const result = { told: 0, right: 0, tiles: [0], end: 'nothing' };
  let next = () => {}, ordered = false;
  const corridor = Array.from({ length: 12 }, (_, x) => ({ x, y: 0 }));
  const events = event === 'steppedOn' ? engine.steppedOn(['unit'], corridor) :
    engine[event]();
  const act = () => {
    if (order === 'stop') engine.stopMovement('unit');
    if (order === 'back') {
      engine.moveTo('unit', { x: 0, y: 0 }).subscribe(
        ({ result: said }) => { result.end = said; });
    }
  };
  events.subscribe(({ enterTile }) => {
    result.told++;
    if (engine.getPosition('unit').x === enterTile.x) result.right++;
    if (enterTile.x !== 3 || ordered) return;
    ordered = true;
    if (late) next = act;
    else act();
  });
  engine.moveTo('unit', { x: goal, y: 0 });
  for (let frame = 1; frame <= 60 * 60; frame++) {
    const now = next;
    next = () => {};
    now();
    engine.update(frame * 1000 / 60, 1000 / 60);
    const { x } = engine.getPosition('unit');
    if (x !== result.tiles.at(-1)) result.tiles.push(x);
  }
  return result;
}

for (const event of
  ['positionChangeStarted', 'positionChangeFinished', 'steppedOn']) {
  const { told, right } = walk(event, 9);
  console.log(`${event}: getPosition is the new tile in ${right} of ${told}`);
  for (const [when, goal, late] of [['on the third tile of nine', 9, false],
    ['an update later', 9, true], ['on the last tile', 3, false]]) {
    const stop = walk(event, goal, 'stop', late);
    const back = walk(event, goal, 'back', late);
    console.log(`  ${when}, stopMovement: ${stop.tiles.join(' ')}`);
    console.log(`  ${when}, moveTo 0: ${back.tiles.join(' ')}, ` +
      `it says ${back.end}`);
  }
}
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
grid-engine 2.52.1
phaser 4.0.0
positionChangeStarted: getPosition is the new tile in 0 of 9
  on the third tile of nine, stopMovement: 0 1 2 3
  on the third tile of nine, moveTo 0: 0 1 2 3 2 1 0, it says SUCCESS
  an update later, stopMovement: 0 1 2 3
  an update later, moveTo 0: 0 1 2 3 2 1 0, it says SUCCESS
  on the last tile, stopMovement: 0 1 2 3
  on the last tile, moveTo 0: 0 1 2 3 2 1 0, it says SUCCESS
positionChangeFinished: getPosition is the new tile in 1 of 9
  on the third tile of nine, stopMovement: 0 1 2 3 4
  on the third tile of nine, moveTo 0: 0 1 2 3 4, it says SUCCESS
  an update later, stopMovement: 0 1 2 3 4
  an update later, moveTo 0: 0 1 2 3 4 3 2 1 0, it says SUCCESS
  on the last tile, stopMovement: 0 1 2 3
  on the last tile, moveTo 0: 0 1 2 3 2 1 0, it says SUCCESS
steppedOn: getPosition is the new tile in 1 of 9
  on the third tile of nine, stopMovement: 0 1 2 3 4
  on the third tile of nine, moveTo 0: 0 1 2 3 4, it says SUCCESS
  an update later, stopMovement: 0 1 2 3 4
  an update later, moveTo 0: 0 1 2 3 4 3 2 1 0, it says SUCCESS
  on the last tile, stopMovement: 0 1 2 3
  on the last tile, moveTo 0: 0 1 2 3 2 1 0, it says SUCCESS
END
