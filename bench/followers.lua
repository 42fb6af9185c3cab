--- A row for a kind of way: what an update takes each of 200 followers with a
-- pathfinder, in nanoseconds, in frames without an edit and in those after one.
--
-- The map has 256 x 256 cells, a fifth of them walls by chance, and a corner
-- where nobody goes. Followers walk between any two cells that are connected,
-- a hair's breadth a frame, so that all of them stay on their ways. An edit
-- closes a cell or opens it: in that corner; anywhere; or one in each of two
-- corners at once, which to everybody is a change of the whole map, so that all
-- look at their ways. What it takes the pathfinder to catch up is left out. The
-- median of the frames counts.

local measure = require "measure"
local places = require "places"
local tilepath = require "tilepath"

local clock = measure.clock

local SIDE, FOLLOWERS, FRAMES = 256, 200, 60
local CORNER = 12
local DT = 1e-3

local WAYS = {
  { name = "every cell" },
  { name = "waypoints", waypoints = true },
  { name = "pruned", waypoints = true, prune = true },
  -- moved by a physics engine, which is never where it should be
  { name = "pushed body", waypoints = true, prune = true, is_body = true },
  -- each in a crowd of its own: nobody is in its way
  { name = "in a crowd", waypoints = true, prune = true, is_unit = true },
}

local columns = {
  { "way", "way", "%-14s" },
  { "points", "points", "%6.1f" },
  { "none_ns", "no edit", "%8.0f" },
  { "far_ns", "far", "%8.0f" },
  { "anywhere_ns", "anywhere", "%8.0f" },
  { "all_ns", "all", "%8.0f" },
}

local function make_grid(random)
  local grid = tilepath.grid(SIDE, SIDE, { base = 0 })
  for _ = 1, SIDE * SIDE / 5 do
    grid:set(random(SIDE), random(SIDE), "wall")
  end
  grid:fill(0, 0, CORNER, CORNER, "open")
  grid:fill(0, CORNER, CORNER, 1, "wall")
  grid:fill(CORNER, 0, 1, CORNER + 1, "wall")
  return grid
end

--- Followers on their ways, and how many points these have.
local function make_followers(finder, random, way)
  local list, points = {}, 0
  for i, ends in ipairs(places.pairs(finder, random, FOLLOWERS)) do
    local x, y = finder:to_world(ends[1], ends[2])
    local goal_x, goal_y = finder:to_world(ends[3], ends[4])
    local path = finder:find_world(x, y, goal_x, goal_y,
      { waypoints = way.waypoints })
    path = way.prune and path:prune(finder) or path
    points = points + path:count()
    list[i] = tilepath.follower { x = x, y = y, speed = DT, finder = finder,
      crowd = way.is_unit and tilepath.crowd(finder.grid) or nil }
    list[i]:follow(path)
  end
  return list, points / FOLLOWERS
end

local function update(followers)
  for i = 1, #followers do
    followers[i]:update(DT)
  end
end

local function drive(followers)
  for i = 1, #followers do
    local one = followers[i]
    one:set_position(one.x + 1e-9, one.y)
    one:velocity(DT)
  end
end

local function turn(grid, x, y)
  grid:set_walkable(x, y, not grid:is_walkable(x, y))
end

local function far(grid)
  turn(grid, 1, 1)
end

local function anywhere(grid, random)
  turn(grid, random(SIDE), random(SIDE))
end

local function everywhere(grid)
  local is_open = grid:is_walkable(1, 1)
  grid:sample(function(x, y)
    if (x == 1 and y == 1) or (x == SIDE - 1 and y == SIDE - 1) then
      return not is_open
    end
  end)
end

--- Nanoseconds for each follower and frame.
local function took(finder, followers, random, go, edit)
  local times = {}
  go(followers)
  for frame = 1, FRAMES do
    if edit then
      edit(finder.grid, random)
    end
    finder:can_enter(0, 0)
    local begun = clock()
    go(followers)
    times[frame] = (clock() - begun) * 1e3 / #followers
  end
  return measure.median(times)
end

--- All of them. @return a list of rows
local function made()
  local rows = {}
  for i, way in ipairs(WAYS) do
    local random = measure.random(9)
    local finder = tilepath.pathfinder(make_grid(random))
    local followers, points = make_followers(finder, random, way)
    local go = way.is_body and drive or update
    rows[i] = { way = way.name, points = points }
    rows[i].none_ns = took(finder, followers, random, go)
    rows[i].far_ns = took(finder, followers, random, go, far)
    rows[i].all_ns = took(finder, followers, random, go, everywhere)
    rows[i].anywhere_ns = took(finder, followers, random, go, anywhere)
  end
  return rows
end

return { columns = columns, made = made }
