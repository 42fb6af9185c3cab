-- The text beside the map: the numbers of the last path, the diagonal rules,
-- the brushes, the help.

local graphics = love.graphics

local WIDTH = 192
local TEXT, DIM, ACCENT = { 0.90, 0.91, 0.92 }, { 0.56, 0.60, 0.65 },
  { 0.965, 0.62, 0.50 }
local fonts

local function load_fonts()
  fonts = { title = graphics.newFont(24), body = graphics.newFont(14) }
end

return function(game, x, y)
  if not fonts then load_fonts() end

  local function write(text, colour, align, stay)
    graphics.setColor(colour or TEXT)
    graphics.printf(text, x, y, WIDTH, align or "left")
    if not stay then y = y + 21 end
  end
  local function heading(text)
    y = y + 16
    write(text, DIM)
    graphics.setLineWidth(1)
    graphics.line(x, y, x + WIDTH, y)
    y = y + 7
  end
  local function fact(name, value)
    write(name, nil, nil, true)
    write(value, ACCENT, "right")
  end
  local function choice(text, value, chosen)
    if chosen then
      graphics.setColor(0.945, 0.400, 0.310, 0.28)
      graphics.rectangle("fill", x - 6, y - 2, WIDTH + 12, 21, 4)
    end
    write(text, chosen and TEXT or DIM, nil, true)
    write(value, chosen and TEXT or DIM, "right")
  end

  graphics.setFont(fonts.title)
  write("tilepath")
  y = y + 12
  graphics.setFont(fonts.body)

  local path = game.hero.path
  heading("path")
  if not path then
    write(game.reason or "click on the map", DIM)
  else
    local function size(of)
      return ("%d points   %6.2f"):format(of:count(), of.cost)
    end
    if game.found then fact("found", size(game.found)) end
    fact("pruned", size(path))
    fact("cells expanded", game.finder.info.expanded)
    if game.found then
      fact("time", ("%.2f ms"):format(game.seconds * 1000))
    end
    write(game.hero:is_blocked() and "the way is blocked"
      or path.partial and "as near as one can get" or "", DIM)
  end

  heading("diagonal steps   (d)")
  for i, rule in ipairs(game.rules) do
    choice(rule:gsub("_", " "), "", i == game.rule)
  end

  heading("brush   (1 to 6)")
  for i, terrain in ipairs(game.brushes) do
    local price = game.grid:terrain(terrain)
    choice(i .. "  " .. terrain, price < math.huge and price or "blocked",
           i == game.brush)
  end

  heading("keys")
  write("left click   walk", DIM)
  write("right drag   paint", DIM)
  write("k   keep this moment", DIM)
  write("b   back to it", DIM)
  write("r   first map again", DIM)
  write("esc   quit", DIM)
end
