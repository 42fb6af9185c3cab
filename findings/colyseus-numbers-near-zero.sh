#!/usr/bin/env bash
# @colyseus/schema 5.0.34 (npm package)
#
# A good guess: a field of type number takes each number as it is and sends as
# many bytes as it needs: integers short, others as float32 if that is exact, or
# else as float64. If numbers lose digits, then great ones do, as with floats.
#
# The truth: a fraction goes as float32 if that is no more than 0.0001 away. So
# the small ones are changed, and the great ones are exact: below 2048 all but
# binary fractions arrive as others, and of those above 32768 one in twenty. A
# unit 1e-6 before the edge of its tile is on the next tile for all clients,
# from the third tile of 16 on. With float64 all arrive as they are.
#
# Who minds: clients that compare with what they predicted, or look up the tile
# of a position. Whole numbers, halves and quarters, as in a first try, are
# right.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @colyseus/schema@5.0.34 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { Decoder, Encoder, schema, t } from '@colyseus/schema';
const { version } = JSON.parse(
  readFileSync('node_modules/@colyseus/schema/package.json'));
console.log('@colyseus/schema ' + version);

const State = schema({ number: t.number(), float64: t.float64() });
function arrives(value) {
  const server = new State(), client = new State();
  server.number = server.float64 = value;
  new Decoder(client).decode(new Encoder(server).encodeAll());
  return client;
}
for (const value of [0.5, 0.1, 31.99999, 1000.1, 10000.1, 2 ** 40]) {
  const { number, float64 } = arrives(value);
  console.log(`${value}: number ${number}, float64 ${float64}`);
}

let state = 77;
function random() {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) / 2 ** 24;
}
const fraction = () => random() + random() / 2 ** 24;
for (const end of [128, 1024, 2048, 4096, 8192, 16384, 65536]) {
  let changed = 0, changed64 = 0;
  for (let i = 0; i < 1000; i++) {
    const value = end / 2 + fraction() * end / 2;
    const { number, float64 } = arrives(value);
    if (number !== value) changed++;
    if (float64 !== value) changed64++;
  }
  console.log(`from ${end / 2} to ${end}: ${changed} of 1000 changed, ` +
    `with float64 ${changed64}`);
}
let tiles = 0, first = 0;
for (let tile = 1; tile <= 128; tile++) {
  const x = tile * 16 - 1e-6;
  if (Math.floor(arrives(x).number / 16) !== Math.floor(x / 16)) {
    tiles++;
    first ||= tile;
  }
}
console.log(`1e-6 before its edge: ${tiles} of 128 tiles are the next one, ` +
  `the first is tile ${first}`);
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
@colyseus/schema 5.0.34
0.5: number 0.5, float64 0.5
0.1: number 0.10000000149011612, float64 0.1
31.99999: number 31.999990463256836, float64 31.99999
1000.1: number 1000.0999755859375, float64 1000.1
10000.1: number 10000.1, float64 10000.1
1099511627776: number 1099511627776, float64 1099511627776
from 64 to 128: 1000 of 1000 changed, with float64 0
from 512 to 1024: 1000 of 1000 changed, with float64 0
from 1024 to 2048: 1000 of 1000 changed, with float64 0
from 2048 to 4096: 826 of 1000 changed, with float64 0
from 4096 to 8192: 408 of 1000 changed, with float64 0
from 8192 to 16384: 200 of 1000 changed, with float64 0
from 32768 to 65536: 50 of 1000 changed, with float64 0
1e-6 before its edge: 126 of 128 tiles are the next one, the first is tile 3
END
