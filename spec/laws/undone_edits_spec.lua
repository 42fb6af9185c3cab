--- Laws of undone edits: a crowd depends on the map as it is, not on edits that
-- were undone before the next tick, even if a pathfinder has seen them.

local law = require "spec.support.law"
local numbers = require "spec.support.random"
local throng = require "spec.support.throng"
local tilepath = require "tilepath"

--- Changes cells and undoes that, with pathfinders prepared in between.
local function stir(march, random)
  local grid, cells = march.grid, {}
  for i = 1, random(1, 4) do
    local x, y = random(1, grid.width), random(1, grid.height)
    cells[i] = { x, y, grid:get(x, y) }
    grid:set(x, y, grid:is_walkable(x, y) and "wall" or "open")
    local unit = march.units[random(1, #march.units)]
    if unit and unit.crowd and random.chance(50) then
      unit.finder:prepare()
    end
  end
  for i = #cells, 1, -1 do
    grid:set(cells[i][1], cells[i][2], cells[i][3])
  end
end

local function undone_law(title, runs, options)
  law(it, title, { runs = runs, noun = "undone",
    draw = function(random)
      local all = { cuts = true, is_priced = random.chance(50) }
      for key, value in pairs(options) do
        all[key] = value
      end
      return throng.draw(random, all)
    end, write = throng.write, read = throng.read, smaller = throng.smaller },
    function(scenario)
      local calm, stirred = throng.play(scenario), throng.play(scenario)
      local random = throng.random(scenario)
      for _ = 1, throng.looks(scenario) do
        calm:next()
        if random.chance(30) then
          stir(stirred, random)
        end
        stirred:next()
        throng.compare(calm, stirred)
      end
    end)
end

-- Prices that change ---------------------------------------------------------

local LONG, LOW = 90, 7

--- A crowd whose units walk from end to end of a long map.
local function travellers(random)
  local grid = tilepath.grid(LONG, LOW, { prices = { swamp = 5, sand = 3 } })
  for _ = 1, LONG * LOW / 10 do
    grid:set(random(1, LONG), random(1, LOW), random.one_of("wall", "sand"))
  end
  local finder, crowd, units = tilepath.pathfinder(grid), tilepath.crowd(grid),
    {}
  for _ = 1, 60 do
    local goes_back = random.chance(50)
    local x, to = random(1, 15), LONG - random(1, 15)
    local unit = crowd:add { finder = finder, cell_y = random(1, LOW),
      cell_x = goes_back and LONG + 1 - x or x, pace = random(1, 3),
      priority = random(1, 3) }
    to = goes_back and LONG - to or to
    if unit then
      units[#units + 1] = unit
      unit:go_cell(to + 1, random(1, LOW))
    end
  end
  return grid, units, crowd
end

--- Changes the price of some cells ahead of a unit or behind it.
local function reprice(random, unit, grids)
  local way = math.cos(unit.angle) > 0 and -1 or 1
  local first, y = unit.cell_x + way * random(4, 13), random(1, LOW)
  local terrain = random.one_of("swamp", "open", "sand")
  for x = first, first + random(1, 5) do
    for _, grid in ipairs(grids) do
      if grid:contains(x, y) and grid:get(x, y) ~= "wall" then
        grid:set(x, y, terrain)
      end
    end
  end
end

local function reprice_and_undo(random, grid)
  for _ = 1, 4 do
    local x, y = random(1, LONG), random(1, LOW)
    local terrain = grid:get(x, y)
    if terrain ~= "wall" then
      grid:set(x, y, terrain == "swamp" and "sand" or "swamp")
      grid:set(x, y, terrain)
    end
  end
end

local function play_prices(seed)
  local grid, units, crowd = travellers(numbers.new(seed))
  local other_grid, others, other_crowd = travellers(numbers.new(seed))
  local random = numbers.new(seed, "edits")
  for _ = 1, 250 do
    if random.chance(33) then
      reprice(random, random.any(units), { grid, other_grid })
    end
    reprice_and_undo(random, other_grid)
    crowd:tick()
    other_crowd:tick()
    for i, unit in ipairs(units) do
      local other = others[i]
      if unit.cell_x ~= other.cell_x or unit.cell_y ~= other.cell_y then
        return false
      end
    end
  end
  return true
end

describe("undone edits change nothing for a crowd #core_c", function()
  it("whose paths change their prices", function()
    for _, seed in ipairs { 30, 61, 98, 141, 152, 191, 198, 244, 252 } do
      assert.is_true(play_prices(seed), seed)
    end
  end)

  undone_law("on small maps", 20, {})
  undone_law("on narrow maps", 20, { width = 14, height = 3 })
  undone_law("on large maps", 5, { width = 140, height = 140 })
end)
