--- crowd:save, and a crowd from a state. Random games:
-- laws/saved_crowds_spec.lua and laws/changed_states_spec.lua.

local tilepath = require "tilepath"
local flat = require "tilepath.serialize"
local helper = require "spec.support.helper"
local stand_in = require "spec.support.stand"

local extend, load_crowd = helper.extend, helper.load_crowd
local field, stand, show = stand_in.field, stand_in.unit, stand_in.show

local EMPTY = ("........\n"):rep(6)

local function finders_of(crowd)
  local units = crowd:units()
  return function(i) return units[i].finder end
end

--- A crowd from the state of another one.
local function twin_of(crowd, fields)
  return load_crowd(crowd.grid, { state = crowd:save(), fields = fields,
    finders = finders_of(crowd) })
end

--- Units of two sizes. One is off the middle of its cells.
local function throng()
  local crowd, finder, grid = field(EMPTY, { base = { -2, 7 }, cell_size = 8 })
  local wide = tilepath.pathfinder(grid, { size = 2 })
  stand(crowd, wide, 0, 8):set_position(17.5, 15.25)
  stand(crowd, finder, 5, 12)
  stand(crowd, finder, -2, 7)
  return crowd
end

describe("crowd:save { keys = }", function()
  local kind_of = rawget(math, "type") or type

  it("saves these fields of the game, each as what it was", function()
    local crowd, finder = field(EMPTY)
    local one, other = stand(crowd, finder, 1, 1), stand(crowd, finder, 3, 1)
    local kept = { hp = 7, speed_of_light = 1.5, name = 'an "orc"; =:%\n\0',
      ["a b.#1"] = math.huge, angry = false, low = -0.0, most = -2 ^ 53 }
    local keys = { "none" }
    for key, value in pairs(kept) do
      one[key], keys[#keys + 1] = value, key
    end
    table.sort(keys)
    one.note = "stays"
    other.hp, other.none = 2, nil
    local text = crowd:save { keys = keys }
    assert.is_nil(text:find('[^ !#-~]'))
    for _, key in ipairs(keys) do
      one[key], other[key] = "changed", "changed"
    end
    one:remove()
    assert.is_true(crowd:load(text, { finders = { finder, finder } }))
    one = crowd:units()[1]
    for key, value in pairs(kept) do
      assert.are.equal(value, one[key])
      assert.are.equal(kind_of(value), kind_of(one[key]))
    end
    assert.are.equal(-math.huge, 1 / one.low)
    assert.is_nil(one.none)
    assert.is_nil(one.note) -- it was added anew
    assert.are.same({ 2 }, { other.hp, other.none, other.name })
    assert.are.equal(text, crowd:save { keys = keys })
    crowd:load((crowd:save()))
    assert.are.equal(7, one.hp)
  end)

  it("saves them with a follower, too", function()
    local hero = tilepath.follower { x = 1, y = 2 }
    hero.hp, hero.name = 3, "Ann"
    local text = hero:save { keys = { "hp", "name", "gold" } }
    hero.hp, hero.name, hero.gold, hero.note = 0, nil, 9, "stays"
    assert.is_true(hero:load(text))
    assert.are.same({ 3, "Ann", nil, "stays" },
      { hero.hp, hero.name, hero.gold, hero.note })
    assert.are.equal(kind_of(3), kind_of(hero.hp))
    assert.is_true(hero:load(hero:save()))
    assert.are.equal(3, hero.hp)
  end)

  it("refuses the library's names, and values of other kinds", function()
    local crowd, finder = field(EMPTY)
    local unit = stand(crowd, finder, 1, 1)
    local hero = tilepath.follower {}
    for _, name in ipairs { "speed", "x", "status", "go", "on_arrived" } do
      for _, body in ipairs { crowd, hero } do
        assert.matches("save: keys[2] must be the name of a field of the "
          .. "game's own, got '" .. name .. "'", helper.mistake(function()
          body:save { keys = { "hp", name } }
        end), 1, true)
      end
    end
    for _, value in ipairs { {}, print, 0 / 0, -math.huge } do
      unit.q, hero.q = value, value
      assert.matches("save: q of unit 1 must be a number, a string or a "
        .. "boolean, got ", helper.mistake(function()
        crowd:save { keys = { "q" } }
      end), 1, true)
      assert.matches("save: q of the follower must be ",
        helper.mistake(function() hero:save { keys = { "q" } } end), 1, true)
    end
  end)

  it("refuses texts with names or values that it does not write", function()
    local crowd, finder = field(EMPTY)
    local unit = stand(crowd, finder, 1, 1)
    unit.hp = 7
    local text = crowd:save { keys = { "hp" } }
    for from, to in pairs { ["keys 1:hp"] = "keys 1:x", ["1:hp"] = "1=1",
      ["whole 1 hp:7"] = "whole 1 hp:seven", ["1 hp:"] = "1 hq:" } do
      local body = text:sub(1, -9):gsub(from, to)
      assert.are_not.equal(text:sub(1, -9), body)
      assert.are.same({ nil, "damaged" }, { crowd:load(flat.seal(body)) })
    end
    assert.are.equal(7, unit.hp)
  end)
end)

describe("crowd:save", function()
  it("is a line of printable text that JSON holds as it is", function()
    local crowd, finder, grid = field(EMPTY,
      { base = { 0, 3 }, cell_size = 10 })
    stand(crowd, tilepath.pathfinder(grid, { size = 2 }), 2, 3).name = "ogre"
    crowd:add { finder = finder, x = 3.5, y = 4.25 }
    assert.matches("^tilepath%-crowd 9 grid:8 6 0 3;crowd:additions 2;"
      .. "unit1:id 1 wide 2 high 2 cell 2;unit2:id 2 cell 0 x 7%^%-1 y 17%^%-2;"
      .. "%x%x%x%x%x%x%x%x$", crowd:save())
    assert.is_nil(throng():save():find('[^ !#-~]'))
    assert.is_nil(throng():save():find("\\", 1, true))
  end)

  it("makes the same crowd, also in new walls", function()
    local crowd, seen = throng(), {}
    local before, all = show(crowd), finders_of(crowd)
    crowd.grid:set(-2, 7, "wall")
    local again = load_crowd(crowd.grid, { state = crowd:save(),
      finders = function(i, wide, high)
        seen[i] = wide .. "x" .. high
        return all(i)
      end })
    assert.are.equal(before, show(again))
    assert.are.equal(crowd:save(), again:save())
    assert.are.same({ "2x2", "1x1", "1x1" }, seen)
    assert.are.equal(before, show(twin_of(again)))
  end)

  it("leaves a crowd and its units in the way of what avoids them", function()
    local crowd, finder = field("...\n.#.")
    local unit = stand(crowd, finder, 2, 1)
    for _, avoid in ipairs { crowd, unit } do
      local among = finder:field({ { 3, 1 } }, { avoid = avoid })
      assert.is_nil((among:cost(1, 1)))
      assert.is_true(crowd:load((crowd:save())))
      among:update()
      assert.is_nil((among:cost(1, 1)))
      assert.is_true(unit:set_cell(1, 2))
      among:update()
      assert.are.equal(2, (among:cost(1, 1)))
      assert.is_true(unit:set_cell(2, 1))
    end
  end)

  it("keeps the angle of a unit that was put elsewhere, on hexagons", function()
    for i = 0, 11 do
      local crowd, finder = field(EMPTY, { shape = "hex",
        stagger = i % 2 < 1 and "odd-r" or "even-q" })
      local unit = stand(crowd, finder, 3, 3)
      assert.is_true(unit:step(i % 6 + 1))
      crowd:tick()
      local angle = unit.angle
      unit:set_cell(unit.cell_x + 1, unit.cell_y + 1)
      assert.is_true(crowd:load((crowd:save())))
      assert.are.equal(angle, unit.angle)
    end
  end)
end)

-- Orders ----------------------------------------------------------------------

--- A unit of a size on a map with a wall.
local function ordered_unit(size)
  local crowd, finder, grid = field(40, 30, { size = size })
  grid:fill(20, 5, 1, 20, "wall")
  return stand(crowd, finder, 3, 9), finder, crowd, grid
end

local function to_cell(query)
  return function(unit)
    return unit:go_cell(34, 11, query)
  end
end

-- An order by its name. Large units get each second one.
local ORDERS = {
  { "go", function(unit) return unit:go(33.5, 10.5) end },
  { "go, with a range and settle", to_cell { within = 4, settle = 3 } },
  { "go, with a range in sight", function(unit)
    return unit:go_cell(22, 11, { within = 4, sight = true })
  end },
  { "go, beside a goal", to_cell { adjacent = true } },
  { "go, to a list of goals", function(unit)
    return unit:go { { 33.5, 10.5, cost = 9.25 }, { 30.5, 2.5 },
      { 36.5, 25.5 } }
  end },
  { "go_cell, to rectangles", function(unit)
    return unit:go_cell({ { 30, 3 }, { 29, 8, w = 4, h = 6 } },
      { adjacent = true })
  end },
  { "go, as near as it can", function(unit, _, _, grid)
    grid:fill(30, 8, 7, 7, "wall")
    return unit:go_cell(34, 11, { partial = true })
  end },
  { "go to a place outside the map", function(unit)
    return unit:go(100, 5, { partial = true })
  end },
  { "go, with a limit of no nodes", to_cell { max_nodes = 0 } },
  { "patrol", function(unit)
    return unit:patrol { { 33.5, 10.5 }, { 5.5, 20.5 }, { 25.5, 3.5 } }
  end },
  { "follow a path", function(unit)
    return unit:follow { { 2.5, 8.5 }, { 2.5, 28.5 }, { 37.5, 28.5 },
      { 37.5, 2.5 } }
  end },
  { "follow a field", function(unit, finder)
    unit.field = finder:field { { 34, 11 } }
    return unit:follow(unit.field)
  end },
  { "go with others", function(unit, _, crowd)
    return crowd:go({ unit }, 33.5, 10.5)
  end },
  { "go, with a price of units in the way", to_cell { avoid_price = 3 } },
}

--- The unit's events with their ticks and its cells, and how it ends.
local function story(unit, crowd)
  local told = {}
  for i = 1, 90 do
    crowd:tick()
    for _, what in crowd:events() do
      told[#told + 1] = ("%d: %s at %d,%d"):format(i, what, unit.cell_x,
        unit.cell_y)
    end
  end
  told[#told + 1] = ("%s %d,%d"):format(unit.status, unit.cell_x, unit.cell_y)
  return told
end

describe("an order", function()
  for i, each in ipairs(ORDERS) do
    it("comes back: " .. each[1], function()
      for _, before in ipairs { 0, 17 } do
        local unit, finder, crowd, grid = ordered_unit(1 + i % 2)
        assert.is_truthy(each[2](unit, finder, crowd, grid))
        stand_in.ticks(crowd, before)
        local again = twin_of(crowd, { unit.field })
        local told = story(unit, crowd)
        assert.are.same(told, story(again:units()[1], again))
        assert.is_true(#told > 1 or before > 0)
      end
    end)
  end

  it("of a unit with another pathfinder on its field comes back", function()
    for _, pauses in ipairs { false, true } do
      local crowd, finder, grid = field(EMPTY)
      local way = finder:field { { 8, 3 } }
      local unit = stand(crowd, finder, 2, 2)
      unit:follow(way)
      crowd:tick()
      unit:set_finder(tilepath.pathfinder(grid, { diagonal = "never" }))
      if pauses then unit:pause() end
      local twin = twin_of(crowd, { way })
      for _, one in ipairs { crowd, twin } do
        one:units()[1]:resume()
        for _ = 1, 20 do one:tick() end
        assert.are.equal("arrived", one:units()[1].status)
      end
      assert.are.equal(crowd:save(), twin:save())
    end
  end)

  it("of a blocked unit comes back with its pause", function()
    local crowd, finder = field("......")
    local told = {}
    stand(crowd, finder, 1, 1):go_cell(6, 1)
    stand(crowd, finder, 3, 1):pause()
    repeat crowd:tick() until crowd:units()[1].status == "blocked"
    for i, one in ipairs { twin_of(crowd), crowd } do
      one:units()[2]:resume()
      told[i] = story(one:units()[1], one)
    end
    assert.are.same(told[1], told[2])
    assert.matches("^1%d: pushed at 3,1$", told[1][1])
  end)

  it("of a paused unit comes back: paused, and idle after a resume", function()
    local unit, _, crowd = ordered_unit(1)
    unit:pause()
    crowd:tick()
    local again = twin_of(crowd)
    local other = again:units()[1]
    assert.are.equal("paused", other.status)
    other:resume()
    again:tick()
    assert.are.equal("idle", other.status)
  end)
end)

describe("units that wait for their searches", function()
  it("are loaded on their paths", function()
    for _, nodes in ipairs { 1, 5, 50 } do
      local grid = tilepath.grid(14, 9)
      local finder = tilepath.pathfinder(grid)
      local crowd = tilepath.crowd(grid, { max_nodes = nodes })
      for y = 1, 6 do
        crowd:add({ finder = finder, cell_x = 1, cell_y = y })
          :follow(finder:find(1, y, 14, 9 - y))
      end
      for tick = 1, 14 do
        crowd:tick()
        assert.is_true(crowd:load((crowd:save())))
        if tick % 3 == 0 then
          grid:set(tick, 5, "wall")
        end
      end
      for _ = 1, 400 do
        crowd:tick()
      end
      for y, unit in ipairs(crowd:units()) do
        assert.are.same({ "arrived", 14, 9 - y },
          { unit.status, unit.cell_x, unit.cell_y })
      end
    end
  end)
end)

-- Broken ----------------------------------------------------------------------

describe("a crowd keeps what it is, and gives a reason, for", function()
  --- Units of many kinds: one of a path, one that goes, two at rest.
  local function march()
    local crowd, finder, grid = field(EMPTY)
    stand(crowd, finder, 1, 1):follow { 0.5, 0.5, 3.5, 3.5, 3.5, 5.5 }
    stand(crowd, finder, 2, 5):go_cell(8, 5)
    stand(crowd, tilepath.pathfinder(grid, { size = 2 }), 6, 1)
    stand(crowd, finder, 8, 1)
    return crowd
  end

  local function refuses(reason, crowd, state)
    local before, units = crowd:save(), crowd:units()
    assert.are.same({ nil, reason }, { crowd:load(state,
      { finders = function(_, columns)
        return units[columns == 2 and 3 or 1].finder
      end }) }, state)
    assert.are.equal(before, crowd:save())
  end

  it("a text that was damaged, or of another version or kind", function()
    local crowd = march()
    local state = crowd:save()
    for i = 1, #state, 9 do
      refuses("damaged", crowd, state:sub(1, i - 1)
        .. string.char(state:byte(i) + 1) .. state:sub(i + 1))
      refuses("damaged", crowd, state:sub(1, i - 1))
      refuses("damaged", crowd, state:sub(1, i) .. state:sub(i))
    end
    refuses("damaged", crowd, crowd.grid:save())
    for _, version in ipairs { 8, 10, 1002 } do -- 1.1.0 wrote 8 and 1002
      refuses("version", crowd, flat.seal((state:sub(1, -9):gsub("crowd %d+",
        "crowd " .. version))))
    end
  end)

  it("a text for another grid", function()
    local crowd = march()
    local state = crowd:save()
    for _, change in ipairs { { right = 1 }, { right = -1, left = 1 },
      { left = -1, bottom = 1 } } do
      extend(crowd.grid, change)
      refuses("size", crowd, state)
    end
    extend(crowd.grid, { bottom = -1 })
    assert.is_true(crowd:load(state))
  end)

  it("a value that was forged", function()
    local crowd = march()
    local state = crowd:save()
    local function forge(key, value)
      local forged = helper.forged("crowd", state, key, value)
      assert.are_not.equal(state, forged)
      refuses("damaged", crowd, forged)
    end
    local values = helper.values_of("crowd", state)
    assert.are.equal("0 1 27 0 43 0", values.path1)
    for key, texts in pairs {
      crowd = { 5, true, "additions", "additions 5x", "additions 5  clock 0",
        "additions 4 additions 4", "additions 4 clock 0", "clock 4 mood 5",
        "additions 4 time_unit ticks walked 5", "additions 4 window 5",
        "additions 4 time_unit ticks clock 9007199254740991" },
      list2 = { "1 2" },
      path1 = { "0 1 27 0", "0 1 26 0 43 0", "0 1 18 0 27 0 43 0",
        "0 2 27 0 43 0", "0 1 27 0 043 0", "x", " ", "inf 1" },
      unit3 = { "", "id 3 wide 2 high 2 cell 5 mood 5", "id 3 wide 2 high 2 "
        .. "cell 9999", "id 3 wide 2 high 2 cell 6 ", "id 3 wide 2 high 2",
        "id 3 wide 2 high 2 cell 5 x 1^2000 y 0", "id 3 wide 2 high 2 cell 5 "
        .. "x 1^20 y 0", "id 3 wide 2 high 2 cell 5 x 5", "id 3 wide 2 high 2 "
        .. "cell 5 speed -1", "id 3 wide 2 high 2^60 cell 5",
        "id 3 wide 3^-1 high 2 cell 5",
        (values.unit3:gsub("id 3", "id 2")),
        (values.unit3:gsub("id 3", "id 9")),
        (values.unit3:gsub("cell 5", "cell 6")),
        (values.unit3:gsub("cell 5", "cell true")),
        (values.unit3:gsub("cell 5", "cell 05")),
        (values.unit3:gsub("cell 5", "cell 5 cell 5")),
        (values.unit3:gsub("cell 5", "cell 5 goal 5")),
        (values.unit3:gsub("cell 5", "cell 5 queued 1")),
        (values.unit3:gsub("cell 5", "cell 5 yields 1")) } } do
      for _, text in ipairs(texts) do
        forge(key, text)
      end
    end
    for _, key in ipairs { "mood", "unit", "unit0", "unit01", "unit6",
      "list5", "target1" } do
      forge(key, "4")
    end
    for _, key in ipairs { "crowd", "unit1", "grid" } do
      forge(key, nil)
    end
    for _, change in ipairs { { "order goal", "order goal next 2" },
      { "order goal", "order gold" }, { "order goal", "order patrol" },
      { " order goal", "" },
      { "$", " min 2" }, { "^id 2", "id 02" }, { "^id 2", "id 2^0" },
      { "$", " priority 0" }, { "$", " away false" }, { "$", " away 1" },
      { "$", " goal_index 1" }, { "$", " within 4" }, { "$", " to_x 4" },
      { "state %l+", "state home" }, { "goal %d+", "goal 9999" },
      { "goal %d+", "goal" }, { " goal %d+", "" },
      { "$", " last_blocker 5" }, { "$", " retry_at 1" } } do
      forge("unit2", (values.unit2:gsub(change[1], change[2], 1)))
    end
    for _, steps in ipairs { "6", "01", "3^-1" } do
      forge("unit1", values.unit1 .. " walked " .. steps)
    end
    for _, status in ipairs { "arrived", "settled", "idle" } do
      forge("unit1", (values.unit1:gsub("state %l+", "state " .. status)))
    end
  end)

  it("numbers that do not fit each other", function()
    local crowd, finder = field(EMPTY)
    stand(crowd, finder, 1, 1):patrol_cell { { 3, 1 }, { 5, 1 } }
    stand(crowd, finder, 1, 3):go_cell(6, 3)
    stand(crowd, finder, 8, 6)
    stand(crowd, finder, 1, 5):go_cell({ { 2, 5 } }, { within = 1 })
    for _ = 1, 4 do crowd:tick() end
    local state = crowd:save()
    local values = helper.values_of("crowd", state)
    assert.are.equal("arrived", crowd:units()[4].status)
    local function forge(i, from, to, more)
      local record, count = values["unit" .. i]:gsub(from, to)
      assert.are.equal(1, count)
      refuses("damaged", crowd, helper.forged("crowd", more or state,
        "unit" .. i, record))
    end
    forge(1, "goal %d+", "goal 7")
    local bare = helper.forged("crowd", state, "path1", nil)
    assert.is_true(crowd:load(bare))
    forge(1, "goal %d+", "goal 7", bare)
    forge(3, "$", " avoid_price 25")
    forge(3, "$", " settle 2")
    forge(4, "goal %d+", "goal 9999")
    forge(4, " goal %d+", "")
    forge(3, "id 3", "id 2", helper.forged("crowd", state, "unit2",
      (values.unit2:gsub("id 2", "id 3"))))
    refuses("damaged", crowd, helper.forged("crowd", state, "path2",
      "16 0 18 0"))
  end)

  it("a number of a path in other digits, of any unit #core_c", function()
    local crowd, finder = field(EMPTY)
    for y = 1, 6 do
      crowd:add({ finder = finder, cell_x = 1, cell_y = y })
        :go_cell(8, 7 - y)
    end
    for _ = 1, 9 do crowd:tick() end
    local state, forged = crowd:save(), 0
    local values = helper.values_of("crowd", state)
    for i = 1, 6 do
      local key = "unit" .. i
      local text, count = values[key]:gsub("walked (%d)", "walked 0%1")
      if count > 0 then
        refuses("damaged", crowd, helper.forged("crowd", state, key, text))
      end
      forged = forged + count
    end
    assert.is_true(forged > 3)
  end)

  it("a step that ends after more than its time", function()
    local crowd = march()
    crowd:update(0.1)
    local state = crowd:save()
    local record = helper.values_of("crowd", state).unit2
      :gsub("duration %d+", "duration 9")
    refuses("damaged", crowd, helper.forged("crowd", state, "unit2", record))
    crowd:at(8, 1):remove()
    assert.is_true(extend(crowd.grid, { right = -1 })) -- nor is its twin there
  end)
end)

describe("a crowd from pathfinders for other sizes", function()
  it("raises an error that names the first", function()
    local crowd = throng()
    for _, size in ipairs { { 1, 2 }, { 2, 1 } } do
      assert.are.equal(("load: finders[1] must be for agents of 2x2, got a "
        .. "pathfinder for %dx%d"):format(size[1], size[2]),
        helper.mistake(function()
          tilepath.crowd(crowd.grid):load(crowd:save(), { finders = {
            tilepath.pathfinder(crowd.grid, { size = size }) } })
        end))
    end
  end)
end)
