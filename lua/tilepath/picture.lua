--- tilepath.picture: shows the library's objects on any host, as a list of
-- parts (areas and lines in the world) in drawing order.
--
-- The files of picture/ write the kinds of each thing into sketches. A sketch
-- holds the parts of one kind of one thing. Sketches belong to the thing, so
-- pictures of the same thing share them. A stamp is a number that grows with
-- the changes of a thing. A sketch is written again only if the stamp of its
-- thing has changed; sketches of moving things are written each time.
--
-- Sketches lie in a table with weak keys and hold no thing, so they are
-- collected with their thing.
--
-- An update visits the things twice: first for their grids, then for their
-- parts. The picture changes only after everything is read. An update makes no
-- garbage once all tables have grown, except for fences and links after an
-- edit.

local core = require "tilepath_core"
local root = (...):match("^(.*[./])picture$") or ""
local actors = require(root .. "picture.actors")
local answers = require(root .. "picture.answers")
local board = require(root .. "picture.board")
local check = require(root .. "check")
local given = require(root .. "given")
local kinds = require(root .. "picture.kinds")
local named = require(root .. "picture.named")
local sketch = require(root .. "picture.sketch")
local triangles = require(root .. "picture.triangles")

local huge, max, min = math.huge, math.max, math.min

-- Classes of things -----------------------------------------------------------

local function own_grid(thing)
  return thing.grid
end

local function grid_of_finder(thing)
  local finder = actors.finder_of(thing)
  return finder and finder.grid
end

local function grid_of_maker(thing)
  return core.maker(thing).grid
end

local function never_changes()
  return 0
end

--- Grows with each change that may change a pathfinder's answers about cells.
local function stamp_of_finder(finder)
  local stamp, layers = finder.grid.revision, actors.about(finder).layers
  for i = 1, #layers do
    stamp = stamp + layers[i].revision
  end
  return stamp
end

local follower = getmetatable(require(root .. "follower")({}))

--- A row for each class:
--   grid    the grid of a thing; nil: the picture's grid
--   stamp   a number that grows with the changes of a thing; nil: it moves
--   lacks   does this thing need the picture's grid? nil: no
--   [i]     a kind and its writer, a function of the sketch, the thing and the
--           context below
local CLASSES = {
  [core.Grid] = {
    grid = function(grid)
      return grid
    end,
    stamp = function(grid)
      return grid.revision
    end,
    { "terrain", board.terrain }, { "wall", board.wall },
    { "lattice", board.lattice }, { "fence", board.fence },
    { "ledge", board.ledge }, { "link", board.link },
  },
  [core.Layer] = {
    grid = own_grid,
    stamp = function(layer)
      return layer.revision + layer.grid.revision
    end,
    { "layer", board.layer },
  },
  [core.Pathfinder] = {
    grid = own_grid,
    stamp = stamp_of_finder,
    { "price", board.price }, { "blocked", board.blocked },
  },
  [core.Field] = {
    grid = grid_of_finder,
    stamp = function(field)
      return core.stamp(field) + stamp_of_finder(field.finder)
    end,
    { "cost", answers.cost }, { "arrow", answers.arrow },
    { "goal", answers.goal },
  },
  [core.Reach] = { grid = grid_of_maker, stamp = never_changes,
    { "reach", answers.reach } },
  [core.View] = { grid = grid_of_maker, stamp = never_changes,
    { "view", answers.view } },
  [core.Search] = {
    lacks = function()
      return true
    end,
    stamp = function(search)
      return 2 * search.expanded + (search.status == "running" and 0 or 1)
    end,
    { "closed", answers.closed }, { "open", answers.open },
  },
  [core.Path] = {
    lacks = function(path)
      return path.units ~= "world"
    end,
    { "path", actors.path },
  },
  [follower] = {
    grid = grid_of_finder,
    { "path", actors.follower.path }, { "goal", actors.follower.goal },
    { "body", actors.follower.body },
  },
  [core.Unit] = {
    grid = grid_of_finder,
    { "path", actors.paths }, { "goal", actors.goals },
    { "body", actors.bodies },
  },
  [core.Crowd] = {
    grid = own_grid,
    { "path", actors.paths }, { "goal", actors.goals },
    { "body", actors.bodies },
  },
}

for _, class in pairs(CLASSES) do
  for _, row in ipairs(class) do
    row[1] = kinds.by_name[row[1]]
  end
end

local THING = "a grid, a layer, a pathfinder, a field, a reach, a view, "
  .. "a search, a path, a follower, a unit, a crowd or a list of these"

local NUMBER = " (numbers are a path once tilepath.path(t, units) has made one; "
  .. "find returns a path and its cost)"

-- Options ---------------------------------------------------------------------

local OWN, NONE = given.set { "body_size", "colours", "finder", "grid" }, {}
local KINDS = given.set(kinds.names)

-- In a list the numbers are known, too.
local LIST = setmetatable({ colours = true }, {
  __index = function(_, key) return type(key) == "number" end,
})

local COLOUR = "true, false or a colour { r, g, b [, a] }"

--- Raises for a key that is not known, without garbage.
local function check_keys(call, options, known)
  for key in next, options do
    if not known[key] then
      check.options(call, "options", options, known)
    end
  end
end

--- Checks the value of a kind, or of a terrain by name.
local function check_colour(call, table_name, key, value)
  if type(value or false) ~= "boolean" and not check.is_table(value) then
    check.fail(call, table_name .. "." .. key, COLOUR, value)
  end
  for i = 1, type(value) == "table" and 4 or 0 do
    local number = rawget(value, i)
    local is_right = i == 4 and number == nil
      or type(number) == "number" and number >= 0 and number <= 1
    if not is_right then
      check.fail(call, ("%s.%s[%d]"):format(table_name, key, i),
        "a number from 0 to 1", number)
    end
  end
end

--- Checks the colours of a picture, or of a list of things.
local function check_colours(call, options)
  local colours = options.colours
  if colours == nil then
    return
  end
  given.kind(call, "colours", colours, "table", "a table { kind = colour }")
  check_keys(call, colours, KINDS)
  for _, key in ipairs(kinds.names) do
    local value = rawget(colours, key)
    if key == "terrain" and named.is_table(value) then
      for name, colour in next, value do
        given.kind(call, "a key of colours.terrain", name, "string",
          "the name of a terrain")
        check_colour(call, "colours.terrain", name, colour)
      end
    else
      check_colour(call, "colours", key, value)
    end
  end
end

-- Going through the things ----------------------------------------------------

-- Lists may be nested this deep.
local DEEPEST = 16

-- The lists on the way to the current thing (the options are list 0), and the
-- current index in each.
local lists, places = {}, {}

local function label(depth)
  local text = "things"
  for i = 1, depth do
    text = ("%s[%d]"):format(text, places[i])
  end
  return text
end

--- Checks the list at a depth, and returns its length.
local function check_list(call, list, depth)
  if depth > DEEPEST then
    check.raise(("%s: lists of things must be nested at most %d deep")
      :format(call, DEEPEST))
  end
  check_keys(call, list, LIST)
  check_colours(call, list)
  local count, numbers = 0, 0
  while rawget(list, count + 1) ~= nil do
    count = count + 1
  end
  for key in next, list do
    numbers = numbers + (type(key) == "number" and 1 or 0)
  end
  if numbers ~= count then
    places[depth] = count + 1
    check.raise(("%s: %s is nil (false leaves a thing out: `path or false`)")
      :format(call, label(depth)))
  end
  return count
end

--- Calls visit(self, thing, class, depth) for each thing of an item.
local function go_through(self, item, depth, visit)
  local metatable = getmetatable(item)
  if CLASSES[metatable] then
    visit(self, item, CLASSES[metatable], depth)
  elseif type(item) == "table" and metatable == nil then
    depth = depth + 1
    lists[depth] = item
    for i = 1, check_list(self._call, item, depth) do
      places[depth] = i
      go_through(self, rawget(item, i), depth, visit)
    end
  elseif item ~= false or depth == 0 then
    check.fail(self._call, label(depth), THING, item,
      depth > 0 and type(item) == "number" and NUMBER or "")
  end
end

--- The same for all things of a picture.
local function each_thing(self, visit)
  lists[0] = self._options
  go_through(self, self._things, 0, visit)
end

-- Where it lies ---------------------------------------------------------------

-- The facts of a picture for the writers of parts:
--   call     the function that the user called, for messages
--   grid     the grid for searches and paths in cells, or nil
--   finder   the option, or nil
--   side     the shorter side of a cell of that grid, or a length instead
--   body_size  the option, or its default
-- and the rectangle around the grids, or around things without a grid.
local context = {}

-- The diameter of a body without a radius, in the shorter side of its cells.
local BODY_SIZE = 0.6

local function reset(self)
  local options = self._options
  context.call, context.finder = self._call, options.finder
  context.body_size = options.body_size or BODY_SIZE
  context.grid = options.grid or options.finder and options.finder.grid
  context.left, context.right = huge, -huge
  context.top, context.bottom = huge, -huge
end

local function widen(left, top, right, bottom)
  context.left, context.right = min(context.left, left),
    max(context.right, right)
  context.top, context.bottom = min(context.top, top),
    max(context.bottom, bottom)
end

local function widen_by_cell(grid, x, y)
  local left, top, width, height = grid:cell_rect(x, y)
  widen(left, top, left + width, top + height)
end

--- On hexagons the second line may begin before the first.
local function widen_by_grid(grid)
  local x, y = grid.base_x, grid.base_y
  local last_x, last_y = x + grid.width - 1, y + grid.height - 1
  for column = 0, 1 do
    for row = 0, 1 do
      widen_by_cell(grid, min(x + column, last_x), min(y + row, last_y))
      widen_by_cell(grid, max(last_x - column, x), max(last_y - row, y))
    end
  end
end

local function survey(_, thing, class)
  local grid = class.grid and class.grid(thing)
  if grid then
    context.grid = context.grid or grid
    widen_by_grid(grid)
  end
end

--- Without a grid, a cell is a twentieth of the longer side of the whole
-- picture.
local function survey_places(_, thing, class)
  if class == CLASSES[core.Path] then
    for i = 1, #thing, 2 do
      widen(thing[i], thing[i + 1], thing[i], thing[i + 1])
    end
  elseif class == CLASSES[follower] then
    local x = check.finite(context.call, "x", thing.x)
    local y = check.finite(context.call, "y", thing.y)
    widen(x, y, x, y)
  end
end

local function look_around(self)
  reset(self)
  each_thing(self, survey)
  local grid = context.grid
  if grid then
    context.side = min(grid.cell_width, grid.cell_height)
    if context.left > context.right then
      widen_by_grid(grid)
    end
    return
  end
  each_thing(self, survey_places)
  local longest = max(context.right - context.left,
    context.bottom - context.top, 0)
  context.side = longest > 0 and longest / 20 or 1
  if context.left > context.right then
    widen(0, 0, 0, 0)
  end
  widen(context.left - context.side, context.top - context.side,
    context.right + context.side, context.bottom + context.side)
end

-- Parts -----------------------------------------------------------------------

-- All sketches of a thing, in a list.
local sketches = setmetatable({}, { __mode = "k" })

-- The most sketches of one kind for a thing: one for each colour.
local MOST_COLOURS = 8

--- The sketch of a thing with this kind and colour; made if there is none.
local function sketch_of(thing, kind, r, g, b, a, is_own, terrain)
  local list = sketches[thing] or {}
  sketches[thing] = list
  local oldest, count = nil, 0
  for i = 1, #list do
    local s = list[i]
    if s.kind == kind then
      if s.r == r and s.g == g and s.b == b and s.a == a
        and s.is_own == is_own and named.is_same(s.terrain, terrain) then
        return s
      end
      oldest, count = oldest or i, count + 1
    end
  end
  if count >= MOST_COLOURS then
    table.remove(list, oldest)
  end
  local new = sketch.new(kind, r, g, b, a, is_own,
    terrain and named.copy(terrain))
  list[#list + 1] = new
  return new
end

--- The colour that the game gives a kind; the innermost list counts.
local function chosen_colour(name, depth)
  for i = depth, 0, -1 do
    local colours = lists[i].colours
    local value = colours and colours[name]
    if value ~= nil then
      return value
    end
  end
end

-- The kinds of a grid that leave out what has a colour by name.
local GROUND = { terrain = true, wall = true }

--- The sketch of a kind of a thing with the options' colour; nil: not shown.
local function choose(thing, kind, depth)
  local value, terrain = chosen_colour(kind.name, depth), nil
  if GROUND[kind.name] then
    terrain = chosen_colour("terrain", depth)
    terrain = named.is_table(terrain) and terrain or nil
  end
  if value == false or value == nil and kind.is_hidden then
    return nil
  elseif type(value) == "table" and value ~= terrain then
    return sketch_of(thing, kind, value[1], value[2], value[3],
      value[4] or kind.a, true, terrain)
  end
  return sketch_of(thing, kind, kind.r, kind.g, kind.b, kind.a, false, terrain)
end

--- Writes a sketch again unless it is up to date.
local function renew(s, thing, class, write)
  local stamp = class.stamp and class.stamp(thing)
  local grid = class.lacks and context.grid or nil
  if stamp and s.stamp == stamp and s.grid == grid then
    return
  end
  s.stamp = false
  sketch.begin(s)
  write(s, thing, context)
  sketch.finish(s)
  s.stamp, s.grid = stamp, grid
end

-- The parts of each kind, by its place in the order; and their counts.
local found, counts = {}, {}

local function collect(self, thing, class, depth)
  if not context.grid and class.lacks and class.lacks(thing) then
    check.fail(self._call, "grid", ("a grid (%s needs it)"):format(
      label(depth)), nil)
  end
  for i = 1, #class do
    local kind, write = class[i][1], class[i][2]
    local s = choose(thing, kind, depth)
    if s then
      renew(s, thing, class, write)
      local list, count = found[kind.order], counts[kind.order]
      for k = 1, s.count do
        if s.parts[k].sizes[1] then
          count = count + 1
          list[count] = s.parts[k]
        end
      end
      counts[kind.order] = count
    end
  end
end

--- Puts the collected parts into the picture. Returns true if parts are new,
-- gone or changed.
local function take_parts(self)
  local parts, seen, n, has_changed = self.parts, self._seen, 0, false
  for order = 1, #found do
    local list = found[order]
    for i = 1, counts[order] do
      local part = list[i]
      n = n + 1
      if parts[n] ~= part or seen[n] ~= part.changes then
        parts[n], seen[n], has_changed = part, part.changes, true
      end
    end
  end
  for i = #parts, n + 1, -1 do
    parts[i], seen[i], has_changed = nil, nil, true
  end
  return has_changed
end

local function take_place(self)
  local x, y = context.left, context.top
  local width, height = context.right - x, context.bottom - y
  local has_changed = self.x ~= x or self.y ~= y or self.width ~= width
    or self.height ~= height
  self.x, self.y, self.width, self.height = x, y, width, height
  return has_changed
end

for order = 1, #kinds.list do
  found[order], counts[order] = {}, 0
end

local function read(self)
  look_around(self)
  each_thing(self, collect)
  local has_moved = take_place(self)
  return take_parts(self) or has_moved
end

--- Releases all things, so they can be collected.
local function let_go()
  for order = 1, #found do
    sketch.cut(found[order], 0)
    counts[order] = 0
  end
  for depth = 0, DEEPEST do
    lists[depth] = nil
  end
  context.grid, context.finder = nil, nil
  actors.let_go()
end

local function update(self)
  local is_fine, result = pcall(read, self)
  let_go()
  if not is_fine then
    error(result, 0)
  end
  return result
end

-- The picture -----------------------------------------------------------------

local methods = {}
local Picture = { __name = "tilepath.Picture", __index = methods }

--- picture:update(): reads all things again; true if anything has changed.
function methods.update(self)
  given.self("update", "a picture", self, getmetatable(self) == Picture)
  return update(self)
end

--- picture:triangles(part [, into]): the corners of the triangles that fill a
-- part.
function methods.triangles(self, part, into)
  given.self("triangles", "a picture", self, getmetatable(self) == Picture)
  if not sketch.is_part(part) then
    check.fail("triangles", "part", "a part of a picture", part)
  end
  into = given.into("triangles", into)
  sketch.cut(into, triangles.write(part, into, 1) - 1)
  return into
end

function Picture.__tostring(self)
  return ("picture of %d parts"):format(#self.parts)
end

local picture = {}

--- Makes a picture show other things, without garbage, for calls in each frame.
-- @param known  the set of the options
function picture.show(self, call, things, options, known)
  options = given.options(options)
  options = options == nil and NONE or options
  local is_thing = CLASSES[getmetatable(options)] ~= nil
  if not check.is_table(options) or is_thing then
    check.fail(call, "options", "a table"
      .. (is_thing and " (several things are one list)" or ""), options)
  end
  check_keys(call, options, known or OWN)
  check_colours(call, options)
  given.optional(check.object, call, "grid", options.grid, core.Grid, "a grid")
  given.optional(check.object, call, "finder", options.finder, core.Pathfinder,
    "a pathfinder")
  given.optional(given.number, call, "body_size", options.body_size, 0.01, 100,
    "a number from 0.01 to 100")
  self._call, self._things, self._options = call, things, options
  return update(self)
end

--- A picture that shows nothing yet.
function picture.new()
  return setmetatable({ parts = {}, x = 0, y = 0, width = 0, height = 0,
    _seen = {} }, Picture)
end

--- tilepath.picture(things [, options])
return setmetatable(picture, { __call = function(_, things, options)
  local self = picture.new()
  picture.show(self, "picture", things, options)
  return self
end })
