--- crowd:state, a crowd from a state, and crowd:restore. Random games:
-- laws/saved_crowds_spec.lua.

local tilepath = require "tilepath"
local flat = require "tilepath.flat"
local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"

local floor = math.floor
local mistake = helper.mistake

local function field(options)
  local grid = tilepath.grid(8, 6, options)
  return tilepath.crowd(grid), tilepath.pathfinder(grid),
    tilepath.pathfinder(grid, { size = 2 })
end

--- All that a crowd says, as text.
local function show(crowd)
  local words = {}
  for i, unit in ipairs(crowd:units()) do
    words[#words + 1] = ("%d: %s %.17g %.17g"):format(i, tostring(unit),
      unit.x, unit.y)
    unit.number = i
  end
  local grid = crowd.grid
  for y = grid.base_y, grid.base_y + grid.height - 1 do
    for x = grid.base_x, grid.base_x + grid.width - 1 do
      local unit = crowd:at(x, y)
      words[#words + 1] = unit and unit.number or "."
    end
  end
  return table.concat(words, " ")
end

local function finders_of(crowd)
  local all = {}
  for i, unit in ipairs(crowd:units()) do
    all[i] = unit.finder
  end
  return all
end

--- Units of two sizes. One is off the middle of its cells.
local function throng()
  local crowd, finder, wide = field { base = { -2, 7 }, cell_size = 8 }
  local a = crowd:add { finder = wide, cell_x = 0, cell_y = 8 }
  crowd:add { finder = finder, cell_x = 5, cell_y = 12 }
  crowd:add { finder = wide, cell_x = 3, cell_y = 8 }
  crowd:add { finder = finder, cell_x = -2, cell_y = 7 }
  crowd:add { finder = finder, cell_x = -2, cell_y = 8 }
  a:set_position(17.5, 15.25)
  return crowd
end

describe("crowd:state", function()
  it("is the same with a prepared pathfinder", function()
    local function after(is_prepared)
      local grid = tilepath.grid(80, 20)
      grid:fill(1, 1, 80, 20, "wall")
      grid:fill(1, 1, 20, 20, "open")
      grid:fill(21, 10, 60, 1, "open")
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local unit = crowd:add { finder = finder, cell_x = 40, cell_y = 10 }
      finder:prepare()
      grid:set(5, 5, "wall")
      if is_prepared then finder:prepare() end
      assert.is_true(unit:go_cell { { 80, 10 }, { 45, 10 } })
      return crowd:state()
    end
    assert.are.same(after(true), after(false))
  end)

  it("is a line of printable text that JSON holds as it is"
    .. lacks.text, function()
    local crowd, finder, wide = field { base = { 0, 3 }, cell_size = 10 }
    crowd:add({ finder = wide, cell_x = 2, cell_y = 3 }).name = "ogre"
    crowd:add { finder = finder, x = 3.5, y = 4.25 }
    assert.matches("^tilepath%-crowd 7 crowd:n2;grid:8 6 0 3;unit1:n1w2h2c2;"
      .. "unit2:n2c0o1x7%^%-1y17%^%-2;%x%x%x%x%x%x%x%x$", crowd:state())
    for _, one in ipairs { crowd, throng() } do
      assert.is_nil(one:state():find('[^ -~]')
        or one:state():find('["\\]'))
    end
  end)

  it("makes the same crowd", function()
    local crowd = throng()
    local before, state = show(crowd), crowd:state()
    for _, finders in ipairs { finders_of(crowd), function(i)
      return finders_of(crowd)[i]
    end } do
      local again = helper.load_crowd(crowd.grid, { state = state,
        finders = finders })
      assert.are.equal(before, show(again))
      assert.are.equal(state, again:state())
    end
    assert.are.equal(before, show(crowd))
  end)

  it("places units even in new walls", function()
    local crowd, finder = field()
    crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    finder.grid:set(1, 1, "wall")
    local again = helper.load_crowd(finder.grid, { state = crowd:state(),
      finders = { finder } })
    assert.are.equal(1, again:at(1, 1).cell_x)
  end)

  it("gives a function the index and the size of each unit", function()
    local crowd = throng()
    local all, seen = finders_of(crowd), {}
    helper.load_crowd(crowd.grid, { state = crowd:state(),
      finders = function(i, wide, high)
        seen[i] = { wide, high }
        return all[i]
      end })
    assert.are.same({ { 2, 2 }, { 1, 1 }, { 2, 2 }, { 1, 1 }, { 1, 1 } }, seen)
  end)

  it("keeps a limit of no nodes", function()
    for _, query in ipairs { { max_nodes = 0 }, { max_nodes = 0, within = 1 },
      { max_nodes = 0, partial = true } } do
      local crowd, finder = field()
      crowd:add({ finder = finder, cell_x = 1, cell_y = 1 }):go_cell(8, 2, query)
      crowd:update(0.1)
      local again = tilepath.crowd(crowd.grid)
      assert.is_true(again:restore(crowd:state(), { finders = { finder } }))
      for _ = 1, 20 do
        crowd:update(0.5)
        again:update(0.5)
      end
      assert.are.equal(show(crowd), show(again))
    end
  end)

  it("takes at most 100 bytes for a unit that goes to a goal", function()
    local grid = tilepath.grid(300, 300)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    for i = 0, 999 do
      crowd:add { finder = finder, cell_x = 1 + i % 50,
        cell_y = 1 + floor(i / 50), speed = 3 + i % 7 / 10 }
        :go_cell(300 - i % 40, 291)
    end
    for _ = 1, 200 do
      crowd:update(1 / 7)
    end
    assert.is_true(#crowd:state() <= 100 * 1000)
  end)
end)

-- Orders ----------------------------------------------------------------------

--- A unit of a size on a map with a wall.
local function errand(size)
  local grid = tilepath.grid(40, 30)
  grid:fill(20, 5, 1, 20, "wall")
  local finder = tilepath.pathfinder(grid, { size = size })
  local crowd = tilepath.crowd(grid)
  local unit = assert(crowd:add { finder = finder, cell_x = 3, cell_y = 9 })
  return unit, finder, crowd, grid
end

local ORDERS = {
  go = function(unit)
    return unit:go_cell(34, 11)
  end,
  ["go, with settle"] = function(unit)
    return unit:go_cell(34, 11, { settle = 3 })
  end,
  ["go, with a range"] = function(unit)
    return unit:go_cell(34, 11, { within = 4 })
  end,
  ["go, with a range in sight"] = function(unit)
    return unit:go_cell(22, 11, { within = 4, sight = true })
  end,
  ["go, beside a goal"] = function(unit)
    return unit:go_cell(34, 11, { adjacent = true })
  end,
  ["go, to a list of goals"] = function(unit)
    return unit:go { { 33.5, 10.5, cost = 9.25 }, { 30.5, 2.5 }, { 36.5, 25.5 } }
  end,
  ["go, to a rectangle"] = function(unit)
    return unit:go({ { 28, 7, 4, 6 } }, { adjacent = true })
  end,
  ["go_cell"] = function(unit)
    return unit:go_cell(34, 11)
  end,
  ["go_cell, with a range"] = function(unit)
    return unit:go_cell(34, 11, { within = 4 })
  end,
  ["go_cell, to rectangles"] = function(unit)
    return unit:go_cell({ { 30, 3 }, { 29, 8, w = 4, h = 6 } },
      { adjacent = true })
  end,
  ["go, as near as it can"] = function(unit, _, _, grid)
    grid:fill(30, 8, 7, 7, "wall")
    return unit:go_cell(34, 11, { partial = true })
  end,
  patrol = function(unit)
    return unit:patrol { { 33.5, 10.5 }, { 5.5, 20.5 }, { 25.5, 3.5 } }
  end,
  ["follow a path"] = function(unit, finder)
    return unit:follow(finder:find_world(2.5, 8.5, 33.5, 10.5):prune(finder))
  end,
  ["follow a field"] = function(unit, finder)
    unit.field = finder:field { { 34, 11 } }
    return unit:follow(unit.field)
  end,
  ["go with others"] = function(unit, _, crowd)
    return crowd:go({ unit }, 33.5, 10.5)
  end,
}

local function names_of(orders)
  local names = {}
  for name in pairs(orders) do
    names[#names + 1] = name
  end
  table.sort(names)
  return names
end

--- The unit's cell in each beat, its events, and its status.
local function story(unit, crowd, beats)
  local cells, told = {}, {}
  for beat = 1, beats do
    crowd:tick()
    cells[beat] = unit.cell_x .. "," .. unit.cell_y
    for _, what in crowd:events() do
      told[#told + 1] = what .. " at " .. cells[beat]
    end
  end
  return cells, told, unit.status
end

describe("an order", function()
  for _, name in ipairs(names_of(ORDERS)) do
    for _, size in ipairs { 1, 2 } do
      it(("of a unit of size %d comes back: %s"):format(size, name),
        function()
          for _, before in ipairs { 0, 3, 17, 30 } do
            local unit, finder, crowd, grid = errand(size)
            assert.is_truthy(ORDERS[name](unit, finder, crowd, grid))
            for _ = 1, before do
              crowd:tick()
            end
            local again = helper.load_crowd(grid, { state = crowd:state(),
              finders = { finder }, fields = { unit.field } })
            local _, told, status = story(unit, crowd, 100)
            local _, told_again, status_again = story(again:units()[1], again,
              100)
            assert.are.same(told, told_again)
            assert.are.equal(status, status_again)
            assert.is_true(#told > 0 or status == "arrived")
          end
        end)
    end
  end

  it("to a goal outside the map comes back", function()
    local unit, finder, crowd, grid = errand(1)
    assert.is_true(unit:go(100, 5, { partial = true }))
    local again = helper.load_crowd(grid, { state = crowd:state(),
      finders = { finder } })
    local cells, told = story(unit, crowd, 60)
    local cells_again, told_again = story(again:units()[1], again, 60)
    assert.are.same(told, told_again)
    assert.are.equal(cells[60], cells_again[60])
  end)

  it("along a path goes on along it, even if it is dear", function()
    local unit, finder, crowd, grid = errand(1)
    local path = { { 2.5, 8.5 }, { 2.5, 28.5 }, { 37.5, 28.5 }, { 37.5, 2.5 } }
    assert.is_true(unit:follow(path))
    for _ = 1, 12 do
      crowd:tick()
    end
    local again = helper.load_crowd(grid, { state = crowd:state(),
      finders = { finder } })
    assert.are.same(story(unit, crowd, 90), story(again:units()[1], again, 90))
  end)

  it("along a path on hexagons goes on along it", function()
    for _, case in ipairs {
      { "odd-q", "4,3 4,4 3,4 2,4 2,3" }, { "even-q", "3,4 3,3 2,3 1,3 1,4" },
      { "odd-r", "3,4 4,4 4,3 4,2 3,2" }, { "even-r", "4,3 3,3 3,2 3,1 4,1" } }
    do
      local stagger, rest = case[1], case[2]
      local grid = tilepath.grid(11, 10, { shape = "hex", stagger = stagger })
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local points = {}
      for number in rest:gmatch("%d+") do
        points[#points + 1] = tonumber(number)
      end
      local unit = crowd:add { finder = finder, cell_x = points[1],
        cell_y = points[2] }
      assert.is_true(unit:follow(tilepath.path(points)))
      local again = helper.load_crowd(grid, { state = crowd:state(),
        finders = { finder } })
      for _, one in ipairs { unit, again:units()[1] } do
        one.crowd:update(0)
        assert.are.equal(rest, helper.points(one:path():to_cells(finder)))
      end
    end
  end)

  it("along a field needs the field again", function()
    local unit, finder, crowd, grid = errand(1)
    ORDERS["follow a field"](unit, finder)
    crowd:tick()
    local state = crowd:state()
    for _, case in ipairs { { nil, "the field that the unit follows, got nil" },
      { { 5 }, "a field, got 5" },
      { { tilepath.pathfinder(grid, { size = 2 }):field { { 3, 3 } } },
        "a field on the crowd's grid, for units of this size, got field" } } do
      local message = mistake(function()
        tilepath.crowd(grid):restore(state, { finders = { finder },
          fields = case[1] })
      end)
      assert.are.equal("restore: fields[1] must be " .. case[2],
        (message:gsub("got field.*", "got field")))
    end
  end)

  it("of a paused unit comes back: paused, and idle after a resume", function()
    local unit, finder, crowd, grid = errand(1)
    unit:pause()
    crowd:tick()
    local again = helper.load_crowd(grid, { state = crowd:state(),
      finders = { finder } })
    assert.are.equal("paused", again:units()[1].status)
    again:units()[1]:resume()
    again:tick()
    assert.are.equal("idle", again:units()[1].status)
  end)
end)

-- In place --------------------------------------------------------------------

describe("crowd:restore", function()
  local function game()
    local grid = tilepath.grid(30, 30)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    for i = 1, 6 do
      local unit = crowd:add { finder = finder, cell_x = i, cell_y = i }
      unit.name = i
      unit:go_cell(30 - i, 21)
    end
    return crowd, finder, grid
  end

  it("brings back units with their handles and fields", function()
    local crowd = game()
    local units = crowd:units()
    for _ = 1, 5 do
      crowd:tick()
    end
    local before, state = show(crowd), crowd:state()
    for _ = 1, 7 do
      crowd:tick()
    end
    units[2]:stop()
    units[3]:set_cell(30, 1)
    crowd:restore(state)
    assert.are.equal(before, show(crowd))
    assert.are.same(state, crowd:state())
    for i, unit in ipairs(crowd:units()) do
      assert.is_true(rawequal(units[i], unit))
      assert.are.equal(i, unit.name)
      assert.are.equal("waiting", unit.status)
    end
    crowd:tick()
    for _, unit in ipairs(units) do
      assert.are.equal("going", unit.status)
    end
  end)

  it("removes newer units, and brings back removed units",
    function()
      local crowd, finder = game()
      local units, state = crowd:units(), crowd:state()
      units[2]:remove()
      units[5]:remove()
      local late = crowd:add { finder = finder, cell_x = 2, cell_y = 2 }
      assert.are.equal("restore: finders[2] must be a pathfinder (give { finders = }), got nil",
        mistake(function() crowd:restore(state) end))
      assert.are.equal(5, crowd.count)
      assert.is_true(rawequal(late, crowd:at(2, 2)))
      crowd:restore(state, { finders = { [2] = finder, [5] = finder } })
      assert.are.equal(6, crowd.count)
      assert.is_nil(late.crowd)
      assert.is_nil(units[2].crowd)
      assert.is_nil(crowd:units()[2].name)
      for _, i in ipairs { 1, 3, 4, 6 } do
        assert.is_true(rawequal(units[i], crowd:units()[i]))
      end
      crowd:restore(crowd:state())
      for _ = 1, 60 do
        crowd:tick()
      end
      for _, unit in ipairs(crowd:units()) do
        assert.are.equal("arrived", unit.status)
      end
    end)

  it("goes on as a new crowd from the same state", function()
    local crowd, finder, grid = game()
    for _ = 1, 5 do
      crowd:tick()
    end
    local state = crowd:state()
    for i = 1, 9 do
      grid:set(15, i, "wall")
      crowd:tick()
    end
    local other = helper.load_crowd(grid, { state = state,
      finders = function() return tilepath.pathfinder(grid) end })
    crowd:restore(state, { finders = function() return finder end })
    for _ = 1, 50 do
      crowd:tick()
      other:tick()
      assert.are.equal(show(crowd), show(other))
    end
  end)

  it("goes on as a crowd whose landmarks are new"
    .. lacks.landmarks, function()
    local grid = tilepath.grid(150, 150, { prices = { mud = 3 } })
    for x = 3, 148, 5 do
      grid:fill(x, x % 7 + 1, 2, 140, x % 2 == 0 and "mud" or "wall")
    end
    local function walkers()
      return tilepath.pathfinder(grid, { landmarks = 4 })
    end
    local old, crowd = walkers(), tilepath.crowd(grid)
    for i = 1, 30 do
      crowd:add { finder = old, cell_x = 1, cell_y = 4 * i }
    end
    for i, unit in ipairs(crowd:units()) do
      unit:go_cell(150, 150 - 4 * i)
    end
    local state = crowd:state()
    old:prepare()
    crowd:restore(state)
    local other = walkers()
    local new = helper.load_crowd(grid, { state = state,
      finders = function() return other end })
    for _ = 1, 40 do
      crowd:tick()
      new:tick()
      assert.are.equal(show(crowd), show(new))
    end
  end)

  it("does not delay units behind a paused unit", function()
    local grid = tilepath.grid(130, 130)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    for i = 1, 41 do
      crowd:add { finder = finder, cell_x = 1, cell_y = 3 * i }
        :go_cell(130, 3 * i)
    end
    crowd:units()[1]:pause()
    crowd:restore(crowd:state())
    for _ = 1, 30 do
      crowd:tick()
    end
    for i = 2, 41 do
      crowd:units()[i]:go_cell(129, 121 - 2 * i)
    end
    crowd:tick()
    assert.are.equal(0, crowd.info.waiting)
  end)

  it("takes a large unit in a link that overlaps its cells", function()
    local grid = tilepath.grid(12, 6)
    local finder = tilepath.pathfinder(grid, { size = 2 })
    grid:link(3, 3, 4, 4, { seconds = 5, price = 0 })
    local crowd = tilepath.crowd(grid)
    local unit = crowd:add { finder = finder, cell_x = 3, cell_y = 3 }
    assert.is_true(unit:go_cell(10, 5))
    for _ = 1, 60 do
      crowd:update(0.25)
      crowd:restore(crowd:state())
    end
    assert.are.equal("arrived", unit.status)
    assert.is_true(crowd:is_free(1, 1, 8, 6))
  end)

  it("spreads its searches over several updates", function()
    local grid = tilepath.grid(200, 200)
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    for i = 0, 799 do
      crowd:add { finder = finder, cell_x = 1 + i % 40,
        cell_y = 1 + floor(i / 40) }:go_cell(200 - i % 40, 200 - floor(i / 40))
    end
    crowd:tick()
    assert.are.equal(800, crowd.info.searches)
    crowd:restore(crowd:state())
    local before = crowd.info.searches
    for _ = 1, 40 do
      crowd:tick()
      local searches = crowd.info.searches
      assert.is_true(searches - before <= 4096 / 16 + 1)
      before = searches
    end
    assert.are.equal(1600, before)
  end)
end)

-- Broken ----------------------------------------------------------------------

describe("a crowd keeps what it is, and gives a reason, for", function()
  --- Units of many kinds: one that goes, one of a path, one at rest.
  local function march()
    local crowd, finder, wide = field()
    crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
      :follow { 0.5, 0.5, 3.5, 3.5, 3.5, 5.5 }
    crowd:add { finder = finder, cell_x = 2, cell_y = 5 }:go_cell(8, 5)
    crowd:add { finder = wide, cell_x = 6, cell_y = 1 }
    crowd:add { finder = finder, cell_x = 8, cell_y = 1 }
    return crowd
  end

  local function refuses(reason, crowd, state)
    local before, units = crowd:state(), crowd:units()
    assert.are.same({ nil, reason }, { crowd:restore(state,
      { finders = function(_, columns)
        return units[columns == 2 and 3 or 1].finder
      end }) })
    assert.are.equal(before, crowd:state())
  end

  it("a text that was damaged", function()
    local crowd = march()
    local state = crowd:state()
    for i = 1, #state do
      local byte = state:byte(i)
      for _, other in ipairs { byte + 1, byte - 1, 0, 255 } do
        refuses("damaged", crowd, state:sub(1, i - 1) .. string.char(other)
          .. state:sub(i + 1))
      end
      refuses("damaged", crowd, state:sub(1, i - 1))
      refuses("damaged", crowd, state:sub(i + 1))
      refuses("damaged", crowd, state:sub(1, i) .. state:sub(i))
    end
    refuses("damaged", crowd, crowd.grid:dump())
    refuses("damaged", crowd, tilepath.follower({}):state())
  end)

  it("a text of another version", function()
    local crowd = march()
    refuses("version", crowd,
      flat.seal((crowd:state():sub(1, -9):gsub("crowd %d+", "crowd 6"))))
  end)

  it("a text for another grid" .. lacks.resize, function()
    local crowd = march()
    local state = crowd:state()
    for _, change in ipairs { { right = 1 }, { right = -1, left = 1 },
      { left = -1, bottom = 1 } } do
      crowd.grid:resize(change)
      refuses("size", crowd, state)
    end
    crowd.grid:resize { bottom = -1 }
    assert.is_true(crowd:restore(state))
  end)

  it("a value that was forged", function()
    local crowd = march()
    local state = crowd:state()
    local function forge(key, value)
      local forged = helper.forged("crowd", state, key, value)
      assert.are_not.equal(state, forged)
      refuses("damaged", crowd, forged)
    end
    local values = helper.values_of("crowd", state)
    assert.are.equal("0 0 27 0 43 0", values.list1)
    for key, texts in pairs {
      crowd = { 5, true, "n5x" }, list2 = { "1 2" },
      list1 = { 5, "0 0 27 0", "0 0 27 0 42 0", "0 0 26 0 43 0",
        "0 0 18 0 27 0 43 0", "0 1 27 0 43 0", "0 0 0 0 27 0 43 0",
        "0 0 27 0 043 0" },
      unit3 = { "", "n3", "n3w2h2c5J5", "n3w2h2c9999", "n3w2h2c6 ",
        "n3w2h2c6\0", "n0w2h2c5", "n2w2h2c5", "n9w2h2c5", "w2h2c5n3",
        "n3w2h2c5o1x1^2000y0", "n3w2h2c5v-1",
        (values.unit3:gsub("c5", "c6")) } } do
      for _, text in ipairs(texts) do
        forge(key, text)
      end
    end
    for _, key in ipairs { "mood", "events", "unit", "unit0", "crowd1",
      "unit1.0", "unit01x", "unit01", "unit6", "list5", "held3" } do
      forge(key, "4")
    end
    for _, key in ipairs { "crowd", "unit1" } do
      forge(key, nil)
    end
    for _, change in ipairs { { "E1", "E1j2" }, { "$", "i2" }, { "^n2", "n02" },
      { "s", "q0s" } } do
      forge("unit2", (values.unit2:gsub(change[1], change[2], 1)))
    end
    for _, status in ipairs { "s3", "s4" } do
      forge("unit1", (values.unit1:gsub("s2", status)))
    end
  end)
end)

describe("a crowd from wrong objects", function()
  it("raises an error that names the option", function()
    local crowd = throng()
    local function says(text, finders)
      assert.are.equal("restore: " .. text, mistake(function()
        tilepath.crowd(crowd.grid):restore(crowd:state(),
          { finders = finders })
      end))
    end
    says("finders must be a list of pathfinders or a function, got 'x'", "x")
    says("finders[1] must be a pathfinder (give { finders = }), got nil", {})
    says("finders[1] must be a pathfinder, got 5", function() return 5 end)
    says("finders[1] must be a pathfinder on the crowd's grid",
      { tilepath.pathfinder(tilepath.grid(8, 6)) })
    local small = tilepath.pathfinder(crowd.grid)
    says("finders[1] must be for agents of 2x2, got a pathfinder for 1x1",
      { small })
    local _, message = pcall(helper.load_crowd, crowd.grid, {
      state = crowd:state(), finders = function() error({}, 0) end })
    assert.are.equal("table", type(message))
    assert.are.equal("restore: state must be a string that state() returned, "
      .. "got 5", mistake(function() crowd:restore(5) end))
  end)
end)

describe("a crowd from a changed value", function()
  it("is a crowd's own, or there is a reason", function()
    local original = throng()
    local grid, all = original.grid, finders_of(original)
    local function finders(_, columns)
      return all[columns == 2 and 1 or 2]
    end
    local texts = { -1, 1, 1e300, "", "0", "1111", "10", "n1c1",
      "n3c20m1E1s2g3", true }
    for key in pairs(helper.values_of("crowd", original:state())) do
      for _, text in ipairs(texts) do
        local crowd, reason = helper.load_crowd(grid, { finders = finders,
          state = helper.forged("crowd", original:state(), key, text) })
        if crowd then
          local again = helper.load_crowd(grid, { state = crowd:state(),
            finders = finders })
          assert.are.equal(show(crowd), show(again))
          for _, unit in ipairs(crowd:units()) do
            unit:remove()
          end
          assert.is_true(crowd:is_free(-2, 7, 8, 6))
        else
          assert.are.equal(key == "grid" and type(text) == "string" and "size"
            or "damaged", reason)
        end
      end
    end
  end)
end)
