--- Layers. fuzz/differential judges their arithmetic on any map, and the paths
-- of profiles with layers.

local tilepath = require "tilepath"
local flat = require "tilepath.flat"
local helper = require "spec.support.helper"
local numbers = require "spec.support.random"

local map, mistake, near = helper.map, helper.mistake, helper.near
local floor, huge = math.floor, math.huge

local function each_cell(grid, f)
  for y = 1, grid.height do
    for x = 1, grid.width do
      f(x, y)
    end
  end
end

--- All numbers of a layer, row by row.
local function values(layer)
  local all = {}
  each_cell(layer.grid, function(x, y) all[#all + 1] = layer:get(x, y) end)
  return all
end

local function scatter(random, layer, density)
  layer:sample(function()
    return random(1, 100) <= density and random(0, 255) or 0
  end)
end

local STEPS = { { 1, 0, 1 }, { -1, 0, 1 }, { 0, 1, 1 }, { 0, -1, 1 },
  { 1, 1, math.sqrt(2) }, { -1, 1, math.sqrt(2) }, { -1, -1, math.sqrt(2) },
  { 1, -1, math.sqrt(2) } }

--- The price of a cell: what its neighbours pay to enter it.
local function price_of(finder, x, y)
  for _, step in ipairs(STEPS) do
    for to_x, to_y, cost in finder:neighbors(x + step[1], y + step[2]) do
      if to_x == x and to_y == y then
        return cost / step[3]
      end
    end
  end
  return huge
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

  it("fills, fades and blurs in whole numbers", function()
    local layer = tilepath.layer(tilepath.grid(5, 1))
    assert.are.equal(2, layer:fill(2, 1, 2, 9, 7))
    assert.are.same({ 0, 7, 7, 0, 0 }, values(layer))
    assert.are.equal(2, layer:fade(0.5))
    assert.are.same({ 0, 3, 3, 0, 0 }, values(layer))
    assert.are.equal(4, layer:blur())
    assert.are.same({ 2, 2, 2, 1, 0 }, values(layer))
    assert.are.equal(4, layer:blur(4))
    assert.are.same({ 1, 1, 1, 1, 1 }, values(layer))
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

  it("can be sampled in part, and stays the same if the function fails",
    function()
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

  it("counts its own edits, apart from the grid's", function()
    local grid = tilepath.grid(9, 9)
    local layer = tilepath.layer(grid)
    layer:set(1, 1, 0)
    layer:fade(0.5)
    layer:blur()
    assert.are.equal(0, layer.revision)
    layer:set(1, 1, 5)
    assert.are.equal(1, layer.revision)
    assert.are.equal(0, grid.revision)
  end)

  it("cannot be edited while a search uses its grid #core_c", function()
    local grid = tilepath.grid(9, 9)
    local layer = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, { heuristic = function()
      layer:set(1, 1, 5)
      return 0
    end })
    local is_done, message = pcall(finder.find, finder, 1, 1, 9, 9)
    assert.is_false(is_done)
    assert.matches("set: the grid is busy", message, 1, true)
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
    near(5, price_of(finder, 3, 1))
    local path, cost = finder:find(1, 1, 5, 1)
    near(6, cost)
    assert.are.equal(7, path:count())
    danger:set(3, 2, 60)
    path, cost = finder:find(1, 1, 5, 1)
    near(8, cost)
    assert.are.equal(5, path:count())
    danger:fill(1, 1, 5, 2, 0)
    near(4, (select(2, finder:find(1, 1, 5, 1))))
  end)

  it("round up to levels that depend only on the current numbers", function()
    local random = numbers.new(5)
    local grid = tilepath.grid(40, 3)
    grid:terrain("mud", 2.7)
    grid:fill(10, 1, 9, 3, "mud")
    local old, new = tilepath.layer(grid), tilepath.layer(grid)
    local a = tilepath.pathfinder(grid, { layers = { { old, 0.031 } } })
    local b = tilepath.pathfinder(grid, { layers = { { new, 0.031 } } })
    for _ = 1, 50 do
      scatter(random, old, 70)
      a:find(1, 1, 40, 3)
    end
    new:sample(function(x, y) return old:get(x, y) end)
    each_cell(grid, function(x, y)
      assert.are.equal(price_of(a, x, y), price_of(b, x, y))
    end)
    assert.are.same(helper.plain(a:find(1, 1, 40, 3)),
      helper.plain(b:find(1, 1, 40, 3)))
  end)

  it("are exact to two numbers on ground of one price or of whole prices",
    function()
      local grid = tilepath.grid(256, 2)
      local layer = tilepath.layer(grid)
      layer:sample(function(x) return x - 1 end)
      local finder = tilepath.pathfinder(grid, { layers = { { layer, 0.05 } } })
      local function check(price)
        for v = 0, 255 do
          near(price + 0.05 * (v + v % 2), price_of(finder, v + 1, 1), 1e-4)
        end
      end
      check(1)
      for price = 2, 8 do
        grid:terrain("t" .. price, price)
      end
      grid:clear("t5")
      check(5)
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
    near(9, price_of(finder, 4, 2))
    near(7, price_of(finder, 5, 2))
    near(5, price_of(finder, 3, 1))
    near(1, price_of(finder, 7, 1))
  end)

  it("add to the prices near walls and of avoided cells", function()
    local grid = tilepath.grid(9, 5)
    local layer = tilepath.layer(grid)
    layer:fill(1, 1, 9, 5, 20)
    local finder = tilepath.pathfinder(grid, { keep_away = { 1, 2 },
      layers = { { layer, 0.1 } } })
    near(5, price_of(finder, 3, 1))
    near(3, price_of(finder, 3, 3))
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

  it("keep the prices of avoided cells exact if they add nothing", function()
    local grid = tilepath.grid(9, 5)
    local layer = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, { layers = { { layer, 0.05 } } })
    local among = { avoid = { { 4, 1, 1, 5 } }, avoid_price = 0.33 }
    layer:fill(1, 1, 3, 5, 200)
    near(1.33, select(2, finder:find(3, 3, 4, 3, among)), 1e-6)
    near(1, select(2, finder:find(4, 3, 5, 3, among)), 1e-6)
    layer:set(4, 3, 3)
    local _, cost = finder:find(3, 3, 4, 3, among)
    assert.is_true(cost > 1.48 - 1e-6 and cost < 1.48 + 2 * 12.75 / 250, cost)
  end)

  it("keep a level even if terrains and avoided cells use almost all classes",
    function()
      local terrain = {}
      for i = 1, 125 do
        terrain["t" .. i] = 1 + i
      end
      local grid = tilepath.grid(125, 1, { prices = terrain })
      local layer = tilepath.layer(grid)
      for x = 1, 125 do
        grid:set(x, 1, "t" .. x)
      end
      local finder = tilepath.pathfinder(grid, { layers = { { layer, 0.5 } } })
      local function cost_onto(x)
        return select(2, finder:find(x - 1, 1, x, 1,
          { avoid = { { x, 1 } }, avoid_price = 7 }))
      end
      for x = 2, 125 do
        near(1 + x + 7, cost_onto(x), 1e-4)
      end
      layer:fill(1, 1, 125, 1, 4)
      for x = 2, 125 do
        assert.is_true(cost_onto(x) >= 1 + x + 7 + 2 - 1e-4)
      end
    end)

  it("allow jump point search again once all numbers are 0 #core_c", function()
    for _, weight in ipairs { 1, -0.5 } do
      local grid = tilepath.grid(20, 20)
      local layer = tilepath.layer(grid)
      local finder = tilepath.pathfinder(grid,
        { layers = { { layer, weight }, least = 0.1 } })
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

  it("count in searches, queues, fields and reaches", function()
    local grid = tilepath.grid(30, 30)
    local layer = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, { layers = { { layer, 0.5 } },
      diagonal = "never" })
    layer:set(1, 30, 1)
    local search = finder:search(1, 15, 30, 15)
    local field = finder:field { { 30, 15 } }
    local queue = tilepath.queue { nodes = 20 }
    local ticket = queue:find(finder, 1, 15, 30, 15)
    search:step(10)
    queue:update()
    layer:fill(15, 1, 1, 29, 10)
    while search:step(10) == "running" do end
    while queue.count > 0 do
      queue:update()
    end
    field:update()
    near(34, (select(2, finder:find(1, 15, 30, 15))))
    near(34, ticket:path().cost)
    near(34, field:cost(1, 15))
    near(34, finder:reach(1, 15, 40):cost(30, 15))
    if search.status == "found" then
      near(34, search:path().cost)
    else
      assert.are.equal("stale", search.reason)
    end
  end)

  it("are copied into the profile, and keep their layers alive", function()
    local grid = tilepath.grid(5, 5)
    local layer = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, { layers = { { layer, 0.5 } } })
    local copy = finder.profile.layers
    assert.are.equal(1, #copy)
    assert.is_true(rawequal(layer, copy[1][1]))
    assert.are.equal(0.5, copy[1][2])
    assert.are.same({}, tilepath.pathfinder(grid).profile.layers)
    tilepath.pathfinder(grid, finder.profile)
    layer:fill(1, 1, 5, 5, 4)
    layer, copy = nil, nil
    collectgarbage()
    collectgarbage()
    near(12, (select(2, finder:find(1, 1, 5, 1))))
    assert.are.equal(layer, copy)
  end)

  it("refuse any value except layers of the grid", function()
    local grid = tilepath.grid(5, 5)
    local layer = tilepath.layer(grid)
    local function refuses(message, layers, algorithm)
      assert.matches("pathfinder: " .. message, mistake(function()
        tilepath.pathfinder(grid, { layers = layers, algorithm = algorithm })
      end), 1, true)
    end
    refuses("layers must be a list of { layer, weight }, got 3", 3)
    refuses("layers[1] must be { layer, weight }, got layer", { layer })
    refuses("layers[1].layer must be a layer, got grid", { { grid, 1 } })
    refuses("layers[1].layer must be a layer of the same grid, got layer",
      { { tilepath.layer(tilepath.grid(5, 5)), 1 } })
    local weight = "weight must be a number from 1/1024 to 1024 or from -1024 "
      .. "to -1/1024, got "
    refuses("layers[1]." .. weight .. "0", { { layer, 0 } })
    refuses("layers[1]." .. weight .. "-1025", { { layer, -1025 } })
    refuses("layers[2]." .. weight .. "nil", { { layer, 1 }, { layer } })
    refuses("layers.least must be a number from 1/1024 to 1024 if a weight "
      .. "is below 0, got nil", { { layer, 1 }, { layer, -1 } })
    refuses("layers.least must be a number from 1/1024 to 1024 if a weight "
      .. "is below 0, got 0", { { layer, -1 }, least = 0 })
    refuses("layers.least must be a number from 1/1024 to 1024, got '1'",
      { { layer, 1 }, least = "1" })
    refuses("unknown option 'least' in layers[1]",
      { { layer, -1, least = 0.5 } })
    refuses("unknown option 'danger' in layers", { danger = { layer, 1 } })
    refuses("unknown option 'price' in layers[1]", { { layer, price = 1 } })
    refuses("layers must be left out if algorithm is 'jps', got table",
      { { layer, 1 } }, "jps")
    local many = {}
    for i = 1, 9 do
      many[i] = { layer, 1 }
    end
    refuses("layers must be a list of at most 8 layers, got table", many)
    assert.are.same({},
      tilepath.pathfinder(grid, { layers = false }).profile.layers)
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
      layers = { { trail, -0.003 }, least = 0.4 } })
    trail:set(1, 1, 100)
    trail:fill(2, 1, 8, 1, 255)
    near(0.7, price_of(finder, 1, 1), 1e-6)
    near(0.4, price_of(finder, 2, 1), 1e-6)
    near(0.25, price_of(finder, 8, 1), 1e-6)
    near(3 - 0.765, price_of(finder, 9, 1), 0.01)
    near(1, price_of(finder, 3, 2), 1e-6)
    assert.is_false(finder:can_enter(7, 1))
    assert.are.equal(huge, price_of(finder, 7, 1))
  end)

  it("leads paths along a trail", function()
    local grid = tilepath.grid(9, 3)
    local trail = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, { diagonal = "never",
      layers = { { trail, -0.003 }, least = 0.4 } })
    near(8, (select(2, finder:find(1, 1, 9, 1))))
    trail:fill(1, 3, 9, 1, 255)
    local path, cost = finder:find(1, 1, 9, 1)
    near(1 + 9 * 0.4 + 2, cost, 1e-5)
    assert.are.equal(13, path:count())
    near(cost, finder:field({ { 9, 1 } }):cost(1, 1), 1e-5)
    near(cost, finder:reach(1, 1, 20):cost(9, 1), 1e-5)
    trail:fade(0)
    near(8, (select(2, finder:find(1, 1, 9, 1))))
  end)

  it("is added to weights above 0 before least applies", function()
    local grid = tilepath.grid(4, 4)
    local trail, danger = tilepath.layer(grid), tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, {
      layers = { { trail, -0.01 }, { danger, 0.01 }, least = 0.5 } })
    trail:fill(1, 1, 4, 4, 200)
    danger:set(1, 1, 200)
    danger:set(2, 1, 180)
    danger:set(3, 1, 250)
    near(1, price_of(finder, 1, 1), 1e-6)
    near(0.8, price_of(finder, 2, 1), 0.02)
    near(1.5, price_of(finder, 3, 1), 0.02)
    near(0.5, price_of(finder, 4, 4), 1e-6)
  end)

  it("rounds prices up, except for less than 1/512 of a level", function()
    local grid = tilepath.grid(256, 256)
    local trail, danger = tilepath.layer(grid), tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, {
      layers = { { trail, -0.003 }, { danger, 2 }, least = 0.01 } })
    for i = 1, 256 do
      trail:fill(i, 1, 1, 256, i - 1)
      danger:fill(1, i, 256, 1, i - 1)
    end
    local level = huge
    for y = 3, 256 do
      level = math.min(level, price_of(finder, 1, y) - price_of(finder, 1, 2))
      assert.is_true(level > 0)
    end
    for y = 1, 256 do
      for x = 1, 256 do
        local sum = math.max(0.01, 1 - 0.003 * (x - 1) + 2 * (y - 1))
        local more = price_of(finder, x, y) - sum
        assert.is_true(more > -level / 512 and more < level + 1e-6)
      end
    end
  end)

  it("does not lower the price of avoided cells", function()
    local grid = tilepath.grid(9, 5)
    local trail = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, {
      layers = { { trail, -1 }, least = 0.5 } })
    trail:fill(1, 1, 9, 5, 255)
    local _, cost = finder:find(3, 3, 5, 3, { avoid = { { 4, 1, 1, 5 } },
      avoid_price = 2 })
    near(3, cost, 1e-5)
  end)

  it("counts the largest number under a large agent", function()
    local grid = tilepath.grid(9, 5)
    local trail = tilepath.layer(grid)
    trail:set(4, 2, 40)
    local finder = tilepath.pathfinder(grid, { size = 2,
      layers = { { trail, -0.01 }, least = 0.5 } })
    near(0.6, price_of(finder, 3, 1), 1e-6)
    near(0.6, price_of(finder, 4, 2), 1e-6)
    near(1, price_of(finder, 5, 2), 1e-6)
  end)

  it("has its least in the profile", function()
    local grid = tilepath.grid(5, 5)
    local layer = tilepath.layer(grid)
    local finder = tilepath.pathfinder(grid, {
      layers = { { layer, -0.5 }, least = 0.25 } })
    assert.are.equal(0.25, finder.profile.layers.least)
    assert.are.equal(-0.5, finder.profile.layers[1][2])
    local twin = tilepath.pathfinder(grid, finder.profile)
    assert.are.equal(0.25, twin.profile.layers.least)
    local plain = tilepath.pathfinder(grid, { layers = { { layer, 1 } } })
    assert.is_nil(plain.profile.layers.least)
  end)
end)

describe("layer:dump", function()
  local function scattered(seed, w, h, options)
    local layer = tilepath.layer(tilepath.grid(w, h, options))
    scatter(numbers.new(seed), layer, 60)
    return layer
  end

  it("holds all numbers, for any grid of that size", function()
    local layer = scattered(3, 37, 11)
    local dump = layer:dump()
    assert.is_true(#dump < 37 * 11 + 40)
    local grid = tilepath.grid(37, 11, { base = 0, prices = { mud = 2 } })
    local loaded = tilepath.load(dump, grid)
    assert.are.equal("layer of 37x11", tostring(loaded))
    assert.is_true(rawequal(grid, loaded.grid))
    assert.are.equal(0, loaded.revision)
    assert.are.equal(dump, loaded:dump())
    layer.grid:sample(function(x, y)
      assert.are.equal(layer:get(x, y), loaded:get(x - 1, y - 1))
    end)
    loaded:set(0, 0, 255 - loaded:get(0, 0))
    assert.are_not.equal(dump, loaded:dump())
  end)

  it("is the same string on every machine", function()
    local layer = tilepath.layer(tilepath.grid(2, 1))
    layer:set(2, 1, 255)
    assert.are.equal("tilepath-layer 10 =2;=1;\n\0\255",
      layer:dump():sub(1, -9))
  end)

  it("is damaged if a byte changes, is missing or is added", function()
    local layer = scattered(5, 6, 3)
    local dump, grid = layer:dump(), layer.grid
    local function refuses(expected, text, of)
      local loaded, reason = tilepath.load(text, of)
      assert.is_nil(loaded)
      assert.are.equal(expected, reason)
    end
    for i = 1, #dump do
      local byte = string.char((dump:byte(i) + 1) % 256)
      refuses("damaged", dump:sub(1, i - 1) .. byte .. dump:sub(i + 1), grid)
      refuses("damaged", dump:sub(1, i - 1), grid)
      refuses("damaged", dump:sub(i + 1), grid)
    end
    refuses("damaged", dump .. "x", grid)
    refuses("damaged", dump)
    refuses("damaged", grid:dump(), grid)
    for _, body in ipairs { "", "\n", "=1;=1;\n", "=2;=1;\n\0",
      "=6;=4;\n" .. ("\0"):rep(18), "=6;=3;" .. ("\0"):rep(18),
      ":6;=3;\n" .. ("\0"):rep(18) } do
      refuses("damaged", flat.seal("tilepath-layer 10 " .. body), grid)
    end
    refuses("version", flat.seal("tilepath-layer 9 " .. dump:sub(19, -9)), grid)
    refuses("size", dump, tilepath.grid(3, 6))
    refuses("size", dump, tilepath.grid(6, 4))
    assert.matches("load: grid must be a grid, got layer",
      mistake(function() tilepath.load(dump, layer) end), 1, true)
  end)
end)
