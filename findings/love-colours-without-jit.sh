#!/usr/bin/env bash
# LÖVE 11.4 on x86-64 (Debian package love)
#
# A good guess: getPixel and mapPixel give a byte of an image as byte / 255 in
# Lua's doubles, so they give what love.math.colorFromBytes makes of that byte.
# Or else they give floats, which are other numbers but for 0 and 255. Either
# way, one look on one machine tells.
#
# The truth: the one with LuaJIT's compiler on, the other with it off. If it is
# off when love.image is loaded, the same two calls are other functions, in
# single precision: of 256 bytes 2 are still equal to their double, not all. On
# ARM processors, so on phones and newer Macs, later versions of LÖVE turn the
# compiler off themselves. colorToBytes gives the byte back in both cases.
#
# Who minds: games that draw levels as images and look up what a colour means,
# or replace a key colour: right on the PC, and on the phone a map without
# walls.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# LÖVE with the libraries that are missing here.
version=11.4-1
installed=$(dpkg-query -Wf '${Version}' love 2>/dev/null || true)
if [ "$installed" = "$version" ]; then
  love() { command love "$@"; }
else
  apt-get install -s --no-install-recommends "love=$version" |
    sed -nE 's/^Inst ([^ ]+) .*\(([^ ]+) .*/\1=\2/p' >packages
  xargs apt-get -qq -o APT::Sandbox::User=root download <packages >/dev/null
  for package in ./*.deb; do dpkg -x "$package" .; done
  lib=$(echo "$dir"/usr/lib/*-linux-*)
  export LD_LIBRARY_PATH="$lib:$lib/pulseaudio"
  love() { "$dir/usr/bin/love-11.4" "$@"; }
fi
export HOME="$dir" XDG_DATA_HOME="$dir"

mkdir game
cat >game/conf.lua <<'END'
if os.getenv("WITHOUT") then jit.off() end
function love.conf(t)
  for module in pairs(t.modules) do t.modules[module] = false end
  for _, module in ipairs { "data", "event", "image", "math" } do
    t.modules[module] = true
  end
end
END
cat >game/main.lua <<'END'
local bytes = {}
for byte = 0, 255 do
  bytes[#bytes + 1] = string.char(byte, byte, byte, 255)
end
local image = love.image.newImageData(16, 16, "rgba8", table.concat(bytes))

local quotient, from_bytes, to_bytes, mapped = 0, 0, 0, 0
for byte = 0, 255 do
  local red = image:getPixel(byte % 16, math.floor(byte / 16))
  if red == byte / 255 then quotient = quotient + 1 end
  if red == love.math.colorFromBytes(byte, byte, byte) then
    from_bytes = from_bytes + 1
  end
  if love.math.colorToBytes(red, red, red) == byte then
    to_bytes = to_bytes + 1
  end
end
image:mapPixel(function(x, y, red, green, blue, alpha)
  if red == (y * 16 + x) / 255 then mapped = mapped + 1 end
  return red, green, blue, alpha
end)

-- A level as an image, and what its colours mean.
local colours = {
  [" "] = { 0, 0, 0 }, ["#"] = { 128, 128, 128 }, ["~"] = { 30, 144, 255 },
}
local rows = { "########", "#  ~   #", "# ~~ # #", "#  ~ # #", "########" }
local level = {}
for _, row in ipairs(rows) do
  for sign in row:gmatch(".") do
    local colour = colours[sign]
    level[#level + 1] =
      string.char(colour[1], colour[2], colour[3], 255)
  end
end
local drawn = love.image.newImageData(#rows[1], #rows, "rgba8",
  table.concat(level))
local found = 0
for y = 0, #rows - 1 do
  for x = 0, #rows[1] - 1 do
    local red, green, blue = drawn:getPixel(x, y)
    for _, colour in pairs(colours) do
      local r, g, b = love.math.colorFromBytes(colour[1], colour[2], colour[3])
      if r == red and g == green and b == blue then found = found + 1 end
    end
  end
end

local major, minor = love.getVersion()
print(("LÖVE %d.%d, compiler %s"):format(major, minor,
  jit.status() and "on" or "off"))
print(("  getPixel: %d of 256 are byte / 255, %d are colorFromBytes"):format(
  quotient, from_bytes))
print(("  mapPixel: %d of 256 are byte / 255"):format(mapped))
print(("  colorToBytes gives %d of 256 bytes back"):format(to_bytes))
print(("  the level: %d of %d cells have a meaning"):format(found, #level))
love.event.quit()
END
{
  love game
  WITHOUT=1 love game
} | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
LÖVE 11.4, compiler on
  getPixel: 256 of 256 are byte / 255, 256 are colorFromBytes
  mapPixel: 256 of 256 are byte / 255
  colorToBytes gives 256 of 256 bytes back
  the level: 40 of 40 cells have a meaning
LÖVE 11.4, compiler off
  getPixel: 2 of 256 are byte / 255, 2 are colorFromBytes
  mapPixel: 2 of 256 are byte / 255
  colorToBytes gives 256 of 256 bytes back
  the level: 12 of 40 cells have a meaning
END
