--- Grids of the core in Lua, as a game sees them: the methods of grid.c.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
local check = require(parent .. "check")
local args = require(siblings .. "args")
local changes = require(siblings .. "changes")
local class = require(siblings .. "class")
local links = require(siblings .. "links")
local map = require(siblings .. "map")
local walls = require(siblings .. "walls")

local floor, huge, max, min = math.floor, math.huge, math.max, math.min

local Grid, methods, properties = map.Grid, map.methods, map.properties
local self_of, editable = map.self, map.editable
local index, cell_at, world_cell = map.index, map.cell_at, map.world_cell
local price_of, fill = map.price_of, map.fill
local OPEN, WALL, CLOSED, KEEP = map.OPEN, map.WALL, map.CLOSED, map.KEEP

local MAX_TERRAINS, MAX_NAME = 127, 31
local MAX_SIDE, MOST = 32767, args.MOST

local DX, DY = walls.DX, walls.DY
local ONLY_IF_NO_OBSTACLES, AT_LEAST_ONE_WALKABLE, ALWAYS = 1, 2, 3

-- Reading cells ---------------------------------------------------------------

function methods.contains(self, x, y)
  local g = self_of(self, "contains")
  return cell_at("contains", g, x, y) ~= nil
end

local function get(g, i)
  if not i then
    return nil, "outside"
  end
  local cell = g.cells[i]
  return g.name[cell % CLOSED], price_of(g, cell)
end

function methods.get(self, x, y)
  local g = self_of(self, "get")
  return get(g, cell_at("get", g, x, y))
end

function methods.get_world(self, wx, wy)
  local g = self_of(self, "get_world")
  return get(g, world_cell("get_world", g, wx, wy))
end

local function is_walkable(g, i)
  return i ~= nil and price_of(g, g.cells[i]) < huge
end

function methods.is_walkable(self, x, y)
  local g = self_of(self, "is_walkable")
  return is_walkable(g, cell_at("is_walkable", g, x, y))
end

function methods.is_walkable_world(self, wx, wy)
  local g = self_of(self, "is_walkable_world")
  return is_walkable(g, world_cell("is_walkable_world", g, wx, wy))
end

function Grid.__call(self, x, y)
  local g = self_of(self, "__call")
  local i = cell_at("grid", g, x, y)
  return is_walkable(g, i) and g.price[g.cells[i]] or nil
end

-- Changing cells --------------------------------------------------------------

local function set(g, i, terrain)
  if not i then
    return nil, "outside"
  end
  map.write(g, i, terrain)
  return true
end

function methods.set(self, x, y, terrain)
  local g = editable(self, "set")
  local i = cell_at("set", g, x, y)
  return set(g, i, args.terrain("set", g, "terrain", terrain))
end

function methods.set_world(self, wx, wy, terrain)
  local g = editable(self, "set_world")
  local i = world_cell("set_world", g, wx, wy)
  return set(g, i, args.terrain("set_world", g, "terrain", terrain))
end

--- Closes a cell, or opens it again. A wall is shut already; a cell of another
-- terrain that cannot be entered is opened as 'open'.
function methods.set_walkable(self, x, y, yes)
  local g = editable(self, "set_walkable")
  local i = cell_at("set_walkable", g, x, y)
  args.boolean("set_walkable", "yes", yes)
  if not i then
    return nil, "outside"
  end
  local terrain = g.cells[i] % CLOSED
  if yes then
    map.write(g, i, g.price[terrain] == huge and OPEN or terrain)
  elseif terrain ~= WALL then
    map.write(g, i, terrain + CLOSED)
  end
  return true
end

function methods.fill(self, x, y, w, h, terrain)
  local g = editable(self, "fill")
  x, y, w, h = args.rect("fill", g, x, y, w, h)
  return fill(g, x, y, w, h, args.terrain("fill", g, "terrain", terrain))
end

function methods.clear(self, terrain)
  local g = editable(self, "clear")
  local id = terrain == nil and OPEN
    or args.terrain("clear", g, "terrain", terrain)
  return fill(g, 0, 0, g.width, g.height, id)
end

--- What the function says of each cell of a rectangle, as a list for paste.
local function ask(g, f, x, y, w, h)
  local answers = {}
  for row = y, y + h - 1 do
    for column = x, x + w - 1 do
      local wx, wy = args.middle(g, column, row)
      local answer = f(column + g.base_x, row + g.base_y, wx, wy)
      local id = type(answer) == "string" and g.id_of[answer]
      if answer == nil then
        id = KEEP
      elseif type(answer) == "boolean" then
        id = answer and OPEN or WALL
      elseif not id then
        check.raise(("sample: f must return a terrain of the grid, true, false "
          .. "or nil, got %s for cell %.14g, %.14g"):format(check.show(answer),
          column + g.base_x, row + g.base_y))
      end
      answers[#answers + 1] = id
    end
  end
  return answers
end

--- Asks a function about each cell; an error on the way leaves the grid as it
-- was.
function methods.sample(self, f, x, y, w, h)
  local g = editable(self, "sample")
  if type(f) ~= "function" then
    check.fail("sample", "f", "a function", f)
  elseif x == nil and y == nil and w == nil and h == nil then
    x, y, w, h = 0, 0, g.width, g.height
  else
    x, y, w, h = args.rect("sample", g, x, y, w, h)
  end
  g.busy = true
  local done, answers = pcall(ask, g, f, x, y, w, h)
  g.busy = false
  if not done then
    error(answers, 0)
  end
  return map.paste(g, x, y, w, h, answers)
end

-- Terrains --------------------------------------------------------------------

--- A price from 1/1024 to 1024; false and math.huge stand for no way in.
local function read_price(price)
  if price == false or price == huge then
    return huge
  elseif type(price) ~= "number"
    or not (price >= 1 / 1024 and price <= 1024) then
    check.fail("terrain", "price",
      "a number from 1/1024 to 1024, false or math.huge", price)
  end
  return price
end

local function define_named(g, name, price)
  if #name < 1 or #name > MAX_NAME or name:find("\0", 1, true) then
    check.fail("terrain", "name", "a string of 1 to 31 bytes, none zero", name)
  elseif g.terrains == MAX_TERRAINS then
    check.raise(("terrain: a grid has at most %d terrains, and no room for %s")
      :format(MAX_TERRAINS, check.show(name)))
  end
  map.define(g, name, price)
end

--- The price of a terrain; or gives it one, and defines it if it is new.
function methods.terrain(self, name, price)
  local g = self_of(self, "terrain")
  if type(name) ~= "string" then
    check.fail("terrain", "name", "a string", name)
  end
  local id = g.id_of[name]
  if price == nil then
    return id and g.price[id] or nil
  end
  editable(self, "terrain")
  price = read_price(price)
  if id == OPEN and price == huge then
    check.raise("terrain: 'open' cannot be made impassable")
  elseif id == WALL and price < huge then
    check.raise("terrain: 'wall' is always impassable")
  elseif not id then
    define_named(g, name, price)
  elseif g.price[id] == price then
    return price + 0.0
  end
  g.price[g.id_of[name]] = price + 0.0
  g.price_version = changes.note_other(g.log)
  return price + 0.0
end

-- World and cells -------------------------------------------------------------

--- A whole number as the user counts, as far as that has one.
local function place(user)
  return floor(max(-MOST, min(user, MOST)))
end

local function corner(g, x, y)
  return g.origin_x + (x - g.first_x) * g.cell_width,
    g.origin_y + (y - g.first_y) * g.cell_height
end

function methods.to_cell(self, wx, wy)
  local g = self_of(self, "to_cell")
  local x, y = args.world_cell("to_cell", g, wx, wy)
  return place(x + 0.0 + g.base_x), place(y + 0.0 + g.base_y)
end

function methods.to_world(self, x, y)
  local g = self_of(self, "to_world")
  x, y = args.cell("to_world", g, x, y)
  return args.middle(g, x, y)
end

function methods.cell_rect(self, x, y)
  local g = self_of(self, "cell_rect")
  x, y = args.cell("cell_rect", g, x, y)
  local wx, wy = corner(g, x, y)
  return wx, wy, g.cell_width, g.cell_height
end

-- Loops -----------------------------------------------------------------------

--- What a loop gives for a cell: x, y, its terrain, its price.
local function visit(g, i)
  local x, cell = (i - 1) % g.width, g.cells[i]
  return x + g.base_x, floor((i - 1 - x) / g.width) + g.base_y,
    g.name[cell % CLOSED], price_of(g, cell)
end

--- Loops over all cells, or those of a terrain.
function methods.cells(self, terrain)
  local g = self_of(self, "cells")
  local wanted = terrain ~= nil and args.terrain("cells", g, "terrain", terrain)
  local i, last = 0, g.width * g.height
  return function()
    repeat
      i = i + 1
    until i > last or not wanted or g.cells[i] % CLOSED == wanted
    if i <= last then
      return visit(g, i)
    end
  end
end

Grid.__pairs = methods.cells

local function is_free(g, x, y)
  local i = index(g, x, y)
  return i ~= nil and price_of(g, g.cells[i]) < huge
end

--- May somebody step from a cell in direction d?
local function may_step(g, rule, x, y, d)
  local to_x, to_y = x + DX[d], y + DY[d]
  if not is_free(g, to_x, to_y) or not walls.let(g, rule, x, y, d) then
    return false
  elseif d <= 4 or rule == ALWAYS then
    return true
  end
  local one, other = is_free(g, to_x, y), is_free(g, x, to_y)
  return rule == ONLY_IF_NO_OBSTACLES and one and other
    or rule == AT_LEAST_ONE_WALKABLE and (one or other)
end

--- Loops over the cells to which there is a step from one.
function methods.neighbors(self, x, y, diagonal)
  local g = self_of(self, "neighbors")
  local i = cell_at("neighbors", g, x, y)
  local rule = args.diagonal("neighbors", "diagonal", diagonal)
  local d = i and 0 or 8
  x, y = x - g.base_x, y - g.base_y
  return function()
    repeat
      d = d + 1
    until d > 8 or may_step(g, rule, x, y, d)
    if d <= 8 then
      return visit(g, floor(index(g, x + DX[d], y + DY[d])))
    end
  end
end

--- The other end of a line, which is no longer than a grid may be.
local function line_end(argument, value, first)
  return args.whole("line", argument, value,
    max(first - MAX_SIDE + 1, -MOST), min(first + MAX_SIDE - 1, MOST))
end

--- Loops over the cells along a line from the middle of one to that of another:
-- in both axes at once where it passes through a corner.
function methods.line(self, x1, y1, x2, y2)
  local g = self_of(self, "line")
  x1, y1 = args.whole("line", "x1", x1, -MOST, MOST),
    args.whole("line", "y1", y1, -MOST, MOST)
  x2, y2 = line_end("x2", x2, x1), line_end("y2", y2, y1)
  local length_x, length_y = math.abs(x2 - x1), math.abs(y2 - y1)
  local step_x, step_y = x2 < x1 and -1 or 1, y2 < y1 and -1 or 1
  local across, down, has_begun = 0, 0, false
  return function()
    local more_x, more_y = across < length_x, down < length_y
    if has_begun and not more_x and not more_y then
      return
    elseif has_begun and more_x and more_y then
      local to_x = (2 * across + 1) * length_y
      local to_y = (2 * down + 1) * length_x
      more_x, more_y = to_x <= to_y, to_y <= to_x
    end
    across = has_begun and more_x and across + 1 or across
    down = has_begun and more_y and down + 1 or down
    has_begun = true
    local x, y = x1 + step_x * across, y1 + step_y * down
    local i = index(g, x - g.base_x, y - g.base_y)
    if i then
      return visit(g, i)
    end
    return floor(x), floor(y)
  end
end

-- Whole grids -----------------------------------------------------------------

local function twin_of(t)
  local twin = {}
  for key, value in pairs(t) do
    twin[key] = value
  end
  return twin
end

function methods.copy(self)
  local g = self_of(self, "copy")
  local twin = twin_of(g)
  for _, key in ipairs { "cells", "count", "name", "price", "id_of", "shut" } do
    twin[key] = g[key] and twin_of(g[key])
  end
  twin.links, twin.busy = g.links and links.copy(g.links), false
  twin.log = changes.new()
  twin.log.version, twin.log.forgotten = g.log.version, g.log.version
  return class.make(Grid, twin)
end

function methods.resize()
  class.lacks("resize", "to resize a grid")
end

--- Has a grid the same terrains and cells? The ids may be others.
local function has_same_cells(a, b)
  for id = 0, a.terrains - 1 do
    local other = b.id_of[a.name[id]]
    if not other or b.price[other] ~= a.price[id] then
      return false
    end
  end
  for i, cell in ipairs(a.cells) do
    local other = b.cells[i]
    if (cell < CLOSED) ~= (other < CLOSED)
      or a.name[cell % CLOSED] ~= b.name[other % CLOSED] then
      return false
    end
  end
  return true
end

local LAYOUT = { "width", "height", "base_x", "base_y", "first_x", "first_y",
  "cell_width", "cell_height", "origin_x", "origin_y", "terrains" }

function Grid.__eq(first, second)
  local a, b = class.state(Grid, first), class.state(Grid, second)
  if not (a and b) then
    return false
  end
  for _, key in ipairs(LAYOUT) do
    if a[key] ~= b[key] then
      return false
    end
  end
  return has_same_cells(a, b) and walls.are_same(a, b)
    and links.are_same(a, b)
end

function Grid.__len(self)
  local g = self_of(self, "__len")
  return g.width * g.height
end

function Grid.__tostring(self)
  local g = self_of(self, "__tostring")
  local blocked = 0
  for cell = 0, 255 do
    if g.count[cell] > 0 and price_of(g, cell) == huge then
      blocked = blocked + g.count[cell]
    end
  end
  return ("grid %dx%d (%d blocked)"):format(g.width, g.height, blocked)
end

-- Properties ------------------------------------------------------------------

for _, key in ipairs { "width", "height", "cell_width", "cell_height",
  "base_x", "base_y" } do
  properties[key] = function(g)
    return g[key]
  end
end

function properties.revision(g)
  return g.log.version
end

function properties.origin_x(g)
  return (corner(g, 0, 0))
end

function properties.origin_y(g)
  return (select(2, corner(g, 0, 0)))
end

function properties.bytes()
  class.lacks("bytes", "a count of bytes")
end

local grid = { Grid = Grid }

function grid.open(core)
  core.Grid = Grid

  function core.grid(...)
    return class.make(Grid, map.new(...))
  end

  --- A grid with a building keeps its size, as all do here.
  function core.lodge() end
end

return grid
