-- The rules of examples/love/tactics, played without LÖVE: blue plays like red,
-- until one side is gone.

local helper = require "spec.support.helper"

describe("#host the skirmish", function()
  local battle, revision

  helper.use_example(setup, teardown, "tactics", { "battle", "ford" })

  before_each(function()
    battle = require("battle")(require "ford", 40, 24)
    revision = battle.grid.revision
  end)

  local function play_on()
    repeat battle:update(0.1) until not battle:is_busy()
  end

  local function named(side, name)
    for _, unit in ipairs(battle:side_of(side)) do
      if unit.name == name then return unit end
    end
  end

  -- Each unit has its cells to itself, and is drawn there. No cell was edited.
  local function assert_in_place()
    for _, unit in ipairs(battle:units()) do
      for y = unit.cell_y, unit.cell_y + unit.size - 1 do
        for x = unit.cell_x, unit.cell_x + unit.size - 1 do
          assert.equal(unit, battle:at(x, y))
        end
      end
      local x, y = unit.finder:to_cell(unit.walker.x, unit.walker.y)
      assert.are.same({ unit.cell_x, unit.cell_y }, { x, y })
    end
    assert.equal(revision, battle.grid.revision)
  end

  it("is fought to its end, and each unit has its place", function()
    local turns = 0
    repeat
      for _, unit in ipairs(battle:side_of "blue") do
        local others = battle:side_of "red"
        if others[1] then battle:attack(unit, others) end
        play_on()
        assert.truthy(unit.moves >= 0)
      end
      assert_in_place()
      battle:end_turn()
      repeat battle:update(0.1) until battle.side == "blue"
      assert_in_place()
      turns = turns + 1
      assert.truthy(turns < 40)
    until not (battle:side_of("red")[1] and battle:side_of("blue")[1])
  end)

  it("lets a unit walk to a cell of its reach, at that cost", function()
    local knight = named("blue", "knight")
    local reach = battle:reach(knight)
    assert.truthy(reach.count > 20)
    for x, y, cost in reach:cells() do
      assert.truthy(cost <= knight.moves)
      assert.truthy(not battle:at(x, y) or cost == 0)
    end
    battle:walk(knight, (reach:path(13, 9)))
    local cost = reach:cost(13, 9)
    play_on()
    assert.are.same({ 13, 9, 7 - cost },
      { knight.cell_x, knight.cell_y, knight.moves })
  end)

  -- Continues, turn after turn, until the unit has struck.
  local function attack(unit, other)
    local health, turns = other.health, 0
    repeat
      turns = turns + 1
      assert.truthy(turns < 20)
      unit.moves = unit.kind.moves
      battle:attack(unit, { other })
      play_on()
    until unit.has_struck
    assert.equal(health - unit.kind.blow, other.health)
    local half = (unit.size - 1) / 2
    return math.max(math.abs(unit.cell_x + half - other.cell_x),
                    math.abs(unit.cell_y + half - other.cell_y))
  end

  it("allows strikes from beside, or from afar in sight", function()
    local goblin = named("red", "goblin")
    assert.equal(1.5, attack(named("blue", "giant"), goblin))
    local far = attack(named("blue", "archer"), named("red", "giant"))
    assert.truthy(far > 2 and far <= 4)
    assert.equal(1, attack(named("blue", "knight"), goblin))
    assert.truthy(goblin.health <= 0)
    assert.not_equal(goblin, named("red", "goblin"))
  end)

  it("heals a unit at the nearest shrine", function()
    local archer = named("blue", "archer")
    archer.health = 2
    battle:heal(archer)
    play_on()
    assert.equal(7, archer.health)
    assert.truthy(math.abs(archer.cell_x - 8) <= 1
      and math.abs(archer.cell_y - 5) <= 1)
  end)
end)
