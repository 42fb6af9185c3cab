--- The calls of calls.lua with other units in the way. Arguments: functions of
-- calls.lua.

local tilepath = require "tilepath"

local starve, walker, collect = ...

local DEAR = { avoid_price = 2 }

--- Two crowds on a grid, and lists that name them. The pathfinder has not yet
-- answered a query that avoids units.
local function among(profile, more)
  return function()
    local o = walker(profile)()
    local small = tilepath.pathfinder(o.grid)
    o.crowd, o.birds = tilepath.crowd(o.grid), tilepath.crowd(o.grid)
    o.unit = o.crowd:add { finder = small, cell_x = 1, cell_y = 3 }
    o.other = o.crowd:add { finder = small, cell_x = 4, cell_y = 3 }
    o.bird = o.birds:add { finder = small, cell_x = 4, cell_y = 4 }
    o.query = { avoid = { o.crowd, { 3, 4 }, o.birds, { 5, 1, 1, 2 } },
      except = { o.unit, o.bird } }
    for name, value in pairs(more or {}) do
      o.query[name] = value
    end
    return o
  end
end

--- A pathfinder that has answered before a unit moved and a wall was built.
local function again()
  local o = among()()
  o.finder:find(1, 1, 6, 4, o.query)
  o.finder:find(1, 1, 6, 4, { avoid = o.crowd, avoid_price = 2 })
  o.other:set_cell(6, 3)
  o.grid:set(6, 2, "wall")
  return o
end

--- A field that avoids units, one of which has moved since.
local function followed()
  local o = among()()
  o.field = o.finder:field({ { 6, 4 } }, o.query)
  o.flight = o.field:flee()
  o.other:set_cell(6, 3)
  o.goals = { { 1, 1 }, { 5, 4, cost = 2 } }
  return o
end

local function ask(o, ...)
  local path, cost = o.finder:find(...)
  return { path, cost }
end

starve("Pathfinder:find (avoid, again)", again, function(o)
  return ask(o, 1, 1, 6, 4, o.query)
end)
starve("Pathfinder:find (avoid, in sight)",
  among(nil, { within = 2, sight = true }), function(o)
    return ask(o, 1, 1, { { 4, 3 }, { 5, 1 } }, o.query)
  end)
starve("Pathfinder:find (another avoid_price)", again, function(o)
  return ask(o, 1, 1, 6, 4, { avoid = o.crowd, avoid_price = 5,
    except = o.other })
end)
--- The same with moves that end beside birds, or that lead through units.
local function moves(profile, more)
  local make = among(profile, more)
  return function()
    local o = make()
    o.query.stops, o.query.pass = { o.birds, { 2, 2 } }, { o.crowd, { 6, 4 } }
    return o
  end
end

starve("Pathfinder:find (stops, pass, a list)", moves { size = { 2, 1 } },
  function(o)
    return ask(o, 1, 1, { { 5, 4 }, { 5, 1, 1, 2 } }, o.query)
  end)
starve("Pathfinder:find (stops alone)", among(), function(o)
  return ask(o, 1, 1, 6, 4, { stops = o.birds, within = 1 })
end)
starve("Pathfinder:search (stops, pass)", moves(nil, DEAR), function(o)
  local search = o.finder:search(1, 1, 6, 3, o.query)
  while search:step(2) == "running" do end
  return { search:path() }
end)
starve("Pathfinder:reach (stops, pass)", moves(), function(o)
  local reach = o.finder:reach(1, 1, 9, o.query)
  return { reach.count, collect(reach:cells()) }
end)
starve("Pathfinder:search (avoid)", among(), function(o)
  local search = o.finder:search(1, 1, 6, 4, o.query)
  while search:step(2) == "running" do end
  return { search:path() }
end)
starve("Pathfinder:search (stops, beside)", walker(), function(o)
  local search = o.finder:search(1, 1, 6, 4, { stops = {
    { 3, 1, beside = true }, { 5, 2, 1, 2 } } })
  search:step(99)
  return { search.status, search:path() }
end)
starve("Pathfinder:nearest (avoid)", among(), function(o)
  return { { o.finder:nearest(4, 3, o.query) },
    { o.finder:nearest(4, 3, { from = { 1, 1 }, avoid = o.query.avoid }) } }
end)
starve("Pathfinder:field (avoid)", among(), function(o)
  return o.finder:field({ { 6, 4 } }, o.query):path(1, 1)
end)
starve("Field:cost (avoid, after an edit)", function()
  local o = followed()
  o.grid:terrain("mud", 7)
  o.grid:set(6, 4, "mud")
  return o
end, function(o)
  o.field:cost(1, 1)
  o.field:update()
  return o.field:cost(1, 1)
end, { field = true })
