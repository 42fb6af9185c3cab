--- The calls of calls.lua over links and fences: paths and their helpers,
-- fields, followers, crowds, buildings. Arguments: functions of calls.lua, and
-- its map.

local starve, house, swarm, collect = ...

local tilepath = require "tilepath"

--- A pathfinder with its own prices for links.
local function chooser()
  local o = house()
  o.finder = tilepath.pathfinder(o.grid, { links = { stairs = 2, rope = 3 } })
  return o
end

local function hiker()
  local o = house()
  o.path = o.finder:find(1, 1, 6, 4)
  o.points = o.path:to_world(o.grid)
  return o
end

--- A follower that reaches the lift at once, and waits for two seconds before
-- it.
local function runner()
  local o = house()
  o.hero = tilepath.follower { x = 60, y = 40, speed = 7, finder = o.finder }
  o.hero:go(30, 10)
  return o
end

local function waiting()
  local o = runner()
  o.hero:update(1)
  return o
end

--- A unit that reaches the stairs at once, and another far from them.
local function crowded()
  local o = house()
  o.crowd = tilepath.crowd(o.grid)
  o.unit = o.crowd:add { finder = o.finder, cell_x = 1, cell_y = 1, speed = 20 }
  o.other = o.crowd:add { finder = o.finder, cell_x = 4, cell_y = 4 }
  o.unit:go(60, 20)
  return o
end

-- Queries.

starve("Pathfinder:find (own prices of links)", chooser, function(o)
  return { o.finder:find(1, 1, 6, 4) }
end)
starve("Pathfinder:find (by a link, into)", function()
  local o = house()
  o.query = { into = {} }
  return o
end, function(o)
  return (o.finder:find(1, 1, 6, 4, o.query))
end)
-- Up to 5.2, a table is broken if its array has grown but its hash could not.
if _VERSION >= "Lua 5.3" then
  starve("Pathfinder:find (by a link, into a path)", function()
    local o = house()
    o.query = { into = o.finder:find(1, 4, 3, 4) }
    return o
  end, function(o)
    return (o.finder:find(1, 1, 6, 4, o.query))
  end)
end
starve("Pathfinder:find (into a path that had a link)", function()
  local o = house()
  o.query = { into = o.finder:find(1, 1, 6, 4) }
  return o
end, function(o)
  return (o.finder:find(1, 4, 3, 4, o.query))
end)
starve("Pathfinder:find (jump points and links)", function()
  local grid = tilepath.grid(30, 30)
  grid:fill(15, 1, 1, 30, "wall")
  grid:link(9, 9, 22, 20)
  grid:fence(5, 1, 5, 2)
  return { grid = grid, finder = tilepath.pathfinder(grid,
    { algorithm = "jps" }) }
end, function(o)
  return { o.finder:find(5, 1, 30, 30) }
end)
starve("Pathfinder:find (after an edit of a link)", function()
  local o = house()
  o.finder:find(1, 1, 6, 4)
  o.grid:unlink(o.link)
  o.grid:link(2, 1, 6, 2)
  return o
end, function(o)
  return { o.finder:find(1, 1, 6, 4) }
end)
starve("Pathfinder:would_block (links)", house, function(o)
  return { o.finder:would_block({ { 5, 1 } }, 1, 1, 6, 1) }
end)
starve("tilepath.pathfinder (given links)", function()
  local o = house()
  o.profile = { links = { stairs = 3, lift = false } }
  return o
end, function(o)
  return tilepath.pathfinder(o.grid, o.profile).profile
end)

-- Fields.

starve("Field:path (by a link)", swarm(house), function(o)
  return { o.field:path(1, 1) }
end)
starve("Field:next (by a link)", swarm(house), function(o)
  return { { o.field:next(1, 1) }, { o.field:direction(1, 1) } }
end)
starve("Field:advance (by a link)", swarm(house), function(o)
  local xs, ys = { 10, 60 }, { 10, 40 }
  return { o.field:advance(xs, ys, 2, 1), xs, ys }
end)
starve("Pathfinder:reach (by links)", house, function(o)
  local reach = o.finder:reach(1, 1, 3)
  return { reach.count, reach:path(6, 3) }
end)

-- Helpers of paths.

starve("Path:to_world (a link)", hiker, function(o)
  return o.path:to_world(o.grid)
end)
starve("Path:prune (a link)", hiker, function(o)
  return o.path:prune(o.finder)
end)
starve("Path:is_valid (a link)", hiker, function(o)
  return { o.path:is_valid(o.finder) }
end)
starve("Path:cut (a link)", function()
  local o = hiker()
  o.grid:set(6, 2, "wall")
  return o
end, function(o)
  return { o.path:cut(o.finder) }
end)
starve("tilepath.path (given links)", function()
  return { flat = { 1, 2, 3, 4, 5, 6, links = { 1, 2 } } }
end, function(o)
  return collect(tilepath.path(o.flat, "cells"):points())
end)

-- Followers.

starve("Follower:update (by a link)", waiting, function(o)
  o.hero:update(1.5)
  return o.hero.status
end)
starve("Follower:update (a link that is gone)", function()
  local o = waiting()
  o.grid:unlink(o.lift)
  return o
end, function(o)
  o.hero:update(1.5)
  return o.hero.status
end)
starve("Follower:load (at a link)", waiting, function(o)
  o.hero:load(o.hero:save())
  return tostring(o.hero)
end)

-- Crowds.

starve("Crowd:update (held at a link)", function()
  local o = crowded()
  o.unit.on_link = function() return o.may end
  o.may = false
  o.crowd:update(0.001)
  return o
end, function(o)
  o.crowd:update(1)
  return { o.unit.link, o.unit.link_left, o.unit.status }
end, { crowd = true, unit = true, other = true })
local function riding()
  local o = crowded()
  o.crowd:update(0.001)
  o.saved = o.crowd:save()
  return o
end

starve("Crowd:load (in a link)", function()
  local o = riding()
  o.crowd:update(9)
  return o
end, function(o)
  o.crowd:load(o.saved)
  return o.unit.x
end)
starve("Crowd:load (a path by a link)", function()
  local o = crowded()
  o.unit:follow(o.finder:find(1, 1, 6, 4))
  o.saved = o.crowd:save()
  o.crowd:update(1)
  return o
end, function(o)
  o.crowd:load(o.saved)
  return o.crowd:save()
end, { crowd = true, unit = true })

-- Maps.

starve("tilepath.load (walls and links)", function()
  return { dump = house().grid:save() }
end, function(o)
  return tilepath.load(o.dump)
end)

-- Buildings. The results hold no reference to them.

local FLOORS = { ground = { "....", ".##." }, cellar = { 3, 2 },
  roof = "..\n.." }

local function told(building)
  return { building.grid, building.names, building.cellar.x,
    { building.cellar:to_grid(2, 2) }, { building:to_floor(6, 1) },
    { building:to_floor_world(5.5, 1.5) },
    { building.roof:to_grid_world(1.5, 0.5) },
    { building.roof:to_cell(1.5, 0.5) },
    { building.roof:to_world(1, 2) }, tostring(building),
    tostring(building.roof) }
end

starve("tilepath.building", function() return {} end, function()
  return told(tilepath.building(FLOORS, { origins = { roof = { 2, 3 } },
    order = { "roof", "cellar", "ground" } }))
end)
starve("tilepath.building (a grid with walls and links)", function()
  return { floor = house().grid }
end, function(o)
  local building = tilepath.building { cellar = { 3, 2 }, roof = o.floor }
  return { building.grid, tostring(building) }
end)
starve("tilepath.building (over a grid)", function()
  return { grid = tilepath.building(FLOORS).grid }
end, function(o)
  return told(tilepath.building(FLOORS, { grid = o.grid }))
end)
starve("tilepath.building (links of floors)", function() return {} end,
  function()
    local building = tilepath.building(FLOORS)
    return { building:link("ground", 1, 1, "cellar", 2, 2, { name = "stairs" }),
      { building:link("ground", 9, 1, "cellar", 2, 2) }, building.grid }
  end)
starve("tilepath.building (given floors)", function()
  return { floors = { a = { ". .", "-  ", ". ." }, b = { 2, 3 } },
    options = { fences = true, order = { "b", "a" } } }
end, function(o)
  return tilepath.building(o.floors, o.options).grid
end)
