-- The army of examples/love/rts, played without LÖVE: orders are given as by a
-- player, and places are checked during the walks.

local helper = require "spec.support.helper"

describe("#host the army", function()
  local army

  helper.use_example(setup, teardown, "rts", { "army", "land" })

  before_each(function()
    army = require("army")(require "land", 16, 24)
  end)

  local function choose(name)
    army:choose_none()
    army:choose_kind(name)
  end

  -- Each occupied cell has a single unit.
  local function assert_apart()
    local holders, wrong = {}, nil
    for _, unit in ipairs(army.units) do
      local size = unit.kind.size or 1
      for y = unit.cell_y, unit.cell_y + size - 1 do
        for x = unit.cell_x, unit.cell_x + size - 1 do
          local is_his = not holders[y * 100 + x]
            and army.crowd:at(x, y) == unit
          if not is_his then wrong = unit end
          holders[y * 100 + x] = unit
        end
      end
    end
    assert.is_nil(wrong)
  end

  local function play(seconds)
    for _ = 1, seconds * 2 do
      for _ = 1, 10 do army:update(1 / 20) end
      assert_apart()
    end
  end

  local function count(status)
    local n = 0
    for _, unit in ipairs(army.chosen) do
      if unit.status == status then n = n + 1 end
    end
    return n
  end

  it("has three hundred units, and boxes select among them", function()
    assert.equal(300, #army.units)
    army:choose_box(24 + 16 * 20, 24 + 16 * 14, 24, 24)
    assert.equal(180, #army.chosen)
    army:choose_box(24, 24, 24 + 16 * 20, 24 + 16 * 14)
    assert.equal(180, #army.chosen)
    army:choose_none()
    assert.equal(0, #army.chosen)
  end)

  it("walks into the castle, each unit to its own cell", function()
    choose "soldier"
    army:go(730, 350)
    assert.is_nil(army.refusal)
    play(60)
    assert.equal(180, count("arrived") + count("settled"))
    play(40)
    assert.equal(180, count("arrived") + count("settled"))
    assert.truthy(army.told.arrived + army.told.settled >= 180)
  end)

  it("takes the back door if the gate is closed", function()
    choose "archer"
    army:go(800, 320)
    play(8)
    army:turn_gate()
    local through = {}
    for _ = 1, 60 do
      play(1)
      for _, unit in ipairs(army.chosen) do
        through[unit] = through[unit] or unit.cell_y >= 29
      end
    end
    for _, cell in ipairs(army.gate) do
      assert.is_nil(army.crowd:at(cell[1], cell[2]))
      assert.truthy(army:is_gate(cell[1], cell[2]))
    end
    local n = 0
    for _, unit in ipairs(army.chosen) do
      if through[unit] then n = n + 1 end
    end
    assert.truthy(n >= 40)
    assert.equal(60, count("arrived") + count("settled"))
  end)

  it("returns a reason for a unit without a path", function()
    army:choose(army.units[1])
    army:go(24 + 16 * 47.5, 24 + 16 * 20.5)      -- a tree in the court
    assert.is_nil(army.refusal)                  -- as near as possible
    army:choose(army.units[2])
    army:go(24 + 16 * 47.5, 24 + 16 * 20.5)
    assert.equal("goal_blocked", army.refusal)
  end)

  it("patrols, holds its ground and stops", function()
    choose "sentry"
    local sentry = army.chosen[1]
    local north, south = 0, 0
    for _ = 1, 40 do
      play(1)
      if sentry.cell_y < 18 then north = north + 1 end
      if sentry.cell_y > 23 then south = south + 1 end
    end
    assert.truthy(north > 4 and south > 4)
    assert.truthy(army.told.reached > 3 * 8)

    army:hold()
    local x, y = sentry.cell_x, sentry.cell_y
    choose "soldier"
    army:go(sentry.x, sentry.y)
    play(60)
    assert.same({ x, y }, { sentry.cell_x, sentry.cell_y })
    army:stop()
    play(3)
    assert.equal(0, count "going")
  end)
end)
