#!/usr/bin/env bash
# melonJS 20.7.0 (npm package melonjs; 18.2.2 does the same)
#
# A good guess: pixelToTileCoords gives back the tile that tileToPixelCoords
# placed there, on each of the four kinds of maps that melonJS reads from Tiled.
#
# The truth: on orthogonal, isometric and hexagonal maps it does, with either
# stagger axis and index, for each of five points of each tile. On staggered
# maps it does for 3 to 30 % of the points; with index odd for the middles of
# one column or row of the map, with even for no middle at all.
#
# Who minds: whoever turns a click, or the feet of a body, into a cell.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  melonjs@20.7.0 >/dev/null

cat >run.mjs <<'END'
// melonJS looks for a browser when it is loaded. It needs none for maps.
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
console.log('melonJS ' + version);

const size = 6;
const width = 32;
// The middle, and half of the way to each side.
const points = [[0, 0], [0.25, 0], [-0.25, 0], [0, 0.25], [0, -0.25]];

function report(orientation, axis, index) {
  const height = orientation === 'hexagonal' ? 32 : 16;
  const renderer = new TMXTileMap('map', {
    version: '1.10', orientation, renderorder: 'right-down', infinite: false,
    width: size, height: size, tilewidth: width, tileheight: height,
    staggeraxis: axis, staggerindex: index,
    hexsidelength: orientation === 'hexagonal' ? 16 : undefined,
    layers: [], tilesets: [],
  }).getRenderer();
  let hits = 0;
  let middles = 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const place = renderer.tileToPixelCoords(x, y);
      // An isometric tile hangs below its place, the others lie right of it.
      const middle = place.x + (orientation === 'isometric' ? 0 : width / 2);
      for (const [dx, dy] of points) {
        const found = renderer.pixelToTileCoords(middle + dx * width,
          place.y + (0.5 + dy) * height);
        if (Math.floor(found.x) === x && Math.floor(found.y) === y) {
          hits++;
          if (dx === 0 && dy === 0) middles++;
        }
      }
    }
  }
  console.log(`${[orientation, axis, index].filter(Boolean).join(' ')}: ` +
    `${middles} of ${size * size} middles, ` +
    `${hits} of ${size * size * points.length} points`);
}

report('orthogonal');
report('isometric');
for (const orientation of ['hexagonal', 'staggered']) {
  for (const axis of ['y', 'x']) {
    for (const index of ['odd', 'even']) report(orientation, axis, index);
  }
}
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
melonJS 20.7.0
orthogonal: 36 of 36 middles, 180 of 180 points
isometric: 36 of 36 middles, 180 of 180 points
hexagonal y odd: 36 of 36 middles, 180 of 180 points
hexagonal y even: 36 of 36 middles, 180 of 180 points
hexagonal x odd: 36 of 36 middles, 180 of 180 points
hexagonal x even: 36 of 36 middles, 180 of 180 points
staggered y odd: 6 of 36 middles, 36 of 180 points
staggered y even: 0 of 36 middles, 6 of 180 points
staggered x odd: 6 of 36 middles, 54 of 180 points
staggered x even: 0 of 36 middles, 24 of 180 points
END
