--- Layers. fuzz/differential judges their arithmetic on any map, and the paths
-- of profiles with layers.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local law = require "spec.support.law"
local numbers = require "spec.support.random"

local map, mistake, near = helper.map, helper.mistake, helper.near
local floor = math.floor

--- All numbers of a layer, row by row.
local function values(layer)
  local all = {}
  for x, y in layer.grid:cells() do all[#all + 1] = layer:get(x, y) end
  return all
end

--- The cells of a reach or of a view.
local function list_cells(seen)
  local all = {}
  for x, y in seen:cells() do
    all[#all + 1] = x .. "," .. y
  end
  return table.concat(all, " ")
end

local function scatter(random, layer, density)
  layer:sample(function()
    return random(1, 100) <= density and random(0, 255) or 0
  end)
end

describe("tilepath.layer", function()
  it("holds a number from 0 to 255 for each cell of its grid", function()
    local grid = tilepath.grid(4, 3, { base = 0 })
    local layer = tilepath.layer(grid)
    assert.are.equal("layer of 4x3", tostring(layer))
    assert.is_true(rawequal(grid, layer.grid))
    assert.are.equal(0, layer:get(0, 0))
    assert.is_true(layer:set(3, 2, 255))
    assert.are.equal(255, layer:get(3, 2))
    assert.are.same({ nil, "outside" }, { layer:get(4, 0) })
    assert.are.same({ nil, "outside" }, { layer:set(-1, 0, 1) })
    assert.are.same({ nil, "outside" }, { layer:add(0, 3, 1) })
    assert.are.equal(12, #values(tilepath.layer(tilepath.grid(4, 3))))
  end)

  it("adds up to 255 and down to 0", function()
    local layer = tilepath.layer(tilepath.grid(2, 2))
    assert.are.equal(200, layer:add(1, 1, 200))
    assert.are.equal(255, layer:add(1, 1, 56))
    assert.are.equal(254, layer:add(1, 1, -1))
    assert.are.equal(0, layer:add(1, 1, -1e15))
    assert.are.equal(255, layer:add(1, 1, 1e15))
  end)

  it("adds to all cells of a reach or of a view", function()
    local grid = tilepath.grid("..#\n...")
    local layer, finder = tilepath.layer(grid), tilepath.pathfinder(grid)
    assert.are.equal(3, layer:add(finder:reach(1, 1, 1), 250))
    assert.are.equal(4, layer:add(finder:view(1, 1, 1.5), 5))
    assert.are.equal(1, layer:add(finder:view(1, 1, 1.5), 300))
    assert.are.same({ 255, 255, 0, 255, 255, 0 }, values(layer))
  end)

  it("counts each cell of a view as an edit, and pathfinders follow", function()
    local grid = tilepath.grid(5, 2)
    local layer = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, { layers = { { layer, 1 } } })
    layer:set(3, 1, 255)
    local view, revision = finder:view(1, 1, 9), layer.revision
    assert.are.equal(9, layer:add(view, 2))
    assert.are.equal(revision + 9, layer.revision)
    for x = 1, 5 do
      assert.are.equal(3, finder:price(x, x == 3 and 2 or 1))
    end
    assert.are.equal(10, layer:add(view, -255))
    assert.are.equal(1, finder:price(3, 1))
  end)

  it("adds to those cells of a view that are still there", function()
    local grid = tilepath.grid(4, 3)
    local layer, finder = tilepath.layer(grid), tilepath.pathfinder(grid)
    local view = finder:view(1, 1, 9)
    grid:resize(2, 2, 3, 3)
    assert.are.equal(6, layer:add(view, 1))
    assert.are.same({ 1, 1, 1, 1, 1, 1, 0, 0, 0 }, values(layer))
  end)

  it("fills and fades in whole numbers", function()
    local layer = tilepath.layer(tilepath.grid(5, 1))
    assert.are.equal(2, layer:fill(2, 1, 2, 9, 7))
    assert.are.same({ 0, 7, 7, 0, 0 }, values(layer))
    assert.are.equal(2, layer:fade(0.5))
    assert.are.same({ 0, 3, 3, 0, 0 }, values(layer))
  end)

  it("fades by decimal fractions without rounding errors", function()
    local layer = tilepath.layer(tilepath.grid(256, 1))
    for _, hundredths in ipairs { 1, 5, 10, 33, 50, 75, 90, 95, 99, 100 } do
      layer:sample(function(x) return x - 1 end)
      layer:fade(hundredths / 100)
      for v = 0, 255 do
        assert.are.equal(floor(v * hundredths / 100), layer:get(v + 1, 1))
      end
    end
  end)

  it("can be sampled in part, and stays if the function fails", function()
    local layer = tilepath.layer(tilepath.grid(5, 4))
    assert.are.equal(2, layer:sample(function(x)
      return x == 3 and 9 or nil
    end, 3, 2, 2, 2))
    assert.are.equal(9, layer:get(3, 3))
    local was = values(layer)
    assert.has_error(function() layer:sample(function(x)
      return x == 5 and error("no") or 1
    end) end)
    assert.are.same(was, values(layer))
    assert.matches("sample: f must return a whole number from 0 to 255 or "
      .. "nil, got 256 for cell 1, 1", mistake(function()
      layer:sample(function() return 256 end)
    end), 1, true)
    assert.matches("the layer is busy", mistake(function()
      layer:sample(function() layer:set(1, 1, 1) end)
    end), 1, true)
    assert.are.same(was, values(layer))
  end)
end)

describe("layers = { { layer, weight } }", function()
  it("raise the price of entering a cell", function()
    local grid = tilepath.grid(map [[
      .....
      .....
    ]])
    local danger = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, { layers = { { danger, 0.05 } },
      diagonal = "never" })
    danger:set(3, 1, 80)
    near(5, finder:price(3, 1))
    local path, cost = finder:find(1, 1, 5, 1)
    near(6, cost)
    assert.are.equal(7, path:size())
    danger:set(3, 2, 60)
    path, cost = finder:find(1, 1, 5, 1)
    near(8, cost)
    assert.are.equal(5, path:size())
    danger:fill(1, 1, 5, 2, 0)
    near(4, (select(2, finder:find(1, 1, 5, 1))))
  end)

  -- The weights, the prices of the ground, and numbers of the layers: as long
  -- as the sums have a common divisor and are few, they are exact.
  for _, case in ipairs {
    { { 1 }, { 1 }, { 0, 1, 2, 3, 7, 100, 244 } },
    { { 0.1 }, { 1 }, { 1, 2, 9, 40, 244 } },
    { { 1, 1 }, { 1 }, { 1, 2, 30 } },
    { { 1, 10 }, { 1 }, { 0, 1, 2 } },
    { { 0.05 }, { 1, 1.5, 3 }, { 1, 2, 3, 100 } },
    { { 10 }, { 1, 2 }, { 1, 2, 3, 7 } },
    { { 2, 3 }, { 1, 2, 3, 5 }, { 1, 2, 3 } },
    { { -0.01 }, { 1, 2 }, { 1, 2, 50 } },
  } do
    it("are exact for weights " .. table.concat(case[1], ", "), function()
      local grid = tilepath.grid(#case[2], #case[3], { base = 1 })
      local layers = { min_price = 0.01 }
      for x, price in ipairs(case[2]) do
        grid:terrain("ground" .. x, price)
        for y = 1, #case[3] do grid:set(x, y, "ground" .. x) end
      end
      for i, weight in ipairs(case[1]) do
        layers[i] = { tilepath.layer(grid), weight }
        layers[i][1]:sample(function(_, y) return case[3][y] end)
      end
      local finder = tilepath.pathfinder(grid, { layers = layers })
      for x, y in grid:cells() do
        local sum = case[2][x]
        for _, weight in ipairs(case[1]) do
          sum = sum + weight * case[3][y]
        end
        near(sum, finder:price(x, y), 1e-9)
      end
    end)
  end

  -- A small weight on expensive ground: few levels are enough.
  for _, case in ipairs { { 1, 1000 }, { 0.01, 50 } } do
    local weight, price = case[1], case[2]
    it("are exact for weight " .. weight .. " at price " .. price, function()
      local grid = tilepath.grid(252, 1)
      local layer = tilepath.layer(grid)
      layer:sample(function(x) return x end)
      local finder = tilepath.pathfinder(grid, {
        layers = { { layer, weight } }, prices = { open = price } })
      for x = 1, 252 do
        near(price + weight * x, finder:price(x, 1), 1e-9)
      end
    end)
  end

  it("go straight on where that costs less than a detour", function()
    local grid = tilepath.grid(map [[
      .......
      .#####.
      .#####.
      .......
    ]])
    local danger = tilepath.layer(grid)
    danger:fill(2, 1, 5, 1, 1)
    local path, cost = tilepath.pathfinder(grid, { diagonal = "never",
      layers = { { danger, 1 } } }):find(1, 1, 7, 1)
    near(11, cost, 1e-5)
    assert.are.equal(7, path:size())
  end)

  it("are rounded up by less than 5 percent", function()
    local weights = { 0.003, 0.05, 0.4, 1 / 3, 1, 1.7 }
    local grid = tilepath.grid(16, 16, { prices = { mud = 2.7 } })
    grid:fill(1, 1, 8, 16, "mud")
    local one, other = tilepath.layer(grid), tilepath.layer(grid)
    one:sample(function(x, y) return (x * 16 + y - 17) % 256 end)
    other:sample(function(x, y) return (x * 11 + y * 37) % 256 end)
    for _, weight in ipairs(weights) do
      for _, more in ipairs(weights) do
        local finder = tilepath.pathfinder(grid, {
          layers = { { one, weight }, { other, more } } })
        for x, y in grid:cells() do
          local sum = (x <= 8 and 2.7 or 1) + weight * one:get(x, y)
            + more * other:get(x, y)
          local price = finder:price(x, y)
          assert.is_true(price > sum * 0.9999 and price < sum * 1.05,
            ("%g of %g for %g and %g"):format(price, sum, weight, more))
        end
      end
    end
  end)

  it("are rounded up by less than 5 percent also if they are lowered", function()
    local grid = tilepath.grid(16, 16)
    local trail, other = tilepath.layer(grid), tilepath.layer(grid)
    trail:sample(function(x, y) return x * 16 + y - 17 end)
    other:sample(function(x, y) return (x * 11 + y * 37) % 8 end)
    for _, weight in ipairs { 0.0031, 0.0039, 0.007, 1 / 3 } do
      local finder = tilepath.pathfinder(grid, {
        layers = { { trail, -weight }, { other, 0.0013 }, min_price = 0.01 } })
      for x, y in grid:cells() do
        local sum = math.max(1 - weight * trail:get(x, y)
          + 0.0013 * other:get(x, y), 0.01)
        local price = finder:price(x, y)
        assert.is_true(price > sum * 0.9999 and price < sum * 1.05,
          ("%g of %g for %g"):format(price, sum, weight))
      end
    end
  end)

  it("count the largest number under a large agent", function()
    local grid = tilepath.grid(9, 5)
    local layer, other = tilepath.layer(grid), tilepath.layer(grid)
    grid:terrain("mud", 3)
    grid:set(5, 3, "mud")
    layer:set(4, 2, 40)
    layer:set(5, 2, 20)
    other:set(5, 3, 10)
    local finder = tilepath.pathfinder(grid, { size = 2,
      layers = { { layer, 0.1 }, { other, 0.2 } } })
    near(9, finder:price(4, 2))
    near(7, finder:price(5, 2))
    near(5, finder:price(3, 1))
    near(1, finder:price(7, 1))
  end)

  it("add to the prices near walls and of avoided cells", function()
    local grid = tilepath.grid(9, 5)
    local layer = tilepath.layer(grid)
    layer:fill(1, 1, 9, 5, 20)
    local finder = tilepath.pathfinder(grid, { keep_away = { 1, 2 },
      layers = { { layer, 0.1 } } })
    near(5, finder:price(3, 1))
    near(3, finder:price(3, 3))
    local avoiding = { avoid = { { 4, 1, 1, 5 } }, avoid_price = 7 }
    local _, cost = finder:find(3, 3, 5, 3, avoiding)
    near(13, cost, 0.3)
    layer:fill(1, 1, 9, 5, 0)
    _, cost = finder:find(3, 3, 5, 3, avoiding)
    near(9, cost, 1e-5)
    _, cost = finder:find(3, 3, 5, 3, { avoid = { { 4, 3 } } })
    layer:set(4, 2, 100)
    layer:set(4, 4, 100)
    local _, dearer = finder:find(3, 3, 5, 3, { avoid = { { 4, 3 } } })
    assert.is_true(dearer > cost + 1)
  end)

  it("allow jump point search again once all numbers are 0 #core_c", function()
    for _, weight in ipairs { 1, -0.5 } do
      local grid = tilepath.grid(20, 20)
      local layer = tilepath.layer(grid)
      local finder = tilepath.pathfinder(grid,
        { layers = { { layer, weight }, min_price = 0.1 } })
      local function algorithm()
        finder:find(1, 1, 20, 20)
        return finder.info.algorithm
      end
      assert.are.equal("jps", algorithm())
      layer:set(10, 10, 1)
      assert.are.equal("astar", algorithm())
      layer:fade(0)
      assert.are.equal("jps", algorithm())
    end
  end)

  it("turn units that follow a field", function()
    local grid = tilepath.grid(9, 3)
    local layer = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, { layers = { { layer, 1 } } })
    local unit = tilepath.crowd(grid):add { finder = finder, cell_x = 1,
      cell_y = 2 }
    unit:follow(finder:field { { 9, 2 } })
    unit.crowd:update(1)
    layer:fill(4, 2, 3, 1, 255)
    while unit.moving do
      unit.crowd:update(0.25)
      assert.is_true(unit.cell_y ~= 2 or layer:get(unit.cell_x, 2) == 0)
    end
    assert.are.same({ 9, 2 }, { unit.cell_x, unit.cell_y })
  end)

  it("are copied into the profile, and keep their layers alive", function()
    local grid = tilepath.grid(5, 5)
    assert.are.same({}, tilepath.pathfinder(grid).profile.layers)
    local function new_finder()
      local layer = tilepath.layer(grid)
      local layers = { { layer, -0.5 }, min_price = 0.25 }
      local finder = tilepath.pathfinder(grid, { layers = layers })
      assert.are.same(layers, finder.profile.layers)
      layer:fill(1, 1, 5, 5, 1)
      return tilepath.pathfinder(grid, finder.profile)
    end
    local finder = new_finder()
    local weak = setmetatable({ tilepath.layer(grid) }, { __mode = "v" })
    collectgarbage()
    collectgarbage()
    assert.is_nil(weak[1]) -- its grid does not keep it
    near(2, (select(2, finder:find(1, 1, 5, 1))), 1e-5)
    assert.are.equal(0.25, finder.profile.layers.min_price)
  end)
end)

describe("layers = { { layer, false } }", function()
  it("close the cells whose number is above 0", function()
    local grid = tilepath.grid(map [[
      .....
      .....
    ]])
    local area = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, {
      layers = { { layer = area, weight = math.huge } }, algorithm = "jps" })
    assert.are.equal(false, finder.profile.layers[1][2])
    area:fill(3, 1, 1, 2, 1)
    local told = finder:explain(1, 1, 5, 1)
    assert.are.equal("unreachable", told.reason)
    assert.are.same({ { what = "layer", x = 3, y = 1, layer = area } },
      told.blockers)
    assert.is_false(finder:can_enter(3, 2))
    assert.are.same({ nil, "goal_blocked" }, { finder:find(1, 1, 3, 2) })
    assert.are.same({ nil, "start_blocked" }, { finder:find(3, 2, 1, 1) })
    assert.are.equal(2, #{ finder:region(1, 1) })
    assert.are.not_equal(finder:region(1, 1), (finder:region(5, 1)))
    assert.is_nil(finder:line_of_sight(1, 1, 5, 1) or nil)
    area:set(3, 2, 0)
    near(2 + 2 * math.sqrt(2), (select(2, finder:find(1, 1, 5, 1))))
    assert.are.equal(finder:region(1, 1), (finder:region(5, 1)))
    grid:set(3, 1, "wall")
    area:set(3, 2, 9)
    told = finder:explain(3, 1, 3, 1)
    assert.are.same({ { what = "cell", x = 3, y = 1, terrain = "wall" },
      { what = "layer", x = 3, y = 1, layer = area } }, told.blockers)
  end)

  it("keep a unit in its pen, and let it out once they are gone", function()
    local grid = tilepath.grid(12, 5)
    local outside, crowd = tilepath.layer(grid), tilepath.crowd(grid)
    outside:fill(1, 1, 12, 5, 1)
    outside:fill(2, 2, 4, 3, 0)
    local hen = crowd:add { cell_x = 3, cell_y = 3, pace = 1,
      finder = tilepath.pathfinder(grid, { layers = { { outside, false } } }) }
    assert.are.same({ nil, "goal_blocked" }, { hen:go_cell(10, 3) })
    assert.is_true(hen:go_cell(10, 3, { partial = true }))
    for _ = 1, 20 do crowd:update(1) end
    assert.are.equal(5, hen.cell_x)
    outside:fill(1, 1, 12, 5, 0)
    assert.is_true(hen:go_cell(10, 3))
    for _ = 1, 4 do crowd:update(1) end
    outside:fill(hen.cell_x - 1, hen.cell_y - 1, 3, 3, 1) -- it walks out
    for _ = 1, 20 do crowd:update(1) end
    assert.are.equal(10, hen.cell_x)
  end)

  it("turn a follower back, and let it go on", function()
    local grid = tilepath.grid(9, 1)
    local area = tilepath.layer(grid)
    local hero = tilepath.follower { x = 0.5, y = 0.5, speed = 1,
      finder = tilepath.pathfinder(grid, { layers = { { area, false } } }) }
    assert.is_true(hero:go(8.5, 0.5))
    hero:update(2)
    area:set(6, 1, 1)
    hero:update(9)
    assert.are.equal("blocked", hero.status)
    assert.is_true(hero.x < 5)
    area:set(6, 1, 0)
    hero:update(9)
    assert.are.equal(8.5, hero.x)
  end)

  it("must all close cells for jump points", function()
    local grid = tilepath.grid(5, 5)
    local one, other = tilepath.layer(grid), tilepath.layer(grid)
    assert.matches("layers must be left out, or all have the weight false, if "
      .. "algorithm is 'jps'", mistake(function()
      tilepath.pathfinder(grid, { algorithm = "jps", layers = {
        { one, false }, { other, 2 } } })
    end), 1, true)
    assert.matches("layers[1].weight must be false or a number from 1/1024 to "
      .. "1024 or from -1024 to -1/1024, got true", mistake(function()
      tilepath.pathfinder(grid, { layers = { { one, true } } })
    end), 1, true)
  end)

  law(it, "are walls to the agent", { runs = 60 }, function(random)
    local hex = random(3) == 1 and "hex" or nil
    local width, height = random(3, 70), random(3, 9)
    local options = { shape = hex, prices = { mud = 3 } }
    local grid, twin = tilepath.grid(width, height, options),
      tilepath.grid(width, height, options)
    local area, danger = tilepath.layer(grid), tilepath.layer(grid)
    local size = not hex and random(3) == 1 and 2 or 1
    local weight = random(2) == 1 and 0.5
    local danger_of_twin = tilepath.layer(twin)
    local profile = { size = size, landmarks = not hex and size == 1
      and random(2) == 1 and 2 or nil, layers = { { area, false },
      weight and { danger, weight } or nil } }
    local finder = tilepath.pathfinder(grid, profile)
    profile.layers = { weight and { danger_of_twin, weight } or nil }
    local judge = tilepath.pathfinder(twin, profile)
    local function ask(one, x1, y1, x2, y2)
      local path, cost = one:find(x1, y1, x2, y2)
      local reach, view = one:reach(x1, y1, 5), one:view(x1, y1, 6)
      return { path and floor(cost * 1024 + 0.5) or cost, one:can_enter(x1, y1),
        (one:price(x2, y2)), one:is_reachable(x1, y1, x2, y2),
        reach and list_cells(reach), view and list_cells(view),
        (one:line_of_sight(x1, y1, x2, y2)), { one:nearest(x1, y1) },
        one:would_block({ { x2, y2 } }, x1, y1, width, height),
        select(2, one:region(x1, y1)) }
    end
    for _ = 1, 6 do
      for _ = 1, random(width) do
        local x, y = random(width), random(height)
        local terrain, number, closed = random(2) == 1 and "mud" or "open",
          random(0, 9), random(3) == 1
        grid:set(x, y, terrain)
        twin:set(x, y, terrain)
        danger:set(x, y, number)
        danger_of_twin:set(x, y, number)
        area:set(x, y, closed and random(255) or 0)
        twin:set_walkable(x, y, not closed)
      end
      for _ = 1, 6 do
        local x1, y1, x2, y2 = random(width), random(height), random(width),
          random(height)
        assert.are.same(ask(judge, x1, y1, x2, y2),
          ask(finder, x1, y1, x2, y2))
      end
    end
  end)
end)

describe("a weight below 0", function()
  it("makes cells cheaper, but not below least", function()
    local grid = tilepath.grid(9, 3, { prices = { road = 0.25, mud = 3 } })
    grid:set(8, 1, "road")
    grid:set(9, 1, "mud")
    grid:set_walkable(7, 1, false)
    local trail = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, { diagonal = "never",
      layers = { { trail, -0.003 }, min_price = 0.4 } })
    trail:set(1, 1, 100)
    trail:fill(2, 1, 8, 1, 255)
    near(0.7, finder:price(1, 1), 1e-6)
    near(0.4, finder:price(2, 1), 1e-6)
    near(0.25, finder:price(8, 1), 1e-6)
    near(3 - 0.765, finder:price(9, 1), 0.01)
    near(1, finder:price(3, 2), 1e-6)
    assert.is_false(finder:can_enter(7, 1))
    assert.is_nil(finder:price(7, 1))
  end)

  it("is added to weights above 0 before least applies", function()
    local grid = tilepath.grid(4, 4)
    local trail, danger = tilepath.layer(grid), tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, {
      layers = { { trail, -0.01 }, { danger, 0.01 }, min_price = 0.5 } })
    trail:fill(1, 1, 4, 4, 200)
    danger:set(1, 1, 200)
    danger:set(2, 1, 180)
    danger:set(3, 1, 250)
    near(1, finder:price(1, 1), 1e-6)
    near(0.8, finder:price(2, 1), 0.02)
    near(1.5, finder:price(3, 1), 0.02)
    near(0.5, finder:price(4, 4), 1e-6)
  end)
end)

it("no weight lowers the price of avoided cells", function()
  local grid = tilepath.grid(9, 5)
  local trail = tilepath.layer(grid)
  local finder = tilepath.pathfinder(grid, {
    layers = { { trail, -1 }, min_price = 0.5 } })
  trail:fill(1, 1, 9, 5, 255)
  local _, cost = finder:find(3, 3, 5, 3, { avoid = { { 4, 1, 1, 5 } },
    avoid_price = 2 })
  near(3, cost, 1e-5)
end)

it("layers add the same with avoid_price", function()
  local grid = tilepath.grid("..~~bb", { prices = { mud = 3, bog = 1.7 },
    legend = { ["~"] = "mud", b = "bog" } })
  local danger = tilepath.layer(grid)
  danger:fill(1, 1, 6, 1, 7)
  local finder = tilepath.pathfinder(grid, { layers = { { danger, 2.5 },
    min_price = 2 } })
  local query = { avoid = { { 6, 1 } }, avoid_price = 0.5 }
  near(18.5, (finder:find(1, 1, 2, 1, query)).cost)
end)

describe("layer:save", function()
  local function scattered(seed, w, h, options)
    local layer = tilepath.layer(tilepath.grid(w, h, options))
    scatter(numbers.new(seed), layer, 60)
    return layer
  end

  it("holds all numbers, for any grid of that size", function()
    local layer = scattered(3, 37, 11)
    local dump = layer:save()
    assert.is_true(#dump < 37 * 11 + 40)
    local grid = tilepath.grid(37, 11, { base = 0, prices = { mud = 2 } })
    local loaded = tilepath.load(dump, grid)
    assert.are.equal("layer of 37x11", tostring(loaded))
    assert.is_true(rawequal(grid, loaded.grid))
    assert.are.equal(0, loaded.revision)
    assert.are.equal(dump, loaded:save())
    layer.grid:sample(function(x, y)
      assert.are.equal(layer:get(x, y), loaded:get(x - 1, y - 1))
    end)
    loaded:set(0, 0, 255 - loaded:get(0, 0))
    assert.are_not.equal(dump, loaded:save())
  end)

  it("is the same string on every machine", function()
    local layer = tilepath.layer(tilepath.grid(2, 1))
    layer:set(2, 1, 255)
    assert.are.equal("tilepath-layer 10 =2;=1;\n\0\255",
      layer:save():sub(1, -9))
  end)
end)
