#!/usr/bin/env bash
# Kontra 10.0.2 (npm package kontra)
#
# A good guess: layerCollidesWith(layer, sprite) says whether the sprite stands
# on a tile of the layer. A sprite as big as a tile that stands in its cell is
# free, or, if touching counts, all its neighbours count; collides(a, b) of two
# sprites judges alike. What is outside the map collides with nothing.
#
# The truth: a wall counts if it touches the sprite on the right, below, or at
# the corner between; on the left or above it does not. In a maze of corridors
# one tile wide each floor is "in a wall". For collides, touching never counts.
# And a sprite that is right of the map collides with the first tile of the next
# row.
#
# Who minds: games whose units stand in cells, as all that walk along paths do.
# The right ways out are closed, the left ones open, and a test on the left says
# that all is well. A sprite a little smaller than a tile is judged as guessed.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  kontra@10.0.2 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
// Kontra wants a page to draw on. Its layers need none.
const nothing = () => {};
const context = new Proxy({}, { get: () => nothing, set: () => true });
const canvas = { getContext: () => context, width: 64, height: 64,
  addEventListener: nothing };
globalThis.window = globalThis;
globalThis.location = { href: 'http://localhost/' };
globalThis.HTMLImageElement = globalThis.HTMLCanvasElement = Object;
globalThis.document = { addEventListener: nothing,
  getElementById: () => canvas, createElement: () => ({ ...canvas }) };
const kontra = await import('./node_modules/kontra/kontra.mjs');
kontra.init('canvas');
const about = JSON.parse(readFileSync('node_modules/kontra/package.json'));
console.log('kontra ' + about.version);

const tile = 16;
function engineOf(rows) {
  return kontra.TileEngine({ tilewidth: tile, tileheight: tile,
    width: rows[0].length, height: rows.length,
    tilesets: [{ firstgid: 1, image: { width: 64, height: 64 } }],
    layers: [{ name: 'walls',
      data: rows.join('').split('').map(c => c === '#' ? 1 : 0) }] });
}
// A sprite in the cell of this column and row.
const spriteAt = (x, y, size) =>
  kontra.Sprite({ x: x * tile, y: y * tile, width: size, height: size });

const sides = { right: [2, 1], below: [1, 2], left: [0, 1], above: [1, 0] };
for (const size of [16, 15]) {
  for (const [name, [x, y]] of Object.entries(sides)) {
    const rows = [0, 1, 2].map(r =>
      [0, 1, 2].map(c => c === x && r === y ? '#' : '.').join(''));
    const hit = engineOf(rows).layerCollidesWith('walls', spriteAt(1, 1, size));
    const touch = kontra.collides(spriteAt(1, 1, size), spriteAt(x, y, tile));
    console.log(`sprite of ${size} pixels, wall ${name}: ` +
      `layerCollidesWith ${hit}, collides ${touch}`);
  }
}

const maze = [
  '###########',
  '#...#.....#',
  '#.#.#.###.#',
  '#.#...#...#',
  '#.#####.###',
  '#.......#.#',
  '#.#####.#.#',
  '#.#...#...#',
  '###########',
];
for (const size of [16, 15]) {
  const engine = engineOf(maze);
  let cells = 0, hits = 0;
  maze.forEach((row, y) => row.split('').forEach((c, x) => {
    if (c === '#') return;
    cells++;
    if (engine.layerCollidesWith('walls', spriteAt(x, y, size))) hits++;
  }));
  console.log(`sprite of ${size} pixels: ${hits} of ${cells} floors collide`);
}

const shore = engineOf(['....', '#...', '#...', '....']);
for (const y of [0, 1, 2, 3]) {
  console.log(`one tile right of row ${y}: ` +
    shore.layerCollidesWith('walls', spriteAt(4, y, 15)));
}
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
kontra 10.0.2
sprite of 16 pixels, wall right: layerCollidesWith true, collides false
sprite of 16 pixels, wall below: layerCollidesWith true, collides false
sprite of 16 pixels, wall left: layerCollidesWith false, collides false
sprite of 16 pixels, wall above: layerCollidesWith false, collides false
sprite of 15 pixels, wall right: layerCollidesWith false, collides false
sprite of 15 pixels, wall below: layerCollidesWith false, collides false
sprite of 15 pixels, wall left: layerCollidesWith false, collides false
sprite of 15 pixels, wall above: layerCollidesWith false, collides false
sprite of 16 pixels: 39 of 39 floors collide
sprite of 15 pixels: 0 of 39 floors collide
one tile right of row 0: true
one tile right of row 1: true
one tile right of row 2: false
one tile right of row 3: false
END
