--- What tilepath.draw takes of a frame in LÖVE, with everything on a map of 100
-- x 100 cells, and with each thing alone: milliseconds of CPU time on the
-- calling thread. draw/main.lua has the scene.
--
-- Mesa hands the drawing to a thread of its own, as drivers of graphics cards
-- do; here that thread is the card. If a frame sends much, the caller waits
-- for the thread or helps it, so the median counts.
--
-- It needs love and xvfb-run: tools/lua luajit bench/bench.lua TABLE=draw

local movingai = require "movingai"

local draw = {}

draw.columns = {
  { "row", "row", "%-12s" },
  { "calls", "calls", "%6d" },
  { "first_ms", "first", "%8.3f" },
  { "second_ms", "second", "%8.3f" },
  { "median_ms", "median", "%8.3f" },
  { "longest_ms", "longest", "%8.3f" },
  { "garbage", "KB", "%8.2f" },
}

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
local COMMAND = "mesa_glthread=true '%s../tools/display' 1280x800x24 "
  .. "love '%sdraw' 2>&1"

function draw.made()
  local rows = {}
  for _, line in ipairs(movingai.lines(COMMAND:format(here, here))) do
    local row, values = line:match "^row (%S+) (.*)$", {}
    for value in line:gmatch " ([%d.]+)" do
      values[#values + 1] = tonumber(value)
    end
    if row then
      rows[#rows + 1] = { row = row, calls = values[1], first_ms = values[2],
        second_ms = values[3], median_ms = values[4], longest_ms = values[5],
        garbage = values[6] }
    elseif not line:find "mesa_glthread" then
      error(line, 0)
    end
  end
  return rows
end

return draw
