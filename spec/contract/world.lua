--- A small world with an object of each kind, and the smallest inputs of
-- importers: for calls with right and wrong arguments.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local worlds = {}

local function nothing() end

-- LÖVE's calls do nothing: its own memory is not tested.
local mesh = { setVertices = nothing, setDrawRange = nothing, release = nothing,
  getVertexCount = function() return 1e9 end }
local love = { graphics = setmetatable({ newMesh = function() return mesh end },
  { __index = function() return nothing end }) }

--- The smallest map for an importer.
function worlds.isometric_map()
  return { orientation = "isometric", width = 1, height = 1, tilewidth = 2,
    tileheight = 1, tilesets = {}, layers = {} }
end

--- A level of LDtk of one cell.
function worlds.ldtk_level()
  return { identifier = "A", layerInstances = { { __identifier = "G",
    __type = "IntGrid", __gridSize = 8, __cWid = 1, __cHei = 1,
    layerDefUid = 1, intGridCsv = { 0 } } } }
end

--- A grid of 4 x 3 with water, and its objects; the pathfinder has the given
-- heuristic, if any. Then another one serves search, ticket and unit.
function worlds.new(heuristic)
  local world = { tilepath = tilepath }
  rawset(_G, "love", love) -- for tilepath.draw
  world.grid = tilepath.grid("....\n.~..\n...#", {
    legend = { ["~"] = "water" }, prices = { water = 2 } })
  world.finder = tilepath.pathfinder(world.grid, { heuristic = heuristic })
  local named = heuristic and tilepath.pathfinder(world.grid) or world.finder
  world.search = named:search(1, 1, 4, 1)
  world.search:step(2)
  world.field = world.finder:field { { 4, 1 } }
  world.reach = world.finder:reach(1, 1, 2)
  world.view = world.finder:view(1, 1, 2)
  world.path = world.finder:find(1, 1, 4, 2)
  world.world_path = world.finder:find_world(0, 0, 3.5, 1.5)
  world.hero = tilepath.follower { x = 0, y = 0, speed = 1,
    finder = world.finder }
  world.hero:follow(world.world_path)
  world.house = tilepath.building { hall = { 4, 3 } }
  world.floor = world.house.hall
  world.layer = tilepath.layer(world.grid)
  world.layer:set(2, 2, 9)
  world.hexagons = tilepath.grid(4, 3, { shape = "hex" })
  world.picture = tilepath.picture { world.grid, world.path }
  world.queue = tilepath.queue { max_nodes = 5 }
  world.ticket = world.queue:find(named, 1, 1, 4, 1)
  world.crowd = tilepath.crowd(world.grid)
  world.unit = world.crowd:add { finder = named, cell_x = 1, cell_y = 3 }
  return world
end

--- The state of a world: an error must leave all of it unchanged.
function worlds.state(world)
  local path, hero, search = world.path, world.hero, world.search
  return table.concat({ world.grid:save(), world.grid.revision,
    search.status, search.expanded, world.field:cost(1, 3),
    world.field.revision, tostring(world.field), #world.reach, #world.view,
    helper.points(path), path.cost,
    helper.points(world.world_path), tostring(hero), hero.remaining,
    hero.angle, tostring(world.finder.info.expanded), tostring(world.crowd),
    tostring(world.queue), world.ticket.status,
    tostring(world.unit), world.unit.x, world.unit.y,
    tostring(world.unit.yields),
    helper.points(world.finder:find(1, 1, 4, 2)) }, "|")
end

return worlds
