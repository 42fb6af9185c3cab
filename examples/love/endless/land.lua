-- An endless land with a hero, deer and tunnels: everything that the game asks
-- of tilepath. Nothing here draws or knows LÖVE.
--
-- The grid is a window on the land. When the hero has gone far enough from its
-- middle, `grid:resize` moves the window by a chunk: columns that lie behind
-- are cut off, and as many come ahead. All cells keep their numbers and their
-- places in the world. So hero, deer, tunnels and paths notice nothing.

local tilepath = require "tilepath"

local CHUNK = 16                            -- cells
local WIDE, HIGH = 6 * CHUNK, 4 * CHUNK     -- the window
local CELL = 24
local DEER = 2                              -- in each new chunk

local floor, sin = math.floor, math.sin

-- The land --------------------------------------------------------------------

-- A number in 0..1 that belongs to a place: the same whenever it is asked.
local function chance(x, y, n)
  return (sin(x * 12.9898 + y * 78.233 + n * 37.719) * 43758.5453) % 1
end

local function smooth(x, y, size, n)
  local left, top = floor(x / size), floor(y / size)
  local u, v = x / size - left, y / size - top
  u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
  local upper = chance(left, top, n) * (1 - u) + chance(left + 1, top, n) * u
  local lower = chance(left, top + 1, n) * (1 - u)
    + chance(left + 1, top + 1, n) * u
  return upper * (1 - v) + lower * v
end

local function terrain_of(x, y)
  local height = smooth(x, y, 11, 1) * 0.7 + smooth(x, y, 5, 2) * 0.3
  if height < 0.3 then
    return "water"
  elseif height > 0.5 and chance(x, y, 3) < 0.9 * (height - 0.3) then
    return "tree"
  end
  return "grass"
end

-- The window ------------------------------------------------------------------

local Land = {}
Land.__index = Land

-- Some chunks have a tunnel: two mouths, and two seconds between them.
local function dig(self, left, top)
  local function mouth(n)
    return self.finder:nearest(left + floor(chance(left, top, n) * CHUNK),
      top + floor(chance(left, top, n + 1) * CHUNK))
  end
  local x1, y1 = mouth(4)
  local x2, y2 = mouth(6)
  if x1 and chance(left, top, 8) < 0.5 and (x1 ~= x2 or y1 ~= y2) then
    self.grid:link(x1, y1, x2, y2, { seconds = 2, price = 4, name = "tunnel" })
  end
end

-- Gives new cells their terrain, tunnels and deer, chunk by chunk.
local function settle(self, x, y, w, h)
  self.grid:sample(terrain_of, x, y, w, h)
  for top = y, y + h - 1, CHUNK do
    for left = x, x + w - 1, CHUNK do
      dig(self, left, top)
      for i = 1, DEER do
        self.crowd:add { finder = self.finder, speed = 2 * CELL,
          cell_x = left + floor(chance(left, top, 8 + i) * CHUNK),
          cell_y = top + floor(chance(left, top, 18 + i) * CHUNK) }
      end
    end
  end
end

-- Moves the window by a chunk. Deer that are left behind leave.
local function move(self, dx, dy)
  local grid = self.grid
  local x, y = grid.base_x + dx, grid.base_y + dy
  repeat
    local done, _, deer = grid:resize(x, y, WIDE, HIGH)
    if deer then deer:remove() end
  until done
  settle(self, dx > 0 and x + WIDE - CHUNK or x,
    dy > 0 and y + HIGH - CHUNK or y,
    dx ~= 0 and CHUNK or WIDE, dy ~= 0 and CHUNK or HIGH)
  self.moves = self.moves + 1
end

local function keep_around_hero(self)
  local grid = self.grid
  local x = self.hero.cell_x - grid.base_x - WIDE / 2
  local y = self.hero.cell_y - grid.base_y - HIGH / 2
  if x > CHUNK then move(self, CHUNK, 0) end
  if x < -CHUNK then move(self, -CHUNK, 0) end
  if y > CHUNK then move(self, 0, CHUNK) end
  if y < -CHUNK then move(self, 0, -CHUNK) end
end

-- The game --------------------------------------------------------------------

local function stroll(self)
  for _, unit in ipairs(self.crowd:units()) do
    if not unit.moving and self.random(200) == 1 then
      unit:go_cell(unit.cell_x + self.random(13) - 7,
        unit.cell_y + self.random(13) - 7, { partial = true })
    end
  end
end

-- Sends the hero to a place of the world, or as near as he comes.
function Land:go(x, y) return self.hero:go(x, y, { partial = true }) end

function Land:update(dt)
  self.hero:update(dt)
  keep_around_hero(self)
  stroll(self)
  self.crowd:update(dt)
end

-- `random(n)` returns a number from 1 to n.
return function(random)
  local grid = tilepath.grid(WIDE, HIGH, { cell_size = CELL,
    prices = { grass = 1, tree = false, water = false } })
  local finder = tilepath.pathfinder(grid)
  local self = setmetatable({ grid = grid, finder = finder, random = random,
    crowd = tilepath.crowd(grid), moves = 0 }, Land)
  settle(self, 1, 1, WIDE, HIGH)
  local x, y = finder:nearest(WIDE / 2, HIGH / 2)
  self.hero = tilepath.follower { finder = finder, cell_x = x, cell_y = y,
    speed = 6 * CELL }
  return self
end
