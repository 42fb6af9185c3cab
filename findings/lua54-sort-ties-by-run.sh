#!/usr/bin/env bash
# Lua 5.3.6 and 5.4.4 (Debian packages lua5.3, lua5.4; lua5.1 beside them)
#
# A good guess: table.sort is not stable, so equal elements change places, but
# the same list and the same comparison give the same order in each run.
#
# The truth: since Lua 5.3, a long list that is split badly takes its pivot by
# the clock and the time of day. Cells of a map, row by row, by their distance
# from the middle, are such a list: the first and the last cell are far, the
# middle one is near. From 23 x 23 cells on, nearly each run has another order
# of the cells that are equally far; 22 x 22 and Lua 5.1 have one order always.
#
# Who minds: replays, lockstep, tests with a fixed seed. "The nearest three"
# differ from run to run though nothing asks for a random number. A comparison
# that never calls two elements equal (by distance, then by index) ends it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

get() { # an interpreter, and its library of the same version
  echo "${1/=/ }"
  apt-get -qq -o APT::Sandbox::User=root download "$1" "$2=${1#*=}" >/dev/null
}
get lua5.1=5.1.5-9 liblua5.1-0
get lua5.3=5.3.6-2 liblua5.3-0
get lua5.4=5.4.4-3+deb12u1 liblua5.4-0
for package in ./*.deb; do dpkg -x "$package" .; done
LD_LIBRARY_PATH=$(echo "$dir"/usr/lib/*-linux-*)
export LD_LIBRARY_PATH

cat >sort.lua <<'END'
local size = tonumber(arg[1])
local middle = (size + 1) / 2
local cells = {}
for y = 1, size do
  for x = 1, size do
    local dx, dy = x - middle, y - middle
    cells[#cells + 1] = { x = x, y = y, distance = dx * dx + dy * dy }
  end
end
table.sort(cells, function(a, b) return a.distance < b.distance end)
local sum = 0
for i, cell in ipairs(cells) do
  assert(i == 1 or cells[i - 1].distance <= cell.distance)
  sum = (sum * 31 + cell.x * 1000 + cell.y) % 1000003
end
print(sum)
END

orders() { # in 12 runs of VM $1 with $2 x $2 cells
  local count
  count=$(for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
    "usr/bin/$1" sort.lua "$2"
  done | sort -u | wc -l)
  if [ "$count" -gt 1 ]; then count=several; fi
  echo "$1, $2 x $2 cells: orders in 12 runs: $count"
}
for vm in lua5.1 lua5.3 lua5.4; do
  orders "$vm" 22
  orders "$vm" 23
  orders "$vm" 64
done | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
lua5.1, 22 x 22 cells: orders in 12 runs: 1
lua5.1, 23 x 23 cells: orders in 12 runs: 1
lua5.1, 64 x 64 cells: orders in 12 runs: 1
lua5.3, 22 x 22 cells: orders in 12 runs: 1
lua5.3, 23 x 23 cells: orders in 12 runs: several
lua5.3, 64 x 64 cells: orders in 12 runs: several
lua5.4, 22 x 22 cells: orders in 12 runs: 1
lua5.4, 23 x 23 cells: orders in 12 runs: several
lua5.4, 64 x 64 cells: orders in 12 runs: several
END
