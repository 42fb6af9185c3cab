--- A search: a query that runs in slices and shows its cells. A* counts cells
-- one by one here; spec/pathfinder/jps_spec.lua has the cells of jump point
-- search.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

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

--- Runs a search to its end in slices of n cells; returns its final status.
local function finish(search, n)
  local status = search.status
  while status == "running" do
    status = search:step(n)
  end
  return status
end

local function outcome(path, cost)
  return path and points(path) .. (path.partial and " partial" or "") or "no",
    cost
end

describe("finder:search", function()
  it("starts a query without any work #core_c", function()
    local finder = tilepath.pathfinder(tilepath.grid(5, 5))
    local search = finder:search(1, 1, 5, 5)
    assert.are.equal("running", search.status)
    assert.is_nil(search.reason)
    assert.are.same({ nil, "running" }, list(search:path()))
    assert.are.equal(0, search.expanded)
    assert.are.same({}, finder.info)
    assert.are.equal("search (running, 0 expanded)", tostring(search))
    assert.are.equal(0, search.expanded)
  end)

  it("returns a failed search with the reason of find", function()
    local finder = tilepath.pathfinder(tilepath.grid("..#."))
    for reason, q in pairs {
      start_outside = { 0, 1, 3, 1 }, goal_outside = { 3, 1, 9, 1 },
      start_blocked = { 3, 1, 3, 1 }, goal_blocked = { 1, 1, 3, 1 },
      unreachable = { 1, 1, 4, 1 },
    } do
      local search = finder:search(q[1], q[2], q[3], q[4])
      assert.are.equal("failed", search.status)
      assert.are.equal(reason, search.reason)
      assert.are.same({ nil, reason }, list(search:path()))
      assert.are.equal("failed", search:step(9))
      assert.are.equal(reason, search.reason)
      assert.are.same({}, collect(search:open()))
      assert.are.same({}, collect(search:closed()))
      assert.is_nil(search:cell(1, 1))
    end
  end)

  it("returns a found search if the start is the goal", function()
    local search = tilepath.pathfinder(tilepath.grid(2, 2))
      :search(2, 1, 2, 1)
    assert.are.equal("found", search.status)
    assert.are.same({ "2,1", 0 }, list(outcome(search:path())))
    assert.are.equal("found", search:step())
  end)
end)

describe("search:step", function()
  it("expands up to n cells, 1 by default, and returns the status #core_c",
    function()
      local search = by_cells(tilepath.grid(10, 1)):search(1, 1, 10, 1)
      assert.are.equal("running", search:step())
      assert.are.equal(1, #collect(search:closed()))
      assert.are.equal("running", search:step(4))
      assert.are.equal(5, #collect(search:closed()))
      assert.are.equal(5, search.expanded)
      assert.are.equal("running", search:step(4))
      assert.are.equal("search (running, 9 expanded)", tostring(search))
      assert.are.equal(9, search.expanded)
      assert.are.equal("found", search:step(1))
      assert.are.equal("found", search:step(1))
      assert.are.equal("found", search.status)
      assert.is_nil(search.reason)
      assert.are.equal("search (found, 10 expanded)", tostring(search))
      assert.are.equal(10, search.expanded)
      assert.are.equal(10, #collect(search:closed()))
    end)

  it("stops at max_nodes; with partial, the path leads to the best cell so "
    .. "far", function()
    local finder = by_cells(tilepath.grid(30, 1))
    local search = finder:search(1, 1, 30, 1, { max_nodes = 5 })
    assert.are.equal("running", search:step(4))
    assert.are.equal("failed", search:step(4))
    assert.are.equal("budget", search.reason)
    search = finder:search(1, 1, 30, 1, { max_nodes = 5, partial = true })
    assert.are.equal("found", search:step(9))
    local path = search:path()
    assert.are.equal("1,1 2,1 3,1 4,1 5,1", points(path))
    assert.is_true(path.partial)
  end)
end)

describe("search:path", function()
  local finder = tilepath.pathfinder(tilepath.grid(9, 9))

  it("returns a new path each time, in cells, with its cost", function()
    local search = finder:search(1, 1, 4, 1)
    finish(search, 100)
    local one, cost = search:path()
    local other = search:path()
    assert.is_false(rawequal(one, other))
    assert.is_true(one == other)
    assert.are.equal("1,1 2,1 3,1 4,1", points(one))
    assert.are.equal(3, cost)
    assert.are.equal(3, one.cost)
    assert.are.equal("cells", one.units)
  end)

  it("fills the table that the query named", function()
    local t = { 9, 9, 9, 9, 9, 9, partial = true }
    local search = finder:search(1, 1, 2, 2, { into = t })
    finish(search, 1)
    assert.are.same({ 9, 9, 9, 9, 9, 9, partial = true }, t)
    local path, cost = search:path()
    assert.is_true(rawequal(t, path))
    assert.are.same({ 1, 1, 2, 2, cost = root2, units = "cells" }, t)
    near(root2, cost)
  end)
end)

describe("search:cancel", function()
  it("ends a running search", function()
    local search = by_cells(tilepath.grid(9, 9)):search(1, 1, 9, 9)
    search:step(2)
    search:cancel()
    assert.are.equal("failed", search.status)
    assert.are.equal("cancelled", search.reason)
    assert.are.same({ nil, "cancelled" }, list(search:path()))
    assert.are.equal("failed", search:step(100))
    assert.are.equal(2, #collect(search:closed()))
  end)

  it("leaves an ended search unchanged", function()
    local finder = tilepath.pathfinder(tilepath.grid("...#."))
    local search = finder:search(1, 1, 3, 1)
    finish(search, 100)
    search:cancel()
    assert.are.equal("found", search.status)
    assert.are.equal(3, search:path():count())
    search = finder:search(1, 1, 5, 1)
    search:cancel()
    assert.are.equal("unreachable", search.reason)
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

  local elsewhere = {
    set = function() grid:set(9, 9, "wall") end,
    set_walkable = function() grid:set_walkable(9, 9, false) end,
    set_world = function() grid:set_world(8.5, 8.5, "mud") end,
    fill = function() grid:fill(8, 8, 2, 2, "mud") end,
    sample = function()
      grid:sample(function(x) return x < 9 end, 9, 9, 1, 1)
    end,
  }

  for name, edit in pairs(elsewhere) do
    it("leaves a search unchanged in unseen cells #core_c: "
      .. name, function()
      edit()
      assert.are.equal("running", search:step(1))
      assert.are.equal(4, search.expanded)
      assert.are.equal("found", finish(search, 5))
      assert.are.same(list(outcome(finder:find(1, 1, 9, 1))),
        list(outcome(search:path())))
    end)
  end

  local beside = {
    set = function() grid:set(1, 3, "wall") end,
    set_walkable = function() grid:set_walkable(2, 2, false) end,
    ["there and back"] = function()
      grid:set(2, 1, "wall")
      grid:set(2, 1, "open")
    end,
  }

  for name, edit in pairs(beside) do
    it("lets a search keep a path that is legal at its cost #core_c: "
      .. name, function()
      edit()
      assert.are.equal("found", finish(search, 5))
      assert.are.same(list(outcome(finder:find(1, 1, 9, 1))),
        list(outcome(search:path())))
    end)
  end

  local here = {
    set = function() grid:set(2, 1, "wall") end,
    set_world = function() grid:set_world(1.5, 0.5, "mud") end,
    fill = function() grid:fill(1, 1, 9, 9, "mud") end,
    start = function() grid:set(1, 1, "wall") end,
    goal = function() grid:set(9, 1, "wall") end,
    ["all ways"] = function() grid:fill(7, 1, 1, 24, "wall") end,
  }

  for name, edit in pairs(here) do
    it("makes a search stale if its path is no longer legal #core_c: "
      .. name, function()
      edit()
      assert.are.equal("failed", finish(search, 5))
      assert.are.equal("stale", search.reason)
      assert.are.same({ nil, "stale" }, list(search:path()))
      assert.are.equal("failed", search:step(100))
    end)
  end

  local everywhere = {
    clear = function() grid:clear("mud") end,
    price = function() grid:terrain("open", 4) end,
    ["another price"] = function() grid:terrain("mud", 4) end,
    ["the last of a terrain"] = function() grid:set(1, 24, "open") end,
  }

  for name, edit in pairs(everywhere) do
    it("makes a search over prices stale at once #core_c: " .. name,
      function()
        edit()
        assert.are.equal("failed", search:step(100))
        assert.are.equal("stale", search.reason)
        assert.are.equal(3, search.expanded)
      end)
  end

  it("takes effect in the next step, not before", function()
    grid:set(2, 1, "wall")
    assert.are.equal("running", search.status)
    assert.is_nil(search.reason)
    assert.are.same({ nil, "running" }, list(search:path()))
    search:cancel()
    assert.are.equal("cancelled", search.reason)
    search = finder:search(1, 1, 9, 1)
    search:step(3)
    grid:terrain("open", 2)
    finder:find(1, 1, 9, 1)
    assert.are.equal("running", search.status)
    assert.are.equal("failed", search:step(1))
    assert.are.equal("stale", search.reason)
  end)

  it("makes a search stale before its first step", function()
    search = finder:search(1, 1, 9, 1)
    grid:set(9, 9, "wall")
    assert.are.equal("failed", search:step(1))
    assert.are.equal("stale", search.reason)
  end)

  it("makes a partial search or a search out of a wall stale at once",
    function()
      search = finder:search(1, 1, 9, 1, { partial = true, max_nodes = 99 })
      search:step(2)
      grid:set(9, 9, "wall")
      assert.are.equal("failed", search:step(1))
      assert.are.equal("stale", search.reason)
      search = finder:search(9, 9, 1, 1, { escape = true })
      search:step(1)
      grid:set(12, 12, "wall")
      assert.are.equal("failed", search:step(1))
      assert.are.equal("stale", search.reason)
    end)

  -- In the core in Lua, each edit makes a search stale.
  it("is judged from the end of the path, with range and sight "
    .. "#core_c", function()
    for _, query in ipairs { { adjacent = true }, { within = 2 },
      { within = 3, sight = true } } do
      search = finder:search(1, 1, 9, 1, query)
      search:step(1)
      grid:set_walkable(9, 9, not grid:is_walkable(9, 9))
      assert.are.equal("found", finish(search, 5))
      local path = search:path()
      assert.are.same(list(outcome(finder:find(1, 1, 9, 1, query))),
        { points(path), path.cost })
    end
    search = finder:search(1, 1, 9, 1, { within = 3, sight = true })
    search:step(1)
    grid:fill(8, 1, 1, 5, "wall")
    assert.are.equal("found", finish(search, 5))
    local path = search:path()
    assert.is_true(finder:line_of_sight(path[#path - 1], path[#path], 9, 1))
  end)

  it("has no effect if it changes nothing", function()
    grid:set(2, 1, "open")
    grid:terrain("mud", 3)
    grid:fill(50, 50, 2, 2, "wall")
    assert.are.equal("running", search:step(1))
    assert.are.equal("found", finish(search, 5))
  end)

  it("leaves a found search its path and its cost", function()
    local path, cost = finder:find(1, 1, 9, 1)
    finish(search, 5)
    grid:fill(5, 1, 1, 9, "wall")
    grid:terrain("open", 7)
    finder:find(1, 1, 2, 1)
    assert.are.equal("found", search.status)
    assert.are.same({ points(path), cost },
      list(outcome(search:path())))
  end)

  it("leaves a stale search its cells", function()
    grid:terrain("open", 2)
    search:step()
    assert.are.equal(3, #collect(search:closed()))
    assert.are.equal("closed", (search:cell(1, 1)))
  end)
end)

describe("the cells of a search", function()
  it("are unknown outside and before the search reaches them", function()
    local search = tilepath.pathfinder(tilepath.grid(9, 9))
      :search(5, 5, 9, 9)
    assert.are.same({}, list(search:cell(5, 5)))
    search:step(1)
    assert.are.same({}, list(search:cell(1, 1)))
    assert.are.same({}, list(search:cell(0, 5)))
    assert.are.same({}, list(search:cell(2 ^ 53 - 1, 5)))
  end)

  it("have a state, g, h and a parent, in the game's own costs", function()
    local grid = tilepath.grid(map [[
      .....
      ..~..
      .....
    ]], { base = { 10, -1 }, legend = { ["~"] = "mud" },
      prices = { mud = 3 } })
    local search = by_cells(grid,
      { straight_cost = 10, diagonal_cost = 14, diagonal = "always" })
      :search(11, 0, 14, 0)
    search:step(1)
    local all = list(search:cell(11, 0))
    assert.are.same({ "closed", 0, 30 }, all)
    assert.are.same({ "open", 30, 20, 11, 0 }, list(search:cell(12, 0)))
    assert.are.same({ "open", 14, 24, 11, 0 }, list(search:cell(12, -1)))
    assert.are.same({ "open", 14, 44, 11, 0 }, list(search:cell(10, 1)))
    assert.are.same({}, list(search:cell(13, 0)))
  end)

  it("are the same in lists of open and closed cells", function()
    local random = numbers.new(23)
    local grid = rough_grid(random, 20, 15)
    for _ = 1, 20 do
      local search = tilepath.pathfinder(grid):search(random(1, 20),
        random(1, 15), random(1, 20), random(1, 15))
      search:step(random(1, 60))
      local seen = { open = {}, closed = {} }
      for state in pairs(seen) do
        for x, y, f, g, h in search[state](search) do
          near(f, g + h, 1e-6)
          seen[state][x .. "," .. y] = { state, g, h }
        end
      end
      for x, y in grid:cells() do
        local key = x .. "," .. y
        local known = list(search:cell(x, y))
        assert.are.same(seen.open[key] or seen.closed[key] or {},
          { known[1], known[2], known[3] })
        assert.is_nil(seen.open[key] and seen.closed[key])
      end
    end
  end)

  it("lead by their parents to the start, at the cost g", function()
    local random = numbers.new(29)
    local grid = rough_grid(random, 20, 15)
    local finder = by_cells(grid, { diagonal = "always" })
    for _ = 1, 20 do
      local x1, y1 = random(1, 20), random(1, 15)
      local search = finder:search(x1, y1, random(1, 20), random(1, 15))
      search:step(random(1, 60))
      for _, open in ipairs(collect(search:open())) do
        local x, y, cost = open[1], open[2], 0
        while x ~= x1 or y ~= y1 do
          local state, _, _, px, py = search:cell(x, y)
          assert.is_true(state == "closed" or x == open[1] and y == open[2])
          assert.is_true(finder:can_step(px, py, x, y))
          cost = cost + grid(x, y)
            * (px ~= x and py ~= y and root2 or 1)
          x, y = px, py
        end
        near(cost, open[4], 1e-5)
      end
    end
  end)

  it("are closed along the path, each the parent of the next", function()
    local search = by_cells(tilepath.grid(20, 20)):search(2, 3, 19, 9)
    finish(search, 1)
    local path, cost = search:path()
    for i = 3, #path, 2 do
      local state, _, _, px, py = search:cell(path[i], path[i + 1])
      assert.are.equal("closed", state)
      assert.are.same({ path[i - 2], path[i - 1] }, { px, py })
    end
    local _, g, h = search:cell(19, 9)
    near(cost, g, 1e-5)
    assert.are.equal(0, h)
  end)

  --- Runs a search cell by cell. Each time, it calls check(first, chosen): the
  -- first open cell by `comes_before`, and the cell that was expanded.
  local function watch(search, comes_before, check)
    local costs, reached, slice = {}, {}, 0
    while search.status == "running" do
      slice = slice + 1
      local cells, first = {}, nil
      for x, y, f, g, h in search:open() do
        local key = x .. "," .. y
        if costs[key] ~= g then
          costs[key], reached[key] = g, slice
        end
        local cell = { x = x, y = y, f = f, h = h, reached = reached[key] }
        cells[#cells + 1] = cell
        if not first or comes_before(cell, first) then
          first = cell
        end
      end
      search:step(1)
      for _, cell in ipairs(cells) do
        if search:cell(cell.x, cell.y) == "closed" then
          check(first, cell)
        end
      end
    end
  end

  local function by_the_book(a, b)
    if a.f ~= b.f then
      return a.f < b.f
    elseif a.h ~= b.h then
      return a.h < b.h
    end
    return a.reached > b.reached
  end

  local function last_first(a, b)
    if a.f ~= b.f then
      return a.f < b.f
    end
    return a.reached > b.reached
  end

  for algorithm, order in pairs { astar = by_the_book, auto = last_first } do
    -- The core in Lua has no weight, and an order of its own.
    it("have an order for equal f #core_c: "
      .. (algorithm == "auto" and "the last reached cell first"
        or "the smallest h, then the last reached cell, for 'astar'"),
      function()
        local random = numbers.new(37)
        local compared = 0
        for _, profile in ipairs { { straight_cost = 10, diagonal_cost = 14 },
          { diagonal = "never" }, { diagonal = "always", weight = 2 } } do
          profile.algorithm = algorithm
          -- Without a weight "auto" expands cells on priced ground in any
          -- order.
          profile.weight = algorithm == "auto" and 2 or profile.weight
          local finder = tilepath.pathfinder(rough_grid(random, 16, 16),
            profile)
          for _ = 1, 15 do
            watch(finder:search(random(1, 16), random(1, 16), random(1, 16),
              random(1, 16)), order, function(first, chosen)
              compared = compared + 1
              assert.is_false(order(first, chosen))
            end)
          end
        end
        assert.is_true(compared > 300)
      end)
  end
end)
