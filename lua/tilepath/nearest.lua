--- finder:nearest: the options that the core does not know, `from` and `max_cost`.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")

--- The nearest cell of those that cost at most max_cost from a cell. It is
-- often the nearest of all, so it is asked about first.
local function nearest_of_reach(self, x, y, from_x, from_y, query)
  local near_x, near_y = core.nearest(self, x, y, from_x, from_y, query)
  if not near_x then
    return near_x, near_y
  end
  local reach = self:reach(from_x, from_y, query.max_cost, {
    avoid = query.avoid, except = query.except, avoid_price = query.avoid_price })
  if reach:cost(near_x, near_y) then
    return near_x, near_y
  end
  local where, own = query.where, {}
  for name, value in next, query do
    own[name] = value
  end
  function own.where(column, row)
    return reach:cost(column, row) ~= nil and (not where or where(column, row))
  end
  return core.nearest(self, x, y, from_x, from_y, own)
end

--- finder:nearest(x, y [, query]). The core takes `from` as two arguments.
function core.pathfinder_methods.nearest(self, x, y, query)
  local is_asked = type(query) == "table"
  local from = is_asked and rawget(query, "from")
  if not check.is_table(from) then
    local near_x, near_y = core.nearest(self, x, y, nil, nil, query)
    if is_asked and rawget(query, "max_cost") ~= nil then
      check.raise "nearest: option 'max_cost' needs option 'from'"
    end
    return near_x, near_y
  end
  local from_x, from_y = given.pair("nearest", "from", from, "{ x, y }",
    check.whole)
  return (rawget(query, "max_cost") == nil and core.nearest or nearest_of_reach)(
    self, x, y, from_x, from_y, query)
end
