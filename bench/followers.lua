--- A row for a kind of path: nanoseconds of an update for each of 200 followers
-- with a pathfinder, in frames without an edit and in frames after one.
--
-- The map has 256 x 256 cells; a fifth of them are random walls. No follower
-- goes to one corner. Followers walk between any two connected cells, a hair's
-- breadth a frame, so that all stay on their paths. An edit closes or opens a
-- cell: in that corner; anywhere; or in two opposite corners at once, which
-- counts as a change of the whole map, so that all followers check their
-- paths. The pathfinder's own work after an edit is not counted. The median of
-- the frames counts.

local measure = require "measure"
local places = require "places"
local tilepath = require "tilepath"

local clock = measure.clock

local SIDE, FOLLOWERS, FRAMES = 256, 200, 60
local CORNER = 12
local DT = 1e-3

local WAYS = {
  { name = "every cell" },
  { name = "turning points", turns = true },
  { name = "pruned", prune = true },
  -- moved by a physics engine, which never puts it exactly on the path
  { name = "pushed body", prune = true, is_body = true },
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

--- Followers on their paths, and how many points these have.
local function make_followers(finder, random, way)
  local list, points = {}, 0
  for i, ends in ipairs(places.pairs(finder, random, FOLLOWERS)) do
    local x, y = finder:to_world(ends[1], ends[2])
    local goal_x, goal_y = finder:to_world(ends[3], ends[4])
    local path = finder:find_world(x, y, goal_x, goal_y)
    path = way.turns and path:dedup() or way.prune and path:prune(finder)
      or path
    points = points + path:count()
    list[i] = tilepath.follower { x = x, y = y, speed = DT, finder = finder }
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

--- Measures all kinds. @return a list of rows
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
