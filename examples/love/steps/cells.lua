-- Draws the cells of the step-by-step view: terrain, the state of the search,
-- and its numbers.

local tilepath = require "tilepath"

local graphics = love.graphics

local TERRAIN = {
  open = { 0.188, 0.208, 0.247 }, low = { 0.220, 0.490, 0.290 },
  high = { 0.690, 0.580, 0.200 }, wall = { 0.690, 0.255, 0.255 },
}
local STATE = { open = { 0.361, 0.816, 0.878, 0.85 },
                closed = { 0.106, 0.420, 0.471, 0.85 } }
local INK = { open = { 0.05, 0.18, 0.22 }, closed = { 0.87, 0.96, 0.97 } }
local PATH = { 0.455, 0.941, 0.424, 0.7 }

local GAP, ROUND = 1, 5
local fonts

local function load_fonts()
  fonts = { large = graphics.newFont(16), small = graphics.newFont(11) }
end

-- An arrow on the side or in the corner, towards the parent.
local function arrow(grid, x, y, parent_x, parent_y)
  local cx, cy = grid:to_world(x, y)
  local px, py = grid:to_world(parent_x, parent_y)
  local length = math.sqrt((px - cx)^2 + (py - cy)^2)
  local ux, uy = (px - cx) / length, (py - cy) / length
  local mx, my = (cx + px) / 2, (cy + py) / 2
  graphics.polygon("fill", mx + 6 * ux, my + 6 * uy,
                   mx - 3 * ux - 5 * uy, my - 3 * uy + 5 * ux,
                   mx - 3 * ux + 5 * uy, my - 3 * uy - 5 * ux)
end

local function numbers(f, g, h, px, py, w, height)
  graphics.setFont(fonts.large)
  graphics.printf(("%.0f"):format(f), px, py + 8, w, "center")
  graphics.setFont(fonts.small)
  graphics.printf(("%.0f"):format(g), px + 8, py + height - 23, w, "left")
  graphics.printf(("%.0f"):format(h), px, py + height - 23, w - 8, "right")
end

local function draw_terrain(grid)
  for x, y, terrain in grid:cells() do
    local px, py, w, h = grid:cell_rect(x, y)
    graphics.setColor(TERRAIN[terrain])
    graphics.rectangle("fill", px + GAP, py + GAP, w - 2 * GAP, h - 2 * GAP,
                       ROUND)
  end
end

local function draw_numbers(view)
  for x, y in view.grid:cells() do
    local state, cost, estimate = view.search:cell(x, y)
    if state then
      local px, py, w, h = view.grid:cell_rect(x, y)
      graphics.setColor(INK[state])
      numbers(cost + estimate, cost, estimate, px, py, w, h)
    end
  end
end

local function draw_arrows(view)
  graphics.setColor(0.97, 0.98, 1)
  for x, y in view.grid:cells() do
    local _, _, _, parent_x, parent_y = view.search:cell(x, y)
    if parent_x then arrow(view.grid, x, y, parent_x, parent_y) end
  end
end

-- A ring with a letter round the start and the goal.
local function badge(view, place, letter)
  local px, py, w, h = view.grid:cell_rect(place[1], place[2])
  graphics.setColor(1, 1, 1)
  graphics.setLineWidth(2.5)
  graphics.rectangle("line", px + 2, py + 2, w - 4, h - 4, ROUND)
  graphics.circle("fill", px + w - 5, py + 5, 9)
  graphics.setColor(0.1, 0.1, 0.13)
  graphics.setFont(fonts.small)
  graphics.printf(letter, px + w - 14, py - 2, 18, "center")
end

local function draw(view)
  if not fonts then load_fonts() end
  draw_terrain(view.grid)
  tilepath.draw({ view.search, view.path or false }, {
    grid = view.grid, colours = { open = STATE.open, closed = STATE.closed,
      path = PATH } })
  draw_numbers(view)
  draw_arrows(view)
  badge(view, view.start, "S")
  badge(view, view.goal, "G")
end

return { draw = draw, terrain = TERRAIN, state = STATE, path = PATH }
