--- The path between two cells on which the fewest things are closed, of equal
-- ones the fewest walls, then the cheapest. explain.lua reports it.
--
-- Such a path leads from the start through the cells that the agent can reach,
-- then over closed things, then through cells that lead to the goal. Dijkstra's
-- algorithm (1959) goes over all cells, closed or not, from the smaller of these
-- two parts until it meets the other one; backwards, if it begins at the goal. A
-- reach or a field has a large part, so that the search begins at its rim, and a
-- field the part that it meets.
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
-- Columns and rows count from 0 here, and cells from 1, row by row. A cell is read
-- when the search comes to it.

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

-- A region with fewer cells than this part of the map is searched from its first
-- cell on: a reach and a field may have tables of all cells.
local SMALL = 64

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

--- Notes an edge under the cell from which the search takes it.
local function add_edge(m, from, to, edge)
  local at = m.is_backward and to or from
  m.edges[at] = m.edges[at] or {}
  insert(m.edges[at], edge)
end

--- Notes the links, also those that the profile forbids.
local function read_links(m)
  local own = m.profile.links
  for _, link in ipairs(m.grid:links()) do
    local price = own and own[link.name]
    local is_closed = own == false or price == false
    local from = (link.y1 - m.base_y) * m.width + link.x1 - m.base_x + 1
    local to = (link.y2 - m.base_y) * m.width + link.x2 - m.base_x + 1
    for _ = 1, link.one_way and 1 or 2 do
      add_edge(m, from, to, { from = from, to = to,
        id = is_closed and link.id,
        cost = (price or link.price) * m.profile.straight_cost })
      from, to = to, from
    end
  end
end

--- What a terrain is to the agent: how much one of its cells counts if it is
-- closed; may the agent enter open ones; and the price once they are open.
local function kind_of(m, terrain)
  local own, price = m.profile.prices[terrain], m.grid:terrain(terrain)
  local is_walled = own == false or own == nil and price == huge
  local kind = { count = terrain == "wall" and WALL or 1,
    is_walled = is_walled, ground = is_walled and 1 or own or price }
  m.kinds[terrain] = kind
  return kind
end

--- How much a cell counts that is closed to an agent of one cell; false: it is
-- open.
local function closed_count(m, place, x, y)
  local count = m.closed[place]
  if count ~= nil then
    return count
  end
  x, y = x + m.base_x, y + m.base_y
  local terrain, _, is_closed = m.grid:get(x, y)
  local kind = m.kinds[terrain] or kind_of(m, terrain)
  count = (kind.is_walled or is_closed) and kind.count
  m.ground[place] = kind.ground
  for _, item in ipairs(m.profile.layers) do
    if not item[2] and item[1]:get(x, y) > 0 then -- a layer that closes cells
      m.layers[place] = m.layers[place] or {}
      insert(m.layers[place], item[1])
      count = (count or 0) + 1
    end
  end
  m.closed[place] = count
  return count
end

local function read_map(finder, is_backward)
  local grid, profile = finder.grid, finder.profile
  local m = { grid = grid, finder = finder, profile = profile,
    width = grid.width, height = grid.height, base_x = grid.base_x,
    base_y = grid.base_y, wide = profile.size[1], high = profile.size[2],
    is_backward = is_backward, fenced = {}, shut = {}, near_fence = {},
    edges = {}, closed = {}, layers = {}, price = {}, ground = {}, legal = {},
    kinds = {}, is_hex = grid.shape == "hex" }
  m.hex_steps = m.is_hex and hexagon.steps(grid)
  m.is_large = m.wide > 1 or m.high > 1
  m.open_sides = m.is_hex and 0 or OPEN_SIDES[profile.diagonal]
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
    closed_count(m, place, x, y)
    price = m.finder:price(x + m.base_x, y + m.base_y) or m.ground[place]
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
      local count = closed_count(m, row * m.width + column + 1, column, row)
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

-- Steps -----------------------------------------------------------------------

--- The costs of the legal steps from a place, by the place where they lead.
local function legal_steps(m, place, x, y)
  local legal = m.legal[place]
  if not legal then
    legal, x, y = {}, x + m.base_x, y + m.base_y
    m.legal[place] = legal
    if m.finder:can_enter(x, y) then
      for to_x, to_y, cost in m.finder:neighbors(x, y) do
        legal[(to_y - m.base_y) * m.width + to_x - m.base_x + 1] = cost
      end
    end
  end
  return legal
end

--- The closed things of a step from x, y, and what it costs; nil: two other steps
-- lead there, or none. An agent of one cell on squares, near no fence, meets
-- nothing closed but the end of a step.
local function look_at_step(m, x, y, dx, dy)
  local place, to_x, to_y = y * m.width + x + 1, x + dx, y + dy
  local to = place + dy * m.width + dx
  local is_diagonal = dx ~= 0 and dy ~= 0 and not m.is_hex
  local is_simple = not (m.is_large or m.is_hex or m.near_fence[place])
  local legal = not is_simple and legal_steps(m, place, x, y)[to]
  if legal then
    return NONE, legal
  elseif is_diagonal then
    local open = (closed_count(m, place + dx, to_x, y) and 0 or 1)
      + (closed_count(m, place + dy * m.width, x, to_y) and 0 or 1)
    if open < m.open_sides
      or not is_simple and (m.is_large or m.open_sides == 2) then
      return nil
    end
  end
  local count = is_simple and closed_count(m, to, to_x, to_y)
  local things = not is_simple and things_of(m, x, y, to_x, to_y)
    or count and note_cell(m, {}, to_x, to_y, count) or NONE
  return things, price_of(m, to, to_x, to_y)
    * (is_diagonal and m.profile.diagonal_cost or m.profile.straight_cost)
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

-- The search ------------------------------------------------------------------

local function is_before(node, other)
  return node.count < other.count
    or node.count == other.count and node.cost < other.cost
end

--- Reaches a place at a cost, if that is better: a new node, which waits in a
-- binary heap.
-- @param things  the closed things of the step to it, or backwards from it
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

--- Takes all steps from a node, backwards those to it.
local function take_steps(o, m, node, x, y)
  local sign = m.is_backward and -1 or 1
  for _, step in ipairs(directions(m, x, y)) do
    local dx, dy = step[1], step[2]
    local place = node.place + dy * m.width + dx
    local known = o.node[place]
    if fits(m, x + dx, y + dy) and not o.zone[place]
      and not (known and known.is_left) then
      local from_x = m.is_backward and x + dx or x
      local from_y = m.is_backward and y + dy or y
      local things, cost = look_at_step(m, from_x, from_y, sign * dx, sign * dy)
      if things then
        reach(o, place, things, node.cost + cost, node)
      end
    end
  end
end

--- The column and row of a place.
local function cell_of(m, place)
  return (place - 1) % m.width, floor((place - 1) / m.width)
end

--- The place to which an edge leads, backwards from which.
local function end_of(m, edge)
  return m.is_backward and edge.from or edge.to
end

--- Takes all links from a node, or to it.
local function take_links(o, m, node)
  for _, edge in ipairs(m.edges[node.place] or NONE) do
    local x, y = cell_of(m, edge.from)
    local to_x, to_y = cell_of(m, edge.to)
    if fits(m, x, y) and fits(m, to_x, to_y) and not o.zone[end_of(m, edge)] then
      reach(o, end_of(m, edge), things_of(m, x, y, to_x, to_y, edge),
        node.cost + edge.cost, node, edge)
    end
  end
end

--- Notes the cost of a place of the own part, or false if it does not belong to
-- that.
local function add_to_zone(o, m, own, waiting, place, x, y)
  local cost = own:cost(x + m.base_x, y + m.base_y) or false
  o.zone[place] = cost
  waiting[#waiting + 1] = cost and place or nil
end

--- Notes the places of the part that a reach or a field has. Nodes are those from
-- which a step or a link leads elsewhere.
local function begin_at_rim(o, m, own, first)
  local zone, waiting, width = o.zone, { first }, m.width
  zone[first] = 0
  while waiting[1] do
    local place = table.remove(waiting)
    local x, y = cell_of(m, place)
    local is_rim = false
    for _, step in ipairs(directions(m, x, y)) do
      local dx, dy = step[1], step[2]
      local to = place + dy * width + dx
      if zone[to] == nil and fits(m, x + dx, y + dy) then
        add_to_zone(o, m, own, waiting, to, x + dx, y + dy)
      end
      is_rim = is_rim or zone[to] == false
    end
    for _, edge in ipairs(m.edges[place] or NONE) do
      local to = end_of(m, edge)
      local to_x, to_y = cell_of(m, to)
      if zone[to] == nil and fits(m, to_x, to_y) then
        add_to_zone(o, m, own, waiting, to, to_x, to_y)
      end
      is_rim = is_rim or zone[to] == false
    end
    if is_rim then
      reach(o, place, NONE, zone[place])
    end
  end
end

--- Expands nodes until those are known from which nothing closed follows, and to
-- which the fewest things are closed.
-- @param is_end  a function of a node: does nothing closed follow?
-- @return        a list of these nodes
local function search(o, m, is_end)
  local ends = {}
  while o.heap[1] and not (ends[1] and o.heap[1].count > ends[1].count) do
    local node = pop(o.heap)
    if o.node[node.place] == node then
      node.is_left = true
      if is_end(node) then
        insert(ends, node)
      else
        take_steps(o, m, node, cell_of(m, node.place))
        take_links(o, m, node)
      end
    end
  end
  return ends
end

-- The path --------------------------------------------------------------------

--- Adds a point of the path.
local function add_point(points, x, y, is_link)
  if is_link then
    insert(points.links, #points / 2)
  end
  points[#points + 1], points[#points + 2] = x, y
end

--- Adds a path over free cells. The first point may be there.
local function add_path(points, path)
  local next_link, links = 1, path.links or NONE
  for i = 1, path:size() do
    local is_link = links[next_link] == i - 1
    next_link = next_link + (is_link and 1 or 0)
    if i > 1 or not points[1] then
      local x, y = path:point(i)
      add_point(points, x, y, is_link)
    end
  end
end

--- Adds the points of nodes, in the order of the path, and their things. The first
-- point may be there.
local function add_nodes(m, points, things, nodes)
  for i, node in ipairs(nodes) do
    local by = m.is_backward and nodes[i - 1] or node
    if i > 1 or not points[1] then
      local x, y = cell_of(m, node.place)
      add_point(points, x + m.base_x, y + m.base_y, by.edge)
    end
    for _, t in ipairs(node.things) do
      insert(things, { t[1] + m.base_x, t[2] + m.base_y, t[3] + m.base_x,
        t[4] + m.base_y, t[5], t[7] })
    end
  end
end

--- The nodes up to one, in the order of the path.
local function nodes_to(m, node)
  local nodes = {}
  while node do
    insert(nodes, m.is_backward and #nodes + 1 or 1, node)
    node = node.from
  end
  return nodes
end

--- Of the nodes from which nothing closed follows the one with the cheapest path,
-- and the rest of that: to the goal, backwards from the start. The path by the
-- first node is a bound for the field that compares them.
local function choose_end(m, ends, x1, y1, x2, y2)
  local finder, goals, best, least = m.finder, {}, nil, huge
  for i, node in ipairs(ends) do
    local x, y = cell_of(m, node.place)
    goals[i] = { x + m.base_x, y + m.base_y, cost = node.cost }
  end
  local x, y, so_far = goals[1][1], goals[1][2], goals[1].cost
  local _, cost = finder:find(m.is_backward and x1 or x,
    m.is_backward and y1 or y, m.is_backward and x or x2,
    m.is_backward and y or y2)
  local bound = { max_cost = (so_far + cost) * 1.001 + 1 }
  if m.is_backward then
    local rest = finder:field(goals, bound):path(x1, y1)
    return ends[rest.goal_index], rest
  end
  local field = finder:field({ { x2, y2 } }, bound)
  for i, goal in ipairs(goals) do
    cost = goal.cost + (field:cost(goal[1], goal[2]) or huge)
    if cost < least then
      best, least = i, cost
    end
  end
  return ends[best], (field:path(goals[best][1], goals[best][2]))
end

--- Is the region of the goal the smaller one, and the start free? And the cells of
-- the smaller one; 0 if there is none.
local function find_smaller(finder, x1, y1, x2, y2)
  local number, by_start = finder:region(x1, y1)
  local other, by_goal = finder:region(x2, y2)
  by_start, by_goal = number and by_start or 0, other and by_goal or 0
  if number and by_goal <= by_start then
    return true, by_goal
  end
  return false, by_start
end

--- Joins the path in the own region, nodes and the rest.
local function join(m, own, nodes, rest)
  local points, things = { cost = 0, links = {} }, {}
  local node = m.is_backward and nodes[#nodes] or nodes[1]
  local x, y = cell_of(m, node.place)
  local path = own and own:path(x + m.base_x, y + m.base_y)
  local before, behind = path, rest
  if m.is_backward then
    before, behind = rest, path
  end
  if before then
    add_path(points, before)
  end
  add_nodes(m, points, things, nodes)
  if behind then
    add_path(points, behind)
  end
  return points, things
end

--- The path with the fewest closed things: its points in cells, with `cost` and
-- `links`, and the things, { x1, y1, x2, y2, id of a link or 0, layer or name of a
-- fence }. Nil if the agent would not be on the map.
return function(finder, x1, y1, x2, y2)
  local is_backward, size = find_smaller(finder, x1, y1, x2, y2)
  local m = read_map(finder, is_backward)
  local from_x, from_y = x1 - m.base_x, y1 - m.base_y
  local to_x, to_y = x2 - m.base_x, y2 - m.base_y
  if not (fits(m, from_x, from_y) and fits(m, to_x, to_y)) then
    return nil
  end
  local from, to = from_y * m.width + from_x + 1, to_y * m.width + to_x + 1
  local o, covered, own = { node = {}, heap = {}, zone = {} }, {}, nil
  if is_backward then
    from, to = to, from
  else
    note_cover(m, covered, from_x, from_y)
  end
  if size * SMALL > m.width * m.grid.height then
    own = is_backward and finder:field { { x2, y2 } }
      or finder:reach(x1, y1, huge)
    begin_at_rim(o, m, own, from)
  else
    reach(o, from, covered, 0)
  end
  local is_open = is_backward or finder:can_enter(x2, y2)
  local ends = search(o, m, function(node)
    local x, y = cell_of(m, node.place)
    x, y = x + m.base_x, y + m.base_y
    if is_backward then
      return node.count > 0 and finder:is_reachable(x1, y1, x, y)
    end
    return node.place == to or is_open and finder:is_reachable(x, y, x2, y2)
  end)
  local node, rest = ends[1], nil
  if is_open then
    node, rest = choose_end(m, ends, x1, y1, x2, y2)
  end
  local points, things = join(m, own, nodes_to(m, node), rest)
  points.cost = node.cost + (rest and rest.cost or 0)
  return points, things
end
