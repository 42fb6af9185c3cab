#!/usr/bin/env bash
# @msgpack/msgpack 3.1.3, @ygoe/msgpack 1.0.3, msgpack-js 0.3.0, msgpack-lite
# 0.2.2, msgpack5 6.1.0, msgpackr 2.1.4, notepack.io 3.0.1, tiny-msgpack 2.2.0,
# what-the-pack 2.0.3 (npm packages)
#
# A good guess: a map that comes back from MessagePack when it is a Uint8Array
# does so, too, when costs get greater and it becomes a Uint16Array; or that
# throws, as MessagePack knows bytes only. And one format means one outcome.
#
# The truth: there are five outcomes, and none throws. notepack.io keeps each
# value modulo 256: 300 becomes 44, and 512 becomes 0; floats lose fractions,
# too. Three write the memory, and give twice as many bytes. Three give an
# object with the keys 0, 1, 2, without a length. One gives a list. Only
# msgpack-lite gives the Uint16Array back. A Uint8Array comes back as bytes from
# all but msgpack-js.
#
# Who minds: saved games and messages with a grid of costs, of heights or of
# numbers of tiles above 255. A small test map has none of those.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --omit=optional \
  --prefix "$dir" @msgpack/msgpack@3.1.3 @ygoe/msgpack@1.0.3 \
  msgpack-js@0.3.0 msgpack-lite@0.2.2 msgpack5@6.1.0 msgpackr@2.1.4 \
  notepack.io@3.0.1 tiny-msgpack@2.2.0 what-the-pack@2.0.3 >/dev/null

cat >run.js <<'END'
const { readFileSync } = require('fs');
const pack5 = require('msgpack5')();
const pack2 = require('what-the-pack').initialize(2 ** 16);
// How each library writes and reads a value again.
const both = name => {
  const { encode, decode } = require(name);
  return value => decode(encode(value));
};
const libraries = {
  '@msgpack/msgpack': both('@msgpack/msgpack'),
  '@ygoe/msgpack': value => {
    const { serialize, deserialize } = require('@ygoe/msgpack');
    return deserialize(serialize(value));
  },
  'msgpack-js': both('msgpack-js'),
  'msgpack-lite': both('msgpack-lite'),
  msgpack5: value => pack5.decode(pack5.encode(value).slice()),
  msgpackr: value => {
    const { pack, unpack } = require('msgpackr');
    return unpack(pack(value));
  },
  'notepack.io': both('notepack.io'),
  'tiny-msgpack': both('tiny-msgpack'),
  'what-the-pack': value => pack2.decode(pack2.encode(value)),
};
const maps = [Uint8Array.of(1, 200, 0), Uint16Array.of(1, 300, 512),
  Float32Array.of(1, 1.5, 300)];
for (const [name, copy] of Object.entries(libraries)) {
  const { version } = JSON.parse(
    readFileSync(`node_modules/${name}/package.json`));
  console.log(`${name} ${version}`);
  for (const map of maps) {
    const { costs } = copy({ costs: map });
    const kind = ArrayBuffer.isView(costs) && costs.BYTES_PER_ELEMENT === 1
      ? 'bytes' : costs.constructor.name;
    console.log(`  ${map.constructor.name} ${map.join(' ')}: ${kind}, ` +
      `length ${costs.length}: ${Object.values(costs).join(' ')}`);
  }
}
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
@msgpack/msgpack 3.1.3
  Uint8Array 1 200 0: bytes, length 3: 1 200 0
  Uint16Array 1 300 512: bytes, length 6: 1 0 44 1 0 2
  Float32Array 1 1.5 300: bytes, length 12: 0 0 128 63 0 0 192 63 0 0 150 67
@ygoe/msgpack 1.0.3
  Uint8Array 1 200 0: bytes, length 3: 1 200 0
  Uint16Array 1 300 512: Array, length 3: 1 300 512
  Float32Array 1 1.5 300: Array, length 3: 1 1.5 300
msgpack-js 0.3.0
  Uint8Array 1 200 0: Object, length undefined: 1 200 0
  Uint16Array 1 300 512: Object, length undefined: 1 300 512
  Float32Array 1 1.5 300: Object, length undefined: 1 1.5 300
msgpack-lite 0.2.2
  Uint8Array 1 200 0: bytes, length 3: 1 200 0
  Uint16Array 1 300 512: Uint16Array, length 3: 1 300 512
  Float32Array 1 1.5 300: Float32Array, length 3: 1 1.5 300
msgpack5 6.1.0
  Uint8Array 1 200 0: bytes, length 3: 1 200 0
  Uint16Array 1 300 512: Object, length undefined: 1 300 512
  Float32Array 1 1.5 300: Object, length undefined: 1 1.5 300
msgpackr 2.1.4
  Uint8Array 1 200 0: bytes, length 3: 1 200 0
  Uint16Array 1 300 512: bytes, length 6: 1 0 44 1 0 2
  Float32Array 1 1.5 300: bytes, length 12: 0 0 128 63 0 0 192 63 0 0 150 67
notepack.io 3.0.1
  Uint8Array 1 200 0: bytes, length 3: 1 200 0
  Uint16Array 1 300 512: bytes, length 3: 1 44 0
  Float32Array 1 1.5 300: bytes, length 3: 1 1 44
tiny-msgpack 2.2.0
  Uint8Array 1 200 0: bytes, length 3: 1 200 0
  Uint16Array 1 300 512: Object, length undefined: 1 300 512
  Float32Array 1 1.5 300: Object, length undefined: 1 1.5 300
what-the-pack 2.0.3
  Uint8Array 1 200 0: bytes, length 3: 1 200 0
  Uint16Array 1 300 512: bytes, length 6: 1 0 44 1 0 2
  Float32Array 1 1.5 300: bytes, length 12: 0 0 128 63 0 0 192 63 0 0 150 67
END
