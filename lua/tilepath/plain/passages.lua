--- Two units cannot pass each other in a passage: which one has the right of
-- way, and which one waits outside?
--
--     . . . #          c stands in a dead end, and a and b want to go there.
--     . a b c          c wants to come out. If a or b stepped in, c could not.
--     . . . #          So they wait until c is out.
--
-- A passage is a row of places with at most two ways on each, by the map of the
-- unit that asks. A link is a passage without places. At its ends other
-- passages end, too, as nobody can be pushed through a link; but those beyond
-- it count for who waits outside. Passages are followed place by place: nothing
-- is stored.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local costtogoal = require(siblings .. "costtogoal")
local crowdunit = require(siblings .. "crowdunit")

local any_cell, cost, covers, ends_at, legal_directions, rests =
  crowdunit.any_cell, crowdunit.cost, crowdunit.covers, crowdunit.ends_at,
  crowdunit.legal_directions, crowdunit.rests

local huge = math.huge

local passages = {}

local MOST_CELLS = 64 -- a longer passage counts as one without an end

-- The map ---------------------------------------------------------------------

-- The straight directions among those of a list.
local straight_of = setmetatable({}, { __mode = "k" })

--- The ways on from a place: straight steps, unless all are diagonal. Past a
-- corner a diagonal step leads to where two straight ones do.
local function ways_from(u, p)
  local list = legal_directions(u, p)
  if u.agent.grid.stagger then
    return list
  end
  local straight = straight_of[list]
  if not straight then
    straight = {}
    for _, d in ipairs(list) do
      straight[#straight + 1] = d <= 4 and d or nil
    end
    straight = straight[1] and straight or list
    straight_of[list] = straight
  end
  return straight
end

--- Is the place one of a passage? A corner of a room is none: its two ways on
-- meet beside it.
local function find_passage(u, p)
  local list, a = ways_from(u, p), u.agent
  if #list ~= 2 then
    return #list < 2
  end
  local on, back = list[1], list[2]
  local one, two = p + a.offset[on], p + a.offset[back]
  local across = a.direction_of[two - one]
  return not (across and agent.may_step(a, one, across))
    and (one + two == 2 * p or not agent.may_step(a, one, back)
      or not agent.may_step(a, two, on))
end

--- The same, kept as the lists of directions are.
local function is_passage(u, p)
  local a = u.agent
  local is_one
  if a.directions_version == a.version then
    is_one = a.passage_at[p]
  end
  if is_one == nil then
    is_one = find_passage(u, p)
    a.passage_at[p] = is_one
  end
  return is_one
end

--- The next place behind two of a passage; nil: it ends. If the way came past a
-- corner, the place beside that is behind it, too.
local function go_on(u, from, p)
  local list, a = ways_from(u, p), u.agent
  local came = a.direction_of[p - from]
  local is_diagonal = came and came > 4 and not a.grid.stagger
  for i = 1, #list do
    local q = p + a.offset[list[i]]
    local across = is_diagonal and a.direction_of[q - from]
    if q ~= from and not (across and across <= 4) then
      return q
    end
  end
end

--- Goes on from place to place, behind `from`, by go(u, from, p), until
-- test(u, p, from, ...) answers true or false; false where the way ends.
local function go_along(u, from, p, go, test, a, b)
  for _ = 1, MOST_CELLS do
    local answer = test(u, p, from, a, b)
    if answer ~= nil then
      return answer
    end
    from, p = p, (go(u, from, p))
    if not p then
      return false
    end
  end
  return false
end

-- Where units want to go ------------------------------------------------------

local function prefers(u, to, p)
  return cost(u, to) < cost(u, p)
end

--- The link on which a unit's path goes on from a place.
local function edge_at(u, p)
  return u.to_goal and costtogoal.edge(u.to_goal, p)
end

-- Right of way ----------------------------------------------------------------

--- The unit in a place before this round began.
local function stands_at(c, p)
  local other = c.occupant[p]
  if not (other and other.choice) or covers(other, other.at, p) then
    return other
  end
  for i = 1, c.n_reserved do
    if c.reserved[i] == p then return c.displaced[i] end
  end
  return other
end

--- Would a unit in the place rather be in the one before it? It may be one that
-- comes there in this round.
local function meets_in(c, u, p, before)
  local other = c.occupant[p]
  return other and other ~= u and not rests(other)
    and prefers(other, before, other.at)
end

local function is_at_rest(c, u, p)
  local other = stands_at(c, p)
  return other and other ~= u and rests(other)
end

--- Would the next unit in the passage rather be nearer? nil: one at rest is
-- before it.
local function meets(u, p, from, c)
  if not any_cell(c, u, p, is_at_rest) then
    return any_cell(c, u, p, meets_in, from) or false
  elseif not is_passage(u, p) then
    return false
  end
end

--- Adds to the number of places those of the passage that follow.
-- @return the number, and does it end there?
local function ends_after(u, from, p, length)
  while p and length < MOST_CELLS and is_passage(u, p) do
    length = length + 1
    from, p = p, go_on(u, from, p)
  end
  return length, not p
end

--- Is another one that would rather be in its place in the way of a unit: at
-- the far end of its path's link, or else in any better place?
local function meets_any(c, u, edge)
  local list = legal_directions(u, u.at)
  for i = 1, edge and 0 or #list do
    local p = u.at + u.agent.offset[list[i]]
    if prefers(u, p, u.at) and go_along(u, u.at, p, go_on, meets, c) then
      return true
    end
  end
  return edge and go_along(u, u.at, edge.to, go_on, meets, c)
end

--- For a unit in a passage, with another one in its way that would rather be
-- there: the number of steps which it would lose if it had to make way. huge:
-- it comes out of a dead end. 0 for all others.
function passages.lead(c, u)
  if not is_passage(u, u.at) then -- first: most units are in none
    return 0
  end
  local list, edge = ways_from(u, u.at), edge_at(u, u.at)
  if not meets_any(c, u, edge) then
    return 0
  end
  local goes_in, comes_out, length = false, #list < 2, 1
  for i = 1, #list do
    local p = u.at + u.agent.offset[list[i]]
    local longer, ends = ends_after(u, u.at, p, length)
    local is_ahead = not edge and prefers(u, p, u.at)
    length = longer
    goes_in = goes_in or ends and is_ahead
    comes_out = comes_out or ends and not is_ahead
  end
  return comes_out and not goes_in and huge or 2 * length
end

-- Waiting outside -------------------------------------------------------------

--- Does a unit, in a passage that leads from one place to the next, want to go
-- back?
local function wants_back(u, from, to)
  local a = u.agent
  local d = a.direction_of[from - to]
  if d and agent.may_step(a, u.at, d) then
    return prefers(u, u.at + from - to, u.at)
  end
  local edge = edge_at(u, u.at)
  return edge and edge.to == from
end

--- Where a unit's path leads on by a link, or else by a step; and the link.
local function follow(u, from, p)
  local edge = edge_at(u, p)
  return edge and edge.to or go_on(u, from, p), edge
end

--- Is a place the goal of a unit that comes back over the first places of a
-- passage? nil: neither that nor the last of these.
local function stops(_, p, _, other, last)
  if p == last then
    return false
  end
  return ends_at(other, p) or nil
end

--- The unit for which another one, outside of a passage, waits before it goes
-- to a place: in a dead end one that comes out of it; or one that is at the same
-- goal or goes there, if the passage ends or has that goal. Else nil. (A joint
-- plan waits for none that comes out: it leads each one.) And is it a trap for
-- a unit that is pushed: does its pusher go into that dead end?
-- @param pusher  the first pusher, or nil
function passages.bars(c, u, to, pusher)
  if not is_passage(u, to) or is_passage(u, u.at) then
    return nil
  end
  local leaver, rival = nil, nil
  local has_goal, has_end, follows = false, false, false
  local from, p = u.at, to
  local function look(_, _, q)
    local other = c.occupant[q]
    if not other or other == u or crowdunit.is_wall(other) then
      return
    elseif crowdunit.loses_goal_to(u, other) then
      rival = other
    elseif rests(other) or not covers(other, other.at, q) then
      return
    elseif other.state == "going" and wants_back(other, from, p)
      and not go_along(u, u.at, to, follow, stops, other, p) then
      leaver = other
    elseif u.goal and other.goal == u.goal then
      rival = other
    end
  end
  for _ = 1, MOST_CELLS do
    if not p or not is_passage(u, p) then
      break
    end
    any_cell(c, u, p, look)
    has_goal = has_goal or ends_at(u, p)
    follows = follows or pusher and ends_at(pusher, p)
    local next_place, edge = follow(u, from, p)
    from, p = p, next_place
    has_end = has_end or not p or edge ~= nil
  end
  return has_end and not c.plan and leaver
    or (has_end or has_goal) and rival or nil,
    has_end and follows and not has_goal
end

local function is_held(c, u, p)
  return c.occupant[p] and c.occupant[p] ~= u
end

--- The first link from a unit's place whose far end is free.
function passages.way_out(c, u)
  local edges = u.agent.edges
  local list = edges and edges[u.at]
  for i = 1, list and #list or 0 do
    if not any_cell(c, u, list[i].to, is_held) then
      return list[i]
    end
  end
end

return passages
