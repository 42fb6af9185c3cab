-- The army of examples/love/rts, played without LÖVE: orders are given as by a
-- player, and places are checked during the walks.

local helper = require "spec.support.helper"

describe("#once #host the army", function()
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
  local function play(seconds, look)
    for _ = 1, seconds * 2 do
      for _ = 1, 10 do army:update(1 / 20) end
      local wrong = nil
      for _, unit in ipairs(army.units) do
        local size = unit.kind.size or 1
        for y = unit.cell_y, unit.cell_y + size - 1 do
          for x = unit.cell_x, unit.cell_x + size - 1 do
            if army.crowd:at(x, y) ~= unit then wrong = unit end
          end
        end
      end
      assert.is_nil(wrong)
      for _, unit in ipairs(look and army.chosen or {}) do look(unit) end
    end
  end

  local function count(status)
    local n = 0
    for _, unit in ipairs(army.chosen) do
      if unit.status == status then n = n + 1 end
    end
    return n
  end

  local function at_rest()
    return count("arrived") + count("settled")
  end

  it("walks into the castle, or tells the reason", function()
    army:choose_box(24, 24, 24 + 16 * 20, 24 + 16 * 14)
    assert.same({ 300, 180 }, { #army.units, #army.chosen })
    army:choose_none()
    for i, refusal in ipairs { false, "goal_blocked" } do
      army:choose(army.units[i])
      army:go(24 + 16 * 47.5, 24 + 16 * 20.5)    -- a tree in the court
      assert.equal(refusal or nil, army.refusal) -- as near as possible
    end
    choose "soldier"
    army:go(730, 350)
    assert.is_nil(army.refusal)
    play(60)
    assert.equal(180, at_rest())
    assert.truthy(army.told.arrived + army.told.settled >= 180)
  end)

  it("goes on to way-points, one after the other", function()
    local reached = {}
    choose "scout"
    army:go(24 + 16 * 15, 24 + 16 * 33)
    army:go(24 + 16 * 45, 24 + 16 * 33, { queued = true })
    play(20, function(scout)                     -- a bend of the road
      local is_near = math.abs(scout.cell_x - 15) <= 8
      if scout.moving and is_near and scout.cell_y >= 31 then
        reached[scout] = true
      end
    end)
    for _, scout in ipairs(army.chosen) do
      assert.is_true(reached[scout])
      assert.truthy(math.abs(scout.cell_x - 45) <= 8)
    end
    assert.equal(40, at_rest())
  end)

  it("fights sentries on an attack, and marches on", function()
    choose "sentry"
    assert.same({}, army.chosen)                 -- they obey others
    local soldier, x, y = army.units[1], 24 + 16 * 53.5, 24 + 16 * 27.5
    army:choose(soldier)
    army:go(24 + 16 * 47.5, 24 + 16 * 20.5)
    army:go(x, y, { queued = true })
    play(30)
    assert.same({ "arrived", 8 }, { soldier.status, #army.sentries })
    army:go(24 + 16 * 30.5, 24 + 16 * 20.5)
    play(10)
    local saw, left = false, nil
    army:go(x, y, { attack = true })
    play(90, function()
      saw = saw or soldier.target ~= nil
      local is_there = soldier.x == x and soldier.y == y
      left = left or is_there and #army.sentries
    end)
    assert.truthy(saw and left and left < 8)
    assert.same({ 292 + #army.sentries, army.crowd.count },
      { #army.units, #army.units })
  end)

  it("takes the back door if the gate is closed", function()
    choose "archer"
    army:go(800, 320)
    play(8)
    army:turn_gate()
    local through, n = {}, 0
    play(60, function(unit)
      if unit.cell_y >= 29 and not through[unit] then
        through[unit], n = true, n + 1
      end
    end)
    for _, cell in ipairs(army.gate) do
      assert.is_nil(army.crowd:at(cell[1], cell[2]))
      assert.truthy(army:is_gate(cell[1], cell[2]))
    end
    assert.truthy(n >= 40)
    assert.equal(60, at_rest())
  end)
end)
