--- tilepath.plain.linkheuristic: what links take off a lower bound of the
-- distance to a goal. It is loaded with the first link.
--
-- A link that costs at least the estimate from its beginning to its end lowers
-- no estimate: it is no short cut. Others do. With the potential P of a short
-- cut, its cost and the estimate at its end,
--
--     h(n) = min(direct(n), over all short cuts: distance(n, from) + P)
--
-- where estimates at ends count short cuts, too: the least P is final first, as
-- in Dijkstra's algorithm (src/core/search/linkheuristic.c). Those that are
-- final, until one is above the estimate at the start, are *link ends*. A path
-- by another short cut costs at least the next P, from anywhere: `rest`.
--
-- If there are many short cuts, no query reads them. A path by one costs at
-- least the cheapest of them. But of a building with many stairs the floors are
-- laid upon each other: distances are those in the plan. They are lower bounds,
-- too, if no step leads from one floor to another, and then few stairs are short
-- cuts, or none.

local siblings = (...):match("^.*[./]") or ""
local agent = require(siblings .. "agent")
local heuristic = require(siblings .. "heuristic")

local abs, huge, max, min = math.abs, math.huge, math.max, math.min
local to = heuristic.to

local linkheuristic = {}

local MANY = heuristic.MANY
local MOST_ENDS = 16

--- The place of a cell in the plan of a building.
local function in_plan(shift, x, y)
  return x + shift[2 * x + 1], y + shift[2 * x + 2]
end

--- Does no step lead from one floor of a building to another?
local function are_floors_apart(a, shift)
  for x = 0, a.grid.width - 2 do
    local i = 2 * x + 1
    if shift[i] ~= shift[i + 2] or shift[i + 1] ~= shift[i + 3] then
      for y = 0, a.grid.height - 1 do
        if a.class[agent.place(a, x, y)] > 0 then
          return false
        end
      end
    end
  end
  return true
end

--- The edges of an agent that cost less than the distance between their ends.
-- @param shift  of the floors of a building, which are laid upon each other; nil:
-- they are not
-- @return a list with its `least` cost, and the `shift`
local function find_cuts(a, shift)
  local cuts, diagonal, straight = { least = huge, shift = shift },
    heuristic.metric(a)
  for _, edges in pairs(a.edges or {}) do
    for _, edge in ipairs(edges) do
      local x, y = agent.cell(a, edge.from)
      local to_x, to_y = agent.cell(a, edge.to)
      if shift then
        x, y = in_plan(shift, x, y)
        to_x, to_y = in_plan(shift, to_x, to_y)
      end
      if edge.cost < to(a.grid.stagger, diagonal, straight, x, y, to_x, to_y,
        to_x, to_y) then
        cuts[#cuts + 1] = { x = x, y = y, to_x = to_x, to_y = to_y,
          cost = edge.cost }
        cuts.least = min(cuts.least, edge.cost)
      end
    end
  end
  return cuts
end

--- The short cuts of an agent among its edges. They are found once after an
-- edit. Their field `plan` has those in the plan if these are few; or nil.
function linkheuristic.shortcuts(a)
  local known, shift = a.shortcuts, a.grid.shift
  local diagonal, straight = heuristic.metric(a)
  if known and known.edges == a.edges and known.diagonal == diagonal
    and known.straight == straight then
    return known
  end
  known = find_cuts(a)
  known.edges, known.diagonal, known.straight = a.edges, diagonal, straight
  if #known > MANY and shift and are_floors_apart(a, shift) then
    local plan = find_cuts(a, shift)
    known.plan = #plan <= MANY and plan or nil
  end
  a.shortcuts = known
  return known
end

--- Of the short cuts, those that may be one for this estimate.
local function find_leads(cuts, estimate)
  local leads, least = {}, huge
  for i, cut in ipairs(cuts) do
    local potential = cut.cost + estimate(cut.to_x, cut.to_y)
    leads[i] = { x = cut.x, y = cut.y, to_x = cut.to_x, to_y = cut.to_y,
      cost = cut.cost, potential = potential, bound = estimate(cut.x, cut.y) }
    least = min(least, potential)
  end
  local count = 0
  for i = 1, #leads do
    local lead = leads[i]
    leads[i] = nil
    if lead.potential < lead.bound or lead.cost + least < lead.bound then
      count = count + 1
      leads[count] = lead
    end
  end
  return leads
end

--- The link ends for an estimate, and the rest of a path by another short cut.
function linkheuristic.find_ends(a, cuts, estimate, start_x, start_y)
  local diagonal, straight = heuristic.metric(a)
  local stagger, leads, ends = a.grid.stagger, find_leads(cuts, estimate), {}
  local first = estimate(start_x, start_y)
  local function between(x, y, final)
    return final.potential + to(stagger, diagonal, straight, x, y, final.x,
      final.y, final.x, final.y)
  end
  while true do
    local best
    for i, lead in ipairs(leads) do
      if lead.potential < lead.bound
        and not (best and leads[best].potential <= lead.potential) then
        best = i
      end
    end
    if not best then
      return ends, huge
    end
    local final = table.remove(leads, best)
    if final.potential > first or #ends == MOST_ENDS then
      return ends, final.potential
    end
    ends[#ends + 1] = final
    first = min(first, between(start_x, start_y, final))
    for _, lead in ipairs(leads) do
      lead.bound = min(lead.bound, between(lead.x, lead.y, final))
      lead.potential = min(lead.potential,
        lead.cost + between(lead.to_x, lead.to_y, final))
    end
  end
end

--- An estimate that counts link ends.
function linkheuristic.with_ends(a, ends, rest, estimate)
  local diagonal, straight = heuristic.metric(a)
  local stagger = a.grid.stagger
  return function(x, y)
    local best = min(estimate(x, y), rest)
    for i = 1, #ends do
      local one = ends[i]
      if one.potential < best then
        best = min(best, one.potential + to(stagger, diagonal, straight, x, y,
          one.x, one.y, one.x, one.y))
      end
    end
    return best
  end
end

--- Aims at a cell in the plan of a building.
function linkheuristic.aim_in_plan(aim, a, cuts, goal, x, y)
  local diagonal, straight = heuristic.metric(a)
  local surplus, shift = diagonal - straight, cuts.shift
  local goal_x, goal_y = in_plan(shift, goal.x0, goal.y0)
  if not cuts[1] then -- no new functions, which LuaJIT could not compile
    aim.shift, aim.most, aim.diagonal, aim.straight, aim.slack, aim.box =
      shift, nil, diagonal, straight, 0,
      { x0 = goal_x, y0 = goal_y, x1 = goal_x, y1 = goal_y }
    return
  end
  local function direct(column, row)
    local dx, dy = abs(column - goal_x), abs(row - goal_y)
    return max(straight * dx + surplus * dy, straight * dy + surplus * dx)
  end
  local ends, rest = linkheuristic.find_ends(a, cuts, direct,
    in_plan(shift, x, y))
  local estimate = linkheuristic.with_ends(a, ends, rest, direct)
  function aim.estimate(column, row)
    return estimate(in_plan(shift, column, row))
  end
end

return linkheuristic
