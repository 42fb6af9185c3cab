#!/usr/bin/env bash
# Phaser 4.2.1 (npm package phaser; 3.90.0 does the same)
#
# A good guess: Tilemap.worldToTileXY is the inverse of drawing. The middle of
# the place where a tile is drawn belongs to that tile, on every kind of map
# that the reader of Tiled's files accepts.
#
# The truth: so it is on orthogonal maps, and on hexagonal ones with stagger
# axis Y whose sides are half as long as the tile is high. With shorter sides a
# third of the tiles is missed, with stagger axis X all but the first row or
# so. On isometric maps the answer is the tile above, for which there is a
# second call. On staggered maps no tile is hit: each point below a tile's upper
# half is given to the next row.
#
# Who minds: whoever turns a click into a cell, or a sprite's place into the
# start of a path.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  phaser@4.2.1 >/dev/null

cat >run.js <<'END'
// Phaser looks for a browser when it is loaded. It needs none for maps.
const context = new Proxy({}, { get: () => () => ({ data: [] }) });
function element() {
  this.getContext = () => context;
  this.canPlayType = () => '';
}
Object.assign(globalThis, {
  window: globalThis, Image: element, HTMLCanvasElement: element,
  document: { createElement: () => new element(), documentElement: {} },
});
Object.defineProperty(globalThis, 'navigator', { value: { userAgent: '' } });
const Phaser = require('./node_modules/phaser/dist/phaser.js');
console.log('phaser ' + Phaser.VERSION);

const size = 6;
const height = { orthogonal: 32, isometric: 16, staggered: 16, hexagonal: 32 };
function mapOf(orientation, axis, index, side) {
  const tileheight = height[orientation];
  const json = {
    type: 'map', version: '1.10', infinite: false, renderorder: 'right-down',
    orientation, width: size, height: size, tilewidth: 32, tileheight,
    layers: [{ type: 'tilelayer', id: 1, name: 'ground', x: 0, y: 0,
      width: size, height: size, opacity: 1, visible: true,
      data: new Array(size * size).fill(1) }],
    tilesets: [{ firstgid: 1, name: 'tiles', image: 'tiles.png', columns: 1,
      imagewidth: 32, imageheight: tileheight, tilecount: 1, margin: 0,
      spacing: 0, tilewidth: 32, tileheight }],
  };
  if (axis) Object.assign(json, { staggeraxis: axis, staggerindex: index });
  if (side) json.hexsidelength = side;
  const read = Phaser.Tilemaps.Parsers.Tiled.ParseJSONTiled;
  const scene = { cameras: { main: { scrollX: 0, scrollY: 0 } }, sys: {} };
  return new Phaser.Tilemaps.Tilemap(scene, read('map', json, false));
}

function report(...kind) {
  const map = mapOf(...kind);
  let hits = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const tile = map.getTileAt(x, y); // drawn with its corner at pixelX, Y
      const found = map.worldToTileXY(tile.pixelX + 16,
        tile.pixelY + height[kind[0]] / 2, true);
      if (found.x === x && found.y === y) hits++;
    }
  }
  console.log(`${kind.join(' ')}: ${hits} of ${size * size} tiles`);
}

report('orthogonal');
report('isometric');
for (const side of [16, 8]) {
  for (const axis of ['y', 'x']) {
    for (const index of ['odd', 'even']) report('hexagonal', axis, index, side);
  }
}
for (const axis of ['y', 'x']) {
  for (const index of ['odd', 'even']) report('staggered', axis, index);
}
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
phaser 4.2.1
orthogonal: 36 of 36 tiles
isometric: 0 of 36 tiles
hexagonal y odd 16: 36 of 36 tiles
hexagonal y even 16: 36 of 36 tiles
hexagonal x odd 16: 6 of 36 tiles
hexagonal x even 16: 6 of 36 tiles
hexagonal y odd 8: 24 of 36 tiles
hexagonal y even 8: 24 of 36 tiles
hexagonal x odd 8: 4 of 36 tiles
hexagonal x even 8: 4 of 36 tiles
staggered y odd: 0 of 36 tiles
staggered y even: 0 of 36 tiles
staggered x odd: 0 of 36 tiles
staggered x even: 0 of 36 tiles
END
