#!/usr/bin/env bash
# chance 1.1.13, excalibur 0.32.0, fastnoise-lite 1.1.1, generate-maze 1.1.0,
# open-simplex-noise 3.0.0, p5 2.3.4, perlin-noise-3d 0.5.4, prando 6.0.1,
# rot-js 2.2.1; and alea 1.0.1, noisejs 2.1.0, phaser 4.2.1, random-seed 0.3.0,
# seedrandom 3.0.5 (npm packages)
#
# A good guess: each number is a seed of its own. So Math.random() as the seed
# makes a new map for each game, as noisejs advises; a library that wants whole
# numbers says so, or throws.
#
# The truth: in eight of these fourteen all seeds from 0 to 1 are one seed, for
# noise as for dice and mazes. The seed's fraction is cut off, and nothing says
# so; perlin-noise-3d calls its seed a float, and plants Math.E, which is 2. In
# rot-js a seed below 1 becomes 1 / seed, and then its fraction goes: half of
# all games have the same map, and a sixth share the next, so a few tries look
# right. In the other five each fraction is a seed.
#
# Who minds: who changes the library and keeps the seed, or draws the seeds of
# levels from another generator: all levels are the same one.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  alea@1.0.1 chance@1.1.13 excalibur@0.32.0 fastnoise-lite@1.1.1 \
  generate-maze@1.1.0 noisejs@2.1.0 open-simplex-noise@3.0.0 p5@2.3.4 \
  perlin-noise-3d@0.5.4 phaser@4.2.1 prando@6.0.1 random-seed@0.3.0 \
  rot-js@2.2.1 seedrandom@3.0.5 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
// Two of them look for a browser when they are loaded, and need none for this.
const context = new Proxy({}, { get: () => () => ({ data: [] }) });
function element() {
  this.getContext = () => context;
  this.canPlayType = () => '';
}
Object.assign(globalThis, {
  window: globalThis, Image: element, HTMLCanvasElement: element,
  Element: element, HTMLElement: element, screen: {},
  document: { documentElement: {}, createElement: () => new element() },
});
if (!globalThis.navigator) globalThis.navigator = { userAgent: '' };
const { Random } = await import(
  './node_modules/excalibur/build/esm/excalibur.js');
const { default: FastNoiseLite } = await import('fastnoise-lite');
const { makeNoise2D } = await import('open-simplex-noise');
const { default: addNoise } = await import(
  './node_modules/p5/dist/math/noise.js');
const { default: addRandom } = await import(
  './node_modules/p5/dist/math/random.js');
const { RNG } = await import('rot-js');
const [alea, Chance, maze, { Noise }, Noise3D, Prando, dice, seedrandom] = [
  'alea', 'chance', 'generate-maze', 'noisejs', 'perlin-noise-3d', 'prando',
  'random-seed', 'seedrandom'].map(name => require(name));
const Phaser = require('phaser');
const p5 = {};
addNoise(p5, p5);
addRandom(p5, p5);

// What comes of a seed: noise, the first number, or a maze.
const made = {
  'chance': seed => new Chance(seed).floating(),
  'excalibur': seed => new Random(seed).next(),
  'fastnoise-lite': seed => {
    const noise = new FastNoiseLite(seed);
    return noise.GetNoise(130, 270) + ' ' + noise.GetNoise(470, 270);
  },
  'generate-maze': seed => JSON.stringify(maze(8, 8, true, seed)),
  'open-simplex-noise': seed => {
    const noise = makeNoise2D(seed);
    return noise(1.3, 2.7) + ' ' + noise(4.7, 2.7);
  },
  'p5': seed => {
    p5.noiseSeed(seed);
    p5.randomSeed(seed);
    return p5.noise(1.3, 2.7) + ' ' + p5.random();
  },
  'perlin-noise-3d': seed => {
    const noise = new Noise3D();
    noise.noiseSeed(seed);
    return noise.get(1.3, 2.7, 0.5);
  },
  'prando': seed => new Prando(seed).next(),
  'rot-js': seed => RNG.setSeed(seed).getUniform(),
  'alea': seed => alea(seed)(),
  'noisejs': seed => {
    const noise = new Noise(seed);
    return noise.perlin2(1.3, 2.7) + ' ' + noise.perlin2(4.7, 2.7);
  },
  'phaser': seed => new Phaser.Math.RandomDataGenerator([seed]).frac(),
  'random-seed': seed => dice.create(seed).random(),
  'seedrandom': seed => seedrandom(seed)(),
};

console.log('results of 1000 seeds below 1, and of the seeds 1 to 100');
let state = 1;
const seeds = Array.from({ length: 1000 }, () => {
  state = (Math.imul(state, 1103515245) + 12345) >>> 0;
  return (state >>> 8) / 2 ** 24;
});
for (const [name, make] of Object.entries(made)) {
  const { version } = JSON.parse(
    readFileSync(`node_modules/${name}/package.json`));
  const counts = new Map();
  for (const seed of seeds) {
    const result = make(seed);
    counts.set(result, (counts.get(result) ?? 0) + 1);
  }
  const [most, next = 0] = [...counts.values()].sort((a, b) => b - a);
  const whole = new Set(Array.from({ length: 100 }, (_, i) => make(i + 1)));
  console.log(`${name} ${version}: ${counts.size} of 1000 ` +
    `(${most} and ${next} alike), ${whole.size} of 100`);
}
console.log('perlin-noise-3d, Math.E as 2: ' +
  (made['perlin-noise-3d'](Math.E) === made['perlin-noise-3d'](2)));
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
results of 1000 seeds below 1, and of the seeds 1 to 100
chance 1.1.13: 1 of 1000 (1000 and 0 alike), 100 of 100
excalibur 0.32.0: 1 of 1000 (1000 and 0 alike), 100 of 100
fastnoise-lite 1.1.1: 1 of 1000 (1000 and 0 alike), 100 of 100
generate-maze 1.1.0: 1 of 1000 (1000 and 0 alike), 100 of 100
open-simplex-noise 3.0.0: 1 of 1000 (1000 and 0 alike), 100 of 100
p5 2.3.4: 1 of 1000 (1000 and 0 alike), 100 of 100
perlin-noise-3d 0.5.4: 1 of 1000 (1000 and 0 alike), 100 of 100
prando 6.0.1: 1 of 1000 (1000 and 0 alike), 100 of 100
rot-js 2.2.1: 51 of 1000 (505 and 175 alike), 100 of 100
alea 1.0.1: 1000 of 1000 (1 and 1 alike), 100 of 100
noisejs 2.1.0: 990 of 1000 (2 and 2 alike), 100 of 100
phaser 4.2.1: 1000 of 1000 (1 and 1 alike), 100 of 100
random-seed 0.3.0: 1000 of 1000 (1 and 1 alike), 100 of 100
seedrandom 3.0.5: 1000 of 1000 (1 and 1 alike), 100 of 100
perlin-noise-3d, Math.E as 2: true
END
