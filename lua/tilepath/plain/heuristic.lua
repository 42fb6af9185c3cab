--- tilepath.plain.heuristic: a lower bound of the distance to a goal, in the
-- whole numbers of an agent's costs.
--
-- With S and D the cheapest straight and diagonal step, a path over dx columns
-- and dy rows costs at least d * min(dx, dy) + s * |dx - dy|, s = min(S, D), d
-- = min(D, 2S). No step lowers this estimate by more than its cost (it is
-- consistent). With exact order of f no closed cell would be opened again;
-- search.lua keeps only a rough order. Below, d is `diagonal`, and s is
-- `straight`; a diagonal step costs `straight` and a `surplus`.

local siblings = (...):match("^.*[./]") or ""
local check = require((siblings:gsub("plain[./]$", "")) .. "check")
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local exact = require((siblings:gsub("plain[./]$", "")) .. "exact")
local hexagons = require(siblings .. "hexagons")
local beyond = require(siblings .. "goals").beyond

local abs, floor, huge, max, min, sqrt =
  math.abs, math.floor, math.huge, math.max, math.min, math.sqrt

local heuristic = {}

local MOST = 2 ^ 51 -- of an estimate
local FEW = 16 -- up to this many goals have their own estimates

--- The lowest cost of going one cell along both axes, and along one.
function heuristic.metric(a)
  local costs = a.costs
  local straight, diagonal = costs.cheapest_straight, costs.cheapest_diagonal
  if a.rule == agent.NEVER then
    return 2 * straight, straight
  end
  return min(diagonal, 2 * straight), min(straight, diagonal)
end

--- The estimate for the way from a cell to the nearest cell of a rectangle. On
-- hexagons, too, that is the cell in the nearest column and row.
-- @param stagger  which lines of hexagons are shifted (hexagons.lua); nil: the
-- cells are squares
local function to(stagger, diagonal, straight, x, y, x0, y0, x1, y1)
  if stagger then
    return straight * hexagons.apart(stagger, x, y, max(x0, min(x, x1)),
      max(y0, min(y, y1)))
  end
  local dx, dy = beyond(x, x0, x1), beyond(y, y0, y1)
  local least = min(dx, dy)
  return diagonal * least + straight * (dx + dy - 2 * least)
end
heuristic.to = to

--- By how much nearer than the goal an end may be.
local function slack_of(a, q, diagonal, straight)
  if a.grid.stagger then
    return straight * (q.kind == "adjacent" and 1 or floor(sqrt(q.square)))
  elseif q.kind == "within" then
    local surplus = diagonal - straight
    local width, height = a.grid.width, a.grid.height
    local square = min(q.square, width * width + height * height)
    return floor(sqrt((surplus * surplus + straight * straight) * square)
      * (1 + exact.tolerance(1e-9))) + 1
  end
  local wide, high = a.profile.wide, a.profile.high
  return q.kind == "adjacent"
    and to(nil, diagonal, straight, 0, 0, wide, high, wide, high) or 0
end

--- The rectangle around all goals.
local function box_of(list)
  local box = { x0 = huge, y0 = huge, x1 = -huge, y1 = -huge, extra = 0 }
  for _, goal in ipairs(list) do
    box.x0, box.y0 = min(box.x0, goal.x0), min(box.y0, goal.y0)
    box.x1, box.y1 = max(box.x1, goal.x1), max(box.y1, goal.y1)
  end
  return box
end

--- The lowest estimate over all goals, without links, as a function.
local function to_any(stagger, list, diagonal, straight, slack)
  return function(x, y)
    local best = huge
    for i = 1, #list do
      local goal = list[i]
      local h = to(stagger, diagonal, straight, x, y, goal.x0, goal.y0, goal.x1,
        goal.y1)
      best = min(best, max(h - slack, 0) + goal.extra)
    end
    return best
  end
end

-- Links -----------------------------------------------------------------------
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

local MANY = 64 -- short cuts
local MOST_ENDS = 16
local NONE = { least = huge }

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
local function shortcuts(a)
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
local function find_ends(a, cuts, estimate, start_x, start_y)
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
local function with_ends(a, ends, rest, estimate)
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
local function aim_in_plan(aim, a, cuts, goal, x, y)
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
  local ends, rest = find_ends(a, cuts, direct, in_plan(shift, x, y))
  local estimate = with_ends(a, ends, rest, direct)
  function aim.estimate(column, row)
    return estimate(in_plan(shift, column, row))
  end
end

-- All of it -------------------------------------------------------------------

--- The estimate by a function of the game, which is asked once for each cell.
local function asked(a, call, goal)
  local g, known = a.grid, {}
  local goal_x, goal_y = args.shown(g, goal.x0, goal.y0)
  return function(x, y)
    local i = y * g.width + x
    if not known[i] then
      local column, row = args.shown(g, x, y)
      local answer = a.profile.heuristic(column, row, goal_x, goal_y)
      if type(answer) ~= "number" or not (answer >= 0 and answer < huge) then
        check.raise(("%s: heuristic must return a finite number of at least 0, "
          .. "got %s"):format(call, check.show(answer)))
      end
      known[i] = min(answer * a.costs.scale, MOST)
    end
    return known[i]
  end
end

--- Adds the estimate of the distance to the goals to an aim (search.lua).
-- @param is_one  there is one goal of one cell, which is the only end
-- @param x, y    the start
function heuristic.aim(aim, a, q, list, is_one, x, y)
  local diagonal, straight = heuristic.metric(a)
  if a.profile.heuristic and is_one and not q.partial then
    aim.estimate = asked(a, q.call, list[1])
    return
  end
  local slack = is_one and 0 or slack_of(a, q, diagonal, straight)
  local boxes = #list > FEW and { box_of(list) } or list
  local cuts, estimate = a.edges and shortcuts(a) or NONE, nil
  aim.most, aim.shift = cuts.least, nil
  if cuts.plan and is_one then
    aim_in_plan(aim, a, cuts.plan, list[1], x, y)
    return
  end
  if #boxes > 1 or a.grid.stagger or cuts[1] and #cuts <= MANY then
    estimate = to_any(a.grid.stagger, boxes, diagonal, straight, slack)
  end
  if cuts[1] and #cuts <= MANY then
    local ends
    ends, aim.most = find_ends(a, cuts, estimate, x, y)
    if ends[1] or #boxes > 1 or a.grid.stagger then
      aim.estimate = with_ends(a, ends, aim.most, estimate)
      return
    end
  elseif estimate then
    aim.estimate = cuts[1] and with_ends(a, NONE, cuts.least, estimate)
      or estimate
    return
  end
  aim.diagonal, aim.straight, aim.slack, aim.box =
    diagonal, straight, slack, boxes[1]
end

--- The lowest cost from a place to the place of an estimate (see below).
function heuristic.rest(e, p)
  local row = floor(p / e.pitch)
  local dx, dy = abs(p - row * e.pitch - e.x), abs(row - e.y)
  return min(max(e.straight * dx + e.surplus * dy,
    e.straight * dy + e.surplus * dx), e.rest)
end

--- The estimate from a place to others, for dijkstra.lua, whose loop computes
-- it without a call. Of a path with links the steps up to the first short cut
-- count: the estimate is at most `rest`.
function heuristic.from(a, start)
  local diagonal, straight = heuristic.metric(a)
  local y, least = floor(start / a.pitch), huge
  local e = { pitch = a.pitch, x = start - y * a.pitch, y = y,
    straight = straight, surplus = diagonal - straight, rest = huge }
  local cuts = a.edges and shortcuts(a) or NONE
  if #cuts > MANY then
    least = cuts.least
  end
  for i = 1, #cuts <= MANY and #cuts or 0 do
    local cut = cuts[i]
    least = min(least, cut.cost + heuristic.rest(e,
      agent.place(a, cut.x, cut.y)))
  end
  e.rest = least
  return e
end

return heuristic
