--- crowd:load of a crowd in place.

local flat = require "tilepath.serialize"
local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"
local stand_in = require "spec.support.stand"
local tilepath = require "tilepath"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
local stand, show, ticks = stand_in.unit, stand_in.show, stand_in.ticks

local function game()
  local crowd, finder, grid = stand_in.field(30, 30)
  for i = 1, 6 do
    local unit = stand(crowd, finder, i, i)
    unit.name = i
    unit:go_cell(30 - i, 21)
  end
  return crowd, finder, grid
end

describe("crowd:load", function()
  it("brings back units with their handles and fields", function()
    local crowd = game()
    local units = crowd:units()
    crowd:update(1.3)
    local before, state = show(crowd), crowd:save()
    crowd:update(2)
    units[2]:stop()
    units[3]:set_cell(30, 1)
    crowd:load(state)
    assert.are.equal(before, show(crowd))
    assert.are.same(state, crowd:save())
    for i, unit in ipairs(crowd:units()) do
      assert.is_true(rawequal(units[i], unit))
      assert.are.equal(i, unit.name)
    end
    crowd:update(0.1)
    assert.are.equal("going", units[2].status)
  end)

  it("brings back ids and numbers of goals as integers", function()
    local crowd, finder = game()
    local units = crowd:units()
    units[1]:go_cell { { 1, 9 }, { 4, 1 } }
    units[2]:patrol { { 2, 2 }, { 9, 2 } }
    crowd:update(1.3)
    crowd:load(crowd:save())
    crowd:update(0.1)
    units[7] = stand(crowd, finder, 30, 30)
    for i, unit in ipairs(crowd:units()) do
      assert.are.equal(i .. " " .. (i <= 2 and "2" or "nil"),
        unit.id .. " " .. tostring(unit.goal_index))
    end
  end)

  it("brings back what units say of their paths", function()
    local crowd, finder, grid = game()
    local units, goals = crowd:units(), { { 1, 9 }, { 20, 20 } }
    grid:fill(12, 5, 2, 9, "wall")
    units[1]:go_cell(goals)
    units[2]:patrol { { 4.5, 1.5 }, { 9, 2 } } -- there as an update ends
    units[3]:follow((finder:find(3, 3, 12, 20)))
    units[4]:go_cell({ { 20, 20, 3, 3 } }, { adjacent = true })
    local function say()
      local said = {}
      for i, unit in ipairs(crowd:units()) do
        said[i] = table.concat({ unit.status, tostring(unit.goal_x),
          ("%.9g"):format(unit.remaining or -1), tostring(unit.goal_index),
          helper.points(unit:path() or {}) }, " ")
      end
      return said
    end
    for i = 1, 8 do
      crowd:update(i / 4)
      local before = say()
      crowd:load(crowd:save())
      assert.are.same(before, say())
    end
  end)

  -- The core in Lua saves no path: so may a crowd for the module, too.
  it("brings back the goals of units whose ways are closed", function()
    for _, has_path in ipairs { true, false } do
      local crowd, finder, grid = stand_in.field(30, 1)
      local unit = stand(crowd, finder, 1, 1)
      unit:go_cell { { 28, 1, 3, 1 }, { 25, 1 } }
      crowd:update(0.5)
      grid:set(20, 1, "wall")
      local before = unit.goal_index .. " " .. unit.goal_x
      local values = helper.values_of("crowd", crowd:save())
      if not has_path then
        values.path1 = nil
        values.unit1 = values.unit1:gsub(" walked %d+", ""):gsub(" cut 1", "")
          :gsub(" window%S* %d+", "")
      end
      assert.is_true(crowd:load(flat.write("crowd", values)))
      for _ = 1, 3 do
        assert.are.equal(before, unit.goal_index .. " " .. unit.goal_x)
        crowd:update(1)
      end
      assert.are.equal("blocked unreachable", unit.status .. " " .. unit.reason)
    end
  end)

  it("removes newer units, and brings back removed units", function()
    local crowd, finder = game()
    local units, state = crowd:units(), crowd:save()
    units[2]:remove()
    units[5]:remove()
    local late = stand(crowd, finder, 2, 2)
    assert.are.equal("load: finders[2] must be a pathfinder (give { finders "
      .. "= }), got nil", helper.mistake(function() crowd:load(state) end))
    assert.are.equal(5, crowd.count)
    assert.is_true(rawequal(late, crowd:at(2, 2)))
    crowd:load(state, { finders = { [2] = finder, [5] = finder } })
    assert.are.equal(6, crowd.count)
    assert.are.same({}, { late.crowd, units[2].crowd, crowd:units()[2].name })
    for _, i in ipairs { 1, 3, 4, 6 } do
      assert.is_true(rawequal(units[i], crowd:units()[i]))
    end
    crowd:load(crowd:save())
    ticks(crowd, 60)
    for _, unit in ipairs(crowd:units()) do
      assert.are.equal("arrived", unit.status)
    end
  end)

  it("does not delay units behind a paused unit", function()
    local crowd, finder = stand_in.field(130, 130, { algorithm = "astar" })
    for i = 1, 41 do
      stand(crowd, finder, 1, 3 * i):go_cell(130, 3 * i)
    end
    crowd:units()[1]:pause()
    crowd:load(crowd:save())
    ticks(crowd, 30)
    for i = 2, 41 do
      crowd:units()[i]:go_cell(129, 121 - 2 * i)
    end
    crowd:tick()
    assert.are.equal(0, crowd.info.waiting)
  end)

  it("keeps the paths: the next update searches for none" .. lacks.paths,
    function()
      local crowd, finder = stand_in.field(30, 30)
      for i = 1, 20 do
        stand(crowd, finder, i, 1 + i % 3):go_cell(31 - i, 30 - i % 3)
      end
      crowd:update(0.5)
      local before = crowd.info.searches
      for _ = 1, 3 do
        local saved = crowd:save()
        assert.is_true(crowd:load(saved))
        assert.are.equal(saved, crowd:save())
        for _, unit in ipairs(crowd:units()) do
          assert.are.equal("going", unit.status)
        end
        crowd:update(0)
      end
      assert.are.equal(before, crowd.info.searches)
    end)

  it("spreads its searches over several updates", function()
    local crowd, finder = stand_in.field(60, 60)
    for i = 0, 399 do
      local x, y = 1 + i % 40, 1 + math.floor(i / 40)
      stand(crowd, finder, x, y):go_cell(60 - x, 60 - y)
    end
    crowd:tick()
    assert.are.equal(400, crowd.info.searches)
    -- as if the map allowed none of the saved paths
    local values = helper.values_of("crowd", crowd:save())
    for i = 1, 400 do
      values["path" .. i] = nil
    end
    crowd:load(flat.write("crowd", values))
    local before = 400
    for _ = 1, 20 do
      crowd:tick()
      local searches = crowd.info.searches
      assert.is_true(searches - before <= 4096 / 16 + 1)
      before = searches
    end
    assert.is_true(before >= 800)
  end)
end)

-- Games that go on after a save: a title; a map; a function that plays a crowd
-- up to the save; and one that is called before each tick after that.
local GAMES = {
  { "a group on its way", ("."):rep(20) .. ("\n" .. ("."):rep(20)):rep(4),
    function(crowd, finder)
      crowd:go_cell({ stand(crowd, finder, 2, 3), stand(crowd, finder, 2, 4) },
        19, 3)
    end },
  { "a companion that has looked, and a leader that steps",
    "....................", function(crowd, finder)
      local leader = stand(crowd, finder, 5, 1, { yields = false })
      stand(crowd, finder, 4, 1):follow(leader)
      ticks(crowd, 2)
    end, function(crowd)
      crowd:units()[1]:step(1, 0)
    end },
  { "units of equal rank, the first of which is new", "......\n......\n......",
    function(crowd, finder)
      local first = stand(crowd, finder, 1, 1)
      local last = stand(crowd, finder, 6, 3)
      first:remove()
      local units = { last, stand(crowd, finder, 1, 3),
        stand(crowd, finder, 6, 1), stand(crowd, finder, 1, 1) }
      for _, unit in ipairs(units) do
        unit:go_cell(7 - unit.cell_x, 4 - unit.cell_y)
      end
      ticks(crowd, 1)
    end },
}

--- Plays a crowd and a copy of it from its state: both must do the same.
local function go_on(crowd, finder, looks, act)
  local copy = helper.load_crowd(crowd.grid, { state = crowd:save(),
    finders = function() return finder end })
  for _ = 1, looks do
    for _, one in ipairs { crowd, copy } do
      act(one)
      one:tick()
    end
    for i, unit in ipairs(crowd:units()) do
      assert.are.equal(stand_in.at(unit), stand_in.at(copy:units()[i]))
    end
  end
end

describe("units that wait for a joint plan while the crowd is loaded", function()
  it("go on as soon as they may", function()
    for before = 68, 76, 4 do
      local crowd, finder = stand_in.field("............\n#..#########")
      local first = stand(crowd, finder, 5, 1)
      first:go_cell(12, 1)
      first:pause()
      for i, cell in ipairs { { 4, 1 }, { 2, 1 }, { 3, 2 }, { 3, 1 } } do
        stand(crowd, finder, cell[1], cell[2]):go_cell(12 - i, 1)
      end
      for _ = 1, before do crowd:update(0.25) end
      crowd:load(crowd:save())
      first:resume()
      for _ = 1, 16 do crowd:update(0.25) end
      assert.is_true(crowd:units()[2].cell_x > 6, before)
    end
  end)
end)

-- What cuts the way of a unit, or makes it dear: over a gate, or over stairs.
local EDITS = {
  { "a terrain", function(o) o.grid:set(5, 1, "mud") end },
  { "the price of a terrain", function(o) o.grid:terrain("gate", 50) end },
  { "a price in a layer", function(o) o.layer:set(5, 1, 90) end },
  { "a wall", function(o) o.grid:set(5, 1, "wall") end },
  { "a fence", function(o) o.grid:fence(5, 1, 6, 1) end },
  { "a link", function(o) o.grid:unlink(o.link) end, true },
  { "the price of a link", function(o)
    o.grid:unlink(o.link)
    o.grid:link(4, 1, 6, 1, { price = 90 })
  end, true },
}

local AROUND = "....#......\n" .. ("###.#.#####\n"):rep(4) .. "###...#####"

local WAYS = {
  go = function(unit) unit:go_cell(9, 1) end,
  patrol = function(unit) unit:patrol_cell { { 9, 1 } } end,
  list = function(unit) unit:go_cell { { 9, 1 }, { 10, 1 } } end,
  path = function(unit) unit:follow((unit.finder:find(1, 1, 9, 1))) end,
}

describe("a crowd that is saved right after an edit goes on in the same way:",
  function()
    for _, edit in ipairs(EDITS) do
      it(edit[1], function()
        for way, order in pairs(WAYS) do
          for before = 1, 3 do
            local o = { grid = tilepath.grid(AROUND, { prices = { mud = 30,
              gate = 1 } }) }
            if edit[3] then
              o.link = o.grid:link(4, 1, 6, 1)
            else
              o.grid:set(5, 1, "gate")
            end
            o.layer = tilepath.layer(o.grid)
            local finder = tilepath.pathfinder(o.grid,
              { layers = { { o.layer, 1 } } })
            local crowd = tilepath.crowd(o.grid)
            local unit = stand(crowd, finder, 1, 1)
            order(unit)
            ticks(crowd, before)
            edit[2](o)
            local is_south = false
            go_on(crowd, finder, 60, function()
              is_south = is_south or unit.cell_y == 6
            end)
            assert.is_true(is_south or way ~= "go")
          end
        end
      end)
    end
  end)

describe("a link that was removed after the save", function()
  it("is no way for loaded units", function()
    local crowd, finder, grid = stand_in.field(AROUND)
    local link = grid:link(4, 1, 6, 1)
    local unit = stand(crowd, finder, 1, 1)
    unit:go_cell(9, 1)
    ticks(crowd, 2)
    local state = crowd:save()
    grid:unlink(link)
    assert.is_true(crowd:load(state))
    ticks(crowd, 30)
    assert.are.equal("9,1 arrived", stand_in.at(unit))
  end)
end)

describe("a loaded crowd goes on as the saved one:", function()
  for _, each in ipairs(GAMES) do
    it(each[1], function()
      local crowd, finder = stand_in.field(each[2])
      each[3](crowd, finder)
      go_on(crowd, finder, 60, each[4] or function() end)
    end)
  end

  it("units that follow a joint plan #core_c", function()
    local plans = 0
    for before = 1, 40, 4 do
      local crowd, finder = stand_in.field("#######.####\n............\n"
        .. "############")
      for x = 1, 3 do
        stand(crowd, finder, x, 2):go_cell(13 - x, 2)
        stand(crowd, finder, 13 - x, 2):go_cell(x, 2)
      end
      ticks(crowd, before)
      local plan = crowd:save():match("plans:([^;]*)") or ""
      plans = plans + (plan:find("%d+ %d+ %d+ %d+ [1-9]") and 1 or 0)
      go_on(crowd, finder, 60, function() end)
    end
    assert.is_true(plans > 2, plans)
  end)

  it("units whose joint plan has steps in which nobody moves #core_c",
    function()
      local crowd, finder = stand_in.field("#######.####\n............\n"
        .. "############")
      for x = 1, 2 do
        stand(crowd, finder, x, 2):go_cell(13 - x, 2)
        stand(crowd, finder, 13 - x, 2):go_cell(x, 2)
      end
      local text, plan
      repeat
        crowd:tick()
        text = crowd:save()
        plan = text:match("plans:(%d+ %d+ %d+ %d+ %d+ [1-9].-);")
      until plan
      local numbers = {}
      for number in plan:gmatch("%d+") do
        numbers[#numbers + 1] = number
      end
      local head = table.concat({ unpack(numbers, 1, 3) }, " ") .. " "
      numbers = { unpack(numbers, 4) }
      -- group, members, places, step, and four more; the members; the places
      local members, places = tonumber(numbers[2]), tonumber(numbers[3])
      assert.are.equal(8 + members * (1 + places), #numbers)
      numbers[3], numbers[4] = 2 * places, 2 * numbers[4]
      local doubled = { unpack(numbers, 1, 8 + members) }
      for place = 1, places do
        for _ = 1, 2 do
          for i = 1, members do
            doubled[#doubled + 1] = numbers[8 + members * place + i]
          end
        end
      end
      assert(crowd:load(helper.forged("crowd", text, "plans",
        head .. table.concat(doubled, " "))))
      ticks(crowd, 100)
      for _, unit in ipairs(crowd:units()) do
        assert.are.equal("arrived", unit.status)
      end
    end)
end)
