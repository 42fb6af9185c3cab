--- Links in a profile, in paths and searches.
-- fuzz/differential has random maps.

local tilepath = require "tilepath"
local finders = require "spec.support.finders"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local finish = finders.finish
local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

--- Left and right of a wall, with a door.
local function halves(profile)
  local grid = tilepath.grid("....#....\n....#....")
  local door = grid:link(4, 1, 6, 1, { name = "door", price = 2 })
  return tilepath.pathfinder(grid, profile), grid, door
end

describe("a profile's links", function()
  it("cost the profile's price, or else the link's price", function()
    for _, case in ipairs { { nil, 2 }, { true, 2 }, { { stairs = 5 }, 2 },
      { { door = 7 }, 7 }, { { door = 0 }, 0 },
      { { door = false }, "unreachable" },
      { { door = math.huge }, "unreachable" }, { false, "unreachable" } } do
      local finder = halves { links = case[1] }
      assert.are.equal(case[2], select(2, finder:find(4, 1, 6, 1)))
    end
    local grid = tilepath.grid(".#.#.")
    for x, price in pairs { [3] = 2, [5] = 9 } do
      grid:link(1, 1, x, 1, { price = price })
    end
    local finder = tilepath.pathfinder(grid)
    assert.are.equal(11, select(2, finder:find(3, 1, 5, 1)))
  end)

  it("are in finder.profile, and make an equal pathfinder again", function()
    for _, case in ipairs { { false, false }, { true, {} },
      { { lift = 2, stairs = math.huge }, { lift = 2, stairs = false } } } do
      local finder = halves { links = case[1] }
      assert.are.same(case[2], finder.profile.links)
      local again = tilepath.pathfinder(finder.grid, finder.profile)
      assert.are.same(finder.profile, again.profile)
    end
  end)
end)

describe("path.links", function()
  it("exists only on a path with links, even in a used table", function()
    local finder, grid = halves()
    local query = { into = {} }
    for _ = 1, 2 do
      local path = finder:find(1, 1, 9, 1, query)
      assert.are.equal(query.into, path)
      assert.are.same({ 4 }, path.links)
      assert.is_nil(finder:find(1, 1, 3, 1, query).links)
      assert.is_nil(rawget(query.into, "links"))
    end
    local kept = finder:find(1, 1, 9, 1, query).links
    finder:find(3, 1, 9, 1, query)
    grid:set(6, 1, "wall")
    assert.is_nil(finder:find(1, 1, 9, 1, query))
    assert.are.same({ { 4 }, { 2 } }, { kept, query.into.links })
    grid:link(1, 1, 9, 1)
    local path = finder:find_world(0.2, 0.3, 8.7, 0.9)
    assert.are.same({ 2 }, path.links)
    assert.are.equal("0.2,0.3 0.5,0.5 8.5,0.5 8.7,0.9", helper.points(path))
    for _, case in ipairs { -- from the middle of an end to that of the other one
      { 0.5, 0.5, 8.7, 0.9, 1, "0.5,0.5 8.5,0.5 8.7,0.9" },
      { 0.2, 0.3, 8.5, 0.5, 2, "0.2,0.3 0.5,0.5 8.5,0.5" },
      { 0.5, 0.5, 8.5, 0.5, 1, "0.5,0.5 8.5,0.5" },
    } do
      path = finder:find_world(unpack(case, 1, 4))
      assert.are.same({ case[5] }, path.links)
      assert.are.equal(case[6], helper.points(path))
    end
  end)

  it("comes through a Channel, which takes the methods of a path", function()
    local finder = halves()
    local path = finder:find(1, 1, 9, 2)
    -- as in a Channel: plain values and tables
    local sent = helper.with({}, path)
    sent.links = { path.links[1] }
    local again = tilepath.path(sent)
    assert.are.equal(path, again)
    assert.are.same({ path.links, path.cost }, { again.links, again.cost })
    assert.is_true(again:is_valid(finder))
    sent.links[1] = 5 -- the new path has its own table
    assert.are.same(path.links, again.links)
  end)
end)

describe("equally cheap links", function()
  it("yield to the oldest, on ground of several prices", function()
    for x = 1, 3, 2 do
      local grid = tilepath.grid("...#~", {
        legend = { ["~"] = "water" }, prices = { water = 2 } })
      grid:link(x, 1, 5, 1)
      grid:link(4 - x, 1, 5, 1)
      local path = tilepath.pathfinder(grid):find(2, 1, 5, 1)
      assert.are.same({ x, 1 }, { path:point(2) })
    end
  end)
end)

describe("a search over a link", function()
  it("has the link's other end as a parent", function()
    local finder = halves { algorithm = "astar" }
    local search = finder:search(1, 1, 9, 1)
    assert.are.same({ 4 }, (finish(search)).links)
    assert.are.same({ 5, 4, 1 }, { select(2, search:cell(6, 1)),
      select(4, search:cell(6, 1)) })
  end)
end)

describe("a search among links", function()
  it("expands no more cells for links that shorten nothing", function()
    for _, turned in ipairs { false, true } do
      local function expanded(count)
        local grid = tilepath.grid(64, 64)
        for i = 1, count do
          local x, y = 5 + 6 * i % 50, 60 - 3 * i
          if turned then
            x, y = y, x
          end
          grid:link(x, y, x + 1, y + 1, { price = 2 })
        end
        local finder = tilepath.pathfinder(grid, { diagonal = "never",
          algorithm = "astar" })
        local search = finder:search(2, 3, 60, 55)
        finish(search)
        return search.expanded
      end
      assert.is_true(expanded(10) <= 1.5 * expanded(0), expanded(10))
    end
  end)

  it("finds the costs of a field, among few links and many", function()
    local random = numbers.new(11)
    for round = 1, 24 do
      local grid = tilepath.grid(numbers.map(random, 30, 30,
        round % 2 == 0 and "...#" or "......#"),
        { shape = round % 3 == 0 and "hex" or "square" })
      for _ = 1, random.one_of(3, 12, 90) do
        local x, y = random(1, 29), random(1, 30)
        grid:link(x, y, x + 1 + random(0, 29 - x), random(1, 30), {
          price = random(0, 9), one_way = random(1, 2) == 1 })
      end
      local finder = tilepath.pathfinder(grid)
      for _ = 1, 8 do
        local x, y = finder:nearest(random(1, 30), random(1, 30))
        local goals = { { finder:nearest(random(1, 30), random(1, 30)) } }
        goals[2] = random(1, 2) == 1 and { random(1, 30), random(1, 30),
          cost = 2 } or nil
        local path, cost = finder:find(x, y, goals)
        local right, reason = finder:field(goals):cost(x, y)
        if path then
          cost = cost + (goals[path.goal_index or 1].cost or 0)
          assert.is_true(math.abs(right - cost) < 1e-5)
        else
          assert.are.equal(reason, cost)
        end
      end
    end
  end)

  --- Hills of 14 x 12 columns on four floors, `order` from left to right. Links
  -- climb and drop from column to column. The floors of both ends begin at
  -- column 3 of their world and have a column less.
  local function hills(order, options)
    local floors, origins, random = {}, {}, numbers.new(3)
    for i, name in ipairs(order) do
      local is_short = i == 1 or i == #order
      floors[name] = { is_short and 12 or 14, 12 }
      origins[name] = { is_short and 2 or 0, 0 }
    end
    local house, grid = tilepath.building(floors,
      { order = order, origins = origins })
    local function cell(name, x, y)
      return house[name]:to_grid(house[name]:to_cell(x - 0.5, y - 0.5))
    end
    grid:clear "wall"
    local places = {}
    for x = 1, 14 do
      for y = 1, 12 do
        local name = order[random(1, #order)]
        local column, row = cell(name, x, y)
        if column then
          grid:set(column, row, "open")
          places[#places + 1] = { column, row, x = x, y = y }
        end
      end
    end
    for _, one in ipairs(places) do
      for _, other in ipairs(places) do
        local far = math.abs(one.x - other.x) + math.abs(one.y - other.y)
        if far == 1 and random(1, 3) > 1 then
          grid:link(one[1], one[2], other[1], other[2], { one_way = true })
        end
      end
    end
    return house, tilepath.pathfinder(grid, options), places, random
  end

  --- How many places the finds between the places expand. They cost what fields
  -- say.
  local function check(finder, places)
    local expanded = 0
    for i = 1, #places, 20 do
      local goal = places[i]
      local field = finder:field { { goal[1], goal[2] } }
      for _, from in ipairs(places) do
        local path, cost = finder:find(from[1], from[2], goal[1], goal[2])
        local right, reason = field:cost(from[1], from[2])
        if path then
          assert.is_true(math.abs(right - cost) < 1e-5)
          expanded = expanded + finder.info.expanded
        else
          assert.are.equal(reason, cost)
        end
      end
    end
    return expanded
  end

  it("goes straight through a house with many stairs", function()
    local order, floors, random = { "a", "b", "c", "d" }, {}, numbers.new(5)
    for _, name in ipairs(order) do
      floors[name] = { 40, 30 }
    end
    local house, grid = tilepath.building(floors, { order = order })
    for i = 2, #order do
      for _ = 1, 100 do
        local x, y = random(1, 40), random(1, 30)
        house:link(order[i - 1], x, y, order[i], x, y)
      end
    end
    local finder, expanded, points = tilepath.pathfinder(grid), 0, 0
    --- Finds a path through the house and compares its cost.
    local function go(x, y)
      local from_x, from_y = house.a:to_grid(x, y)
      local to_x, to_y = house.d:to_grid(41 - x, y)
      local path, cost = finder:find(from_x, from_y, to_x, to_y)
      local field = finder:field { { to_x, to_y } }
      assert.is_true(math.abs(field:cost(from_x, from_y) - cost) < 1e-5)
      expanded, points = expanded + finder.info.expanded, points + #path
    end
    for x = 1, 40, 13 do
      for y = 1, 30, 7 do
        go(x, y)
      end
    end
    assert.is_true(expanded < 2 * points, expanded / points)
    -- Now steps lead from floor to floor, far from where these are in the plan.
    grid:fill(house.b.x - 1, 14, 1, 3, "open")
    grid:fill(house.c.x - 1, 14, 1, 3, "open")
    for y = 1, 30, 4 do
      go(40, y)
      go(20, y)
    end
  end)

  it("lays the floors of a building upon each other #once", function()
    for _, order in ipairs { { "a", "b", "c", "d" }, { "d", "b", "a", "c" } } do
      for _, rule in ipairs { "never", "always" } do
        local house, finder, places, random =
          hills(order, { diagonal = rule })
        local expanded = check(finder, places)
        assert.is_true(expanded < 20 * #places * #places / 20,
          expanded / #places / #places * 20)
        -- Teleporters shorten the way in the plan, too.
        local function teleport(count)
          for _ = 1, count do
            local one, other = places[random(1, #places)],
              places[random(1, #places)]
            if one ~= other then
              finder.grid:link(one[1], one[2], other[1], other[2],
                { price = 0 })
            end
          end
        end
        teleport(2)
        check(finder, places)
        -- A gap in the wall between two floors.
        local x, y = house[order[2]].x - 1, 5
        finder.grid:fill(x - 1, y, 3, 1, "open")
        places[#places + 1] = { x, y }
        check(finder, places)
        finder.grid:set(x, y, "wall")
        places[#places] = nil
        teleport(90)
        check(finder, places)
      end
    end
  end)
end)
