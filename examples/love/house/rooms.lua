-- Draws what never moves in the house: floors and garden, furniture, fences,
-- stairs, the lift's shaft, the pole. Kept in a canvas.

local graphics = love.graphics

local GRASS, TUFT = { 0.635, 0.714, 0.506 }, { 0.573, 0.663, 0.447 }
local BOARD, SEAM = { 0.827, 0.745, 0.663 }, { 0.772, 0.684, 0.596 }
local STONE, JOINT = { 0.700, 0.690, 0.680 }, { 0.640, 0.628, 0.620 }
local SLAB, KERB = { 0.871, 0.804, 0.655 }, { 0.780, 0.718, 0.561 }
local WALL, TOP = { 0.361, 0.333, 0.373 }, { 0.478, 0.443, 0.486 }
local WOOD, EDGE = { 0.655, 0.494, 0.345 }, { 0.553, 0.404, 0.278 }
local LINEN, QUILT = { 0.93, 0.91, 0.86 }, { 0.420, 0.560, 0.680 }
local SHADOW = { 0.15, 0.17, 0.16, 0.22 }
local STEEL, DARK = { 0.72, 0.75, 0.78 }, { 0.26, 0.28, 0.32 }

local GROUND = { grass = true, lawn = true }
local PAVED = { terrace = true, deck = true }

local function cell(grid, x, y, colour, grow)
  local px, py, w, h = grid:cell_rect(x, y)
  graphics.setColor(colour)
  graphics.rectangle("fill", px - grow, py - grow, w + 2 * grow, h + 2 * grow)
end

local function draw_grass(grid, x, y)
  cell(grid, x, y, GRASS, 0)
  local px, py, w, h = grid:cell_rect(x, y)
  if (x * 7 + y * 5) % 4 == 0 then
    px, py = px + w * 0.4, py + h * 0.6
    graphics.setColor(TUFT)
    graphics.line(px - 3, py - 4, px - 1, py)
    graphics.line(px, py - 6, px, py)
    graphics.line(px + 4, py - 4, px + 1, py)
  end
end

-- Boards upstairs and on the ground floor, flagstones in the cellar.
local function draw_floor(grid, x, y, is_cellar)
  local px, py, w, h = grid:cell_rect(x, y)
  cell(grid, x, y, is_cellar and STONE or BOARD, 0)
  graphics.setColor(is_cellar and JOINT or SEAM)
  if is_cellar then
    graphics.rectangle("line", px + 0.5, py + 0.5, w - 1, h - 1, 3)
  else
    graphics.line(px, py + h / 3, px + w, py + h / 3)
    graphics.line(px, py + 2 * h / 3, px + w, py + 2 * h / 3)
    local seam = px + w * ((x * 5 + y * 3) % 7 + 0.5) / 7
    graphics.line(seam, py, seam, py + h / 3)
  end
end

local function draw_slab(grid, x, y)
  cell(grid, x, y, SLAB, 0)
  local px, py, w, h = grid:cell_rect(x, y)
  graphics.setColor(KERB)
  graphics.rectangle("line", px + 0.5, py + 0.5, w - 1, h - 1, 2)
end

local furniture = {}

function furniture.table(px, py, w, h)
  graphics.setColor(SHADOW)
  graphics.rectangle("fill", px + 2, py + 6, w, h - 4, 2)
  graphics.setColor(EDGE)
  graphics.rectangle("fill", px, py + 3, w, h - 5, 2)
  graphics.setColor(WOOD)
  graphics.rectangle("fill", px, py + 2, w, h - 9, 2)
end

function furniture.shelf(px, py, w, h)
  furniture.table(px, py, w, h)
  for i = 0, 2 do
    graphics.setColor(0.35 + 0.12 * i, 0.42, 0.44 - 0.06 * i)
    graphics.circle("fill", px + (i + 0.5) * w / 3, py + h * 0.35, w / 8)
  end
end

-- A bed has two cells: the pillow lies in the one above.
function furniture.bed(px, py, w, h, is_foot)
  graphics.setColor(SHADOW)
  graphics.rectangle("fill", px + 3, py + 4, w - 3, h, 2)
  if not is_foot then
    graphics.setColor(LINEN)
    graphics.rectangle("fill", px + 2, py, w - 4, h, 3)
  end
  local head = is_foot and 0 or h * 0.45
  graphics.setColor(QUILT)
  graphics.rectangle("fill", px + 2, py + head, w - 4, h - head, 2)
end

function furniture.stairs(px, py, w, h)
  for i = 0, 4 do
    local shade = 0.52 + 0.08 * i
    graphics.setColor(shade * 1.1, shade * 0.92, shade * 0.74)
    graphics.rectangle("fill", px + i * w / 5, py + 1, w / 5 - 1, h - 2)
  end
end

function furniture.lift(px, py, w, h)
  graphics.setColor(DARK)
  graphics.rectangle("fill", px, py, w, h, 3)
  graphics.setColor(STEEL)
  graphics.rectangle("line", px + 2, py + 2, w - 4, h - 4, 2)
end

function furniture.pole(px, py, w, h)
  graphics.setColor(SHADOW)
  graphics.circle("fill", px + w / 2, py + h / 2, w * 0.42)
  graphics.setColor(0.90, 0.76, 0.36)
  graphics.circle("fill", px + w / 2, py + h / 2, w * 0.16)
end

-- A fence, along the side that two cells share.
local function draw_wall(grid, wall, dy, width, colour)
  local x1, y1, w, h = grid:cell_rect(wall.x1, wall.y1)
  local x2, y2 = grid:cell_rect(wall.x2, wall.y2)
  local x, y = math.max(x1, x2), math.max(y1, y2) + dy
  graphics.setColor(colour)
  graphics.setLineWidth(width)
  if x1 == x2 then
    graphics.line(x - width / 2, y, x + w + width / 2, y)
  else
    graphics.line(x, y - width / 2, x, y + h + width / 2)
  end
end

-- The edge of a terrace, and the direction of the jump.
local function draw_ledge(grid, wall)
  local x1, y1, w, h = grid:cell_rect(wall.x1, wall.y1)
  local x = x1 + w
  graphics.setColor(KERB)
  graphics.rectangle("fill", x - 3, y1, 6, h)
  graphics.setColor(SHADOW)
  graphics.rectangle("fill", x + 3, y1, 5, h)
  graphics.setColor(1, 1, 1, 0.7)
  graphics.polygon("fill", x - 1, y1 + h / 2 - 5, x + 6, y1 + h / 2,
                   x - 1, y1 + h / 2 + 5)
end

local function draw_walls(grid)
  local walls = grid:fences()
  for _, wall in ipairs(walls) do
    if not wall.one_way then draw_wall(grid, wall, 4, 6, SHADOW) end
  end
  for _, wall in ipairs(walls) do
    if not wall.one_way then draw_wall(grid, wall, 0, 7, WALL) end
  end
  for _, wall in ipairs(walls) do
    if wall.one_way then
      draw_ledge(grid, wall)
    else
      draw_wall(grid, wall, -3, 4, TOP)
    end
  end
end

-- Around a floor without a garden.
local function draw_frame(grid, floor)
  local px, py, w, h = grid:cell_rect(floor.x, floor.y)
  w, h = w * floor.width, h * floor.height
  graphics.setLineWidth(7)
  graphics.setColor(WALL)
  graphics.rectangle("line", px, py, w, h, 3)
  graphics.setLineWidth(3)
  graphics.setColor(TOP)
  graphics.rectangle("line", px, py - 2, w, h, 3)
end

-- Where the house ends with the map.
local function draw_west_side(grid, floor)
  for row = 0, floor.height - 1 do
    local x, y = floor.x, floor.y + row
    if not GROUND[(grid:get(x, y))] then
      local px, py, _, h = grid:cell_rect(x, y)
      graphics.setColor(WALL)
      graphics.rectangle("fill", px - 3.5, py - 3.5, 7, h + 7)
      graphics.setColor(TOP)
      graphics.rectangle("fill", px - 2, py - 4, 4, h + 4)
    end
  end
end

local function draw_all(life)
  local grid, house = life.grid, life.house
  graphics.setLineWidth(1)
  for x, y, terrain in grid:cells() do
    local name = house:to_floor(x, y)
    if name and GROUND[terrain] then
      draw_grass(grid, x, y)
    elseif name and PAVED[terrain] then
      draw_slab(grid, x, y)
    elseif name then
      draw_floor(grid, x, y, name == "cellar")
    end
  end
  for x, y, terrain in grid:cells() do
    local draw = furniture[terrain]
    if draw then
      local px, py, w, h = grid:cell_rect(x, y)
      draw(px, py, w, h, grid:get(x, y - 1) == terrain)
    end
  end
  draw_walls(grid)
  draw_frame(grid, house.cellar)
  draw_frame(grid, house.attic)
  draw_west_side(grid, house.ground)
end

-- A picture of the rooms, to be drawn at 0, 0.
return function(life, margin)
  local grid = life.grid
  local canvas = graphics.newCanvas(grid.width * grid.cell_width + 2 * margin,
    grid.height * grid.cell_height + 2 * margin, { msaa = 4 })
  canvas:renderTo(function() draw_all(life) end)
  return canvas
end
