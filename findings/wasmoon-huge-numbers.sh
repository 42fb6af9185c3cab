#!/usr/bin/env bash
# wasmoon 1.16.0 with its Lua 5.4 (npm package wasmoon)
#
# A good guess: both sides have doubles, so each number of JavaScript arrives in
# Lua as it is: as an integer if it fits into one, or else as a float.
#
# The truth: each whole number becomes an integer, whether it fits or not, and
# keeps its lowest 64 bits only. 2^63 and 1e19 are negative in Lua, and all from
# 2^116 to Number.MAX_VALUE are 0. Infinity arrives as it is. So it is with
# arguments, results, fields and globals. Lua's own math.maxinteger, read by
# JavaScript and handed back, is math.mininteger.
#
# Who minds: pages that write a huge number for a wall, or for "nothing found so
# far". Of the costs 5, MAX_VALUE and 7 the second is the least one, and free.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  wasmoon@1.16.0 >/dev/null

cat >run.js <<'END'
const { LuaFactory } = require('wasmoon');
const { readFileSync } = require('fs');
const about = JSON.parse(readFileSync('node_modules/wasmoon/package.json'));
const numbers = { '2^53': 2 ** 53, '2^63 - 1024': 2 ** 63 - 1024,
  '2^63': 2 ** 63, '1e19': 1e19, '1e20': 1e20, '1e25': 1e25, '2^116': 2 ** 116,
  'MAX_VALUE': Number.MAX_VALUE, '-MAX_VALUE': -Number.MAX_VALUE,
  'Infinity': Infinity };

async function main() {
  const lua = await new LuaFactory().createEngine();
  console.log(`wasmoon ${about.version}, ${lua.global.get('_VERSION')}`);
  await lua.doString(`
    function show(n)
      return math.type(n) .. ' ' .. tostring(n)
    end
    function shown(argument)
      return { show(argument), show(number), show(result()),
        show(object.field), show(object.list[1]) }
    end
    function least(list, count)
      local best = 1
      for i = 2, count do
        if list[i] < list[best] then best = i end
      end
      return best
    end`);
  const shown = lua.global.get('shown');
  for (const [name, number] of Object.entries(numbers)) {
    lua.global.set('number', number);
    lua.global.set('result', () => number);
    lua.global.set('object', { field: number, list: [number] });
    const answers = new Set(shown(number));
    console.log(`${name}: ${[...answers].join(' or ')}`);
  }
  const greatest = lua.global.get('math').maxinteger;
  console.log('math.maxinteger, out and back: ' +
    lua.global.get('show')(greatest));
  const costs = [5, Number.MAX_VALUE, 7];
  console.log(`the least of 5, MAX_VALUE, 7: number ` +
    `${lua.global.get('least')(costs, costs.length)} of them`);
}
main();
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
wasmoon 1.16.0, Lua 5.4
2^53: integer 9007199254740992
2^63 - 1024: integer 9223372036854774784
2^63: integer -9223372036854775808
1e19: integer -8446744073709551616
1e20: integer 7766279631452241920
1e25: integer 1590897979265384448
2^116: integer 0
MAX_VALUE: integer 0
-MAX_VALUE: integer 0
Infinity: float inf
math.maxinteger, out and back: integer -9223372036854775808
the least of 5, MAX_VALUE, 7: number 2 of them
END
