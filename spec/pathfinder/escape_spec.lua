--- The query option `escape`: out of blocked cells first. The exits, and the
-- way out in every call that returns a path. fuzz/differential
-- has random maps.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local boards = require "spec.support.boards"
local helper = require "spec.support.helper"
local law = require "spec.support.law"

local fails, finish, finder_on = finders.fails, finders.finish, finders.on
local list, points = helper.list, helper.points
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
local OUT = { escape = true }

--- The points of a way out and the path from there.
local function way(finder, ...)
  return points((assert(finder:find(...))))
end

describe("a query with escape", function()
  it("leads out of a wall, then to the goal", function()
    local finder = finder_on [[
      ..........
      .#####....
      .#####....
      .#####....
      ..........
    ]]
    local path, cost = finder:find(5, 3, 10, 3, OUT)
    assert.are.equal("5,3 6,3 7,3 8,3 9,3 10,3", points(path))
    assert.are.same({ 2, 5, 5 }, { path.escape, cost, path.cost })
    fails("start_blocked", finder:find(5, 3, 10, 3, { escape = false }))
  end)

  it("needs a start on the grid and a reachable goal", function()
    local finder = finder_on "..##.#."
    fails("start_outside", finder:find(0, 1, 1, 1, OUT))
    fails("goal_outside", finder:find(3, 1, 1, 2, OUT))
    fails("goal_blocked", finder:find(3, 1, 3, 1, OUT))
    local shut = finder_on "##\n##"
    fails("goal_blocked", shut:find(1, 1, 2, 2, OUT))
    fails("unreachable", shut:find(1, 1, 2, 2, { escape = true, within = 9 }))
    fails("goal_blocked",
      shut:find(1, 1, 2, 2, { escape = true, partial = true }))
  end)

  it("takes the nearest exit with a path to the goal", function()
    local finder = finder_on [[
      .........
      .########
      .#.######
      .########
    ]]
    assert.are.equal("4,3 3,3", way(finder, 4, 3, 3, 3, OUT))
    assert.are.equal("4,3 4,2 4,1 3,1 2,1 1,1 1,2 1,3 1,4",
      way(finder, 4, 3, 1, 4, OUT))
    fails("unreachable", finder_on("..#.##"):find(5, 1, 1, 1, OUT))
    finder = finder_on [[
      ......
      .####.
      .#####
      .#....
      .#####
      ......
    ]]
    assert.are.equal(2, finder:find(4, 3, 1, 3, OUT).escape)
    assert.are.equal("4,3 4,4", way(finder, 4, 3, 4, 4, OUT))
  end)

  it("leaves on the goal's side, if exits are equally near", function()
    local finder = finder_on "...\n.#.\n..."
    for _, goal in ipairs { { 2, 1 }, { 1, 2 }, { 3, 2 }, { 2, 3 } } do
      assert.are.equal("2,2 " .. points(goal),
        way(finder, 2, 2, goal[1], goal[2], OUT))
    end
  end)

  it("takes the cheapest path of all if the start alone is blocked", function()
    for n = 0, 7 do
      local grid, at = boards.drawn({ "..#....", "..#....", ".##....",
        "..#....", "......." }, nil, n)
      local x, y = at(2, 3)
      local to_x, to_y = at(6, 3)
      local path, cost = tilepath.pathfinder(grid):find(x, y, to_x, to_y, OUT)
      helper.near(4 + 2 * math.sqrt(2), cost)
      assert.are.same({ at(2, 4) }, { path:point(2) })
    end
  end)

  it("leads over no free cell, straight, then diagonally", function()
    local finder = finder_on "..#.#.##"
    fails("unreachable", finder:find(7, 1, 1, 1, OUT))
    assert.are.equal("7,1 6,1", way(finder, 7, 1, 6, 1, OUT))
    local text, four = "#####\n#####\n####.", { diagonal = "never" }
    assert.are.equal("1,1 2,1 3,1 4,2 5,3",
      way(finder_on(text), 1, 1, 5, 3, OUT))
    assert.are.equal("1,1 1,2 1,3 2,3 3,3 4,3 5,3",
      way(finder_on(text, four), 1, 1, 5, 3, OUT))
    assert.are.equal("1,1 2,1", way(finder_on("#.\n.#", four), 1, 1, 2, 1, OUT))
    for _, rule in ipairs { "only_if_no_obstacles", "at_least_one_walkable",
      "always" } do
      finder = finder_on("##.\n#..\n...", { diagonal = rule })
      assert.are.equal("1,1 2,2", way(finder, 1, 1, 2, 2, OUT))
    end
  end)

  it("pays the map's highest price for each step of the way out", function()
    local options = { legend = { ["~"] = "water", ["o"] = "ooze" },
      prices = { water = 3, ooze = 50 } }
    local finder = finder_on("##..~", nil, options)
    assert.are.equal(2 * 3 + 1, select(2, finder:find(1, 1, 4, 1, OUT)))
    finder.grid:set(5, 1, "open")
    assert.are.equal(3, select(2, finder:find(1, 1, 4, 1, OUT)))
    local careful = finder_on("##...", { keep_away = { 1, 2 } })
    assert.are.equal(2 * 3 + 3 + 3, select(2, careful:find(1, 1, 5, 1, OUT)))
    local slow = finder_on("##..~", { prices = { water = false },
      straight_cost = 2, diagonal_cost = 3 }, options)
    assert.are.equal(6, select(2, slow:find(1, 1, 4, 1, OUT)))
  end)

  it("serves large agents, and starts that are closed", function()
    local finder = finder_on([[
      .....
      .....
      ..#..
      .....
    ]], { size = { 2, 2 } })
    local path = finder:find(3, 3, 1, 1, OUT)
    assert.are.same({ 1, 4 }, { path.escape, (path:point(2)) })
    assert.is_nil(finder:find(1, 1, 4, 1, OUT).escape)
    -- Partly outside the map, with its top left cell on the map.
    assert.are.equal("5,4 4,3", way(finder, 5, 4, 4, 3, OUT))
    local grid = tilepath.grid("...\n...")
    grid:set_walkable(1, 1, false)
    assert.are.equal(1, tilepath.pathfinder(grid):find(1, 1, 3, 1, OUT).escape)
    grid:terrain("water", 2)
    grid:set(3, 2, "water")
    local dry = tilepath.pathfinder(grid, { prices = { water = false } })
    assert.are.equal("3,2 3,1", way(dry, 3, 2, 3, 1, OUT))
  end)
end)

describe("escape works with", function()
  local finder = finder_on [[
    ..........
    .#####.##.
    .#####.#..
    .#####.##.
    ..........
  ]]

  it("lists of goals: the nearest exit, then the cheapest goal", function()
    local path = finder:find(3, 3,
      { { 10, 3 }, { 8, 3 }, { 1, 5, cost = 2 } }, OUT)
    assert.are.same({ 3, 2 }, { path.goal_index, path.escape })
    path = finder:find(3, 3, { { 7, 3 }, { 1, 3, cost = 90 } }, OUT)
    assert.are.equal(1, path.goal_index)
  end)

  it("ranges and 'adjacent'", function()
    assert.are.equal("3,3 2,3 1,3", way(finder, 3, 3, 1, 3,
      { escape = true, within = 0.5 }))
    assert.are.equal("5,3 6,3 7,3", way(finder, 5, 3, 8, 3,
      { escape = true, adjacent = true }))
  end)

  it("partial: from the nearest exit to the nearest reachable cell", function()
    local boxed = finder_on [[
      #####.
      #####.
      #####.
      ###.#.
    ]]
    local query = { escape = true, partial = true }
    assert.is_nil(boxed:find(2, 3, 6, 1, query).partial)
    boxed.grid:fill(6, 1, 1, 4, "wall")
    local path = boxed:find(2, 3, 6, 1, query)
    assert.are.equal("2,3 3,3 4,4", points(path))
    assert.are.same({ true, 2 }, { path.partial, path.escape })
    fails("goal_blocked", boxed:find(2, 3, 6, 1, OUT))
  end)

  it("partial: to the best end on the cheapest way, by any exit", function()
    local corner = finder_on([[
      ..##
      ####
    ]], { diagonal = "always", diagonal_cost = 2.5 })
    local query = { escape = true, partial = true }
    local path, cost = corner:find(1, 2, 4, 1, query)
    assert.are.equal("1,2 1,1 2,1", points(path))
    assert.are.same({ true, 1, 2 }, { path.partial, path.escape, cost })
    query.max_cost = 1.5
    for x = 2, 4, 2 do
      assert.are.equal("1,2 1,1", way(corner, 1, 2, x, 1, query))
    end
    query.max_cost = 0.5
    fails("goal_blocked", corner:find(1, 2, 4, 1, query))
    fails("unreachable", corner:find(1, 2, 2, 1, query))
  end)

  it("partial: to no cell of `pass`", function()
    local row = finder_on "##..#"
    local query = { escape = true, partial = true, pass = { { 4, 1 } } }
    assert.are.equal("2,1 3,1", way(row, 2, 1, 5, 1, query))
    query.pass[2] = { 3, 1 }
    fails("goal_blocked", row:find(2, 1, 5, 1, query))
    query.max_cost = 9
    fails("goal_blocked", row:find(2, 1, 5, 1, query))
    fails("goal_blocked", finder_on "##.#":find(2, 1, 4, 1,
      { escape = true, partial = true, pass = { { 3, 1 } } }))
  end)

  it("links: not one from exit to exit, if the way out is as cheap", function()
    local options = { prices = { mud = 1.5 }, legend = { ["~"] = "mud" } }
    for row, price in pairs { ["..#."] = 1, ["..~."] = 1.5 } do
      for _, algorithm in ipairs { "auto", "astar" } do
        local corner = finder_on(row .. "\n####", { diagonal = "always",
          diagonal_cost = 2, algorithm = algorithm }, options)
        corner.grid:fence(1, 1, 2, 1)
        corner.grid:link(1, 1, 2, 1, { price = price })
        local path = corner:find(1, 2, 2, 1, OUT)
        assert.are.equal("1,2 2,1", points(path))
        assert.is_nil(path.links)
        corner.grid:link(1, 1, 2, 1, { price = price - 0.5 })
        assert.are.equal("1,2 1,1 2,1", way(corner, 1, 2, 2, 1, OUT))
      end
    end
  end)

  it("max_nodes, which does not count the way out", function()
    local query = { escape = true, max_nodes = 0 }
    fails("budget", finder:find(4, 3, 9, 3, query))
    assert.are.equal("4,3 4,2 4,1", way(finder, 4, 3, 4, 1, query))
  end)

  it("a table to fill, and clears its old field `escape`", function()
    local t = { escape = 7 }
    assert.are.equal(t, (finder:find(4, 3, 9, 3, { escape = true, into = t })))
    assert.are.equal(2, t.escape)
    finder:find(1, 1, 9, 3, { escape = true, into = t })
    assert.is_nil(rawget(t, "escape"))
  end)

  it("searches, whose cells include its cost", function()
    local search = finder:search(4, 3, 9, 3, OUT)
    assert.are.equal("running", search.status)
    local path, cost = finish(search)
    assert.are.same(list(finder:find(4, 3, 9, 3, OUT)), { path, cost })
    assert.is_nil(search:cell(4, 3))
    local state, g = search:cell(path[5], path[6])
    assert.are.same({ "closed", 2 }, { state, g })
  end)

  it("points of the world", function()
    local grid = tilepath.grid("####..", { cell_size = 10 })
    local path = tilepath.pathfinder(grid):find_world(12, 3, 58, 8, OUT)
    assert.are.equal("12,3 25,5 35,5 45,5 58,8", points(path))
    assert.are.equal(3, path.escape)
    path = tilepath.pathfinder(grid):find_world(38, 3, 47, 2, OUT)
    assert.are.equal("38,3 45,5 47,2", points(path))
    assert.are.equal(1, path.escape)
  end)
end)

describe("a reach with escape", function()
  it("starts at the nearest exit alone, and may have no cell", function()
    local reach = finder_on(".#.##..", { diagonal = "never" })
      :reach(4, 1, math.huge, OUT)
    assert.are.same({ 1, 1 }, { reach.count, reach:cost(3, 1) })
    local finder = finder_on "###."
    assert.are.equal(0, finder:reach(1, 1, 2, OUT).count)
    assert.are.equal(1, finder:reach(1, 1, 3, OUT).count)
    assert.are.equal(0, finder_on("##"):reach(1, 1, math.huge, OUT).count)
    fails("blocked", finder:reach(1, 1, 2, { escape = false }))
    fails("outside", finder:reach(0, 1, 2, OUT))
    assert.are.equal(1, finder:reach(4, 1, 2, OUT).count)
  end)
end)

describe("a path with escape", function()
  local finder = finder_on [[
    .......
    .###...
    .###...
    .###...
    .......
  ]]

  it("keeps `escape` in its methods, and refuses a wrong one", function()
    local path = tilepath.path({ 1, 1, 2, 1, 3, 1, 4, 2, escape = 2 }, "cells")
    assert.are.equal(2, path.escape)
    assert.matches("escape 2", tostring(path))
    local world = path:to_world(finder)
    assert.are.same({ 2, 2, 2 }, { world.escape,
      world:cells(finder.grid).escape, path:cells().escape })
    local jump = tilepath.path({ 1, 1, 4, 1, 6, 1, escape = 1 }, "cells")
    assert.are.equal(3, jump:cells().escape)
    for _, escape in ipairs { 0, -1, 1.5, 3, "1", true, 0 / 0 } do
      assert.is_nil(tilepath.path({ 1, 1, 2, 1, escape = escape },
        "cells").escape)
    end
  end)

  it("is pruned from its first free point on", function()
    local path = tilepath.path({ 1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1,
      escape = 3 }, "cells")
    local tidy = path:dedup()
    assert.are.equal("1,1 4,1 6,1", points(tidy))
    assert.are.equal(1, tidy.escape)
    path = finder:find(2, 3, 7, 1, OUT)
    local tight = path:prune(finder)
    assert.are.equal(path.escape, tight.escape)
    assert.are.equal(path[2 * path.escape + 1], tight[2 * path.escape + 1])
    assert.is_true(tight.cost <= path.cost)
    assert.is_true(tight:is_valid(finder))
  end)

  it("is valid while its free part is valid", function()
    local path = finder:find(2, 3, 7, 1, OUT)
    assert.is_true(path:is_valid(finder))
    assert.is_true(path:is_valid(finder, path:size()))
    local x, y = path:point(path.escape + 1)
    finder.grid:set(x, y, "wall")
    assert.are.same({ false, path.escape + 1 }, list(path:is_valid(finder)))
    assert.is_true(tilepath.path({ 2, 3, escape = 1 }, "cells"):is_valid(finder))
  end)
end)

-- The cheapest path out --------------------------------------------------------

--- A random map, a finder for it, and one for the same map if all cells were
-- open; the columns and rows where the agent may be.
local function draw_map(random)
  local shape = random.any(boards.SHAPES)
  local wide, high = random(4, 14), random(4, 12)
  local grid, open = tilepath.grid(wide, high, shape),
    tilepath.grid(wide, high, shape)
  grid:terrain("mud", random.one_of(1, 2, 5))
  local walls, mud = random(0, 60), random.one_of(0, 30)
  for x, y in grid:cells() do
    if random.chance(walls) then
      grid:set(x, y, "wall")
    elseif random.chance(mud) then
      grid:set(x, y, "mud")
    end
  end
  local profile, size = {}, 1
  if not grid.stagger then
    size = random.one_of(1, 1, 1, 2)
    profile = { size = size, diagonal = random.any(boards.RULES),
      diagonal_cost = random.one_of(nil, 1, 1.2, 2),
      algorithm = random.one_of("auto", "auto", "jps", "astar") }
  end
  local finder = tilepath.pathfinder(grid, profile)
  for _ = 1, random.one_of(0, 0, 2) do
    local x1, y1, x2, y2 = random(wide), random(high), random(wide),
      random(high)
    if x1 ~= x2 or y1 ~= y2 then
      grid:link(x1, y1, x2, y2, { price = random(1, 4) })
    end
  end
  for _ = 1, size == 1 and random.one_of(0, 0, 8) or 0 do
    local x, y = random(wide), random(high)
    for x2, y2 in finder:neighbors(x, y) do
      if x2 == x or y2 == y then
        local options = { one_way = random.chance(50) }
        grid:fence(x, y, x2, y2, options)
        open:fence(x, y, x2, y2, options)
        break
      end
    end
  end
  return finder, tilepath.pathfinder(open, profile), wide - size + 1,
    high - size + 1
end

--- The nearest exits that lead to a goal, each with the cost of a path from
-- there and, if it lies beside the start, of the step to it.
local function exits_of(finder, open, x, y, goals, price)
  local grid, ring, steps, exits = finder.grid, { { x, y } }, 0, {}
  local seen = { [x + 99 * y] = true }
  while not exits[1] and ring[1] and steps < 32 do
    local next_ring, nearest = {}, math.huge
    steps = steps + 1
    for _, from in ipairs(ring) do
      for to_x, to_y, length in open:neighbors(from[1], from[2]) do
        local is_new = not seen[to_x + 99 * to_y]
        seen[to_x + 99 * to_y] = true
        if is_new and not finder:can_enter(to_x, to_y) then
          next_ring[#next_ring + 1] = { to_x, to_y }
        elseif is_new then
          local path, rest = finder:find(to_x, to_y, goals)
          local far = steps > 1 and (grid.stagger
            and grid:distance(x, y, to_x, to_y)
            or (to_x - x) ^ 2 + (to_y - y) ^ 2) or 0
          if path and far <= nearest then
            exits, nearest = far < nearest and {} or exits, far
            exits[#exits + 1] = rest + (goals[path.goal_index].cost or 0)
              + (steps == 1 and length * price or 0)
          end
        end
      end
    end
    ring = next_ring
  end
  return exits
end

--- What the way out of a path costs, at that price a step.
local function cost_out(path, open, price)
  local cost = 0
  for i = 1, path.escape do
    local x, y = path:point(i)
    local next_x, next_y = path:point(i + 1)
    for to_x, to_y, length in open:neighbors(x, y) do
      if to_x == next_x and to_y == next_y then
        cost = cost + length * price
      end
    end
  end
  return cost
end

law(it, "#law out of a blocked cell the path costs least by any nearest exit",
  { runs = 150 }, function(random)
    local finder, open, wide, high = draw_map(random)
    local x, y, goals, price = random(wide), random(high), {}, 0
    finder.grid:set(x, y, "wall")
    for i = 1, random.one_of(1, 1, 3) do
      goals[i] = { random(wide), random(high), cost = random.one_of(nil, 2) }
    end
    for cell_x, cell_y in finder.grid:cells() do
      price = math.max(price, finder:price(cell_x, cell_y) or 0)
    end
    local exits = exits_of(finder, open, x, y, goals, price)
    local path, cost = finder:find(x, y, goals, OUT)
    assert.are.equal(exits[1] ~= nil, path ~= nil)
    if not path then
      return
    end
    -- Behind several steps out the rest counts.
    local least = math.min(unpack(exits))
      + (path.escape > 1 and cost_out(path, open, price) or 0)
    helper.near(least, cost + (goals[path.goal_index].cost or 0))
    local goal = goals[path.goal_index]
    local reached = finder:reach(x, y, math.huge, OUT):cost(goal[1], goal[2])
    assert.is_true(not reached or reached < cost + 1e-9)
    if wide < finder.grid.width then
      return -- crowds take no body on a place that is too small
    end
    local crowd = tilepath.crowd(finder.grid)
    local function body(make)
      finder.grid:set(x, y, "open")
      local one = make { finder = finder, cell_x = x, cell_y = y, prune = false }
      finder.grid:set(x, y, "wall")
      return one
    end
    local unit = body(function(options)
      options.prune = nil
      return crowd:add(options)
    end)
    local hero = body(tilepath.follower)
    path, cost = finder:find(x, y, goal[1], goal[2], OUT)
    assert.are.equal(path ~= nil, hero:go_cell(goal[1], goal[2]) == true)
    assert.are.equal(path ~= nil, unit:go_cell(goal[1], goal[2]) == true)
    if path then
      crowd:update(0)
      -- A unit in the core in Lua looks anew in each cell.
      if path.escape == 1 then
        helper.near(cost, select(2, unit:path()))
      end
      assert.are.equal(points(path), points(hero:path():cells(finder.grid)))
    end
  end)
