-- Draws the rooms, what the field knows of them, and the swarm: a sprite each,
-- in one batch, coloured by the cost of the rest of its path. A cell is a unit.

local tilepath = require "tilepath"

local graphics = love.graphics

local COLOURS = {
  floor = { 0.169, 0.184, 0.220 }, grass = { 0.165, 0.192, 0.200 },
  door = { 0.169, 0.184, 0.220 }, bridge = { 0.345, 0.286, 0.227 },
  shallows = { 0.165, 0.247, 0.306 }, water = { 0.161, 0.314, 0.408 },
  wall = { 0.322, 0.341, 0.396 }, face = { 0.247, 0.263, 0.310 },
  open = { 0.196, 0.180, 0.165 }, rock = { 0.353, 0.310, 0.267 },
  cliff = { 0.275, 0.239, 0.204 },
}
local OPEN, CLOSED = { 0.690, 0.580, 0.200 }, { 0.890, 0.330, 0.290 }
local GOAL = { 0.99, 0.97, 0.92 }

-- From near to far.
local RAMP = { { 0.99, 0.89, 0.42 }, { 0.50, 0.90, 0.45 }, { 0.30, 0.78, 0.85 },
               { 0.42, 0.52, 0.95 }, { 0.70, 0.40, 0.88 } }
local SHADES, FARTHEST = 128, 48

local shades = {}
for i = 0, SHADES do
  local at = i / SHADES * (#RAMP - 1)
  local k = math.min(math.floor(at), #RAMP - 2)
  local a, b, t = RAMP[k + 1], RAMP[k + 2], at - k
  shades[i] = { a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t,
                a[3] + (b[3] - a[3]) * t }
end

-- The colour of a cost; grey if no path leads to a goal.
local function shade(cost)
  if not cost then return 0.55, 0.57, 0.60 end
  local colour = shades[math.floor(math.min(cost / FARTHEST, 1) * SHADES)]
  return colour[1], colour[2], colour[3]
end

local SOLID = { wall = "face", rock = "cliff" }

-- Rock is drawn where it bounds the cave; what lies deeper stays dark.
local function is_deep(grid, x, y)
  for near_y = y - 1, y + 1 do
    for near_x = x - 1, x + 1 do
      local terrain = grid:get(near_x, near_y)
      if terrain and not SOLID[terrain] then return false end
    end
  end
  return true
end

local function draw_cells(grid)
  for x, y, terrain in grid:cells() do
    local colour = COLOURS[terrain]
    if colour and not (terrain == "rock" and is_deep(grid, x, y)) then
      graphics.setColor(colour)
      graphics.rectangle("fill", grid:cell_rect(x, y))
      local below = grid:get(x, y + 1)
      if SOLID[terrain] and below and not SOLID[below] then
        graphics.setColor(COLOURS[SOLID[terrain]])
        graphics.rectangle("fill", x - 1, y - 0.4, 1, 0.4)
      end
    end
  end
end

-- A bar across the corridor if the door is closed; posts if it is open.
local function draw_doors(grid)
  for x, y in grid:cells("door") do
    local is_open = grid:is_walkable(x, y)
    local across = grid:get(x, y - 1) == "wall"
    graphics.push()
    graphics.translate(x - 0.5, y - 0.5)
    if across then graphics.rotate(math.pi / 2) end
    graphics.setColor(is_open and OPEN or CLOSED)
    if is_open then
      graphics.rectangle("fill", -0.5, -0.3, 0.18, 0.6)
      graphics.rectangle("fill", 0.32, -0.3, 0.18, 0.6)
    else
      graphics.rectangle("fill", -0.5, -0.3, 1, 0.6, 0.12)
    end
    graphics.pop()
  end
end

-- What is shown of the field.
local OVERLAYS = {
  costs = { colours = { cost = true, arrow = false, goal = false } },
  directions = { colours = { arrow = GOAL, goal = false } },
}

local DOT, DOT_SIZE = 16, 0.6
local batch

local function new_batch(count)
  local dot = graphics.newCanvas(DOT, DOT, { msaa = 4 })
  graphics.push("all")
  graphics.reset()
  graphics.setCanvas(dot)
  graphics.circle("fill", DOT / 2, DOT / 2, DOT / 2 - 1)
  graphics.pop()
  return graphics.newSpriteBatch(dot, count, "stream")
end

local function draw_swarm(game)
  local grid, field, xs, ys = game.grid, game.field, game.xs, game.ys
  batch = batch or new_batch(#xs)
  batch:clear()
  for i = 1, #xs do
    batch:setColor(shade(field:cost(grid:to_cell(xs[i], ys[i]))))
    batch:add(xs[i], ys[i], 0, DOT_SIZE / DOT, DOT_SIZE / DOT, DOT / 2,
              DOT / 2)
  end
  graphics.setColor(1, 1, 1)
  graphics.draw(batch)
end

local function draw_goals(game)
  local pulse = game.clock % 1.2 / 1.2
  for _, goal in ipairs(game.goals) do
    local x, y = game.grid:to_world(goal[1], goal[2])
    graphics.setLineWidth(0.16)
    graphics.setColor(GOAL[1], GOAL[2], GOAL[3], 1 - pulse)
    graphics.circle("line", x, y, 0.6 + 1.2 * pulse)
    graphics.setColor(GOAL)
    graphics.circle("line", x, y, 0.65)
    graphics.circle("fill", x, y, 0.28)
  end
end

local map

local function draw(game)
  if not map then
    local scale = 14
    map = graphics.newCanvas(game.grid.width * scale, game.grid.height * scale)
    graphics.push("all")
    graphics.reset()
    graphics.setCanvas(map)
    graphics.scale(scale)
    draw_cells(game.grid)
    graphics.pop()
  end
  graphics.setColor(1, 1, 1)
  graphics.draw(map, 0, 0, 0, game.grid.width / map:getWidth())
  local shown = OVERLAYS[game.overlays[game.overlay]]
  if shown then tilepath.draw(game.field, shown) end
  draw_doors(game.grid)
  draw_swarm(game)
  draw_goals(game)
end

return { draw = draw }
