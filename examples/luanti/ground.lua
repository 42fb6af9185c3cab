-- The ground of a part of the world: a grid with a floor for each height.
--
--   # # # # # #    A mob stands (@) in a free node above a solid one (#), if
--   # . @ . @ @    its head is free, too, and on the rungs of ladders. It walks
--   # . @ . # #    from cell to cell of a floor. Links lead to other floors: a
--   @ @ @ . @ #    rung, a step up or down, and drops of a few nodes, which
--   # # # @ # #    lead down alone.
--   # # # # # #
--
-- A column of nodes is read as a text, a character for each, the lowest first.
-- To read 37 x 27 columns of 20 nodes takes 20 ms with the C module, 50 ms without
-- it; to look at 81 of them, 0.2 ms.

local tilepath = ...

local DROP = 3 -- nodes at most
local PRICES = { door = 2, water = 4 }
local TERRAINS = { D = "door", ["~"] = "water" }
local SIDES, NONE = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }, {}
local SECONDS = 0.35 -- that a link takes

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
  local self = setmetatable({ min = min, max = max, columns = {} }, Ground)
  local floors, origins = {}, {}
  for y = min.y, max.y do
    floors[tostring(y)] = { max.x - min.x + 1, max.z - min.z + 1 }
    origins[tostring(y)] = { min.x - 0.5, min.z - 0.5 }
  end
  self.house, self.grid = tilepath.building(floors,
    { base = { min.x, min.z }, origins = origins, prices = PRICES })
  self.grid:clear("wall")
  self.finder = tilepath.pathfinder(self.grid, { diagonal = "never" })
  self:read(min, max)
  return self
end

--- Reads the columns of a box. Nothing happens if they are as before.
function Ground:read(from, to)
  from = vector.combine(vector.round(from), self.min, math.max)
  to = vector.combine(vector.round(to), self.max, math.min)
  from.y, to.y = self.min.y, self.max.y
  local manip = core.get_voxel_manip(from, to)
  local lowest, highest = manip:get_emerged_area()
  local area = VoxelArea:new { MinEdge = lowest, MaxEdge = highest }
  local data, text, changed = manip:get_data(), {}, false
  for x = from.x, to.x do
    self.columns[x] = self.columns[x] or {}
    for z = from.z, to.z do
      for y = from.y, to.y do
        local id = data[area:index(x, y, z)]
        kinds[id] = kinds[id] or kind_of(core.get_name_from_content_id(id))
        text[y - from.y + 1] = kinds[id]
      end
      changed = self:stand(x, z, table.concat(text)) or changed
    end
  end
  if not changed then
    return
  end
  for x = from.x - 1, to.x + 1 do
    for z = from.z - 1, to.z + 1 do
      self:join(x, z)
    end
  end
end

function Ground:column(x, z)
  local row = self.columns[x]
  return row and row[z]
end

--- Finds the places of a column, and how many nodes are free from each upwards.
-- True if the column has changed.
function Ground:stand(x, z, text)
  local column = self:column(x, z) or { links = {}, rooms = {} }
  self.columns[x][z] = column
  if column.text == text then
    return false
  end
  column.text = text
  for i = 2, #text - 1 do
    local y, is_place = self.min.y + i - 1, text:find("^L[.DL]", i)
      or text:find("^#[.~DL][.DL]", i - 1)
    if is_place or column.rooms[y] then
      local cell_x, cell_y = self.house[tostring(y)]:to_grid(x, z)
      self.grid:set(cell_x, cell_y, not is_place and "wall"
        or TERRAINS[text:sub(i, i)] or "open")
      column.rooms[y] = is_place and #text:match("^[.~DL]*", i) or nil
    end
  end
  return true
end

--- Links the places of a column to places that are higher: the next rung, and
-- those of the columns around it.
function Ground:join(x, z)
  local column, links = self:column(x, z), {}
  if not column then
    return -- beyond the border
  end
  for _, link in ipairs(column.links) do
    self.grid:unlink(link)
  end
  column.links = links
  local function link(to_x, to_y, to_z, y)
    links[#links + 1] = self.house:link(tostring(to_y), to_x, to_z, tostring(y),
      x, z, { seconds = SECONDS, one_way = to_y > y + 1 })
  end
  for y = self.min.y, self.max.y do
    local room = column.rooms[y]
    if room and column.rooms[y + 1] then
      link(x, y + 1, z, y)
    end
    for _, side in ipairs(room and SIDES or NONE) do
      local to_x, to_z = x + side[1], z + side[2]
      local beside = self:column(to_x, to_z)
      for to_y = y + 1, y + math.min(DROP, room - 2) do
        if beside and beside.rooms[to_y] then
          link(to_x, to_y, to_z, y)
        end
      end
    end
  end
end

--- The place of the grid's world at a position or near it, up or down; or nil.
function Ground:find(pos)
  local node = vector.round(pos)
  local column = self:column(node.x, node.z)
  for _, up in ipairs { 0, 1, -1, -2 } do
    local y = node.y + up
    if column and column.rooms[y] then
      return self.house[tostring(y)]:to_grid_world(pos.x, pos.z)
    end
  end
end

--- The position of a place of the grid's world; y is that of the node.
function Ground:position(wx, wy)
  local floor, x, z = self.house:to_floor_world(wx, wy)
  return vector.new(x, tonumber(floor), z)
end

return Ground
