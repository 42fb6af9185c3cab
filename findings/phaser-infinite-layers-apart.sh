#!/usr/bin/env bash
# Phaser 4.2.1 (npm package phaser)
#
# A good guess: a cell of an infinite map of Tiled has the tile coordinates that
# Tiled shows, and the same ones in all layers: getTileAt(x, y, true, 'walls')
# is what stands on getTileAt(x, y, true, 'ground').
#
# The truth: each layer counts from its own first chunk. The cell 4, 0 of Tiled
# is 20, 16 in a ground that begins a chunk further up and left, and 4, 0 in
# walls that do not. Both tiles are drawn in one place, since each layer has a
# place of its own in pixels; only the coordinates are apart. Cells left of or
# above 0, 0 have positive coordinates, and negative ones find nothing.
#
# Who minds: whoever makes a grid for a search from several layers, or saves a
# cell: drawing one tile far out on the left moves all coordinates of a layer.
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

// A chunk has 16 x 16 cells, as Tiled writes them; cells are those of the map.
function chunk(left, top, cells) {
  const data = new Array(256).fill(0);
  for (const [x, y, gid] of cells) data[(y - top) * 16 + x - left] = gid;
  return { x: left, y: top, width: 16, height: 16, data };
}
function layer(id, name, startx, starty, chunks) {
  const size = -startx + 16;
  return { type: 'tilelayer', id, name, x: 0, y: 0, opacity: 1, visible: true,
    startx, starty, width: size, height: size, chunks };
}
const json = {
  type: 'map', version: '1.10', infinite: true, renderorder: 'right-down',
  orientation: 'orthogonal', width: 8, height: 8, tilewidth: 16,
  tileheight: 16,
  layers: [
    layer(1, 'ground', -16, -16, [chunk(-16, -16, [[-4, -4, 1]]),
      chunk(0, 0, [[4, 0, 2]])]),
    layer(2, 'walls', 0, 0, [chunk(0, 0, [[4, 0, 3]])]),
  ],
  tilesets: [{ firstgid: 1, name: 'tiles', image: 'tiles.png', columns: 4,
    imagewidth: 64, imageheight: 16, tilecount: 4, margin: 0, spacing: 0,
    tilewidth: 16, tileheight: 16 }],
};
const scene = { cameras: { main: { scrollX: 0, scrollY: 0 } }, sys: {} };
const map = new Phaser.Tilemaps.Tilemap(scene,
  Phaser.Tilemaps.Parsers.Tiled.ParseJSONTiled('map', json, false));

for (const { name, data, x: left, y: top } of map.layers) {
  for (const tile of data.flat()) {
    if (!tile || tile.index <= 0) continue;
    console.log(`${name}: gid ${tile.index} at tile ${tile.x}, ${tile.y}, ` +
      `drawn at ${left + tile.pixelX}, ${top + tile.pixelY}`);
  }
}
for (const [x, y] of [[4, 0], [20, 16], [-4, -4]]) {
  const found = ['ground', 'walls'].map(name => {
    const tile = map.getTileAt(x, y, false, name);
    return name + ' ' + (tile ? tile.index : 'none');
  });
  console.log(`getTileAt(${x}, ${y}): ${found.join(', ')}`);
}
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
phaser 4.2.1
ground: gid 1 at tile 12, 12, drawn at -64, -64
ground: gid 2 at tile 20, 16, drawn at 64, 0
walls: gid 3 at tile 4, 0, drawn at 64, 0
getTileAt(4, 0): ground none, walls 3
getTileAt(20, 16): ground 2, walls none
getTileAt(-4, -4): ground none, walls none
END
