--- What a follower was told to reach, and how: what it goes by when it has to
-- look for a way.
--
-- A way that is walked says where it leads, but not what else would do: another
-- goal of a list, a place near enough, beside a goal. So an order keeps what it
-- was given, in copies, for callers fill their tables anew. One that follows a
-- path was told to reach the last point of that.
--
-- One that stands where something was built goes out and on, if the query does
-- not say that it may not.
--
-- An errand is a table of
--
--   goals               a list of goals; false: none or one
--   x, y                the one goal
--   query               what find_world is asked with, or false
--   is_path             it was given a path: the goal is that path's end, and
--                       in a loop its next point
--   finder, revision    of the map when the way was found that is walked now;
--                       revision is false: that leads to the goal
--
-- An order that was given never changes but for these two: another order is
-- another table.
--
-- Cost: find costs a find_world; everything else O(1).

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local Fields = require(siblings .. "fields")
local Links = require(siblings .. "links")
local ready = require(siblings .. "ready")
local Record = require(siblings .. "record")
local Route = require(siblings .. "route")

local Errand = {}

-- A list of goals of numbers, a query of words, in it what is to be avoided, a
-- list of rectangles: three levels. What lies deeper is wrong, or an object.
local DEPTH = 3

local function copy(value, depth)
  if type(value) ~= "table" or depth == 0 then
    return value
  end
  local twin = {}
  for key, item in next, value do
    twin[key] = copy(item, depth - 1)
  end
  return twin
end

--- None yet.
function Errand.new()
  return { goals = false, x = 0, y = 0, query = false, is_path = true,
    finder = false, revision = false }
end

--- To a goal, or to one of a list of them (then y is nil).
function Errand.to(goals, y, query)
  local errand = Errand.new()
  errand.is_path = false
  if y then
    errand.x, errand.y = goals, y
  else
    errand.goals = copy(goals, DEPTH)
  end
  errand.query = query and copy(query, DEPTH) or {}
  if errand.query.escape == nil then
    errand.query.escape = true
  end
  return errand
end

--- Nobody is in his own way, with the cells ahead of him.
function Errand.spare(errand, unit)
  local query = errand.query
  if not (unit and query and query.avoid ~= nil) then
    return
  elseif type(query.except) == "table" then
    query.except[#query.except + 1] = unit
  elseif query.except ~= nil then
    query.except = { query.except, unit }
  else
    query.except = unit
  end
end

--- Raises where a call's query is none.
function Errand.need_query(call, query)
  if query ~= nil and type(query) ~= "table" then
    check.fail(call, "query", "a table", query)
  end
  check.left_out(call, query or {}, { "into" },
    "(the path is the follower's own)")
  check.left_out(call, query or {}, { "facing" },
    "(a follower faces where its angle says)")
end

-- Kept in a table -------------------------------------------------------------

-- Flags of a query, and its numbers.
local FLAGS = { "partial", "waypoints", "escape", "range_sight" }
local AMOUNTS = { "max_nodes", "range", "avoid_cost" }

local KEYS = { goal = true }
for _, list in ipairs { FLAGS, AMOUNTS } do
  for _, key in ipairs(list) do
    KEYS[key] = true
  end
end

-- What a goal of a list may have beside its place.
local EXTRAS = { [3] = "extra", w = "w", h = "h" }

local function write_goals(t, goals)
  t.goal_terrain = goals.terrain
  for i, goal in ipairs(goals) do
    t[("goal_x%d"):format(i)], t[("goal_y%d"):format(i)] = goal[1], goal[2]
    for key, name in pairs(EXTRAS) do
      t[("goal_%s%d"):format(name, i)] = Record.amount(goal[key])
    end
  end
end

--- Something of a query as it is kept; raises where it cannot be.
local function write_value(key, value, unit)
  if key == "range_sight" and type(value) ~= "boolean" then
    return "finder"
  elseif key == "avoid" and unit and value == unit.crowd then
    return "crowd"
  elseif not KEYS[key] then
    check.raise("state: query key " .. check.show(key) .. " cannot be kept")
  end
  return Record.amount(value)
end

--- Writes it into the table of a state. (That a unit spares itself is
-- understood and not kept, nor is how it faced at the last search.)
-- @param unit  the follower's, or false
function Errand.write(errand, t, unit)
  t.is_path = errand.is_path
  if errand.goals then
    write_goals(t, errand.goals)
  elseif not errand.is_path then
    t.goal_x, t.goal_y = errand.x, errand.y
  end
  for key, value in next, errand.query or {} do
    local is_own = key == "facing"
      or key == "except" and unit and rawequal(value, unit)
    if not is_own then
      t["query_" .. key] = write_value(key, value, unit)
    end
  end
end

--- The list of goals in a state, or their terrain; false where it has none.
local function read_goals(left)
  if left.goal_terrain ~= nil then
    return { terrain = Record.take(left, "goal_terrain", function(value)
      return type(value) == "string"
    end, "a string") }
  end
  local points, n = Record.take_points(left, "goal_")
  local goals = {}
  for i = 1, n do
    goals[i] = { points[2 * i - 1], points[2 * i] }
    for key, name in pairs(EXTRAS) do
      goals[i][key] = Record.take_any_amount(left,
        ("goal_%s%d"):format(name, i))
    end
  end
  return n > 0 and goals
end

local function read_query(left, options)
  local query, eyes = {}, options.range_sight
  if left.query_avoid == "crowd" then
    query.avoid, left.query_avoid = options.crowd, nil
    if not query.avoid then
      check.fail("follower", "crowd", "the crowd that it was told to avoid",
        nil)
    end
  end
  for _, key in ipairs(AMOUNTS) do
    query[key] = Record.take_any_amount(left, "query_" .. key)
  end
  if left.query_range_sight == "finder" then
    query.range_sight, left.query_range_sight = eyes, nil
    if not eyes then
      check.fail("follower", "range_sight",
        "the pathfinder by whose eyes it was told to see", eyes)
    end
  end
  for _, key in ipairs(FLAGS) do
    if left["query_" .. key] ~= nil then
      query[key] = Record.take_flag(left, "query_" .. key)
    end
  end
  if left.query_goal ~= nil then
    query.goal = Record.take(left, "query_goal", function(value)
      return value == "adjacent"
    end, "'adjacent'")
  end
  return query
end

--- Reads it from the table of a state.
-- @param options  with the pathfinder of range_sight and the crowd, where the
-- query has them
function Errand.read(left, options)
  local errand = Errand.new()
  errand.is_path = Record.take_flag(left, "is_path")
  if errand.is_path then
    return errand
  end
  errand.goals = read_goals(left)
  if not errand.goals then
    errand.x = Record.take_number(left, "goal_x")
    errand.y = Record.take_number(left, "goal_y")
  end
  errand.query = read_query(left, options)
  return errand
end

--- Has the pathfinder read what was kept, from where the follower stands:
-- find_world raises where it is nothing to be asked with. No node is expanded.
function Errand.try(self, errand, finder)
  if not errand.is_path and ready.is_ours(finder) then
    ready.to_search("follower", finder)
    local query = copy(errand.query, 1)
    query.max_nodes = 0
    if errand.goals then
      finder:find_world(self.x, self.y, errand.goals, query)
    else
      finder:find_world(self.x, self.y, errand.x, errand.y, query)
    end
  end
end

-- Looking for a way -----------------------------------------------------------

--- Where the path leads that it was given, or, in a loop, its next point.
local function end_of(route, is_loop)
  local i = is_loop and route.index or route.count
  return route.path[2 * i - 1], route.path[2 * i]
end

--- The follower's own copy of a path: whoever made it may change it, or find
-- the next one into the same table. What is wrong with it is told of `name`.
function Errand.own(call, name, path)
  if type(path) ~= "table" then
    check.fail(call, name, "a path in world units", path)
  elseif path.units == "cells" then
    check.raise(("%s: %s must be in world units, got one in cells "
      .. "(path:to_world(grid) makes one in world units)"):format(call, name))
  elseif path.units ~= nil and path.units ~= "world" then
    check.fail(call, name .. ".units", "'world'", path.units)
  end
  local n = #path
  if n % 2 ~= 0 then
    check.fail(call, name, "an even number of coordinates", n)
  end
  local own = { units = "world", cost = path.cost, partial = path.partial,
    goal = path.goal, escape = path.escape,
    links = Links.copy(call, name, path, n / 2) }
  for i = 1, n do
    if not Fields.is_place(path[i]) then
      check.fail(call, ("%s[%d]"):format(name, i), Fields.PLACE, path[i])
    end
    own[i] = path[i] + 0.0
  end
  local methods = getmetatable(path)
  return type(methods) == "table" and setmetatable(own, methods) or own
end

--- What was found by something that stands for a pathfinder, and may be
-- anything.
local function check_found(self, call, finder, path, among)
  if self.prune and type(path) == "table" then
    if type(path.prune) ~= "function" then
      check.fail(call, "finder", "a pathfinder (prune asks it)", finder)
    end
    path = path:prune(finder, among)
  end
  path = Errand.own(call, "finder's path", path)
  if #path == 0 then
    check.fail(call, "finder's path", "one of a point or more", path)
  end
  return path
end

--- Whom the way that is pruned is to avoid: options of prune, or nil.
local function among_whom(query)
  return query and query.avoid ~= nil and { avoid = query.avoid,
    except = query.except, avoid_cost = query.avoid_cost } or nil
end

--- Looks for a way from where the follower stands.
-- @return a path of its own, pruned if it prunes; or nil, reason
function Errand.find(self, call, errand, finder)
  local x, y = self.x, self.y
  local path, reason
  if errand.query then
    errand.query.facing = self.angle
  end
  if errand.goals then
    path, reason = finder:find_world(x, y, errand.goals, errand.query)
  elseif errand.is_path then
    local to_x, to_y = end_of(self._route, Route.loop(self))
    path, reason = finder:find_world(x, y, to_x, to_y,
      { escape = true, facing = self.angle })
  else
    path, reason = finder:find_world(x, y, errand.x, errand.y, errand.query)
  end
  if not path then
    return nil, reason
  end
  local among = self.prune and among_whom(errand.query)
  if not ready.is_ours(finder) then
    return check_found(self, call, finder, path, among or nil)
  end
  return self.prune and path:prune(finder, among) or path
end

--- It goes along a path that was found at this revision of the finder's map.
function Errand.note(errand, path, finder, revision)
  errand.finder = finder
  errand.revision = not errand.is_path and path.partial and revision or false
end

--- Does it go only as near as it could, and has the map changed since?
function Errand.hopes(errand, finder, revision)
  return errand.revision and (errand.revision ~= revision
    or errand.finder ~= finder)
end

--- Is this way better than the partial one that it walks?
function Errand.is_better(self, path)
  local x, y = end_of(self._route, false)
  local n = #path
  return not path.partial or path[n - 1] ~= x or path[n] ~= y
end

return Errand
