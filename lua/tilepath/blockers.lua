--- The path between two cells on which the fewest things are closed, of equal
-- ones the fewest walls, then the cheapest: Dijkstra's algorithm (1959) over all
-- cells, closed or not. explain.lua reports it.
--
-- Nothing has to be opened for a legal step. A straight step opens its end and
-- the side between. A diagonal step opens its end alone, and for that needs as
-- many open cells beside it as the diagonal rule says: if more must be opened,
-- two straight steps lead to the same cell. Near fences only rules that cut
-- corners have such steps, which open the sides of the way round that has fewer.
--
--     # # b      from A to b over two closed cells; by a rule that cuts corners
--     # # #      over one
--     A # #
--
-- So an agent of one cell opens as few things as possible. (By the rule
-- "at_least_one_walkable" an opened cell may let a later step pass a fence: this
-- is not found.) For a large agent a thing counts each time that the agent comes
-- to cover it.
--
-- Columns and rows count from 0 here, and cells from 1, row by row.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local hexagon = require(siblings .. "hexagon")

local floor, huge, insert = math.floor, math.huge, table.insert
local max, min = math.max, math.min

-- E, S, W, N, SE, SW, NW, NE.
local STEPS = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 1 }, { -1, 1 },
  { -1, -1 }, { 1, -1 } }

local NONE = {}

-- A wall counts a little more than what can be opened, such as a door.
local WALL = 1 + 2 ^ -20

-- How many of the two cells beside a diagonal step must be open.
local OPEN_SIDES = { always = 0, at_least_one_walkable = 1,
  only_if_no_obstacles = 2, never = 3 }

-- The map ---------------------------------------------------------------------

--- The number of a side between two cells that share a side or a corner.
local function side_of(m, x, y, to_x, to_y)
  return (y * m.width + x) * 9 + (to_y - y) * 3 + to_x - x
end

--- Adds a fence's name, "" if it has none, to those of a side.
local function add_fence(fences, side, f)
  fences[side] = fences[side] or {}
  insert(fences[side], f.name or "")
end

--- Notes a fence of each side, the fences that shut it in its direction, and the
-- cells from which a step may meet one.
local function read_fence(m, f)
  local x1, y1 = f.x1 - m.base_x, f.y1 - m.base_y
  local x2, y2 = f.x2 - m.base_x, f.y2 - m.base_y
  local there, back = side_of(m, x1, y1, x2, y2), side_of(m, x2, y2, x1, y1)
  add_fence(m.fenced, there, f)
  add_fence(m.fenced, back, f)
  add_fence(m.shut, back, f)
  if not f.one_way then
    add_fence(m.shut, there, f)
  end
  for row = min(y1, y2) - 1, max(y1, y2) + 1 do
    for column = min(x1, x2) - 1, max(x1, x2) + 1 do
      m.near_fence[row * m.width + column + 1] = true
    end
  end
end

--- Reads all fences that are some to the agent.
local function read_fences(m)
  local own = m.profile.fences
  for _, f in ipairs(own and m.grid:fences() or NONE) do
    if not f.name or own[f.name] ~= false then
      read_fence(m, f)
    end
  end
end

--- Notes the links that leave each cell, also those that the profile forbids.
local function read_links(m)
  local own = m.profile.links
  for _, link in ipairs(m.grid:links()) do
    local price = own and own[link.name]
    local is_closed = own == false or price == false
    local from = (link.y1 - m.base_y) * m.width + link.x1 - m.base_x + 1
    local to = (link.y2 - m.base_y) * m.width + link.x2 - m.base_x + 1
    for _ = 1, link.one_way and 1 or 2 do
      m.edges[from] = m.edges[from] or {}
      insert(m.edges[from], { to = to, id = is_closed and link.id,
        cost = (price or link.price) * m.profile.straight_cost })
      from, to = to, from
    end
  end
end

--- Notes how much each cell counts that is closed to an agent of one cell. (Lists
-- that are filled in order are faster to read.)
local function read_cells(m)
  local names, is_walled, count_of = {}, {}, {}
  for name, price in pairs(core.terrains(m.grid)) do
    local own = m.profile.prices[name]
    is_walled[#names] = own == false or own == nil and price == huge
    count_of[#names] = name == "wall" and WALL or 1
    m.ground[#names] = is_walled[#names] and 1 or own or price
    names[#names + 1] = name
  end
  local bytes = core.bytes(m.grid, names)
  m.bytes = bytes
  for i = 1, #bytes do
    local byte = bytes:byte(i)
    m.is_closed[i] = (byte >= 128 or is_walled[byte]) and count_of[byte % 128]
    m.price[i], m.node[i] = false, false
  end
end

--- Notes the cells that a layer closes.
local function read_layer(m, layer)
  for x, y in m.grid:cells() do
    if layer:get(x, y) > 0 then
      local place = (y - m.base_y) * m.width + x - m.base_x + 1
      m.layers[place] = m.layers[place] or {}
      insert(m.layers[place], layer)
      m.is_closed[place] = (m.is_closed[place] or 0) + 1
    end
  end
end

--- Reads the layers that have no weight: they close cells.
local function read_layers(m)
  for _, item in ipairs(m.profile.layers) do
    if not item[2] then
      read_layer(m, item[1])
    end
  end
end

local function read_map(finder)
  local grid, profile = finder.grid, finder.profile
  local m = { grid = grid, finder = finder, profile = profile,
    width = grid.width, height = grid.height, base_x = grid.base_x,
    base_y = grid.base_y, wide = profile.size[1], high = profile.size[2],
    fenced = {}, shut = {}, near_fence = {}, edges = {}, is_closed = {},
    layers = {}, price = {}, node = {}, ground = {},
    is_hex = grid.shape == "hex" }
  m.hex_steps = m.is_hex and hexagon.steps(grid)
  m.is_large = m.wide > 1 or m.high > 1
  m.open_sides = m.is_hex and 0 or OPEN_SIDES[profile.diagonal]
  read_cells(m)
  read_layers(m)
  read_fences(m)
  read_links(m)
  return m
end

--- Would the agent be on the map in that cell?
local function fits(m, x, y)
  return x >= 0 and y >= 0 and x + m.wide <= m.width and y + m.high <= m.height
end

--- The price of a cell. Once a closed one is open, that is the price of its
-- terrain; 1 if the agent may not enter that.
local function price_of(m, place, x, y)
  local price = m.price[place]
  if not price then
    x, y = x + m.base_x, y + m.base_y
    price = m.finder:price(x, y) or m.ground[m.bytes:byte(place) % 128]
    m.price[place] = price
  end
  return price
end

-- Closed things of a step -----------------------------------------------------
--
-- Each is { x1, y1, x2, y2, id of a link or 0, how much it counts, layer or name
-- of a fence }.

--- Notes a closed cell: its terrain, and the layers that close it.
local function note_cell(m, list, x, y, count)
  local layers = m.layers[y * m.width + x + 1] or NONE
  if count > #layers then
    insert(list, { x, y, x, y, 0, count - #layers })
  end
  for _, layer in ipairs(layers) do
    insert(list, { x, y, x, y, 0, 1, layer })
  end
  return list
end

--- Notes some fences of a side.
local function note_side(m, fences, list, x, y, to_x, to_y)
  for _, name in ipairs(fences[side_of(m, x, y, to_x, to_y)] or NONE) do
    insert(list, { x, y, to_x, to_y, 0, 1, name })
  end
end

--- Notes the fences between a cell and others that a large agent covers, each
-- once: from one of the covered cells in front, those in front only to the right
-- and downwards.
local function note_inside(m, list, column, row, x, y, left, top, right, bottom)
  for d = 1, 4 do
    local to_x, to_y = column + STEPS[d][1], row + STEPS[d][2]
    local is_front = to_x >= left and to_x <= right and to_y >= top
      and to_y <= bottom
    if to_x >= x and to_x < x + m.wide and to_y >= y and to_y < y + m.high
      and (d <= 2 or not is_front) then
      note_side(m, m.fenced, list, column, row, to_x, to_y)
    end
  end
end

--- Notes what an agent comes to cover in a cell. After a straight step dx, dy
-- these are the cells in front, and the side that it crosses if it is one cell
-- deep; else all that it covers.
local function note_cover(m, list, x, y, dx, dy)
  local left, top, right, bottom = x, y, x + m.wide - 1, y + m.high - 1
  if dx and m.is_large then
    left, right = dx > 0 and right or left, dx < 0 and left or right
    top, bottom = dy > 0 and bottom or top, dy < 0 and top or bottom
  end
  for row = top, bottom do
    for column = left, right do
      local count = m.is_closed[row * m.width + column + 1]
      if count then
        note_cell(m, list, column, row, count)
      end
      if m.is_large then
        note_inside(m, list, column, row, x, y, left, top, right, bottom)
      end
      if dx and (m.is_hex or (dx ~= 0 and m.wide or m.high) == 1) then
        note_side(m, m.shut, list, column - dx, row - dy, column, row)
      end
    end
  end
end

--- The closed things of a step or link that is not legal.
local function things_of(m, x, y, to_x, to_y, edge)
  local list, dx, dy = {}, to_x - x, to_y - y
  if edge then
    if edge.id then
      insert(list, { x, y, to_x, to_y, edge.id })
    end
    note_cover(m, list, to_x, to_y)
  elseif dx == 0 or dy == 0 or m.is_hex then
    note_cover(m, list, to_x, to_y, dx, dy)
  else
    local by_x, by_y = {}, {}
    note_cover(m, list, to_x, to_y)
    note_side(m, m.shut, by_x, x, y, to_x, y)
    note_side(m, m.shut, by_x, to_x, y, to_x, to_y)
    note_side(m, m.shut, by_y, x, y, x, to_y)
    note_side(m, m.shut, by_y, x, to_y, to_x, to_y)
    for _, thing in ipairs(#by_x <= #by_y and by_x or by_y) do
      insert(list, thing)
    end
  end
  return list
end

-- The search ------------------------------------------------------------------

local function is_before(node, other)
  return node.count < other.count
    or node.count == other.count and node.cost < other.cost
end

--- Reaches a place at a cost, if that is better: a new node, which waits in a
-- binary heap.
-- @param things  the closed things of the step to it
-- @param from    the node before, or nil
local function reach(o, place, things, cost, from, edge)
  local known, heap = o.node[place], o.heap
  local count = from and from.count or 0
  for _, thing in ipairs(things) do
    count = count + (thing[6] or 1)
  end
  if known and (count > known.count
    or count == known.count and cost >= known.cost) then
    return
  end
  local i, node = #heap + 1, { place = place, count = count, cost = cost,
    things = things, from = from, edge = edge, is_left = false }
  while i > 1 and is_before(node, heap[floor(i / 2)]) do
    heap[i], i = heap[floor(i / 2)], floor(i / 2)
  end
  heap[i], o.node[place] = node, node
end

--- Removes the best node of a heap, and returns it.
local function pop(heap)
  local first, last = heap[1], table.remove(heap)
  local n, i, below = #heap, 1, 2
  while below <= n do
    if below < n and is_before(heap[below + 1], heap[below]) then
      below = below + 1
    end
    if not is_before(heap[below], last) then
      break
    end
    heap[i], i, below = heap[below], below, 2 * below
  end
  if n > 0 then
    heap[i] = last
  end
  return first
end

--- The steps from a place to any cell beside it, as a list of dx, dy.
local function directions(m, x, y)
  if not m.is_hex then
    return STEPS
  end
  local list, wx, wy = {}, m.grid:to_world(x + m.base_x, y + m.base_y)
  for d, step in ipairs(m.hex_steps) do
    local to_x, to_y = m.grid:to_cell(wx + step[1], wy + step[2])
    list[d] = { to_x - m.base_x - x, to_y - m.base_y - y }
  end
  return list
end

--- Takes all steps from a node. An agent of one cell on squares, near no fence,
-- meets nothing closed but the end of a step.
local function leave(o, m, node, x, y)
  local place, legal, is_closed = node.place, NONE, m.is_closed
  local is_simple = not (m.is_large or m.is_hex or m.near_fence[place])
  if not is_simple and m.finder:can_enter(x + m.base_x, y + m.base_y) then
    legal = {}
    for to_x, to_y, step in m.finder:neighbors(x + m.base_x, y + m.base_y) do
      local to = (to_y - m.base_y) * m.width + to_x - m.base_x + 1
      legal[to] = true
      reach(o, to, NONE, node.cost + step, node)
    end
  end
  for d, step in ipairs(directions(m, x, y)) do
    local dx, dy = step[1], step[2]
    local to_x, to_y = x + dx, y + dy
    local to, is_diagonal = place + dy * m.width + dx, d > 4 and not m.is_hex
    local known = o.node[to]
    local may_open = fits(m, to_x, to_y) and not legal[to]
      and not (known and known.is_left)
    if may_open and is_diagonal then
      local open = (is_closed[place + dx] and 0 or 1)
        + (is_closed[place + dy * m.width] and 0 or 1)
      may_open = open >= m.open_sides
        and (is_simple or not m.is_large and m.open_sides < 2)
    end
    if may_open then
      local things = is_simple and not is_closed[to] and NONE
        or is_simple and note_cell(m, {}, to_x, to_y, is_closed[to])
        or things_of(m, x, y, to_x, to_y)
      reach(o, to, things, node.cost + price_of(m, to, to_x, to_y)
        * (is_diagonal and m.profile.diagonal_cost
        or m.profile.straight_cost), node)
    end
  end
end

--- Takes all links from a node.
local function leave_by_links(o, m, node, x, y)
  for _, edge in ipairs(m.edges[node.place] or NONE) do
    local to_x = (edge.to - 1) % m.width
    local to_y = floor((edge.to - 1) / m.width)
    if fits(m, to_x, to_y) then
      reach(o, edge.to, things_of(m, x, y, to_x, to_y, edge),
        node.cost + edge.cost, node, edge)
    end
  end
end

--- The path to a node, and its closed things from the start on.
local function path_to(m, node)
  local nodes, points, things = {}, { cost = node.cost, links = {} }, {}
  while node do
    insert(nodes, 1, node)
    node = node.from
  end
  for _, one in ipairs(nodes) do
    local x = (one.place - 1) % m.width
    local y = floor((one.place - 1) / m.width)
    if one.edge then
      insert(points.links, #points / 2)
    end
    for _, t in ipairs(one.things) do
      insert(things, { t[1] + m.base_x, t[2] + m.base_y, t[3] + m.base_x,
        t[4] + m.base_y, t[5], t[7] })
    end
    points[#points + 1], points[#points + 2] = x + m.base_x, y + m.base_y
  end
  return points, things
end

--- The path with the fewest closed things: its points in cells, with `cost` and
-- `links`, and the things, { x1, y1, x2, y2, id of a link or 0, layer or name of a
-- fence }. Nil if the agent would not be on the map.
return function(finder, x1, y1, x2, y2)
  local m = read_map(finder)
  x1, y1, x2, y2 = x1 - m.base_x, y1 - m.base_y, x2 - m.base_x, y2 - m.base_y
  if not (fits(m, x1, y1) and fits(m, x2, y2)) then
    return nil
  end
  local o, goal = { node = m.node, heap = {} }, y2 * m.width + x2 + 1
  local covered = {}
  note_cover(m, covered, x1, y1)
  reach(o, y1 * m.width + x1 + 1, covered, 0)
  while o.heap[1] do
    local node = pop(o.heap)
    if node.place == goal then
      return path_to(m, node)
    end
    if o.node[node.place] == node then
      node.is_left = true
      local x = (node.place - 1) % m.width
      local y = floor((node.place - 1) / m.width)
      leave(o, m, node, x, y)
      leave_by_links(o, m, node, x, y)
    end
  end
end
