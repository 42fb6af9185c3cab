#!/usr/bin/env bash
# phaser3-rex-plugins 1.80.20 with Phaser 3.90.0 (npm packages), its board
#
# A good guess: with occupiedTest, who stands in the line of sight hides what is
# behind, and is seen, as is a tile whose cost is BLOCKER. findFOV lists the
# tiles for which isInLOS is true. With an origin, both tell what the unit would
# see from there, as the manual says.
#
# The truth: with occupiedTest or blockerTest the end of the line counts, too.
# So no unit is ever seen, and LOS([unit]) is empty; with BLOCKER it is seen.
# findFOV goes round the unit in rings and ends with the first ring on which it
# sees nothing: among walls, a view in four lacks tiles that are in sight. With
# an origin the rings still lie round the unit's own tile: more than half of all
# views are empty, and more than half of all tiles are missing. To ask isInLOS
# about each tile is right, and nearly so with an origin: what stands on the
# unit's own tile then hides nothing.
#
# Who minds: guards that never see anybody, and an AI that asks what it would
# see from a tile before it goes there.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  phaser3-rex-plugins@1.80.20 phaser@3.90.0 >/dev/null

cat >run.js <<'END'
// Phaser looks for a browser when it is loaded. The board needs none.
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
globalThis.Phaser = require('phaser/dist/phaser.js');
require('phaser3-rex-plugins/dist/rexboardplugin.js');
const { Board, FieldOfView } = globalThis.RexPlugins.Board;
for (const name of ['phaser3-rex-plugins', 'phaser']) {
  console.log(name + ' ' + require(name + '/package.json').version);
}

class Unit {}
const place = (board, x, y, z) => {
  const unit = new Unit();
  board.addChess(unit, x, y, z, false);
  return unit;
};
const grids = {
  squares: { gridType: 'quadGrid', cellWidth: 16, cellHeight: 16,
    type: 'orthogonal', dir: 8 },
  hexagons: { gridType: 'hexagonGrid', size: 16, staggeraxis: 'y',
    staggerindex: 'odd' },
};
const key = (x, y) => x + ',' + y;
const keys = tiles => tiles.map(tile => key(tile.x, tile.y));

console.log('a unit 3 tiles to the right, and nothing else');
for (const [name, grid] of Object.entries(grids)) {
  for (const how of ['occupiedTest', 'blockerTest', 'BLOCKER']) {
    const board = new Board(undefined, { grid, width: 11, height: 11 });
    const guard = place(board, 5, 5, 0), thief = place(board, 8, 5, 0);
    thief.rexChess.setBlocker(how === 'blockerTest');
    const view = new FieldOfView(guard, how !== 'BLOCKER' ? { [how]: true } : {
      costCallback: (tile, fov) =>
        board.contains(tile.x, tile.y, 0) ? fov.BLOCKER : 0 });
    const seen = keys(view.findFOV());
    console.log(`  ${name}, ${how}: isInLOS ${view.isInLOS(thief)}, ` +
      `LOS ${view.LOS([thief]).length}, findFOV ${seen.includes('8,5')}, ` +
      `before it ${seen.includes('7,5')}`);
  }
}

let state = 1;
function random(below) {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return Math.floor((state >>> 8) / 2 ** 24 * below);
}
console.log('one tile in four is a wall, 200 boards of 15 by 15');
for (const [name, grid] of Object.entries(grids)) {
  const size = 15, views = 200;
  const own = { views: 0, missing: 0, seen: 0 };
  const other = { views: 0, missing: 0, seen: 0, empty: 0, lines: 0 };
  for (let i = 0; i < views; i++) {
    const board = new Board(undefined, { grid, width: size, height: size });
    const walls = new Set(), free = [];
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        if (random(4) === 0) walls.add(key(x, y));
        else free.push({ x, y });
      }
    }
    const here = free[random(free.length)], there = free[random(free.length)];
    const viewOf = unit => new FieldOfView(unit, { costCallback: (tile, fov) =>
      walls.has(key(tile.x, tile.y)) ? fov.BLOCKER : 0 });
    // All tiles of the board for which isInLOS is true.
    const lines = (view, from, origin) => {
      const found = [];
      for (let y = 0; y < size; y++) {
        for (let x = 0; x < size; x++) {
          if (x === from.x && y === from.y) continue;
          if (view.isInLOS({ x, y }, undefined, origin)) found.push(key(x, y));
        }
      }
      return found;
    };
    const compare = (counts, found, all) => {
      const set = new Set(found);
      const missing = all.filter(tile => !set.has(tile)).length;
      counts.seen += all.length;
      counts.missing += missing;
      if (missing) counts.views++;
    };
    const view = viewOf(place(board, here.x, here.y, 0));
    compare(own, keys(view.findFOV()), lines(view, here));
    const moved = lines(viewOf(place(board, there.x, there.y, 1)), there);
    const asked = keys(view.findFOV(undefined, there));
    compare(other, asked, moved);
    if (asked.length === 0) other.empty++;
    if (lines(view, there, there).join() === moved.join()) other.lines++;
  }
  console.log(`  ${name}, from its tile: ${own.views} views lack tiles, ` +
    `${own.missing} of ${own.seen}`);
  console.log(`  ${name}, from an origin: ${other.views} views lack tiles, ` +
    `${other.missing} of ${other.seen}`);
  console.log(`    ${other.empty} are empty; isInLOS is right in ` +
    `${other.lines} views`);
}
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
phaser3-rex-plugins 1.80.20
phaser 3.90.0
a unit 3 tiles to the right, and nothing else
  squares, occupiedTest: isInLOS false, LOS 0, findFOV false, before it true
  squares, blockerTest: isInLOS false, LOS 0, findFOV false, before it true
  squares, BLOCKER: isInLOS true, LOS 1, findFOV true, before it true
  hexagons, occupiedTest: isInLOS false, LOS 0, findFOV false, before it true
  hexagons, blockerTest: isInLOS false, LOS 0, findFOV false, before it true
  hexagons, BLOCKER: isInLOS true, LOS 1, findFOV true, before it true
one tile in four is a wall, 200 boards of 15 by 15
  squares, from its tile: 38 views lack tiles, 67 of 9089
  squares, from an origin: 164 views lack tiles, 4172 of 7941
    119 are empty; isInLOS is right in 190 views
  hexagons, from its tile: 49 views lack tiles, 96 of 9812
  hexagons, from an origin: 163 views lack tiles, 5052 of 9548
    116 are empty; isInLOS is right in 189 views
END
