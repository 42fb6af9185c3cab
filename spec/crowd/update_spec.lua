--- crowd:update: frames of any length, and its cost.

local boards = require "spec.support.boards"
local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"
local memory = require "spec.support.memory"
local numbers = require "spec.support.random"
local stand_in = require "spec.support.stand"

local field, stand = stand_in.field, stand_in.unit

local ROW = "........."

describe("an update", function()
  it("that could not begin leaves the crowd idle", function()
    local crowd, finder = field(ROW)
    local unit, gsub = stand(crowd, finder, 4, 1), string.gsub
    unit:go_cell(5, 1)
    rawset(string, "gsub", function() -- the core in Lua calls it
      error("not enough memory", 0)
    end)
    local is_fine, message = pcall(crowd.update, crowd, 0)
    rawset(string, "gsub", gsub)
    assert.are.equal(tilepath.core == "C" and "true" or "not enough memory",
      tostring(is_fine or message))
    for _ = 1, 4 do
      crowd:update(1)
    end
    assert.are.equal(5, unit.cell_x)
  end)

  it("of no time begins no step", function()
    local crowd, finder = field(ROW)
    local unit = stand(crowd, finder, 4, 1)
    crowd:update(0.1)
    unit:go_cell(9, 1)
    for _ = 1, 3 do
      crowd:update(0)
      assert.are.same({ 4, "going" }, { unit.cell_x, unit.status })
    end
    crowd:update(0.1)
    assert.are.equal(5, unit.cell_x)
  end)

  it("tells of units that arrive together in the order of their addition",
    function()
      local crowd, finder = field((ROW .. "\n"):rep(9))
      local order = { 4, 9, 1, 7, 2, 8, 3, 6, 5 }
      for _, y in ipairs(order) do
        stand(crowd, finder, 2, y):go_cell(5, y)
      end
      local told = {}
      for _ = 1, 9 do
        crowd:tick()
        for unit, what in crowd:events() do
          told[#told + 1] = what == "arrived" and unit.cell_y or what
        end
      end
      assert.are.same(order, told)
    end)

  it("goes on if finalizers remove units", function()
    local crowd, finder = field((("."):rep(12) .. "\n"):rep(12))
    local calm, compile = memory.hurry(), memory.interpret()
    for i = 0, 35 do
      local x = i % 12 + 1
      stand(crowd, finder, x, (i - i % 12) / 12 + 1):go_cell(13 - x, 12)
    end
    for i = 1, 25 do
      memory.finalize(function() crowd:unit(i):remove() end, i % 5)
      crowd:tick()
    end
    compile()
    calm()
  end)

  it("equals its parts, bit for bit", function()
    local function march(parts)
      local grid = tilepath.grid(30, 12, { cell_size = 16 })
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local places = {}
      for i = 1, 20 do
        local x, y = i % 4 + 1, math.floor(i / 4) + 1
        crowd:add({ finder = finder, cell_x = x, cell_y = y,
          speed = 37.7 + i }):go_cell(31 - x, 13 - y)
      end
      for _ = 1, 150 do
        for _, part in ipairs(parts) do
          crowd:update(part)
        end
      end
      for i, unit in ipairs(crowd:units()) do
        places[2 * i - 1], places[2 * i] = unit.x, unit.y
      end
      return places
    end
    assert.are.same(march { 1 / 15 }, march { 1 / 30, 1 / 30 })
    -- A part may be shorter than a unit of the crowd's time.
    assert.are.same(march { 1 / 16 }, march { 2 ^ -22, 1 / 16 - 2 ^ -22 })
  end)

  --- Three units with an eye on each other, on a map that is turned and
  -- mirrored: [1] from the right to the left, [2] chases [3], which keeps off.
  -- @return where they are and what was told, second for second
  local function chased(cuts, turn, stagger)
    local function cell(x, y)
      x = turn % 2 == 1 and 5 - x or x
      y = turn % 4 > 1 and 4 - y or y
      if turn > 3 then return y, x end
      return x, y
    end
    local crowd, finder = field(
      turn > 3 and "...\n...\n...\n..." or "....\n....\n....",
      stagger and { shape = "hex", stagger = stagger } or nil)
    local units, seen = {}, {}
    for i, place in ipairs { { 4, 1 }, { 1, 2 }, { 3, 3 } } do
      local x, y = cell(place[1], place[2])
      units[i] = stand(crowd, finder, x, y, { speed = 4 })
    end
    units[1]:go_cell(cell(1, 1))
    units[2]:chase(units[3])
    units[3]:keep(units[2], { min = 1, within = 3 })
    for _ = 1, 12 do
      for _, cut in ipairs(cuts) do
        crowd:update(cut)
        for unit, what in crowd:events() do
          seen[#seen + 1] = tostring(unit == units[1]) .. " " .. what
        end
      end
      for _, unit in ipairs(units) do
        seen[#seen + 1] = ("%.17g %.17g %s"):format(unit.x, unit.y, unit.status)
      end
    end
    return seen
  end

  for _, stagger in ipairs { false, "odd-r", "even-r", "odd-q", "even-q" } do
    it("changes no chase by where it ends"
      .. (stagger and ", on hexagons " .. stagger or ""), function()
      for turn = 0, 7 do
        local whole = chased({ 0.25 }, turn, stagger)
        for _, cuts in ipairs { { 0, 0.25 }, { 0.125, 0.125 }, { 0.25, 0 },
          { 0.0625, 0, 0.0625, 0.125 } } do
          assert.are.same(whole, chased(cuts, turn, stagger))
        end
      end
    end)
  end

  it("sees what the game has done since the last one", function()
    local crowd, finder, grid = field(ROW)
    local unit, x = stand(crowd, finder, 4, 1), grid:to_world(9, 1)
    local hero = { x = x, y = 0.5 }
    local shadow = stand(tilepath.crowd(grid), finder, 9, 1)
    local function tick()
      crowd:tick()
      return unit.cell_x
    end
    for _, target in ipairs { hero, shadow } do
      unit:set_cell(4, 1)
      unit:chase(target, { within = 1 })
      assert.are.same({ 5, 6 }, { tick(), tick() })
      hero.x = grid:to_world(1, 1)
      shadow:set_cell(1, 1)
      assert.are.same({ 5, 4 }, { tick(), tick() })
      hero.x = x
      shadow:set_cell(9, 1)
    end
  end)

  it("ends at a field's goal that the game has moved to the unit", function()
    local crowd, finder = field(ROW)
    local unit = stand(crowd, finder, 4, 1, { speed = 4 })
    local way = finder:field { { 9, 1 } }
    unit:follow(way)
    crowd:update(0.5)
    assert.are.same({ 6, "going" }, { unit.cell_x, unit.status })
    way:update { { 6, 1 } }
    crowd:update(0)
    assert.are.same({ 6, "arrived" }, { unit.cell_x, unit.status })
  end)

  it("lets a unit stand that was stopped or paused", function()
    for _, call in ipairs { "stop", "pause" } do
      local crowd, finder = field(ROW)
      local unit = stand(crowd, finder, 4, 1)
      unit:go_cell(9, 1)
      crowd:tick()
      unit[call](unit)
      crowd:tick()
      assert.are.equal(5, unit.cell_x)
    end
  end)

  it("finds cheapest steps if prices lie far apart"
    .. lacks.work, function()
    local random = numbers.new(1)
    local grid = tilepath.grid(64, 64,
      { prices = { road = 1 / 1024, bog = 1024 } })
    for x, y in grid:cells() do
      grid:set(x, y, ({ "open", "road", "bog" })[random(1, 3)])
    end
    local finder = tilepath.pathfinder(grid,
      { straight_cost = 1 / 1024, diagonal_cost = 1024 })
    local crowd = tilepath.crowd(grid)
    local unit, way = stand(crowd, finder, 1, 1), finder:field { { 64, 64 } }
    unit:go_cell(64, 64)
    local cost = way:cost(1, 1)
    local work = helper.work_of(finder, function()
      while unit.status ~= "arrived" do
        crowd:tick()
        local rest = way:cost(unit.cell_x, unit.cell_y)
        assert.is_true(rest <= cost)
        cost = rest
      end
    end)
    assert.are.equal(0, cost)
    -- Each cell is expanded once, and looked at once a bit of its cost before.
    assert.is_true(work <= (1 + 64 / 16) * 64 * 64, work)
  end)
end)

-- Ground of three prices on which searches look at most cells.
local function wide_ground(count, options)
  local rows = {}
  for y = 1, 100 do
    local row = {}
    for x = 1, 100 do
      local k = (x * x * 7 + y * y * 13 + x * y * 3) % 11
      row[x] = k == 0 and "#" or k < 4 and "~" or k < 6 and "^" or "."
    end
    rows[y] = table.concat(row)
  end
  local crowd, finder, grid = field(table.concat(rows, "\n"), {
    prices = { hill = 3, mud = 2 },
    legend = { ["~"] = "mud", ["^"] = "hill" } }, nil, options)
  for i = 1, count do
    local unit = crowd:add { finder = finder, cell_x = 1 + i % 2,
      cell_y = i, speed = 1 }
    if unit then
      unit:go_cell(99 + i % 2, 101 - i)
    end
  end
  return crowd, grid
end

describe("the searches of an update", function()
  it("have a usual limit, which grows with its time", function()
    local crowd = wide_ground(99)
    crowd:update(1 / 60)
    local waiting, searches = crowd.info.waiting, crowd.info.searches
    assert.is_true(waiting > 0 and searches > 0)
    crowd:update(1 / 60)
    assert.is_true(crowd.info.waiting < waiting)
    crowd = wide_ground(99)
    crowd:update(10)
    assert.are.equal(0, crowd.info.waiting)
  end)

  it("have no limit with math.huge, and by ticks #once", function()
    local crowd = wide_ground(99, { max_nodes = math.huge })
    crowd:update(1 / 60)
    assert.are.equal(0, crowd.info.waiting)
    crowd = wide_ground(99)
    crowd:tick()
    assert.are.equal(0, crowd.info.waiting)
    assert.has_error(function() wide_ground(0, { max_nodes = 0.5 }) end,
      "crowd: max_nodes must be a whole number of at least 1, or math.huge, "
      .. "got 0.5")
  end)

  it("share the limit with looks for a free place #once", function()
    local rows = {}
    for y = 1, 20 do
      rows[y] = ("."):rep(50)
    end
    rows[21] = ("#"):rep(24) .. "." .. ("#"):rep(25)
    rows[22] = ("#"):rep(24) .. "......" .. ("#"):rep(20)
    for turn = 0, 1 do
      local function cell(x, y)
        if turn == 1 then return y, x end
        return x, y
      end
      local map = {}
      for i = 1, turn == 1 and 50 or 22 do
        map[i] = turn == 0 and rows[i] or ""
        for k = 1, turn == 1 and 22 or 0 do
          map[i] = map[i] .. rows[k]:sub(i, i)
        end
      end
      local crowd, finder = field(table.concat(map, "\n"), nil, nil,
        { max_nodes = 20000 })
      local x, y = cell(30, 22)
      local target = stand(crowd, finder, x, y, { yields = false })
      x, y = cell(25, 21)
      stand(crowd, finder, x, y, { yields = false })
      for column = 25, 29 do
        x, y = cell(column, 22)
        stand(crowd, finder, x, y, { yields = false })
      end
      for i = 0, 199 do -- None of them finds a free place that sees the target.
        x, y = cell(3 + i % 25, 2 + (i - i % 25) / 25)
        stand(crowd, finder, x, y):chase(target)
      end
      crowd:update(0)
      local waiting = crowd.info.waiting -- each looks along hundreds of lines
      assert.is_true(waiting > 180 and waiting < 200)
      for _ = 1, 60 do
        crowd:update(0)
      end
      assert.are.equal(0, crowd.info.waiting)
    end
  end)

  it("go on in the next one, also after edits", function()
    for _, edits in ipairs { false, true } do
      local crowd, grid = wide_ground(1, { max_nodes = 200 })
      local unit, updates = crowd:units()[1], 0
      repeat
        if edits then
          grid:set(50, 50, updates % 2 == 0 and "wall" or "mud")
        end
        crowd:update(0)
        updates = updates + 1
      until unit.status ~= "waiting" or updates == 60
      assert.are.equal("going", unit.status)
      assert.is_true(updates > 2 and updates < 60)
    end
  end)
end)

describe("a unit that waits for a path, put beside its field", function()
  for turn = 0, 7 do
    it("goes on when another has pushed it into the field, turn " .. turn,
      function()
        local rows = { "..............", "##############" }
        for row = 3, 8 do rows[row] = ".............." end
        local grid, at = boards.drawn(rows, {}, turn)
        grid:terrain("mud", 3)
        for column = 3, 12 do
          local x, y = at(column, 4)
          grid:set(x, y, "mud")
        end
        local finder = tilepath.pathfinder(grid)
        local crowd = tilepath.crowd(grid, { max_nodes = 1 })
        local function add(x, y)
          local cell_x, cell_y = at(x, y)
          return crowd:add { finder = finder, cell_x = cell_x, cell_y = cell_y }
        end
        local other, unit, pusher = add(1, 5), add(6, 1), add(12, 1)
        unit:pause()
        assert.is_true(unit:follow(
          finder:field({ { at(1, 1) } }, { max_cost = 5 })))
        pusher:go_cell(at(7, 1))
        for _ = 1, 40 do
          if crowd:at(at(9, 1)) ~= pusher then crowd:tick() end
        end
        -- The search of the other one uses up the updates.
        other:go_cell(at(14, 5))
        unit:resume()
        assert.is_true(unit:set_cell(at(8, 1)))
        for _ = 1, 90 do crowd:tick() end
        assert.are.equal(unit, crowd:at(at(1, 1)))
        assert.are.equal("arrived", unit.status)
      end)
  end
end)

describe("an update of the longest dt", function()
  --- The numbers of decisions of two updates.
  local function count(w, h, order, others)
    local crowd, finder = field(w, h)
    local unit = stand(crowd, finder, 1, 1)
    for i = 1, others or 0 do
      stand(crowd, finder, w - i + 1, h, { yields = false })
    end
    order(unit, w, h)
    local counts = {}
    for i, dt in ipairs { 2 ^ 30, 1, 60 } do
      local before = crowd.info.decisions
      crowd:update(dt)
      counts[i] = crowd.info.decisions - before
    end
    return counts, unit
  end

  it("ends although the order does not #once", function()
    local counts, unit = count(9, 4, function(unit, w, h)
      unit:patrol_cell { w, h, 1, h }
    end)
    assert.is_true(counts[1] > 5e4 and counts[1] <= 2 ^ 21 + 9, counts[1])
    assert.is_true(counts[2] >= 3 and counts[2] <= 5, counts[2])
    assert.is_true(counts[3] > 200 and counts[3] < 260, counts[3])
    assert.are.equal("going", unit.status)
  end)

  it("brings a unit to its goal, and counts years for one at rest", function()
    local _, unit = count(9, 4, function(unit, w, h) unit:go_cell(w, h) end)
    assert.are.same({ 9, 4, "arrived" },
      { unit.cell_x, unit.cell_y, unit.status })
  end)
end)
