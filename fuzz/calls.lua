--- Every constructor and call of the library, for starve.lua.
--
-- An entry has the name of what it covers (a remark in brackets may follow), a
-- setup that makes objects, and a call on them that returns a value to
-- compare. `changes` names objects that a failed call may leave changed.
-- `afresh` means that a failed call can only be tried again on new objects.
-- calls_each.lua has each call once, with the arguments of the specs. Here and in
-- the other files are calls whose memory depends on more: on maps, options, what
-- was asked before, and what several calls leave.

local collect = require("spec.support.helper").collect
local tilepath = require "tilepath"

-- Objects ---------------------------------------------------------------------

local TOWN = "......\n.##~~.\n.#..~.\n......"

local function town()
  return { grid = tilepath.grid(TOWN, {
    prices = { water = 3 }, legend = { ["~"] = "water" },
    cell_size = 10, origin = { 5, 5 },
  }) }
end

local function walker(profile)
  return function()
    local o = town()
    o.finder = tilepath.pathfinder(o.grid, profile)
    return o
  end
end

--- A field with these options, on a map that `make` makes.
local function swarm(make, options)
  return function()
    local o = make()
    o.field = o.finder:field({ { 6, 4 }, { 1, 4, cost = 3 } }, options)
    o.limit = options and options.max_cost
    return o
  end
end

--- A map that a search floods: its open list has to grow.
local function plain()
  local grid = tilepath.grid(100, 100)
  return { grid = grid, finder = tilepath.pathfinder(grid, {
    algorithm = "dijkstra", prices = { open = 2 } }) }
end

--- A map of a single price, with a loop and dead ends.
local function cave()
  local grid = tilepath.grid(
    "......\n.####.\n.#..#.\n....#.\n.##.#.\n..#...")
  return { grid = grid,
    finder = tilepath.pathfinder(grid, { algorithm = "jps" }) }
end

local function estimate(x, y, goal_x, goal_y)
  return math.max(math.abs(x - goal_x), math.abs(y - goal_y)) / 2
end

local function hiker()
  local o = walker()()
  o.path = o.finder:find(1, 1, 6, 4)
  o.points = o.path:to_world(o.grid)
  return o
end

local function runner()
  local o = hiker()
  o.hero = tilepath.follower { x = 10, y = 10, speed = 7, finder = o.finder }
  o.hero:follow(o.points)
  return o
end

--- A follower that will find its path blocked, and search another.
local function surprised()
  local o = runner()
  o.grid:set(3, 1, "wall")
  return o
end

local function nothing()
  return {}
end

-- Entries ---------------------------------------------------------------------

local entries = {}

local function starve(name, setup, call, changes)
  entries[#entries + 1] = { name = name, setup = setup, call = call,
    changes = changes or {} }
end

-- Loading starts from nothing each time. (5.1 remembers a module that failed.)

local modules = {}

for name, module in pairs(package.loaded) do
  if name:find("^tilepath") then
    modules[name] = module
  end
end

local function unload()
  for name in pairs(modules) do
    package.loaded[name] = nil
  end
  return {}
end

local function reload()
  for name, module in pairs(modules) do
    package.loaded[name] = module
  end
end

starve("tilepath_core (opening it)", unload, function()
  return require("tilepath_core").version
end)
entries[#entries].afresh = true

-- Nearly all of these thousands of allocations are the compiler's.
starve("tilepath (loading it)", unload, function()
  return require("tilepath").version
end)
entries[#entries].afresh = true
entries[#entries].stride = 211

starve("tilepath.grid (rows)", nothing, function()
  return tilepath.grid({ { 0, 1, 2 }, { 2, 0, 7 } }, {
    walkable = function(value) return value < 5 end })
end)
starve("tilepath.grid (list)", nothing, function()
  return tilepath.grid({ 0, 1, 2, 2, 0, 7 }, { width = 3,
    walkable = function(value) return value < 5 end })
end)

-- Importers are loaded by their first call: so it comes first.

local function town_of_tiled()
  return { map = { orientation = "isometric", width = 3, height = 2,
    tilewidth = 16, tileheight = 8, tilesets = { { name = "set", firstgid = 1,
      tiles = { { id = 0, class = "mud", properties = { price = 3 } },
        { id = 1, properties = { { name = "walkable", value = false } } },
        { id = 2, properties = { price = 2, ledge = "left" } } } } },
    layers = { { type = "group", name = "g", layers = { { type = "tilelayer",
      name = "a", width = 3, height = 2, data = { 1, 2, 3, 4, 0, 1 } } } },
      { type = "objectgroup", name = "o", objects = {
        { name = "x", x = 0, y = 0, width = 8, height = 8, rotation = 45 },
        { name = "y", x = 8, y = 8, polygon = { { x = 0, y = 0 },
          { x = 8, y = 0 }, { x = 0, y = 8 } } },
        { x = 0, y = 8, class = "fence", polyline = { { x = 0, y = 0 },
          { x = 24, y = 0 } } } } } } } }
end

local function level_of_ldtk()
  return { level = { identifier = "A", layerInstances = { { __type = "IntGrid",
    __identifier = "G", __gridSize = 8, __cWid = 2, __cHei = 1,
    layerDefUid = 1, intGridCsv = { 0, 1 }, entityInstances = {
      { __identifier = "Hero", px = { 1, 2 } } } } } } }
end

local function read_town(o)
  return { tilepath.from_tiled(o.map, {
    legend = { o = false, x = "price 2" } }) }
end

local function read_level(o)
  return { tilepath.from_ldtk(o.level, { legend = { false } }) }
end

tilepath.platformer(tilepath.grid(1, 1))
read_town(town_of_tiled())
read_level(level_of_ldtk())

starve("tilepath.from_tiled", town_of_tiled, read_town)
starve("tilepath.from_ldtk", level_of_ldtk, read_level)
starve("tilepath.platformer", town, function(o)
  return tilepath.platformer(o.grid, { jump = 2 }), o.grid:save()
end, { grid = true })
--- Ground that hides, for all or for one pathfinder.
local function hidden()
  local o = town()
  o.grid:terrain("water", 3, true)
  o.finder = tilepath.pathfinder(o.grid, { opaque = { open = false } })
  return o
end

starve("Pathfinder:view (ground that hides)", hidden, function(o)
  return collect(o.finder:view(1, 1, 9):cells())
end)
starve("Pathfinder:find (ground that hides)", hidden, function(o)
  return (o.finder:find(1, 1, 6, 4, { within = 2, sight = true }))
end)
starve("tilepath.pathfinder (its own sight)", hidden, function(o)
  return tilepath.pathfinder(o.grid, { opaque = { water = false } }).profile
end)
starve("Grid:terrain (sight)", town, function(o)
  return (select(2, o.grid:terrain("water", nil, true)))
end)
starve("tilepath.pathfinder", town, function(o)
  local finder = tilepath.pathfinder(o.grid, { prices = { water = false },
    diagonal = "always", heuristic = estimate, weight = 2 })
  return finder.profile
end)

local function all_of(shown)
  local list = { shown.x, shown.y, shown.width, shown.height }
  for i, part in ipairs(shown.parts) do
    list[#list + 1] = table.concat({ i, part.kind, part.value, part.width,
      table.concat(part.sizes, " "), table.concat(part, " ") }, ":")
  end
  return list
end

starve("tilepath.picture", runner, function(o)
  return all_of(tilepath.picture { o.grid, o.finder, o.path, o.hero,
    o.finder:field { { 1, 1 } } })
end)

starve("Picture:triangles", runner, function(o)
  local drawn, into = tilepath.picture { o.grid, o.path, o.hero }, {}
  for _, part in ipairs(drawn.parts) do
    drawn:triangles(part, into)
  end
  return into
end)

-- The meshes do nothing: LÖVE's own memory is not tested.
local mesh = { setVertices = nothing, setDrawRange = nothing,
  release = nothing, getVertexCount = function() return 1e6 end }
local function before_a_window()
  rawset(_G, "love", { graphics = setmetatable({
    newMesh = function() return mesh end,
  }, { __index = function() return nothing end }) })
  return runner()
end

starve("tilepath.draw", before_a_window, function(o)
  for _ = 1, 2 do
    tilepath.draw({ o.grid, o.finder, o.path, o.hero })
  end
end)

-- Grids.

starve("Grid.__call", town, function(o)
  return { o.grid(1, 1), o.grid(4, 2) }
end)
starve("Grid.__eq", function()
  return { grid = town().grid, other = town().grid }
end, function(o)
  return o.grid == o.other
end)
starve("Grid.__pairs", town, function(o)
  return collect(getmetatable(o.grid).__pairs(o.grid))
end)
starve("Grid:set (outside)", town, function(o)
  return { o.grid:set(9, 9, "wall") }
end)
starve("Grid:set (a terrain that is not there)", town, function(o)
  return (pcall(o.grid.set, o.grid, 1, 1, "no such terrain"))
end)

local function hexagons()
  return { grid = tilepath.grid(5, 4, { shape = "hex", stagger = "even-q" }) }
end

starve("Grid:fence (of hexagons)", hexagons, function(o)
  return o.grid:fence(3, 3, 2, 4)
end)
starve("Grid:line (of hexagons)", hexagons, function(o)
  return collect(o.grid:line(1, 1, 5, 4))
end)

-- Fences and links, on a map without any, and on a map with some.

local function house()
  local o = walker()()
  o.grid:fence(1, 2, 1, 3)
  o.grid:fence(5, 4, 6, 4, { one_way = true })
  o.link = o.grid:link(1, 1, 6, 1, { name = "stairs", price = 0.5 })
  o.lift = o.grid:link(6, 4, 3, 1, { one_way = true, seconds = 2 })
  return o
end

starve("Grid:link (a name that is there)", house, function(o)
  return o.grid:link(2, 1, 6, 4, { name = "stairs" })
end)
starve("Grid:link (the seventeenth)", function()
  local o = town()
  for i = 1, 16 do
    o.grid:link(1, 1, 6, 4, { name = "n" .. i })
  end
  return o
end, function(o)
  return o.grid:link(2, 1, 6, 4, { name = "rope" })
end)
starve("Grid:link (outside)", town, function(o)
  return { o.grid:link(1, 1, 60, 4) }
end)
starve("Grid:links", house, function(o)
  return { o.grid:links(), o.grid:links(6, 4), o.grid:links(2, 2) }
end)
starve("Grid:unfence", house, function(o)
  return o.grid:unfence(1, 2, 1, 3)
end)

--- Adds cells at the left, top, right and bottom; below 0: cuts them off.
local function extend(grid, left, top, right, bottom, terrain)
  return grid:resize(grid.base_x - left, grid.base_y - top,
    grid.width + left + right, grid.height + top + bottom, terrain)
end

starve("Grid:resize", house, function(o)
  return extend(o.grid, 2, 0, 0, 1, "wall"), o.grid
end)

starve("Grid:resize (with what lies on it)", function()
  local o = walker()()
  o.layer = tilepath.layer(o.grid)
  o.layer:set(2, 2, 9)
  o.crowd = tilepath.crowd(o.grid)
  o.unit = o.crowd:add { finder = o.finder, cell_x = 1, cell_y = 1 }
  o.other = o.crowd:add { finder = o.finder, cell_x = 1, cell_y = 2 }
  o.unit:go(15, 25)
  o.crowd:update(0.1)
  return o
end, function(o)
  return { extend(o.grid, 0, 1, 3, 0), o.grid, o.layer:get(2, 2),
    o.unit.x, o.unit.goal_x }
end)

-- Pathfinders.

-- Up to 5.2, a table is broken if its array has grown but its hash could not.
if _VERSION >= "Lua 5.3" then
  starve("Pathfinder:find (into a path)", function()
    local o = walker()()
    o.query = { into = o.finder:find(1, 1, 2, 1), partial = true }
    o.grid:fill(1, 3, 6, 1, "wall")
    return o
  end, function(o)
    return (o.finder:find(1, 1, 6, 4, o.query))
  end)
end
starve("Pathfinder:find (a heuristic that fails)", walker {
  heuristic = function() error("on purpose") end,
}, function(o)
  return (pcall(o.finder.find, o.finder, 1, 1, 6, 4))
end)
local function divided()
  local o = walker()()
  o.grid:fill(1, 3, 6, 1, "wall")
  return o
end
starve("Pathfinder:find (part of a way)", divided, function(o)
  return { o.finder:find(1, 1, 6, 4, { partial = true }) }
end)
starve("Pathfinder:find (jump points after an edit)", function()
  local o = cave()
  o.finder:find(3, 3, 2, 6)
  o.grid:set(2, 5, "open")
  return o
end, function(o)
  return { o.finder:find(3, 3, 2, 6) }
end)
starve("Pathfinder:find (goals, own heuristic)", walker {
  heuristic = estimate }, function(o)
  return { o.finder:find(1, 1, { { 6, 4 }, { 1, 4, cost = 7 } }) }
end)
starve("Pathfinder:find (out of a large wall, into)", function()
  local grid = tilepath.grid(40, 40)
  grid:fill(2, 2, 38, 38, "wall")
  return { grid = grid, finder = tilepath.pathfinder(grid),
    query = { escape = true, into = {} } }
end, function(o)
  return (o.finder:find(20, 20, { { 1, 40 }, { 40, 1, cost = 3 } }, o.query))
end)
starve("Pathfinder:find (beside one of many)", walker(), function(o)
  local goals = {}
  for i = 1, 300 do
    goals[i] = i < 300 and { 1, 2, cost = 4 } or { 6, 4 }
  end
  return { o.finder:find(1, 1, goals, { adjacent = true }) }
end)
starve("Pathfinder:find (nearest to one of many)", walker(), function(o)
  local goals = {}
  for i = 1, 40 do
    goals[i] = { 50 + i, 4 }
  end
  return { o.finder:find(1, 1, goals, { partial = true }) }
end)
starve("Pathfinder:find (beside goals by terrain)", walker(), function(o)
  return { o.finder:find(6, 4, { terrain = "wall" },
    { adjacent = true, partial = true }) }
end)
starve("Pathfinder:nearest", walker(), function(o)
  return { { o.finder:nearest(2, 2) }, { o.finder:nearest(3, 3, { from = { 6, 4 } }) },
    { o.finder:nearest(3, 3, { terrain = "open", where = function(x)
      return x > 5
    end }) } }
end)

starve("Pathfinder:find (of a large agent, away from walls)", walker {
  size = { 2, 1 }, keep_away = { 2, 3 } }, function(o)
  return { o.finder:find(2, 4, 5, 4) }
end)

starve("Pathfinder:find_world (of a body)", walker { radius = 5 }, function(o)
  return { o.finder:find_world(11, 12, 62, 41) }
end)
starve("Pathfinder:line_of_sight_world (of a body)", walker { radius = 5 },
  function(o)
    return { { o.finder:line_of_sight_world(6, 6, 54, 7) },
      { o.finder:line_of_sight_world(6, 6, 60, 37) } }
  end)
starve("Pathfinder:would_block (pairs)", walker(), function(o)
  return { o.finder:would_block({ { 2, 1 } }, { { 1, 1, 6, 4 } }) }
end)
starve("Pathfinder:would_block (a pair that is cut off)", walker(), function(o)
  return { o.finder:would_block({ { 2, 1 } }, { { 1, 1, 6, 4 },
    { 2, 2, 1, 1 } }) }
end)
assert(loadfile("fuzz/calls_each.lua"))(starve)
assert(loadfile("fuzz/calls_fields.lua"))(starve, walker, swarm, plain, collect)
assert(loadfile("fuzz/calls_given.lua"))(starve, walker, swarm, collect)
assert(loadfile("fuzz/calls_queues.lua"))(starve, walker)
assert(loadfile("fuzz/calls_crowds.lua"))(starve, walker)
assert(loadfile("fuzz/calls_avoid.lua"))(starve, walker, collect)
assert(loadfile("fuzz/calls_links.lua"))(starve, house, swarm, collect)
assert(loadfile("fuzz/calls_layers.lua"))(starve, town)

-- Searches.

starve("Search:step (the open list grows)", function()
  local o = plain()
  o.search = o.finder:search(50, 50, 100, 100)
  return o
end, function(o)
  repeat
    local status = o.search:step(100)
  until status ~= "running"
  return { o.search:path() }
end)

-- Paths.

starve("Path.__eq", hiker, function(o)
  return { o.path == o.points, o.path == o.path:dedup():cells() }
end)

-- Followers.

starve("Follower:go (in arcs)", function()
  local o = runner()
  o.hero.turn_radius = 4
  return o
end, function(o)
  return o.hero:go(12, 13)
end)
for _, call in ipairs { "flee", "keep" } do
  starve(("Follower:update (%s)"):format(call), function()
    local o = runner()
    o.target = { x = 40, y = 40 }
    o.hero[call](o.hero, o.target, { within = 2 })
    o.hero:update(1)
    o.target.x, o.target.y = o.hero.x - 5, o.hero.y
    return o
  end, function(o)
    o.hero:update(1)
    -- Time that could not be spent is spent by the next update. So the place
    -- depends on how often the call failed.
    return o.hero.status ~= "idle"
  end, { hero = true })
end
starve("Follower:update (in a chase)", runner, function(o)
  local target = { x = 12, y = 13 }
  o.hero:chase(target)
  target.x = 2
  o.hero:update(1)
  return o.hero.status
end)
starve("Follower:load", function()
  local o = runner()
  o.hero:go({ { 12, 13 }, { 1, 2, cost = 3 } }, { within = 1 })
  o.hero.rest, o.hero.prune, o.hero.turn_rate = 1, true, 9
  o.saved = o.hero:save()
  o.hero = tilepath.follower { finder = o.finder, slow_down = 3 }
  o.hero:follow(o.points)
  return o
end, function(o)
  return (o.hero:load(o.saved))
end)
starve("Follower:update (the way is blocked)", surprised, function(o)
  o.hero:update(2)
  return o.hero.status
end)
starve("Follower.__index", runner, function(o)
  local hero, list = o.hero, {}
  for _, name in ipairs { "status", "reason", "under_way", "remaining", "goal",
    "goal_x", "goal_y", "target", "cell_x", "cell_y" } do
    list[#list + 1] = tostring(hero[name])
  end
  return list
end)
starve("Follower.__newindex", runner, function(o)
  o.hero.name = "hero"
  return { o.hero.name, pcall(function() o.hero.status = "idle" end) }
end)

-- Faults ----------------------------------------------------------------------

-- starve.c must catch these, or it catches nothing.

local covering = entries
local faults = {}
entries = faults

starve("an object is changed before all memory is there", town, function(o)
  o.grid:set(1, 1, "wall")
  return { o.grid:get(1, 1) }
end)

starve("a call gives something else after it failed", nothing, function(o)
  o.times = (o.times or 0) + 1
  return { o.times }
end, { times = true })

starve("want of memory is taken for another error", town, function(o)
  local done, path = pcall(o.grid.save, o.grid)
  return done and path or error("no dump", 0)
end)

local kept = {}
starve("something is kept for good", nothing, function()
  kept[#kept + 1] = town()
  return true
end)

local times, grids = 0, { false, false, false, false, false, false }
starve("a userdata is kept now and then", town, function(o)
  local copy = o.grid:copy()
  times = times + 1
  if grids[times / 20] == false then
    grids[times / 20] = copy
  end
  return true
end)

local tables = {}
starve("a table is kept for good", nothing, function()
  tables[#tables + 1] = {}
  return true
end)

return { entries = covering, faults = faults, reload = reload }
