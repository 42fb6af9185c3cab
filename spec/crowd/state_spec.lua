--- crowd:state, and a crowd again from one; and what the library's own files
-- may do with a unit: to overlap, and to take cells before it crosses to them.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.support.helper"
local json = require "spec.support.json"

local list, mistake = helper.list, helper.mistake

local function field(options)
  local grid = tilepath.grid(8, 6, options)
  return tilepath.crowd(grid), tilepath.pathfinder(grid),
    tilepath.pathfinder(grid, { size = 2 })
end

--- What can be asked about a crowd, as text.
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

--- Puts a body there, on its way to dx, dy from there unless it stands; or has
-- it take the cells of a step.
local function place(unit, wx, wy, dx, dy)
  local x, y = unit.finder:to_cell(wx, wy)
  local grid = unit.finder.grid
  return core.stand(unit, wx, wy, dx, dy, x - grid.base_x, y - grid.base_y)
end

local function hold(unit, x, y)
  local grid = unit.finder.grid
  return not core.claim(unit, x - grid.base_x, y - grid.base_y, true)
end

--- Some that stand, one that overlaps two, one that crosses, one outside.
local function throng()
  local crowd, finder, wide = field { base = { -2, 7 }, cell_size = 8 }
  local a = crowd:add { finder = wide, cell_x = 0, cell_y = 8 }
  crowd:add { finder = finder, cell_x = 5, cell_y = 12 }
  local b = crowd:add { finder = wide, cell_x = 3, cell_y = 8 }
  local c = crowd:add { finder = finder, cell_x = -2, cell_y = 7 }
  local d = crowd:add { finder = finder, cell_x = -2, cell_y = 8 }
  a:set_position(17.5, 15.25)
  assert(place(b, 21.75, 20.5))
  assert(hold(c, -1, 7))
  place(d, -300, 20)
  return crowd
end

describe("crowd:state", function()
  it("is a flat table", function()
    local crowd, finder, wide = field { base = { 0, 3 }, cell_size = 10 }
    assert.are.same({ format = 2, count = 0 }, crowd:state())
    crowd:add { finder = wide, cell_x = 2, cell_y = 3, name = "ogre" }
    crowd:add { finder = finder, x = 3.5, y = 4.25 }
    assert.are.same({ format = 2, count = 2, x1 = 30, y1 = 10, cell_x1 = 2,
      cell_y1 = 3, wide1 = 2, high1 = 2, x2 = 3.5, y2 = 4.25, cell_x2 = 0,
      cell_y2 = 3, wide2 = 1, high2 = 1 }, crowd:state())
    for key, value in pairs(throng():state()) do
      assert.are.equal("string", type(key))
      assert.is_truthy(type(value) == "number" or type(value) == "string")
    end
  end)

  it("tells which cells it holds of one that overlaps or crosses", function()
    local crowd, finder, wide = field()
    crowd:add { finder = finder, cell_x = 2, cell_y = 2 }
    local unit = crowd:add { finder = wide, cell_x = 5, cell_y = 5 }
    place(unit, 3, 2)
    hold(unit, 4, 2)
    local t = crowd:state()
    assert.are.same({ 3, 2, 3, 2, 2, 2 },
      { t.x2, t.y2, t.cell_x2, t.cell_y2, t.wide2, t.high2 })
    assert.are.same({ 3, 2, 3, 2, "111111" },
      { t.left2, t.top2, t.w2, t.h2, t.held2 })
    place(unit, 2, 2)
    t = crowd:state()
    assert.are.same({ 2, 2, 2, 2, "0111" },
      { t.left2, t.top2, t.w2, t.h2, t.held2 })
  end)

  it("makes one again, also after JSON has had it", function()
    local crowd = throng()
    local before, t = show(crowd), crowd:state()
    for _, state in ipairs { t, json.decode(json.encode_flat(t)) } do
      for _, finders in ipairs { finders_of(crowd), function(i)
        return finders_of(crowd)[i]
      end } do
        local again = tilepath.crowd(crowd.grid, { state = state,
          finders = finders })
        assert.are.equal(before, show(again))
        assert.are.same(t, again:state())
      end
    end
    assert.are.equal(before, show(crowd))
  end)

  it("does not ask whether walls were built meanwhile", function()
    local crowd, finder = field()
    crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    finder.grid:set(1, 1, "wall")
    local again = tilepath.crowd(finder.grid, { state = crowd:state(),
      finders = { finder } })
    assert.are.equal(1, again:at(1, 1).cell_x)
  end)

  it("that has lost the last digits is one all the same", function()
    local crowd, finder = field { cell_size = 10 }
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    crowd:add { finder = finder, cell_x = 2, cell_y = 1 }
    unit:set_position(9.9999999999999, 5)
    local t = crowd:state()
    t.x1 = 10.0000000001
    local again = tilepath.crowd(finder.grid, { state = t,
      finders = finders_of(crowd) })
    assert.are.same({ 1, 10.0000000001 },
      { again:at(1, 1).cell_x, again:at(1, 1).x })
    t.x1 = 10.1
    assert.are.equal("crowd: state.cell_x1 must be that of x, where nobody "
      .. "else stands, got 1", mistake(function()
        tilepath.crowd(finder.grid, { state = t, finders = finders_of(crowd) })
      end))
  end)
end)

describe("a crowd from a broken state", function()
  local function try(change, finders)
    local crowd = throng()
    local t = crowd:state()
    change(t)
    return mistake(function()
      tilepath.crowd(crowd.grid, { state = t,
        finders = finders or finders_of(crowd) })
    end)
  end

  local function try_key(key, value)
    return try(function(t) t[key] = value end)
  end

  it("raises, and names the key", function()
    assert.are.equal("crowd: state.format must be a whole number from 1 to 2, "
      .. "got 3", try_key("format", 3))
    assert.are.equal("crowd: state.x6 must be a finite number, got nil",
      try_key("count", 6))
    assert.are.equal("crowd: unknown key 'cell_x5' in state",
      try_key("count", 4))
    assert.are.equal("crowd: unknown key 'mood' in state",
      try_key("mood", 4))
    assert.are.equal("crowd: state.x2 must be a finite number, got nan",
      try_key("x2", 0 / 0))
    assert.are.equal("crowd: state.y1 must be a finite number, got '3'",
      try_key("y1", "3"))
    assert.are.equal("crowd: state.cell_y2 must be that of y, got 11",
      try_key("cell_y2", 11))
    assert.are.equal("crowd: state.wide2 must be that of its pathfinder's "
      .. "agent, got 2", try_key("wide2", 2))
    assert.are.equal("crowd: state.high1 must be that of its pathfinder's "
      .. "agent, got 1", try_key("high1", 1))
    assert.are.equal("crowd: state.held3 must be a 0 or 1 for each cell of it, "
      .. "and 1 only where nobody else is, got '1111'",
      try_key("held3", "1111"))
    for _, held in ipairs { "", "011", "01\0" .. "1", "01111", "0z11" } do
      assert.is_truthy(try_key("held3", held):find("state.held3 must be a 0 or",
        1, true))
    end
    assert.are.equal("crowd: state.held3 must be a string, got 5",
      try_key("held3", 5))
    assert.are.equal("crowd: unknown key 'h3' in state",
      try_key("held3", nil))
    assert.are.equal("crowd: state.left3 must be with top, w and h a rectangle "
      .. "inside the grid, got -3", try_key("left3", -3))
    assert.are.equal("crowd: state.h3 must be a whole number from "
      .. "-9.007199254741e+15 to 9.007199254741e+15, got nil",
      try_key("h3", nil))
    assert.are.equal("crowd: state.left3 must be with top, w and h a rectangle "
      .. "inside the grid, got 0", try_key("w3", 2 ^ 52))
  end)

  it("raises where two would stand in one place", function()
    local crowd, finder, wide = field()
    crowd:add { finder = wide, cell_x = 1, cell_y = 1 }
    crowd:add { finder = finder, cell_x = 4, cell_y = 1 }
    local t = crowd:state()
    t.x2, t.y2, t.cell_x2, t.cell_y2 = 1.5, 1.5, 2, 2
    assert.are.equal("crowd: state.cell_x2 must be that of x, where nobody "
      .. "else stands, got 2", mistake(function()
        tilepath.crowd(crowd.grid, { state = t, finders = finders_of(crowd) })
      end))
  end)

  it("or from wrong pathfinders raises, too", function()
    local function same() end
    assert.are.equal("crowd: finders must be a list of pathfinders or a "
      .. "function, got 'x'", try(same, "x"))
    assert.are.equal("crowd: finders[1] must be a pathfinder, got nil",
      try(same, {}))
    assert.are.equal("crowd: what finders returns for 1 must be a pathfinder, "
      .. "got number", (try(same, function() return 5 end):gsub("got 5",
        "got number")))
    local stranger = tilepath.pathfinder(tilepath.grid(8, 6))
    assert.are.equal("crowd: finders[1] must be a pathfinder on the crowd's "
      .. "grid", try(same, { stranger }))
    local raised, message = pcall(function()
      tilepath.crowd(tilepath.grid(8, 6), { state = throng():state(),
        finders = function() error({}, 0) end })
    end)
    assert.is_false(raised)
    assert.are.equal("table", type(message))
  end)

  it("where any one value is another one raises, or is a crowd that works",
    function()
      local original = throng()
      local finders, grid = finders_of(original), original.grid
      local values = { -1, 0, 1, 2, 3, 0.5, 1e300, -2 ^ 53, "", "0", "1111",
        "10", true, false, {} }
      for key in pairs(original:state()) do
        for _, value in ipairs(values) do
          local t = original:state()
          t[key] = value
          local made, crowd = pcall(tilepath.crowd, grid, { state = t,
            finders = finders })
          if made then
            assert.are.equal(t.count, #crowd)
            local again = tilepath.crowd(grid, { state = crowd:state(),
              finders = finders })
            assert.are.equal(show(crowd), show(again))
            for _, unit in ipairs(crowd:units()) do
              unit:remove()
            end
            assert.is_true(crowd:is_free(-2, 7, 8, 6))
          else
            assert.is_truthy(tostring(crowd):find("crowd: ", 1, true))
          end
        end
      end
    end)
end)

describe("core.stand", function()
  it("puts a unit where others stand, and says so", function()
    local crowd, finder, wide = field()
    local post = crowd:add { finder = finder, cell_x = 2, cell_y = 2 }
    local ogre = crowd:add { finder = wide, cell_x = 5, cell_y = 1 }
    assert.is_true(place(ogre, 2, 2.25))
    assert.are.same({ 2, 2.25, 2, 2 },
      { ogre.x, ogre.y, ogre.cell_x, ogre.cell_y })
    assert.is_true(rawequal(post, crowd:at(2, 2)))
    assert.is_true(rawequal(ogre, crowd:at(3, 3)))
    assert.is_true(crowd:is_free(5, 1, 2, 2))
    post:remove()
    assert.is_true(crowd:is_free(2, 2))
    assert.is_false(place(ogre, 2, 2.25))
    assert.is_true(rawequal(ogre, crowd:at(2, 2)))
  end)

  it("takes walls and what lies outside as they are", function()
    local crowd, finder, wide = field()
    local ogre = crowd:add { finder = wide, cell_x = 1, cell_y = 1 }
    finder.grid:set(3, 3, "wall")
    assert.is_false(place(ogre, 3, 3))
    assert.is_true(rawequal(ogre, crowd:at(3, 3)))
    assert.is_false(place(ogre, 0.25, 1))
    assert.are.same({ 0, 1 }, { ogre.cell_x, ogre.cell_y })
    assert.is_true(rawequal(ogre, crowd:at(1, 1)))
    assert.is_true(crowd:is_free(2, 1))
    assert.is_false(place(ogre, -1e300, 1e300))
    assert.are.equal(1, #crowd)
    assert.is_true(crowd:is_free(1, 1, 8, 6))
    assert.are.same({}, crowd:units(1, 1, 8, 6))
    assert.are.same({ nil, "outside" }, list(ogre:set_finder(finder)))
    assert.is_true(ogre:set_cell(5, 1))
    assert.are.equal("unit of 2x2 in 5, 1", tostring(ogre))
  end)

  it("keeps what is less than half a cell away, or ahead as far", function()
    local crowd, finder = field()
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    local function held()
      local text = ""
      for x = 1, 4 do
        text = text .. (crowd:at(x, 1) and "#" or ".")
      end
      return text
    end
    assert.is_nil((core.claim(unit, 1, 0, true)))
    assert.are.equal("##..", held())
    place(unit, 0.5, 0.5, 1, 0)
    assert.are.equal("##..", held())
    place(unit, 1.4, 0.5, 1, 0)
    assert.are.equal("##..", held())
    core.claim(unit, 2, 0, true)
    place(unit, 1.5, 0.5, 1, 0)
    assert.are.equal(".##.", held())
    place(unit, 1.5, 0.5, 0, 1)
    assert.are.equal(".#..", held())
    core.claim(unit, 2, 0, true)
    place(unit, 1.6, 0.5)
    assert.are.equal(".#..", held())
  end)
end)

describe("core.claim", function()
  it("takes the cells of a step, or none of them", function()
    local crowd, finder, wide = field()
    local unit = crowd:add { finder = wide, cell_x = 2, cell_y = 2 }
    local post = crowd:add { finder = finder, cell_x = 4, cell_y = 4 }
    assert.is_nil((core.claim(unit, 2, 1, false)))
    assert.is_true(crowd:is_free(4, 2))
    assert.is_nil((core.claim(unit, 2, 1, true)))
    assert.is_false(crowd:is_free(4, 2))
    assert.is_true(rawequal(post, (core.claim(unit, 2, 2, true))))
    assert.is_true(crowd:is_free(3, 4))
    assert.is_nil((core.claim(unit, -1, 1, true)))
    assert.is_false(crowd:is_free(1, 2))
    unit:remove()
    assert.is_true(crowd:is_free(1, 1, 8, 3))
  end)

  it("asks nobody for what is under it", function()
    local crowd, finder, wide = field()
    local post = crowd:add { finder = finder, cell_x = 3, cell_y = 2 }
    local unit = crowd:add { finder = wide, cell_x = 5, cell_y = 5 }
    place(unit, 3, 3)
    assert.are.same({ 3, 3 }, { unit.cell_x, unit.cell_y })
    place(unit, 3, 2)
    assert.is_nil((core.claim(unit, 2, 2, true)))
    assert.is_true(rawequal(unit, crowd:at(4, 4)))
    assert.is_true(rawequal(post, crowd:at(3, 2)))
  end)

  it("and its like do nothing with one that was removed", function()
    local crowd, finder = field()
    local unit = crowd:add { finder = finder, cell_x = 1, cell_y = 1 }
    unit:remove()
    assert.is_nil((place(unit, 1, 1)))
    assert.is_nil((core.claim(unit, 1, 1, true)))
    assert.is_true(crowd:is_free(1, 1, 8, 6))
  end)
end)
