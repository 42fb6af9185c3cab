#!/usr/bin/env bash
# lua-json 1.0.1 with luaparse 0.2.1 (npm packages)
#
# A good guess: parse gives all that is in a table of Lua. A list becomes an
# array, fields become an object, and a table with both, which JSON lacks, an
# object with the keys 1, 2, ... as text, or an error. In which order the table
# is written does not matter, as in Lua.
#
# The truth: the first entry decides. If it has a key, the result is an object,
# and all entries without a key are lost; instead there is one key named
# undefined. If it has none, the result is an array, and each field is appended
# to it as a pair. So { [0] = 4, 5, 6 }, a list that counts from 0, is its first
# number only, and a map with its width in front has no cells. No error, no
# message; only a nil throws.
#
# Who minds: editors and servers in JavaScript that read levels and saved games
# which a game in Lua wrote.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  lua-json@1.0.1 luaparse@0.2.1 >/dev/null

cat >run.js <<'END'
const { parse } = require('lua-json');
const { readFileSync } = require('fs');
const version = name => JSON.parse(readFileSync(
  `node_modules/${name}/package.json`)).version;
console.log(`lua-json ${version('lua-json')}, luaparse ${version('luaparse')}`);

const tables = [
  '{ 4, 5, 6 }',
  '{ x = 4, y = 5 }',
  '{ [0] = 4, 5, 6 }',
  '{ 5, 6, [0] = 4 }',
  '{ name = "door", 3, 4 }',
  '{ 3, 4, name = "door" }',
  '{ width = 2, 1, 1, 0, 1 }',
  '{ 1, 1, 0, 1, width = 2 }',
  '{ { 2, 1 }, { 2, 2 }, closed = true }',
  '{ closed = true, { 2, 1 }, { 2, 2 } }',
  '{ 1, nil, 3 }',
  '{ n = 3, 1, nil, 3 }',
];
for (const table of tables) {
  let result;
  try {
    const value = parse('return ' + table);
    result = JSON.stringify(value) +
      (Array.isArray(value) ? '' : ', keys ' + Object.keys(value).join(' '));
  } catch (error) {
    result = error.constructor.name;
  }
  console.log(`${table}: ${result}`);
}
END
node run.js | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
lua-json 1.0.1, luaparse 0.2.1
{ 4, 5, 6 }: [4,5,6]
{ x = 4, y = 5 }: {"x":4,"y":5}, keys x y
{ [0] = 4, 5, 6 }: {"0":4}, keys 0 undefined
{ 5, 6, [0] = 4 }: [5,6,[0,4]]
{ name = "door", 3, 4 }: {"name":"door"}, keys name undefined
{ 3, 4, name = "door" }: [3,4,["name","door"]]
{ width = 2, 1, 1, 0, 1 }: {"width":2}, keys width undefined
{ 1, 1, 0, 1, width = 2 }: [1,1,0,1,["width",2]]
{ { 2, 1 }, { 2, 2 }, closed = true }: [[2,1],[2,2],["closed",true]]
{ closed = true, { 2, 1 }, { 2, 2 } }: {"closed":true}, keys closed undefined
{ 1, nil, 3 }: TypeError
{ n = 3, 1, nil, 3 }: TypeError
END
