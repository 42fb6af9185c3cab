--- Arguments of calls: cells, world points, rectangles, terrains.
--
-- A cell is a column and a row. A game counts them from the grid's base, the
-- core from 0. Cells far outside the grid are allowed; values that are no cells
-- raise an error.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local given = require(parent .. "given")
local hexagons = require(siblings .. "hexagons")

local floor, max, min = math.floor, math.max, math.min

local args = {}

local MOST = check.MOST

local function is_whole(value)
  return type(value) == "number" and value >= -MOST and value <= MOST
    and value == floor(value)
end
args.is_whole = is_whole

--- Checks a number of at least 0, which may be infinite.
function args.cost(call, name, value)
  return given.number(call, name, value, 0, math.huge, "a number of at least 0")
end

--- Raises if a callback runs that what is called has called.
function args.check_idle(owner, noun, call)
  if owner.busy then
    check.raise(("%s: the %s is busy (a callback may not do this)"):format(call,
      noun))
  end
end

--- A copy of a table and of the tables in it, but not of objects.
function args.copy(t)
  local copy = {}
  for key, value in pairs(t) do
    local is_plain = type(value) == "table" and getmetatable(value) == nil
    copy[key] = is_plain and args.copy(value) or value
  end
  return copy
end

--- Converts a cell inside or outside the grid g to the core's count.
function args.cell(call, g, x, y, name_x, name_y)
  if not (is_whole(x) and is_whole(y)) then
    check.whole(call, name_x or "x", x)
    check.whole(call, name_y or "y", y)
  end
  return x - g.base_x, y - g.base_y
end

--- The cell from the origin on that holds a coordinate of the world: from its
-- own edge, as grid:cell_rect rounds it, up to the next one. A quotient alone
-- may round over an edge.
local function cell_along(origin, at, size)
  local cell = floor((at - origin) / size)
  if at >= origin + (cell + 1) * size then
    return cell + 1
  end
  return at < origin + cell * size and cell - 1 or cell
end

--- The cell of a world point.
function args.cell_around(g, wx, wy)
  if g.stagger then
    return hexagons.around(g, wx - g.origin_x, wy - g.origin_y)
  end
  return cell_along(g.origin_x, wx, g.cell_width) + g.first_x,
    cell_along(g.origin_y, wy, g.cell_height) + g.first_y
end

--- Checks the numbers of a world point.
function args.check_point(call, wx, wy, name_x, name_y)
  check.finite(call, name_x or "wx", wx)
  check.finite(call, name_y or "wy", wy)
end

function args.world_cell(call, g, wx, wy)
  args.check_point(call, wx, wy)
  return args.cell_around(g, wx, wy)
end

--- Is a cell (in the core's count) inside the grid?
function args.contains(g, x, y)
  return x >= 0 and y >= 0 and x < g.width and y < g.height
end

--- A cell in the game's count, for results; integers if Lua has integers.
function args.shown(g, x, y)
  return floor(x + g.base_x), floor(y + g.base_y)
end

--- A column or row in the game's count, cut to the range of whole numbers.
function args.cut(cell, base)
  return floor(max(-MOST, min(cell + 0.0 + base, MOST)))
end

--- The middle of a cell in the world.
function args.middle(g, x, y)
  if g.stagger then
    return hexagons.middle(g, x, y)
  end
  return g.origin_x + (x - g.first_x + 0.5) * g.cell_width,
    g.origin_y + (y - g.first_y + 0.5) * g.cell_height
end

local function clip(first, count, side)
  local last = min(first + count, side)
  first = max(first, 0)
  return last > first and first or 0, max(last - first, 0)
end

--- The part of a rectangle inside the grid: x, y, w, h in the core's count; w
-- or h is 0 if no part is inside.
function args.clip(g, x, y, w, h)
  x, w = clip(x - g.base_x, w, g.width)
  y, h = clip(y - g.base_y, h, g.height)
  return x, y, w, h
end

function args.rect(call, g, x, y, w, h)
  given.rect(call, x, y, w, h)
  return args.clip(g, x, y, w, h)
end

local SOME = 8

--- The number of the terrain that a value stands for: a name, true (open) or
-- false (wall); else nil.
function args.known_terrain(g, value)
  if type(value) == "boolean" then
    value = value and "open" or "wall"
  end
  return type(value) == "string" and g.id_of[value] or nil
end

--- The number of a terrain of the grid.
function args.terrain(call, g, name, value)
  local id = args.known_terrain(g, value)
  if not id then
    local known = table.concat(g.name, ", ", 0, min(g.terrains, SOME) - 1)
    check.fail(call, name, ("a terrain of the grid (%s%s)"):format(known,
      g.terrains > SOME and ", ..." or ""), value)
  end
  return id
end

--- The option `terrain` of a call must be a terrain of the grid `own.g`.
-- @param taken  options.of(...)
function args.check_terrains(taken)
  local row = args.copy(taken.rows.terrain)
  taken.rows.terrain = row
  function row.is_right(value, own)
    return args.known_terrain(own.g, value) ~= nil
  end
  function row.refuse(call, value, own)
    args.terrain(call, own.g, "terrain", value)
  end
end

args.NAME = "a string of 1 to 31 bytes, none zero"

-- The numbers of the rules about diagonal steps.
args.DIAGONALS = { only_if_no_obstacles = 1, at_least_one_walkable = 2,
  always = 3, never = 4 }

local LONGEST = 32 -- the most bytes of a word

--- The edit distance of two words: the number of letters that are missing,
-- extra or different.
local function slips(word, other)
  local count = {}
  for i = 0, #other do
    count[i] = i
  end
  for j = 1, #word do
    local before = count[0]
    count[0] = j
    for i = 1, #other do
      local changed = before + (word:byte(j) == other:byte(i) and 0 or 1)
      before = count[i]
      count[i] = min(count[i - 1] + 1, before + 1, changed)
    end
  end
  return count[#other]
end

--- The nearest word of a list that a wrong word may mean, or nil. Case does not
-- count.
function args.meant(word, known)
  local limit, meant = min(floor(#word / 3), 2) + 1, nil
  for _, other in ipairs(known) do
    other = tostring(other)
    local count = #word <= LONGEST and #other <= LONGEST
      and slips(word:lower(), other:lower()) or limit
    if count < limit then
      limit, meant = count, other
    end
  end
  return meant
end

return args
