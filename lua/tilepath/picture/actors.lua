--- The kinds of things that move: paths, followers, units, crowds.
--
-- Each function writes the parts of a kind into a sketch between its begin and
-- finish. Everything is read again each time, without garbage. 200 units take
-- less than a millisecond.

local core = require "tilepath_core"
local parent = (...):match("^(.*[./])picture[./]") or ""
local siblings = (...):match("^.*[./]") or ""
local check = require(parent .. "check")
local kinds = require(siblings .. "kinds")
local sketch = require(siblings .. "sketch")
local options = require(parent .. "follower.options")
local Progress = require(parent .. "follower.progress")

local min = math.min
local part, point, close = sketch.part, sketch.point, sketch.close

local actors = {}

-- What is known of agents -----------------------------------------------------

local known = setmetatable({}, { __mode = "k" })

--- The facts about a pathfinder that pictures need, kept because its profile is
-- a new copy each time. They never change.
function actors.about(finder)
  local info = known[finder]
  if not info then
    local profile, grid = finder.profile, finder.grid
    local side = min(grid.cell_width, grid.cell_height)
    local columns, rows = profile.size[1], profile.size[2]
    local width, height = columns * grid.cell_width, rows * grid.cell_height
    info = { columns = columns, rows = rows, side = side, layers = {},
      diameter = profile.radius > 0 and 2 * profile.radius or nil }
    info.breadth = min(width, height)
    -- A body of more columns than rows, or fewer, is as long as its cells.
    local is_long = not info.diameter and columns ~= rows
    info.half_x = is_long and (width - info.breadth) / 2 or 0
    info.half_y = is_long and (height - info.breadth) / 2 or 0
    for i, item in ipairs(profile.layers or {}) do
      info.layers[i] = item.layer or item[1]
    end
    known[finder] = info
  end
  return info
end

-- Paths -----------------------------------------------------------------------

function actors.path(pen, path, context)
  local side, in_world = context.side, path.units == "world"
  local over = context.finder or context.grid
  local i = part(pen, 1, pen.kind.width * side)
  for n = 1, #path, 2 do
    local x, y = path[n], path[n + 1]
    if not (options.is_finite(x) and options.is_finite(y)) then
      check.fail(context.call, ("point %d of a path"):format((n + 1) / 2),
        "two finite numbers", options.is_finite(x) and y or x)
    end
    if not in_world then
      x, y = over:to_world(x, y)
    end
    point(pen, i, x, y)
  end
  close(pen, i)
end

--- Writes some points of a path into a part.
local function put_points(pen, i, path, first, last)
  for n = first, last do
    point(pen, i, path[2 * n - 1], path[2 * n])
  end
end

-- Bodies ----------------------------------------------------------------------

-- A list of bodies as columns, and its length.
local bodies = { count = 0, x = {}, y = {}, status = {}, diameter = {},
  half_x = {}, half_y = {} }

--- The facts about a body, whose place is there already.
-- @param info  about its pathfinder; nil: it has none
local function put_body(n, status, info, context)
  bodies.status[n] = status
  bodies.diameter[n] = info and info.diameter
    or context.body_size * (info and info.breadth or context.side)
  bodies.half_x[n], bodies.half_y[n] = info and info.half_x or 0,
    info and info.half_y or 0
end

--- The part for bodies of a diameter, among the parts opened from `first` on.
local function part_of(pen, first, diameter, colour)
  for i = first, pen.count do
    if pen.parts[i].width == diameter then
      return i
    end
  end
  return part(pen, 1, diameter, colour[1], colour[2], colour[3])
end

--- Writes discs, one part for each status and diameter; a body that covers more
-- columns than rows, or fewer, is a line from disc to disc.
local function put_bodies(pen)
  for _, row in ipairs(kinds.STATUSES) do
    local status, colour, first = row[1], row[2], pen.count + 1
    for n = 1, bodies.count do
      if bodies.status[n] == status then
        local i = part_of(pen, first, bodies.diameter[n], colour)
        local x, y = bodies.x[n], bodies.y[n]
        local half_x, half_y = bodies.half_x[n], bodies.half_y[n]
        if half_x > 0 or half_y > 0 then
          point(pen, i, x - half_x, y - half_y)
        end
        point(pen, i, x + half_x, y + half_y)
        close(pen, i)
      end
    end
  end
end

-- Units -----------------------------------------------------------------------

-- A path as unit:path fills it.
local into = {}

--- Writes the path from the unit's place through the middle of its next cell.
local function put_path(pen, i, unit)
  if not unit:path(into) or #into < 4 then
    return
  end
  point(pen, i, unit.x, unit.y)
  put_points(pen, i, into, 1, #into / 2)
  close(pen, i)
end

local function put_goal(pen, i, unit)
  local x = unit.goal_x
  if x then
    point(pen, i, x, unit.goal_y)
    close(pen, i)
  end
end

local units = {}

--- Releases all units.
function actors.let_go()
  sketch.cut(units, 0)
end

--- Lists the units of a crowd, or one unit, unless it was removed.
local function list(thing)
  if getmetatable(thing) == core.Crowd then
    return core.list_units(thing, units)
  elseif thing.crowd then
    units[1] = thing
    return 1
  end
  return 0
end

-- One part for all units.
for name, put in pairs { paths = put_path, goals = put_goal } do
  actors[name] = function(pen, thing, context)
    local i = part(pen, 1, pen.kind.width * context.side)
    for n = 1, list(thing) do
      put(pen, i, units[n])
    end
  end
end

function actors.bodies(pen, thing, context)
  local xs, ys, finder, info = bodies.x, bodies.y, nil, nil
  bodies.count = list(thing)
  if getmetatable(thing) == core.Crowd then
    thing:units(xs, ys)
  elseif bodies.count > 0 then
    xs[1], ys[1] = thing.x, thing.y
  end
  for n = 1, bodies.count do
    local unit = units[n]
    if unit.finder ~= finder then
      finder = unit.finder
      info = actors.about(finder)
    end
    put_body(n, unit.status, info, context)
  end
  put_bodies(pen)
end

-- Followers -------------------------------------------------------------------

actors.follower = {}

--- A thing's pathfinder or nil. Into a follower's field the game may have
-- written any value.
function actors.finder_of(thing)
  local finder = thing.finder
  return check.is(finder, core.Pathfinder) and finder or nil
end

local function side_of(hero, context)
  local finder = actors.finder_of(hero)
  return finder and actors.about(finder).side or context.side
end

function actors.follower.body(pen, hero, context)
  local finder, call = actors.finder_of(hero), context.call
  bodies.count = 1
  bodies.x[1] = check.finite(call, "x", hero.x)
  bodies.y[1] = check.finite(call, "y", hero.y)
  put_body(1, hero.status, finder and actors.about(finder), context)
  put_bodies(pen)
end

--- Writes the path from the follower's place to its end; of a patrol a round.
function actors.follower.path(pen, hero, context)
  local progress = hero._progress
  if not (progress.path and Progress.is_under_way(progress)) then
    return
  end
  local i = part(pen, 1, pen.kind.width * side_of(hero, context))
  point(pen, i, hero.x, hero.y)
  local path, index = progress.path, progress.index
  if progress.approach then
    put_points(pen, i, progress.approach, progress.approach_index,
      progress.approach_count)
  end
  put_points(pen, i, path, index, progress.count)
  put_points(pen, i, path, 1, progress.is_patrol and index - 1 or 0)
  close(pen, i)
end

--- Writes a disc at the end of the path; a patrol has none.
function actors.follower.goal(pen, hero, context)
  local progress = hero._progress
  if progress.path and Progress.is_under_way(progress)
    and not progress.is_patrol then
    local i = part(pen, 1, pen.kind.width * side_of(hero, context))
    put_points(pen, i, progress.path, progress.count, progress.count)
    close(pen, i)
  end
end

return actors
