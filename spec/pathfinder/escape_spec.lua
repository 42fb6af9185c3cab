--- The query option `escape`: out of blocked cells first. The exits, and the
-- way out in every call that returns a path. spec/laws/paths_spec.lua and
-- fuzz/differential have random maps.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local list, map, mistake, near, points = helper.list, helper.map,
  helper.mistake, helper.near, helper.points
local OUT = { escape = true }

local HOUSE = map [[
  ..........
  .#####....
  .#####....
  .#####....
  ..........
]]

local function finder_on(text, profile, options)
  return tilepath.pathfinder(tilepath.grid(text, options), profile)
end

describe("a query with escape", function()
  it("leads out of a wall, then to the goal", function()
    local finder = finder_on(HOUSE)
    local path, cost = finder:find(5, 3, 10, 3, OUT)
    assert.are.equal("5,3 6,3 7,3 8,3 9,3 10,3", points(path))
    assert.are.equal(2, path.escape)
    assert.are.equal(5, cost)
    assert.are.equal(5, path.cost)
  end)

  it("is needed for a blocked start", function()
    local finder = finder_on(HOUSE)
    assert.are.same({ nil, "start_blocked" }, list(finder:find(5, 3, 10, 3)))
    assert.are.same({ nil, "start_blocked" },
      list(finder:find(5, 3, 10, 3, { escape = false })))
  end)

  it("needs a start on the grid and a reachable goal", function()
    local finder = finder_on("..##.#.")
    assert.are.same({ nil, "start_outside" },
      list(finder:find(0, 1, 1, 1, OUT)))
    assert.are.same({ nil, "goal_outside" }, list(finder:find(3, 1, 1, 2, OUT)))
    assert.are.same({ nil, "goal_blocked" }, list(finder:find(3, 1, 4, 1, OUT)))
    assert.are.same({ nil, "goal_blocked" }, list(finder:find(3, 1, 3, 1, OUT)))
    local shut = finder_on("##\n##")
    assert.are.same({ nil, "goal_blocked" }, list(shut:find(1, 1, 2, 2, OUT)))
    assert.are.same({ nil, "unreachable" },
      list(shut:find(1, 1, 2, 2, { escape = true, within = 9 })))
    assert.are.same({ nil, "goal_blocked" },
      list(shut:find(1, 1, 2, 2, { escape = true, partial = true })))
  end)

  it("takes no exit without a path to the goal", function()
    local finder = finder_on(map [[
      .........
      .########
      .#.######
      .########
    ]])
    assert.are.equal("4,3 3,3", points(finder:find(4, 3, 3, 3, OUT)))
    local path = finder:find(4, 3, 1, 4, OUT)
    assert.are.equal(2, path.escape)
    assert.are.equal("4,3 4,2 4,1 3,1 2,1 1,1 1,2 1,3 1,4", points(path))
    assert.are.same({ nil, "unreachable" },
      list(finder_on("..#.##"):find(5, 1, 1, 1, OUT)))
  end)

  it("takes the nearest exit, for any distance behind it",
    function()
      local finder = finder_on(map [[
        ......
        .####.
        .#####
        .#....
        .#####
        ......
      ]])
      local path = finder:find(4, 3, 1, 3, OUT)
      assert.are.equal(2, path.escape)
      assert.are.equal("4,4", points(finder:find(4, 3, 4, 4, OUT)):sub(-3))
      assert.are.equal(1, finder:find(4, 3, 4, 4, OUT).escape)
    end)

  it("leaves on the goal's side, if exits are equally near", function()
    local finder = finder_on("...\n.#.\n...")
    for _, goal in ipairs { "2,1", "1,2", "3,2", "2,3" } do
      local x, y = goal:match("(%d),(%d)")
      local path = finder:find(2, 2, tonumber(x), tonumber(y), OUT)
      assert.are.equal("2,2 " .. goal, points(path))
    end
    assert.are.equal("2,2 2,1 1,1", points(finder:find(2, 2, 1, 1, OUT)))
    local yard = finder_on(map [[
      .........
      .#######.
      .#######.
      .#######.
      .........
    ]])
    for _, y in ipairs { 1, 5 } do
      local path = yard:find(5, 3, 5, y, OUT)
      assert.are.equal(2, path.escape)
      assert.are.equal(3, path:count())
    end
  end)

  it("continues from one exit, even if the path from another costs less",
    function()
      local finder = finder_on(map [[
        .......
        .#####.
        ..#.#..
        .##.###
        .##.###
        ....###
      ]], { diagonal = "never" })
      assert.are.equal(12, select(2, finder:find(2, 3, 6, 3)))
      local path, cost = finder:find(3, 3, 6, 3, OUT)
      assert.are.equal("3,3 4,3 4,4", points(path):sub(1, 11))
      assert.are.equal(1 + 20, cost)
    end)

  it("leads over no free cell", function()
    local finder = finder_on("..#.#.##")
    assert.are.same({ nil, "unreachable" }, list(finder:find(7, 1, 1, 1, OUT)))
    assert.are.equal("7,1 6,1", points(finder:find(7, 1, 6, 1, OUT)))
  end)

  it("goes straight, then diagonally", function()
    local text = "#####\n#####\n####."
    assert.are.equal("1,1 2,1 3,1 4,2 5,3",
      points(finder_on(text):find(1, 1, 5, 3, OUT)))
    local four = finder_on(text, { diagonal = "never" })
    assert.are.equal("1,1 1,2 1,3 2,3 3,3 4,3 5,3",
      points(four:find(1, 1, 5, 3, OUT)))
  end)

  it("follows the diagonal rule's directions, and passes any corner", function()
    local text = "#.\n.#"
    for _, rule in ipairs { "only_if_no_obstacles", "at_least_one_walkable",
      "always" } do
      local finder = finder_on("##.\n#..\n...", { diagonal = rule })
      assert.are.equal("1,1 2,2", points(finder:find(1, 1, 2, 2, OUT)))
    end
    local finder = finder_on("##\n#.", { diagonal = "never" })
    assert.are.equal(2, finder:find(1, 1, 2, 2, OUT).escape)
    assert.are.equal("1,1 2,1",
      points(finder_on(text, { diagonal = "never" }):find(1, 1, 2, 1, OUT)))
  end)

  it("pays the map's highest price for each step of the way out", function()
    local options = { legend = { ["~"] = "water", ["o"] = "ooze" },
      prices = { water = 3, ooze = 50 } }
    local finder = finder_on("##..~", nil, options)
    local _, cost = finder:find(1, 1, 4, 1, OUT)
    assert.are.equal(2 * 3 + 1, cost)
    local grid = finder.grid
    grid:set(5, 1, "open")
    assert.are.equal(3, select(2, finder:find(1, 1, 4, 1, OUT)))
    local careful = finder_on("##...", { keep_away = { 1, 2 } })
    assert.are.equal(2 * 3 + 3 + 3,
      select(2, careful:find(1, 1, 5, 1, OUT)))
    local slow = finder_on("##..~", { prices = { water = false },
      straight_cost = 2, diagonal_cost = 3 }, options)
    assert.are.equal(6, select(2, slow:find(1, 1, 4, 1, OUT)))
  end)

  it("serves large agents that do not fit at their start", function()
    local finder = finder_on(map [[
      .....
      .....
      ..#..
      .....
    ]], { size = { 2, 2 } })
    local path = finder:find(3, 3, 1, 1, OUT)
    assert.are.equal(1, path.escape)
    assert.are.equal(4, (path:point(2)))
    assert.is_nil(finder:find(1, 1, 4, 1, OUT).escape)
    -- Partly outside the map, with its top left cell on the map.
    assert.are.equal("5,4 4,3",
      points(finder:find(5, 4, 4, 3, OUT)))
  end)

  it("serves starts that are closed or impassable for the agent", function()
    local grid = tilepath.grid("...\n...")
    local finder = tilepath.pathfinder(grid)
    grid:set_walkable(1, 1, false)
    assert.are.equal(1, finder:find(1, 1, 3, 1, OUT).escape)
    grid:terrain("water", 2)
    grid:set(3, 2, "water")
    local dry = tilepath.pathfinder(grid, { prices = { water = false } })
    assert.are.equal("3,2 3,1", points(dry:find(3, 2, 3, 1, OUT)))
  end)
end)

describe("escape works with", function()
  local finder = finder_on(map [[
    ..........
    .#####.##.
    .#####.#..
    .#####.##.
    ..........
  ]])

  it("dedup: the first free cell is a turning point", function()
    local path = finder:find(4, 3, 7, 1, { escape = true }):dedup()
    assert.are.equal("4,3 4,1 7,1", points(path))
    path = finder_on("###....#"):find(1, 1, 6, 1, { escape = true }):dedup()
    assert.are.equal("1,1 4,1 6,1", points(path))
    assert.are.equal(1, path.escape)
  end)

  it("lists of goals: the nearest exit for any goal, then the cheapest "
    .. "goal", function()
    local path = finder:find(3, 3, { { 10, 3 }, { 8, 3 }, { 1, 5, cost = 2 } }, OUT)
    assert.are.equal(3, path.goal)
    assert.are.equal(2, path.escape)
    path = finder:find(3, 3, { { 7, 3 }, { 1, 3, cost = 90 } }, OUT)
    assert.are.equal(1, path.goal)
  end)

  it("ranges and 'adjacent'", function()
    assert.are.equal("3,3 2,3 1,3", points(finder:find(3, 3, 1, 3,
      { escape = true, within = 0.5 })))
    local path = finder:find(3, 3, 4, 3, { escape = true, within = 3 })
    assert.are.equal(2, path.escape)
    path = finder:find(5, 3, 8, 3, { escape = true, adjacent = true })
    assert.are.equal("5,3 6,3 7,3", points(path))
  end)

  it("partial: from the nearest exit to the nearest reachable cell", function()
    local boxed = finder_on(map [[
      #####.
      #####.
      #####.
      ###.#.
    ]])
    local query = { escape = true, partial = true }
    local path = boxed:find(2, 3, 6, 1, query)
    assert.is_nil(path.partial)
    boxed.grid:fill(6, 1, 1, 4, "wall")
    path = boxed:find(2, 3, 6, 1, query)
    assert.are.equal("2,3 3,3 4,4", points(path))
    assert.is_true(path.partial)
    assert.are.equal(2, path.escape)
    assert.are.same({ nil, "goal_blocked" }, list(boxed:find(2, 3, 6, 1, OUT)))
  end)

  it("max_nodes, which does not count the way out", function()
    local query = { escape = true, max_nodes = 0 }
    assert.are.same({ nil, "budget" }, list(finder:find(4, 3, 9, 3, query)))
    assert.are.equal("4,3 4,2 4,1", points(finder:find(4, 3, 4, 1, query)))
  end)

  it("a table to fill, and clears its old field `escape`", function()
    local t = { escape = 7 }
    local path = finder:find(4, 3, 9, 3, { escape = true, into = t })
    assert.are.equal(t, path)
    assert.are.equal(2, t.escape)
    finder:find(1, 1, 9, 3, { escape = true, into = t })
    assert.is_nil(rawget(t, "escape"))
  end)

  it("searches, step by step", function()
    local search = finder:search(4, 3, 9, 3, OUT)
    assert.are.equal("running", search.status)
    while search:step() == "running" do
      assert.is_nil(search:cell(4, 3))
    end
    local path, cost = search:path()
    local found, right = finder:find(4, 3, 9, 3, OUT)
    assert.are.equal(found, path)
    assert.are.equal(right, cost)
    assert.are.equal(2, path.escape)
    assert.is_nil(search:cell(4, 3))
    local state, g = search:cell(path[5], path[6])
    assert.are.equal("closed", state)
    near(path.escape == 2 and 2 or 0, math.floor(g))
  end)

  it("would_block between two steps of a search", function()
    local tall = finder_on("#\n#\n#\n.\n.\n.\n.\n.\n.")
    local right = tall:find(1, 1, 1, 9, OUT)
    for steps = 1, 2 do
      local search = tall:search(1, 1, 1, 9, OUT)
      search:step(steps)
      assert.is_true((tall:would_block({ { 1, 6 } }, 1, 4, 1, 9)))
      assert.are.equal("found", search:step(100))
      assert.are.equal(right, search:path())
    end
    local goals = { { 1, 9, cost = 1 }, { 1, 8, cost = 7 } }
    local search = tall:search(1, 1, goals, OUT)
    search:step(2)
    tall:would_block({ { 1, 6 } }, 1, 4, 1, 9)
    assert.are.equal("found", search:step(100))
    assert.are.equal(right, search:path())
  end)

  -- The core in Lua has no heuristic functions.
  it("a heuristic function #core_c", function()
    local asked = {}
    local own = tilepath.pathfinder(finder.grid, { heuristic = function(x, y)
      asked[x .. "," .. y] = true
      return 0
    end })
    local path, cost = own:find(4, 3, 9, 3, OUT)
    assert.are.equal(select(2, finder:find(4, 3, 9, 3, OUT)), cost)
    assert.are.equal(2, path.escape)
    assert.is_nil(asked["4,3"])
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
  it("starts at the nearest exit alone", function()
    local reach = finder_on(".#.##..", { diagonal = "never" })
      :reach(4, 1, math.huge, OUT)
    assert.are.equal(1, reach:cost(3, 1))
    assert.are.equal(1, reach.count)
    local straight = finder_on("...\n.#.\n..."):reach(2, 2, 1, OUT)
    assert.are.equal(1, straight.count)
    assert.are.equal(1, straight:cost(2, 1))
  end)

  it("may have no cell, and needs escape for a blocked start", function()
    local finder = finder_on("###.")
    assert.are.equal(0, finder:reach(1, 1, 2, OUT).count)
    assert.are.equal(1, finder:reach(1, 1, 3, OUT).count)
    assert.are.equal(0, finder_on("##"):reach(1, 1, math.huge, OUT).count)
    assert.are.same({ nil, "blocked" }, list(finder:reach(1, 1, 2)))
    assert.are.same({ nil, "blocked" },
      list(finder:reach(1, 1, 2, { escape = false })))
    assert.are.same({ nil, "outside" }, list(finder:reach(0, 1, 2, OUT)))
    assert.are.equal(1, finder:reach(4, 1, 2, OUT).count)
  end)

  it("keeps its cells after an edit", function()
    local finder = finder_on("###..")
    local reach = finder:reach(2, 1, 9, OUT)
    finder.grid:fill(1, 1, 5, 1, "wall")
    assert.are.equal("2,1 3,1 4,1 5,1", points(reach:path(5, 1)))
    assert.are.equal(2, reach:path(5, 1).escape)
  end)
end)

describe("a path with escape", function()
  local finder = finder_on(map [[
    .......
    .###...
    .###...
    .###...
    .......
  ]])
  local function found()
    return finder:find(2, 3, 7, 1, { escape = true })
  end

  it("has the index of its first free point", function()
    assert.are.equal("path of 2 points from 1, 1 to 2, 1 (cells), escape 1, "
      .. "partial", tostring(tilepath.path { 1, 1, 2, 1, escape = 1,
      partial = true }))
  end)

  it("keeps `escape` in its methods", function()
    local path = tilepath.path { 1, 1, 2, 1, 3, 1, 4, 2, escape = 2 }
    assert.are.equal(2, path.escape)
    assert.are.equal(1, path:without_start().escape)
    assert.is_nil(path:without_start():without_start().escape)
    assert.is_nil(path:reverse().escape)
    local world = path:to_world(finder)
    assert.are.equal(2, world.escape)
    assert.are.equal(2, world:to_cells(finder).escape)
    assert.are.equal(2, path:cells().escape)
    assert.are.equal(3, tilepath.path({ 1, 1, 4, 1, 6, 1, escape = 1 }):cells()
      .escape)
    assert.are.equal(2, tilepath.path({ 1, 1, 2, 1, escape = 2 }):cells()
      .escape)
  end)

  it("refuses a wrong `escape` in its table", function()
    for _, escape in ipairs { 0, -1, 1.5, 3, "1", true, 0 / 0 } do
      assert.is_nil(tilepath.path({ 1, 1, 2, 1, escape = escape }).escape)
    end
  end)

  it("is pruned from its first free point on", function()
    local path = tilepath.path { 1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1,
      escape = 3 }
    local tidy = path:dedup()
    assert.are.equal("1,1 4,1 6,1", points(tidy))
    assert.are.equal(1, tidy.escape)
    path = found()
    local tight = path:prune(finder)
    assert.are.equal(path.escape, tight.escape)
    assert.are.equal(path[2 * path.escape + 1], tight[2 * path.escape + 1])
    assert.is_true(tight.cost <= path.cost)
    assert.is_true(tight:is_valid(finder))
  end)

  it("is valid while its free part is valid", function()
    local path = found()
    assert.is_true(path:is_valid(finder))
    assert.is_true(path:is_valid(finder, path:count()))
    local x, y = path:point(path.escape + 1)
    finder.grid:set(x, y, "wall")
    assert.are.same({ false, path.escape + 1 }, list(path:is_valid(finder)))
    finder.grid:set(x, y, "open")
    assert.is_true(tilepath.path({ 2, 3, escape = 1 }):is_valid(finder))
  end)
end)

describe("escape is refused", function()
  it("except true and false", function()
    local finder = finder_on("...")
    assert.are.equal("find: escape must be true or false, got 1",
      mistake(function()
        finder:find(1, 1, 2, 1, { escape = 1 })
      end))
    assert.are.equal("reach: escape must be true or false, got 'yes'",
      mistake(function()
        finder:reach(1, 1, 2, { escape = "yes" })
      end))
    assert.are.equal("reach: options must be a table, got true",
      mistake(function()
        finder:reach(1, 1, 2, true)
      end))
    assert.are.equal("reach: unknown option 'escap' "
      .. "(did you mean 'escape'?)", mistake(function()
      finder:reach(1, 1, 2, { escap = true })
    end))
  end)
end)
