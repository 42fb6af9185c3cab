--- Calls whose memory depends on more than the call: on maps, options, what was
-- asked before, and what several calls leave.
--
-- A line without a margin begins a case: its call and a remark. Then comes Lua:
-- what makes the objects, with functions of grounds.lua, and after a > the call,
-- with a value to compare. Globals are the objects of the case. After a ! stand
-- those that a failed call may leave changed.
return [[
tilepath.grid (a list)
  list = { 0, 1, 2, 2, 0, 7 }
  > tilepath.grid(list, { width = 3, walkable = function(value)
      return value < 5
    end })
tilepath.grid (rows)
  rows = { { 0, 1, 2 }, { 2, 0, 7 } }
  options = { prices = { water = 3 }, legend = { [0] = "open", [1] = "water",
    [2] = "wall", [7] = "open" } }
  > tilepath.grid(rows, options)
tilepath.grid (a legend)
  options = { prices = { water = 3 }, cell_size = 8,
    legend = { ["~"] = "water", a = "open" } }
  > tilepath.grid(".~a\n#a~", options)
tilepath.from_tiled (a town)
  map = { orientation = "isometric", width = 3, height = 2, tilewidth = 16,
    tileheight = 8, tilesets = { { name = "set", firstgid = 1, tiles = {
      { id = 0, class = "mud", properties = { price = 3 } },
      { id = 1, properties = { { name = "walkable", value = false } } },
      { id = 2, properties = { price = 2, ledge = "left" } } } } },
    layers = { { type = "group", name = "g", layers = { { type = "tilelayer",
      name = "a", width = 3, height = 2, data = { 1, 2, 3, 4, 0, 1 } } } },
      { type = "objectgroup", name = "o", objects = {
        { name = "x", x = 0, y = 0, width = 8, height = 8, rotation = 45 },
        { name = "y", x = 8, y = 8, polygon = { { x = 0, y = 0 },
          { x = 8, y = 0 }, { x = 0, y = 8 } } },
        { x = 0, y = 8, class = "fence", polyline = { { x = 0, y = 0 },
          { x = 24, y = 0 } } } } } } }
  > { tilepath.from_tiled(map, { legend = { o = false, x = "price 2" } }) }
tilepath.from_ldtk (a level)
  level = { identifier = "A", layerInstances = { { __type = "IntGrid",
    __identifier = "G", __gridSize = 8, __cWid = 2, __cHei = 1,
    layerDefUid = 1, intGridCsv = { 0, 1 }, entityInstances = {
      { __identifier = "Hero", px = { 1, 2 } } } } } }
  > { tilepath.from_ldtk(level, { legend = { false } }) }
tilepath.platformer (jumps)
  town()
  > tilepath.platformer(grid, { jump = 2 })
  ! grid
tilepath.load (walls and links)
  house()
  dump = grid:save()
  > tilepath.load(dump)
tilepath.load (a layer)
  layered()
  dump = layer:save()
  > tilepath.load(dump, grid)
tilepath.pathfinder (many options)
  town()
  > tilepath.pathfinder(grid, { prices = { water = false }, diagonal = "always",
      heuristic = function() return 0.5 end, weight = 2 }).profile
tilepath.pathfinder (given a profile)
  town()
  profile = { prices = { water = 5 }, size = { 1, 2 }, keep_away = { 2, 1 },
    diagonal = "always", opaque = { water = false } }
  > tilepath.pathfinder(grid, profile).profile
tilepath.pathfinder (given a body)
  town()
  profile = { size = { 1, 2 }, radius = 4, diagonal = "never" }
  > tilepath.pathfinder(grid, profile).profile
tilepath.pathfinder (layers)
  layered()
  > tilepath.pathfinder(grid, { layers = { { layer, 0.05 },
      { layer = layer, weight = 2 } } }).profile
tilepath.pathfinder (layers that attract)
  layered()
  > tilepath.pathfinder(grid, { layers = { { layer, -0.05 },
      min_price = 0.5 } }).profile

tilepath.picture (of many things)
  runner()
  > all_of(tilepath.picture { grid, finder, path, hero, finder:field { { 1, 1 } } })
tilepath.picture (of a crowd)
  crowded()
  > all_of(tilepath.picture(crowd))
picture:triangles (of all parts)
  runner()
  > local drawn, into = tilepath.picture { grid, path, hero }, {}
    for _, part in ipairs(drawn.parts) do
      drawn:triangles(part, into)
    end
    return into
tilepath.draw (twice)
  runner()
  > for _ = 1, 2 do
      tilepath.draw { grid, finder, path, hero }
    end

tilepath.building (origins)
  floors = { ground = { "....", ".##." }, cellar = { 3, 2 }, roof = "..\n.." }
  > told_by(tilepath.building(floors, { origins = { roof = { 2, 3 } },
      order = { "roof", "cellar", "ground" } }))
tilepath.building (over a grid)
  floors = { ground = { "....", ".##." }, cellar = { 3, 2 }, roof = "..\n.." }
  grid = tilepath.building(floors).grid
  > told_by(tilepath.building(floors, { grid = grid }))
tilepath.building (a grid with walls and links)
  house()
  floor, grid = grid
  > local building = tilepath.building { cellar = { 3, 2 }, roof = floor }
    return { building.grid, tostring(building) }
tilepath.building (links of floors)
  > local building = tilepath.building { ground = { 4, 2 }, cellar = { 3, 2 } }
    return { building:link("ground", 1, 1, "cellar", 2, 2, { name = "stairs" }),
      { building:link("ground", 9, 1, "cellar", 2, 2) }, building.grid }
tilepath.building (given floors)
  floors = { a = { ". .", "-  ", ". ." }, b = { 2, 3 } }
  options = { fences = true, order = { "b", "a" } }
  > tilepath.building(floors, options).grid

grid:set (outside)
  town()
  > { grid:set(9, 9, "wall") }
grid:set (a terrain that is not there)
  town()
  > (pcall(grid.set, grid, 1, 1, "no such terrain"))
grid:terrain (sight)
  town()
  > (select(2, grid:terrain("water", nil, true)))
grid:fence (of hexagons)
  grid = tilepath.grid(5, 4, { shape = "hex", stagger = "even-q" })
  > grid:fence(3, 3, 2, 4)
grid:fence (a first name)
  house()
  > grid:fence(5, 4, 6, 4, { name = "kerb" })
grid:fence (one more name)
  house()
  for i = 1, 4 do grid:fence(1, 1, 1, 2, { name = "n" .. i }) end
  > grid:fence(5, 4, 6, 4, { name = "kerb", one_way = true })
grid:line (of hexagons)
  grid = tilepath.grid(5, 4, { shape = "hex", stagger = "even-q" })
  > collect(grid:line(1, 1, 5, 4))
grid:link (a name that is there)
  house()
  > grid:link(2, 1, 6, 4, { name = "stairs" })
grid:link (the seventeenth)
  town()
  for i = 1, 16 do grid:link(1, 1, 6, 4, { name = "n" .. i }) end
  > grid:link(2, 1, 6, 4, { name = "rope" })
grid:link (outside)
  town()
  > { grid:link(1, 1, 60, 4) }
grid:links (of cells)
  house()
  > { grid:links(), grid:links(6, 4), grid:links(2, 2) }
grid:unfence (a fence)
  house()
  > grid:unfence(1, 2, 1, 3)
grid:resize (a house)
  house()
  > extend(2, 0, 0, 1, "wall")
grid:resize (with what lies on it)
  layered()
  finder = tilepath.pathfinder(grid)
  crowd = tilepath.crowd(grid)
  unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
  other = crowd:add { finder = finder, cell_x = 1, cell_y = 2 }
  unit:go(15, 25)
  crowd:update(0.1)
  > { extend(0, 1, 3, 0), grid, layer:get(2, 2), unit.x, unit.goal_x }
layer:set (outside)
  layered()
  > { layer:set(7, 1, 5) }
layer:sample (some cells)
  layered()
  > layer:sample(function(x, y) return x ~= y and x + y or nil end)
    return layer:get(6, 4)
  ! layer
layer:add (a view)
  layered()
  view = tilepath.pathfinder(grid):view(1, 1, 4)
  > layer:add(view, 7) >= 0
  ! layer
layer:fade (by half)
  layered()
  > layer:fade(0.5) >= 0
  ! layer

finder:view (ground that hides)
  hidden()
  > collect(finder:view(1, 1, 9):cells())
finder:view (of a reach)
  walker()
  > collect(finder:view(finder:reach(1, 1, 4), 2, { walls = true }):cells())
finder:find (ground that hides)
  hidden()
  > finder:find(1, 1, 6, 4, { within = 2, sight = true })
-- Up to 5.2, a table is broken if its array has grown but its hash could not.
finder:find (into a path)
  walker()
  query = { into = _VERSION >= "Lua 5.3" and finder:find(1, 1, 2, 1) or {},
    partial = true }
  grid:fill(1, 3, 6, 1, "wall")
  > finder:find(1, 1, 6, 4, query)
finder:find (a heuristic that fails)
  walker { heuristic = function() error("on purpose") end }
  > (pcall(finder.find, finder, 1, 1, 6, 4))
finder:find (jump points after an edit)
  grid = tilepath.grid("......\n.####.\n.#..#.\n....#.\n.##.#.\n..#...")
  finder = tilepath.pathfinder(grid, { algorithm = "jps" })
  finder:find(3, 3, 2, 6)
  grid:set(2, 5, "open")
  > { finder:find(3, 3, 2, 6) }
finder:find (beside one of the same walls)
  grid = tilepath.grid("......\n.####.\n.#..#.\n....#.\n.##.#.\n..#...")
  eyes = tilepath.pathfinder(grid, { straight_cost = 2 })
  finder = tilepath.pathfinder(grid)
  > { finder:find(3, 3, 2, 6) }
finder:find (a new one, of the same walls)
  walker()
  eyes = tilepath.pathfinder(grid, { weight = 2 })
  eyes:prepare()
  > { tilepath.pathfinder(grid):find(1, 1, 6, 4) }
finder:find (goals, own heuristic)
  walker { heuristic = function(x, y, goal_x, goal_y)
    return math.max(math.abs(x - goal_x), math.abs(y - goal_y)) / 2
  end }
  > { finder:find(1, 1, { { 6, 4 }, { 1, 4, cost = 7 } }) }
finder:find (out of a large wall, into)
  grid = tilepath.grid(40, 40)
  grid:fill(2, 2, 38, 38, "wall")
  finder, query = tilepath.pathfinder(grid), { escape = true, into = {} }
  > finder:find(20, 20, { { 1, 40 }, { 40, 1, cost = 3 } }, query)
finder:find (out of a wall, given a query)
  walker()
  query = { into = {}, partial = true, max_nodes = 1000, escape = true }
  > finder:find(2, 3, 6, 4, query)
finder:find (beside one of many)
  walker()
  > local goals = {}
    for i = 1, 300 do
      goals[i] = i < 300 and { 1, 2, cost = 4 } or { 6, 4 }
    end
    return { finder:find(1, 1, goals, { adjacent = true }) }
finder:find (nearest to one of many)
  walker()
  > local goals = {}
    for i = 1, 40 do
      goals[i] = { 50 + i, 4 }
    end
    return { finder:find(1, 1, goals, { partial = true }) }
finder:find (beside goals by terrain)
  walker()
  > { finder:find(6, 4, { terrain = "wall" }, { adjacent = true,
      partial = true }) }
finder:find (of a large agent, away from walls)
  walker { size = { 2, 1 }, keep_away = { 2, 3 } }
  > { finder:find(2, 4, 5, 4) }
finder:find_world (given wide goals)
  walker()
  goals = { { 52, 31, 9, 30 }, { 12, 40, 0, 2, cost = 8 } }
  query = { into = {} }
  > finder:find_world(11, 12, goals, query)
finder:find_world (of a body)
  walker { radius = 5 }
  > { finder:find_world(11, 12, 62, 41) }
finder:line_of_sight_world (of a body)
  walker { radius = 5 }
  > { { finder:line_of_sight_world(6, 6, 54, 7) },
      { finder:line_of_sight_world(6, 6, 60, 37) } }
finder:nearest (in three ways)
  walker()
  > { { finder:nearest(2, 2) }, { finder:nearest(3, 3, { from = { 6, 4 } }) },
      { finder:nearest(3, 3, { terrain = "open", where = function(x)
        return x > 5
      end }) } }
finder:would_block (pairs)
  walker()
  > { finder:would_block({ { 2, 1 } }, { { 1, 1, 6, 4 } }) }
finder:would_block (a pair that is cut off)
  walker()
  > { finder:would_block({ { 2, 1 } }, { { 1, 1, 6, 4 }, { 2, 2, 1, 1 } }) }
finder:would_block (given lists)
  walker()
  cells = { { 1, 2 }, { 2, 1 } }
  ways = { { 1, 1, 6, 4 }, { 2, 1, 6, 4 } }
  > { finder:would_block(cells, ways) }
finder:search (given goals)
  walker()
  goals = { { 6, 4 }, { 1, 4, cost = 3 }, { 6, 1 } }
  query = { into = {}, within = 1, sight = true }
  > found(finder:search(1, 1, goals, query))
finder:search (other eyes)
  walker()
  eyes = tilepath.pathfinder(grid, { diagonal = "always", prices = { wall = 3 } })
  finder = tilepath.pathfinder(grid, { eyes = eyes })
  goals, query = { { 6, 4 }, { 3, 2, cost = 1 } }, { within = 2, sight = true }
  > found(finder:search(1, 1, goals, query))
search:step (the open list grows)
  plain()
  search = finder:search(50, 50, 100, 100)
  > found(search, 100)
search:step (the nodes grow)
  grid = tilepath.grid(700, 60)
  finder = tilepath.pathfinder(grid, { algorithm = "astar", diagonal = "never" })
  search = finder:search(350, 4, 350, 60)
  > found(search, 40)
search:step (the nodes grow for another way of the same cost)
  grid = tilepath.grid(700, 60)
  grid:terrain("mud", 2)
  grid:fill(349, 1, 3, 60, "mud")
  finder = tilepath.pathfinder(grid)
  search = finder:search(350, 4, 350, 30)
  > found(search, 40)

finder:find (own prices of links)
  house()
  finder = tilepath.pathfinder(grid, { links = { stairs = 2, rope = 3 } })
  > { finder:find(1, 1, 6, 4) }
finder:find (fences that are none)
  house()
  grid:fence(5, 2, 5, 3, { name = "kerb" })
  finder = tilepath.pathfinder(grid, { fences = { kerb = false } })
  > { finder:find(1, 1, 6, 4) }
finder:find (by a link, into)
  house()
  query = { into = {} }
  > finder:find(1, 1, 6, 4, query)
finder:find (into a path that had a link)
  house()
  query = { into = finder:find(1, 1, 6, 4) }
  > finder:find(1, 4, 3, 4, query)
finder:find (jump points and links)
  grid = tilepath.grid(30, 30)
  grid:fill(15, 1, 1, 30, "wall")
  grid:link(9, 9, 22, 20)
  grid:fence(5, 1, 5, 2)
  finder = tilepath.pathfinder(grid, { algorithm = "jps" })
  > { finder:find(5, 1, 30, 30) }
finder:find (after an edit of a link)
  house()
  finder:find(1, 1, 6, 4)
  grid:unlink(link)
  grid:link(2, 1, 6, 2)
  > { finder:find(1, 1, 6, 4) }
finder:would_block (links)
  house()
  > { finder:would_block({ { 5, 1 } }, 1, 1, 6, 1) }
finder:reach (by links)
  house()
  > local reach = finder:reach(1, 1, 3)
    return { reach.count, reach:path(6, 3) }
finder:reach (by turns)
  house()
  > local reach = finder:reach(1, 1, 3, { moves = 2, moves_left = 1 })
    return { reach.count, collect(reach:cells()) }
finder:reach (out of a wall)
  walker()
  > local reach = finder:reach(2, 3, 4, { escape = true })
    return { reach.count, reach:path(3, 3) }
finder:find (layers that attract)
  layered({}, -0.005)
  > { finder:find(1, 4, 5, 4) }

finder:find (avoid, again)
  moved()
  > { finder:find(1, 1, 6, 4, query) }
finder:find (avoid, in sight)
  among()
  query.within, query.sight = 2, true
  > { finder:find(1, 1, { { 4, 3 }, { 5, 1 } }, query) }
finder:find (another avoid_price)
  moved()
  > { finder:find(1, 1, 6, 4, { avoid = crowd, avoid_price = 5, except = other }) }
finder:find (stops, pass, a list)
  moves { size = { 2, 1 } }
  > { finder:find(1, 1, { { 5, 4 }, { 5, 1, 1, 2 } }, query) }
finder:find (stops alone)
  among()
  > { finder:find(1, 1, 6, 4, { stops = birds, within = 1 }) }
finder:search (stops, pass)
  moves()
  query.avoid_price = 2
  > found(finder:search(1, 1, 6, 3, query))
finder:reach (stops, pass)
  moves()
  > local reach = finder:reach(1, 1, 9, query)
    return { reach.count, collect(reach:cells()) }
finder:search (avoid)
  among()
  > found(finder:search(1, 1, 6, 4, query))
finder:search (stops, beside)
  walker()
  > local search = finder:search(1, 1, 6, 4, { stops = {
      { 3, 1, beside = true }, { 5, 2, 1, 2 } } })
    search:step(99)
    return { search.status, search:path() }
finder:nearest (avoid)
  among()
  > { { finder:nearest(4, 3, query) },
      { finder:nearest(4, 3, { from = { 1, 1 }, avoid = query.avoid }) } }

finder:field (avoid)
  among()
  > finder:field({ { 6, 4 } }, query):path(1, 1)
finder:field (its lists grow)
  plain()
  > finder:field({ { 50, 50 } }):cost(1, 1)
finder:field (adjacent)
  walker()
  > local field = finder:field({ { 6, 4 }, { 1, 3, 2, 1 } }, { adjacent = true })
    return { field:cost(1, 1), field:path(6, 1).goal_index }
finder:field (given wide goals)
  walker()
  goals = { { 5, 3, 2, 9 }, { 1, 4, 2, 1, cost = 3 }, { 6, 1 } }
  query = { into = {}, adjacent = true }
  > finder:field(goals):cost(1, 1)
finder:field (layers)
  layered({}, 0.05)
  > finder:field({ { 1, 1 } }):cost(5, 4)
finder:field (layers, of a large agent)
  layered({ size = { 2, 1 }, keep_away = { 1, 1 } }, 0.05)
  > finder:field({ { 1, 1 } }):cost(5, 4)
field:cost (avoid, after an edit)
  among()
  field = finder:field({ { 6, 4 } }, query)
  flight = field:flee()
  other:set_cell(6, 3)
  grid:terrain("mud", 7)
  grid:set(6, 4, "mud")
  > field:cost(1, 1)
    field:update()
    return field:cost(1, 1)
  ! field
field:path (by a link)
  house() swarm()
  > { field:path(1, 1) }
field:next (by a link)
  house() swarm()
  > { { field:next(1, 1) }, { field:direction(1, 1) } }
field:next (one that flees)
  swarm()
  flight = field:flee(2)
  grid:set(6, 2, "wall")
  flight:update()
  > { flight:next(5, 4) }
field:advance (by a link)
  house() swarm()
  > local xs, ys = { 10, 60 }, { 10, 40 }
    return { field:advance(xs, ys, 2, 1), xs, ys }
field:advance (speeds)
  walker()
  field = finder:field { { 6, 4 } }
  xs, ys, options = { 5, 15 }, { 5, 5 }, { speeds = { open = 0.5 } }
  > { field:advance(xs, ys, 2, 5, options), xs[1], ys[2] }
  ! xs ys
field:advance (given tables, apart)
  swarm()
  xs, ys, by, arrived = { 6, 60, 6 }, { 7, 9, 7 }, { 5, 4, 3 }, {}
  > (field:advance(xs, ys, 3, by, { apart = 6, arrived = arrived }))
field:update (other goals)
  swarm()
  > field:update { { 1, 1 }, { 6, 1 }, { 1, 4, cost = 1 }, { 2, 1 } }
    return { field:cost(6, 4) }
field:update (given goals)
  swarm()
  goals = {}
  for i = 1, 40 do goals[i] = { 1 + i % 6, 1, cost = i } end
  > field:update(goals)
    return { field:cost(6, 4) }
-- The agent needs another block before the goals are read.
field:update (given goals, of a large agent)
  grid, limit = tilepath.grid(12, 12), 30
  finder = tilepath.pathfinder(grid, { size = 2 })
  field = finder:field({ { 1, 1 } }, { max_cost = limit })
  grid:terrain("mud", 3)
  grid:set(9, 9, "mud")
  goals = { { 5, 5 }, { 2, 9, cost = 1 } }
  > field:update(goals)
    return { field:cost(6, 4) }
-- A flight that lacked memory begins anew, on the map as it is then.
field:update (one that flees, and its field)
  swarm { max_cost = 2 }
  flight = field:flee(2)
  > field:update { { 1, 1 } }
    flight:update()
    field:update { { 6, 4 }, { 1, 1 }, { 1, 4 } }
    flight:update()
    return { flight:cost(5, 4) }

queue:update (few nodes)
  queued { max_nodes = 3 }
  > answers()
  ! tickets queue finder
queue:update (landmarks)
  grid = tilepath.grid(12, 9, { prices = { mud = 3 } })
  grid:fill(3, 2, 4, 4, "mud")
  queue = tilepath.queue { max_nodes = 40 }
  finder = tilepath.pathfinder(grid, { landmarks = 2 })
  local ticket = queue:prepare(finder)
  function tickets() return { ticket } end
  > answers()
    return { finder:prepare(1), finder.info.landmarks, finder:find(1, 1, 12, 9) }
  ! tickets queue finder
queue:update (a callback)
  walker()
  queue = tilepath.queue { max_nodes = 1e6 }
  > local told = {}
    local function tell(ticket) told[#told + 1] = { ticket:path() } end
    queue:find(finder, 1, 1, 6, 4, { on_done = tell })
    queue:find(finder, 1, 4, 6, 4, { on_done = tell })
    answers()
    return told
  ! tickets queue finder
ticket __index (all fields)
  queued() answers()
  > local ticket = tickets()[2]
    return { ticket.status, ticket.reason or 0, ticket.field or 0,
      tickets()[5].reason, tickets()[8].prepared }

path:prune (a link)
  house() hiker()
  > path:prune(finder)
path:is_valid (a link)
  house() hiker()
  > { path:is_valid(finder) }
path:cut (a link)
  house() hiker()
  grid:set(6, 2, "wall")
  > { path:cut(finder) }

hero:go (in arcs)
  runner()
  hero.turn_radius = 4
  > hero:go(12, 13)
hero:go (an interrupted order)
  runner()
  hero:patrol { 12, 13, 2, 2 }
  > { hero:go(12, 13, { resume = true }), hero }
-- Time that could not be spent is spent by the next update. So the place depends
-- on how often the call failed.
hero:update (flee)
  runner()
  target = { x = 40, y = 40 }
  hero:flee(target, { within = 2 })
  hero:update(1)
  target.x, target.y = hero.x - 5, hero.y
  > hero:update(1)
    return hero.status ~= "idle"
  ! hero
hero:update (keep)
  runner()
  target = { x = 40, y = 40 }
  hero:keep(target, { within = 2 })
  hero:update(1)
  target.x, target.y = hero.x - 5, hero.y
  > hero:update(1)
    return hero.status ~= "idle"
  ! hero
hero:update (in a chase)
  runner()
  > local target = { x = 12, y = 13 }
    hero:chase(target)
    target.x = 2
    hero:update(1)
    return hero.status
hero:update (the way is blocked)
  runner()
  grid:set(3, 1, "wall")
  > hero:update(2)
    return hero.status
hero:update (the next order)
  runner()
  hero:go(3, 1)
  hero:go(12, 13, { queued = true })
  > hero:update(9)
    return hero.goal_x
  ! hero
hero:update (by a link)
  waiting()
  > hero:update(1.5)
    return hero.status
hero:update (a link that is gone)
  waiting()
  grid:unlink(lift)
  > hero:update(1.5)
    return hero.status
hero:load (many options)
  runner()
  hero:go({ { 12, 13 }, { 1, 2, cost = 3 } }, { within = 1 })
  hero.rest, hero.prune, hero.turn_rate = 1, true, 9
  saved = hero:save()
  hero = tilepath.follower { finder = finder, slow_down = 3 }
  hero:follow(points)
  > hero:load(saved)
hero:load (at a link)
  waiting()
  > hero:load(hero:save())
    return tostring(hero)
hero __index (all fields)
  runner()
  > local list = {}
    for i, name in ipairs { "status", "reason", "under_way", "remaining", "goal",
      "goal_x", "goal_y", "target", "cell_x", "cell_y" } do
      list[i] = tostring(hero[name])
    end
    return list
hero __newindex (a name)
  runner()
  > hero.name = "hero"
    return hero.name

crowd __index (info)
  ordered()
  > crowd.info
crowd:add (one more slot)
  crowded()
  > crowd:add { finder = finder, x = 55, y = 15 }
crowd:add (a wrong field)
  crowded()
  > (pcall(crowd.add, crowd, { finder = finder, remove = 1 }))
crowd:units (by cells)
  crowded()
  for i = 1, 12 do
    crowd:add { finder = finder, cell_x = (i - 1) % 6 + 1,
      cell_y = i > 6 and 4 or 3 }
  end
  > crowd:units(1, 4, 2, 1)
crowd:vacate (two units)
  crowded()
  other:set_cell(2, 1)
  > local count = crowd:vacate(1, 1, 2, 1)
    return { count, unit.goal_x, other.goal_x }
  ! crowd unit other
crowd:go_cell (to goals)
  crowded()
  > { crowd:go_cell(crowd:units(), { { 4, 1 }, { 2, 1, 1, 1, cost = 1 } },
      { adjacent = true }), told() }
  ! crowd unit other
crowd:go_cell (to one goal, the others spare)
  crowded()
  > { crowd:go_cell(crowd:units(), { { 4, 1, 1, 1, cost = 1 } }, {}),
      told() }
  ! crowd unit other
crowd:update (at once)
  ordered()
  > { go_on(1, "update", 4), told() }
  ! crowd unit other moving done
crowd:update (the next order)
  crowded()
  unit:go_cell(2, 1)
  unit:go_cell(40, 1, { queued = true })
  unit:go_cell({ { 4, 1 } }, { queued = true })
  > crowd:update(1)
    return unit.status
  ! crowd unit other moving done
crowd:tick (of orders)
  ordered()
  > { go_on(20, "tick"), told() }
  ! crowd unit other moving done
crowd:tick (with traffic)
  crowded()
  crowd = tilepath.crowd(grid, { traffic = true })
  for y = 1, 4 do
    crowd:add { finder = finder, cell_x = 1, cell_y = y }:go_cell(6, 1)
  end
  > { go_on(20, "tick"), told() }
  ! crowd unit other moving done
crowd:update (held at a link)
  riders()
  local function ask() return may end
  unit.on_link, may = ask, false
  crowd:update(0.001)
  > crowd:update(1)
    return { unit.link, unit.link_left, unit.status }
  ! crowd unit other
crowd:load (a new one)
  crowded() save()
  > restored(tilepath.crowd(grid))
crowd:load (to what it is, amid a search)
  seeking()
  > restored(crowd)
-- A single call changes all or nothing.
crowd:load (alone, amid a search)
  seeking() later()
  > crowd:load(saved, given)
    return unit.x
crowd:load (alone, orders of all kinds)
  busy() later()
  > crowd:load(saved, given)
    return unit.x
crowd:load (from later, orders of all kinds)
  busy() later()
  > restored(crowd)
  ! crowd unit other
crowd:load (in a link)
  riders()
  crowd:update(0.001)
  saved = crowd:save()
  crowd:update(9)
  > crowd:load(saved)
    return unit.x
crowd:load (a path by a link)
  riders()
  unit:follow(finder:find(1, 1, 6, 4))
  saved = crowd:save()
  crowd:update(1)
  > restored(crowd)
  ! crowd unit

unit:go (waits)
  crowded()
  > grid:fill(1, 1, 6, 4, "wall")
    return { unit:go_cell(4, 1, { wait = true }),
      crowd:go_cell(crowd:units(), 4, 1, { wait = true }), told() }
  ! crowd unit other grid
unit:chase (another one)
  crowded()
  > { unit:chase(other), told() }
  ! crowd unit other
unit:follow (another one)
  crowded()
  other:go_cell(6, 1)
  > { unit:follow(other), told() }
  ! crowd unit other
unit:patrol_cell (areas)
  crowded()
  > { unit:patrol_cell { { 1, 1, 2, 2 }, { 5, 3, 2, 2 } }, told() }
  ! crowd unit other
crowd:load (a companion)
  crowded()
  unit:follow(other)
  other:go_cell(6, 1)
  crowd:update(2)
  saved = crowd:save()
  crowd:update(1)
  > restored(crowd)
  ! crowd unit other
unit:keep (by other eyes)
  crowded()
  eyes = tilepath.pathfinder(grid)
  unit:set_finder(tilepath.pathfinder(grid, { eyes = eyes }))
  > { unit:keep({ x = 40, y = 10 }, { min = 1, within = 9, sight = true }),
      told() }
  ! crowd unit other
unit:path (under way)
  ordered()
  go_on(3, "update", 0.25)
  save()
  > { unit:path(), unit.remaining, other.goal_index }
unit:path (after an edit)
  ordered()
  go_on(3, "update", 0.25)
  > grid:set(4, 1, "wall")
    return { unit:path() }
  ! grid crowd
-- A single call changes all or nothing.
unit:step (alone)
  ordered()
  > (unit:step(0, 1))
unit:step (a row makes way)
  in_a_row(true)
  > (unit:step(1, 0))
unit:step (nobody makes way)
  in_a_row(false)
  > (select(2, unit:step(1, 0)))
unit:stop (under an order)
  ordered()
  > unit:stop()
    return told()
  ! crowd unit other
unit:go_cell (an interrupted order)
  crowded()
  unit:patrol_cell { 2, 1, 4, 1 }
  > { unit:go_cell(4, 1, { resume = true }), crowd }
unit:resume (after a pause)
  ordered()
  > unit:pause()
    unit:resume()
    return told()
  ! crowd unit other
-- Pathfinders that have yet to look at an edit, and need more room for it: there
-- was a single price before.
unit:set_cell (no room)
  grid = tilepath.grid(6, 4)
  finder = tilepath.pathfinder(grid)
  crowded()
  unit:set_finder(wide)
  grid:terrain("water", 3)
  grid:set(5, 3, "water")
  grid:set(5, 2, "wall")
  > { unit:set_cell(5, 2) }
]]
