--- Dot plots over a logarithmic axis, as SVG: a row for each name, with marks
-- of several series.
--
-- There are two sets of colours, light and dark; the viewer's own setting
-- chooses. Series differ in shape, too.

local svg = {}

local WIDTH = 760
local LEFT, RIGHT = 152, 64
local TOP, BOTTOM = 108, 44
local ROW = 24
local RADIUS = 5

local STYLE = [[
<style>
  text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans",
    sans-serif; fill: #1f2328; }
  .title { font-size: 16px; font-weight: 600; }
  .small { font-size: 12px; fill: #59636e; }
  .ground { fill: #ffffff; }
  .grid { stroke: #d1d9e0; }
  .a { fill: #0969da; stroke: #0969da; }
  .b { fill: #bc4c00; stroke: #bc4c00; }
  .c { fill: #ffffff; stroke: #bc4c00; stroke-width: 1.5; }
  .d { fill: #818b98; stroke: #818b98; }
  .span { stroke-width: 2; stroke-opacity: 0.4; }
  .line { stroke-width: 2; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .small { fill: #9198a1; }
    .ground { fill: #0d1117; }
    .grid { stroke: #3d444d; }
    .a { fill: #58a6ff; stroke: #58a6ff; }
    .b { fill: #f0883e; stroke: #f0883e; }
    .c { fill: #0d1117; stroke: #f0883e; }
    .d { fill: #9198a1; stroke: #9198a1; }
  }
</style>]]

local function escape(text)
  return (text:gsub("&", "&amp;"):gsub("<", "&lt;"))
end

local function text(x, y, words, class, anchor)
  return ('<text x="%.1f" y="%.1f" class="%s" text-anchor="%s">%s</text>')
    :format(x, y, class or "", anchor or "start", escape(words))
end

local function line(x1, y1, x2, y2, class)
  return ('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>')
    :format(x1, y1, x2, y2, class)
end

--- A mark by its shape.
local mark = {}

function mark.circle(x, y, class)
  return ('<circle cx="%.1f" cy="%.1f" r="%d" class="%s"/>'):format(x, y,
    RADIUS, class)
end

function mark.square(x, y, class)
  return ('<rect x="%.1f" y="%.1f" width="8" height="8" class="%s"/>')
    :format(x - 4, y - 4, class)
end

function mark.diamond(x, y, class)
  return ('<path d="M%.1f %.1fl6 6l-6 6l-6 -6z" class="%s"/>'):format(x, y - 6,
    class)
end

function mark.bar(x, y, class)
  return ('<path d="M%.1f %.1fv10" class="%s line"/>'):format(x, y - 5, class)
end

local UNITS = { { 1e6, "s" }, { 1e3, "ms" }, { 1, "\194\181s" } }

--- Microseconds as text, with a unit.
local function show(value)
  for _, unit in ipairs(UNITS) do
    if value >= unit[1] then
      return ("%g %s"):format(value / unit[1], unit[2])
    end
  end
  return ("%g ns"):format(value * 1e3)
end

--- Draws a plot.
-- @param plot { title =, notes = lines below it, from =, to = of the axis, both
-- powers of ten, in microseconds, series =, rows = }
-- series: { { name = nil to leave it out of the legend, shape =, class =,
-- below = 0 or how far below the middle of the row, to = nil or the number of a
-- series to draw a line to }, ... }
-- rows: { { name =, values = by number of series, label = "" at the right },
-- ... }
-- @return the file's text
function svg.draw(plot)
  local height = TOP + #plot.rows * ROW + BOTTOM
  local decades = math.log(plot.to / plot.from) / math.log(10)
  local function place(value)
    local share = math.log(value / plot.from) / math.log(10) / decades
    return LEFT + share * (WIDTH - LEFT - RIGHT)
  end
  local out = {
    ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d"'
      .. ' height="%d">'):format(WIDTH, height, WIDTH, height),
    "<title>" .. escape(plot.title) .. "</title>",
    STYLE,
    ('<rect width="%d" height="%d" class="ground"/>'):format(WIDTH, height),
    text(16, 26, plot.title, "title"),
  }
  local function add(words)
    out[#out + 1] = words
  end
  for i, note in ipairs(plot.notes) do
    add(text(16, 28 + 17 * i, note, "small"))
  end

  local x = 16
  for _, series in ipairs(plot.series) do
    if series.name then
      add(mark[series.shape](x + 6, TOP - 22, series.class))
      add(text(x + 18, TOP - 18, series.name))
      x = x + 36 + 7.2 * #series.name
    end
  end

  local bottom = TOP + #plot.rows * ROW
  for n = 0, math.floor(decades + 0.5) do
    local value = plot.from * 10 ^ n
    add(line(place(value), TOP - 4, place(value), bottom + 4, "grid"))
    add(text(place(value), bottom + 20, show(value), "small", "middle"))
  end
  for i, row in ipairs(plot.rows) do
    local y = TOP + (i - 0.5) * ROW
    add(text(LEFT - 12, y + 4, row.name, "", "end"))
    add(text(WIDTH - 16, y + 4, row.label or "", "small", "end"))
    for n = #plot.series, 1, -1 do
      local value, series = row.values[n], plot.series[n]
      local to, at = row.values[series.to], y + (series.below or 0)
      if value and to then
        add(line(place(value), at, place(to), at, series.class .. " span"))
      end
    end
    for n = #plot.series, 1, -1 do
      local value, series = row.values[n], plot.series[n]
      if value then
        add(mark[series.shape](place(value), y + (series.below or 0),
          series.class))
      end
    end
  end
  add("</svg>")
  return table.concat(out, "\n") .. "\n"
end

return svg
