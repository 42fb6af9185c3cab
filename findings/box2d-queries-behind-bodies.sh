#!/usr/bin/env bash
# LÖVE 11.4 on x86-64 (Debian package love) and planck 1.5.0 (npm package), with
# the physics of Box2D
#
# A good guess: a query for an area (LÖVE's World:queryBoundingBox, planck's
# World.queryAABB) tells the bodies whose boxes overlap it, give or take the
# tenth of a metre that Box2D adds. How fast a body is does not matter, or only
# while it moves.
#
# The truth: the tree that is asked has a longer box, which it keeps as long as
# the body is somewhere in it, and which was made the longer the faster the body
# was. A body that has come to rest stays in it. After a walk at 5 m/s it is
# still found a third of a metre behind where it stands, after 20 m/s more than
# a metre, ten seconds later and until it moves on. While it moves, even its own
# box, getBoundingBox or getAABB, holds the way of the last step. At rest that
# box is right, so to compare it with the area leaves out the false ones.
#
# Who minds: "is this cell free?" and "who is in the blast?". The cell that a
# unit left stays taken; those before it and beside it are free.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  planck@1.5.0 >/dev/null

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

# A unit 24 pixels wide, or 0.8 m, walks to the right for a second, stops, and
# stands for ten seconds. Its cell is 32 pixels wide.
mkdir game
cat >game/conf.lua <<'END'
function love.conf(t)
  for module in pairs(t.modules) do t.modules[module] = false end
  for _, module in ipairs { "data", "event", "math", "physics" } do
    t.modules[module] = true
  end
end
END
cat >game/main.lua <<'END'
print(("LÖVE %d.%d"):format(love.getVersion()))
love.physics.setMeter(30)
for _, speed in ipairs { 0, 60, 150, 300, 600 } do
  local world = love.physics.newWorld(0, 0)
  local body = love.physics.newBody(world, 0, 0, "dynamic")
  local fixture = love.physics.newFixture(body,
    love.physics.newRectangleShape(24, 24))

  local function found(left, top, right, bottom)
    local x, y = body:getPosition()
    local count = 0
    world:queryBoundingBox(x + left, y + top, x + right, y + bottom, function()
      count = count + 1
      return true
    end)
    return count == 1
  end
  -- How many pixels from the unit's edge it is still found.
  local function reach(direction)
    local farthest = 0
    for pixels = 1, 150 do
      local at = direction * (12 + pixels)
      if found(at, -1, at, 1) then farthest = pixels end
    end
    return farthest
  end

  body:setLinearVelocity(speed, 0)
  local behind, width = 0, 0
  for _ = 1, 60 do
    world:update(1 / 60)
    behind = math.max(behind, reach(-1))
    local left, _, right = fixture:getBoundingBox()
    width = math.max(width, right - left)
  end
  body:setLinearVelocity(0, 0)
  for _ = 1, 600 do world:update(1 / 60) end
  local taken = {}
  if found(-48, -16, -16, 16) then taken[#taken + 1] = "behind" end
  if found(16, -16, 48, 16) then taken[#taken + 1] = "before" end
  if found(-16, 16, 16, 48) or found(-16, -48, 16, -16) then
    taken[#taken + 1] = "beside"
  end
  local left, _, right = fixture:getBoundingBox()
  print(("%d pixels/s: found up to %d behind, its own box up to %.1f wide")
    :format(speed, behind, width))
  print(("  at rest: found %d behind and %d before, its box %.1f wide")
    :format(reach(-1), reach(1), right - left))
  print("  cells taken besides its own: " ..
    (taken[1] and table.concat(taken, ", ") or "none"))
end
love.event.quit()
END

cat >run.js <<'END'
const { AABB, Box, World } = require('planck');
console.log('planck ' + JSON.parse(require('fs').readFileSync(
  'node_modules/planck/package.json')).version);
for (const speed of [0, 2, 5, 10, 20]) {
  const world = new World({ x: 0, y: 0 });
  const body = world.createBody({ type: 'dynamic' });
  const fixture = body.createFixture(new Box(0.4, 0.4));
  const reach = direction => { // in centimetres
    let farthest = 0;
    for (let i = 1; i <= 400; i++) {
      const x = body.getPosition().x + direction * (0.4 + i / 100);
      let found = false;
      world.queryAABB(new AABB({ x, y: -0.1 }, { x, y: 0.1 }), () => {
        found = true;
        return true;
      });
      if (found) farthest = i;
    }
    return farthest;
  };
  const width = () => {
    const { lowerBound, upperBound } = fixture.getAABB(0);
    return Math.round((upperBound.x - lowerBound.x) * 100);
  };
  body.setLinearVelocity({ x: speed, y: 0 });
  let behind = 0, widest = 0;
  for (let i = 0; i < 60; i++) {
    world.step(1 / 60);
    behind = Math.max(behind, reach(-1));
    widest = Math.max(widest, width());
  }
  body.setLinearVelocity({ x: 0, y: 0 });
  for (let i = 0; i < 600; i++) world.step(1 / 60);
  console.log(`${speed} m/s: found up to ${behind} cm behind, ` +
    `its own box up to ${widest} wide`);
  console.log(`  at rest: found ${reach(-1)} behind and ${reach(1)} before, ` +
    `its box ${width()} wide`);
}
END
{
  love game
  node run.js
} | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
LÖVE 11.4
0 pixels/s: found up to 3 behind, its own box up to 24.6 wide
  at rest: found 3 behind and 3 before, its box 24.6 wide
  cells taken besides its own: none
60 pixels/s: found up to 9 behind, its own box up to 25.6 wide
  at rest: found 6 behind and 3 before, its box 24.6 wide
  cells taken besides its own: behind
150 pixels/s: found up to 13 behind, its own box up to 27.1 wide
  at rest: found 10 behind and 3 before, its box 24.6 wide
  cells taken besides its own: behind
300 pixels/s: found up to 18 behind, its own box up to 29.6 wide
  at rest: found 18 behind and 3 before, its box 24.6 wide
  cells taken besides its own: behind
600 pixels/s: found up to 33 behind, its own box up to 34.6 wide
  at rest: found 33 behind and 3 before, its box 24.6 wide
  cells taken besides its own: behind
planck 1.5.0
0 m/s: found up to 11 cm behind, its own box up to 82 wide
  at rest: found 11 behind and 11 before, its box 82 wide
2 m/s: found up to 31 cm behind, its own box up to 85 wide
  at rest: found 21 behind and 11 before, its box 82 wide
5 m/s: found up to 44 cm behind, its own box up to 90 wide
  at rest: found 35 behind and 11 before, its box 82 wide
10 m/s: found up to 61 cm behind, its own box up to 99 wide
  at rest: found 60 behind and 11 before, its box 82 wide
20 m/s: found up to 111 cm behind, its own box up to 115 wide
  at rest: found 110 behind and 11 before, its box 82 wide
END
