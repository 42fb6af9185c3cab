--- The path between two cells on which the fewest things are closed, of equal
-- ones the cheapest: Dijkstra's algorithm (1959) over all cells, closed or not.
-- explain.lua reports it.
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
-- Columns and rows count from 0 here, and cells from 1, row by row. Reached
-- cells wait in one heap for each number of things.

local core = require "tilepath_core"
local siblings = (...):match("^.*[./]") or ""
local hexagon = require(siblings .. "hexagon")

local floor, huge, insert = math.floor, math.huge, table.insert
local max, min = math.max, math.min

-- E, S, W, N, SE, SW, NW, NE.
local DX, DY = { 1, 0, -1, 0, 1, -1, -1, 1 }, { 0, 1, 0, -1, 1, 1, -1, -1 }

-- How many of the two cells beside a diagonal step must be open.
local OPEN_SIDES = { always = 0, at_least_one_walkable = 1,
  only_if_no_obstacles = 2, never = 3 }

-- The map ---------------------------------------------------------------------

--- The number of a side between two cells that share a side or a corner.
local function side_of(m, x, y, to_x, to_y)
  return (y * m.width + x) * 9 + (to_y - y) * 3 + to_x - x
end

--- Notes which sides have a fence, which are shut in their direction, and the
-- cells from which a step may meet one.
local function read_fences(m)
  for _, f in ipairs(m.grid:fences()) do
    local x1, y1 = f.x1 - m.base_x, f.y1 - m.base_y
    local x2, y2 = f.x2 - m.base_x, f.y2 - m.base_y
    local there, back = side_of(m, x1, y1, x2, y2), side_of(m, x2, y2, x1, y1)
    m.fenced[there], m.fenced[back] = true, true
    m.shut[there], m.shut[back] = not f.one_way, true
    for row = min(y1, y2) - 1, max(y1, y2) + 1 do
      for column = min(x1, x2) - 1, max(x1, x2) + 1 do
        m.near_fence[row * m.width + column + 1] = true
      end
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

--- Notes the cells that are closed to an agent of one cell.
local function read_cells(m)
  local names, is_walled = {}, {}
  for name, price in pairs(core.terrains(m.grid)) do
    local own = m.profile.prices[name]
    is_walled[#names] = own == false or own == nil and price == huge
    names[#names + 1] = name
  end
  local bytes = core.bytes(m.grid, names)
  for i = 1, #bytes do
    local byte = bytes:byte(i)
    m.is_closed[i] = byte >= 128 or is_walled[byte]
  end
end

local function read_map(finder)
  local grid, profile = finder.grid, finder.profile
  local m = { grid = grid, finder = finder, profile = profile,
    width = grid.width, height = grid.height, base_x = grid.base_x,
    base_y = grid.base_y, wide = profile.size[1], high = profile.size[2],
    fenced = {}, shut = {}, near_fence = {}, edges = {}, is_closed = {},
    price = {}, is_hex = grid.shape == "hex" }
  m.hex_steps = m.is_hex and hexagon.steps(grid)
  m.is_large = m.wide > 1 or m.high > 1
  m.open_sides = m.is_hex and 0 or OPEN_SIDES[profile.diagonal]
  read_cells(m)
  read_fences(m)
  read_links(m)
  return m
end

--- Would the agent be on the map in that cell?
local function fits(m, x, y)
  return x >= 0 and y >= 0 and x + m.wide <= m.width and y + m.high <= m.height
end

local function may_be(m, x, y)
  return m.finder:can_enter(x + m.base_x, y + m.base_y)
end

--- The price of a cell, if need be once it is open.
local function price_of(m, place, x, y)
  local price = m.price[place]
  if not price then
    x, y = x + m.base_x, y + m.base_y
    price = m.finder:price(x, y) or core.price_once_open(m.finder, x, y)
    m.price[place] = price
  end
  return price
end

-- Closed things of a step -----------------------------------------------------

--- Notes a side if it is shut.
local function note_side(m, list, x, y, to_x, to_y)
  if m.shut[side_of(m, x, y, to_x, to_y)] then
    insert(list, { x, y, to_x, to_y, 0 })
  end
end

--- Notes the fences between a cell and others that a large agent covers, each
-- once: from one of the covered cells in front, those in front only to the right
-- and downwards.
local function note_inside(m, list, column, row, x, y, left, top, right, bottom)
  for d = 1, 4 do
    local to_x, to_y = column + DX[d], row + DY[d]
    local is_front = to_x >= left and to_x <= right and to_y >= top
      and to_y <= bottom
    if to_x >= x and to_x < x + m.wide and to_y >= y and to_y < y + m.high
      and (d <= 2 or not is_front)
      and m.fenced[side_of(m, column, row, to_x, to_y)] then
      insert(list, { column, row, to_x, to_y, 0 })
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
      if m.is_closed[row * m.width + column + 1] then
        insert(list, { column, row, column, row, 0 })
      end
      if m.is_large then
        note_inside(m, list, column, row, x, y, left, top, right, bottom)
      end
      if dx and (m.is_hex or (dx ~= 0 and m.wide or m.high) == 1) then
        note_side(m, list, column - dx, row - dy, column, row)
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
    note_side(m, by_x, x, y, to_x, y)
    note_side(m, by_x, to_x, y, to_x, to_y)
    note_side(m, by_y, x, y, x, to_y)
    note_side(m, by_y, x, to_y, to_x, to_y)
    for _, thing in ipairs(#by_x <= #by_y and by_x or by_y) do
      insert(list, thing)
    end
  end
  return list
end

-- The search ------------------------------------------------------------------

--- Adds a place to a binary heap of costs and places.
local function push(heap, cost, place)
  local costs, places = heap.cost, heap.place
  local i = #costs + 1
  while i > 1 do
    local above = floor(i / 2)
    if costs[above] <= cost then
      break
    end
    costs[i], places[i], i = costs[above], places[above], above
  end
  costs[i], places[i] = cost, place
end

--- Removes the cheapest place of a heap.
-- @return the place and its cost
local function pop(heap)
  local costs, places = heap.cost, heap.place
  local n = #costs
  local first, place, cost, last = costs[1], places[1], costs[n], places[n]
  costs[n], places[n] = nil, nil
  n = n - 1
  local i, below = 1, 2
  while below <= n do
    if below < n and costs[below + 1] < costs[below] then
      below = below + 1
    end
    if costs[below] >= cost then
      break
    end
    costs[i], places[i], i = costs[below], places[below], below
    below = 2 * i
  end
  if n > 0 then
    costs[i], places[i] = cost, last
  end
  return place, first
end

--- Reaches a place with so many things and that cost, if that is better.
local function reach(o, to, count, cost, from, edge)
  local known = o.count[to]
  if known and (count > known or count == known and cost >= o.cost[to]) then
    return
  end
  o.count[to], o.cost[to], o.from[to], o.edge[to] = count, cost, from, edge
  if count > o.most then
    for i = o.most + 1, count do
      o.heaps[i] = { cost = {}, place = {} }
    end
    o.most = count
  end
  push(o.heaps[count], cost, to)
end

--- Takes all steps of an agent of one cell on squares from a place near no
-- fence: its end alone may be closed.
local function leave_simply(o, m, place, x, y)
  local count, cost, profile = o.count[place], o.cost[place], m.profile
  local width, is_closed = m.width, m.is_closed
  local known = o.count
  for d = 1, m.open_sides == 3 and 4 or 8 do
    local to_x, to_y = x + DX[d], y + DY[d]
    local to = to_y * width + to_x + 1
    if to_x >= 0 and to_y >= 0 and to_x < width and to_y < m.height then
      local more = count + (is_closed[to] and 1 or 0)
      local at = known[to]
      local is_better = not at or more <= at
      if is_better and d > 4 then
        local open = (is_closed[place + DX[d]] and 0 or 1)
          + (is_closed[place + DY[d] * width] and 0 or 1)
        is_better = open >= m.open_sides
      end
      if is_better then
        reach(o, to, more, cost + price_of(m, to, to_x, to_y) * (d > 4
          and profile.diagonal_cost or profile.straight_cost), place)
      end
    end
  end
end

--- The steps from a place to any cell beside it, as a list of dx, dy.
local function directions(m, x, y)
  local list = {}
  if not m.is_hex then
    for d = 1, 8 do
      list[d] = { DX[d], DY[d] }
    end
    return list
  end
  local wx, wy = m.grid:to_world(x + m.base_x, y + m.base_y)
  for d, step in ipairs(m.hex_steps) do
    local to_x, to_y = m.grid:to_cell(wx + step[1], wy + step[2])
    list[d] = { to_x - m.base_x - x, to_y - m.base_y - y }
  end
  return list
end

--- Takes all steps from a place.
local function leave(o, m, place, x, y)
  local count, cost, legal = o.count[place], o.cost[place], {}
  if may_be(m, x, y) then
    for to_x, to_y, step in m.finder:neighbors(x + m.base_x, y + m.base_y) do
      local to = (to_y - m.base_y) * m.width + to_x - m.base_x + 1
      legal[to] = true
      reach(o, to, count, cost + step, place)
    end
  end
  for _, step in ipairs(directions(m, x, y)) do
    local to_x, to_y = x + step[1], y + step[2]
    local to = to_y * m.width + to_x + 1
    local is_diagonal = not m.is_hex and to_x ~= x and to_y ~= y
    local may_open = fits(m, to_x, to_y) and not legal[to]
    if may_open and is_diagonal then
      local open = (may_be(m, to_x, y) and 1 or 0) + (may_be(m, x, to_y) and 1 or 0)
      may_open = not m.is_large and m.open_sides < 2 and open >= m.open_sides
    end
    if may_open then
      reach(o, to, count + #things_of(m, x, y, to_x, to_y),
        cost + price_of(m, to, to_x, to_y) * (is_diagonal
          and m.profile.diagonal_cost or m.profile.straight_cost), place)
    end
  end
end

--- Takes all links from a place.
local function leave_by_links(o, m, place, x, y)
  for _, edge in ipairs(m.edges[place]) do
    local to_x = (edge.to - 1) % m.width
    local to_y = (edge.to - 1 - to_x) / m.width
    if fits(m, to_x, to_y) then
      reach(o, edge.to, o.count[place]
        + #things_of(m, x, y, to_x, to_y, edge), o.cost[place] + edge.cost,
        place, edge)
    end
  end
end

--- The path to a place, and its closed things from the start on.
local function path_to(o, m, goal)
  local places, points, things = {}, { cost = o.cost[goal], links = {} }, {}
  local place = goal
  while place do
    insert(places, place)
    place = o.from[place]
  end
  local last_x, last_y
  for i = #places, 1, -1 do
    place = places[i]
    local x = (place - 1) % m.width
    local y = floor((place - 1) / m.width)
    local before, list = places[i + 1], {}
    if o.edge[place] then
      insert(points.links, #points / 2)
    end
    if not before then
      note_cover(m, list, x, y)
    elseif o.count[place] > o.count[before] then
      list = things_of(m, last_x, last_y, x, y, o.edge[place])
    end
    for _, t in ipairs(list) do
      insert(things, { t[1] + m.base_x, t[2] + m.base_y, t[3] + m.base_x,
        t[4] + m.base_y, t[5] })
    end
    points[#points + 1], points[#points + 2] = x + m.base_x, y + m.base_y
    last_x, last_y = x, y
  end
  return points, things
end

--- The path with the fewest closed things: its points in cells, with `cost` and
-- `links`, and the things, { x1, y1, x2, y2, id of a link or 0 }. Nil if the
-- agent would not be on the map.
return function(finder, x1, y1, x2, y2)
  local m = read_map(finder)
  x1, y1, x2, y2 = x1 - m.base_x, y1 - m.base_y, x2 - m.base_x, y2 - m.base_y
  if not (fits(m, x1, y1) and fits(m, x2, y2)) then
    return nil
  end
  local o = { count = {}, cost = {}, from = {}, edge = {}, heaps = {},
    most = -1 }
  local covered, goal = {}, y2 * m.width + x2 + 1
  note_cover(m, covered, x1, y1)
  reach(o, y1 * m.width + x1 + 1, #covered, 0)
  local is_simple = not (m.is_large or m.is_hex)
  local number = 0
  while number <= o.most do
    local heap = o.heaps[number]
    while heap.cost[1] do
      local place, cost = pop(heap)
      if o.count[place] == number and o.cost[place] == cost then
        if place == goal then
          return path_to(o, m, goal)
        end
        local x = (place - 1) % m.width
        local y = floor((place - 1) / m.width)
        if is_simple and not m.near_fence[place] then
          leave_simply(o, m, place, x, y)
        else
          leave(o, m, place, x, y)
        end
        if m.edges[place] then
          leave_by_links(o, m, place, x, y)
        end
      end
    end
    number = number + 1
  end
end
