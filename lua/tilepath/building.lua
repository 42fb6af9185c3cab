--- tilepath.building: floors of a house as windows of one grid.
--
--     cellar   ground       The floors lie side by side, sorted by name or in
--     . . . #  . . . .      the order that is asked for, a column of walls
--     . . . #  . . . .      between two, and walls below those that are less
--     # # # #  . . . .      high than others: so no step, no sight and no agent
--                           however large leads from one to another. Links do.
--
-- Everything that takes a grid takes the building's: there is one map, one
-- pathfinder for each kind of agent, one crowd. A window says which cell of the
-- grid a cell of its floor is, and back. Each floor has its own world besides,
-- as large as the floor, in which places above each other have the same
-- coordinates; the grid's world has all floors.
--
-- A building is a table of
--
--   grid                the grid
--   names               of the floors, from left to right
--   <name>              the window of that floor
--
-- and a window one of name, grid, x, y (the grid's cell that is its first one),
-- width, height, origin_x and origin_y (of its own world).
--
-- Cost: to make one takes O(cells); to ask, O(1), to_floor O(floors).

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local layout = require(siblings .. "layout")
local new_grid = require(siblings .. "grid")

local floor, max = math.floor, math.max

local CALL = "building"

-- No cell of a grid lies farther out.
local FARTHEST = 2 ^ 31

local Building, Floor = {}, {}
local building_metatable = { __index = Building, __name = "tilepath.Building" }
local floor_metatable = { __index = Floor, __name = "tilepath.Floor" }

-- How the grid lies; what is said of all floors that are read, and of drawn
-- ones alone.
local LAYOUT = { "base", "cell_size", "cell_width", "cell_height", "origin_x",
  "origin_y", "terrain" }
local READING = { "legend", "walkable" }
local OPTIONS = { order = true, origins = true, grid = true, walls = true }
for _, list in ipairs { LAYOUT, READING } do
  for _, key in ipairs(list) do
    OPTIONS[key] = true
  end
end

-- Windows ---------------------------------------------------------------------

local function need_floor(call, self)
  if getmetatable(self) ~= floor_metatable then
    check.raise(("%s: self must be a floor of a building, got %s (call it with "
      .. "a colon)"):format(call, check.show(self)))
  end
end

local function need_whole(call, argument, value)
  if type(value) ~= "number" or not (value >= -FARTHEST and value <= FARTHEST)
    or value ~= floor(value) then
    check.fail(call, argument, "a whole number", value)
  end
end

local function need_cell(call, x, y)
  need_whole(call, "x", x)
  need_whole(call, "y", y)
end

local function need_place(call, wx, wy)
  check.finite(call, "wx", wx)
  check.finite(call, "wy", wy)
end

--- Column and row of a cell of the floor, the first being 0; nil: it has none
-- such.
local function within(self, x, y)
  local column, row = x - self.grid.base_x, y - self.grid.base_y
  if column >= 0 and row >= 0 and column < self.width and row < self.height then
    return column, row
  end
end

--- The grid's cell that is this one of the floor.
-- @return x, y; or nil, "outside"
function Floor:cell(x, y)
  need_floor("cell", self)
  need_cell("cell", x, y)
  local column, row = within(self, x, y)
  if not column then
    return nil, "outside"
  end
  return self.x + column, self.y + row
end

--- The floor's cell in which a place of its own world lies, as the grid's
-- to_cell: beyond the floor, too.
function Floor:to_cell(wx, wy)
  need_floor("to_cell", self)
  need_place("to_cell", wx, wy)
  local grid = self.grid
  return floor((wx - self.origin_x) / grid.cell_width) + grid.base_x,
    floor((wy - self.origin_y) / grid.cell_height) + grid.base_y
end

--- The middle of a cell of the floor, in its own world.
function Floor:to_world(x, y)
  need_floor("to_world", self)
  need_cell("to_world", x, y)
  local grid = self.grid
  return self.origin_x + (x - grid.base_x + 0.5) * grid.cell_width,
    self.origin_y + (y - grid.base_y + 0.5) * grid.cell_height
end

--- Where the floor's own world begins in that of the grid.
local function shift_of(self)
  local grid = self.grid
  return grid.origin_x + (self.x - grid.base_x) * grid.cell_width
      - self.origin_x,
    grid.origin_y + (self.y - grid.base_y) * grid.cell_height - self.origin_y
end

--- A place of the floor's own world in that of the grid.
-- @return wx, wy; or nil, "outside"
function Floor:place(wx, wy)
  need_floor("place", self)
  need_place("place", wx, wy)
  if not within(self, self:to_cell(wx, wy)) then
    return nil, "outside"
  end
  local shift_x, shift_y = shift_of(self)
  return wx + shift_x, wy + shift_y
end

--- On which floor a cell of the grid lies, and where there.
-- @return name, x, y; or nil between floors
function Floor:to_floor(x, y)
  need_floor("to_floor", self)
  return self._building:to_floor(x, y)
end

function floor_metatable:__tostring()
  need_floor("__tostring", self)
  return ("floor %s of %.0f x %.0f cells"):format(check.show(self.name),
    self.width, self.height)
end

-- The building ----------------------------------------------------------------

local function need_building(call, self)
  if getmetatable(self) ~= building_metatable then
    check.raise(("%s: self must be a building, got %s (call it with a colon)")
      :format(call, check.show(self)))
  end
end

--- The window that a cell of the grid lies in, or nil.
local function window_at(self, x, y)
  for _, name in ipairs(self.names) do
    local window = self[name]
    if x >= window.x and y >= window.y and x < window.x + window.width
      and y < window.y + window.height then
      return window
    end
  end
end

--- On which floor a cell of the grid lies, and where there.
-- @return name, x, y; or nil between floors
function Building:to_floor(x, y)
  need_building("to_floor", self)
  need_cell("to_floor", x, y)
  local window = window_at(self, x, y)
  if window then
    return window.name, x - window.x + self.grid.base_x,
      y - window.y + self.grid.base_y
  end
end

--- The same for a place of the grid's world: where it lies in the floor's own.
-- @return name, wx, wy; or nil between floors
function Building:to_floor_world(wx, wy)
  need_building("to_floor_world", self)
  need_place("to_floor_world", wx, wy)
  local window = window_at(self, self.grid:to_cell(wx, wy))
  if window then
    local shift_x, shift_y = shift_of(window)
    return window.name, wx - shift_x, wy - shift_y
  end
end

local function need_window(self, argument, name)
  local window = type(name) == "string" and rawget(self, name)
  if getmetatable(window) ~= floor_metatable then
    check.fail("link", argument, "the name of a floor", name)
  end
  return window
end

--- Links cells of two floors, or of one, as grid:link does.
-- @return the link; or nil, "outside"
function Building:link(from, x1, y1, to, x2, y2, options)
  need_building("link", self)
  local first, second = need_window(self, "from", from),
    need_window(self, "to", to)
  need_whole("link", "x1", x1)
  need_whole("link", "y1", y1)
  need_whole("link", "x2", x2)
  need_whole("link", "y2", y2)
  local column, row = first:cell(x1, y1)
  local to_column, to_row = second:cell(x2, y2)
  if not (column and to_column) then
    return nil, "outside"
  end
  return self.grid:link(column, row, to_column, to_row, options)
end

function building_metatable:__tostring()
  need_building("__tostring", self)
  return ("building of %d floor%s, %.0f x %.0f cells"):format(#self.names,
    #self.names == 1 and "" or "s", self.grid.width, self.grid.height)
end

-- Making one ------------------------------------------------------------------

local function pick(options, keys)
  local some = {}
  for _, key in ipairs(keys) do
    some[key] = options[key]
  end
  return some
end

--- Names that a building has for itself.
local function is_taken(name)
  return Building[name] ~= nil or name == "grid" or name == "names"
end

--- The names of all floors, in their order.
local function names_of(floors, order)
  local names = {}
  for _, name in ipairs(check.sorted_keys(floors)) do
    if type(name) ~= "string" or name == "" then
      check.fail(CALL, "the name of a floor", "a string that is not empty",
        name)
    elseif is_taken(name) then
      check.fail(CALL, "the name of a floor",
        "none that buildings have for themselves", name)
    end
    names[#names + 1] = name
  end
  if #names == 0 then
    check.fail(CALL, "floors", "a table { name = { columns, rows }, ... }",
      floors)
  elseif order == nil then
    return names
  elseif type(order) ~= "table" or #order ~= #names then
    check.fail(CALL, "order", "a list of the names of all floors", order)
  end
  local own, seen = {}, {}
  for i = 1, #order do
    local name = order[i]
    if name == nil or floors[name] == nil or seen[name] then
      check.fail(CALL, ("order[%d]"):format(i),
        "the name of a floor, each once", name)
    end
    own[i], seen[name] = name, true
  end
  return own
end

--- What a floor was given as: columns and rows, or a grid that is drawn.
local function read_floor(name, value, options)
  if check.is(value, core.Grid) then
    return { width = value.width, height = value.height, grid = value }
  elseif type(value) == "table" and type(value[1]) == "number" then
    local what = ("%s[%%d]"):format(name)
    return { width = check.whole(CALL, what:format(1), value[1], 1,
      layout.MAX_SIDE), height = check.whole(CALL, what:format(2), value[2], 1,
      layout.MAX_SIDE) }
  elseif type(value) == "table" and type(value[1]) == "string" then
    for i = 1, #value do
      if type(value[i]) ~= "string" then
        check.fail(CALL, ("%s[%d]"):format(name, i), "a row of text", value[i])
      end
    end
    value = table.concat(value, "\n")
  elseif type(value) ~= "string" and (type(value) ~= "table"
    or type(value[1]) ~= "table") then
    check.fail(CALL, "floor " .. check.show(name),
      "{ columns, rows }, a drawn map or a grid", value)
  end
  local how = pick(options, READING)
  how.terrain = options.terrain
  how.walls = type(value) == "string" and options.walls or nil
  local grid = new_grid(value, how)
  return { width = grid.width, height = grid.height, grid = grid }
end

local function need_price(grid, from, name)
  if grid:terrain(name) == nil then
    grid:terrain(name, (from:terrain(name)))
  end
end

--- Copies the cells of a floor's own grid: run by run of one terrain.
local function paint_row(grid, from, y, to_x, to_y)
  local base_x, width = from.base_x, from.width
  local begin, terrain = 0, from:get(base_x, y)
  for column = 1, width do
    local next_one = column < width and from:get(base_x + column, y) or nil
    if next_one ~= terrain then
      need_price(grid, from, terrain)
      grid:fill(to_x + begin, to_y, column - begin, 1, terrain)
      begin, terrain = column, next_one
    end
  end
  for column = 0, width - 1 do
    local is_walkable = from:is_walkable(base_x + column, y)
    if is_walkable ~= grid:is_walkable(to_x + column, to_y) then
      grid:set_walkable(to_x + column, to_y, is_walkable)
    end
  end
end

--- Copies what lies between cells.
local function paint_ways(grid, from, shift_x, shift_y)
  for _, wall in ipairs(from:walls()) do
    grid:wall(wall.x1 + shift_x, wall.y1 + shift_y, wall.x2 + shift_x,
      wall.y2 + shift_y, wall.one_way and "one_way" or nil)
  end
  for _, link in ipairs(from:links()) do
    grid:link(link.x1 + shift_x, link.y1 + shift_y, link.x2 + shift_x,
      link.y2 + shift_y, { price = link.price, seconds = link.seconds,
        one_way = link.one_way, name = link.name })
  end
end

local function paint(grid, window, from)
  if not from then
    grid:fill(window.x, window.y, window.width, window.height, "open")
    return
  end
  for row = 0, window.height - 1 do
    paint_row(grid, from, from.base_y + row, window.x, window.y + row)
  end
  paint_ways(grid, from, window.x - from.base_x, window.y - from.base_y)
end

--- The grid that the floors lie in: a new one, or that which was given.
local function grid_for(width, height, options)
  if width > layout.MAX_SIDE then
    check.fail(CALL, "all floors side by side", "at most 32767 cells wide",
      width)
  end
  local given = options.grid
  if given == nil then
    return new_grid(width, height, pick(options, LAYOUT))
  end
  check.object(CALL, "grid", given, core.Grid, "a grid")
  check.left_out(CALL, options, LAYOUT, "where a grid is given")
  if given.width ~= width or given.height ~= height then
    check.raise(("%s: grid must be of %d x %d cells, as the floors are, got "
      .. "%d x %d"):format(CALL, width, height, given.width, given.height))
  end
  return given
end

local function read_origin(origins, name)
  local origin = origins and origins[name]
  if origin == nil then
    return 0, 0
  elseif type(origin) ~= "table" then
    check.fail(CALL, "origins." .. name, "{ x, y }", origin)
  end
  return check.finite(CALL, ("origins.%s[1]"):format(name), origin[1]),
    check.finite(CALL, ("origins.%s[2]"):format(name), origin[2])
end

local function check_origins(origins, floors)
  if origins ~= nil and type(origins) ~= "table" then
    check.fail(CALL, "origins", "a table { name = { x, y }, ... }", origins)
  end
  for _, name in ipairs(check.sorted_keys(origins or {})) do
    if floors[name] == nil then
      check.fail(CALL, "each key of origins", "the name of a floor", name)
    end
  end
end

--- tilepath.building(floors [, options])
-- @return the building, and its grid
return function(floors, options)
  if type(floors) ~= "table" then
    check.fail(CALL, "floors", "a table { name = { columns, rows }, ... }",
      floors)
  end
  options = check.options(CALL, "options", options, OPTIONS)
  if options.walls ~= nil and type(options.walls) ~= "boolean" then
    check.fail(CALL, "walls", "true or false", options.walls)
  end
  check_origins(options.origins, floors)
  local names = names_of(floors, options.order)
  local found, width, height = {}, #names - 1, 1
  for i, name in ipairs(names) do
    found[i] = read_floor(name, floors[name], options)
    width, height = width + found[i].width, max(height, found[i].height)
  end
  local grid = grid_for(width, height, options)
  local self, x = { grid = grid, names = names }, grid.base_x
  if not options.grid then
    grid:clear("wall")
  end
  for i, name in ipairs(names) do
    local window = { name = name, grid = grid, x = x, y = grid.base_y,
      width = found[i].width, height = found[i].height, _building = self }
    window.origin_x, window.origin_y = read_origin(options.origins, name)
    if not options.grid then
      paint(grid, window, found[i].grid)
    end
    self[name] = setmetatable(window, floor_metatable)
    x = x + window.width + 1
  end
  core.lodge(grid, self)
  return setmetatable(self, building_metatable), grid
end
