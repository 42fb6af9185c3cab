--- The options `stops` and `pass`: places in which a move ends, or in which it
-- may not end; and moves of several turns, by the option `moves`. Random maps are
-- judged by Dijkstra's algorithm over finder:neighbors and links, and turns by a
-- search of all places with all points left.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local map, mistake = helper.map, helper.mistake
local rules = boards.RULES

local function field(profile)
  return tilepath.pathfinder(tilepath.grid(9, 5), profile or
    { diagonal = "never" })
end

--- The costs of a reach as rows of digits.
local function drawn(reach, grid)
  local rows = {}
  for y = 1, grid.height do
    rows[y] = ""
    for x = 1, grid.width do
      local cost = reach:cost(x, y)
      rows[y] = rows[y] .. (cost and ("%d"):format(cost) or ".")
    end
  end
  return table.concat(rows, "\n")
end

local function costs(finder, x, y, most, options)
  return drawn(finder:reach(x, y, most, options), finder.grid)
end

describe("stops", function()
  local ring = { { 4, 3 }, { 6, 3 }, { 5, 2 }, { 5, 4 } }

  it("lets a reach enter these cells, and go no further", function()
    assert.are.equal(map [[
      323456...
      21234....
      1012.....
      21234....
      323456...
    ]], costs(field(), 2, 3, 6, { avoid = { { 5, 3 } }, stops = ring }))
  end)

  it("may lie far outside the grid, as cells of other options", function()
    local grid = tilepath.grid(1, 8, { base = { -1000, 1 } })
    local finder, far = tilepath.pathfinder(grid), { -1000, 2 ^ 53 - 1 }
    for _, option in ipairs { "avoid", "pass", "stops" } do
      local query = { [option] = { far } }
      assert.are.equal(7, finder:find(-1000, 1, -1000, 8, query).cost)
    end
    local x, y = finder:nearest(-1000, 8, { from = { -1000, 3 },
      avoid = { far, { -1000, 3 }, { -1003, 1, 2, 8 }, { -1000, 6 } } })
    assert.are.same({ -1000, 5 }, { x, y })
    grid:resize(-1000, 0, 1, 8)
    assert.are.same({}, tilepath.crowd(grid):units(2 ^ 53 - 1, 0, 1, 1))
  end)

  it("of cells with `beside` equals that of units in them", function()
    local random = numbers.new(3)
    for round = 1, 40 do
      local grid = tilepath.grid(numbers.map(random, 12, 9, "....#"), {
        shape = round % 4 == 0 and "hex" or "square" })
      local is_large = round % 4 == 1
      local finder = tilepath.pathfinder(grid, { size = is_large and 2 or nil,
        diagonal = round % 4 > 0 and rules[round % 3 + 1] or nil })
      local foes, crowd, cells = tilepath.pathfinder(grid),
        tilepath.crowd(grid), {}
      for _ = 1, 4 do
        local unit = crowd:add { finder = foes, cell_x = random(1, 12),
          cell_y = random(1, 9) }
        cells[#cells + 1] = unit and { unit.cell_x, unit.cell_y,
          beside = true } or nil
      end
      cells[#cells + 1] = { x = 3, y = 3, beside = false }
      local x, y = finder:nearest(random(1, 12), random(1, 9))
      local units = { crowd, { 3, 3 } }
      local query = { avoid = crowd, stops = cells, partial = true }
      local reach = finder:reach(x, y, 9, { avoid = crowd, stops = units })
      local same = finder:reach(x, y, 9, { avoid = crowd, stops = cells })
      assert.are.same(helper.collect(reach:cells()),
        helper.collect(same:cells()))
      local search = finder:search(x, y, 12, 9, query)
      table.remove(cells) -- a search has copies of its options
      search:step(1e6)
      query.stops = units
      local path, other = finder:find(x, y, 12, 9, query), search:path()
      assert.are.equal(path ~= nil, other ~= nil)
      helper.near(path and path.cost or 0, other and other.cost or 0, 1e-4)
    end
  end)

  it("of a unit ends moves beside it, as of its crowd", function()
    local finder = field()
    local crowd = tilepath.crowd(finder.grid)
    local foe = crowd:add { finder = finder, cell_x = 5, cell_y = 3 }
    crowd:add { finder = finder, cell_x = 9, cell_y = 5 }
    local query = { avoid = foe, stops = { foe } }
    assert.are.equal(map [[
      323456...
      21234....
      1012.....
      21234....
      323456...
    ]], costs(finder, 2, 3, 6, query))
    assert.are.equal("goal_occupied", select(2, finder:find(2, 3, 9, 5,
      { pass = { { 1, 1 }, crowd:units()[2] } })))
  end)

  it("does not keep a unit in the cell where it starts", function()
    assert.are.equal(map [[
      .........
      ..212....
      .21012...
      ..212....
      .........
    ]], costs(field(), 4, 3, 2, { stops = { { 4, 1, 1, 5 } } }))
  end)

  it("ends paths, and lets none through", function()
    local finder, line = field(), { { 4, 1, 1, 5 } }
    assert.are.equal(2, select(2, finder:find(2, 3, 4, 3, { stops = line })))
    assert.are.same({ nil, "unreachable" }, { finder:find(2, 3, 8, 3,
      { stops = line }) })
    assert.are.equal(10, select(2, finder:find(2, 3, 8, 3,
      { stops = { { 4, 1, 1, 4 } } })))
    local path = finder:find(2, 3, 8, 3, { stops = line, partial = true })
    assert.are.same({ 4, 3 }, { path:point(path:size()) })
    path = finder:find_world(1.5, 2.5, 3.9, 2.1, { stops = line })
    assert.are.same({ 3.9, 2.1 }, { path:point(path:size()) })
  end)

  it("is no wall: steps pass between these cells", function()
    local finder = field {}
    assert.near(2 ^ 0.5, select(2, finder:find(4, 3, 5, 4, { stops = {
      { 5, 3 }, { 4, 4 } } })), 1e-6)
    assert.is_nil((finder:find(4, 3, 5, 4, { avoid = { { 4, 1, 6, 2 },
      { 3, 1, 1, 5 }, { 5, 3, 4, 1 }, { 4, 4 } } })))
  end)

  it("lets nobody leave by a link", function()
    local finder = field()
    finder.grid:link(3, 3, 9, 5)
    assert.are.equal(2, select(2, finder:find(2, 3, 9, 5)))
    assert.are.equal(9, select(2, finder:find(2, 3, 9, 5,
      { stops = { { 3, 3 } } })))
  end)

  it("does not hide a goal", function()
    local path = field():find(2, 3, 8, 3, { stops = { { 5, 1, 1, 5 } },
      within = 4, sight = true })
    assert.are.same({ 4, 3 }, { path:point(path:size()) })
  end)

  it("counts for searches in slices and in queues", function()
    local finder, query = field(), { stops = { { 4, 1, 1, 4 } } }
    local search = finder:search(2, 3, 8, 3, query)
    while search:step(3) == "running" do end
    assert.are.equal(10, search:path().cost)
    local queue = tilepath.queue { max_nodes = 9 }
    local ticket = queue:find(finder, 2, 3, 8, 3, query)
    while ticket.status ~= "found" do queue:update() end
    assert.are.equal(10, ticket:path().cost)
  end)
end)

describe("pass", function()
  it("leads through these cells, but does not end there", function()
    local finder = field()
    local options = { pass = { { 3, 3 }, { 4, 4 } } }
    assert.are.equal(map [[
      323......
      2123.....
      10.23....
      212......
      323......
    ]], costs(finder, 2, 3, 3, options))
    local reach = finder:reach(2, 3, 3, options)
    assert.are.equal(17, reach.count)
    assert.are.same({ nil, "occupied" }, { reach:cost(3, 3) })
    assert.are.same({ nil, "occupied" }, { reach:path(3, 3) })
    assert.are.equal(3, reach:path(4, 3):size())
  end)

  it("refuses a goal, and chooses another end", function()
    local finder, pass = field(), { { 4, 3 }, { 5, 3 } }
    assert.are.same({ nil, "goal_occupied" }, { finder:find(2, 3, 4, 3,
      { pass = pass }) })
    local function ending(query)
      query.pass = pass
      local path = finder:find(2, 3, 6, 3, query)
      return { path:point(path:size()) }
    end
    assert.are.same({ 6, 3 }, ending { within = 1 })
    assert.are.equal(5, select(2, finder:find(2, 3, 6, 3, { pass = pass,
      adjacent = true })))
    local path = finder:find(2, 3, { { 4, 3 }, { 9, 3 } }, { pass = pass })
    assert.are.equal(2, path.goal_index)
    path = finder:find(2, 3, 5, 3, { pass = pass, partial = true })
    assert.are.same({ 5, 2 }, { path:point(path:size()) })
  end)
end)

describe("a crowd", function()
  local function battle(profile, shape)
    local grid = tilepath.grid(9, 5, { shape = shape })
    local finder = tilepath.pathfinder(grid, profile)
    local foes, friends = tilepath.crowd(grid), tilepath.crowd(grid)
    local foe = foes:add { finder = finder, cell_x = 5, cell_y = 3 }
    friends:add { finder = finder, cell_x = 3, cell_y = 3 }
    return finder, { avoid = foes, stops = foes, pass = friends }, foe
  end

  it("stops moves beside its units", function()
    local finder, options, foe = battle { diagonal = "never" }
    assert.are.equal(map [[
      323456...
      21234....
      10.2.....
      21234....
      323456...
    ]], costs(finder, 2, 3, 6, options))
    options.except = foe
    assert.are.equal(6, finder:reach(2, 3, 6, options):cost(8, 3))
  end)

  it("neither stops nor holds up a large unit of its own", function()
    local grid = tilepath.grid(8, 5)
    local finder, crowd = tilepath.pathfinder(grid, { size = 2,
      diagonal = "never" }), tilepath.crowd(grid)
    local ogre = crowd:add { finder = finder, cell_x = 3, cell_y = 2 }
    for _, list in ipairs { crowd, { ogre } } do
      for _, option in ipairs { "avoid", "pass", "stops" } do
        local reach = finder:reach(3, 2, 3, { [option] = list })
        assert.are.same({ 1, 2 }, { reach:cost(4, 2), reach:cost(5, 2) })
      end
    end
    assert.are.equal(1, finder:find(3, 2, 3, 1, { pass = crowd }).cost)
    -- Cells that the game gives count.
    assert.are.same({ nil, "goal_occupied" }, { finder:find(3, 2, 4, 2,
      { pass = { { 4, 2 } } }) })
  end)

  it("has no zone behind a fence", function()
    local finder, options = battle { diagonal = "never" }
    finder.grid:fence(5, 2, 5, 3)
    assert.are.equal(5, finder:reach(2, 3, 9, options):cost(6, 2))
  end)

  it("stops a large agent where it touches a unit", function()
    local _, options = battle()
    local cart = tilepath.pathfinder(options.avoid.grid, { size = 2,
      diagonal = "never" })
    local reach = cart:reach(1, 3, 9, { avoid = options.avoid,
      stops = options.stops })
    assert.are.same({ 2, nil }, { reach:cost(3, 3), (reach:cost(4, 3)) })
  end)

  it("is read when a queue answers", function()
    local finder, options, foe = battle { diagonal = "never" }
    local queue = tilepath.queue { max_nodes = 9 }
    local ticket = queue:find(finder, 2, 3, 8, 3, options)
    foe:remove()
    while ticket.status ~= "found" do queue:update() end
    assert.are.equal(6, ticket:path().cost)
  end)
end)

describe("stops and pass", function()
  it("are no options of orders, nor of calls that make no moves", function()
    local finder = field()
    local unit = tilepath.crowd(finder.grid):add { finder = finder, cell_x = 1,
      cell_y = 1 }
    local hero = tilepath.follower { finder = finder, cell_x = 1, cell_y = 1 }
    for _, option in ipairs { "stops", "pass" } do
      local query, cells = { [option] = {} }, { { 1, 1 }, { 2, 2 } }
      for _, case in ipairs {
        { "go_cell", function() unit:go_cell(2, 2, query) end },
        { "go_cell", function() hero:go_cell(2, 2, query) end },
        { "patrol", function() unit:patrol(cells, query) end },
        { "patrol", function() hero:patrol(cells, query) end },
        { "view", function() finder:view(1, 1, 2, query) end },
        { "line_of_sight", function()
          finder:line_of_sight(1, 1, 2, 2, query)
        end },
        { "field", function() finder:field(cells, query) end },
        { "nearest", function() finder:nearest(1, 1, query) end },
      } do
        assert.are.equal(("%s: unknown option '%s'"):format(case[1], option),
          mistake(case[2]):match("^[^(]+'"))
      end
    end
  end)
end)

-- Turns -----------------------------------------------------------------------

describe("moves of several turns", function()
  local function on(rows, profile)
    return tilepath.pathfinder(tilepath.grid(rows, {
      prices = { forest = 2, peak = 9 },
      legend = { f = "forest", A = "peak" } }), profile or
      { diagonal = "never" })
  end

  --- The costs along a row, as a text.
  local function along(finder, most, options)
    local reach, list = finder:reach(1, 1, most, options), {}
    for x = 1, finder.grid.width do
      list[x] = ("%.4g"):format(reach:cost(x, 1) or -1)
    end
    return table.concat(list, " ")
  end

  it("lose what is left of a turn if the next step costs more", function()
    assert.are.equal("0 0.25 0.5 0.75 1.5 2 2.25 2.5",
      along(on "....ff..", math.huge, { moves = 4 }))
    assert.are.equal("0 0.25 0.5 0.75 1.5 2 -1 -1",
      along(on "....ff..", 2, { moves = 4 }))
  end)

  it("have room for what needs all of a turn", function()
    local finder = on("....\n....\n....\n....", {})
    local reach = finder:reach(1, 1, 1, { moves = 3 * 2 ^ 0.5 })
    assert.are.equal(1, reach:cost(4, 4))
    reach = finder:reach(1, 1, 2, { moves = 4.24 })
    assert.near(1 + 1 / 4.24, reach:cost(4, 4), 1e-3) -- two diagonal steps first
  end)

  it("begin with the points that are left of this turn", function()
    for left, wanted in pairs { [0] = "1 1.25 1.5 1.75 2.5 3",
      [1] = "0.75 1 1.25 1.5 2 2.5", [4] = "0 0.25 0.5 0.75 1.5 2" } do
      assert.are.equal(wanted, along(on "....ff", math.huge, { moves = 4,
        moves_left = left }))
    end
    assert.are.equal("0.75 1 -1 -1", along(on "....", 1, { moves = 4,
      moves_left = 1 }))
  end)

  it("take a whole turn for a step that costs more than a turn", function()
    assert.are.equal("0 0.25 2 3 3.25",
      along(on "..AA.", math.huge, { moves = 4 }))
    assert.are.equal("0 1 2 3", along(on "..f.", math.huge, { moves = 0.5 }))
    assert.are.equal("0 0.4 0.8 1.4", along(on "....", math.huge, { moves = 2.5 }))
  end)

  it("do not depend on prices that no path meets", function()
    for _, behind in ipairs { ".", "~", "A", "~A" } do
      for _, rows in ipairs { "....#" .. behind, ".\n.\n.\n.\n#\n"
        .. behind:sub(1, 1) } do
        local finder = tilepath.pathfinder(tilepath.grid(rows, {
          legend = { ["~"] = "mud", A = "peak" },
          prices = { open = 2, mud = 1.5, peak = 0.7 } }), { diagonal = "never" })
        local reach = finder:reach(1, 1, math.huge, { moves = 3,
          moves_left = 2.5 })
        local down = finder.grid.height > 1
        local found = {}
        for i = 1, 4 do
          found[i] = ("%.2f"):format(reach:cost(down and 1 or i, down and i or 1))
        end
        assert.are.equal("0.17 0.83 1.67 2.67", table.concat(found, " "))
        assert.are.equal(2, finder:reach(1, 1, 0.9, { moves = 3,
          moves_left = 2.5 }).count)
        assert.are.same({ 2 }, { finder:reach(1, 1, 9, { moves = 1.5,
          moves_left = 1.1 }):cost(down and 1 or 2, down and 2 or 1) })
      end
    end
  end)

  it("take the fewest turns, not the lowest cost", function()
    local finder = on ".fffff.\n.#####.\n.#####.\n......."
    assert.are.equal(11, select(2, finder:find(1, 1, 7, 1)))
    local path, turns = finder:reach(1, 1, 9, { moves = 3 }):path(7, 1)
    assert.are.same({ 4, 4, 13 }, { turns, path.cost, path:size() })
    path, turns = finder:reach(1, 1, 9, { moves = 4 }):path(7, 1)
    assert.are.same({ 2.75, 7 }, { turns, path:size() })
  end)

  it("lead through links, and out of blocked cells", function()
    local finder = on "....#"
    finder.grid:link(2, 1, 4, 1, { price = 3 })
    finder.grid:link(1, 1, 3, 1, { price = 0 })
    assert.are.equal("0 0.25 0 0.25 -1", along(finder, 9, { moves = 4 }))
    finder.grid:set(3, 1, "wall")
    local reach = finder:reach(1, 1, 9, { moves = 3 })
    assert.are.same({ 2, 3 }, { reach:cost(4, 1), reach:path(4, 1):size() })
    reach = finder:reach(5, 1, 9, { moves = 4, escape = true })
    assert.are.same({ 0.25, 1 }, { reach:cost(4, 1), reach:path(4, 1).escape })
  end)

  it("may begin a step with any points left", function()
    assert.are.equal("0 0.25 0.5 0.75 1 1.5 1.75 2", along(on "....ff..",
      math.huge, { moves = 4, overdraw = true }))
    assert.are.equal("1 2 2.25 2.5", along(on ".A..", 3, { moves = 4,
      moves_left = 0, overdraw = true }))
    local finder = on "...#"
    finder.grid:link(2, 1, 3, 1, { price = 9 })
    finder.grid:fence(2, 1, 3, 1)
    assert.are.equal("0 0.25 1 -1", along(finder, 1, { moves = 4,
      overdraw = true }))
    assert.are.equal("reach: option 'overdraw' needs option 'moves'",
      mistake(function() finder:reach(1, 1, 2, { overdraw = true }) end))
  end)

  it("need numbers", function()
    for _, case in ipairs { { { moves = 0 }, "moves must be a number from "
      .. "1/1024 to 1048576, got 0" }, { { moves_left = 0 },
      "option 'moves_left' needs option 'moves'" }, { { moves = 2, moves_left = 3 },
      "moves_left must be a number from 0 to moves, got 3" } } do
      assert.are.equal("reach: " .. case[2], mistake(function()
        on("..."):reach(1, 1, 2, case[1])
      end))
    end
  end)
end)

-- Judged ----------------------------------------------------------------------

describe("#law moves on random maps", function()
  local function draw(random)
    local width, height = random(1, 11), random(1, 9)
    local shape = random.chance(25) and "hex" or nil
    local is_fine = random.chance(30)
    local grid = tilepath.grid(numbers.map(random, width, height,
      random.any { ".", "....ff", "......ff##", ".....#" }), { shape = shape,
      prices = { open = is_fine and 2 or 1, forest = is_fine and 3.25 or 2 },
      legend = { f = "forest" } })
    for _ = 1, random.any { 0, 0, 8 } do
      local x, y = random(1, width), random(1, height)
      for to_x, to_y in tilepath.pathfinder(grid):neighbors(x, y) do
        if (to_x == x or to_y == y) and random.chance(50) then
          grid:fence(x, y, to_x, to_y, { one_way = random.chance(50) })
        end
      end
    end
    for _ = 1, random.any { 0, 0, 4 } do
      local x, y, to_x, to_y = random(1, width), random(1, height),
        random(1, width), random(1, height)
      if x ~= to_x or y ~= to_y then
        grid:link(x, y, to_x, to_y, { price = random(0, 5),
          one_way = random.chance(50) })
      end
    end
    local profile = not shape and {
      diagonal = is_fine and "never" or random.any(rules),
      size = { random.any { 1, 1, 1, 2 }, random.any { 1, 1, 1, 2 } } } or {}
    profile.algorithm = random.any { "auto", "auto", "astar", "dijkstra" }
    return grid, tilepath.pathfinder(grid, profile), random(1, width),
      random(1, height)
  end

  local function draw_list(random, grid)
    if random.chance(30) then return nil end
    local cells = {}
    for i = 1, random(0, 8) do
      cells[i] = { random(0, grid.width + 1), random(0, grid.height + 1),
        random.any { 1, 1, 1, 2 }, random.any { 1, 1, 1, 2 } }
    end
    return cells
  end

  local function key(x, y) return 100 * y + x end

  --- The places where the agent covers one of the cells, except its start.
  local function covered(finder, cells, x, y)
    local size, set = finder.profile.size or { 1, 1 }, {}
    for _, cell in ipairs(cells or {}) do
      for row = cell[2] - size[2] + 1, cell[2] + cell[4] - 1 do
        for column = cell[1] - size[1] + 1, cell[1] + cell[3] - 1 do
          set[key(column, row)] = true
        end
      end
    end
    set[key(x, y)] = nil
    return set
  end

  --- Calls visit(before, to_x, to_y, cost) for each step and link from a cell.
  local function each_step(finder, links, x, y, visit, before)
    for to_x, to_y, cost in finder:neighbors(x, y) do
      visit(before, to_x, to_y, cost)
    end
    for _, l in ipairs(links) do
      if l.x1 == x and l.y1 == y and finder:can_enter(l.x2, l.y2) then
        visit(before, l.x2, l.y2, l.price)
      elseif not l.one_way and l.x2 == x and l.y2 == y
        and finder:can_enter(l.x1, l.y1) then
        visit(before, l.x1, l.y1, l.price)
      end
    end
  end

  --- The costs of all moves from a cell, by key.
  local function judge(finder, x, y, stops)
    local cost, closed, links = { [key(x, y)] = 0 }, {}, finder.grid:links()
    local function offer(from, to_x, to_y, step)
      local to = key(to_x, to_y)
      cost[to] = math.min(cost[to] or math.huge, cost[from] + step)
    end
    while true do
      local here
      for place, c in pairs(cost) do
        if not closed[place] and (not here or c < cost[here]) then
          here = place
        end
      end
      if not here then return cost end
      closed[here] = true
      local at_x, at_y = here % 100, math.floor(here / 100)
      if not stops[here] then
        each_step(finder, links, at_x, at_y, offer, here)
      end
    end
  end

  it("cost what a judge says, and end where they may", function()
    local random = numbers.new(1, "moves")
    for _ = 1, 250 do
      local grid, finder, x, y = draw(random)
      local query = { stops = draw_list(random, grid),
        pass = draw_list(random, grid) }
      local stops, pass = covered(finder, query.stops, x, y),
        covered(finder, query.pass, x, y)
      local most = random.any { 3, 7, math.huge }
      local reach = finder:reach(x, y, most, query)
      local cost = reach and judge(finder, x, y, stops) or {}
      for to_x, to_y in grid:cells() do
        local wanted = cost[key(to_x, to_y)]
        wanted = not pass[key(to_x, to_y)] and wanted or math.huge
        local got = reach and reach:cost(to_x, to_y)
        assert.near(wanted < math.huge and wanted <= most and wanted or -1,
          got or -1, 1e-5)
        if reach and random.chance(10) then
          local path, found = finder:find(x, y, to_x, to_y, query)
          assert.near(wanted < math.huge and wanted or -1, path and found or -1,
            1e-5)
          query.partial = true
          path = finder:find(x, y, to_x, to_y, query)
          query.partial = nil
          for i = 2, path:size() do
            local place = key(path:point(i))
            assert.is_nil(i < path:size() and stops[place] or nil)
            assert.is_nil(i == path:size() and pass[place] or nil)
          end
        end
      end
    end
  end)

  it("to one of several goals take the cheapest that may be an end", function()
    local random = numbers.new(1, "goals of moves")
    for _ = 1, 250 do
      local grid, finder, x, y = draw(random)
      local query = { stops = draw_list(random, grid),
        pass = draw_list(random, grid) }
      local goals, least = {}, math.huge
      local pass = covered(finder, query.pass, x, y)
      local cost = finder:can_enter(x, y)
        and judge(finder, x, y, covered(finder, query.stops, x, y)) or {}
      for i = 1, random(1, 4) do
        local goal = { random(1, grid.width), random(1, grid.height),
          cost = random(0, 3) }
        local place = key(goal[1], goal[2])
        goals[i] = goal
        least = math.min(least, not pass[place] and cost[place]
          and cost[place] + goal.cost or math.huge)
      end
      local path, found = finder:find(x, y, goals, query)
      assert.near(least < math.huge and least or -1,
        path and found + goals[path.goal_index].cost or -1, 1e-5)
    end
  end)

  --- The least turns of all moves from a cell, by key: each place with each
  -- number of points left is tried, and each wait.
  local function judge_turns(finder, x, y, stops, moves, left, overdraw)
    local turns, turn, front, links = {}, 0, {}, finder.grid:links()
    local more
    local function come(to_x, to_y, rest)
      local to = key(to_x, to_y)
      local state = ("%d %.5f"):format(to, rest)
      local used = turn + (moves - rest) / moves
      more = more or not turns[to]
      turns[to] = math.min(turns[to] or math.huge, used)
      if not front[state] then
        front[state] = true
        front[#front + 1] = { to_x, to_y, rest }
      end
    end
    local function go(rest, to_x, to_y, cost)
      if cost < rest + 1e-5 or rest == moves or overdraw and rest > 1e-5 then
        come(to_x, to_y, math.max(rest - cost, 0))
      end
    end
    come(x, y, left)
    repeat
      more = turn == 0
      for _, state in ipairs(front) do -- grows
        local at_x, at_y, rest = state[1], state[2], state[3]
        if not stops[key(at_x, at_y)] then
          each_step(finder, links, at_x, at_y, go, rest)
        end
      end
      local old = front
      turn, front = turn + 1, {}
      for _, state in ipairs(old) do
        come(state[1], state[2], moves)
      end
    until not more
    return turns
  end

  it("of several turns take as few as a judge says", function()
    local random = numbers.new(1, "turns")
    for _ = 1, 120 do
      local grid, finder, x, y = draw(random)
      local is_exact = finder.profile.diagonal == "never"
      local moves = random.any(is_exact and { 2, 2.5, 3.75, 5.75, 9 }
        or { 1, 2, 3, 4, 5, 9 })
      local query = { stops = draw_list(random, grid),
        pass = draw_list(random, grid), moves = moves }
      query.moves_left = random.any { false, 0, 1, 2, moves } or nil
      if (query.moves_left or 0) > moves then query.moves_left = moves end
      query.overdraw = random(2) == 1
      local stops, pass = covered(finder, query.stops, x, y),
        covered(finder, query.pass, x, y)
      local most = random.any { 1, 2, 3.5, math.huge }
      local reach = finder:reach(x, y, most, query)
      local turns = reach and judge_turns(finder, x, y, stops, moves,
        query.moves_left or moves, query.overdraw) or {}
      for to_x, to_y in grid:cells() do
        local wanted = turns[key(to_x, to_y)]
        wanted = not pass[key(to_x, to_y)] and wanted or math.huge
        local got = reach and reach:cost(to_x, to_y)
        assert.near(wanted <= most and wanted < math.huge and wanted or -1,
          got or -1, 1e-5)
        if got then
          local path, cost = reach:path(to_x, to_y)
          assert.are.equal(got, cost)
          assert.are.same({ x, y, to_x, to_y }, { path[1], path[2],
            path:point(path:size()) })
        end
      end
    end
  end)
end)

it("moves of any number of points give each step its part of a turn", function()
  local rest = tilepath.pathfinder(tilepath.grid(3, 1), { diagonal = "never" })
    :reach(1, 1, 3, { moves = 4, moves_left = 1.7 })
  helper.near((4 - 1.7 + 1) / 4, rest:cost(2, 1), 1e-12)
  for _, points in ipairs { 1.7, 2.3, 7 / 3, math.pi, 1 + math.sqrt(2), 9.99 } do
    for _, rule in ipairs { "never", "always" } do
      local finder = tilepath.pathfinder(tilepath.grid(12, 1),
        { diagonal = rule })
      local reach = finder:reach(1, 1, 3, { moves = points })
      local turn, left = 0, points
      for x = 2, 12 do
        if left < 1 then
          turn, left = turn + 1, points
        end
        left = left - 1
        local expected = turn + (points - left) / points
        if expected < 3 then
          helper.near(expected, reach:cost(x, 1), 1e-12)
        end
      end
    end
  end
end)
