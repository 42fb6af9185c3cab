--- Jump point search on maps with thin walls and links: as cheap as a textbook
-- Dijkstra in plain Lua (which reads nothing but what the test has put on the
-- map), the same after edits and in slices with edits in between. Every run has
-- its own maps; the seed is printed, and SEED=... in the environment has the
-- same ones again; ROUNDS=... more of them.

local tilepath = require "tilepath"
local helper = require "spec.helper"
local judge = require "spec.support.judge"

local near, points = helper.near, helper.points

local seed = tonumber(os.getenv("SEED")) or os.time()
local rounds = tonumber(os.getenv("ROUNDS")) or 25
print(("jps_gates_spec: SEED=%d"):format(seed))

local COSTS = { { 1, math.sqrt(2) }, { 10, 14 }, { 1, 1 }, { 1, 2 }, { 2, 3 },
  { 0.1, 1 / 7 } }
local SIDES = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
local STEPS = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 1 }, { -1, 1 },
  { -1, -1 }, { 1, -1 } }

local function any(random, choices)
  return choices[random(1, #choices)]
end

-- ---- a world, and the grid that is to be the same -------------------------

--- Cells by number from 1: free[c], and shut[c][s] where one may not leave cell
-- c by side s of SIDES.
local World = {}
World.__index = World

function World:cell(x, y)
  return (y - 1) * self.width + x
end

function World:has(x, y)
  return x >= 1 and y >= 1 and x <= self.width and y <= self.height
end

function World:is_free(x, y)
  return self:has(x, y) and self.free[self:cell(x, y)]
end

--- Is a straight step not shut?
function World:is_open(x, y, dx, dy)
  local shut = self.shut[self:cell(x, y)]
  for s, side in ipairs(SIDES) do
    if side[1] == dx and side[2] == dy then
      return not (shut and shut[s])
    end
  end
end

--- May one step from a free cell? As the manual has it.
function World:may_step(rule, x, y, dx, dy)
  if not self:is_free(x + dx, y + dy) then
    return false
  elseif dx == 0 or dy == 0 then
    return self:is_open(x, y, dx, dy)
  elseif rule == "never" then
    return false
  end
  local a, b = self:is_free(x + dx, y), self:is_free(x, y + dy)
  if rule == "only_if_no_obstacles" and not (a and b)
    or rule == "at_least_one_walkable" and not (a or b) then
    return false
  end
  local a1, a2 = self:is_open(x, y, dx, 0), self:is_open(x + dx, y, 0, dy)
  local b1, b2 = self:is_open(x, y, 0, dy), self:is_open(x, y + dy, dx, 0)
  if rule == "only_if_no_obstacles" then
    return a1 and a2 and b1 and b2
  end
  return a1 and a2 or b1 and b2
end

--- Shuts a side, or opens it, here and on the grid. kind: "both", "one_way" or
-- "open".
function World:put_wall(x, y, s, kind)
  local dx, dy = SIDES[s][1], SIDES[s][2]
  local back = (s + 1) % 4 + 1
  if not self:has(x, y) or not self:has(x + dx, y + dy) then
    return
  end
  local here, there = self:cell(x, y), self:cell(x + dx, y + dy)
  self.shut[here] = self.shut[here] or {}
  self.shut[there] = self.shut[there] or {}
  self.shut[here][s] = kind == "both"
  self.shut[there][back] = kind ~= "open"
  if kind == "open" then
    self.grid:unwall(x, y, x + dx, y + dy)
  else
    self.grid:wall(x, y, x + dx, y + dy, kind == "one_way" and kind or nil)
  end
end

function World:put_cell(x, y, is_free)
  self.free[self:cell(x, y)] = is_free
  self.grid:set_walkable(x, y, is_free)
end

function World:put_link(random)
  local x1, y1 = random(1, self.width), random(1, self.height)
  local x2, y2 = random(1, self.width), random(1, self.height)
  if x1 == x2 and y1 == y2 then
    return
  end
  local price = any(random, { 0, 0, 1, 2.5, 4, 10, 1000 })
  local one_way = random(1, 3) == 1
  local link = self.grid:link(x1, y1, x2, y2,
    { price = price, one_way = one_way })
  self.links[#self.links + 1] = { x1, y1, x2, y2, price, one_way, link }
end

function World:take_link(random)
  if #self.links > 0 then
    local gone = table.remove(self.links, random(1, #self.links))
    self.grid:unlink(gone[7])
  end
end

--- The passages that leave each cell: { to, price }.
function World:passages()
  local out = {}
  local function add(from, to, price)
    out[from] = out[from] or {}
    table.insert(out[from], { to, price })
  end
  for _, link in ipairs(self.links) do
    local from = self:cell(link[1], link[2])
    local to = self:cell(link[3], link[4])
    add(from, to, link[5])
    if not link[6] then
      add(to, from, link[5])
    end
  end
  return out
end

--- The costs of all cells from one that is free, by Dijkstra's algorithm.
function World:costs_from(profile, x, y)
  local passages, width = self:passages(), self.width
  local cost, done = { [self:cell(x, y)] = 0 }, {}
  local open, first, last = { [1] = {} }, 1, 1 -- of straight steps, so many
  open[1] = { self:cell(x, y) }
  local function reach(c, g)
    if self.free[c] and (not cost[c] or g < cost[c]) then
      cost[c] = g
      local b = math.floor(g / profile.straight_cost) + 1
      open[b] = open[b] or {}
      table.insert(open[b], c)
      last = math.max(last, b)
    end
  end
  while first <= last do
    local bucket = open[first] or {}
    local best
    for i = #bucket, 1, -1 do
      if done[bucket[i]] then
        bucket[i] = bucket[#bucket]
        bucket[#bucket] = nil
        best = best and best <= #bucket and best or best and i
      elseif not best or cost[bucket[i]] < cost[bucket[best]] then
        best = i
      end
    end
    if not best then
      first = first + 1
    else
      local c = table.remove(bucket, best)
      local g = cost[c]
      done[c] = true
      local cx, cy = (c - 1) % width + 1, math.floor((c - 1) / width) + 1
      for _, step in ipairs(STEPS) do
        local dx, dy = step[1], step[2]
        if self:may_step(profile.diagonal, cx, cy, dx, dy) then
          reach(self:cell(cx + dx, cy + dy), g
            + (dx ~= 0 and dy ~= 0 and profile.diagonal_cost
              or profile.straight_cost))
        end
      end
      for _, passage in ipairs(passages[c] or {}) do
        reach(passage[1], g + passage[2] * profile.straight_cost)
      end
    end
  end
  return cost
end

--- Fails unless each leg of a path is a legal step or a link, and they add up
-- to its cost.
function World:check(profile, path, cost)
  local passages, sum = self:passages(), 0
  local is_link = {}
  for _, i in ipairs(path.links or {}) do
    is_link[i] = true
  end
  for i = 1, path:count() - 1 do
    local x1, y1 = path[2 * i - 1], path[2 * i]
    local x2, y2 = path[2 * i + 1], path[2 * i + 2]
    if is_link[i] then
      local least
      for _, passage in ipairs(passages[self:cell(x1, y1)] or {}) do
        if passage[1] == self:cell(x2, y2)
          and (not least or passage[2] < least) then
          least = passage[2]
        end
      end
      assert.is_truthy(least)
      sum = sum + least * profile.straight_cost
    else
      assert.is_true(self:may_step(profile.diagonal, x1, y1, x2 - x1, y2 - y1))
      sum = sum + (x1 ~= x2 and y1 ~= y2 and profile.diagonal_cost
        or profile.straight_cost)
    end
  end
  near(sum, cost, 1e-6 * sum + 1e-9)
end

local function new_world(random, with_links)
  local width, height = random(1, any(random, { 8, 20, 75 })),
    random(1, any(random, { 8, 30 }))
  local world = setmetatable({ width = width, height = height, free = {},
    shut = {}, links = {}, grid = tilepath.grid(width, height) }, World)
  local blocked = any(random, { 0, 0, 5, 20, 40 })
  for y = 1, height do
    for x = 1, width do
      world:put_cell(x, y, random(1, 100) > blocked)
    end
  end
  for _ = 1, any(random, { 1, 3, 10, width * height / 3 }) do
    world:edit_wall(random)
  end
  for _ = 1, with_links and any(random, { 0, 1, 3, 12 }) or 0 do
    world:put_link(random)
  end
  return world
end

--- A wall of some cells' length, or an opening.
function World:edit_wall(random)
  local x, y, s = random(1, self.width), random(1, self.height), random(1, 4)
  local kind = any(random, { "both", "both", "one_way", "one_way", "open" })
  for _ = 1, any(random, { 1, 1, 1, 4, 15 }) do
    self:put_wall(x, y, s, kind)
    x, y = x + math.abs(SIDES[s][2]), y + math.abs(SIDES[s][1])
  end
end

function World:edit(random, with_links)
  local kind = random(1, with_links and 5 or 3)
  if kind == 1 then
    local x, y = random(1, self.width), random(1, self.height)
    self:put_cell(x, y, not self:is_free(x, y))
  elseif kind <= 3 then
    self:edit_wall(random)
  elseif kind == 4 then
    self:put_link(random)
  else
    self:take_link(random)
  end
end

function World:place(random)
  for _ = 1, 9 do
    local x, y = random(1, self.width), random(1, self.height)
    if self:is_free(x, y) then
      return x, y
    end
  end
end

-- ---- laws -----------------------------------------------------------------

local function profile_of(random, rule)
  local costs = any(random, COSTS)
  return { algorithm = random(1, 4) == 1 and "auto" or "jps",
    diagonal = rule or any(random, judge.rules), straight_cost = costs[1],
    diagonal_cost = costs[2] }
end

--- Calls f(random, world) for random worlds, and says which one it was where f
-- fails.
local function each_world(law, with_links, f)
  local random = helper.random(seed * 6007 + law * 70001)
  for _ = 1, 10 do
    random(0, 1)
  end
  for number = 1, rounds do
    local world = new_world(random, with_links)
    local fine, message = xpcall(function()
      f(random, world)
    end, function(message)
      return type(message) == "table" and message
        or debug.traceback(message, 2)
    end)
    if not fine then
      print(("jps_gates_spec: failed on map %d of SEED=%d"):format(number,
        seed))
      error(message, 0)
    end
  end
end

--- Judges what a finder has found.
local function judge_found(world, profile, costs, to, path, cost)
  local least = costs[world:cell(to[1], to[2])]
  if not least then
    assert.is_nil(path)
    assert.are.equal("unreachable", cost)
    return
  end
  assert.is_truthy(path)
  near(least, cost, 1e-6 * least + 1e-9)
  world:check(profile, path, cost)
  assert.are.same(to, { path[#path - 1], path[#path] })
end

local function judge_finder(random, world, finder, profile)
  for _ = 1, 2 do
    local x1, y1 = world:place(random)
    local costs = x1 and world:costs_from(profile, x1, y1)
    for _ = 1, x1 and 6 or 0 do
      local x2, y2 = world:place(random)
      if x2 then
        local path, cost = finder:find(x1, y1, x2, y2)
        if (os.getenv("JPS") or "") == "" or finder.info.algorithm == "jps" then
          judge_found(world, profile, costs, { x2, y2 }, path, cost)
        end
      end
    end
  end
end

--- Tickets that are searched for in slices, with edits in between: each is
-- answered as the map is then.
local function judge_tickets(random, world, finder, profile, with_links)
  local queue = tilepath.queue { nodes = random(1, 4) }
  for _ = 1, 3 do
    local x1, y1 = world:place(random)
    local x2, y2 = world:place(random)
    if x1 and x2 then
      queue:find(finder, x1, y1, x2, y2, { on_done = function(ticket)
        local path, cost = ticket:path()
        if world:is_free(x1, y1) and world:is_free(x2, y2) then
          judge_found(world, profile, world:costs_from(profile, x1, y1),
            { x2, y2 }, path, cost)
        else
          assert.is_nil(path)
        end
      end })
    end
  end
  for _ = 1, 2000 do
    if #queue == 0 then
      break
    end
    queue:update()
    if random(1, 3) == 1 then
      world:edit(random, with_links)
    end
  end
end

local KINDS = { { "thin walls", false }, { "thin walls and links", true } }

describe("jump point search, where there are", function()
  for k, kind in ipairs(KINDS) do
    local with_links = kind[2]
    for number, rule in ipairs(judge.rules) do
      it(kind[1] .. ", finds cheapest paths under edits: " .. rule, function()
        each_world(10 * k + number, with_links, function(random, world)
          local profile = profile_of(random, rule)
          local finder = tilepath.pathfinder(world.grid, profile)
          for _ = 1, random(1, 6) do
            judge_finder(random, world, finder, profile)
            for _ = 1, random(1, 4) do
              world:edit(random, with_links)
            end
          end
        end)
      end)
    end

    it(kind[1] .. ", answers on an edited map as on a fresh one", function()
      each_world(10 * k + 5, with_links, function(random, world)
        local profile = profile_of(random)
        local finder = tilepath.pathfinder(world.grid, profile)
        for _ = 1, 6 do
          for _ = 1, random(0, 3) do
            world:edit(random, with_links)
          end
          local fresh = tilepath.pathfinder(world.grid, profile)
          for _ = 1, 4 do
            local x1, y1 = world:place(random)
            local x2, y2 = world:place(random)
            if x1 and x2 then
              local path, cost = finder:find(x1, y1, x2, y2)
              local other, same = fresh:find(x1, y1, x2, y2)
              assert.are.equal(same, cost)
              assert.are.equal(other and points(other), path and points(path))
              assert.are.equal(fresh.info.expanded, finder.info.expanded)
              assert.are.equal(fresh.info.algorithm, finder.info.algorithm)
            end
          end
        end
      end)
    end)

    it(kind[1] .. ", goes on with a search that is sliced", function()
      each_world(10 * k + 6, with_links, function(random, world)
        local profile = profile_of(random)
        local finder = tilepath.pathfinder(world.grid, profile)
        for _ = 1, 4 do
          judge_tickets(random, world, finder, profile, with_links)
        end
      end)
    end)
  end
end)

describe("a search that goes on after an edit", function()
  it("takes a link whose end has come free far away", function()
    for _, algorithm in ipairs { "jps", "astar" } do
      local grid = tilepath.grid(150, 9)
      for x = 10, 140, 5 do
        grid:fill(x, x % 10 == 0 and 1 or 2, 1, 8, "wall")
      end
      grid:link(5, 5, 146, 5, { price = 2 })
      grid:set_walkable(146, 5, false)
      local finder = tilepath.pathfinder(grid, { algorithm = algorithm })
      local queue = tilepath.queue { nodes = 2 }
      local ticket = queue:find(finder, 1, 1, 113, 5)
      for _ = 1, 3 do
        queue:update()
      end
      assert.are.equal("running", ticket.status)
      grid:set_walkable(146, 5, true)
      while #queue > 0 do
        queue:update()
      end
      local path, cost = ticket:path()
      local expected, least = finder:find(1, 1, 113, 5)
      assert.are.equal(1, #expected.links)
      assert.are.equal(least, cost)
      assert.are.equal(points(expected), points(path))
    end
  end)
end)
