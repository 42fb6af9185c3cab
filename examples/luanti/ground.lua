-- The ground of a box of the world, read once: a grid with sheets of cells.
--
--   # # # # # #    A mob stands (@) in a free node above a solid one (#), if
--   # . @ . @ @    its head is free, too, and on the rungs of ladders. These
--   # . @ . # #    places of a column lie on sheets, side by side in the grid:
--   @ @ @ . @ #    each on that of a place beside it that is a step away, so
--   # # # @ # #    hills are one sheet, and a bridge and what is below are two.
--   # # # # # #    Between two places on one sheet stands a fence if a mob
--                  cannot go from one to the other, and a one-way fence if it
-- can only drop. Links lead from sheet to sheet, and from rung to rung.
--
-- A column of nodes is read as a text, a character for each, the lowest first.

local tilepath = ...

local DROP = 3 -- nodes at most
local PRICES = { door = 2, water = 4 }
local TERRAINS = { D = "door", ["~"] = "water" }
local SIDES = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
local NONE = {}
local BOTH = { seconds = 0.35 } -- that a link takes
local DOWN = { seconds = 0.35, one_way = true }
local MARGIN = vector.new(12, 8, 12) -- of ground around the ends of a path
local LEAST = vector.new(4, 4, 4) -- of it, where known ground is taken
local MOST = 8 -- grounds that are kept

local Ground = {}
Ground.__index = Ground

--- The character of a node. Mobs neither stand on x nor enter it.
local function kind_of(name)
  local node = core.registered_nodes[name]
  if not node or name == "ignore" or node.damage_per_second > 0
    or node.groups.fence then
    return "x"
  elseif node.groups.door or name == "doors:hidden" then
    return "D"
  end
  return node.climbable and "L" or node.walkable and "#"
    or node.liquidtype == "none" and "." or "~"
end

local kinds = {} -- by a node's number

--- The ground of a box of nodes; its corners are vectors of whole numbers.
function Ground.new(min, max)
  local self = setmetatable({ min = min, max = max, columns = {}, known = {},
    sheets = 1, stride = max.x - min.x + 2 }, Ground)
  self.grid = tilepath.grid(self.stride - 1, max.z - min.z + 1,
    { base = { min.x, min.z }, origin = { min.x - 0.5, min.z - 0.5 },
      prices = PRICES })
  self.grid:clear("wall")
  self.finder = tilepath.pathfinder(self.grid, { diagonal = "never" })
  self:read(min, max)
  return self
end

-- Known grounds ---------------------------------------------------------------

local grounds = {} -- the newest first

--- Is a box inside another one?
local function is_inside(min, max, outer_min, outer_max)
  return vector.equals(vector.combine(min, outer_min, math.max), min)
    and vector.equals(vector.combine(max, outer_max, math.min), max)
end

--- The ground around two positions: one that is known, if there is one.
function Ground.around(pos, goal)
  local min, max = vector.sort(vector.round(pos), vector.round(goal))
  for _, ground in ipairs(grounds) do
    if is_inside(min - LEAST, max + LEAST, ground.min, ground.max) then
      return ground
    end
  end
  table.insert(grounds, 1, Ground.new(min - MARGIN, max + MARGIN))
  grounds[MOST + 1] = nil
  return grounds[1]
end

--- Reads the columns of a box again, on all known grounds.
function Ground.update(from, to)
  for _, ground in ipairs(grounds) do
    ground:read(from, to)
  end
end

-- Reading ---------------------------------------------------------------------

--- Reads the columns of a box. Nothing happens if they are as before.
function Ground:read(from, to)
  from = vector.combine(vector.round(from), self.min, math.max)
  to = vector.combine(vector.round(to), self.max, math.min)
  from.y, to.y = self.min.y, self.max.y
  if from.x > to.x or from.z > to.z then
    return
  end
  local manip = core.get_voxel_manip(from, to)
  local lowest, highest = manip:get_emerged_area()
  local area = VoxelArea:new { MinEdge = lowest, MaxEdge = highest }
  local data, text, changed, new = manip:get_data(), {}, {}, {}
  for x = from.x, to.x do
    for z = from.z, to.z do
      local index = area:index(x, from.y, z)
      for i = 1, to.y - from.y + 1 do
        local id = data[index]
        kinds[id] = kinds[id] or kind_of(core.get_name_from_content_id(id))
        text[i], index = kinds[id], index + area.ystride
      end
      changed[#changed + 1] = self:stand(x, z, table.concat(text), new)
    end
  end
  self:lay(new)
  self:join_all(changed)
end

function Ground:column(x, z)
  local row = self.columns[x]
  return row and row[z]
end

--- The columns that are known beside a place or a column.
function Ground:beside(place)
  local found = {}
  for _, side in ipairs(SIDES) do
    found[#found + 1] = self:column(place.x + side[1], place.z + side[2])
  end
  return found
end

--- The place of a column at a height, or nil.
local function place_at(column, y)
  for _, place in ipairs(column.places) do
    if place.y == y then
      return place
    end
  end
end

--- Where in a column a mob can stand, on solid nodes and then on rungs: indices
-- of its text, each with the terrain, and how many nodes are free from there up.
local function read_places(text)
  local found = {}
  local function add(i)
    found[#found + 1] = { i, TERRAINS[text:sub(i, i)] or "open",
      #text:match("^[.~DL]*", i) }
  end
  for i in text:gmatch("#()[.~DL][.DL]") do
    add(i)
  end
  local i = text:find("L[.DL]")
  while i do
    if text:sub(i - 1, i - 1) ~= "#" then
      add(i)
    end
    i = text:find("L[.DL]", i + 1)
  end
  return found
end

--- Finds the places of a column, and adds those that are new to a list. Returns
-- the column if it has changed.
function Ground:stand(x, z, text, new)
  local column = self:column(x, z)
    or { x = x, z = z, places = {}, on = {}, links = {} }
  self.columns[x] = self.columns[x] or {}
  self.columns[x][z] = column
  if column.text == text then
    return nil
  end
  self.known[text] = self.known[text] or read_places(text)
  local places, on = {}, {}
  for i, found in ipairs(self.known[text]) do
    local y = self.min.y + found[1] - 1
    local place = place_at(column, y) or { x = x, y = y, z = z }
    place.terrain, place.room, places[i] = found[2], found[3], place
    if place.sheet then
      on[place.sheet] = place
      self.grid:set(place.cell, z, place.terrain)
    else
      new[#new + 1] = place
    end
  end
  for _, place in ipairs(column.places) do
    if not on[place.sheet] then
      self.grid:set(place.cell, z, "wall")
    end
  end
  column.text, column.places, column.on = text, places, on
  return column
end

-- Sheets ----------------------------------------------------------------------

--- Puts new places on sheets: from each over all of its height first, then a
-- step up or down. So the ground in a house belongs to that around it.
function Ground:lay(new)
  local level, steps = {}, {} -- places, each with one beside it that is put
  for _, first in ipairs(new) do
    level[1] = { first }
    while level[1] or steps[1] do
      local item = table.remove(level[1] and level or steps)
      local place, from = item[1], item[2]
      local column = self:column(place.x, place.z)
      if not place.sheet and not (from and column.on[from.sheet]) then
        place.sheet = from and from.sheet or self:choose_sheet(place)
        place.cell = place.x + (place.sheet - 1) * self.stride
        column.on[place.sheet] = place
        self.grid:set(place.cell, place.z, place.terrain)
        for _, other in ipairs(self:steps_from(place)) do
          table.insert(other.y == place.y and level or steps, { other, place })
        end
      end
    end
  end
end

--- The places beside a place that are at most one node higher or lower.
function Ground:steps_from(place)
  local found = {}
  for _, column in ipairs(self:beside(place)) do
    for _, other in ipairs(column.places) do
      if math.abs(other.y - place.y) <= 1 then
        found[#found + 1] = other
      end
    end
  end
  return found
end

--- The sheet for a place: that of one beside it, a step away, or the first on
-- which its column has none. The grid grows by a sheet if all have one.
function Ground:choose_sheet(place)
  local on = self:column(place.x, place.z).on
  for _, other in ipairs(self:steps_from(place)) do
    if other.sheet and not on[other.sheet] then
      return other.sheet
    end
  end
  local sheet = 1
  while on[sheet] do
    sheet = sheet + 1
  end
  if sheet > self.sheets then
    self.sheets = sheet
    self.grid:resize(self.min.x, self.min.z, sheet * self.stride - 1,
      self.grid.height, "wall")
  end
  return sheet
end

-- Ways ------------------------------------------------------------------------

--- Joins columns that have changed: their rungs, and to the columns beside them.
function Ground:join_all(changed)
  local is_joined = {}
  for _, column in ipairs(changed) do
    local links = self:part(column, column)
    for _, place in ipairs(column.places) do
      local above = place_at(column, place.y + 1)
      links[#links + 1] = above and self:connect(place, above)
    end
    for _, beside in ipairs(self:beside(column)) do
      if not is_joined[beside] then
        self:join(column, beside)
      end
    end
    is_joined[column] = true
  end
end

--- Removes the links between two columns. Returns a list for new ones, and
-- whether they were joined before.
function Ground:part(a, b)
  local old, links = a.links[b], {}
  for _, link in ipairs(old or NONE) do
    self.grid:unlink(link)
  end
  a.links[b], b.links[a] = links, links
  return links, old ~= nil
end

--- Lets mobs go between the places of two columns side by side.
function Ground:join(a, b)
  local links, has_fences = self:part(a, b)
  for _, place in ipairs(a.places) do
    for _, other in ipairs(b.places) do
      if has_fences and place.sheet == other.sheet then
        self.grid:unfence(place.cell, a.z, other.cell, b.z)
      end
      if place.y < other.y then
        links[#links + 1] = self:connect(place, other)
      else
        links[#links + 1] = self:connect(other, place)
      end
    end
  end
end

--- Lets mobs go between a low place and a high one: a step up if there is room
-- above, or a drop. Returns the link, if it makes one.
function Ground:connect(low, high)
  local rise, grid = high.y - low.y, self.grid
  local is_way = rise == 0 or rise <= DROP and low.room >= rise + 2
  local is_drop = is_way and rise > 1
  if low.sheet ~= high.sheet then
    return is_way and grid:link(high.cell, high.z, low.cell, low.z,
      is_drop and DOWN or BOTH) or nil
  elseif is_drop or not is_way then
    grid:fence(high.cell, high.z, low.cell, low.z, { one_way = is_drop })
  end
end

-- Places ----------------------------------------------------------------------

--- The point of the grid's world for a position or for one near it, up or down;
-- or nil.
function Ground:find(pos)
  local node = vector.round(pos)
  local column = self:column(node.x, node.z)
  for _, up in ipairs { 0, 1, -1, -2 } do
    local place = column and place_at(column, node.y + up)
    if place then
      return pos.x + place.cell - node.x, pos.z
    end
  end
end

--- The position of a point of the grid's world, in the node where a mob stands;
-- or nil if nothing is there to stand on any more. On the border of two nodes
-- it is that of the server's rounding, which is not the grid's.
function Ground:position(wx, wy)
  local sheet = math.floor((self.grid:to_cell(wx, wy) - self.min.x)
    / self.stride) + 1
  local pos = vector.new(wx - (sheet - 1) * self.stride, 0, wy)
  local node = vector.round(pos)
  local column = self:column(node.x, node.z)
  local place = column and column.on[sheet]
  if place then
    pos.y = place.y
    return pos
  end
end

return Ground
