--- Joint plans: ways out of small jams. Each board is also played turned and
-- mirrored, by ticks and by seconds.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local stand = require "spec.support.stand"

local function play(crowd, by_time, ticks)
  for _ = 1, ticks do
    if by_time then
      crowd:update(0.25)
    else
      crowd:tick()
    end
  end
end

--- A crowd on a board. A unit is a row of its cell, the cell to which it goes, and
-- its size.
local function begin(jam, turn)
  local grid, turned = boards.drawn(jam.rows, nil, turn)
  local crowd, units = tilepath.crowd(grid), {}
  local function place(x, y, size)
    local rect = boards.rect(turned, x, y, size, size)
    return rect[1], rect[2]
  end
  if jam.link then
    local size, x1, y1 = jam.link[5], place(jam.link[1], jam.link[2], jam.link[5])
    local x2, y2 = place(jam.link[3], jam.link[4], size)
    grid:link(x1, y1, x2, y2, { seconds = 0.25 })
  end
  for i, unit in ipairs(jam.units) do
    local x, y = place(unit[1], unit[2], unit[5])
    units[i] = crowd:add { cell_x = x, cell_y = y,
      finder = tilepath.pathfinder(grid, { size = unit[5],
        diagonal = jam.diagonal }) }
  end
  for i, unit in ipairs(jam.units) do
    if unit[3] then
      units[i]:go_cell(place(unit[3], unit[4], unit[5]))
    end
  end
  return crowd, units
end

local JAMS = {
  { name = "two carts and a walker in a lane", diagonal = "never", rows = {
    "...................",
    "...................",
    "...................",
  }, units = { { 1, 1, 13, 2, 2 }, { 5, 1, 17, 2, 2 }, { 19, 2, 1, 2, 1 } } },
  { name = "two carts by a dead end", rows = {
    "......###",
    "........#",
    "........#",
    "......###",
    ".........",
  }, units = { { 7, 2, 1, 2, 2 }, { 4, 2, 7, 2, 2 } } },
  { name = "two who want each other's end of a link", diagonal = "never",
    link = { 1, 1, 5, 1, 1 }, rows = {
      "...#.#.",
      "####...",
      "...###.",
    }, units = { { 1, 1, 5, 1, 1 }, { 5, 1, 1, 1, 1 } } },
  { name = "a cart idle at the foot of stairs", link = { 13, 3, 16, 3, 2 },
    rows = {
      "......########.......",
      "......########.......",
      "..............#......",
      "..............#......",
      "......########.......",
      "......########.......",
    }, units = { { 13, 3, nil, nil, 2 }, { 1, 3, 18, 1, 2 } } },
}

describe("#once a joint plan leads out of a jam of", function()
  for _, jam in ipairs(JAMS) do
    for _, by_time in ipairs { false, true } do
      it(jam.name .. (by_time and ", by seconds" or ", by ticks"), function()
        for turn = 0, 7 do
          local crowd, units = begin(jam, turn)
          play(crowd, by_time, 200)
          for i, unit in ipairs(jam.units) do
            assert.are.equal(unit[3] and "arrived" or "idle", units[i].status,
              ("unit %d, turn %d"):format(i, turn))
          end
        end
      end)
    end
  end
end)

describe("#once a crowd that searches for ways out of jams", function()
  -- Some go to and fro in a corridor without a bay. (The core in Lua plans for
  -- eight at most.)
  local function corridor(count)
    local grid = tilepath.grid(("."):rep(40))
    local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
    for i = 1, count do
      local unit = crowd:add { finder = finder, cell_x = 3 * i, cell_y = 1 }
      unit:go_cell(41 - 3 * i, 1)
    end
    return crowd
  end

  it("makes few decisions at once", function()
    for i = 0, 3 do
      local by_time, count = i % 2 > 0, i < 2 and 8 or 12
      local crowd, before = corridor(count), 0
      for _ = 1, 200 do
        play(crowd, by_time, 1)
        local now = crowd.info.decisions
        -- 2^12 with the module, 2^6 without; in a step's time by seconds eight
        -- times 2^10 or 2^6; and those of the last try, and of the units
        local most = by_time and 1024 or 4096
        if tilepath.core == "Lua" then most = most / 16 end
        local parts = by_time and 9 or 1
        assert.is_true(now - before <= parts * (most + 8 + count * count))
        before = now
      end
    end
  end)

  it("moves no paused unit", function()
    local jam = { diagonal = "never", rows = { "..####", "#.....", "....#." },
      units = { { 6, 3, 4, 3, 1 }, { 4, 2, nil, nil, 1 }, { 1, 3, 4, 2, 1 },
        { 2, 2, nil, nil, 1 } } }
    for turn = 0, 7 do
      for pause = 16, 40 do
        local crowd, units = begin(jam, turn)
        local cells = {}
        play(crowd, false, pause)
        for i, unit in ipairs(units) do
          unit:pause()
          cells[i] = { unit.cell_x, unit.cell_y }
        end
        play(crowd, false, 3)
        for i, unit in ipairs(units) do
          assert.are.same(cells[i], { unit.cell_x, unit.cell_y })
        end
      end
    end
  end)

  it("makes none for one that comes too late, as it needs no way out", function()
    local jam = { rows = { "......" }, units = { { 1, 1, 1, 1, 1 },
      { 5, 1, 1, 1, 1 } } }
    for turn = 0, 7 do
      for _, by_time in ipairs { false, true } do
        local crowd = begin(jam, turn)
        play(crowd, by_time, 400)
        assert.is_true(crowd.info.decisions <= 2 * 400)
      end
    end
  end)

  it("leads an idle unit off a goal between walls", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ "..#...", "......", "#.#..." }, {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local function add(x, y)
        local cell_x, cell_y = at(x, y)
        return stand.unit(crowd, finder, cell_x, cell_y)
      end
      local one, _, two = add(1, 1), add(2, 1), add(6, 2)
      one:go_cell(at(1, 1))
      two:go_cell(at(2, 1))
      play(crowd, false, 120)
      local cells = stand.show(crowd)
      play(crowd, false, 20)
      assert.are.same({ "arrived", "arrived", cells },
        { one.status, two.status, stand.show(crowd) })
    end
  end)

  it("leads two idle units out of a dead end", function()
    for turn = 0, 7 do
      local grid, at = boards.drawn({ ".......", ".......", ".......",
        "###.###", "###.###" }, {}, turn)
      local finder, crowd = tilepath.pathfinder(grid), tilepath.crowd(grid)
      local x, y = at(4, 5)
      stand.unit(crowd, finder, x, y)
      stand.unit(crowd, finder, at(4, 4))
      local worker = stand.unit(crowd, finder, at(1, 1))
      worker:go_cell(x, y)
      play(crowd, false, 120)
      assert.are.same({ "arrived", x, y },
        { worker.status, worker.cell_x, worker.cell_y })
    end
  end)

  it("makes them in the node budget", function()
    local grid = tilepath.grid(("."):rep(9))
    local crowd = tilepath.crowd(grid, { max_nodes = 8 })
    local finder = tilepath.pathfinder(grid)
    for i = 1, 4 do
      local unit = crowd:add { finder = finder, cell_x = 2 * i, cell_y = 1 }
      unit:go_cell(10 - 2 * i, 1)
    end
    local before = crowd.info.decisions
    for _ = 1, 100 do
      crowd:tick()
      assert.is_true(crowd.info.decisions - before <= 4 + 4 * 4 + 4)
      before = crowd.info.decisions
    end
  end)
end)
