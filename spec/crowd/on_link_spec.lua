--- on_link of units: called before a unit takes a link, which the game may hold.

local helper = require "spec.support.helper"
local stand_in = require "spec.support.stand"

local at, field, stand = stand_in.at, stand_in.field, stand_in.unit
local list = helper.list

--- Two banks, and a ferry of 2 seconds between them; a unit that walks a cell a
-- second.
local function banks(options)
  local crowd, finder, grid = field("..##..")
  local link = grid:link(2, 1, 5, 1, { name = "ferry", seconds = 2 })
  options = options or {}
  options.speed = 1
  local unit = stand(crowd, finder, 1, 1, options)
  assert(unit:go_cell(6, 1))
  return crowd, unit, link.id, grid
end

local function play(crowd, seconds)
  for _ = 1, seconds * 8 do
    crowd:update(1 / 8)
  end
end

describe("on_link of a unit", function()
  it("is called before the link, with its name, its id and its end", function()
    local told = {}
    local crowd, unit, id = banks { on_link = function(...)
      told[#told + 1] = { ... }
    end }
    assert.is_nil(unit.link)
    play(crowd, 1.5)
    assert.are.same({ { "ferry", id, 4.5, 0.5 } }, told)
    assert.are.equal(id, unit.link)
    assert.are.equal(1.5, unit.link_left)
    assert.are.equal("5,1 going", at(unit))
    play(crowd, 1)
    assert.are.equal(0.5, unit.link_left)
    play(crowd, 5)
    assert.are.equal("6,1 arrived", at(unit))
    assert.are.same({ 1, nil, nil }, { #told, unit.link, unit.link_left })
  end)

  it("holds the unit as long as it returns false", function()
    local asked, may = 0, false
    local crowd, unit, id = banks()
    unit.on_link = function()
      asked = asked + 1
      return may
    end
    play(crowd, 200) -- longer than a unit is patient
    assert.are.equal("2,1 going", at(unit))
    assert.are.equal(id, unit.link)
    assert.is_nil(unit.link_left)
    assert.is_true(asked > 1000)
    assert.is_true(crowd:load(crowd:save()))
    play(crowd, 1)
    assert.are.equal("2,1 going", at(unit))
    may = true
    play(crowd, 5)
    assert.are.equal("6,1 arrived", at(unit))
  end)

  it("comes with one event for each wait, which saving does not repeat", function()
    for _, by_tick in ipairs { true, false } do
      local crowd, unit, id = banks()
      local told, asked = {}, 0
      local function pass(n)
        for _ = 1, n do
          if by_tick then crowd:tick() else crowd:update(1) end
          for one, what, link in crowd:events() do
            if what == "link" then told[#told + 1] = { one, link } end
            assert.are_not.equal("asks", what)
          end
        end
      end
      unit.on_link = function()
        asked = asked + 1
        return asked > 20
      end
      pass(10)
      assert.is_true(crowd:load(crowd:save()))
      pass(20)
      assert.are.equal("6,1 arrived", at(unit))
      assert.are.same({ { unit, id } }, told)
      assert.are.equal(21, asked)
      asked = 0
      unit:go_cell(1, 1)
      pass(40)
      assert.are.same({ { unit, id }, { unit, id } }, told)
      assert.are.same({ 21, "1,1 arrived" }, { asked, at(unit) })
    end
  end)

  it("lets the unit go once it is taken away", function()
    local crowd, unit = banks { on_link = function() return false end }
    play(crowd, 5)
    unit.on_link = nil
    play(crowd, 6)
    assert.are.equal("6,1 arrived", at(unit))
  end)

  it("may give orders, and raise", function()
    local crowd, unit = banks()
    unit.on_link = function() unit:go_cell(1, 1) end
    play(crowd, 3)
    assert.are.equal("1,1 arrived", at(unit))
    unit.on_link = function() error("no ferry", 0) end
    unit:go_cell(6, 1)
    assert.are.same(list(false, "no ferry"), list(pcall(play, crowd, 3)))
    play(crowd, 6)
    assert.are.equal("6,1 arrived", at(unit))
  end)

  it("keeps those behind in their queue", function()
    local crowd, unit = banks { on_link = function() return false end }
    play(crowd, 2)
    local behind = stand(crowd, unit.finder, 1, 1, { speed = 1 })
    behind:go_cell(5, 1)
    play(crowd, 100)
    assert.are.same({ "2,1 going", "1,1 going" }, { at(unit), at(behind) })
    unit.on_link = false
    play(crowd, 20)
    assert.are.same({ "6,1 arrived", "5,1 arrived" }, { at(unit), at(behind) })
  end)

  it("changes nothing if it is written over itself", function()
    local crowds = {}
    for i = 1, 2 do
      local crowd, finder = field("......\n.####.")
      crowds[i] = crowd
      stand(crowd, finder, 1, 1, { speed = 3 }):go_cell(5, 1)
      stand(crowd, finder, 2, 1, { speed = 1 }):go_cell(5, 1)
      stand(crowd, finder, 5, 1, { speed = 2 }):go_cell(1, 1)
    end
    for _ = 1, 60 do
      for _, unit in ipairs(crowds[1]:units()) do
        unit.on_link = unit.on_link
      end
      play(crowds[1], 1 / 8)
      play(crowds[2], 1 / 8)
      assert.are.equal(stand_in.show(crowds[2]), stand_in.show(crowds[1]))
    end
  end)

  it("is called at a wait in ticks, too", function()
    local crowd, unit = banks()
    local may = false
    unit.on_link = function() return may end
    stand_in.ticks(crowd, 10)
    assert.are.equal("2,1 going", at(unit))
    may = true
    stand_in.ticks(crowd, 2)
    assert.are.equal(1, unit.link_left)
    stand_in.ticks(crowd, 5)
    assert.are.equal("6,1 arrived", at(unit))
  end)
end)
