-- The rules of examples/love/hex, played without LÖVE: blue plays like red,
-- until one side is gone.

local helper = require "spec.support.helper"

describe("#once #host the skirmish on hexagons", function()
  local battle

  helper.use_example(setup, teardown, "hex", { "battle", "ford" })

  before_each(function()
    battle = require("battle")(require "ford", 48, 24)
  end)

  local function play_on()
    repeat battle:update(0.1) until not battle:is_busy()
  end

  --- A unit that has just come to a cell.
  local function put(side, name, x, y)
    for _, unit in ipairs(battle:side_of(side)) do
      if unit.name == name then
        unit:set_cell(x, y)
        battle:walk(unit, (battle:reach(unit):path(x, y)))
        play_on()
        return unit
      end
    end
  end

  it("is fought to its end, and each unit has its place", function()
    local turns = 0
    repeat
      for _, unit in ipairs(battle:side_of "blue") do
        if battle.seen.blue[1] then
          battle:attack(unit, battle.seen.blue)
        end
        play_on()
        assert.truthy(unit.moves >= 0)
      end
      battle:end_turn()
      repeat battle:update(0.1) until battle.side == "blue"
      for _, unit in ipairs(battle.crowd:units()) do
        local x, y = battle.grid:to_cell(unit.walker.x, unit.walker.y)
        assert.are.same({ unit.cell_x, unit.cell_y }, { x, y })
        assert.equal(unit, battle.crowd:at(x, y))
      end
      turns = turns + 1
      assert.truthy(turns < 40)
    until not (battle:side_of("red")[1] and battle:side_of("blue")[1])
  end)

  it("charges a unit for terrain, and for an enemy's zone", function()
    put("red", "guard", 12, 9)
    local reach = battle:reach(put("blue", "guard", 8, 11))
    assert.equal(0, reach:cost(8, 11))
    assert.equal(1, reach:cost(9, 11))
    assert.equal(3, reach:cost(11, 11))
    assert.is_nil(reach:cost(11, 10)) -- 2 + 1 and the zone: 6 with the hill
  end)

  it("lets an archer strike from three steps, but not over a hill", function()
    local archer = put("blue", "archer", 9, 8)
    local enemy = put("red", "rider", 13, 8)
    assert.is_true(battle.grid:get(11, 8) == "hill")
    assert.is_false(battle:sees("red", archer) and battle:sees("blue", enemy))
    put("blue", "archer", 12, 7)
    enemy:set_cell(16, 8)
    battle:attack(archer, { enemy })
    assert.equal(3, battle.grid:distance(archer.cell_x, archer.cell_y,
      enemy.cell_x, enemy.cell_y))
    assert.equal(6, enemy.health)
  end)
end)
