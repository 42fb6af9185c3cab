-- Draws the map: each terrain as a soft shape, cells of one kind grown
-- together. The picture is kept in a canvas and drawn anew when the map has
-- changed.

local graphics = love.graphics

local COLOURS = {
  grass = { 0.635, 0.714, 0.506 }, tuft = { 0.573, 0.663, 0.447 },
  road = { 0.871, 0.804, 0.655 }, kerb = { 0.780, 0.718, 0.561 },
  mud = { 0.600, 0.506, 0.365 },
  swamp = { 0.490, 0.510, 0.365 }, pool = { 0.408, 0.459, 0.369 },
  reed = { 0.345, 0.396, 0.255 }, bank = { 0.780, 0.749, 0.580 },
  water = { 0.416, 0.627, 0.725 }, ripple = { 0.494, 0.694, 0.780 },
  plank = { 0.655, 0.494, 0.345 }, gap = { 0.553, 0.404, 0.278 },
  floor = { 0.827, 0.745, 0.663 },
  wall = { 0.443, 0.412, 0.451 }, top = { 0.541, 0.506, 0.541 },
  leaf = { 0.341, 0.482, 0.337 }, light = { 0.424, 0.565, 0.396 },
  shadow = { 0.15, 0.17, 0.16, 0.22 },
}

local Scenery = {}
Scenery.__index = Scenery

local NEXT = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }

-- The cells whose terrain is in the set `kinds` as one shape, `grow` pixels
-- larger than they are and moved down by dy: a round tile for each, and one
-- between it and each neighbour of its kind (or the edge of the map).
local function shape(grid, kinds, colour, grow, dy, radius)
  graphics.setColor(colour)
  for x, y, terrain in grid:cells() do
    if kinds[terrain] then
      local px, py, w, h = grid:cell_rect(x, y)
      px, py, w, h = px - grow, py - grow + dy, w + 2 * grow, h + 2 * grow
      graphics.rectangle("fill", px, py, w, h, radius)
      for _, step in ipairs(NEXT) do
        local neighbour = grid:get(x + step[1], y + step[2]) or terrain
        if kinds[neighbour] then
          graphics.rectangle("fill", px + step[1] * w / 2,
                             py + step[2] * h / 2, w, h)
        end
      end
    end
  end
end

-- Nothing may overlap here: what is half transparent would show twice.
local function wall_shadows(grid)
  graphics.setColor(COLOURS.shadow)
  for x, y in grid:cells("wall") do
    local px, py, w, h = grid:cell_rect(x, y)
    graphics.rectangle("fill", px + 4, py + 7, w, h)
  end
end

-- A number in 0..1 that belongs to a cell, for a little irregularity.
local function chance(x, y, n)
  return (math.sin(x * 12.9898 + y * 78.233 + n * 37.719) * 43758.5453) % 1
end

local function tufts(grid)
  graphics.setColor(COLOURS.tuft)
  for x, y in grid:cells("grass") do
    if chance(x, y, 1) < 0.22 then
      local px, py, w, h = grid:cell_rect(x, y)
      px, py = px + chance(x, y, 2) * w, py + chance(x, y, 3) * h
      graphics.line(px - 3, py - 4, px - 1, py)
      graphics.line(px, py - 5, px, py)
      graphics.line(px + 3, py - 4, px + 1, py)
    end
  end
end

local function ripples(grid)
  graphics.setColor(COLOURS.ripple)
  for x, y in grid:cells("water") do
    if chance(x, y, 4) < 0.3 then
      local px, py, w, h = grid:cell_rect(x, y)
      py = py + h * (0.3 + 0.4 * chance(x, y, 5))
      graphics.line(px + w * 0.2, py, px + w * 0.4, py - 2,
                    px + w * 0.6, py, px + w * 0.8, py - 2)
    end
  end
end

local function reeds(grid)
  for x, y in grid:cells("swamp") do
    local px, py, w, h = grid:cell_rect(x, y)
    graphics.setColor(COLOURS.pool)
    graphics.ellipse("fill", px + w * (0.3 + 0.4 * chance(x, y, 7)),
                     py + h * (0.3 + 0.4 * chance(x, y, 8)), w / 4, h / 7)
    px, py = px + w * chance(x, y, 9), py + h * (0.4 + 0.5 * chance(x, y, 10))
    graphics.setColor(COLOURS.reed)
    graphics.line(px - 4, py - 7, px - 2, py)
    graphics.line(px, py - 10, px, py)
    graphics.line(px + 4, py - 6, px + 2, py)
  end
end

local function planks(grid)
  graphics.setColor(COLOURS.gap)
  for x, y in grid:cells("bridge") do
    local px, py, w, h = grid:cell_rect(x, y)
    for i = 0, 2 do
      graphics.line(px + i * w / 3, py, px + i * w / 3, py + h)
    end
  end
end

local function trees(grid)
  for x, y in grid:cells("tree") do
    local cx, cy = grid:to_world(x, y)
    local r = grid.cell_width * (0.46 + 0.12 * chance(x, y, 6))
    graphics.setColor(COLOURS.shadow)
    graphics.circle("fill", cx + 2, cy + 4, r)
    graphics.setColor(COLOURS.leaf)
    graphics.circle("fill", cx, cy, r)
    graphics.setColor(COLOURS.light)
    graphics.circle("fill", cx - r * 0.22, cy - r * 0.25, r * 0.58)
  end
end

local function draw_all(grid)
  local on_ground = { road = true, bridge = true }
  local wet = { water = true, bridge = true }
  graphics.setLineWidth(1.5)
  graphics.clear(COLOURS.grass)
  tufts(grid)
  shape(grid, { mud = true }, COLOURS.mud, 1, 0, 11)
  shape(grid, { swamp = true }, COLOURS.swamp, 1, 0, 13)
  if grid:terrain "swamp" then reeds(grid) end
  shape(grid, on_ground, COLOURS.kerb, 2, 0, 9)
  shape(grid, on_ground, COLOURS.road, 0, 0, 9)
  shape(grid, wet, COLOURS.bank, 3, 0, 12)
  shape(grid, wet, COLOURS.water, 0, 0, 10)
  ripples(grid)
  shape(grid, { bridge = true }, COLOURS.plank, 0, 0, 0)
  planks(grid)
  shape(grid, { floor = true }, COLOURS.floor, 4, 0, 0)
  wall_shadows(grid)
  shape(grid, { wall = true }, COLOURS.wall, 0, 2, 3)
  shape(grid, { wall = true }, COLOURS.top, 0, -3, 3)
  trees(grid)
end

-- The map lies at the grid's own world rectangle.
function Scenery:draw()
  local grid = self.grid
  if self.revision ~= grid.revision then
    self.revision = grid.revision
    self.canvas:renderTo(function()
      graphics.push()
      graphics.translate(-grid.origin_x, -grid.origin_y)
      draw_all(grid)
      graphics.pop()
    end)
  end
  graphics.setColor(1, 1, 1)
  graphics.draw(self.canvas, grid.origin_x, grid.origin_y)
end

return function(grid)
  return setmetatable({
    grid = grid,
    canvas = graphics.newCanvas(grid.width * grid.cell_width,
                                grid.height * grid.cell_height, { msaa = 4 }),
  }, Scenery)
end
