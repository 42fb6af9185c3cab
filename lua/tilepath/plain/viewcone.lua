--- Which of the cells that an agent sees lie in its cone of sight.
--
-- Sine and cosine come from their series: so a view has the same cells on every
-- machine. An edge that goes through the middle of a cell has the cell in it.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local args = require(siblings .. "args")
local visibleset = require(siblings .. "visibleset")

local floor, sqrt = math.floor, math.sqrt

local viewcone = {}

local PI = 3.141592653589793

-- More than the rounding errors of all below.
local SLACK = require(parent .. "exact").tolerance(1e-9)

--- Cosine and sine: the series at an eighth of the angle, which is doubled three
-- times.
local function direction(angle)
  local a = (angle - 2 * PI * floor(angle / (2 * PI) + 0.5)) / 8
  local s, sine, cosine = a * a, 1, 1
  for n = 12, 2, -2 do
    cosine = 1 - s / (n * (n - 1)) * cosine
    sine = 1 - s / (n * (n + 1)) * sine
  end
  sine = a * sine
  for _ = 1, 3 do
    sine, cosine = 2 * (sine * cosine), cosine * cosine - sine * sine
  end
  return cosine, sine
end

--- A cone that faces an angle (0: right, pi / 2: down), with so many radians from
-- edge to edge.
function viewcone.new(angle, cone)
  local x, y = direction(angle)
  return { x = x, y = y, least = direction(cone / 2) - SLACK }
end

--- The cells of a set whose middle lies in the cone of a cell, and that cell.
function viewcone.keep(cone, g, x, y, seen)
  local from_x, from_y = args.middle(g, x, y)
  local kept = visibleset.new()
  for row = seen.top, seen.bottom do
    local runs = seen[row] or {}
    for i = 1, #runs, 2 do
      for column = runs[i], runs[i + 1] do
        local to_x, to_y = args.middle(g, column, row)
        local dx, dy = to_x - from_x, to_y - from_y
        if dx * cone.x + dy * cone.y
          >= cone.least * sqrt(dx * dx + dy * dy) then
          visibleset.add(kept, row, column, column)
        end
      end
    end
  end
  return kept
end

return viewcone
