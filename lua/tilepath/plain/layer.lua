--- Layers of the core in Lua: a number from 0 to 255 for each cell of a grid.
--
-- A layer is a map (map.lua) of numbers in place of terrains: `cells`, `count`
-- and `log` of its own, so edits are those of a map. Besides it has `g` and
-- `grid`, the grid's state and handle. What layers add to prices:
-- layercosts.lua.

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local given = require(parent .. "given")
local args = require(siblings .. "args")
local changes = require(siblings .. "changes")
local class = require(parent .. "class")
local later = require(parent .. "later")
local map = require(siblings .. "map")

local ceil, floor, max, min = math.ceil, math.floor, math.max, math.min

local layer = { MOST = 255 }

local MOST, ONE = layer.MOST, 65536

local Layer, methods = class.kind("Layer")
local properties = {}
class.new("Layer", methods, properties)
layer.Layer = Layer

--- The layer of an edit; raises if the layer or its grid is busy.
local function editable(self, call)
  local l = class.self(Layer, self, call)
  args.check_idle(l, "layer", call)
  args.check_idle(l.g, "grid", call)
  return l
end

local function read_value(call, value)
  return floor(check.whole(call, "value", value, 0, MOST))
end

-- Single cells ----------------------------------------------------------------

function methods.get(self, x, y)
  local l = class.self(Layer, self, "get")
  local i = map.cell_at("get", l.g, x, y)
  if not i then
    return nil, "outside"
  end
  return l.cells[i]
end

function methods.set(self, x, y, value)
  local l = editable(self, "set")
  local i = map.cell_at("set", l.g, x, y)
  return map.write(l, i, read_value("set", value))
end

function methods.add(self, x, y, amount)
  local l = editable(self, "add")
  local i = map.cell_at("add", l.g, x, y)
  check.whole("add", "amount", amount)
  if not i then
    return nil, "outside"
  end
  local value = floor(max(0, min(l.cells[i] + amount, MOST)))
  map.write(l, i, value)
  return value
end

-- Many cells ------------------------------------------------------------------

--- core.add_to_cells(layer, reach or view, amount) -> how many cells changed.
-- Each cell is an edit; those beside each other are noted at once.
local function add_to_cells(self, cells, amount)
  local l = editable(self, "add")
  local values, count, width, height = l.cells, l.count, l.width, l.height
  local base_x, base_y = floor(l.g.base_x), floor(l.g.base_y)
  local before, top, left, changed = l.log.version, -1, 0, 0
  amount = floor(amount)
  local function note()
    if changed > 0 then
      changes.record(l.log, left, top, changed, 1, changed)
      changed = 0
    end
  end
  for x, y in cells:cells() do
    local column, row = x - base_x, y - base_y
    if column >= 0 and column < width and row >= 0 and row < height then
      local i = row * width + column + 1
      local old = values[i]
      local value = old + amount
      if value > MOST then
        value = MOST
      elseif value < 0 then
        value = 0
      end
      if value ~= old then
        values[i], count[old], count[value] = value, count[old] - 1,
          count[value] + 1
        if row ~= top or column ~= left + changed then
          note()
          left, top = column, row
        end
        changed = changed + 1
      end
    end
  end
  note()
  return l.log.version - before
end

function methods.fill(self, x, y, w, h, value)
  local l = editable(self, "fill")
  x, y, w, h = args.rect("fill", l.g, x, y, w, h)
  return map.paste(l, x, y, w, h, read_value("fill", value))
end

--- Asks a function about each cell. If the function raises, the layer stays as
-- it was.
function methods.sample(self, ...)
  local l = editable(self, "sample")
  return map.paste(l, map.sample(l, l.g, function(answer)
    return args.is_whole(answer) and answer >= 0 and answer <= MOST
      and floor(answer)
  end, "a whole number from 0 to 255 or nil", ...))
end

--- Multiplies each number by a factor, in 65536ths.
function methods.fade(self, factor)
  local l = editable(self, "fade")
  given.number("fade", "factor", factor, 0, 1, "a number from 0 to 1")
  local values, parts = {}, ceil(factor * ONE)
  for i, value in ipairs(l.cells) do
    values[i] = floor(value * parts / ONE)
  end
  return map.paste(l, 0, 0, l.width, l.height, values)
end

-- The object ------------------------------------------------------------------

class.fields(properties, { grid = "grid" })

function properties.revision(l)
  return l.log.version
end

function Layer.__tostring(self)
  local l = class.self(Layer, self, "__tostring")
  return ("layer of %dx%d"):format(l.width, l.height)
end

--- A layer of a grid.
-- @param bytes  its numbers; nil: zeros
local function make(g, grid, bytes)
  local l = { g = g, grid = grid, width = g.width, height = g.height,
    cells = {}, count = {}, log = changes.new(g.log.total),
    busy = false }
  for value = 0, MOST do
    l.count[value] = 0
  end
  for i = 1, #g.cells do
    local value = bytes and bytes:byte(i) or 0
    l.cells[i], l.count[value] = value, l.count[value] + 1
  end
  g.dependents[l] = "layer"
  return class.make(Layer, l)
end

function layer.open(core)
  later.wrap(methods, "add", "layer")
  core.add_to_cells = add_to_cells
  function core.layer(grid)
    return make(class.argument("layer", "grid", grid, map.Grid, "a grid"), grid)
  end
  function core.load_layer(bytes, width, height, grid)
    local g = class.state(map.Grid, grid)
    if width ~= g.width or height ~= g.height or #bytes ~= #g.cells then
      return nil, "size"
    end
    return make(g, grid, bytes)
  end
end

return layer
