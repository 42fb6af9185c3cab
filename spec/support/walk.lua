--- Walks of a follower as tables: a line for each checked moment.
--
--   local WALK = { "waits at a link",
--     links = { { 3, 2, 7, 4, { name = "lift", seconds = 2 } } },
--     hero = { rest = 1 },                         -- options of the follower
--     { 1, 25, 15, "2", at_link = true },          -- at 1 s it is at 25,15 and
--     walk.unlink(1),                              -- reported "2"; an action;
--     { 2, 25, 15, "blocked 65,35", remaining = 20 } }
--   walk.each(it, nil, { WALK })      -- tests; walk.play(WALK): a single walk
--
-- A line has the second, the place and the events since the last line (all
-- except the second can be left out), fields of the follower and values of
-- STATUS by name, and `following` for the field `moving`. `order` gives another
-- order than a path: walk.order("go", 55, 5). Events are "2" (a waypoint),
-- "arrived", "blocked x,y" and "name/id" (a link).
--
-- walk.play plays each walk five times: as it stands; with the time between two
-- lines cut into 2, 7 and 100 parts; and in halves, with a follower made from
-- its state before each half. Places and events must be the same in each cut,
-- and the same to the last bit with saving.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local abs = math.abs
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local walk = {}

--- Two rooms with a wall between, each cell 10 wide, and a path through a link
-- from one room to the other: 10 units, the link, 10 units.
walk.ROOMS = "....#....\n....#....\n....#....\n....#...."
walk.WAY = { 15, 15, 25, 15, 65, 35, 75, 35, links = { 2 } }

local NEAR = 1e-6
local PARTS = { 2, 7, 100 }

-- Values of a line that are true with one status.
local STATUS = { at_link = "waiting", moving = "going", resting = "resting",
  blocked = "blocked", arrived = "arrived", paused = "paused" }

-- Actions between two lines: functions of the world.

function walk.link(...)
  local link = { ... }
  return function(world)
    table.insert(world.links, world.grid:link(unpack(link, 1, 5)))
  end
end

--- Removes the link of that number.
function walk.unlink(i)
  return function(world) world.grid:unlink(world.links[i]) end
end

--- Actions that are a call of the grid.
local function of_grid(name)
  return function(...)
    local arguments = { ... }
    return function(world)
      world.grid[name](world.grid, unpack(arguments, 1, 5))
    end
  end
end

walk.set, walk.fill, walk.fence = of_grid "set", of_grid "fill",
  of_grid "fence"

--- Writes a field of the hero.
function walk.write(field, value)
  return function(world) world.hero[field] = value end
end

--- Calls an order of the hero: walk.order("go", 55, 5).
function walk.order(name, ...)
  local arguments = { ... }
  return function(world)
    assert(world.hero[name](world.hero, unpack(arguments, 1, 3)))
  end
end

function walk.put(x, y) return walk.order("set_position", x, y) end

function walk.follow(points) return walk.order("follow", points) end

--- Chases a target that stands at a place.
function walk.chase(x, y, options)
  return function(world)
    world.target.x, world.target.y = x, y
    assert(world.hero:chase(world.target, options))
  end
end

--- The target of the chase goes to a place.
function walk.target(x, y)
  return function(world) world.target.x, world.target.y = x, y end
end

function walk.pause(world) world.hero:pause() end
function walk.resume(world) world.hero:resume() end
function walk.stop(world) world.hero:stop() end

--- A path from a list of points with a field `links`.
function walk.path(list)
  local path = tilepath.path(list, "world")
  path.links = list.links
  return path
end

--- The world of a walk: its grid, finder, links and hero, without a path yet.
-- told() returns the events since the last call.
function walk.world(row)
  local world, told = { links = {}, target = {} }, {}
  if row.map ~= false then
    world.grid = tilepath.grid(row.map or walk.ROOMS, { cell_size = 10 })
    world.finder = tilepath.pathfinder(world.grid)
  end
  for i, link in ipairs(row.links or {}) do
    world.links[i] = world.grid:link(unpack(link, 1, 5))
  end
  local function note(text, ...)
    told[#told + 1] = text:format(...)
  end
  world.given = { finder = world.finder,
    on_reached = function(i) note("%d", i) end,
    on_arrived = function() note("arrived") end,
    on_blocked = function(x, y) note("blocked %g,%g", x, y) end,
    on_link = function(name, id) note("%s/%d", name or "none", id) end }
  local start = row.at or world.grid and 15 or 0
  local options = { x = start, y = start, speed = 10, prune = false }
  helper.with(helper.with(options, world.given), row.hero)
  world.given.finder = options.finder or nil
  options.finder = options.finder or nil
  world.hero = tilepath.follower(options)
  function world.told()
    local text = table.concat(told, " ")
    told = {}
    return text
  end
  return world
end

--- Replaces the hero by a follower made from its state.
local function save(world)
  local options = { state = world.hero:save(), target = world.target }
  local path = world.hero._progress.path
  world.hero = helper.load_hero(helper.with(options, world.given))
  assert(path == world.hero._progress.path, "another path after it was saved")
end

--- @param how { parts = n, saved = true }
local function pass(world, seconds, how)
  for _ = 1, how.parts do
    if how.saved then
      save(world)
    end
    world.hero:update(seconds / how.parts)
  end
end

local function fail(i, text, ...)
  error(("line %d: " .. text):format(i, ...), 0)
end

local function value_of(hero, name)
  if STATUS[name] then return hero.status == STATUS[name] end
  return hero[name == "following" and "moving" or name]
end

--- Checks the hero against a line of the walk. @return a line of the log
local function look(world, line, i, how)
  local hero, told = world.hero, world.told()
  local x, y = line[2], line[3]
  if x and not (abs(hero.x - x) <= NEAR and abs(hero.y - y) <= NEAR) then
    fail(i, "at %.17g, %.17g, not at %g, %g", hero.x, hero.y, x, y)
  end
  if line[4] and told ~= line[4] then
    fail(i, "told %q, not %q", told, line[4])
  end
  for name, wanted in pairs(line) do
    local value = value_of(hero, name)
    local may_differ = name == "angle" or how.parts > 1 and name == "remaining"
    if type(name) == "string" and value ~= wanted
      and not (may_differ and abs(value - wanted) <= NEAR) then
      fail(i, "%s is %s", name, tostring(value))
    end
  end
  return { i = i, x = hero.x, y = hero.y, told = told, angle = hero.angle }
end

--- Plays a walk. @return the log of its lines
local function log_of(row, how)
  local world, log, now = walk.world(row), {}, 0
  if row.order then
    row.order(world)
  else
    world.hero:follow(walk.path(row.path or walk.WAY))
  end
  for i = 2, #row do
    local line = row[i]
    if type(line) == "function" then
      line(world)
    else
      pass(world, line[1] - now, how)
      now = line[1]
      log[#log + 1] = look(world, line, i - 1, how)
    end
  end
  return log
end

--- @param by  how far places may be off
local function same(log, other, by)
  for i, line in ipairs(log) do
    local twin = other[i]
    if not (abs(line.x - twin.x) <= by and abs(line.y - twin.y) <= by) then
      fail(line.i, "at %.17g, %.17g, not at %.17g, %.17g", twin.x, twin.y,
        line.x, line.y)
    elseif by == 0 and line.angle ~= twin.angle then
      fail(line.i, "faces %.17g, not %.17g", twin.angle, line.angle)
    elseif line.told ~= twin.told then
      fail(line.i, "told %q, not %q", twin.told, line.told)
    end
  end
end

--- Plays a walk as it stands, cut and saved.
function walk.play(row)
  local log = log_of(row, { parts = 1 })
  local halves
  for _, parts in ipairs(PARTS) do
    local fine, message = pcall(function()
      local cut = log_of(row, { parts = parts })
      same(log, cut, NEAR)
      halves = halves or cut
    end)
    if not fine then
      error(("in %d parts: %s"):format(parts, message), 0)
    end
  end
  local fine, message = pcall(function()
    same(halves, log_of(row, { parts = PARTS[1], saved = true }), 0)
  end)
  if not fine then
    error("saved: " .. message, 0)
  end
end

--- A test for each walk of a list. `map` is the map of those without one (false:
-- no map, and the follower begins at 0, 0 without a pathfinder), and `at` where
-- they begin.
function walk.each(it, map, rows, at)
  for _, row in ipairs(rows) do
    if row.map == nil then
      row.map = map
    end
    row.at = at
    it(row[1], function() walk.play(row) end)
  end
end

return walk
