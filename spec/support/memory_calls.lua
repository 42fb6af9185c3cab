--- Calls without garbage, and objects that keep alive what they need.
-- garbage_spec tries all rows.

local tilepath = require "tilepath"
local memory = require "spec.support.memory"

local data = {}

--- Rows of { name, prepare }: prepare() returns a function and a check. Each
-- call of the function does the same work and leaves no garbage. Then the check
-- (optional) must return true. With `most`, a call leaves garbage, at most that
-- many bytes. With `kept`, the bytes count that are still in use after a
-- collection.
data.no_garbage = {}

--- Rows of { name, prepare }: prepare() returns two functions that leave the
-- same garbage, below 1000 bytes, although the second does much more.
data.same_garbage = {}

--- Rows of { name, make, use }: only the results of make(needs) are kept and
-- the collector runs. Everything given to needs(object) must still exist, and
-- use(...) must return true.
data.kept_alive = {}

local function no_garbage(what, prepare, options)
  options = options or {}
  table.insert(data.no_garbage,
    { what, prepare, most = options.most, kept = options.kept })
end

local function same_garbage(what, prepare)
  table.insert(data.same_garbage, { what, prepare })
end

local function kept_alive(what, make, use)
  table.insert(data.kept_alive, { what, make, use })
end

local function finder_on(text, profile, options)
  return tilepath.pathfinder(tilepath.grid(text, options), profile)
end

-- Grids ----------------------------------------------------------------------

same_garbage("grid:cells", function()
  local function all(side)
    local grid = tilepath.grid(side, side)
    return function()
      for _ in grid:cells() do end -- luacheck: ignore 542
    end
  end
  return all(1), all(100)
end)

same_garbage("grid:neighbors", function()
  local function all(side, x)
    local grid = tilepath.grid(side, side)
    return function()
      for _ in grid:neighbors(x, x) do end -- luacheck: ignore 542
    end
  end
  return all(1, 1), all(3, 2)
end)

same_garbage("grid:line", function()
  local grid = tilepath.grid(8, 5)
  local function all(x, y)
    return function()
      for _ in grid:line(1, 1, x, y) do end -- luacheck: ignore 542
    end
  end
  return all(2, 1), all(9999, 7777)
end)

-- Pathfinders ----------------------------------------------------------------

local function rough_finder(profile)
  local grid = tilepath.grid(20, 20)
  memory.roughen(grid)
  return tilepath.pathfinder(grid, profile)
end

--- 10,000 queries, found or refused. The longest path comes first, so that the
-- table has room for all.
local function queries(finder, method, base, query)
  local find = finder[method]
  query.into = {}
  assert(find(finder, base, base, base + 19, base + 19, query))
  return function()
    local state = 5
    for _ = 1, 10000 do
      state = state * 16807 % 2147483647
      local a, b = state % 20, math.floor(state / 20) % 20
      local c, d = math.floor(state / 400) % 20, math.floor(state / 8000) % 20
      find(finder, base + a, base + b, base + c, base + d, query)
    end
  end
end

for i, profile in ipairs { {}, { diagonal = "always" }, { weight = 1.5 },
  { heuristic = function() return 0 end }, { keep_away = { 2, 1 } } } do
  no_garbage("finder:find with into, profile " .. i, function()
    return queries(rough_finder(profile), "find", 1, {})
  end)
end

no_garbage("finder:find with partial and max_nodes", function()
  return queries(rough_finder(), "find", 1,
    { partial = true, max_nodes = 70 })
end)

no_garbage("finder:find_world with into", function()
  return queries(rough_finder(), "find_world", 0.3, {})
end)

no_garbage("finder:find_world with partial", function()
  return queries(rough_finder(), "find_world", 0.3, { partial = true })
end)

for i, profile in ipairs { {}, { weight = 2 }, { diagonal = false,
  heuristic = "zero" }, { heuristic = function() return 0 end } } do
  no_garbage("finder:find if a goal can be reached and another one cannot, "
    .. "by turns, profile " .. i, function()
      local grid = tilepath.grid(30, 30)
      grid:set(20, 20, "wall")
      local finder = tilepath.pathfinder(grid, profile)
      local query = { into = {}, partial = true }
      return function()
        for _ = 1, 50 do
          finder:find(1, 1, 19, 20, query)
          finder:find(1, 1, 20, 20, query)
        end
      end
    end)
end

for i, profile in ipairs { {}, { algorithm = "astar" }, { weight = 2 } } do
  no_garbage("finder:find on ways out, to one goal or several, profile " .. i,
    function()
      local grid = tilepath.grid(30, 30)
      grid:fill(3, 3, 25, 25, "wall")
      local finder = tilepath.pathfinder(grid, profile)
      local query, goals = { into = {}, escape = true }, { { 1, 1 }, { 30, 9 } }
      return function()
        for x = 3, 27, 4 do
          for y = 3, 27, 4 do
            assert(finder:find(x, y, 30, 30, query))
            assert(finder:find(x, y, goals, query))
          end
        end
        assert(finder:find(1, 1, 30, 30, query))
      end
    end)
end

no_garbage("finder:find, several goals", function()
  local finder = finder_on("........\n.####...\n.#..#...\n........")
  local goals = { { 8, 1 }, { 1, 4 }, { 8, 4, cost = 2 } }
  local query = { into = {} }
  return function()
    for _ = 1, 20 do
      finder:find(1, 1, goals, query)
    end
  end, function()
    return query.into.goal == 2
  end
end)

no_garbage("finder:find, goals that are rectangles", function()
  local finder = finder_on("..........\n....###...\n....###...\n"
    .. "..........\n..........")
  local goals = { { 5, 2, 3, 2 }, { 1, 1, cost = 30 } }
  local query = { into = {}, adjacent = true }
  return function()
    for _ = 1, 20 do
      finder:find(1, 5, goals, query)
    end
  end
end)

no_garbage("finder:find with sight", function()
  local options = { legend = { ["~"] = "water" }, prices = { water = false } }
  local eyes = finder_on(".....~~~..", { prices = { water = 1 } }, options)
  local walker = tilepath.pathfinder(eyes.grid, { eyes = eyes })
  local query = { within = 5, into = {}, sight = true }
  return function()
    walker:find(1, 1, 9, 1, query)
  end
end)

--- Two rooms; their door is a link.
local function halves()
  local finder = finder_on("....#....\n....#....")
  finder.grid:link(4, 1, 6, 1, { name = "door", price = 2 })
  return finder, { into = {} }
end

no_garbage("finder:find beside a link", function()
  local finder, query = halves()
  finder:find(1, 1, 9, 1, query)
  return function()
    finder:find(1, 1, 3, 1, query)
  end
end)

no_garbage("finder:find through a link, apart from the list of links",
  function()
    local finder, query = halves()
    return function()
      finder:find(1, 1, 9, 1, query)
    end
  end, { most = 159 })

no_garbage("questions to a pathfinder", function()
  local finder, cells = rough_finder(), { { 1, 1 } }
  return function()
    for x = 1, 20 do
      for y = 1, 20 do
        cells[1][1], cells[1][2] = x, y
        finder:would_block(cells, x, 1, 9, 1)
        finder:to_world(x, y)
        finder:to_cell(x, y)
        finder:can_enter(x, y)
        finder:can_step(x, y, x + 1, y + 1)
        finder:is_reachable(x, y, 9, 9)
        finder:price(x, y)
        finder:region(x, y)
        finder:line_of_sight(x, y, 9, 9)
        finder:line_of_sight_world(x - 0.5, y - 0.5, 9, 9)
      end
    end
  end
end)

no_garbage("view:has and its iterator", function()
  local view = finder_on(".....\n..#..\n....."):view(2, 2, 3)
  local iterators, i = { view:cells(), view:cells(), view:cells() }, 0
  return function()
    i = i + 1
    for x, y in iterators[i] do
      view:has(x, y)
    end
  end
end)

-- Fields and queues ----------------------------------------------------------

no_garbage("answers of a field", function()
  local finder = rough_finder()
  local field = finder:field { { 1, 1 } }
  local xs, ys = { 5.5, 9.5 }, { 0.5, 0.5 }
  return function()
    for x = 1, 20 do
      field:cost(x, 1)
      field:next(x, 1)
      field:direction(x - 0.7, 0.6)
      field:advance(xs, ys, 2, 0.01)
    end
  end
end)

no_garbage("field:advance", function()
  local field = tilepath.pathfinder(tilepath.grid(40, 40)):field { { 20, 20 } }
  local xs, ys = {}, {}
  for i = 1, 100 do
    xs[i], ys[i] = i % 40 + 0.1, i % 37 + 0.2
  end
  return function()
    for _ = 1, 50 do
      field:advance(xs, ys, 100, 0.1)
    end
  end
end)

no_garbage("queue:update that answers nothing", function()
  local finder = tilepath.pathfinder(tilepath.grid(200, 200),
    { algorithm = "dijkstra" })
  local queue = tilepath.queue { nodes = 10 }
  for _ = 1, 3 do
    queue:find(finder, 1, 1, 200, 100, { partial = true })
  end
  for _ = 1, 40 do
    assert(queue:update() == 0)
  end
  return function()
    queue:update()
  end, function()
    return queue.count == 3
  end
end)

-- Followers ------------------------------------------------------------------

--- Updates of a follower.
local function updates(hero, n)
  return function()
    for _ = 1, n do
      hero:update(1 / 60)
    end
  end
end

no_garbage("hero:update, at points, too", function()
  local path = { 16, 16 }
  for i = 1, 10000 do
    path[2 * i + 1], path[2 * i + 2] = i % 2 * 184 + 16, i * 20
  end
  local hero = tilepath.follower { x = 16, y = 16, speed = 3000, rest = 0.001,
    turn_rate = 3, arrive_radius = 5, on_reached = function() end }
  hero:follow(path)
  return function()
    for _ = 1, 2500 do
      hero:update(1 / 60)
      hero:velocity(1 / 60)
      hero:set_position(hero.x, hero.y)
    end
  end
end)

no_garbage("hero:update with slow_down", function()
  local hero = tilepath.follower { speed = 10, slow_down = 1e6 }
  hero:follow { 0, 0, 1e5, 0, 1e5, 1e5 }
  hero:update(1)
  return updates(hero, 1000)
end)

no_garbage("hero:update with speeds", function()
  local grid = tilepath.grid(("mr.r"):rep(200), { cell_size = 10,
    prices = { mud = 2, road = 1 }, legend = { m = "mud", r = "road" } })
  local hero = tilepath.follower { x = 5, y = 5, speed = 10, slow_down = 9000,
    speeds = { mud = 0.5, road = 2 },
    finder = tilepath.pathfinder(grid) }
  hero:follow { 5, 5, 7995, 5 }
  hero:update(1)
  return updates(hero, 1000)
end)

no_garbage("hero:update at links", function()
  local grid = tilepath.grid("....#....\n....#....\n....#....\n....#....",
    { cell_size = 10 })
  grid:link(3, 2, 7, 4, { name = "lift", seconds = 2 })
  local hero = tilepath.follower { x = 15, y = 15, speed = 10,
    finder = tilepath.pathfinder(grid), on_link = function() end }
  local points, links = { 15, 15 }, {}
  for i = 1, 99 do -- to and fro
    local x, y = i % 2 * 40 + 25, i % 2 * 20 + 15
    points[#points + 1], points[#points + 2] = 90 - x, 50 - y
    points[#points + 1], points[#points + 2] = x, y
    links[i] = 2 * i
  end
  local path = tilepath.path(points, "world")
  path.links = links
  hero:follow(path)
  return updates(hero, 2000)
end)

no_garbage("hero:update after edits beside the way", function()
  local grid = tilepath.grid(30, 30)
  local finder = tilepath.pathfinder(grid)
  local x, y = finder:to_world(1, 10)
  local hero = tilepath.follower { x = x, y = y, speed = 1, finder = finder }
  hero:follow(finder:find_world(x, y, finder:to_world(26, 10)))
  hero:update(1)
  local turn = 0
  return function()
    for row = 9, 30, 7 do
      turn = turn + 1
      grid:set(29, row, turn % 8 < 4 and "wall" or "open")
      hero:update(1e-3)
    end
  end, function()
    return hero.status == "going"
  end
end)

no_garbage("a crowd's units that chase what has a metatable", function()
  local finder = rough_finder()
  local crowd = tilepath.crowd(finder.grid)
  local hero = setmetatable({}, { __index = { x = 3, y = 3 } })
  for i = 1, 4 do
    local x, y = finder:nearest(i, i)
    local unit = crowd:add { finder = finder, cell_x = x, cell_y = y }
    if unit then
      unit:chase(hero)
    end
  end
  for _ = 1, 200 do
    crowd:tick()
  end
  return function()
    for _ = 1, 100 do
      crowd:tick()
    end
  end
end)

no_garbage("a chase that searches for nothing", function()
  local grid = tilepath.grid("..........\n..........\n..........",
    { cell_size = 10 })
  local hero = tilepath.follower { x = 5, y = 5, speed = 10,
    finder = tilepath.pathfinder(grid) }
  local target = { x = 85, y = 5 }
  hero:chase(target)
  local function work(n)
    for i = 1, n do
      target.x = 80 + i % 10
      hero:update(0.01)
    end
  end
  work(10)
  return function()
    work(200)
  end
end)

no_garbage("a patrol between its points", function()
  local grid = tilepath.grid("..........\n....#.....\n..........",
    { cell_size = 10 })
  local hero = tilepath.follower { x = 5, y = 15, speed = 1,
    finder = tilepath.pathfinder(grid) }
  hero:patrol { 5, 15, 95, 15 }
  local function work(n)
    for _ = 1, n do
      hero:update(0.01)
    end
  end
  work(10)
  return function()
    work(200)
  end
end)

-- Crowds ---------------------------------------------------------------------

no_garbage("units that are put, and questions to a crowd", function()
  local grid = tilepath.grid("......\n.##...\n......\n......",
    { cell_size = 10 })
  local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
  local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
  unit.hp = 3
  return function()
    for i = 1, 6 do
      unit:set_cell(i, 1)
      unit:set_position(i * 9, 35)
      unit.hp = unit.hp + unit.x + unit.cell_y
      crowd:at(i, 2)
      crowd:is_free(i, 3, 1, 2)
    end
  end
end)

no_garbage("what units are about, and their ways into tables", function()
  local grid = tilepath.grid(20, 6)
  local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
  local units, into = {}, {}
  for i = 1, 5 do
    units[i] = crowd:add { finder = finder, cell_x = i, cell_y = 1 }
    units[i]:go_cell({ { 20 - i, 5 }, { 20 - i, 6 } })
    into[i] = {}
  end
  crowd:update(1)
  local function ask()
    for _ = 1, 100 do
      for i = 1, 5 do
        local unit = units[i]
        unit:path(into[i])
        unit.sum = unit.goal_x + unit.goal_y + unit.goal + unit.remaining
      end
    end
  end
  ask()
  return ask
end)

no_garbage("an order about something that moves, given again", function()
  local grid = tilepath.grid(20, 6)
  local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
  local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
  local place, options = { x = 15.5, y = 3.5 }, { within = 2, sight = true }
  local function ask()
    for _ = 1, 100 do
      unit:chase(place, options)
    end
  end
  ask()
  return ask
end)

no_garbage("crowd:update, positions and events", function()
  local grid = tilepath.grid(10, 6)
  local crowd = tilepath.crowd(grid, { moved = true })
  local finder = tilepath.pathfinder(grid)
  for i = 1, 5 do
    crowd:add({ finder = finder, cell_x = i, cell_y = 1 })
      :patrol { i - 0.5, 0.5, 9.5 - i, 4.5 }
  end
  local xs, ys = {}, {}
  local function frames()
    for _ = 1, 900 do
      crowd:update(1 / 60)
      crowd:positions(xs, ys)
      for _ in crowd:events() do end -- luacheck: ignore 542
    end
  end
  frames()
  return frames
end, { kept = 63 })

--- A picture of moving things over a map that stays the same.
local function moving_picture()
  local grid = tilepath.grid(30, 20, { cell_size = 10 })
  memory.roughen(grid)
  local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
  for i = 1, 5 do
    local unit = crowd:add { finder = finder, cell_x = i, cell_y = 1 }
    unit:patrol { 10 * i - 5, 5, 295, 195 }
  end
  local hero = tilepath.follower { x = 5, y = 5, speed = 20, finder = finder }
  hero:follow { 295, 5, 295, 195 }
  local things = { grid, finder, crowd, hero, finder:find(1, 1, 30, 20),
    finder:field { { 30, 20 } }, finder:reach(1, 1, 9),
    { crowd:at(1, 1), body = { 1, 0, 0 } } }
  return tilepath.picture(things, { held = true }), crowd, hero, things
end

no_garbage("picture:update of a map that stays as it is", function()
  local picture = moving_picture()
  return function()
    for _ = 1, 20 do
      picture:update()
    end
  end
end)

no_garbage("picture:update of what moves", function()
  local picture, crowd, hero = moving_picture()
  local function frames()
    for _ = 1, 300 do
      crowd:update(1 / 10)
      hero:update(1 / 10)
      picture:update()
    end
  end
  for _ = 1, 6 do
    frames()
  end
  return frames
end, { kept = 500 })

no_garbage("a picture that is shown again, with other lists", function()
  local _, crowd, hero, things = moving_picture()
  local picture = require "tilepath.picture"
  local shown, options = picture.new(), { region = true, wall = { 1, 0, 0 } }
  local lists = { things, { crowd, hero }, things[1] }
  return function()
    for i = 1, 30 do
      picture.show(shown, "draw", lists[i % 3 + 1], options)
    end
  end
end)

-- Objects that stay alive -----------------------------------------------------

kept_alive("a pathfinder: its grid", function(needs)
  return tilepath.pathfinder(needs(tilepath.grid(30, 30)))
end, function(finder)
  return finder:find(1, 1, 30, 1):count() == 30
    and tostring(finder.grid) == "grid 30x30 (0 blocked)"
end)

kept_alive("a pathfinder: its layers", function(needs)
  local grid = tilepath.grid(5, 5)
  local layer = needs(tilepath.layer(grid))
  local finder = tilepath.pathfinder(grid, { layers = { { layer, 0.5 } } })
  layer:fill(1, 1, 5, 5, 4)
  return finder
end, function(finder)
  return math.abs(12 - select(2, finder:find(1, 1, 5, 1))) < 1e-9
end)

kept_alive("a search: its pathfinder and its grid", function(needs)
  return needs(tilepath.pathfinder(needs(tilepath.grid(40, 40))))
    :search(1, 1, 40, 40)
end, function(search)
  while search:step(7) == "running" do
    collectgarbage()
  end
  return search.status == "found" and search:path():count() == 40
end)

kept_alive("a search: the eyes of its pathfinder", function(needs)
  local grid = tilepath.grid(("."):rep(60) .. "~~~..\n" .. ("."):rep(65),
    { legend = { ["~"] = "water" }, prices = { water = false } })
  return tilepath.pathfinder(grid, { eyes = needs(tilepath.pathfinder(grid,
    { prices = { water = 1 } })) }):search(1, 1, 64, 1, { within = 5,
      sight = true })
end, function(search)
  while search:step(7) == "running" do
    collectgarbage()
  end
  local path = search:path()
  return path[#path - 1] == 59 and path[#path] == 1
end)

kept_alive("a search: the crowd in the way", function()
  local grid = tilepath.grid(9, 3)
  local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
  crowd:add { finder = finder, cell_x = 5, cell_y = 2 }
  return finder:search(1, 2, 9, 2, { avoid = crowd })
end, function(search)
  while search:step() == "running" do
    collectgarbage()
  end
  return select(2, search:path()) > 8
end)

kept_alive("a field: its pathfinder and its grid", function(needs)
  return needs(finder_on("....\n###.\n....")):field { { 1, 3 } }
end, function(field)
  return field:cost(1, 1) == 8
end)

kept_alive("a flight: its field", function(needs)
  return needs(finder_on("....\n###.\n...."):field { { 1, 3 } }):flee()
end, function(flight)
  flight:update()
  return flight:cost(1, 3) ~= nil
end)

local function finder_by(text, profile)
  return finder_on(text, profile, { legend = { ["~"] = "water" },
    prices = { water = 3 } })
end

kept_alive("a reach: its pathfinder and its grid", function(needs)
  local finder = finder_by("....\n.~~#\n....")
  needs(needs(finder).grid)
  return finder:reach(1, 2, 3)
end, function(kept)
  return kept:cost(1, 2) == 0
end)

kept_alive("the cells of a reach: the reach", function(needs)
  return needs(finder_by("....\n.~~#\n...."):reach(1, 2, 1)):cells()
end, function(cells)
  local x, y, cost = cells()
  return x == 1 and y == 1 and cost == 1
end)

kept_alive("the ground of a reach: the reach", function(needs)
  return needs(finder_by("..\n..", { size = 2 }):reach(1, 1, 1)):ground()
end, function(ground)
  local x, y = ground()
  return x == 1 and y == 1
end)

kept_alive("a view: its pathfinder and its grid", function(needs)
  return needs(finder_on(".....\n..#..\n.....")):view(1, 2, 3)
end, function(view)
  return view:has(1, 2) and tilepath.picture(view).width == 5
end)

kept_alive("the cells of a view: the view", function(needs)
  return needs(finder_on(".....\n..#..\n....."):view(1, 2, 1)):cells()
end, function(cells)
  local x, y = cells()
  return x == 1 and y == 1
end)

kept_alive("a unit: its crowd and its pathfinder", function(needs)
  local grid = tilepath.grid(6, 4)
  local crowd = needs(tilepath.crowd(grid))
  local finder = needs(tilepath.pathfinder(grid))
  crowd:add { finder = finder, cell_x = 4, cell_y = 4 }
  return crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
end, function(unit)
  return #unit.crowd == 2 and unit.crowd:units()[1].cell_x == 4
    and unit:set_cell(6, 4)
end)

kept_alive("a crowd: what the game keeps in its units", function(needs)
  local grid = tilepath.grid(6, 4)
  local crowd, finder = tilepath.crowd(grid), tilepath.pathfinder(grid)
  for i = 1, 3 do
    crowd:add({ finder = finder, cell_x = i, cell_y = 1 }).mark =
      needs { name = i }
  end
  return crowd
end, function(crowd)
  return crowd:at(3, 1).mark.name == 3
end)

kept_alive("a queue and its pathfinders, while a ticket waits", function(needs)
  local tickets, queue = {}, tilepath.queue { nodes = 30 }
  for i = 1, 5 do
    tickets[i] = queue:find(needs(tilepath.pathfinder(tilepath.grid(30, 30))),
      1, 1, 30, 15)
  end
  return queue, tickets
end, function(queue, tickets)
  for _ = 1, 3 do
    collectgarbage()
    queue:update()
  end
  while queue.count > 0 do
    queue:update()
  end
  for i = 1, 5 do
    if tickets[i].status ~= "found" then
      return false
    end
  end
  return true
end)

--- Rows of { name, make, drop }: make returns an object, and a second object
-- that only the first keeps alive. The second must go once the first is gone,
-- or after drop(object).
data.let_go = {
  { "a pathfinder that is gone: its eyes", function()
    local grid = tilepath.grid(9, 1)
    local eyes = tilepath.pathfinder(grid)
    return tilepath.pathfinder(grid, { eyes = eyes }), eyes
  end },
  { "a picture that is gone: its things", function()
    local grid = tilepath.grid(9, 9)
    return tilepath.picture { grid, tilepath.pathfinder(grid) }, grid
  end },
  { "a thing that a picture does not show any more", function()
    local grid = tilepath.grid(9, 9)
    local finder = tilepath.pathfinder(grid)
    local things = { grid, finder, finder:field { { 1, 1 } } }
    return { picture = tilepath.picture(things), things = things }, finder
  end, function(kept)
    kept.things[2], kept.things[3] = false, false
    kept.picture:update()
  end },
  { "a crowd that is gone: what the game keeps in its units", function()
    local grid = tilepath.grid(6, 4)
    local crowd, mark = tilepath.crowd(grid), {}
    crowd:add({ finder = tilepath.pathfinder(grid), cell_x = 1, cell_y = 1 })
      .mark = mark
    return crowd, mark
  end },
  { "a unit that was removed: what the game keeps in it", function()
    local grid = tilepath.grid(6, 4)
    local crowd, mark = tilepath.crowd(grid), {}
    crowd:add({ finder = tilepath.pathfinder(grid), cell_x = 1, cell_y = 1 })
      .mark = mark
    return crowd, mark
  end, function(crowd)
    crowd:at(1, 1):remove()
  end },
}

--- Keeps only the ticket, once the queue has answered it.
local function keep_ticket(kept)
  kept.queue:update()
  kept.queue = nil
  assert(kept.ticket.status == "found" and #kept.ticket:path() == 60)
end

for i, what in ipairs { "queue", "pathfinder" } do
  table.insert(data.let_go, { "a ticket that is answered: its " .. what,
    function()
      local queue = tilepath.queue { nodes = 1e9 }
      local finder = tilepath.pathfinder(tilepath.grid(30, 30))
      return { queue = queue, ticket = queue:find(finder, 1, 1, 30, 15) },
        ({ queue, finder })[i]
    end, keep_ticket })
end

return data
