--- Units of different sizes that all go to one cell, and are removed there.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local numbers = require "spec.support.random"

local WIDE, HIGH, WAVE, MOST = 26, 18, 12, 3000

--- A place of the map, turned by 90 degrees and mirrored.
local function turned(turn, x, y)
  if turn % 2 == 1 then
    x, y = y, x
  end
  if turn >= 2 then
    x = (turn % 2 == 1 and HIGH or WIDE) + 1 - x
  end
  return x, y
end

--- Lets a wave of two sizes go to a cell.
-- @return how many arrive
local function arrive(goal, sizes, by_time, by_field, turn)
  local random = numbers.new(turn * 7 + sizes[1] + sizes[2])
  local grid = tilepath.grid(turned(turn % 2, WIDE, HIGH))
  -- A large unit is in the cell at its top left.
  local x, y = turned(turn, goal[1], goal[2])
  local most = math.max(sizes[1], sizes[2])
  x, y = math.min(x, grid.width + 1 - most), math.min(y, grid.height + 1 - most)
  local finders, fields = {}, {}
  for i, size in ipairs(sizes) do
    finders[i] = tilepath.pathfinder(grid, { size = size })
    fields[i] = finders[i]:field { { x, y } }
  end
  local crowd, made, arrived = tilepath.crowd(grid), 0, 0
  for _ = 1, MOST do
    if made < WAVE then
      local i = made % 4 == 3 and 2 or 1
      local from_x, from_y = turned(turn, random(1, 4), random(1, 15))
      local unit = crowd:add { finder = finders[i], cell_x = from_x,
        cell_y = from_y }
      if unit then
        made = made + 1
        assert.is_true(by_field and unit:follow(fields[i])
          or not by_field and unit:go_cell(x, y))
      end
    end
    if by_time then
      crowd:update(0.25)
    else
      crowd:tick()
    end
    for unit, what in crowd:events() do
      if what == "arrived" then
        unit:remove()
        arrived = arrived + 1
      end
    end
    if arrived == WAVE then
      break
    end
  end
  return arrived
end

describe("units of two sizes", function()
  for name, goal in pairs { ["in the middle"] = { 18, 9 },
    ["at the border"] = { 22, 1 } } do
    it("all arrive at one cell " .. name .. ", one after the other", function()
      for _, sizes in ipairs { { 1, 2 }, { 1, 3 }, { 2, 3 }, { 2, 1 } } do
        for turn = 0, 3 do
          local k = (turn + sizes[1]) % 4
          assert.are.equal(WAVE, arrive(goal, sizes, k % 2 == 1, k > 1, turn),
            ("%d and %d, turn %d, %d"):format(sizes[1], sizes[2], turn, k))
        end
      end
    end)
  end
end)

--- Sends a group of six units of one size to a cell.
-- @return how many are at their goals after so many ticks, at most
local function gather(size, turn, seed, most)
  local random = numbers.new(seed)
  local grid = tilepath.grid(turned(turn % 2, WIDE, HIGH))
  local finder = tilepath.pathfinder(grid, { size = size })
  local crowd, units, arrived = tilepath.crowd(grid), {}, 0
  while #units < 6 do
    local x, y = turned(turn, random(2, 24), random(2, 16))
    units[#units + 1] = crowd:add { finder = finder, cell_x = x, cell_y = y }
  end
  crowd:go_cell(units, turned(turn, 14, 9))
  for _ = 1, most do
    crowd:tick()
    arrived = 0
    for _, unit in ipairs(units) do
      arrived = arrived + (unit.status == "arrived" and not unit.moving and 1
        or 0)
    end
    if arrived == #units then
      break
    end
  end
  return arrived
end

describe("a group of large units", function()
  it("comes to rest at its goals", function()
    for turn = 0, 3 do
      for seed = 1, 3 do
        assert.are.equal(6, gather(2, turn, seed, 1000),
          ("turn %d, seed %d"):format(turn, seed))
      end
    end
  end)
end)

it("a large unit on a field pushes one out of a corridor", function()
  local room = ("."):rep(5) .. ("#"):rep(19) .. ("."):rep(6)
  local corridor = ("."):rep(30)
  for turn = 0, 3 do
    local grid, at = boards.drawn({ room, room, corridor, corridor, room,
      room, room }, {}, turn)
    local crowd = tilepath.crowd(grid)
    local finder = tilepath.pathfinder(grid, { size = 2 })
    local function add(x)
      local place = boards.rect(at, x, 3, 2, 2)
      return crowd:add { finder = finder, cell_x = place[1], cell_y = place[2] }
    end
    local guard, unit = add(12), add(2)
    guard:go_cell(guard.cell_x, guard.cell_y)
    crowd:tick()
    unit:follow(finder:field { boards.rect(at, 27, 3, 1, 1) })
    for _ = 1, 200 do
      crowd:tick()
    end
    assert.are.equal("arrived", unit.status, turn)
  end
end)

--- Lets two units go on a board; an idle one has no goal.
-- @param list  of each its size, place, goal, priority and `diagonal`
-- @return how many ticks pass until both are at their goals
local function pass(rows, turn, list)
  local grid, at = boards.drawn(rows, {}, turn)
  local crowd, units, ticks = tilepath.crowd(grid), {}, 0
  for i, spec in ipairs(list) do
    local side, x, y, to_x, to_y, priority, diagonal =
      spec[1], spec[2], spec[3], spec[4], spec[5], spec[6], spec[7]
    local place = boards.rect(at, x, y, side, side)
    units[i] = crowd:add { cell_x = place[1], cell_y = place[2],
      priority = priority,
      finder = tilepath.pathfinder(grid, { size = side, diagonal = diagonal }) }
    local goal = to_x and boards.rect(at, to_x, to_y, side, side)
    assert.is_true(not goal or units[i]:go_cell(goal[1], goal[2]))
  end
  repeat
    crowd:tick()
    ticks = ticks + 1
    local is_over = true
    for i, unit in ipairs(units) do
      is_over = is_over and (unit.status == "arrived" or not list[i][4])
    end
  until is_over or ticks == 100
  return ticks
end

describe("on open ground", function()
  local open = {}
  for y = 1, 20 do
    open[y] = ("."):rep(20)
  end
  for _, sizes in ipairs { { 2, 2 }, { 3, 3 }, { 1, 3 }, { 2, 3 } } do
    it(("units of sizes %d and %d that meet pass each other"):format(sizes[1],
      sizes[2]), function()
      for turn = 0, 7 do
        for row = 9 - sizes[2] + 1, 9 + sizes[1] - 1 do
          local ticks = pass(open, turn, { { sizes[1], 2, 9, 17, 9 },
            { sizes[2], 14, row, 2, row } })
          assert.is_true(ticks <= 30, ("%d ticks, turn %d"):format(ticks, turn))
        end
      end
    end)
  end

  it("a large unit pushes an idle one out of its way, not ahead", function()
    for turn = 0, 7 do
      for size = 2, 4 do
        for row = 9, 8 + size do
          local ticks = pass(open, turn, { { size, 2, 9, 17, 9 },
            { 1, 9, row } })
          assert.is_true(ticks <= 18, ("%d ticks, turn %d"):format(ticks, turn))
        end
      end
    end
  end)
end)

describe("a unit that wants the cells of its pusher's next place", function()
  for size, rows in ipairs {
    { ".........", "....#####" },
    { ".........", ".........", "###..####" },
  } do
    it("goes at once if the pusher does not get them, of size " .. size,
      function()
        for turn = 0, 7 do
          -- one step out, and then to its goal without a pause
          assert.are.equal(2 + size, pass(rows, turn, { { 2, 2, 1, 3, 1, 1 },
            { size, 4, 2, 5 + size, 1 } }), turn)
        end
      end)
  end
end)

it("a small unit whose way leads back past its pusher goes after a while",
  function()
    for turn = 0, 7 do
      assert.is_true(pass({ "..", ".#", ".#" }, turn, { { 1, 1, 1, 2, 1, 1,
        "always" }, { 1, 2, 1, 1, 3, 0, "always" } }) <= 12, turn)
    end
  end)
