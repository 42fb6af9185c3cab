-- Tower defence. A click builds a tower wherever it cuts no way: neither that of
-- small creeps, nor that of big ones, nor that of a creep under way. Each kind
-- of creep is a swarm on a field of its own; birds fly over everything.
dofile(love.filesystem.getSource() .. "/../repository.lua") -- not in your game
local tilepath = require "tilepath"

local GATE, CASTLE = { 1, 15 }, { 38, 14, 3, 3 }
local RANGE, RELOAD = 100, 0.4                -- pixels, seconds
local SLOW = { tar = 0.4 }

local grid = tilepath.grid(40, 30, { cell_size = 20,
  prices = { tower = false, rock = false, tar = 1 } })
grid:fill(14, 1, 2, 12, "rock")
grid:fill(14, 19, 2, 12, "rock")
grid:fill(24, 10, 4, 10, "tar")

local feet = tilepath.pathfinder(grid)
local paws = tilepath.pathfinder(grid, { size = 2 })
local wings = tilepath.pathfinder(grid, { prices = { tower = 1, rock = 1 } })
local kinds = {
  { finder = feet, speed = 55, apart = 12, health = 6, every = 0.8,
    speeds = SLOW, colour = { 0.2, 0.35, 0.6 } },
  { finder = paws, speed = 35, apart = 30, health = 20, every = 3,
    speeds = SLOW, colour = { 0.6, 0.25, 0.4 } },
  { finder = wings, speed = 80, apart = 10, health = 3, every = 2,
    colour = { 0.3, 0.55, 0.3 } },
}
for _, kind in ipairs(kinds) do
  kind.field = kind.finder:field { CASTLE }
  kind.xs, kind.ys, kind.lives, kind.arrived, kind.n = {}, {}, {}, {}, 0
  kind.wait = 0
end
local towers, fallen, through = {}, 0, 0

local function spawn(kind)
  kind.n, kind.wait = kind.n + 1, kind.every
  kind.xs[kind.n], kind.ys[kind.n] = kind.finder:to_world(GATE[1], GATE[2])
  kind.lives[kind.n] = kind.health
end

local function remove(kind, i)
  for _, list in ipairs { kind.xs, kind.ys, kind.lives, kind.arrived } do
    list[i] = list[kind.n]
    list[kind.n] = nil
  end
  kind.n = kind.n - 1
end

local function walk(kind, dt)
  kind.field:advance(kind.xs, kind.ys, kind.n, kind.speed * dt,
    { apart = kind.apart, speeds = kind.speeds, arrived = kind.arrived })
  for i = kind.n, 1, -1 do
    if kind.arrived[i] then
      remove(kind, i)
      through = through + 1
    end
  end
end

-- Towers ----------------------------------------------------------------------

-- The way from the gate to the castle, and that of each creep.
local function ways_of(kind)
  local ways = { { GATE[1], GATE[2], CASTLE[1], CASTLE[2] } }
  for i = 1, kind.n do
    local x, y = kind.finder:to_cell(kind.xs[i], kind.ys[i])
    ways[#ways + 1] = { x, y, CASTLE[1], CASTLE[2] }
  end
  return ways
end

local function may_build(x, y)
  for row = y, y + 1 do
    for column = x, x + 1 do
      if not grid:is_walkable(column, row) then return false end
    end
  end
  local site = { { x, y, 2, 2 } }
  return not feet:would_block(site, ways_of(kinds[1]))
    and not paws:would_block(site, ways_of(kinds[2]))
end

local function build(x, y)
  grid:fill(x, y, 2, 2, "tower")
  for _, kind in ipairs(kinds) do kind.field:update() end
  local left, top = grid:cell_rect(x, y)
  towers[#towers + 1] = { x = left + 20, y = top + 20, wait = 0 }
end

-- Shoots at a creep in range, the oldest one of its kind.
local function shoot(tower)
  for _, kind in ipairs(kinds) do
    for i = 1, kind.n do
      local x, y = kind.xs[i], kind.ys[i]
      if (x - tower.x) ^ 2 + (y - tower.y) ^ 2 < RANGE ^ 2 then
        tower.wait, tower.at_x, tower.at_y = RELOAD, x, y
        kind.lives[i] = kind.lives[i] - 1
        if kind.lives[i] == 0 then
          remove(kind, i)
          fallen = fallen + 1
        end
        return
      end
    end
  end
end

-- The game --------------------------------------------------------------------

local function aim()
  local x, y = love.mouse.getPosition()
  return grid:to_cell(x - 10, y - 10)
end

function love.update(dt)
  for _, kind in ipairs(kinds) do
    kind.wait = kind.wait - dt
    if kind.wait <= 0 then spawn(kind) end
    walk(kind, dt)
  end
  for _, tower in ipairs(towers) do
    tower.wait = tower.wait - dt
    if tower.wait <= 0 then shoot(tower) end
  end
end

function love.mousepressed()
  local x, y = aim()
  if may_build(x, y) then build(x, y) end
end

local function draw_creeps(kind)
  love.graphics.setColor(kind.colour)
  for i = 1, kind.n do
    love.graphics.circle("fill", kind.xs[i], kind.ys[i], 0.5 * kind.apart)
  end
end

love.graphics.setBackgroundColor(0.95, 0.94, 0.9)
function love.draw()
  love.graphics.setColor(0.8, 0.75, 0.7)
  love.graphics.rectangle("fill", 460, 180, 80, 200)     -- the tar
  tilepath.draw { grid }
  love.graphics.setColor(0.85, 0.6, 0.15, 0.6)
  love.graphics.rectangle("fill", 740, 260, 60, 60)
  for _, kind in ipairs(kinds) do draw_creeps(kind) end
  love.graphics.setColor(0.9, 0.4, 0.1)
  for _, tower in ipairs(towers) do
    love.graphics.circle("fill", tower.x, tower.y, 9)
    if tower.wait > RELOAD - 0.1 then
      love.graphics.line(tower.x, tower.y, tower.at_x, tower.at_y)
    end
  end
  local x, y = aim()
  if may_build(x, y) then love.graphics.setColor(0, 0.7, 0.4, 0.6)
  else love.graphics.setColor(0.9, 0.2, 0.1, 0.6) end
  local left, top = grid:cell_rect(x, y)
  love.graphics.rectangle("fill", left, top, 40, 40)
  love.graphics.setColor(0.1, 0.1, 0.1)
  love.graphics.print(fallen .. " fallen, " .. through .. " through", 20, 570)
end
