#!/usr/bin/env bash
# react-hexgrid 2.0.1 with react 18.3.1 (npm packages)
#
# A good guess: HexUtils.pixelToHex(point, layout) is the inverse of hexToPixel
# with the same layout: the middle of a drawn hexagon belongs to that hexagon.
# The layout holds all that moves it: size, orientation, origin and spacing.
#
# The truth: hexToPixel multiplies by the spacing, and pixelToHex does not look
# at it. At 1.1, as in the README's example, all hexagons up to 4 steps from the
# origin come back right by their middles, and beyond that more and more are
# taken for others, further out: of a map of radius 10 two thirds, of radius 20
# nine in ten. At 1.02 the first mistake is 25 steps away. With spacing 1 all
# are right. A layout whose size is multiplied by the spacing mends it.
#
# Who minds: who turns a click or a dropped piece into a hexagon. On a small
# board, or near the middle of a large one, a try looks right.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  react-hexgrid@2.0.1 react@18.3.1 react-dom@18.3.1 >/dev/null

# What a bundler would do: names of modules without their extension.
cp -r node_modules/react-hexgrid/lib lib
find lib -name '*.js' -exec sed -i -E \
  's|from "(\.[^"]*)"|from "\1.js"|' {} +
echo '{ "type": "module" }' >lib/package.json

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Layout, useLayoutContext } from './lib/Layout.js';
import { HexUtils } from './lib/HexUtils.js';
import { GridGenerator } from './lib/GridGenerator.js';
for (const name of ['react-hexgrid', 'react']) {
  console.log(name + ' ' + JSON.parse(
    readFileSync(`node_modules/${name}/package.json`)).version);
}

// The layout as the components get it.
function layoutOf(props) {
  let layout;
  const Child = () => { layout = useLayoutContext().layout; return null; };
  renderToStaticMarkup(createElement(Layout, props, createElement(Child)));
  return layout;
}
const id = hex => `${hex.q + 0},${hex.r + 0}`;
for (const flat of [true, false]) {
  for (const spacing of [1, 1.02, 1.1]) {
    const layout = layoutOf({ flat, spacing, size: { x: 10, y: 10 },
      origin: { x: 30, y: 20 } });
    const wider = { ...layout, size: { x: 10 * spacing, y: 10 * spacing } };
    const wrong = [4, 10, 20, 40].map(radius => {
      const map = GridGenerator.hexagon(radius);
      const missed = map.filter(hex => id(hex) !== id(HexUtils.pixelToHex(
        HexUtils.hexToPixel(hex, layout), layout)));
      return `${missed.length} of ${map.length}`;
    });
    const map = GridGenerator.hexagon(40);
    const mended = map.filter(hex => id(hex) === id(HexUtils.pixelToHex(
      HexUtils.hexToPixel(hex, layout), wider)));
    const nearest = Math.min(...map.filter(hex => id(hex) !== id(
      HexUtils.pixelToHex(HexUtils.hexToPixel(hex, layout), layout)))
      .map(HexUtils.lengths));
    console.log(`${flat ? 'flat' : 'pointy'}, spacing ${spacing}: ` +
      `missed ${wrong.join(', ')}`);
    console.log(`  the nearest: ${nearest}; ` +
      `size times spacing: ${map.length - mended.length} missed`);
  }
}
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
react-hexgrid 2.0.1
react 18.3.1
flat, spacing 1: missed 0 of 61, 0 of 331, 0 of 1261, 0 of 4921
  the nearest: Infinity; size times spacing: 0 missed
flat, spacing 1.02: missed 0 of 61, 0 of 331, 0 of 1261, 2387 of 4921
  the nearest: 25; size times spacing: 0 missed
flat, spacing 1.1: missed 0 of 61, 229 of 331, 1159 of 1261, 4819 of 4921
  the nearest: 5; size times spacing: 0 missed
pointy, spacing 1: missed 0 of 61, 0 of 331, 0 of 1261, 0 of 4921
  the nearest: Infinity; size times spacing: 0 missed
pointy, spacing 1.02: missed 0 of 61, 0 of 331, 0 of 1261, 2386 of 4921
  the nearest: 25; size times spacing: 0 missed
pointy, spacing 1.1: missed 0 of 61, 230 of 331, 1160 of 1261, 4820 of 4921
  the nearest: 5; size times spacing: 0 missed
END
