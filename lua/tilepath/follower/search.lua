--- A follower's searches for paths, and what it does when its path is blocked.
--
-- With the option `breaks` another pathfinder searches, and the path is cut
-- before the first wall of the follower's own. The path's fields wall_x and
-- wall_y are the middle of the first blocked cell then, or the next point if a
-- link leads there. The follower waits at its end until the map changes.
--
-- Cost: a find_world for a search, and after an edit for the test whether the
-- path may still end where it does.

local core = require "tilepath_core"
local parent = (...):match("^(.*[./])follower[./]") or ""
require(parent .. "luajit").exact()
local cells_away_from = require(parent .. "follower.flee")
local Leg = require(parent .. "follower.leg")
local Links = require(parent .. "links")
local Map = require(parent .. "follower.map")
local options = require(parent .. "follower.options")
local Orders = require(parent .. "follower.orders")
local Progress = require(parent .. "follower.progress")
local ready = require(parent .. "ready")
local Wander = require(parent .. "later").module("wander")

local huge = math.huge

local Search = {}

-- Costs -----------------------------------------------------------------------

--- The cost of a straight line or of a link; nil: it is blocked.
function Search.cost_of_leg(finder, by_link, x1, y1, x2, y2)
  if by_link then
    return (select(3, core.link_between(finder, x1, y1, x2, y2)))
  end
  local clear, cost = core.walks_world("walk", finder, x1, y1, x2, y2)
  return clear and cost or nil
end

--- The cost of a path in world units as the map is now; huge if something is in
-- the way.
function Search.cost(self, path)
  local finder, sum = self.finder, 0
  ready.ensure_current("path", finder)
  for i = 1, #path / 2 - 1 do
    sum = sum + (Search.cost_of_leg(finder, Links.has(path, i), path[2 * i - 1],
      path[2 * i], path[2 * i + 1], path[2 * i + 2]) or huge)
  end
  return sum
end

--- Rounds a path in the world by the follower's turning circle.
-- @param among  options `avoid`, `except` and `avoid_price` of its search
function Search.smooth(self, call, path, finder, among)
  local radius = self.turn_radius
  if not radius then
    return path
  end
  ready.ensure_current(call, finder)
  return path:smooth(finder, radius, among)
end

--- A path that leads nowhere: the follower stays.
-- @param partial  true: that is not where it should be; else nil
local function stay(self, partial)
  return setmetatable({ self.x, self.y, units = "world", partial = partial },
    core.Path)
end

--- A path for an order that waits for a way: straight to its goal, or of a patrol
-- nowhere.
function Search.wait(self, order)
  local path, goal = stay(self, true), order.goals and order.goals[1]
  path[3], path[4] = goal and goal[1] or order.x or self.x,
    goal and goal[2] or order.y or self.y
  return path
end

--- Is the follower of a keep in range, and does its way lead over a link? The
-- far end may be too near, so it would go to and fro: it rests before the link.
local function rests_at_link(self, order, path)
  if not path.links or path.partial or (order.least or 0) == 0
    or order.is_away or order.query.sight or Leg.is_crossing(self._progress)
  then
    return false
  end
  local far = Leg.distance(self.x, self.y, order.x, order.y)
  return far >= order.least and far <= order.within
end

--- What a search looks for.
-- @param points, i  of a patrol, and the number of one; nil: the order's goal
-- @return the pathfinder that searches; its query; and the goal's x and y, or a
-- list of goals. nil: the follower stays where it is
local function choose_goal(self, call, order, points, i)
  local seeker, query, goals = self.finder, order.query, order.goals
  if points and order.areas then
    goals = { order.areas[i] }
  end
  local stays = order.flees
  if order.target and (order.is_away or query.sight) then
    ready.ensure_current(call, seeker)
    goals, query = cells_away_from(self, order)
    stays = goals and #goals == 0
  end
  if stays then
    return nil
  end
  if query.breaks then
    query = Orders.copy(query, 1)
    seeker, query.breaks = query.breaks, nil
  end
  if goals then
    return seeker, query, goals
  elseif points then
    return seeker, query, points[2 * i - 1], points[2 * i]
  elseif order.x then
    return seeker, query, order.x, order.y
  end
  return seeker, query, Progress.goal(self)
end

--- The new path as the follower walks it: pruned if it prunes, and smoothed.
-- @param is_cut  another pathfinder has found it: it ends before the first wall
local function trim(self, call, finder, query, path, is_cut)
  local wall_x, wall_y
  if is_cut then
    ready.ensure_current(call, finder)
    path, wall_x, wall_y = path:cut(finder)
  end
  -- An agent without diagonal steps does not walk along slanted lines.
  local prunes = self.prune and not core.steps_straight(finder)
  if prunes or self.turn_radius then
    local among = { avoid = query.avoid or query.stops, except = query.except,
      avoid_price = query.avoid_price }
    if prunes then
      path = path:prune(finder, among)
    end
    path = Search.smooth(self, call, path, finder, among)
  end
  path.wall_x, path.wall_y = wall_x, wall_y
  return path
end

--- Searches for a path from the follower's place. The game's heuristic may
-- write to the follower's fields meanwhile.
-- @param points, i  of a patrol, and the number of one; nil: the order's goal
-- @return a new path, pruned if the follower prunes, and smoothed; or nil,
-- reason
function Search.find(self, call, order, points, i)
  local finder = self.finder
  local seeker, query, to, y = choose_goal(self, call, order, points, i)
  if not seeker then
    return stay(self, order.is_away or nil)
  end
  options.check_one(self, call, "prune")
  ready.ensure_idle(call, seeker)
  local from_x, from_y, from_link_end = Leg.start(self)
  local path, reason = core.find_for(call, seeker, from_x, from_y, to,
    y or query, y and query)
  options.check(self, call)
  order.reason = not path and reason
  if not path and (order.waits or order.is_away)
    and not reason:find("outside") then
    return stay(self, true)
  elseif not path then
    return nil, reason
  elseif rests_at_link(self, order, path) then
    return stay(self)
  end
  path = trim(self, call, finder, query, path, seeker ~= finder)
  -- On a flight only goals in the ring cost nothing (flee.lua). A dear one lies
  -- inside it: the follower gets away as far as it can, but not far enough.
  path.partial = path.partial or order.is_away
    and to[path.goal_index].cost > 0 or nil
  if order.target or order.areas then
    path.goal_index = nil -- the list of goals is none of the game's
  end
  if from_link_end then
    Leg.begin_on_link(self, path)
  end
  return path
end

--- The first path of an order. A follower that stands at the first point of a
-- patrol has reached it, and gets the path to the next one, if there is one.
-- @param points  of a patrol; or nil
-- @param first   the number of the point where it begins
-- @return a path; or nil, reason
function Search.find_first(self, call, order, points, first)
  if not points then
    return Search.find(self, call, order)
  end
  local x, y = points[2 * first - 1], points[2 * first]
  if x ~= self.x or y ~= self.y or not points[3] then
    return Search.find(self, call, order, points, first)
  end
  local second = points[2 * first + 1] and first + 1 or 1
  return Search.find(self, call, order, points, second) or stay(self)
end

-- When the map has changed ------------------------------------------------------

--- Does the follower still walk as it did at this number of restarts? False
-- if the game has given another order meanwhile.
local function goes_on(self, restarts)
  local progress = self._progress
  return progress.restarts == restarts and not self._paused
    and Progress.is_under_way(progress)
end

--- Draws the next point of a patrol at random.
-- @param is_resuming  it may be one without a way
-- @return it, as a path; nil: there is no other cell
function Search.draw(self, order, is_resuming)
  local finder = self.finder
  local from_x, from_y = finder:to_cell(self.x, self.y)
  local x, y = Wander.draw(order.wander, finder, from_x, from_y)
  if not x and is_resuming then
    x, y = Wander.any_cell(order.wander, finder.grid, 1, from_x, from_y)
  end
  if x then
    x, y = finder:to_world(x, y)
    return setmetatable({ x, y, units = "world" }, core.Path)
  end
end

--- Finds a path to a point of a patrol at random: to the one that it has, or to
-- another.
local function find_drawn_path(self, call, order)
  local progress, restarts = self._progress, self._progress.restarts
  local is_there = progress.path[1] == self.x and progress.path[2] == self.y
  local path = not is_there and Search.find(self, call, order)
  if path or not goes_on(self, restarts) then
    return goes_on(self, restarts) and path or nil
  end
  local drawn = Search.draw(self, order)
  if drawn then
    progress.path[1], progress.path[2] = drawn[1], drawn[2]
    path = Search.find(self, call, order)
    return goes_on(self, restarts) and path or nil
  elseif is_there then -- there is no other cell
    Progress.set_state(self, "arriving")
  end
end

--- Finds a path to the next point of a patrol, and skips points without a path.
-- A path must lead away from the follower's place, unless all points are one
-- place, or all areas hold it.
-- @return a path; or nil. If no point has a path, the next point is the same as
-- before
local function find_patrol_path(self, call, order)
  local progress, restarts = self._progress, self._progress.restarts
  local stays = order.areas
  for _ = 1, Progress.stops(progress) do
    local path = Search.find(self, call, order, progress.path, progress.index)
    local n = path and #path
    if not goes_on(self, restarts) then
      return nil
    elseif path and (path[n - 1] ~= self.x or path[n] ~= self.y) then
      return path
    elseif path and Progress.is_one_place(progress) then
      Progress.set_state(self, "arriving")
      return nil
    end
    stays = stays and path
    Progress.skip(progress)
  end
  if stays then
    Progress.set_state(self, "arriving")
  end
end

--- May the path still end where it does? A query for a path that costs nothing
-- from there tells. Of a list the path's own goal counts; a goal that is off the
-- grid now, or that is a terrain, keeps its end.
local function keeps_end(self, call, order)
  local progress = self._progress
  local path, points, _, last =
    progress.approach or progress.path, Leg.ahead(progress)
  local seeker, query, to, y = choose_goal(self, call, order,
    progress.is_patrol and progress.path, progress.index)
  local goal = not y and to[path.goal_index or #to == 1 and 1]
  if path.partial or not (y or goal) then
    return true
  elseif goal then
    to = { { goal[1], goal[2], goal[3], goal[4] } }
  end
  query = Orders.copy(query, 1)
  query.max_cost, query.partial = 0, nil
  local found, reason = core.find_for(call, seeker, points[2 * last - 1],
    points[2 * last], to, y or query, y and query)
  return found or reason == "goal_outside"
end

--- Is this path better than the partial path that the follower walks?
local function is_better(self, path)
  local progress, n = self._progress, #path
  return not path.partial or path[n - 1] ~= progress.path[2 * progress.count - 1]
    or path[n] ~= progress.path[2 * progress.count]
end

--- Checks the path ahead, and takes another one if it is blocked. The finder
-- may call a heuristic of the game, which may give orders. Then the result of
-- the search is dropped.
-- @return "blocked" and the place, if that is news; "over" if the game gave an
-- order meanwhile, or the follower arrives; else nil
function Search.look_ahead(self, call)
  local progress, order, finder = self._progress, self._order, self.finder
  local restarts, revision = progress.restarts, core.edits(finder)
  local was_blocked, path = progress.state == "blocked", nil
  ready.ensure_current(call, finder)
  local clear, cell_x, cell_y
  if not progress.is_patrol or progress.approach then
    clear, cell_x, cell_y = Map.is_clear(self, finder)
  end
  local may_improve = order.is_partial and Map.has_changed(self)
  if clear and Orders.picks_end(order) and Map.has_changed(self) then
    clear, cell_x = keeps_end(self, call, order), nil
  end
  if may_improve or not clear then
    path = (progress.wanders and find_drawn_path
      or progress.is_patrol and find_patrol_path or Search.find)(self, call,
      order)
  end
  if not goes_on(self, restarts) then
    return "over"
  end
  local keeps_path = clear and not (path and is_better(self, path))
  Map.record_check(self, self.finder == finder and revision, keeps_path)
  if keeps_path then
    Progress.set_state(self, "going")
  elseif not path then
    Progress.set_state(self, "blocked")
    if was_blocked then
      return nil
    elseif progress.is_patrol or not cell_x then
      return "blocked", Progress.goal(self)
    end
    return "blocked", finder:to_world(cell_x, cell_y)
  elseif progress.is_patrol then
    Progress.set_approach(self, path)
  else
    Progress.set_path(self, path)
    Orders.record_path(self, order, path, revision)
  end
  return progress.state == "arriving" and "over" or nil
end

--- The follower waits at a wall, or for a way, and the map has changed.
function Search.try_again(self, call)
  local restarts, revision = self._progress.restarts, core.edits(self.finder)
  local order = self._order
  local path = Search.find(self, call, order)
  if self._progress.restarts == restarts then
    Map.record_check(self, revision)
    if path and (#path > 2 or not path.wall_x
      and not (order.waits and path.partial)) then
      Orders.begin(self, order, path, revision)
    end
  end
end

return Search
