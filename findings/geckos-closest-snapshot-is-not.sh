#!/usr/bin/env bash
# @geckos.io/snapshot-interpolation 1.1.1 (npm package)
#
# A good guess: vault.get(time, true) is the snapshot that is closest to that
# time, as the README says, so it is at most half a tick away.
#
# The truth: of the two around that time it is the one further away. At 60 ticks
# a second that is 12 ms off on average, not 4. The very time of a snapshot
# gives the one after it, a whole tick off; only for the last one and after it
# the answer is right. vault.get(time) tells both, rightly.
#
# Who minds: clients that compare their own past with the server's, to see
# whether they must correct the player: whoever runs is "wrong" all the time,
# and who stands still, as in a first try, is right.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @geckos.io/snapshot-interpolation@1.1.1 >/dev/null

cat >run.mjs <<'END'
import { readFileSync } from 'node:fs';
import { Vault } from '@geckos.io/snapshot-interpolation';
const name = '@geckos.io/snapshot-interpolation';
const { version } = JSON.parse(
  readFileSync(`node_modules/${name}/package.json`));
console.log(`${name} ${version}`);

const vault = new Vault();
const times = [1000, 1016, 1033, 1050, 1066];
for (const time of times) {
  vault.add({ id: String(time), time, state: [{ id: 'unit', x: time }] });
}
for (const time of [1000, 1004, 1012, 1030, 1033, 1041, 1042, 1060, 1070]) {
  const best = times.reduce((a, b) =>
    Math.abs(b - time) < Math.abs(a - time) ? b : a);
  const { older, newer } = vault.get(time);
  console.log(`${time}: between ${older.time} and ${newer?.time ?? 'none'}, ` +
    `closest is ${best}, get says ${vault.get(time, true).time}`);
}
let off = 0, least = 0;
for (let time = 1000; time < 1066; time++) {
  off += Math.abs(vault.get(time, true).time - time);
  least += Math.min(...times.map(other => Math.abs(other - time)));
}
console.log(`on average ${(off / 66).toFixed(1)} ms off, the closest ` +
  `${(least / 66).toFixed(1)}`);
END
node run.mjs | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
@geckos.io/snapshot-interpolation 1.1.1
1000: between 1000 and 1016, closest is 1000, get says 1016
1004: between 1000 and 1016, closest is 1000, get says 1016
1012: between 1000 and 1016, closest is 1016, get says 1000
1030: between 1016 and 1033, closest is 1033, get says 1016
1033: between 1033 and 1050, closest is 1033, get says 1050
1041: between 1033 and 1050, closest is 1033, get says 1050
1042: between 1033 and 1050, closest is 1050, get says 1033
1060: between 1050 and 1066, closest is 1066, get says 1050
1070: between 1066 and none, closest is 1066, get says 1066
on average 12.4 ms off, the closest 4.1
END
