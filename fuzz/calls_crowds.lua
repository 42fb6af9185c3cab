--- The calls of calls.lua on crowds and units. Arguments: functions of
-- calls.lua.

local tilepath = require "tilepath"

local starve, walker = ...

--- Two units that stand in a crowd on a grid, and what a third would need.
local function crowd_on(o)
  o.crowd = tilepath.crowd(o.grid)
  o.unit = o.crowd:add { finder = o.finder, cell_x = 1, cell_y = 1 }
  o.unit.hp = 3
  o.other = o.crowd:add { finder = o.finder, cell_x = 6, cell_y = 1 }
  o.wide = tilepath.pathfinder(o.grid, { size = { 2, 1 } })
  o.options = { finder = o.finder, cell_x = 3, cell_y = 1 }
  return o
end

local function crowded()
  return crowd_on(walker()())
end

--- Pathfinders that have yet to look at an edit, and need more room for it:
-- there was a single price before.
local function surprised()
  local o = { grid = tilepath.grid(6, 4) }
  o.finder = tilepath.pathfinder(o.grid)
  crowd_on(o)
  o.unit:set_finder(o.wide)
  o.options.finder = tilepath.pathfinder(o.grid, { size = { 1, 2 } })
  o.grid:terrain("water", 3)
  o.grid:set(5, 3, "water")
  o.grid:set(5, 2, "wall")
  return o
end

--- Saves the crowd, and what the game must give again to restore it.
local function save(o)
  local given = { finders = {}, fields = {} }
  for i, unit in ipairs(o.crowd:units()) do
    given.finders[i], given.fields[i] = unit.finder, o.road
  end
  o.saved, o.given = o.crowd:save(), given
  return o
end

--- What a new crowd saves that has loaded that.
local function again(o)
  local crowd = tilepath.crowd(o.grid, { max_nodes = o.nodes })
  crowd:load(o.saved, o.given)
  return crowd:save()
end

local function saved()
  return save(crowded())
end

starve("Crowd:vacate (two units)", function()
  local o = crowded()
  o.other:set_cell(2, 1)
  return o
end, function(o)
  local count = o.crowd:vacate(1, 1, 2, 1)
  return { count, o.unit.goal_x, o.other.goal_x }
end, { crowd = true, unit = true, other = true })

local function of(unit)
  return unit and { tostring(unit), unit.x, unit.y, unit.hp, unit.name,
    unit[1] }
end

starve("Crowd:load (a new one)", saved, again)
starve("Crowd:add (one more slot)", crowded, function(o)
  return (o.crowd:add { finder = o.finder, x = 55, y = 15 })
end)
starve("Crowd:add (a wrong field)", crowded, function(o)
  return (pcall(o.crowd.add, o.crowd, { finder = o.finder, remove = 1 }))
end)
starve("tilepath.picture (of a crowd)", crowded, function(o)
  local list = {}
  for i, part in ipairs(tilepath.picture(o.crowd).parts) do
    list[i] = part.kind .. " " .. table.concat(part, " ")
  end
  return list
end)
starve("Crowd:units (by cells)", function()
  local o = crowded()
  for y = 3, 4 do
    for x = 1, 6 do
      o.crowd:add { finder = o.finder, cell_x = x, cell_y = y }
    end
  end
  return o
end, function(o)
  local list = {}
  for i, unit in ipairs(o.crowd:units(1, 4, 2, 1)) do
    list[i] = of(unit)
  end
  return list
end)
--- Reads what a crowd tells after some time.
local function told(o)
  local words = {}
  for unit, what, other in o.crowd:events() do
    words[#words + 1] = { tostring(unit), what, tostring(other) }
  end
  for _, unit in ipairs(o.crowd:units()) do
    words[#words + 1] = { tostring(unit), unit.x, unit.y, unit.status,
      unit.reason, unit.angle }
  end
  return words
end

--- A crowd with room for the results of its updates.
local function timed()
  local o = crowded()
  o.moving, o.done = {}, 0
  for i = 1, 32 do
    o.moving[i] = 0
  end
  return o
end

local CHANGES = { crowd = true, unit = true, other = true, moving = true,
  done = true }

--- Calls the method until it has run `times` times, over all attempts.
local function go_on(o, times, method, ...)
  while o.done < times do
    o.crowd[method](o.crowd, ...)
    o.moving[o.done + 1] = o.crowd.moving
    o.done = o.done + 1
  end
  return o.moving
end

--- Units with orders, which are carried out as time passes.
local function ordered()
  local o = timed()
  o.goal_x, o.goal_y = o.finder:to_world(6, 1)
  o.back_x, o.back_y = o.finder:to_world(1, 1)
  o.unit:go(o.goal_x, o.goal_y)
  o.other:patrol { { o.back_x, o.back_y }, { o.goal_x, o.goal_y } }
  return o
end

--- Units in the middle of steps.
local function under_way()
  local o = ordered()
  go_on(o, 3, "update", 0.25)
  return save(o)
end

--- Units in the middle of a search on a larger map, after an edit.
local function seeking()
  local grid = tilepath.grid(50, 50)
  local o = { grid = grid, nodes = 60 }
  o.finder = tilepath.pathfinder(grid, { diagonal = "never" })
  o.crowd = tilepath.crowd(grid, { max_nodes = o.nodes })
  grid:terrain("mud", 3)
  grid:set(7, 7, "mud")
  for y = 1, 3 do
    local unit = o.crowd:add { finder = o.finder, cell_x = 1, cell_y = y }
    unit:go_cell(40 + y, 41)
    o.unit, o.other = unit, o.unit
  end
  for _ = 1, 3 do o.crowd:tick() end
  grid:set(2, 5, "wall")
  return save(o)
end

--- Units with orders of all kinds.
local function busy()
  local o = crowded()
  local crowd = o.crowd
  o.road = o.finder:field { { 6, 4 } }
  local archer = tilepath.pathfinder(o.grid,
    { eyes = tilepath.pathfinder(o.grid) })
  local function add(x, y, finder)
    return crowd:add { finder = finder or o.finder, cell_x = x, cell_y = y }
  end
  local x, y = o.finder:to_world(6, 1)
  o.unit:go({ { 10, 40 }, { x, y, 2, 1, cost = 2 } }, { within = 1,
    partial = true, max_nodes = 500 })
  o.other:patrol({ 40, 10, x, y, 10, 40 }, { settle = 1 })
  add(1, 2):follow(o.finder:find(1, 2, 6, 2))
  add(1, 3):follow(o.road)
  add(1, 4, archer):go(x, y, { within = 3, sight = true })
  add(3, 4):go(x, y, { within = 3, sight = true })
  crowd:add { finder = o.wide, cell_x = 5, cell_y = 4, pace = 2,
    priority = 1 }:go(10, 40, { adjacent = true })
  crowd:go({ add(3, 1), add(4, 1) }, 40, 40)
  for _ = 1, 3 do crowd:tick() end
  return save(o)
end

--- The same some time later: a unit is gone, another has come, all have moved.
local function later(setup)
  return function()
    local o = setup()
    pcall(o.crowd.tick, o.crowd)
    pcall(o.crowd.update, o.crowd, 0.5)
    o.other:remove()
    o.crowd:add { finder = o.finder, cell_x = 2, cell_y = 4 }
    return o
  end
end

starve("Crowd:load (to what it is, amid a search)", seeking, function(o)
  o.crowd:load(o.saved, o.given)
  return o.crowd:save()
end)
-- A single call changes all or nothing.
for _, case in ipairs { { "amid a search", seeking },
  { "orders of all kinds", busy } } do
  starve(("Crowd:load (alone, %s)"):format(case[1]), later(case[2]),
    function(o)
      o.crowd:load(o.saved, o.given)
      return o.unit.x
    end)
end
starve("Crowd:load (from later, orders of all kinds)", later(busy), function(o)
  o.crowd:load(o.saved, o.given)
  return o.crowd:save()
end, { crowd = true, unit = true, other = true })
starve("Crowd:update (at once)", ordered, function(o)
  return { go_on(o, 1, "update", 4), told(o) }
end, CHANGES)
starve("Crowd:tick", ordered, function(o)
  return { go_on(o, 20, "tick"), told(o) }
end, CHANGES)
starve("Crowd:tick (with traffic)", function()
  local o = timed()
  o.crowd = tilepath.crowd(o.grid, { traffic = true })
  for y = 1, 4 do
    o.crowd:add { finder = o.finder, cell_x = 1, cell_y = y }:go_cell(6, 1)
  end
  return o
end, function(o)
  return { go_on(o, 20, "tick"), told(o) }
end, CHANGES)
starve("Unit:go (waits)", timed, function(o)
  o.grid:fill(1, 1, 6, 4, "wall")
  return { o.unit:go_cell(4, 1, { wait = true }),
    o.crowd:go_cell(o.crowd:units(), 4, 1, { wait = true }), told(o) }
end, { crowd = true, unit = true, other = true, grid = true })
starve("Crowd:go_cell (to goals)", timed, function(o)
  local goals = { { 4, 1 }, { 2, 1, 1, 1, cost = 1 } }
  return { o.crowd:go_cell(o.crowd:units(), goals, { adjacent = true }),
    told(o) }
end, CHANGES)
for _, call in ipairs { "chase", "flee", "keep" } do
  starve("Unit:" .. call, timed, function(o)
    local target = call == "keep" and { x = 40, y = 10 } or o.other
    return { o.unit[call](o.unit, target), told(o) }
  end, CHANGES)
end
starve("Unit:keep (by other eyes)", function()
  local o = timed()
  o.eyes = tilepath.pathfinder(o.grid)
  o.unit:set_finder(tilepath.pathfinder(o.grid, { eyes = o.eyes }))
  return o
end, function(o)
  return { o.unit:keep({ x = 40, y = 10 }, { min = 1, within = 9,
    sight = true }), told(o) }
end, CHANGES)
starve("Unit:path", under_way, function(o)
  return { o.unit:path(), o.unit.remaining, o.other.goal_index }
end)
starve("Unit:path (after an edit)", under_way, function(o)
  o.grid:set(4, 1, "wall")
  return { o.unit:path() }
end, { grid = true })
--- Units in a row. A step makes all go on, if the last one yields.
local function in_a_row(yields)
  return function()
    local grid = tilepath.grid(30, 1)
    local o = { grid = grid, finder = tilepath.pathfinder(grid),
      crowd = tilepath.crowd(grid) }
    for x = 1, 25 do
      o.other = o.crowd:add { finder = o.finder, cell_x = x, cell_y = 1,
        yields = yields }
      o.unit = o.unit or o.other
    end
    return o
  end
end

-- A single call changes all or nothing.
starve("Unit:step", ordered, function(o)
  return (o.unit:step(0, 1))
end)
starve("Unit:step (a row makes way)", in_a_row(true), function(o)
  return (o.unit:step(1, 0))
end)
starve("Unit:step (nobody makes way)", in_a_row(false), function(o)
  return (select(2, o.unit:step(1, 0)))
end)
starve("Unit:stop", ordered, function(o)
  o.unit:stop()
  return told(o)
end, CHANGES)
starve("Unit:resume", ordered, function(o)
  o.unit:pause()
  o.unit:resume()
  return told(o)
end, CHANGES)
starve("Crowd.__index (info)", ordered, function(o)
  return o.crowd.info
end)
starve("Unit:set_cell (no room)", surprised, function(o)
  return { o.unit:set_cell(5, 2) }
end)
