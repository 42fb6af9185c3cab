--- A group that gets its order again: units that stand in the cells that are
-- given out keep them, so a group at rest does not move.

local stand = require "spec.support.stand"

local SIZE = 24
local function upright(x, y) return x, y end
local TURNS = {
  { "upright", upright },
  { "turned", function(x, y) return y, x end },
  { "mirrored", function(x, y) return SIZE + 1 - x, y end },
}

--- A crowd behind a wall.
local function begin(turn, options)
  local crowd, finder, grid = stand.field((("."):rep(SIZE) .. "\n"):rep(SIZE),
    options)
  for y = 1, 12 do
    local wall_x, wall_y = turn(11, y)
    grid:set(wall_x, wall_y, "wall")
  end
  local units = {}
  for i = 0, 11 do
    local x, y = turn(i % 4 * 2 + 2, math.floor(i / 4) * 3 + 2)
    units[i + 1] = stand.unit(crowd, finder, x, y)
  end
  return crowd, units, { turn(17, 12) }
end

--- Plays so many ticks. @return the steps of all units
local function play(crowd, units, ticks)
  local steps = 0
  for _ = 1, ticks do
    local before = {}
    for i, unit in ipairs(units) do
      before[i] = unit.cell_x * SIZE + unit.cell_y
    end
    crowd:tick()
    for i, unit in ipairs(units) do
      steps = steps + (unit.cell_x * SIZE + unit.cell_y ~= before[i] and 1 or 0)
    end
  end
  return steps
end

local function cases(check)
  for _, each in ipairs(TURNS) do
    local name, turn = each[1], each[2]
    it("in squares, " .. name, function()
      check(turn)
    end)
  end
  for _, stagger in ipairs { "odd-r", "even-r", "odd-q", "even-q" } do
    it("in hexagons, " .. stagger, function()
      check(upright, { shape = "hex", stagger = stagger })
    end)
  end
end

describe("a group at rest that gets its order again stays", function()
  cases(function(turn, options)
    local crowd, units, goal = begin(turn, options)
    crowd:go_cell(units, goal[1], goal[2])
    play(crowd, units, 150)
    for _ = 1, 10 do
      assert.are.equal(12, crowd:go_cell(units, goal[1], goal[2]))
      assert.are.equal(0, play(crowd, units, 8))
    end
    for _, unit in ipairs(units) do
      assert.are.equal("arrived", unit.status)
    end
  end)
end)

describe("a group with units that were removed", function()
  it("goes without them, and is empty without others", function()
    for _, to in ipairs { { 5, 5 }, { { { 5, 5 }, { 6, 6 } } },
      { 5, 5, { formation = true } }, { 5, 5, { wait = true } } } do
      local crowd, finder = stand.field(("........\n"):rep(8))
      local units = {}
      for i = 1, 4 do
        units[i] = stand.unit(crowd, finder, i, 1)
      end
      units[2]:remove()
      assert.are.equal(3, crowd:go_cell(units, to[1], to[2], to[3]))
      for i = 1, 4 do
        assert.are.equal(i ~= 2, units[i].moving)
      end
      for _, unit in ipairs(crowd:units()) do
        unit:remove()
      end
      assert.are.same({ n = 2, nil, "empty" },
        { n = 2, crowd:go_cell(units, to[1], to[2], to[3]) })
    end
  end)
end)

describe("a group that gets its order again in each tick", function()
  --- The steps until all have arrived.
  local function steps_to_goal(again)
    local crowd, units, goal = begin(upright)
    crowd:go_cell(units, goal[1], goal[2])
    local steps = 0
    for _ = 1, 80 do
      steps = steps + play(crowd, units, 1)
      if again then
        crowd:go_cell(units, goal[1], goal[2])
      end
    end
    return steps
  end

  it("walks about as far as after one order", function()
    assert.is_true(steps_to_goal(true) <= 1.25 * steps_to_goal(false))
  end)
end)
