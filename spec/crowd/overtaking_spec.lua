--- Overtaking: behind a slower unit a fast one takes at most half as long again
-- as alone, where its body has room to pass.

local boards = require "spec.support.boards"
local tilepath = require "tilepath"

local LENGTH, GOAL = 60, 50

--- How long a unit takes that is four times as fast as one ahead of it.
-- @param o  shape, diagonal, width of the lane, sizes of both: slow 0: none;
-- and how many slow ones follow it in a line without gaps
local function time_of(o, turn, by_seconds)
  local is_turned = turn % 2 == 1
  local grid = tilepath.grid(is_turned and o.width or LENGTH,
    is_turned and LENGTH or o.width, { shape = o.shape and "hex",
      stagger = o.shape and (is_turned and "odd-q" or "odd-r") })
  local crowd = tilepath.crowd(grid)
  local place = boards.turn(turn, LENGTH, o.width)
  local function add(size, x, y, speed, to)
    local function cell(column)
      local rect = boards.rect(place, column, y, size, size)
      return rect[1], rect[2]
    end
    local cell_x, cell_y = cell(x)
    local unit = crowd:add { finder = tilepath.pathfinder(grid,
      { size = size > 1 and size or nil, diagonal = o.diagonal }),
      cell_x = cell_x, cell_y = cell_y, speed = speed, pace = 4 / speed }
    unit:go_cell(cell(to))
    return unit
  end
  local y = 1 + math.floor((o.width - math.max(o.slow, 1)) / 2)
  if o.slow > 0 then
    add(o.slow, 8, y, 1, LENGTH - 2 - o.slow)
  end
  local x = o.behind and 7 or 3
  local fast, time = add(o.fast, x, y, 4, GOAL), 0
  for i = 1, o.behind or 0 do
    add(1, x - i, y, 1, LENGTH - 3 - i)
  end
  while fast.status ~= "arrived" and time < 200 do
    if by_seconds then
      crowd:update(0.25)
    else
      crowd:tick()
    end
    time = time + 1
  end
  return time
end

local LANES = {
  { "never", width = 9, slow = 1, fast = 1, diagonal = "never" },
  { "a row of hexagons", width = 9, slow = 1, fast = 1, shape = true },
  { "a line of slow ones", width = 9, slow = 1, fast = 1, behind = 3 },
  { "a line of slow ones, never", width = 4, slow = 1, fast = 1, behind = 1,
    diagonal = "never" },
  { "a walker behind a cart", width = 9, slow = 2, fast = 1,
    diagonal = "never" },
  { "a walker behind a cart in a lane of three", width = 3, slow = 2,
    fast = 1 },
  { "giants", width = 12, slow = 3, fast = 3 },
  { "giants, never", width = 12, slow = 3, fast = 3, diagonal = "never" },
  { "a giant behind a cart", width = 12, slow = 2, fast = 3,
    diagonal = "never" },
}

describe("a unit behind a slower one", function()
  for _, lane in ipairs(LANES) do
    it("overtakes: " .. lane[1], function()
      for turn = 0, 3 do
        for _, by_seconds in ipairs { false, true } do
          assert.is_true(time_of(lane, turn, by_seconds)
            <= 1.5 * (GOAL - 3), "in turn " .. turn)
        end
      end
    end)
  end

  it("waits behind it where there is no room", function()
    local time = time_of({ width = 2, slow = 2, fast = 1 }, 0, false)
    assert.is_true(time > 3 * (GOAL - 3))
  end)
end)
