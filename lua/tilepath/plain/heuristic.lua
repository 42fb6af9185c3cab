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

-- Its file is there if the grid has links.
local linkheuristic = require((siblings:gsub("plain[./]$", "")) .. "later")
  .module("plain.linkheuristic")

local abs, floor, huge, max, min, sqrt =
  math.abs, math.floor, math.huge, math.max, math.min, math.sqrt

local heuristic = { MANY = 64 } -- short cuts

local MOST = 2 ^ 51 -- of an estimate
local FEW = 16 -- up to this many goals have their own estimates
local MANY, NONE = heuristic.MANY, { least = huge }

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
  local cuts, estimate = a.edges and linkheuristic.shortcuts(a) or NONE, nil
  aim.most, aim.shift = cuts.least, nil
  if cuts.plan and is_one then
    linkheuristic.aim_in_plan(aim, a, cuts.plan, list[1], x, y)
    return
  end
  if #boxes > 1 or a.grid.stagger or cuts[1] and #cuts <= MANY then
    estimate = to_any(a.grid.stagger, boxes, diagonal, straight, slack)
  end
  if cuts[1] and #cuts <= MANY then
    local ends
    ends, aim.most = linkheuristic.find_ends(a, cuts, estimate, x, y)
    if ends[1] or #boxes > 1 or a.grid.stagger then
      aim.estimate = linkheuristic.with_ends(a, ends, aim.most, estimate)
      return
    end
  elseif estimate then
    aim.estimate = cuts[1]
      and linkheuristic.with_ends(a, NONE, cuts.least, estimate) or estimate
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
  local cuts = a.edges and linkheuristic.shortcuts(a) or NONE
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
