--- What is connected where there are links and thin walls: is_reachable,
--- nearest and would_block, judged by a plain flood fill that knows both.

local tilepath = require "tilepath"

local RULES = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }
local STRAIGHT = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }
local DIAGONAL = { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } }

-- ---- the judge -------------------------------------------------------------

-- A world is { w =, h =, blocked = { [cell] = true }, shut = { [cell * 8 +
-- direction] = true }, links = { { x1, y1, x2, y2, one_way, kind } } }; a cell
-- is a number.

local function cell_of(world, x, y) return y * world.w + x end

local function is_free(world, x, y)
  return x >= 0 and y >= 0 and x < world.w and y < world.h and
    not world.blocked[cell_of(world, x, y)]
end

-- May one not go from a cell in straight direction k?
local function is_shut(world, x, y, k)
  if x < 0 or y < 0 or x >= world.w or y >= world.h then return false end
  return world.shut[cell_of(world, x, y) * 8 + k] or false
end

-- Is the side shut, either way?
local function is_walled(world, x, y, k)
  local d = STRAIGHT[k]
  return is_shut(world, x, y, k) or
    is_shut(world, x + d[1], y + d[2], (k + 1) % 4 + 1)
end

-- May an agent of that size be there?
local function fits(world, size, x, y)
  for dy = 0, size - 1 do
    for dx = 0, size - 1 do
      if not is_free(world, x + dx, y + dy) then return false end
      if dx < size - 1 and is_walled(world, x + dx, y + dy, 1) then
        return false
      end
      if dy < size - 1 and is_walled(world, x + dx, y + dy, 2) then
        return false
      end
    end
  end
  return true
end

-- Is one of the sides shut that it crosses with a straight step?
local function is_stopped(world, size, x, y, k)
  for i = 0, size - 1 do
    local cx, cy = x, y
    if k == 1 then cx = x + size - 1 end
    if k == 2 then cy = y + size - 1 end
    if STRAIGHT[k][1] ~= 0 then cy = y + i else cx = x + i end
    if is_shut(world, cx, cy, k) then return true end
  end
  return false
end

local function can_step_straight(world, size, x, y, k)
  local d = STRAIGHT[k]
  return fits(world, size, x + d[1], y + d[2]) and
    not is_stopped(world, size, x, y, k)
end

local function can_step_diagonal(world, size, rule, x, y, d)
  local dx, dy = d[1], d[2]
  local h, v = dx > 0 and 1 or 3, dy > 0 and 2 or 4
  if rule == "never" or not fits(world, size, x + dx, y + dy) then
    return false
  end
  local a, b = fits(world, size, x + dx, y), fits(world, size, x, y + dy)
  if rule == "only_if_no_obstacles" and not (a and b) then return false end
  if rule == "at_least_one_walkable" and not (a or b) then return false end
  local one = is_stopped(world, size, x, y, h) or
    is_stopped(world, size, x + dx, y, v)
  local other = is_stopped(world, size, x, y, v) or
    is_stopped(world, size, x, y + dy, h)
  if rule == "only_if_no_obstacles" then return not (one or other) end
  return not (one and other)
end

-- The cells to which there are ways from one, as a set.
local function flood(world, agent, x, y)
  local size, rule = agent.size, agent.rule
  local met, queue, last = { [cell_of(world, x, y)] = true }, { { x, y } }, 1
  local function take(to_x, to_y)
    local cell = cell_of(world, to_x, to_y)
    if met[cell] then return end
    met[cell] = true
    last = last + 1
    queue[last] = { to_x, to_y }
  end
  local i = 1
  while i <= last do
    local at = queue[i]
    local ax, ay = at[1], at[2]
    for k = 1, 4 do
      if can_step_straight(world, size, ax, ay, k) then
        take(ax + STRAIGHT[k][1], ay + STRAIGHT[k][2])
      end
      if can_step_diagonal(world, size, rule, ax, ay, DIAGONAL[k]) then
        take(ax + DIAGONAL[k][1], ay + DIAGONAL[k][2])
      end
    end
    for _, l in pairs(world.links) do
      if l[1] == ax and l[2] == ay and fits(world, size, l[3], l[4]) then
        take(l[3], l[4])
      end
      if not l[5] and l[3] == ax and l[4] == ay and
        fits(world, size, l[1], l[2]) then
        take(l[1], l[2])
      end
    end
    i = i + 1
  end
  return met
end

-- ---- worlds ----------------------------------------------------------------

-- Numbers that are the same everywhere.
local function dice(seed)
  local state = seed * 7919 % 2147483647 + 1
  return function(n)
    state = state * 16807 % 2147483647
    return state % n
  end
end

local Edits = {}

function Edits.cell(world, grid, roll)
  local x, y = roll(world.w), roll(world.h)
  local cell = cell_of(world, x, y)
  world.blocked[cell] = roll(100) < world.density or nil
  grid:set(x + 1, y + 1, world.blocked[cell] and "wall" or "open")
end

function Edits.wall(world, grid, roll)
  local x, y, k = roll(world.w), roll(world.h), roll(4) + 1
  local to_x, to_y = x + STRAIGHT[k][1], y + STRAIGHT[k][2]
  if to_x < 0 or to_y < 0 or to_x >= world.w or to_y >= world.h then return end
  local there = cell_of(world, x, y) * 8 + k
  local back = cell_of(world, to_x, to_y) * 8 + (k + 1) % 4 + 1
  local kind = roll(10)
  world.shut[there], world.shut[back] = nil, nil
  if kind < 3 then
    grid:unwall(x + 1, y + 1, to_x + 1, to_y + 1)
  elseif kind < 6 then
    world.shut[back] = true
    grid:wall(x + 1, y + 1, to_x + 1, to_y + 1, "one_way")
  else
    world.shut[there], world.shut[back] = true, true
    grid:wall(x + 1, y + 1, to_x + 1, to_y + 1)
  end
end

-- A line of walls, across tiles and blocks.
function Edits.line(world, grid, roll)
  local x, y = roll(world.w), roll(world.h - 1)
  for i = x, math.min(world.w - 1, x + roll(40)) do
    local there = cell_of(world, i, y) * 8 + 2
    local back = cell_of(world, i, y + 1) * 8 + 4
    world.shut[there], world.shut[back] = true, true
    grid:wall(i + 1, y + 1, i + 1, y + 2)
  end
end

function Edits.link(world, grid, roll)
  local x1, y1 = roll(world.w), roll(world.h)
  local x2, y2 = roll(world.w), roll(world.h)
  if x1 == x2 and y1 == y2 then return end
  local one_way = roll(2) == 0
  local link = grid:link(x1 + 1, y1 + 1, x2 + 1, y2 + 1,
    { one_way = one_way, price = roll(3) })
  world.links[link.id] = { x1, y1, x2, y2, one_way }
end

function Edits.unlink(world, grid)
  local first = next(world.links)
  if not first then return end
  local least = first
  for id in pairs(world.links) do least = math.min(least, id) end
  world.links[least] = nil
  grid:unlink(least)
end

local NAMES = { "cell", "cell", "wall", "wall", "wall", "line", "link",
  "unlink" }

local function edit(world, grid, roll)
  local names = world.names
  Edits[names[roll(#names) + 1]](world, grid, roll)
end

local function new_world(roll)
  local world = { w = 3 + roll(8), h = 3 + roll(8), blocked = {}, shut = {},
    links = {}, density = 15 + roll(60), names = NAMES }
  if roll(4) == 0 then world.w = 28 + roll(50) end
  if roll(4) == 0 then world.h = 28 + roll(50) end
  local grid = tilepath.grid(world.w, world.h)
  for _ = 1, world.w * world.h do Edits.cell(world, grid, roll) end
  return world, grid
end

-- ---- questions -------------------------------------------------------------

local function nearest_of(world, met, x, y)
  local best, best_x, best_y
  for cell in pairs(met) do
    local cx, cy = cell % world.w, math.floor(cell / world.w)
    local far = (cx - x) ^ 2 + (cy - y) ^ 2
    local is_first = best and far == best and
      (cy < best_y or (cy == best_y and cx < best_x))
    if not best or far < best or is_first then
      best, best_x, best_y = far, cx, cy
    end
  end
  return best_x, best_y
end

local function would_block(world, agent, cells, from, to)
  local was = {}
  for i, c in ipairs(cells) do
    local cell = cell_of(world, c[1] - 1, c[2] - 1)
    was[i] = was[i] or { cell, world.blocked[cell] }
    world.blocked[cell] = true
  end
  local cut = not fits(world, agent.size, from[1], from[2]) or
    not fits(world, agent.size, to[1], to[2]) or
    not flood(world, agent, from[1], from[2])[cell_of(world, to[1], to[2])]
  for i = #was, 1, -1 do world.blocked[was[i][1]] = was[i][2] end
  return cut
end

local function check(world, agent, roll, say)
  local finder, size = agent.finder, agent.size
  local x, y = roll(world.w), roll(world.h)
  if not fits(world, size, x, y) then return end
  local met = flood(world, agent, x, y)
  for _ = 1, 12 do
    local to_x, to_y = roll(world.w), roll(world.h)
    local is_there = met[cell_of(world, to_x, to_y)] or false
    if finder:is_reachable(x + 1, y + 1, to_x + 1, to_y + 1) ~= is_there then
      return say("is_reachable", x, y, to_x, to_y)
    end
    if roll(4) == 0 then
      local got_x, got_y = finder:nearest(to_x + 1, to_y + 1, x + 1, y + 1)
      local want_x, want_y = nearest_of(world, met, to_x, to_y)
      if got_x ~= want_x + 1 or got_y ~= want_y + 1 then
        return say("nearest", x, y, to_x, to_y, "got", tostring(got_x),
          tostring(got_y), "want", want_x + 1, want_y + 1)
      end
    end
    if is_there and roll(3) == 0 then
      local cells = { { 1 + roll(world.w), 1 + roll(world.h) } }
      if roll(2) == 0 then
        cells[2] = { math.min(world.w, cells[1][1] + 1), cells[1][2] }
      end
      local want = would_block(world, agent, cells, { x, y }, { to_x, to_y })
      local got = finder:would_block(cells, x + 1, y + 1, to_x + 1, to_y + 1)
      if got ~= want then return say("would_block", x, y, to_x, to_y) end
    end
  end
end

local function judge(seed)
  local roll = dice(seed)
  local world, grid = new_world(roll)
  local agents = {}
  for i, rule in ipairs(RULES) do
    for size = 1, 2 do
      local finder = tilepath.pathfinder(grid, { diagonal = rule, size = size })
      agents[2 * i + size - 2] = { finder = finder, rule = rule, size = size }
    end
  end
  for round = 1, 14 do
    for _, agent in ipairs(agents) do
      local wrong
      check(world, agent, roll, function(...)
        wrong = table.concat({ "seed", seed, "round", round, agent.rule,
          agent.size, ... }, " ")
      end)
      if wrong then return wrong end
    end
    for _ = 1, 1 + roll(4) do edit(world, grid, roll) end
  end
end

local gates = { judge = judge }

if describe then
  describe("what is connected by links and between thin walls", function()
    it("is what a flood fill finds", function()
      for seed = 1, 40 do assert.is_nil(judge(seed)) end
    end)
  end)
end

return gates
