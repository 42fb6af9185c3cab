--- A crowd that never ends: units with all kinds of orders for a million ticks.
--
--   tools/lua luajit fuzz/endless.lua [ticks] [seed]
--
-- The same game is played twice, and at checkpoints the crowd is saved and
-- loaded: both must be in the same places there. Memory must not grow after the
-- first tenth, and no unit under way may stand in a cell for LONGEST ticks.

local tilepath = require "tilepath"

local TICKS = math.floor(tonumber(arg[1] or 1e6))
local SEED = tonumber(arg[2] or os.getenv("SEED") or 1)
local PARTS, LONGEST, UNITS = 20, 4096, 24

local ROWS = {
  "............#...........",
  ".####.####..#..########.",
  ".#......##.....#......#.",
  ".#......##..#..#......#.",
  ".###.#####..#..####.###.",
  "............#...........",
  "#####.##########.#######",
  "............#...........",
  ".####.####..#..########.",
  ".#......##.....#......#.",
  ".#......##..#..#......#.",
  ".###.#####..#..####.###.",
  "............#...........",
}

--- A generator of Lehmer's: whole numbers from 1 to n.
local function new_random(seed)
  local state = seed % 2147483646 + 1
  return function(n)
    state = state * 16807 % 2147483647
    return 1 + state % n
  end
end

local function play()
  local random = new_random(SEED)
  local grid = tilepath.grid(ROWS)
  local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
  local marks, since, place, most = {}, {}, {}, 0

  local function free_cell()
    while true do
      local x, y = random(grid.width), random(grid.height)
      if grid(x, y) and crowd:is_free(x, y) then return x, y end
    end
  end

  local function add()
    local x, y = free_cell()
    crowd:add { finder = finder, cell_x = x, cell_y = y, pace = random(4) }
  end

  --- Gives a unit an order, which the same random numbers draw.
  local function order(unit)
    local units, what = crowd:units(), random(8)
    local other = units[random(#units)]
    local x, y = free_cell()
    if what <= 4 then
      unit:go_cell(x, y)
    elseif what == 5 and other ~= unit then
      unit:chase(other)
    elseif what == 6 and other ~= unit then
      unit:follow(other)
    elseif what == 7 and other ~= unit then
      unit:keep(other, { min = 1, within = 3 })
    else
      unit:patrol_cell { { x, y }, { unit.cell_x, unit.cell_y } }
    end
  end

  for _ = 1, UNITS do add() end
  for now = 1, TICKS do
    local units = crowd:units()
    if now % 3 == 0 then order(units[random(#units)]) end
    if now % 97 == 0 then
      crowd:go_cell({ units[1], units[2], units[3], units[4], units[5] },
        { { free_cell() } }, { adjacent = true })
    end
    if now % 131 == 0 then
      units[random(#units)]:remove()
      add()
    end
    crowd:tick()
    for _, unit in ipairs(now % 64 == 0 and crowd:units() or {}) do
      local cell = unit.cell_y * 100 + unit.cell_x
      if place[unit.id] ~= cell or not unit.moving then
        place[unit.id], since[unit.id] = cell, now
      elseif now - since[unit.id] > LONGEST then
        error(("tick %d: unit %d stands in %d, %d: %s"):format(now, unit.id,
          unit.cell_x, unit.cell_y, unit.status))
      end
    end
    if now % (TICKS / PARTS) == 0 then
      local text, targets = crowd:save()
      assert(crowd:load(text, { targets = targets }))
      local hash = 0
      for _, unit in ipairs(crowd:units()) do
        hash = (hash * 31 + unit.id * 7 + unit.cell_y * 100 + unit.cell_x)
          % 2147483647
      end
      marks[#marks + 1] = hash
      place, since = {}, {}
      collectgarbage()
      collectgarbage()
      local kilobytes = collectgarbage("count")
      if now <= TICKS / 10 then most = math.max(most, kilobytes) end
      if kilobytes > 1.5 * most + 64 then
        error(("tick %d: %d KB, %d at first"):format(now, kilobytes, most))
      end
      io.write(("%d ticks, %d units, %d KB, %d\n"):format(now, crowd.count,
        kilobytes, hash))
    end
  end
  return marks
end

local first, second = play(), play()
for i = 1, PARTS do
  assert(first[i] == second[i], "checkpoint " .. i .. " differs")
end
print("endless: passed")
