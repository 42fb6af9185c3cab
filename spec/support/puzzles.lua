--- Puzzles: two to five units on a map of at most 40 free cells, each with a
-- goal of its own, which a search over all positions (crowd_search.lua) solves.
-- Half of them are drawn cell by cell, half are corridors with bays. No code of
-- the library is used.

local helper = require "spec.support.helper"
local new_search = require "spec.support.crowd_search"

local RULES = { "only_if_no_obstacles", "at_least_one_walkable", "always",
  "never" }
local FREE = 40      -- cells
local SPAN = 63      -- cells of the rectangle that a search can count
local POSITIONS = 4000 -- that a search looks at before it gives up

local puzzles = {}

local function draw_room(random)
  local width = random(2, 10)
  local height = random(1, math.min(8, math.floor(SPAN / width)))
  local density, rows, free = random(0, 55), {}, 0
  for y = 1, height do
    local row = {}
    for x = 1, width do
      local is_free = free < FREE and not random.chance(density)
      row[x] = is_free and "." or "#"
      free = free + (is_free and 1 or 0)
    end
    rows[y] = table.concat(row)
  end
  return rows
end

--- A corridor as wide as the largest unit, with one to three bays.
local function draw_corridor(random, wide)
  local deep = random(1, 2 * wide)
  local height = wide + deep + random(0, 1)
  local width = math.min(random(5, 14), math.floor(SPAN / height))
  local cells, free = {}, 0
  local function dig(left, top, w, h)
    for y = math.max(top, 1), math.min(top + h - 1, height) do
      for x = math.max(left, 1), math.min(left + w - 1, width) do
        if not cells[y * 64 + x] and free < FREE then
          cells[y * 64 + x] = true
          free = free + 1
        end
      end
    end
  end
  local top = height - deep - wide + 1
  dig(1, top, width, wide)
  for _ = 1, random(1, 3) do
    local is_below = random(1, 4) > 1
    dig(random(1, width - wide + 1), is_below and top + wide or 1,
      random(1, 4) == 1 and wide + 1 or wide,
      is_below and random(1, deep) or top - 1)
  end
  local rows = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do
      row[x] = cells[y * 64 + x] and "." or "#"
    end
    rows[y] = table.concat(row)
  end
  return rows
end

local function fits(rows, cell, size)
  for y = cell[2], cell[2] + size - 1 do
    local cells = rows[y] and rows[y]:sub(cell[1], cell[1] + size - 1) or ""
    if cells ~= ("."):rep(size) then return false end
  end
  return true
end

local function overlap(a, b, size_a, size_b)
  return a[1] < b[1] + size_b and b[1] < a[1] + size_a
    and a[2] < b[2] + size_b and b[2] < a[2] + size_a
end

--- A free place for a unit, off a list { { cell, size }, ... }; nil if some
-- tries find none.
local function draw_place(random, rows, size, others)
  for _ = 1, 30 do
    local cell = { random(1, #rows[1]), random(1, #rows) }
    local fine = fits(rows, cell, size)
    for _, other in ipairs(others) do
      fine = fine and not overlap(cell, other[1], size, other[2])
    end
    if fine then return cell end
  end
end

--- Places for units of these sizes; nil if there is no room.
local function draw_places(random, rows, sizes)
  local places = {}
  for i, size in ipairs(sizes) do
    local cell = draw_place(random, rows, size, places)
    if not cell then return nil end
    places[i] = { cell, size }
  end
  return places
end

--- The places of the others of the same size, in turn: all units exchange.
local function exchange(places)
  local goals, last = {}, {}
  for i, place in ipairs(places) do
    local before = last[place[2]]
    if before then
      goals[i] = places[before]
    end
    last[place[2]] = i
  end
  for i, place in ipairs(places) do
    goals[i] = goals[i] or places[last[place[2]]]
  end
  return goals
end

local function try_to_draw(random)
  local wide = random(1, 3) == 1 and 2 or 1
  local sizes = {}
  for i = 1, random.one_of(2, 3, 3, 4, 4, 5, 5) do
    sizes[i] = wide == 2 and random(1, 2) == 1 and 2 or 1
  end
  local rows = random.chance(35) and draw_room(random)
    or draw_corridor(random, wide)
  local places = draw_places(random, rows, sizes)
  local goals = places and (random.chance(60) and exchange(places)
    or draw_places(random, rows, sizes))
  if not goals then return nil end
  local scenario = { name = "a puzzle", rows = rows, agents = {}, events = {},
    diagonal = RULES[random(1, 4)], grounds = {} }
  for i, size in ipairs(sizes) do
    scenario.agents[i] = { id = ("abcde"):sub(i, i), at = places[i][1],
      size = { size, size }, to = goals[i][1], laps = 1,
      pace = random.one_of(1, 1, 1, 1, 2) }
  end
  return scenario
end

--- Can all units arrive? nil: the search was given up.
function puzzles.is_solvable(scenario)
  local bodies = {}
  for i, agent in ipairs(scenario.agents) do
    bodies[i] = { x = agent.at[1], y = agent.at[2], w = agent.size[1],
      h = agent.size[2], to = { x = agent.to[1], y = agent.to[2] } }
  end
  return new_search(scenario.rows, scenario.diagonal, bodies):solve(POSITIONS)
end

--- A puzzle that has a solution.
function puzzles.draw(random)
  while true do
    local scenario = try_to_draw(random)
    if scenario and puzzles.is_solvable(scenario) then return scenario end
  end
end

--- The same puzzle, turned by 90 degrees to the right.
function puzzles.turned(scenario)
  local height, rows, turned = #scenario.rows, {}, helper.with({}, scenario)
  local function cell_turned(cell, size)
    return { height - (cell[2] + size[2] - 1) + 1, cell[1] }
  end
  for x = 1, #scenario.rows[1] do
    local row = {}
    for y = height, 1, -1 do
      row[#row + 1] = scenario.rows[y]:sub(x, x)
    end
    rows[x] = table.concat(row)
  end
  turned.rows, turned.agents = rows, {}
  for i, agent in ipairs(scenario.agents) do
    turned.agents[i] = { id = agent.id, pace = agent.pace, size = agent.size,
      laps = 1, at = cell_turned(agent.at, agent.size),
      to = cell_turned(agent.to, agent.size) }
  end
  return turned
end

return puzzles
