#!/usr/bin/env bash
# The core in Lua on each VM of this machine, rows of docs/benchmarks.md:
#
#   bench/hosts.sh       after `make single`; LUAU names an interpreter of Luau,
#                        if there is one. Luau counts the time of the clock on
#                        the wall, so measure it on a machine that does no more.
set -eu
cd "$(dirname "$0")/.."

echo '| host | first query | query | field | 100 units | dense |'
echo '|---|---:|---:|---:|---:|---:|'

row() {
  local name=$1
  shift
  LUA_PATH='build/single/?.lua' LUA_CPATH='./nowhere/?.so' "$@" \
    bench/hosts.lua "$name"
}

bash tools/vms | while IFS=: read -r name exe _; do
  if [ "$name" = luajit ]; then
    row LuaJIT "$exe"
    row "LuaJIT without its compiler" "$exe" -joff
  else
    row "Lua ${name#lua}" "$exe"
  fi
done
if [ -f build/luajit/tilepath_core.so ]; then
  LUA_PATH='build/single/?.lua' LUA_CPATH='build/luajit/?.so' luajit \
    bench/hosts.lua "LuaJIT with the C module"
fi
narrow=build/float32/bin/lua5.4
[ ! -x $narrow ] || row "Lua 5.4 with numbers of 32 bits" $narrow
[ -n "${LUAU-}" ] || exit 0
folder=build/luau
mkdir -p $folder
cp build/single/tilepath.lua $folder/tilepath.luau
cp bench/hosts.lua $folder/hosts.luau
cat >$folder/run.luau <<'END'
local measure, tilepath = require("./hosts"), require("./tilepath")
print(measure(tilepath, os.clock, "Luau"))
END
"$LUAU" -O2 $folder/run.luau
