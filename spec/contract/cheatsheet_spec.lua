--- The cheat sheet is right: what its tables say is what the calls do. The words
-- come from the page; a row that no situation here has fails.

local tilepath = require "tilepath"
local pages = require "spec.support.pages"

local PAGE = pages.read("docs/cheatsheet.md")

--- The rows of the table under that heading, without its first two: lists of
-- cells.
local function rows_under(heading)
  local _, from = PAGE:find("\n## " .. heading .. "\n", 1, true)
  local text = PAGE:sub(from, (PAGE:find("\n## ", from, true)))
  local rows = {}
  for line in text:gmatch("\n(|[^\n]+)") do
    local cells = {}
    for cell in line:gmatch("|%s*([^|]-)%s*%f[|]") do
      cells[#cells + 1] = cell
    end
    rows[#rows + 1] = cells
  end
  table.remove(rows, 1)
  table.remove(rows, 1)
  assert(#rows > 0, heading)
  return rows
end

--- A follower or a unit at 1, 1 of a row of nine cells, and what steps it.
local function new_body(kind, grid, options)
  local finder = tilepath.pathfinder(grid)
  local about = { finder = finder, cell_x = 1, cell_y = 1, speed = 1 }
  for key, value in pairs(options or {}) do
    about[key] = value
  end
  local crowd = kind == "unit" and tilepath.crowd(grid)
  local body = crowd and crowd:add(about) or tilepath.follower(about)
  return body, function()
    for _ = 1, 200 do (crowd or body):update(0.25) end
  end, finder, crowd
end

-- An order whose goal lies behind the wall in cell 5, 1.
local ORDERS = {
  ["`go`"] = function(body) return body:go_cell(9, 1) end,
  ["`follow(path)`"] = function(body, finder, grid)
    grid:set(5, 1, "open")
    local path = finder:find(1, 1, 9, 1)
    grid:set(5, 1, "wall")
    return body:follow(path)
  end,
  ["`patrol`, to point 1"] = function(body)
    return body:patrol_cell { { 9, 1 }, { 2, 1 } }
  end,
  ["`patrol`, to another point"] = function(body)
    return body:patrol_cell { { 2, 1 }, { 9, 1 } }
  end,
  ["`chase`"] = function(body) return body:chase { x = 8.5, y = 0.5 } end,
  ["`keep`"] = function(body)
    return body:keep({ x = 8.5, y = 0.5 }, { within = 2 })
  end,
  ["`flee`"] = function(body) return body:flee { x = 4.5, y = 0.5 } end,
}

describe("#contract the cheat sheet's table of orders", function()
  local rows = rows_under("The six orders")

  --- "refused", or the status a while later.
  local function outcome(kind, order)
    local grid = tilepath.grid("....#....")
    local body, run, finder = new_body(kind, grid)
    local goes, reason = order(body, finder, grid)
    if not goes then
      assert.are.equal("unreachable", reason)
      return "refused"
    end
    run()
    return body.status
  end

  it("has a row for each order", function()
    local count = 0
    for _ in pairs(ORDERS) do count = count + 1 end
    assert.are.equal(count, #rows)
  end)

  for _, row in ipairs(rows) do
    it(("is right about %s without a path"):format(row[1]), function()
      local order = assert(ORDERS[row[1]], row[1])
      local follower = row[2]:match("^%a+")
      assert.are.equal(follower, outcome("follower", order))
      local unit = row[3] == "the same" and follower or row[3]:match("^%a+")
      assert.are.equal(unit, outcome("unit", order))
    end)
  end

  for _, kind in ipairs { "follower", "unit" } do
    it("is right about the way that closes and opens: " .. kind, function()
      local grid, calls = tilepath.grid("........."), 0
      local body, run = new_body(kind, grid,
        { on_blocked = function() calls = calls + 1 end })
      assert.is_true(body:go_cell(9, 1))
      grid:set(5, 1, "wall")
      run()
      assert.are.same({ "blocked", 1 }, { body.status, calls })
      grid:set(5, 1, "open")
      run()
      assert.are.same({ "arrived", 9 }, { body.status, body.cell_x })
    end)

    it("is right about a refused order: the old one continues, " .. kind,
      function()
        local body, run = new_body(kind, tilepath.grid("....#...."))
        assert.is_true(body:go_cell(3, 1))
        assert.is_nil((body:go_cell(9, 1)))
        run()
        assert.are.same({ "arrived", 3 }, { body.status, body.cell_x })
      end)

    it("is right about who has arrived: " .. kind, function()
      local function rests(give, text)
        local body, run = new_body(kind, tilepath.grid(text or "........."))
        local reached = 0
        body.on_reached = function() reached = reached + 1 end
        assert.is_true(give(body))
        run()
        return body.status, body.cell_x, reached > 0
      end
      local status, x, reached, _
      status, x = rests(function(body) return body:go_cell(6, 1) end)
      assert.are.same({ "arrived", 6 }, { status, x })
      status, _, reached = rests(ORDERS["`patrol`, to point 1"])
      assert.is_true(status ~= "arrived" and reached)
      status, x = rests(ORDERS["`chase`"])
      assert.are.same({ "arrived", 8 }, { status, x })
      status, x = rests(function(body)
        return body:keep({ x = 0.5, y = 0.5 }, { min = 3, within = 6 })
      end)
      assert.is_true(status == "arrived" and x >= 4 and x <= 7, x)
      status, x = rests(function(body) return body:flee { x = 0.5, y = 0.5 } end,
        "....")
      assert.are.same({ "arrived", 4 }, { status, x })
    end)
  end
end)

-- Each closes cell 5, 1, or the only way over it, of a row; a link is the way.
local CLOSED = {
  ["a wall, a house"] = function(grid) grid:set(5, 1, "wall") end,
  ["a shut door that keeps its terrain"] = function(grid)
    grid:set_walkable(5, 1, false)
  end,
  ["all gates at once"] = function(grid)
    grid:set(5, 1, "gate")
    grid:terrain("gate", false)
  end,
  ["ground that is closed unless priced"] = function(grid)
    grid:set(5, 1, "water")
  end,
  ["a side between two cells"] = function(grid) grid:fence(4, 1, 5, 1) end,
  ["a kerb, a hedge, glass"] = function(grid)
    grid:fence(4, 1, 5, 1, { name = "kerb" })
  end,
  ["stairs, a ferry, a teleporter"] = function(grid)
    grid:fence(4, 1, 5, 1)
    grid:link(4, 1, 6, 1, { name = "lift" })
  end,
  ["an area, for one kind of agent"] = function(grid)
    local area = tilepath.layer(grid)
    area:set(5, 1, 1)
    return { { area, false } }
  end,
  ["cells, for one query or follower's order"] =
    { avoid = { { 5, 1, 1, 1 } } },
  ["expensive, not closed"] = { avoid = { { 5, 1, 1, 1 } }, avoid_price = 9 },
}

-- Who passes: without a word, with prices (and the layers), and without the link
-- and the kerb.
local PASSES = {
  nobody = { false, false, false },
  ["pathfinders with a price for it"] = { false, true, false },
  ["all but those with `links = { lift = false }`"] = { true, true, false },
  ["pathfinders with `fences = { kerb = false }`"] = { false, false, true },
  ["pathfinders without this layer"] = { true, false, true },
  ["other queries and orders"] = { true, true, true },
  all = { true, true, true },
}

describe("#contract the cheat sheet's table of what is closed", function()
  for _, row in ipairs(rows_under("Closed for all, or for some?")) do
    it(("is right about %s"):format(row[1]), function()
      local way = assert(CLOSED[row[1]], row[1])
      local grid = tilepath.grid(".........",
        { prices = { gate = 1, water = false } })
      local query = type(way) == "table" and way
      local layers = not query and way(grid) or nil
      local finders = { tilepath.pathfinder(grid),
        tilepath.pathfinder(grid,
          { prices = { wall = 2, gate = 2, water = 2 }, layers = layers }),
        tilepath.pathfinder(grid, { links = { lift = false },
          fences = { kerb = false } }) }
      for i, passes in ipairs(assert(PASSES[row[3]], row[3])) do
        assert.are.equal(passes, finders[i]:find(1, 1, 9, 1) ~= nil)
        if query then
          assert.are.equal(row[3] == "all",
            finders[i]:find(1, 1, 9, 1, query) ~= nil)
        end
      end
    end)
  end
end)

-- A body at 1, 1 whose order ends so: its status and cell.
local EFFECTS = {
  ["`partial`"] = function(go) return { "arrived", 4 },
    go({ 9, 1 }, { partial = true }) end,
  ["`wait`"] = function(go) return { "blocked", 4 },
    go({ 9, 1 }, { wait = true }) end,
  ["`adjacent`"] = function(go) return { "arrived", 4 },
    go({ 5, 1 }, { adjacent = true }) end,
  ["`within = n`, `sight`"] = function(go) return { "arrived", 2 },
    go({ 4, 1 }, { within = 2, sight = true }) end,
}

describe("#contract the cheat sheet's table of what changes what", function()
  local rows, about = rows_under("What changes what"), {}
  for _, row in ipairs(rows) do about[row[1]] = row[2] end

  it("has a row for each of them", function()
    for words in pairs(EFFECTS) do
      assert.is_string(about[words])
    end
  end)

  for _, row in ipairs(rows) do
    local effect = EFFECTS[row[1]]
    for _, kind in ipairs(effect and { "follower", "unit" } or {}) do
      it(("is right about %s: %s"):format(row[1], kind), function()
        local expected, found = effect(function(goal, options)
          local body, run = new_body(kind, tilepath.grid("....#...."))
          assert.is_true(body:go_cell(goal[1], goal[2], options))
          run()
          return { body.status, body.cell_x }
        end)
        assert.are.same(expected, found)
      end)
    end
  end

  --- Does a unit get past another one at rest, in a corridor with a bay?
  local function passes(options, rests)
    local grid = tilepath.grid(".....\n##.##")
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    options.finder, options.cell_x, options.cell_y = finder, 3, 1
    local first = crowd:add(options)
    if rests then rests(first) end
    local other = crowd:add { finder = finder, cell_x = 1, cell_y = 1,
      speed = 1 }
    assert.is_true(other:go_cell(5, 1))
    for _ = 1, 400 do crowd:update(0.25) end
    return other.cell_x == 5
  end

  it("is right about who is pushed at rest", function()
    assert.is_true(passes {})
    assert.is_false(passes { yields = false })
    assert.is_false(passes({}, function(unit) unit:pause() end))
  end)

  it("is right about `settle`", function()
    local grid = tilepath.grid(".........")
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local first = crowd:add { finder = finder, cell_x = 9, cell_y = 1 }
    local second = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    assert.is_true(first:go_cell(9, 1))
    assert.is_true(second:go_cell(9, 1, { settle = 2 }))
    for _ = 1, 200 do crowd:update(0.25) end
    assert.are.same({ "settled", 8 }, { second.status, second.cell_x })
  end)
end)

describe("#contract the cheat sheet's table of what a save lacks", function()
  it("is right about a grid, a hero and a crowd", function()
    local grid = tilepath.grid(9, 1)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    local hero = tilepath.follower { finder = finder, cell_x = 1, cell_y = 1 }
    hero.hp = 3
    assert.is_true(hero:go_cell(9, 1, { avoid = crowd }))
    assert.is_false((pcall(hero.save, hero)))
    hero:stop()
    assert.is_nil(hero:save():find("hp", 1, true))
    local unit = crowd:add { finder = finder, cell_x = 9, cell_y = 1 }
    unit.hp = 4
    assert.is_nil((crowd:save()):find("hp", 1, true))
    assert.is_not_nil((crowd:save { keys = { "hp" } }):find("hp", 1, true))
  end)
end)
