#!/usr/bin/env bash
# @geckos.io/typed-array-buffer-schema 1.2.1 (npm package)
#
# A good guess: toBuffer and fromBuffer of a Model are inverse to each other, as
# often as one likes. digits: 2 keeps two digits after the point, length: 6
# keeps six characters; the schema is a description, and nothing changes it.
#
# The truth: fromBuffer writes into the schema, and from then on toBuffer of
# every model with a part of it no longer knows digits and length. Numbers are
# written without their fraction and read as a hundredth of it: 21.85 becomes
# 0.21. Names are written with twelve characters, and to read them throws. Until
# the first fromBuffer all is right, and reading alone is right always: a server
# that only writes and a client that only reads see nothing of it.
#
# Who minds: whoever sends and receives with one schema: servers that get the
# players' positions, a host who plays, replays, and tests, whose first round
# trip is right.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @geckos.io/typed-array-buffer-schema@1.2.1 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { BufferSchema, Model, int16, string8, uint8 } from
  '@geckos.io/typed-array-buffer-schema';
const name = '@geckos.io/typed-array-buffer-schema';
const { version } = JSON.parse(
  readFileSync(`node_modules/${name}/package.json`));
console.log(`${name} ${version}`);

const unit = BufferSchema.schema('unit', { id: uint8,
  x: { type: int16, digits: 2 }, y: { type: int16, digits: 2 } });
const world = new Model(BufferSchema.schema('world', { units: [unit] }));
const orders = new Model(BufferSchema.schema('orders', { moved: [unit] }));
const units = [{ id: 1, x: 21.85, y: -78.48 }, { id: 2, x: 0.29, y: 140.5 }];
const show = list => list.map(({ x, y }) => `${x}, ${y}`).join('; ');
console.log('units: ' + show(units));

const first = world.toBuffer({ units }), second = world.toBuffer({ units });
console.log('first: ' + show(world.fromBuffer(first).units));
console.log('second: ' + show(world.fromBuffer(second).units));
const third = world.toBuffer({ units });
console.log('written after that: ' + show(world.fromBuffer(third).units));
const other = orders.toBuffer({ moved: units });
console.log('by another model: ' + show(orders.fromBuffer(other).moved));
console.log('first, read again: ' + show(world.fromBuffer(first).units));

const hero = BufferSchema.schema('hero',
  { name: { type: string8, length: 6 }, z: uint8 });
const heroes = new Model(BufferSchema.schema('heroes', { heroes: [hero] }));
for (let i = 1; i <= 2; i++) {
  const buffer = heroes.toBuffer({ heroes: [{ name: 'Archer', z: 7 }] });
  let read;
  try {
    const [hero] = heroes.fromBuffer(buffer).heroes;
    read = `${hero.name}, z ${hero.z}`;
  } catch (error) {
    read = error.constructor.name;
  }
  console.log(`name, round ${i}: ${buffer.byteLength} bytes, read as ${read}`);
}
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
@geckos.io/typed-array-buffer-schema 1.2.1
units: 21.85, -78.48; 0.29, 140.5
first: 21.85, -78.48; 0.29, 140.5
second: 21.85, -78.48; 0.29, 140.5
written after that: 0.21, -0.78; 0, 1.4
by another model: 0.21, -0.78; 0, 1.4
first, read again: 21.85, -78.48; 0.29, 140.5
name, round 1: 17 bytes, read as Archer, z 7
name, round 2: 23 bytes, read as RangeError
END
