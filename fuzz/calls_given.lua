--- Calls of calls.lua whose tables are objects of their own, so that a
-- finalizer can change them while the call runs. Arguments: functions of
-- calls.lua.

local starve, walker, swarm, collect = ...

local tilepath = require "tilepath"

--- A setup that also makes those tables, by a function of the objects.
local function with(setup, make)
  return function()
    local o = setup()
    for name, value in pairs(make(o)) do
      o[name] = value
    end
    return o
  end
end

local function query()
  return { query = { into = {}, partial = true, max_nodes = 1000,
    escape = true } }
end

local function goals()
  return { goals = { { 6, 4 }, { 1, 4, cost = 3 }, { 6, 1 } }, query = { into = {},
    within = 1, sight = true } }
end

--- A pathfinder with eyes.
local function archery(o)
  local eyes = tilepath.pathfinder(o.grid, { diagonal = "always",
    prices = { wall = 3 } })
  return { finder = tilepath.pathfinder(o.grid, { eyes = eyes }), eyes = eyes,
    goals = { { 6, 4 }, { 3, 2, cost = 1 } },
    query = { within = 2, sight = true } }
end

local function search_by_slices(o)
  local search = o.finder:search(1, 1, o.goals, o.query)
  repeat
    local status = search:step(2)
  until status ~= "running"
  return (search:path())
end

starve("Pathfinder:search (other eyes)", with(walker(), archery),
  search_by_slices)
starve("Pathfinder:find (out of a wall, given a query)",
  with(walker(), query), function(o)
    return (o.finder:find(2, 3, 6, 4, o.query))
  end)
starve("Pathfinder:find (given goals)", with(walker(), goals), function(o)
  return (o.finder:find(1, 1, o.goals, o.query))
end)
starve("Pathfinder:find_world (given goals)", with(walker(), function()
  return { goals = { { 62, 41 }, { 12, 40, cost = 8 } }, query = { into = {} } }
end), function(o)
  return (o.finder:find_world(11, 12, o.goals, o.query))
end)
starve("Pathfinder:search (given goals)", with(walker(), goals),
  search_by_slices)

local function wide_goals()
  return { goals = { { 5, 3, 2, 9 }, { 1, 4, 2, 1, cost = 3 }, { 6, 1 } },
    query = { into = {}, adjacent = true } }
end

starve("Pathfinder:find_world (given wide goals)", with(walker(), function()
  return { goals = { { 52, 31, 9, 30 }, { 12, 40, 0, 2, cost = 8 } },
    query = { into = {} } }
end), function(o)
  return (o.finder:find_world(11, 12, o.goals, o.query))
end)
starve("Pathfinder:field (given wide goals)", with(walker(), wide_goals),
  function(o)
    return (o.finder:field(o.goals):cost(1, 1))
  end)
starve("Pathfinder:would_block (given lists)", with(walker(), function()
  return { cells = { { 1, 2 }, { 2, 1 } },
    pairs = { { 1, 1, 6, 4 }, { 2, 1, 6, 4 } } }
end), function(o)
  return { o.finder:would_block(o.cells, o.pairs) }
end)

local function more_goals()
  local list = {}
  for i = 1, 40 do
    list[i] = { 1 + i % 6, 1, cost = i }
  end
  return { goals = list }
end

starve("Field:update (given goals)", with(swarm(walker()), more_goals),
  function(o)
    o.field:update(o.goals)
    return { (o.field:cost(6, 4)) }
  end)
-- The agent needs another block before the goals are read.
starve("Field:update (given goals, of a large agent)", function()
  local grid = tilepath.grid(12, 12)
  local finder = tilepath.pathfinder(grid, { size = 2 })
  local field = finder:field({ { 1, 1 } }, { max_cost = 30 })
  grid:terrain("mud", 3)
  grid:set(9, 9, "mud")
  return { grid = grid, finder = finder, field = field, limit = 30,
    goals = { { 5, 5 }, { 2, 9, cost = 1 } } }
end, function(o)
  o.field:update(o.goals)
  return { (o.field:cost(6, 4)) }
end)
starve("Field:advance (given tables, apart)", with(swarm(walker()), function()
  return { xs = { 6, 60, 6 }, ys = { 7, 9, 7 }, by = { 5, 4, 3 }, arrived = {} }
end), function(o)
  return (o.field:advance(o.xs, o.ys, 3, o.by,
    { apart = 6, arrived = o.arrived }))
end)

starve("tilepath.grid (given rows)", function()
  return { rows = { { 0, 1, 2 }, { 2, 0, 7 } }, options = {
    prices = { water = 3 }, legend = { [0] = "open", [1] = "water",
      [2] = "wall", [7] = "open" } } }
end, function(o)
  return tilepath.grid(o.rows, o.options)
end)
starve("tilepath.grid (given a legend)", function()
  return { options = { prices = { water = 3 }, cell_size = 8,
    legend = { ["~"] = "water", a = "open" } } }
end, function(o)
  return tilepath.grid(".~a\n#a~", o.options)
end)
starve("tilepath.pathfinder (given a profile)", with(walker(), function()
  return { profile = { prices = { water = 5 }, size = { 1, 2 },
    keep_away = { 2, 1 }, diagonal = "always" } }
end), function(o)
  return tilepath.pathfinder(o.grid, o.profile).profile
end)
starve("tilepath.pathfinder (given a body)", with(walker(), function()
  return { profile = { size = { 1, 2 }, radius = 4, diagonal = "never" } }
end), function(o)
  return tilepath.pathfinder(o.grid, o.profile).profile
end)
starve("tilepath.path (given points)", function()
  return { flat = { 1, 2, 3, 4, 5, 6 } }
end, function(o)
  return collect(tilepath.path(o.flat, "cells"):points())
end)
