--- tilepath.plain.query: reads a query.
--
-- Everything is read once, before anything is done. A query has
--
--     call                    the function that the game called, for errors
--     x, y                    the start, in the core's count
--     x2, y2                  the goal; or `list`, as the game gave it, and
--                             `goals`, as goals.read has read it; or `terrain`,
--                             the number of a terrain
--     in_world                places are in the world; then from_x, from_y, and
--                             to_x, to_y
--     kind                    which cells end it: "cells" of the goal; "within"
--                             its range; "adjacent": those beside it
--     within, square          the range in cells, and its square
--     sight                   the end must be visible; `eyes`: to this agent, if
--                             not to its own eyes
--     partial, ...            the other options, by their names (options.lua)
--     avoid                   the obstacles (obstacles.lua)
--     base_x, base_y          of the grid to which its cells belong

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local exact = require(parent .. "exact")
local given = require(parent .. "given")
local options = require(parent .. "options")
local args = require(siblings .. "args")
local obstacles = require(siblings .. "obstacles")
local goals = require(siblings .. "goals")
local sight = require(siblings .. "sight")

local floor, huge, min = math.floor, math.huge, math.min

local query = {}

local FAR = 2 * 32767 -- cells: farther apart than any two of a grid

local FOUND, QUEUED = options.of "finder:find", options.of "queue:find"

--- A query without options. It has room for the fields of most queries, so that
-- Lua makes its table at once.
function query.new(call, f, in_world)
  return { call = call, in_world = in_world, base_x = f.g.base_x,
    base_y = f.g.base_y, kind = "cells", square = 0, max_nodes = huge,
    from_x = nil, from_y = nil, x = nil, y = nil, to_x = nil, to_y = nil,
    x2 = nil, y2 = nil }
end

--- Reads a table of options into a query.
-- @param taken  options.of(...)
function query.read_options(q, asked, taken)
  options.read(taken, q.call, asked, q)
  options.check_end(q.call, q)
  local within = q.within
  if within then
    q.kind, within = "within", min(within, FAR)
    -- A float, since integers of 32 bits have no such squares.
    q.square = floor((within + 0.0) * within * (1 + exact.tolerance(1e-12)))
  elseif q.adjacent then
    q.kind = "adjacent"
  end
end

local COMPARED = { "in_world", "to_x", "to_y", "kind", "within", "sight",
  "partial", "wait", "max_nodes" }

--- Do two queries of units ask for the same ends?
function query.are_same(a, b)
  for _, name in ipairs(COMPARED) do
    if (a[name] or false) ~= (b[name] or false) then
      return false
    end
  end
  return given.are_same(a.goals, b.goals, 2)
end

function query.read_cell(q, f, x, y, name_x, name_y)
  if not q.in_world then
    return args.cell(q.call, f.g, x, y, name_x, name_y)
  end
  args.check_point(q.call, x, y, "w" .. name_x, "w" .. name_y)
  x, y = sight.to_cells(f.agent, x, y)
  return floor(x), floor(y)
end

--- Gives a query the cells of now, if its grid was resized.
function query.catch_up(q, g)
  local right, down = q.base_x - g.base_x, q.base_y - g.base_y
  q.base_x, q.base_y = g.base_x, g.base_y
  for name, by in pairs { x = right, x2 = right, y = down, y2 = down } do
    q[name] = q[name] and q[name] + by
  end
end

--- Reads the list of goals of a query, if it has one.
function query.read_list(q)
  q.goals = q.list and goals.read(q.call, q.list, q.in_world)
end

--- Reads a query: x, y; then x, y of the goal, or goals; then the options; and
-- the list of goals at last.
-- @param kept  in it a query without options and lists is written; or nil
function query.read(call, f, in_world, kept, is_queued, x1, y1, x2, y2, asked)
  local is_plain = asked == nil and not check.is_table(x2)
  local q = is_plain and kept or query.new(call, f, in_world)
  q.call, q.in_world, q.from_x, q.from_y = call, in_world, x1, y1
  q.x, q.y = query.read_cell(q, f, x1, y1, "x1", "y1")
  if check.is_table(x2) then
    asked, q.terrain = y2, goals.terrain(call, f.g, x2)
    q.list = not q.terrain and x2
  else
    q.to_x, q.to_y = x2, y2
    q.x2, q.y2 = query.read_cell(q, f, x2, y2, "x2", "y2")
  end
  if asked ~= nil then
    query.read_options(q, asked, is_queued and QUEUED or FOUND)
    q.avoid = obstacles.read(call, f.g, q)
  end
  query.read_list(q)
  return q
end

return query
