#!/usr/bin/env bash
# @geckos.io/snapshot-interpolation 1.1.1 (npm package)
#
# A good guess: in calcInterpolation and interpolate, 'direction(deg)' or (rad)
# after a name turns that value the short way round, from 350 to 10 degrees
# through 0. In which order the names stand does not matter.
#
# The truth: for the first name what stands in brackets is dropped, and the
# value is interpolated as a plain number: from 350 to 10 through 180. So it is
# in the README's own example, which begins with an angle. Behind another name,
# as in 'x direction(deg)', the same angle is right. The middle of 170 and -170
# comes out as 180 then, and as 0 in front.
#
# Who minds: tanks and guards on the clients' screens that spin once round when
# they pass 0, and view cones that sweep the whole room.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @geckos.io/snapshot-interpolation@1.1.1 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { SnapshotInterpolation } from '@geckos.io/snapshot-interpolation';
const name = '@geckos.io/snapshot-interpolation';
const { version } = JSON.parse(
  readFileSync(`node_modules/${name}/package.json`));
console.log(`${name} ${version}`);

const SI = new SnapshotInterpolation(20);
function middle(from, to, names) {
  const shots = [from, to].map((angle, i) => ({ id: 's' + i, time: i * 100,
    state: [{ id: 'unit', x: i, d: angle, r: angle * Math.PI / 180 }] }));
  const { d, r } = SI.interpolate(...shots, 0.5, names).state[0];
  const angle = names.includes('d(') ? d : r * 180 / Math.PI;
  return (Math.round(angle) + 360) % 360;
}
for (const [from, to] of [[350, 10], [10, 350], [170, -170], [0, 90]]) {
  console.log(`${from} and ${to}: ` + ['d(deg)', 'd(deg) x',
    'x d(deg)', 'r(rad) x', 'x r(rad)'].map(names =>
    `${names} ${middle(from, to, names)}`).join(', '));
}
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
@geckos.io/snapshot-interpolation 1.1.1
350 and 10: d(deg) 180, d(deg) x 180, x d(deg) 0, r(rad) x 180, x r(rad) 0
10 and 350: d(deg) 180, d(deg) x 180, x d(deg) 0, r(rad) x 180, x r(rad) 0
170 and -170: d(deg) 0, d(deg) x 0, x d(deg) 180, r(rad) x 0, x r(rad) 180
0 and 90: d(deg) 45, d(deg) x 45, x d(deg) 45, r(rad) x 45, x r(rad) 45
END
