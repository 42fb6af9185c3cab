#!/usr/bin/env bash
# Phaser 4.2.1 (npm package phaser; 3.90.0 does the same)
#
# A good guess: Phaser reads staggeraxis and staggerindex from Tiled's file, so
# it places tiles by them, in drawing and in tileToWorldXY.
#
# The truth: on staggered maps both are read and ignored: all four kinds are
# drawn as axis Y, index odd, which is right for one kind in four. On hexagonal
# maps drawing is right, but tileToWorldXY is not: with axis Y, index even, it
# is a tile further right than with odd, relative to what is drawn; with axis
# X, index odd, it does not look at the row, so 36 tiles have 6 places; with
# axis X, index even, it returns a vector of two undefined.
#
# Who minds: whoever puts a unit on a tile of such a map by that call, or makes
# a staggered map with another axis or index than Tiled's first.
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
const width = 32;
function mapOf(orientation, axis, index, height) {
  const json = {
    type: 'map', version: '1.10', infinite: false, renderorder: 'right-down',
    orientation, width: size, height: size, tilewidth: width,
    tileheight: height, staggeraxis: axis, staggerindex: index,
    hexsidelength: orientation === 'hexagonal' ? 16 : 0,
    layers: [{ type: 'tilelayer', id: 1, name: 'ground', x: 0, y: 0,
      width: size, height: size, opacity: 1, visible: true,
      data: new Array(size * size).fill(1) }],
    tilesets: [{ firstgid: 1, name: 'tiles', image: 'tiles.png', columns: 1,
      imagewidth: width, imageheight: height, tilecount: 1, margin: 0,
      spacing: 0, tilewidth: width, tileheight: height }],
  };
  const read = Phaser.Tilemaps.Parsers.Tiled.ParseJSONTiled;
  const scene = { cameras: { main: { scrollX: 0, scrollY: 0 } }, sys: {} };
  return new Phaser.Tilemaps.Tilemap(scene, read('map', json, false));
}

// Where Tiled draws a tile: each second row, or column, is half a tile aside.
// Rows of diamonds are half a tile apart, of hexagons three quarters.
function tiled(orientation, axis, index, height, x, y) {
  const apart = orientation === 'hexagonal' ? 0.75 : 0.5;
  const aside = n => (n % 2 === 1) === (index === 'odd') ? 0.5 : 0;
  return axis === 'y'
    ? [(x + aside(y)) * width, y * apart * height]
    : [x * apart * width, (y + aside(x)) * height];
}

function report(orientation, axis, index, height) {
  const map = mapOf(orientation, axis, index, height);
  const first = tiled(orientation, axis, index, height, 0, 0);
  const corner = map.getTileAt(0, 0);
  const places = new Set();
  const apart = new Set();
  let right = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const tile = map.getTileAt(x, y);
      const there = tiled(orientation, axis, index, height, x, y);
      if (tile.pixelX - corner.pixelX === there[0] - first[0] &&
        tile.pixelY - corner.pixelY === there[1] - first[1]) right++;
      const place = map.tileToWorldXY(x, y);
      places.add(place.x + ',' + place.y);
      apart.add(`${place.x - tile.pixelX},${place.y - tile.pixelY}`);
    }
  }
  console.log(`${orientation} ${axis} ${index}: drawn right ${right}, ` +
    `places ${places.size}` +
    (places.size === 1 ? ': ' + [...places][0] :
      apart.size === 1 ? ', off by ' + [...apart][0] : ''));
}
for (const [orientation, height] of [['staggered', 16], ['hexagonal', 32]]) {
  for (const axis of ['y', 'x']) {
    for (const index of ['odd', 'even']) {
      report(orientation, axis, index, height);
    }
  }
}
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
phaser 4.2.1
staggered y odd: drawn right 36, places 36, off by 0,0
staggered y even: drawn right 18, places 36, off by 0,0
staggered x odd: drawn right 1, places 36, off by 0,0
staggered x even: drawn right 1, places 36, off by 0,0
hexagonal y odd: drawn right 36, places 36, off by 16,16
hexagonal y even: drawn right 36, places 36, off by 48,16
hexagonal x odd: drawn right 36, places 6
hexagonal x even: drawn right 36, places 1: undefined,undefined
END
