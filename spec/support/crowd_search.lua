--- Can a few units all reach their goals? A search over all positions, by the
-- rules of crowd_judge: in each turn each unit stays or takes a step, all at
-- the same time. No code of the library is used.
--
-- Greedy best-first search, by the sum of the units' distances. Without a
-- solution, the search sees every position in reach. So it is for small maps:
-- four units on sixteen cells have up to 43,680 positions.

local crowd_judge = require "spec.support.crowd_judge"

local abs, max, min = math.abs, math.max, math.min

local PHASES = 12
local CELLS = 64 -- on a map, at most: what a digit of a position counts to

local Search = {}
Search.__index = Search

--- For each free cell, the agent's moves { cell, dx, dy }; to stay is the
-- first.
local function steps_of(self, agent)
  local steps, judge = {}, self.judge
  for y = 1, #self.rows do
    for x = 1, self.width do
      if judge:fits(agent, x, y) then
        local cell, from = (y - 1) * self.width + x - 1, { x = x, y = y }
        steps[cell] = { { cell, 0, 0 } }
        for i = 0, 8 do
          local dx, dy = i % 3 - 1, math.floor(i / 3) - 1
          local to = { x = x + dx, y = y + dy }
          if i ~= 4 and judge:may_step(agent, from, to) then
            table.insert(steps[cell], { cell + dy * self.width + dx, dx, dy })
          end
        end
      end
    end
  end
  return steps
end

--- The turns from each cell to the goal without other units. Steps work in both
-- directions.
local function ways_to(steps, goal)
  local ways, queue = { [goal] = 0 }, { goal }
  for _, cell in ipairs(queue) do
    for _, step in ipairs(steps[cell] or {}) do
      if not ways[step[1]] then
        ways[step[1]] = ways[cell] + 1
        queue[#queue + 1] = step[1]
      end
    end
  end
  return ways
end

--- @param agents a list of { x =, y =, w =, h =, to = { x =, y = } or nil }
local function new_search(rows, rule, agents)
  local self = setmetatable({ rows = rows, width = #rows[1], agents = agents,
    judge = crowd_judge.new(rows, rule), steps = {}, ways = {},
    known_pairs = {} }, Search)
  for i, agent in ipairs(agents) do
    agent.rule = rule
    self.steps[i] = steps_of(self, agent)
    if agent.to then
      self.ways[i] = ways_to(self.steps[i],
        (agent.to.y - 1) * self.width + agent.to.x - 1)
    end
  end
  return self
end

-- Steps of two, of three --------------------------------------------------

local function goes_well(a, b, x, y, one, other)
  for i = 0, PHASES do
    local f = i / PHASES
    local off_x = x + (other[2] - one[2]) * f + (b.w - a.w) / 2
    local off_y = y + (other[3] - one[3]) * f + (b.h - a.h) / 2
    local deep = min((a.w + b.w) / 2 - abs(off_x), (a.h + b.h) / 2 - abs(off_y))
    if deep > (i == PHASES and 1e-6 or 0.5 + 1e-6) then return false end
  end
  return true
end

--- Can the agents i and j, in these cells, take these steps at one time?
function Search:may_both(i, j, cell_i, cell_j, one, other)
  local width = self.width
  local x = cell_j % width - cell_i % width
  local y = math.floor(cell_j / width) - math.floor(cell_i / width)
  if max(abs(x), abs(y)) > 4 then return true end
  local key = ((((y + 4) * 9 + x + 4) * 9 + (one[3] + 1) * 3 + one[2] + 1) * 9
    + (other[3] + 1) * 3 + other[2] + 1) * 64 + (i - 1) * 8 + j
  local known = self.known_pairs[key]
  if known == nil then
    known = goes_well(self.agents[i], self.agents[j], x, y, one, other)
    self.known_pairs[key] = known
  end
  return known
end

--- Does a unit hold the cell before and after?
function Search:is_held(cell, from, steps)
  local width = self.width
  local x, y = cell % width, math.floor(cell / width)
  for i, agent in ipairs(self.agents) do
    local left, top = from[i] % width, math.floor(from[i] / width)
    local to_x, to_y = left + steps[i][2], top + steps[i][3]
    if x >= max(left, to_x) and x < min(left, to_x) + agent.w
      and y >= max(top, to_y) and y < min(top, to_y) + agent.h then
      return true
    end
  end
  return false
end

function Search:has_squeeze(from, steps)
  for i, agent in ipairs(self.agents) do
    local dx, dy = steps[i][2], steps[i][3]
    if dx ~= 0 and dy ~= 0 and agent.w * agent.h == 1
      and self:is_held(from[i] + dx, from, steps)
      and self:is_held(from[i] + dy * self.width, from, steps) then
      return true
    end
  end
  return false
end

-- All of them -------------------------------------------------------------

local function key_of(cells)
  local key = 0
  for _, cell in ipairs(cells) do
    key = key * CELLS + cell
  end
  return key
end

--- The sum of the distances left; nil if an agent cannot reach its goal.
function Search:left(cells)
  local sum = 0
  for i, ways in pairs(self.ways) do
    local way = ways[cells[i]]
    if not way then return nil end
    sum = sum + way
  end
  return sum
end

--- Calls see(cells) with each position after the next turn.
function Search:each_turn(from, see)
  local steps, count = {}, #self.agents
  local function choose(i)
    if i > count then
      if not self:has_squeeze(from, steps) then
        local cells = {}
        for n = 1, count do
          cells[n] = steps[n][1]
        end
        see(cells)
      end
      return
    end
    for _, step in ipairs(self.steps[i][from[i]]) do
      local fine = true
      for j = 1, i - 1 do
        if not self:may_both(j, i, from[j], from[i], steps[j], step) then
          fine = false
          break
        end
      end
      if fine then
        steps[i] = step
        choose(i + 1)
      end
    end
  end
  choose(1)
end

--- @param most nil or the most positions to look at
-- @return whether all agents can be at their goals at one time (nil: unknown,
-- `most` positions were not enough), and the count of positions looked at
function Search:solve(most)
  local start = {}
  for i, agent in ipairs(self.agents) do
    start[i] = (agent.y - 1) * self.width + agent.x - 1
  end
  local left = self:left(start)
  if not left then return false, 0 end
  local seen, count, found = { [key_of(start)] = true }, 0, left == 0
  local open, least = { [left] = { start } }, left
  local function see(cells)
    local key = key_of(cells)
    if not seen[key] then
      seen[key] = true
      local now_left = self:left(cells)
      open[now_left] = open[now_left] or {}
      table.insert(open[now_left], cells)
      least = min(least, now_left)
      found = found or now_left == 0
    end
  end
  local farthest = left + CELLS * #self.agents
  while not found and least <= farthest do
    local list = open[least]
    if list and #list > 0 then
      if count == most then return nil, count end
      count = count + 1
      self:each_turn(table.remove(list), see)
    else
      least = least + 1
    end
  end
  return found, count
end

return new_search
