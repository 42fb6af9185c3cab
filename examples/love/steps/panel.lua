-- The text beside the cells: what the search is doing, the choices, the keys.

local graphics = love.graphics

local WIDTH = 180
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
  local function fact(name, value)
    write(name, nil, nil, true)
    write(value, ACCENT, "right")
  end
  local function choices(names, chosen, extra)
    for i, name in ipairs(names) do
      local colour = i == chosen and TEXT or DIM
      if i == chosen then
        graphics.setColor(0.361, 0.816, 0.878, 0.22)
        graphics.rectangle("fill", x - 6, y - 2, WIDTH + 12, 19, 4)
      end
      if extra then write(extra(name), colour, "right", true) end
      write(name:gsub("_", " "), colour)
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
  fact("expanded", view.search.expanded)
  fact("open", open)
  fact("cost", view.cost and ("%.0f"):format(view.cost) or "")
  heading("diagonal steps   (d)")
  choices(view.rules, view.rule)
  heading("heuristic   (h)")
  choices(view.heuristics, view.heuristic)
  heading("brush   (1 to 4, mouse)")
  choices(view.brushes, view.brush, function(terrain)
    local price = view.grid:terrain(terrain)
    return price < math.huge and price or ""
  end)
  heading("keys")
  write("space   one step", DIM)
  write("enter   run or pause", DIM)
  write("s, g   start, goal here", DIM)
  write("backspace   search anew", DIM)
  write("r   first map again", DIM)
end
