--- Looks at the cells around a unit: which ones do other units go to or rest
-- in, which is the nearest free one, and which path leads to a better place?

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local wayout = require(siblings .. "wayout")
local regions = require(siblings .. "regions")
local crowdunit = require(siblings .. "crowdunit")

local any_cell, max = crowdunit.any_cell, math.max

local localsearch = { REACH = 24 } -- cells
local TEST = 16 -- looks that take as long as a test

--- Returns a function: has another unit its goal in a place, or will it
-- probably stay there? A unit that stands and has several possible ends may
-- stay.
function localsearch.taken(c, u)
  local set
  local function record(_, _, p)
    set[p] = true
  end
  local function is_recorded(_, _, p)
    return set[p]
  end
  return function(p)
    if not set then -- many searches never ask
      set = {}
      for _, other in ipairs(c.units) do
        if other ~= u then
          if crowdunit.rests(other) or other.paused or other.at == other.from
            and other.order and other.order.query then
            any_cell(c, other, other.at, record)
          end
          if other.goal and other.state ~= "idle"
            and other.state ~= "settled" then
            any_cell(c, other, other.goal, record)
          end
        end
      end
    end
    return any_cell(c, u, p, is_recorded)
  end
end

--- Looks cost budget as nodes do.
local function pay(c, looks)
  c.budget = max(0, c.budget - 1 - (looks + #c.units / 8) / 8)
end

--- The nearest place to a place, at most 24 cells away, that the unit can reach
-- and that is not taken. nil: there is none.
-- @param ends     a table with the places that will do as keys, or nil
-- @param will_do  a test of places, or nil
function localsearch.find(c, u, place, taken, ends, will_do)
  local a, looks = u.agent, 0
  local region = regions.of(a).region
  local home = a.class[u.at] > 0 and regions.reachable(a, region[u.at])
  local x, y = agent.cell(a, place)
  local reach = localsearch.REACH
  local most = a.grid.stagger and reach or reach * reach
  x, y = wayout.nearest(a, x, y, 0, most + 1, function(p)
    looks = looks + 1
    if (not ends or ends[p]) and a.class[p] > 0
      and (not home or home[region[p]]) and not taken(p) then
      looks = looks + TEST
      return not will_do or will_do(p)
    end
  end)
  pay(c, looks)
  return x and agent.place(a, x, y)
end

--- Would a unit step diagonally between two others?
local function is_squeezed(c, u, p, d)
  if d <= 4 or c.grid.stagger then
    return false
  end
  local dx, dy = agent.DX[d], agent.DY[d]
  local right, below = u.wide - 1, (u.high - 1) * c.pitch
  local one = c.occupant[p + (dx > 0 and right + 1 or -1)
    + (dy > 0 and 0 or below)]
  local two = c.occupant[p + (dx > 0 and 0 or right)
    + (dy > 0 and below + c.pitch or -c.pitch)]
  return one and one ~= u and two and two ~= u
end

--- Does a way of steps lead a unit from a place to one for which `enters` is
-- true? It may lead over those for which `is_near` is true.
function localsearch.leads(u, p, enters, is_near)
  local queue, seen, i = { p }, { [p] = true }, 1
  local side = 2 * localsearch.REACH + 1
  while queue[i] and i <= side * side do
    for _, d in ipairs(crowdunit.legal_directions(u, queue[i])) do
      local q = queue[i] + u.agent.offset[d]
      if enters(q) then
        return true
      elseif not seen[q] and is_near(q) then
        seen[q], queue[#queue + 1] = true, q
      end
    end
    i = i + 1
  end
  return false
end

--- Searches breadth-first over the steps around a unit, for the lowest place in
-- which no unit stands or goes to.
-- @param reach    it looks at as many places as are so near, in cells
-- @param height   a function of a place; nil: it is closed
-- @param enough   a place as low as that will do
-- @param is_closed  a function of another unit: may no path lead over it?
-- @param is_down  may no path rise?
-- @return the places of the path, the unit's own first
function localsearch.walk(c, u, reach, height, enough, is_closed, is_down)
  local taken, side = localsearch.taken(c, u), 2 * reach + 1
  local function stops(_, _, p)
    local other = c.occupant[p]
    return other and other ~= u and is_closed(other)
  end
  local queue, came = { u.at }, { [u.at] = 0 }
  local heights = { height(u.at) or math.huge }
  local best, least, i = u.at, heights[1], 1
  while queue[i] and i <= side * side and least > enough do
    for _, d in ipairs(crowdunit.directions(u, queue[i])) do
      local p = queue[i] + c.offset[d]
      local high = not came[p] and height(p)
      local is_blocked = u.agent.class[queue[i]] == 0
      if high and not (is_down and high > heights[i] and not is_blocked
        or not is_down and is_squeezed(c, u, queue[i], d)
        or any_cell(c, u, p, stops)) then
        came[p], queue[#queue + 1], heights[#heights + 1] = queue[i], p, high
        if high < least and u.agent.class[p] > 0
          and (c.occupant[p] or u) == u and not taken(p) then
          best, least = p, high
        end
      end
    end
    i = i + 1
  end
  pay(c, #queue)
  local list = {}
  while best > 0 do
    table.insert(list, 1, best)
    best = came[best]
  end
  return list
end

return localsearch
