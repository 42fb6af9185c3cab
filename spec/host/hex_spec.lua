-- The rules of examples/love/hex, played without LÖVE: blue plays like red,
-- until one side is gone.

local helper = require "spec.support.helper"

describe("#host the skirmish on hexagons", function()
  local battle

  helper.use_example(setup, teardown, "hex", { "battle", "ford" })

  before_each(function()
    battle = require("battle")(require "ford", 48, 24)
  end)

  local function play_on()
    repeat battle:update(0.1) until not battle:is_busy()
  end

  local function named(side, name)
    for _, unit in ipairs(battle:side_of(side)) do
      if unit.name == name then return unit end
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
    local guard, enemy = named("blue", "guard"), named("red", "guard")
    enemy:set_cell(12, 9)
    guard:set_cell(8, 11)
    battle:walk(guard, (battle:reach(guard):path(8, 11)))
    play_on()
    local reach = battle:reach(guard)
    assert.equal(0, reach:cost(8, 11))
    assert.equal(1, reach:cost(9, 11))
    assert.equal(3, reach:cost(11, 11))
    assert.is_nil(reach:cost(11, 10)) -- 2 + 1 and the zone: 6 with the hill
  end)

  it("lets an archer strike from three steps", function()
    local archer, enemy = named("blue", "archer"), named("red", "rider")
    archer:set_cell(12, 7)
    battle:walk(archer, (battle:reach(archer):path(12, 7)))
    enemy:set_cell(16, 8)
    battle:attack(archer, { enemy })
    assert.equal(3, battle.grid:distance(archer.cell_x, archer.cell_y,
      enemy.cell_x, enemy.cell_y))
    assert.equal(6, enemy.health)
    play_on()
  end)

  it("hides a unit behind a hill", function()
    local archer, enemy = named("blue", "archer"), named("red", "rider")
    archer:set_cell(9, 8)
    enemy:set_cell(13, 8)
    battle:walk(archer, (battle:reach(archer):path(9, 8)))
    assert.is_true(battle.grid:get(11, 8) == "hill")
    assert.is_false(battle:sees("red", archer)
      and battle:sees("blue", enemy))
  end)
end)
