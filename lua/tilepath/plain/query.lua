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
--                             its range; "sides": those beside it
--     within, square          the range in cells, and its square
--     sight                   the end must be visible; `eyes`: to this agent, if
--                             not to its own eyes
--     partial, escape, into, max_nodes     the options
--     avoid                   the obstacles (obstacles.lua)
--     base_x, base_y          of the grid to which its cells belong

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local exact = require(parent .. "exact")
local args = require(siblings .. "args")
local obstacles = require(siblings .. "obstacles")
local goals = require(siblings .. "goals")
local sight = require(siblings .. "sight")

local floor, huge, min = math.floor, math.huge, math.min

local query = {}

local FAR = 2 * 32767 -- cells: farther apart than any two of a grid

local function is_boolean(value)
  return type(value) == "boolean"
end

local function of_others(name)
  return { name, obstacles.WANTED[name], function(value)
    return obstacles.is_right(name, value)
  end }
end

-- The allowed values of the options, in the order of the checks.
local OPTIONS = {
  { "adjacent", "true or false", is_boolean },
  of_others("avoid"), of_others("avoid_price"),
  { "escape", "true or false", is_boolean }, of_others("except"),
  { "into", check.FILLED, check.may_fill },
  { "max_nodes", "a whole number of at least 0", function(value)
    return args.is_whole(value) and value >= 0
  end },
  { "partial", "true or false", is_boolean }, of_others("pass"),
  { "sight", "true or false", is_boolean }, of_others("stops"),
  { "within", "a finite number of at least 0", function(value)
    return type(value) == "number" and value >= 0 and value < huge
  end },
}

local KNOWN, QUEUED = {}, { on_done = true, priority = true }
for _, option in ipairs(OPTIONS) do
  KNOWN[option[1]], QUEUED[option[1]] = true, true
end

-- The options of an order for a unit, which reads `avoid_price`, `settle` and
-- `wait` itself.
query.ORDER = { adjacent = true, avoid_price = true, max_nodes = true,
  partial = true,
  settle = true, sight = true, wait = true, within = true }

local function check_options(call, options, known)
  for name in next, options do
    if not known[name] then
      check.options(call, "query", options, known)
    end
  end
  for _, option in ipairs(OPTIONS) do
    local name, what, is_right = option[1], option[2], option[3]
    local value = rawget(options, name)
    local is_own = name == "avoid_price" and known == query.ORDER
    if value ~= nil and not (is_own or is_right(value)) then
      check.fail(call, name, what, value)
    end
  end
end

--- A query without options. It has room for the fields of most queries, so that
-- Lua makes its table at once.
function query.new(call, f, in_world)
  return { call = call, in_world = in_world, base_x = f.g.base_x,
    base_y = f.g.base_y, kind = "cells", square = 0, max_nodes = huge,
    from_x = nil, from_y = nil, x = nil, y = nil, to_x = nil, to_y = nil,
    x2 = nil, y2 = nil }
end

--- Reads a table of options into a query of the pathfinder f.
-- @param known  the allowed options, or nil
function query.read_options(q, f, options, known)
  if options == nil then
    return
  elseif not check.is_table(options) then
    check.fail(q.call, "query", "a table", options)
  end
  check_options(q.call, options, known or KNOWN)
  local call, within = q.call, rawget(options, "within")
  q.partial, q.escape = rawget(options, "partial"), rawget(options, "escape")
  q.into, q.max_nodes = rawget(options, "into"),
    rawget(options, "max_nodes") or huge
  q.kind = rawget(options, "adjacent") and "sides" or "cells"
  q.sight = rawget(options, "sight")
  if q.sight and not within then
    check.raise(call .. ": option 'sight' needs option 'within'")
  elseif within and q.kind == "sides" then
    check.raise(call .. ": options 'adjacent' and 'within' exclude each other")
  elseif within then
    q.kind, q.within, within = "within", within, min(within, FAR)
    -- A float, since integers of 32 bits have no such squares.
    q.square = floor((within + 0.0) * within * (1 + exact.tolerance(1e-12)))
  end
  q.avoid = known ~= query.ORDER and obstacles.read(call, f.g, options) or nil
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
function query.read(call, f, in_world, kept, is_queued, x1, y1, x2, y2, options)
  local is_plain = options == nil and not check.is_table(x2)
  local q = is_plain and kept or query.new(call, f, in_world)
  q.call, q.in_world, q.from_x, q.from_y = call, in_world, x1, y1
  q.x, q.y = query.read_cell(q, f, x1, y1, "x1", "y1")
  if check.is_table(x2) then
    options, q.terrain = y2, goals.terrain(call, f.g, x2)
    q.list = not q.terrain and x2
  else
    q.to_x, q.to_y = x2, y2
    q.x2, q.y2 = query.read_cell(q, f, x2, y2, "x2", "y2")
  end
  query.read_options(q, f, options, is_queued and QUEUED)
  query.read_list(q)
  return q
end

return query
