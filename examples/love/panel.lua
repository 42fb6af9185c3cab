-- The text beside a map. A game tells in a table what there is to read:
--
--     { title = "guard", accent = colour, width = 192,
--       "a heading",
--       { "a sentence" }, { "a name", value, colour = colour },
--       { "soldiers", 12, dot = colour },       a key to what is drawn
--       { "a choice", value, chosen = true },   or false
--       { key = "click", "go there" },          at the end
--       { { "a list" }, { "of lines" } }, or false }
--
-- If the lines are too many for the window, they come closer together.

local graphics = love.graphics

local TEXT, DIM = { 0.90, 0.91, 0.92 }, { 0.56, 0.60, 0.65 }
local CORAL = { 0.965, 0.62, 0.50 }
local WIDTH, LINE, HEADING, TITLE, BELOW, DOT = 192, 21, 23, 30, 8, 14
local fonts

-- Puts lists within the list into it.
local function flatten(lines, into)
  for _, line in ipairs(lines) do
    if type(line) == "table"
        and (type(line[1]) ~= "string" or type(line[2]) == "table") then
      flatten(line, into)
    elseif line then
      into[#into + 1] = line
    end
  end
  return into
end

local function write_heading(text, x, y, width, line)
  graphics.setColor(DIM)
  graphics.print(text, x, y + 16 * line / LINE)
  y = y + line + 16 * line / LINE
  graphics.setLineWidth(1)
  graphics.line(x, y, x + width, y)
end

-- The inks of a line's text and of its value.
local function inks_of(words, accent)
  if words.key then return TEXT, DIM end
  if words.chosen ~= nil then
    local ink = words.chosen and TEXT or DIM
    return ink, ink
  end
  if words[2] then return TEXT, words.colour or accent end
  return words.colour or TEXT, accent
end

local function write_line(words, x, y, width, line, accent)
  local ink, value_ink = inks_of(words, accent)
  local text, value = words.key or words[1], words[2] or ""
  if words.key then value = words[1] end
  if words.chosen then
    graphics.setColor(accent[1], accent[2], accent[3], 0.25)
    graphics.rectangle("fill", x - 6, y - 2, width + 12, line, 4)
  end
  if words.dot then
    graphics.setColor(words.dot)
    graphics.circle("fill", x + 5, y + 9, 5)
  end
  graphics.setColor(ink)
  graphics.printf(text, words.dot and x + DOT or x, y, width)
  graphics.setColor(value_ink)
  graphics.printf(value, x, y, width, "right")
end

return function(x, y, text)
  fonts = fonts or { title = graphics.newFont(24), body = graphics.newFont(14) }
  local lines, height = flatten(text, {}), 0
  for _, line in ipairs(lines) do
    height = height + LINE + (type(line) == "string" and HEADING or 0)
  end
  local room = graphics.getHeight() - y - TITLE - BELOW
  local line = math.min(LINE, math.floor(LINE * room / height))
  local width, accent = text.width or WIDTH, text.accent or CORAL

  graphics.setFont(fonts.title)
  graphics.setColor(TEXT)
  graphics.print(text.title, x, y)
  graphics.setFont(fonts.body)
  y = y + TITLE
  for _, words in ipairs(lines) do
    if type(words) == "string" then
      write_heading(words, x, y, width, line)
      y = y + HEADING * line / LINE
    else
      write_line(words, x, y, width, line, accent)
    end
    y = y + line
  end
end
