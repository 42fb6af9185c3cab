--- Paths.
--
-- A path is a flat table { x1, y1, x2, y2, ... }, as love.graphics.line takes
-- it. Its fields are cost, units ("cells" or "world"), partial, goal_index,
-- escape and links. `escape` is the number of its first points in blocked cells.
-- `links` is described in links.lua.
--
-- The C module makes paths with the metatable of this file. All functions take
-- any such table, with or without a metatable. Here are those of a path's
-- points; path/operations.lua has the other ones.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local later = require(siblings .. "later")

local floor = math.floor

local Path = {}

--- The number of points. O(1).
function Path.size(path)
  given.flat("size", path)
  return floor(#path / 2)
end

--- x, y of point i; nil if there is no such point. O(1).
function Path.point(path, i)
  given.flat("point", path)
  if type(i) ~= "number" or i - i ~= 0 or i ~= floor(i) then
    check.fail("point", "i", "a whole number", i)
  elseif i < 1 then
    return nil
  end
  return path[2 * i - 1], path[2 * i]
end

local function next_point(path, i)
  i = i + 1
  local x = path[2 * i - 1]
  if x ~= nil then
    return i, x, path[2 * i]
  end
end

--- for i, x, y in path:points() do
function Path.points(path)
  given.flat("points", path)
  return next_point, path, 0
end

local OPERATIONS = "path.operations"

later.methods(Path, "length dedup prune to_world smooth cells is_valid cut",
  OPERATIONS)
later.methods(core.Path, "__eq __tostring", OPERATIONS)
core.Path.__index = Path

-- tilepath.path(t, units)
local metatable = {}
later.methods(metatable, "__call", OPERATIONS)
return setmetatable(Path, metatable)
