#!/usr/bin/env bash
# Phaser 4.2.1 and melonJS 20.7.0 (npm packages), reading a map of Tiled
#
# A good guess: tiles that were turned with Z in Tiled come out turned in an
# engine that reads its hexagonal maps, as turned squares do. Or else they come
# out as they were drawn, unturned.
#
# The truth: on hexagons the bit that means "swap x and y" on squares means 60
# degrees, and a fourth bit 120. Both engines know the first three bits only, as
# on squares. So of the six ways a hexagon lies, two are right: 0 and 180
# degrees. At 60 and 240 the tile is turned by a right angle and mirrored. At
# 120 and 300 the fourth bit stays in the tile's number: Phaser throws while it
# reads the map, whatever else the map holds; melonJS warns of a number that is
# too great, and draws the tile as at 0 and 180.
#
# Who minds: rivers, roads and coasts on hexagons, where one tile of each kind
# serves six directions.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  phaser@4.2.1 melonjs@20.7.0 >/dev/null

cat >map.mjs <<'END'
// What Tiled writes for a tile after 0 to 5 times Z on a hexagonal map.
const [h, v, swap, fourth] = [0x80000000, 0x40000000, 0x20000000, 0x10000000];
export const turns = { 0: 0, 60: swap, 120: fourth, 180: h + v,
  240: h + v + swap, 300: h + v + fourth };
export const mapOf = (orientation, flags) => ({
  type: 'map', version: '1.10', infinite: false, renderorder: 'right-down',
  orientation, width: 1, height: 1, tilewidth: 32, tileheight: 32,
  ...orientation === 'hexagonal' &&
    { hexsidelength: 16, staggeraxis: 'y', staggerindex: 'odd' },
  layers: [{ type: 'tilelayer', id: 1, name: 'ground', x: 0, y: 0, width: 1,
    height: 1, opacity: 1, visible: true, data: [1 + flags] }],
  tilesets: [{ firstgid: 1, name: 'tiles', columns: 1, tilecount: 1, margin: 0,
    spacing: 0, tilewidth: 32, tileheight: 32, image: 'tiles.png',
    imagewidth: 32, imageheight: 32 }],
});
// Where a tile's right and lower sides go, as angles, clockwise.
export function lie(right, below) {
  const angle = ([x, y]) => (Math.round(Math.atan2(y, x) * 180 / Math.PI) +
    360) % 360;
  const [a, b] = [angle(right), angle(below)];
  return (b - a + 360) % 360 === 90 ? `turned by ${a}` :
    `mirrored, its right at ${a}`;
}
export function report(name, read) {
  for (const [angle, flags] of Object.entries(turns)) {
    let told;
    try { told = read(mapOf('hexagonal', flags)); }
    catch (error) { told = `throws ${error.constructor.name}`; }
    console.log(`${name}, hexagon turned by ${angle}: ${told}`);
  }
  console.log(`${name}, square turned by 90: ` +
    read(mapOf('orthogonal', h + swap)));
}
END
cat >phaser.mjs <<'END'
// Phaser looks for a browser when it is loaded. It needs none for maps.
import { createRequire } from 'node:module';
import { lie, report } from './map.mjs';
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
const Phaser = createRequire(import.meta.url)(
  './node_modules/phaser/dist/phaser.js');
report('phaser ' + Phaser.VERSION, json => {
  const data = Phaser.Tilemaps.Parsers.Tiled.ParseJSONTiled('map', json, false);
  const tile = data.layers[0].data[0][0];
  // Drawn mirrored first, if flipX says so, then turned.
  const [cos, sin] = [Math.cos(tile.rotation), Math.sin(tile.rotation)];
  const flip = tile.flipX ? -1 : 1;
  return lie([flip * cos, flip * sin], [-sin, cos]);
});
END
cat >melonjs.mjs <<'END'
// melonJS looks for a browser when it is loaded. It needs none for maps.
import { lie, report } from './map.mjs';
const any = () => new Proxy(class {}, {
  get: (_, key) => key === Symbol.toPrimitive ? () => 0 : any(),
  apply: any, construct: any,
});
for (const name of ['window', 'document', 'screen', 'location', 'Image',
  'addEventListener', 'matchMedia', 'requestAnimationFrame', 'localStorage']) {
  globalThis[name] ??= any();
}
const log = console.log;
console.log = () => {}; // it greets
const { TMXTileMap, version } = await import('melonjs');
console.log = log;
let warned;
console.warn = () => { warned = true; };
report('melonJS ' + version, json => {
  // Its renderer draws sheets of tiles; a tile with its own image needs none.
  const [set] = json.tilesets;
  delete set.image;
  set.tiles = [{ id: 0, imagedata: 'AAAA', imageformat: 'png',
    imagewidth: 32, imageheight: 32 }];
  warned = false;
  const map = new TMXTileMap('map', json);
  map.readMapObjects(json);
  const tile = map.getLayers()[0].cellAt(0, 0);
  const to = tile.currentTransform ?
    tile.currentTransform.toArray() : [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return lie([to[0], to[1]], [to[3], to[4]]) + (warned ? ', and warns' : '');
});
END
{ node phaser.mjs; node melonjs.mjs; } | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
phaser 4.2.1, hexagon turned by 0: turned by 0
phaser 4.2.1, hexagon turned by 60: mirrored, its right at 90
phaser 4.2.1, hexagon turned by 120: throws TypeError
phaser 4.2.1, hexagon turned by 180: turned by 180
phaser 4.2.1, hexagon turned by 240: mirrored, its right at 270
phaser 4.2.1, hexagon turned by 300: throws TypeError
phaser 4.2.1, square turned by 90: turned by 90
melonJS 20.7.0, hexagon turned by 0: turned by 0
melonJS 20.7.0, hexagon turned by 60: mirrored, its right at 90
melonJS 20.7.0, hexagon turned by 120: turned by 0, and warns
melonJS 20.7.0, hexagon turned by 180: turned by 180
melonJS 20.7.0, hexagon turned by 240: mirrored, its right at 270
melonJS 20.7.0, hexagon turned by 300: turned by 180, and warns
melonJS 20.7.0, square turned by 90: turned by 90
END
