--- Looks at the cells around a unit: which ones do other units go to or rest
-- in, which is the nearest free one, and where does it come away from a target,
-- or nearer to it?

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local motion = require(siblings .. "motion")
local out = require(siblings .. "out")
local regions = require(siblings .. "regions")
local round = require(siblings .. "round")

local abs, huge, max = math.abs, math.huge, math.max

local scout = {}

local REACH = 24 -- cells

--- Adds the cells under a unit, in a place, to a set.
local function cover(set, u, p)
  for row = p, p + (u.high - 1) * u.agent.pitch, u.agent.pitch do
    for q = row, row + u.wide - 1 do
      set[q] = true
    end
  end
end

--- Is one of the cells that a unit would cover in a set?
local function overlaps(set, u, p)
  for row = p, p + (u.high - 1) * u.agent.pitch, u.agent.pitch do
    for q = row, row + u.wide - 1 do
      if set[q] then
        return true
      end
    end
  end
  return false
end

--- Returns a function: has another unit its goal in a place, or will it
-- probably stay there? A unit that stands and has several possible ends may
-- stay.
function scout.taken(c, u)
  local set = {}
  for _, other in ipairs(c.units) do
    if other ~= u then
      if motion.rests(other) or other.paused or other.at == other.from
        and other.order and other.order.query then
        cover(set, other, other.at)
      end
      if other.goal and other.state ~= "idle" and other.state ~= "settled" then
        cover(set, other, other.goal)
      end
    end
  end
  return function(p)
    return overlaps(set, u, p)
  end
end

--- The nearest place to a place, at most 24 cells away, that the unit can reach
-- and that is not taken. nil: there is none.
-- @param will_do  a test of places, or nil
function scout.find(u, place, taken, will_do)
  local a = u.agent
  local x, y = agent.cell(a, place)
  local home = a.class[u.at] > 0
    and regions.beyond(a, regions.of(a).region[u.at])
  local found_x, found_y = out.nearest(a, x, y, 0, 2 * REACH * REACH + 1,
    function(p, column, row)
      return max(abs(column - x), abs(row - y)) <= REACH and a.class[p] > 0
        and not (home and not home[regions.of(a).region[p]])
        and not taken(p) and not (will_do and not will_do(p))
    end)
  return found_x and agent.place(a, found_x, found_y)
end

--- The square of the distance between a cell and a rectangle { x, y, w, h }.
function scout.square(x, y, rect)
  local dx = max(rect[1] - x, x - rect[1] - rect[3] + 1, 0)
  local dy = max(rect[2] - y, y - rect[2] - rect[4] + 1, 0)
  return dx * dx + dy * dy
end

-- Walks -----------------------------------------------------------------------

-- Who stands where the unit would come to stand.
local NOBODY, SOMEBODY, A_RESTER, A_WALL = 0, 1, 2, 3

local function stander_at(c, u, p)
  local found = NOBODY
  for row = p, p + (u.high - 1) * c.pitch, c.pitch do
    for q = row, row + u.wide - 1 do
      local other = c.holder[q]
      if other and other ~= u then
        local kind = SOMEBODY
        if motion.is_wall(other) then
          kind = A_WALL
        elseif other.state ~= "idle" and motion.rests(other) then
          kind = A_RESTER
        end
        found = max(found, kind)
      end
    end
  end
  return found
end

--- Searches breadth-first over the steps around a unit, for the place with the
-- best distance from a target, in which no unit stands or goes to.
-- @param most    steps
-- @param enough  a function of a square distance: is it good enough?
-- @param passes  a function of who stands in a place, its square distance, and
-- the square distance of the place before: may a path lead there?
-- @param is_better  a function of two square distances
-- @return the places of the path, the unit's own first; the cells looked at
local function walk(c, u, target, most, enough, passes, is_better)
  local a, goals = u.agent, {}
  local from_x, from_y = agent.cell(a, u.at)
  for _, other in ipairs(c.units) do
    if other ~= u and other.goal and not motion.rests(other) then
      cover(goals, other, other.goal)
    end
  end
  local best, best_square = u.at, scout.square(from_x, from_y, target)
  local came, queue, squares = { [u.at] = u.at }, { u.at }, { best_square }
  local from, steps = 1, 0
  while from <= #queue and steps < most and not enough(best_square) do
    local last = #queue
    for i = from, last do
      for _, d in ipairs(round.ways(u, queue[i])) do
        local p = queue[i] + a.offset[d]
        local x, y = agent.cell(a, p)
        if not came[p] and max(abs(x - from_x), abs(y - from_y)) <= REACH then
          local square = scout.square(x, y, target)
          local stander = stander_at(c, u, p)
          if passes(stander, square, squares[i]) then
            came[p] = queue[i]
            queue[#queue + 1], squares[#queue + 1] = p, square
            if stander == NOBODY and is_better(square, best_square)
              and not overlaps(goals, u, p) then
              best, best_square = p, square
            end
          end
        end
      end
    end
    from, steps = last + 1, steps + 1
  end
  local list, n = {}, 1
  local p = best
  while p ~= u.at do
    p, n = came[p], n + 1
  end
  for i = n, 1, -1 do
    list[i], best = best, came[best]
  end
  return list, #queue + #c.units / 8
end

--- The path with the fewest steps to a place whose square distance from the
-- target is `enough`, or to the farthest. No place of it is nearer to the
-- target than the one before. Units at rest are in the way, unless `passes`.
function scout.away(c, u, target, enough, passes)
  return walk(c, u, target, huge, function(square)
    return square >= enough
  end, function(stander, square, before)
    return square >= before and stander <= (passes and A_RESTER or SOMEBODY)
  end, function(square, best)
    return square > best
  end)
end

--- The path over free cells to the place nearest to the target, in as many
-- steps as lead half round it. No place of it has a square distance below
-- `least`.
function scout.near(c, u, target, least)
  return walk(c, u, target, 2 + 2 * (target[3] + target[4]), function()
    return false
  end, function(stander, square)
    return stander == NOBODY and square >= least
  end, function(square, best)
    return square < best
  end)
end

return scout
