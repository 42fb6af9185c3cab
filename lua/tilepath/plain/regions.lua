--- Regions of connected cells, labelled when they are needed.
--
-- All cells that steps connect in both directions are one region. Links, and
-- fences that are closed one way, lead from a region to others. These
-- connections are kept by the numbers of regions. So a question about two cells
-- becomes a question about two small numbers, or about the few regions between
-- them.
--
-- An agent keeps its regions. Most cells that become free join one region, and
-- most that become blocked do not split theirs: then only their own label
-- changes. All cells are labelled again after other edits, and where there are
-- fences or links. The regions of an agent have these fields:
--
--   region[p]    the number of the region that a place is in; 0: it is blocked
--   size, first  by region: how many places it has (0: it is gone), and the
--                first of them
--   count        numbers given so far
--   onward       by region, the set of regions to which its connections lead
--   groups       by region, one that stands for all that reach each other, once
--                it is asked for; nil: it has no connections
--   edited       places that became free or blocked since (agent.lua)
--   class        the array `class` of the agent for which they were made. When
--                the agent begins anew it gets another array, and they are void

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local array = require(siblings .. "array")

local regions = {}

local OPPOSITE, ALWAYS = agent.OPPOSITE, agent.ALWAYS
local may_step = agent.may_step

--- Labels all cells that are connected with a place in both directions.
-- Diagonal steps matter only under one rule (`always`) and beside fences.
-- @return how many these are
local function label(a, region, number, first)
  local class, closed, offset = a.class, a.closed, a.offset
  local stack, n, last = { first }, 1, (closed or a.rule == ALWAYS) and 8 or 4
  local count = 1
  region[first] = number
  while n > 0 do
    local p = stack[n]
    n = n - 1
    for d = 1, last do
      local q = p + offset[d]
      if region[q] == 0 and class[q] > 0 and (not closed
        or may_step(a, p, d) and may_step(a, q, OPPOSITE[d])) then
        region[q] = number
        n, count = n + 1, count + 1
        stack[n] = q
      end
    end
  end
  return count
end

--- Notes in the regions r a connection from a region to another.
local function join(r, from, to)
  if from ~= to and from > 0 and to > 0 then
    r.onward[from] = r.onward[from] or {}
    r.onward[from][to] = true
  end
end

--- Finds the steps between regions, which lead in one direction, and links.
local function find_directions(a, r)
  local class, offset, region = a.class, a.offset, r.region
  for p = 1, a.closed and #class or 0 do
    for d = 1, class[p] > 0 and 8 or 0 do
      local q = p + offset[d]
      if class[q] > 0 and region[p] ~= region[q] and may_step(a, p, d) then
        join(r, region[p], region[q])
      end
    end
  end
  for p, edges in pairs(a.edges or {}) do
    for _, edge in ipairs(edges) do
      join(r, region[p], region[edge.to])
    end
  end
end

-- The directions around a cell, in their order.
local RING = { 1, 5, 2, 6, 3, 7, 4, 8 }

--- Are the cells around a cell that were connected through it connected without
-- it? Then going around it there is at most one gap between them.
local function is_whole(a, region, p)
  local by_corners, gaps, is_open = a.rule == ALWAYS, 0, true
  for i = 1, 16 do
    local d = RING[(i - 1) % 8 + 1]
    if region[p + a.offset[d]] == 0 then
      is_open = is_open and by_corners and d > 4
    elseif by_corners or d <= 4 then
      gaps = gaps + (i > 8 and not is_open and 1 or 0)
      is_open = true
    end
  end
  return gaps <= 1
end

--- The only region around a free cell, or a new one; nil: there are several.
local function find_label(a, r, p)
  local number
  for d = 1, a.rule == ALWAYS and 8 or 4 do
    local other = r.region[p + a.offset[d]]
    if other > 0 and other ~= (number or other) then
      return nil
    end
    number = other > 0 and other or number
  end
  r.count = r.count + (number and 0 or 1)
  return number or r.count
end

--- Gives a place to another region, or takes it from one.
local function move(r, p, number)
  local region, size, first, before = r.region, r.size, r.first, r.region[p]
  region[p] = number
  if before > 0 and before ~= number then
    size[before] = size[before] - 1
    while size[before] > 0 and region[first[before]] ~= before do
      first[before] = first[before] + 1
    end
  end
  if number > 0 and before ~= number then
    size[number] = (size[number] or 0) + 1
    first[number] = size[number] > 1 and math.min(first[number], p) or p
  end
end

--- Labels the cells that have become free or blocked. Returns false if that
-- takes a look at others.
local function mend(a, r)
  local class, region = a.class, r.region
  for _, p in ipairs(r.edited) do
    local number = 0
    if a.closed or a.grid.links then
      return false
    elseif class[p] > 0 then
      number = region[p] > 0 and region[p] or find_label(a, r, p)
    elseif region[p] > 0 and not is_whole(a, region, p) then
      return false
    end
    if not number then
      return false
    end
    move(r, p, number)
  end
  r.edited = {}
  return true
end

--- The regions of an up-to-date agent, if they are known; else nil.
function regions.known(a)
  local r = a.regions
  if r and (r.class ~= a.class or not mend(a, r)) then
    a.regions = nil
  end
  return a.regions
end

--- The regions of an up-to-date agent: `region` by place, 0 for blocked cells.
function regions.of(a)
  local r = regions.known(a)
  if r then
    return r
  end
  local class, count, size, first = a.class, 0, {}, {}
  local region = array.filled(#class, 0)
  for p = 1, #class do
    if region[p] == 0 and class[p] > 0 then
      count = count + 1
      size[count], first[count] = label(a, region, count, p), p
    end
  end
  r = { class = class, region = region, count = count, size = size,
    first = first, onward = {}, edited = {} }
  find_directions(a, r)
  a.regions = r
  return r
end

--- The set of regions that can be reached from a region, with itself.
function regions.reachable(a, number)
  local connections = regions.of(a).onward
  local set, list = { [number] = true }, { number }
  while #list > 0 do
    for other in pairs(connections[table.remove(list)] or {}) do
      if not set[other] then
        set[other] = true
        list[#list + 1] = other
      end
    end
  end
  return set
end

--- The set of regions that can be reached from one of several places.
-- @param starts  a list of edges into them (search.origin)
function regions.reached(a, starts)
  local region, set = regions.of(a).region, {}
  for _, start in ipairs(starts) do
    local number = region[start.to]
    for other in pairs(set[number] and {} or regions.reachable(a, number)) do
      set[other] = true
    end
  end
  return set
end

--- The groups of regions that reach each other (Tarjan 1972), as regiongraph.c
-- finds them.
local function find_groups(onward)
  local group, found, low, at, up, waiting = {}, {}, {}, {}, {}, {}
  local count = 0
  for first in pairs(onward) do
    local one = not found[first] and first or nil
    while one do
      if not found[one] then
        count = count + 1
        found[one], low[one], waiting[#waiting + 1] = count, count, one
      end
      local other = onward[one] and next(onward[one], at[one])
      at[one] = other
      if other and not found[other] then
        up[other], one = one, other
      elseif other then
        low[one] = group[other] and low[one] or math.min(low[one], found[other])
      else
        while low[one] == found[one] and not group[one] do
          group[table.remove(waiting)] = one
        end
        local before = up[one]
        if before then
          low[before] = math.min(low[before], low[one])
        end
        one = before
      end
    end
  end
  return group
end

--- A region that stands for all that reach each other; nil: the region has no
-- connections.
function regions.group(a, number)
  local r = regions.of(a)
  r.groups = r.groups or find_groups(r.onward)
  return r.groups[number]
end

--- Does a path lead from one place to another? Both places are free.
function regions.connects(a, from, to)
  local r = regions.of(a)
  local one, other = r.region[from], r.region[to]
  if one == other or not r.onward[one] then
    return one == other
  end
  return regions.reachable(a, one)[other] or false
end

return regions
