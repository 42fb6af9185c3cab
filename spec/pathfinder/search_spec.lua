--- A search: a query that runs in slices and shows its cells. A* counts cells
-- one by one here; jps_spec.lua has the cells of jump point search.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local fails, finish = finders.fails, finders.finish
local collect, list, map, near, points = helper.collect, helper.list,
  helper.map, helper.near, helper.points
local root2 = math.sqrt(2)

--- A grid of that size with random walls and mud.
local function rough_grid(random, width, height)
  return tilepath.grid(numbers.map(random, width, height, "...~#"),
    { legend = { ["~"] = "mud" }, prices = { mud = 2.5 } })
end

--- A pathfinder that expands cells one by one.
local function by_cells(grid, profile)
  profile = profile or {}
  profile.algorithm = "astar"
  return tilepath.pathfinder(grid, profile)
end

describe("a search", function()
  it("lists each cell that it has reached once, row by row", function()
    local random = numbers.new(8)
    for round = 1, 12 do
      local grid = tilepath.grid(numbers.map(random, 40, 34, "......#"))
      local to_x, to_y = 38 - round, 3 * (round % 5) + 1
      grid:set(20, 17, "open")
      grid:set(to_x, to_y, "open")
      if round % 4 == 0 then
        grid:link(20, 17, to_x, to_y)
      end
      local finder = tilepath.pathfinder(grid,
        { algorithm = random.one_of("auto", "astar", "jps") })
      local search = finder:search(20, 17, to_x, to_y)
      for _ = 1, 6 do
        search:step(random(1, 12))
        local listed, reached = {}, {}
        for row = 1, 34 do
          for column = 1, 40 do
            if search:cell(column, row) then
              reached[#reached + 1] = column .. "," .. row
            end
          end
        end
        for column, row in search:cells() do
          listed[#listed + 1] = column .. "," .. row
        end
        assert.are.same(reached, listed)
      end
    end
  end)

  it("finds the partial path that each find returns", function()
    for n = 0, 7 do
      local grid, at = boards.drawn({ "..#", "..#", "##." }, nil, n)
      local finder = tilepath.pathfinder(grid, { diagonal = "never" })
      local x, y = at(1, 1)
      local to_x, to_y = at(3, 3)
      local query = { partial = true }
      local first = finder:find(x, y, to_x, to_y, query)
      assert.are.same(first, finder:find(x, y, to_x, to_y, query))
      local search = finder:search(x, y, to_x, to_y, query)
      assert.are.same(first, (finish(search)))
    end
  end)

  it("lists cells around all exits of a blocked start", function()
    local grid = tilepath.grid(15, 15)
    grid:fill(5, 5, 7, 7, "wall")
    local search = by_cells(grid):search(8, 8, 14, 8, { escape = true })
    search:step(1)
    local listed = {}
    for column, row in search:cells() do
      listed[column .. "," .. row] = true
    end
    for _, exit in ipairs { "8,4", "4,8", "12,8", "8,12" } do
      assert.is_true(listed[exit], exit)
    end
  end)

  it("finds by small steps what it finds at once, whatever the direction",
    function()
      local random = numbers.new(31)
      local function ended(search, most)
        while search:step(random(1, most)) == "running" do end
        local path, cost = search:path()
        return { path and path:cells(), cost, search.expanded }
      end
      for round = 1, 24 do
        local grid = tilepath.grid(numbers.map(random, 24, 70, "......~#"),
          { legend = { ["~"] = "mud" },
            prices = { mud = round % 3 == 0 and 1 or 2.5 } })
        local finder = tilepath.pathfinder(grid,
          { algorithm = random.one_of("auto", "astar") })
        for x = 3, round % 4 == 0 and 20 or 0 do
          grid:fence(x, 30, x, 31)
        end
        local y = round % 2 == 0 and 4 or 66
        grid:set(5, y, "open")
        grid:set(19, 70 - y, "open")
        local few = ended(finder:search(5, y, 19, 70 - y), 9)
        assert.are.same(
          ended(finder:search(5, y, 19, 70 - y), 1e6), few)
        assert.are.same(
          ended(finder:search(5, y, 19, 70 - y), 1), few)
      end
    end)

  it("starts without any work, and expands up to n cells a step", function()
    local finder = by_cells(tilepath.grid(10, 1))
    local search = finder:search(1, 1, 10, 1)
    local function is(status, expanded)
      assert.are.same({ status, expanded, expanded }, { search.status,
        search.expanded, helper.count(search, "closed") })
      assert.are.equal(("search (%s, %d expanded)"):format(status, expanded),
        tostring(search))
    end
    is("running", 0)
    assert.is_nil(search.reason)
    fails("running", search:path())
    assert.are.same({}, finder.info)
    assert.are.equal("running", search:step())
    is("running", 1)
    search:step(8)
    is("running", 9)
    assert.are.equal("found", search:step(1))
    assert.are.equal("found", search:step(1))
    is("found", 10)
    assert.is_nil(search.reason)
  end)

  it("has failed with the reason of find, without cells", function()
    local finder = finders.on "..#."
    for reason, q in pairs {
      start_outside = { 0, 1, 3, 1 }, goal_outside = { 3, 1, 9, 1 },
      start_blocked = { 3, 1, 3, 1 }, goal_blocked = { 1, 1, 3, 1 },
      unreachable = { 1, 1, 4, 1 },
    } do
      local search = finder:search(q[1], q[2], q[3], q[4])
      assert.are.same({ "failed", reason }, { search.status, search.reason })
      fails(reason, search:path())
      assert.are.equal("failed", search:step(9))
      assert.are.same({}, collect(search:cells()))
      assert.is_nil(search:cell(1, 1))
    end
  end)

  it("stops at max_nodes; with partial it has a path, too", function()
    local finder = by_cells(tilepath.grid(30, 1))
    local search = finder:search(1, 1, 30, 1, { max_nodes = 5 })
    assert.are.equal("running", search:step(4))
    fails("budget", finish(search, 4))
    local path = finish(finder:search(1, 1, 30, 1,
      { max_nodes = 5, partial = true }), 9)
    assert.are.equal("1,1 2,1 3,1 4,1 5,1", points(path))
    assert.is_true(path.partial)
  end)

  it("returns a new path each time, or fills the table of the query", function()
    local finder = tilepath.pathfinder(tilepath.grid(9, 9))
    local search = finder:search(1, 1, 4, 1)
    local one, cost = finish(search)
    local other = search:path()
    assert.is_false(rawequal(one, other))
    assert.is_true(one == other)
    assert.are.same({ "1,1 2,1 3,1 4,1", 3, 3, "cells" }, { points(one), cost,
      one.cost, one.units })
    local t = { 9, 9, 9, 9, 9, 9, partial = true }
    search = finder:search(1, 1, 2, 2, { into = t })
    search:step(99)
    assert.are.same({ 9, 9, 9, 9, 9, 9, partial = true }, t)
    assert.is_true(rawequal(t, (search:path())))
    assert.are.same({ 1, 1, 2, 2, cost = root2, units = "cells" }, t)
  end)
end)

describe("an edit of the grid", function()
  local grid, finder, search

  before_each(function()
    grid = tilepath.grid(24, 24, { prices = { mud = 3 } })
    grid:set(1, 24, "mud")
    finder = by_cells(grid)
    search = finder:search(1, 1, 9, 1)
    search:step(3)
  end)

  --- Fails unless the search ends as a new one does.
  local function assert_found(query)
    local path, cost = finish(search, 5)
    assert.are.same(list(finder:find(1, 1, 9, 1, query)), { path, cost })
  end

  -- In the core in Lua, each edit makes a search stale.
  for name, edit in pairs {
    ["set in unseen cells"] = function() grid:set(9, 9, "wall") end,
    ["fill in unseen cells"] = function() grid:fill(8, 8, 2, 2, "mud") end,
    ["set beside the path"] = function() grid:set(1, 3, "wall") end,
    ["set_walkable beside the path"] = function()
      grid:set_walkable(2, 2, false)
    end,
    ["there and back"] = function()
      grid:set(2, 1, "wall")
      grid:set(2, 1, "open")
    end,
  } do
    it("leaves a search its path if that is legal at its cost #core_c: "
      .. name, function()
      edit()
      assert_found()
    end)
  end

  for name, edit in pairs {
    set = function() grid:set(2, 1, "wall") end,
    fill = function() grid:fill(1, 1, 9, 9, "mud") end,
    start = function() grid:set(1, 1, "wall") end,
    goal = function() grid:set(9, 1, "wall") end,
    ["all ways"] = function() grid:fill(7, 1, 1, 24, "wall") end,
  } do
    it("makes a search stale if its path is no longer legal: "
      .. name, function()
      edit()
      fails("stale", finish(search, 5))
      assert.are.equal("failed", search:step(100))
    end)
  end

  for name, edit in pairs {
    clear = function() grid:clear("mud") end,
    price = function() grid:terrain("open", 4) end,
    ["another price"] = function() grid:terrain("mud", 4) end,
    ["the last of a terrain"] = function() grid:set(1, 24, "open") end,
  } do
    it("makes a search over prices stale at once: " .. name, function()
      edit()
      fails("stale", finish(search, 100))
      assert.are.equal(3, helper.count(search, "closed"))
      assert.are.equal("closed", (search:cell(1, 1)))
    end)
  end

  it("takes effect in the next step, not before", function()
    grid:set(2, 1, "wall")
    assert.is_nil(search.reason)
    fails("running", search:path())
    search = finder:search(1, 1, 9, 1)
    search:step(3)
    grid:terrain("open", 2)
    finder:find(1, 1, 9, 1)
    assert.are.equal("running", search.status)
    assert.are.equal("failed", search:step(1))
    assert.are.equal("stale", search.reason)
  end)

  it("makes a search stale if it has not begun, or is partial", function()
    grid:set(9, 9, "wall")
    for i, query in ipairs { {}, { partial = true, max_nodes = 99 },
      { escape = true } } do
      search = finder:search(i == 3 and 9 or 1, i == 3 and 9 or 1, 9, 1, query)
      if i > 1 then
        search:step(1)
      end
      grid:set(12, 12 + i, "wall")
      assert.are.equal("failed", search:step(1))
      assert.are.equal("stale", search.reason)
    end
  end)

  it("is judged from the end of the path #core_c", function()
    local seen = { within = 3, sight = true }
    for _, query in ipairs { { adjacent = true }, { within = 2 }, seen } do
      search = finder:search(1, 1, 9, 1, query)
      search:step(1)
      grid:set_walkable(9, 9, not grid:is_walkable(9, 9))
      assert_found(query)
    end
    search = finder:search(1, 1, 9, 1, seen)
    search:step(1)
    grid:fill(8, 1, 1, 5, "wall")
    local path = finish(search, 5)
    assert.is_true(finder:line_of_sight(path[#path - 1], path[#path], 9, 1))
  end)
end)

describe("the cells of a search", function()
  it("are unknown outside and before the search reaches them", function()
    local search = tilepath.pathfinder(tilepath.grid(9, 9)):search(5, 5, 9, 9)
    assert.are.same({}, list(search:cell(5, 5)))
    search:step(1)
    for _, cell in ipairs { { 1, 1 }, { 0, 5 }, { 2 ^ 53 - 1, 5 } } do
      assert.are.same({}, list(search:cell(cell[1], cell[2])))
    end
  end)

  it("have a state, g, h and a parent, in the game's own costs", function()
    local grid = tilepath.grid(map [[
      .....
      ..~..
      .....
    ]], { base = { 10, -1 }, legend = { ["~"] = "mud" }, prices = { mud = 3 } })
    local search = by_cells(grid,
      { straight_cost = 10, diagonal_cost = 14, diagonal = "always" })
      :search(11, 0, 14, 0)
    search:step(1)
    for _, cell in ipairs { { 11, 0, { "closed", 0, 30 } },
      { 12, 0, { "open", 30, 20, 11, 0 } },
      { 12, -1, { "open", 14, 24, 11, 0 } },
      { 10, 1, { "open", 14, 44, 11, 0 } }, { 13, 0, {} } } do
      assert.are.same(cell[3], list(search:cell(cell[1], cell[2])))
    end
  end)

  it("are the same in the list, and lead back by their parents", function()
    local random = numbers.new(23)
    local grid = rough_grid(random, 20, 15)
    local finder = by_cells(grid, { diagonal = "always" })
    for _ = 1, 20 do
      local x1, y1 = random(1, 20), random(1, 15)
      local search = finder:search(x1, y1, random(1, 20), random(1, 15))
      search:step(random(1, 60))
      local seen = {}
      for x, y, state, g, h in search:cells() do
        assert.is_nil(seen[x .. "," .. y])
        seen[x .. "," .. y] = { state, g, h }
      end
      for x, y in grid:cells() do
        local known = list(search:cell(x, y))
        assert.are.same(seen[x .. "," .. y] or {},
          { known[1], known[2], known[3] })
        local cost, px, py = 0, x, y
        while known[4] and (px ~= x1 or py ~= y1) do
          local state, _, _, from_x, from_y = search:cell(px, py)
          assert.is_true(state == "closed" or px == x and py == y)
          assert.is_true(finder:can_step(from_x, from_y, px, py))
          cost = cost + grid(px, py)
            * (from_x ~= px and from_y ~= py and root2 or 1)
          px, py = from_x, from_y
        end
        near(cost, known[2] or 0, 1e-5)
      end
    end
  end)

  local function comes_before(a, b)
    if a.f ~= b.f then
      return a.f < b.f
    elseif a.h ~= b.h then
      return a.h < b.h
    end
    return a.reached > b.reached
  end

  --- Runs a search cell by cell, and checks that it expands the first open cell.
  local function watch(search)
    local costs, reached, slice = {}, {}, 0
    while search.status == "running" do
      slice = slice + 1
      local cells, first = {}, nil
      for x, y, state, g, h in search:cells() do
        if state == "open" then
          local key = x .. "," .. y
          if costs[key] ~= g then
            costs[key], reached[key] = g, slice
          end
          local cell = { x = x, y = y, f = g + h, h = h,
            reached = reached[key] }
          cells[#cells + 1] = cell
          first = first and not comes_before(cell, first) and first or cell
        end
      end
      search:step(1)
      for _, cell in ipairs(cells) do
        if search:cell(cell.x, cell.y) == "closed" then
          assert.is_false(comes_before(first, cell))
        end
      end
    end
  end

  -- The core in Lua has no weight, and an order of its own.
  it("have an order: the least f, then h, then the last #core_c", function()
    local random = numbers.new(37)
    for _, profile in ipairs { { straight_cost = 10, diagonal_cost = 14 },
      { diagonal = "never" }, { diagonal = "always", weight = 2 } } do
      local finder = by_cells(rough_grid(random, 16, 16), profile)
      for _ = 1, 15 do
        watch(finder:search(random(1, 16), random(1, 16), random(1, 16),
          random(1, 16)))
      end
    end
  end)
end)
