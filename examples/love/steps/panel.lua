-- The text beside the cells: what the search is doing, the choices, the keys.

local cells = require "cells"

local graphics = love.graphics

local WIDTH, SWATCH = 180, 13
local TEXT, DIM, ACCENT = { 0.90, 0.92, 0.93 }, { 0.55, 0.60, 0.66 },
  { 0.455, 0.941, 0.424 }
local fonts

local function load_fonts()
  fonts = { title = graphics.newFont(16), body = graphics.newFont(14) }
end

return function(view, x, y)
  if not fonts then load_fonts() end

  local function write(text, colour, align, stay)
    graphics.setColor(colour or TEXT)
    graphics.printf(text, x, y, WIDTH, align or "left")
    if not stay then y = y + 19 end
  end
  local function heading(text)
    y = y + 10
    write(text, DIM)
    graphics.setLineWidth(1)
    graphics.line(x, y, x + WIDTH, y)
    y = y + 6
  end
  local function swatch(colour)
    graphics.setColor(colour)
    graphics.rectangle("fill", x, y + 3, SWATCH, SWATCH, 3)
  end
  -- With a colour, it is also the key to the cells that are drawn in it.
  local function fact(name, value, colour)
    if colour then swatch(colour) end
    graphics.setColor(TEXT)
    graphics.print(name, x + (colour and SWATCH + 8 or 0), y)
    write(value, ACCENT, "right")
  end
  local function choose(text, is_chosen, value, colour)
    local ink = is_chosen and TEXT or DIM
    if is_chosen then
      graphics.setColor(0.361, 0.816, 0.878, 0.22)
      graphics.rectangle("fill", x - 6, y - 2, WIDTH + 12, 19, 4)
    end
    if colour then swatch(colour) end
    graphics.setColor(ink)
    graphics.print(text, x + (colour and SWATCH + 8 or 0), y)
    write(value or "", ink, "right")
  end
  local function choices(names, chosen)
    for i, name in ipairs(names) do
      choose(name:gsub("_", " "), i == chosen)
    end
  end

  local open = 0
  for _ in view.search:open() do open = open + 1 end

  graphics.setFont(fonts.title)
  write("a search, step by step")
  y = y + 6
  graphics.setFont(fonts.body)
  write("each cell: F over G and H", DIM)
  y = y + 4
  fact("status", view.search.reason or view.search.status)
  fact("open", open, cells.state.open)
  fact("expanded", view.search.expanded, cells.state.closed)
  fact("path", view.cost and ("cost %.0f"):format(view.cost) or "", cells.path)
  heading("diagonal steps   (d)")
  choices(view.rules, view.rule)
  heading("heuristic   (h)")
  choices(view.heuristics, view.heuristic)
  heading("brush   (1 to 4, mouse)")
  for i, terrain in ipairs(view.brushes) do
    local price = view.grid:terrain(terrain)
    choose(i .. "  " .. terrain, i == view.brush,
           price < math.huge and "price " .. price or "blocked",
           cells.terrain[terrain])
  end
  heading("keys")
  write("space   one step", DIM)
  write("enter   run or pause", DIM)
  write("s, g   start, goal here", DIM)
  write("backspace   search anew", DIM)
  write("r, esc   first map, quit", DIM)
end
