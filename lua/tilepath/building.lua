--- tilepath.building: floors of a house as windows of one grid.
--
--     cellar   ground       The floors lie side by side, sorted by name or in
--     . . . #  . . . .      the order of the option `order`. A column of walls
--     . . . #  . . . .      lies between two floors, and walls lie below floors
--     # # # #  . . . .      that are less high than others. These are closed: no
--                           prices open them. So no step, no line of sight, no
--                           way out and no agent, however large, leads from one
--                           floor to another. Only links do.
--
-- Everything that takes a grid takes the building's grid: there is one map, one
-- pathfinder for each kind of agent, one crowd. A window maps the cells of a
-- floor to cells of the grid, and back. Each floor also has its own world of
-- its own size. In these worlds places above each other have the same
-- coordinates. The grid's world contains all floors.
--
-- A building is a table of
--
--   grid                the grid
--   names               of the floors, from left to right
--   <name>              the window of that floor
--
-- A window is a table of name, x, y (the first cell, in the grid), width,
-- height, origin_x and origin_y (of its own world). Its private fields are the
-- building (_building), the shift of its cells in the grid (_columns) and the
-- shift of its world in the grid's world (_right, _down).
--
-- Cost: O(cells) to make a building; O(1) for a question, O(floors) for
-- to_floor.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local into = require(siblings .. "into")
local layout = require(siblings .. "layout")
local new_grid = require(siblings .. "grid")

local floor, max, min = math.floor, math.max, math.min

local CALL = "building"

local FLOORS = "a table { name = { columns, rows }, ... }"

local Building, Floor = {}, {}
local building_metatable = { __index = Building, __name = "tilepath.Building" }
local floor_metatable = { __index = Floor, __name = "tilepath.Floor" }

-- The options for the grid's layout, and those for reading drawn floors.
local LAYOUT = layout.OPTIONS
local READING = { "legend", "walkable", "prices", "empty", "unknown" }
local OPTIONS = given.set({ "order", "origins", "grid", "fences" }, LAYOUT,
  READING)

-- Windows ---------------------------------------------------------------------

local NOUNS = { [floor_metatable] = "a floor of a building",
  [building_metatable] = "a building" }

local function need_self(call, metatable, self)
  given.self(call, NOUNS[metatable], self, getmetatable(self) == metatable)
end

local function need_cell(call, metatable, self, x, y)
  need_self(call, metatable, self)
  check.whole(call, "x", x)
  check.whole(call, "y", y)
end

local function need_place(call, metatable, self, wx, wy)
  need_self(call, metatable, self)
  check.finite(call, "wx", wx)
  check.finite(call, "wy", wy)
end

--- Does a cell of the grid belong to the floor?
local function has(self, x, y)
  return x >= self.x and y >= self.y and x < self.x + self.width
    and y < self.y + self.height
end

--- The grid's cell for a cell of the floor.
-- @return x, y; or nil, "outside"
function Floor:to_grid(x, y)
  need_cell("to_grid", floor_metatable, self, x, y)
  x = x + self._columns
  if not has(self, x, y) then
    return nil, "outside"
  end
  return floor(x), floor(y)
end

--- The floor's cell at a place of its own world. As in grid:to_cell, the cell
-- may lie beyond the floor.
function Floor:to_cell(wx, wy)
  need_place("to_cell", floor_metatable, self, wx, wy)
  local x, y = self._building.grid:to_cell(wx + self._right, wy + self._down)
  return x - self._columns, y
end

--- The middle of a cell of the floor, in its own world.
function Floor:to_world(x, y)
  need_cell("to_world", floor_metatable, self, x, y)
  local wx, wy = self._building.grid:to_world(x + self._columns, y)
  return wx - self._right, wy - self._down
end

--- Converts a place of the floor's own world to the grid's world.
-- @return wx, wy; or nil, "outside"
function Floor:to_grid_world(wx, wy)
  need_place("to_grid_world", floor_metatable, self, wx, wy)
  local x, y = self:to_cell(wx, wy)
  if not has(self, x + self._columns, y) then
    return nil, "outside"
  end
  return wx + self._right, wy + self._down
end

function floor_metatable:__tostring()
  need_self("__tostring", floor_metatable, self)
  return ("floor %s of %.0f x %.0f cells"):format(check.show(self.name),
    self.width, self.height)
end

-- The building ----------------------------------------------------------------

--- The window that contains a cell of the grid, or nil.
local function window_at(self, x, y)
  for _, name in ipairs(self.names) do
    if has(self[name], x, y) then
      return self[name]
    end
  end
end

--- The floor of a cell of the grid, and the cell on that floor.
-- @return name, x, y; or nil between floors
function Building:to_floor(x, y)
  need_cell("to_floor", building_metatable, self, x, y)
  local window = window_at(self, x, y)
  if window then
    return window.name, floor(x - window._columns), floor(y)
  end
end

--- The same for a place of the grid's world: the floor and the place in its
-- world.
-- @return name, wx, wy; or nil between floors
function Building:to_floor_world(wx, wy)
  need_place("to_floor_world", building_metatable, self, wx, wy)
  local window = window_at(self, self.grid:to_cell(wx, wy))
  if window then
    return window.name, wx - window._right, wy - window._down
  end
end

--- The grid's cell for a cell of a floor, for link.
local function cell_of(self, argument, name, end_x, x, end_y, y)
  local window = type(name) == "string" and rawget(self, name)
  if getmetatable(window) ~= floor_metatable then
    check.fail("link", argument, "the name of a floor", name)
  end
  check.whole("link", end_x, x)
  check.whole("link", end_y, y)
  return window:to_grid(x, y)
end

--- Links two cells of the same floor or of two floors, as grid:link does.
-- @return the link; or nil, "outside"
function Building:link(from, x1, y1, to, x2, y2, options)
  need_self("link", building_metatable, self)
  local column, row = cell_of(self, "from", from, "x1", x1, "y1", y1)
  local to_column, to_row = cell_of(self, "to", to, "x2", x2, "y2", y2)
  if not (column and to_column) then
    return nil, "outside"
  end
  return self.grid:link(column, row, to_column, to_row, options)
end

function building_metatable:__tostring()
  need_self("__tostring", building_metatable, self)
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

--- The names of all floors in order.
local function names_of(floors, order)
  local names = {}
  for name in given.entries(CALL, "floors", floors, FLOORS) do
    if type(name) ~= "string" or name == "" then
      check.fail(CALL, "the name of a floor", "a string that is not empty",
        name)
    elseif Building[name] or name == "grid" or name == "names" then
      check.fail(CALL, "the name of a floor",
        "a name that no field or method of a building has", name)
    end
    names[#names + 1] = name
  end
  if #names == 0 then
    check.fail(CALL, "floors", FLOORS, floors)
  elseif order == nil then
    return names
  end
  local own, seen = given.names(CALL, "order", order), {}
  for i, name in ipairs(own) do
    if floors[name] == nil or seen[name] then
      check.fail(CALL, ("order[%d]"):format(i),
        "the name of a floor that is not in the list yet", name)
    end
    seen[name] = true
  end
  if #own ~= #names then
    check.fail(CALL, "order", "a list of the names of all floors", order)
  end
  return own
end

--- Reads a floor that is given as columns and rows, as a drawn map or as a
-- grid.
local function read_floor(name, value, options)
  local first = type(value) == "table" and not check.is(value, core.Grid)
    and type(value[1])
  local grid = value
  if first == "number" then
    grid = new_grid(given.pair(CALL, name, value, "{ columns, rows }",
      check.whole, 1, layout.MAX_SIDE))
  elseif type(value) == "string" or first == "string" or first == "table" then
    local how = pick(options, READING)
    if check.is(options.grid, core.Grid) then
      how.prices = core.terrains(options.grid)
    end
    how.fences = first ~= "table" and options.fences or nil
    grid = new_grid(value, how)
  end
  check.object(CALL, "floor " .. check.show(name), grid, core.Grid,
    "{ columns, rows }, a drawn map or a grid")
  check.squares(CALL, grid, "a building")
  return grid
end

--- Copies the terrains, cells, fences and links of a floor's own grid.
-- @param known  the terrains of the floors before it: { price, is opaque } by
-- name. The options of the building decide before the floors.
local function paint(grid, window, from, options, known)
  local shift_x, shift_y = window.x - from.base_x, window.y - from.base_y
  local prices, opaque = options.prices or {}, options.opaque or {}
  for name in given.entries(CALL, "terrains", core.terrains(from)) do
    local price, hides = from:terrain(name)
    price = prices[name] or price
    if opaque[name] ~= nil then
      hides = opaque[name]
    end
    known[name] = known[name] or { price, hides }
    if known[name][1] ~= price or known[name][2] ~= hides then
      check.raise(CALL .. ": floors must agree on terrain " .. check.show(name))
    end
    grid:terrain(name, price, hides)
  end
  for x, y, terrain in from:cells() do
    local to_x, to_y = x + shift_x, y + shift_y
    grid:set(to_x, to_y, terrain)
    if select(3, from:get(x, y)) then
      grid:set_walkable(to_x, to_y, false)
    end
  end
  for _, call in ipairs { "fence", "link" } do
    for _, edge in ipairs(from[call .. "s"](from)) do
      into.copy(grid, call, edge, shift_x, shift_y)
    end
  end
end

--- The grid for all floors: a new one, or the one given.
local function grid_for(width, height, options)
  if width > layout.MAX_SIDE then
    check.fail(CALL, "all floors side by side", "at most 32767 cells wide",
      width)
  end
  local grid = options.grid
  if grid == nil then
    grid = new_grid(width, height, pick(options, LAYOUT))
    grid:clear("wall")
    return grid
  end
  check.object(CALL, "grid", grid, core.Grid, "a grid")
  check.left_out(CALL, options, LAYOUT, "if a grid is given")
  if grid.width ~= width or grid.height ~= height then
    check.raise(("%s: grid must have %d x %d cells, as the floors need, got "
      .. "%d x %d"):format(CALL, width, height, grid.width, grid.height))
  end
  return grid
end

--- The origins of the floors' own worlds, by name: { x, y }.
local function read_origins(origins, floors)
  local own = {}
  for name, origin in given.entries(CALL, "origins", origins,
    "a table { name = { x, y }, ... }", function(name)
      return floors[name] ~= nil
    end, "the name of a floor") do
    local label = "origins." .. name
    own[name] = { given.pair(CALL, label, origin, "a number or { x, y }",
      check.finite) }
  end
  return own
end

--- Closes the walls between the floors and below them. Closed walls are like
-- cells beyond the border of the grid, for any agent and any way out.
local function close_walls(self, grid)
  for x, y in grid:cells() do
    if not grid:is_walkable(x, y) and not window_at(self, x, y) then
      grid:set_walkable(x, y, false)
    end
  end
end

local MOST_SHIFT = 2 ^ 20

--- What to add to the cells of each column to lay the floors upon each other: x,
-- y, x, y, ... The wall behind a floor counts as part of it.
local function shifts_of(self, grid)
  local shifts = {}
  local function whole(world, cell)
    return max(-MOST_SHIFT, min(MOST_SHIFT, floor(world / cell + 0.5)))
  end
  for _, name in ipairs(self.names) do
    local window = self[name]
    local x = whole(window.origin_x, grid.cell_width) - window._columns
    local y = whole(window.origin_y, grid.cell_height)
    for _ = 0, window.width do
      shifts[#shifts + 1], shifts[#shifts + 2] = x, y
    end
  end
  return shifts
end

--- tilepath.building(floors [, options])
-- @return the building, and its grid
return function(floors, options)
  given.kind(CALL, "floors", floors, "table", FLOORS)
  options = check.options(CALL, "options", options, OPTIONS)
  given.flag(CALL, "fences", options.fences)
  local names = names_of(floors, options.order)
  local origins = read_origins(options.origins, floors)
  local self, width, height = { names = names }, #names - 1, 1
  local drawn, known = {}, {}
  for i, name in ipairs(names) do
    local origin = origins[name] or { 0, 0 }
    local window = { name = name, origin_x = origin[1], origin_y = origin[2],
      _building = self }
    drawn[i] = read_floor(name, floors[name], options)
    window.width, window.height = drawn[i].width, drawn[i].height
    width, height = width + window.width, max(height, window.height)
    self[name] = setmetatable(window, floor_metatable)
  end
  local grid = grid_for(width, height, options)
  check.squares(CALL, grid, "a building")
  self.grid = grid
  local x, y = grid.base_x, grid.base_y
  for i, name in ipairs(names) do
    local window = self[name]
    window.x, window.y = x, y
    window._columns = x - grid.base_x
    window._right = grid.origin_x + window._columns * grid.cell_width
      - window.origin_x
    window._down = grid.origin_y - window.origin_y
    if not options.grid then
      paint(grid, window, drawn[i], options, known)
    end
    x = x + window.width + 1
  end
  close_walls(self, grid)
  core.lodge(grid, self, shifts_of(self, grid))
  return setmetatable(self, building_metatable), grid
end
