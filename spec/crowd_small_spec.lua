--- Up to four units on maps of up to sixteen free cells: they arrive whenever a
-- search over all their positions (spec/crowd_search.lua) says that they can;
-- and otherwise who does not arrive says so, and all rest.

local tilepath = require "tilepath"
local crowd_judge = require "spec.crowd_judge"
local new_search = require "spec.crowd_search"
local walks = require "spec.follower_walks"

local RULES = { "only_if_no_obstacles", "at_least_one_walkable", "always",
  "never" }
local FREE = 16
local LONG = 4000   -- beats: nobody needs as many
local REST = 400    -- beats without a step, and that is rest

io.write(("few units on small maps: SEED=%d\n"):format(walks.SEED))

-- Random ones -----------------------------------------------------------------

local function random_rows(random)
  local width, height = random.whole(2, 7), random.whole(1, 6)
  local density, rows, free = random.whole(0, 55), {}, 0
  for y = 1, height do
    local row = {}
    for x = 1, width do
      local is_free = free < FREE and random.whole(1, 100) > density
      row[x] = is_free and "." or "#"
      free = free + (is_free and 1 or 0)
    end
    rows[y] = table.concat(row)
  end
  return rows
end

local function overlap(a, b)
  return a.x < b.x + b.w and b.x < a.x + a.w
    and a.y < b.y + b.h and b.y < a.y + a.h
end

--- A place for an agent that none of a list is in; nil where few tries find
-- none.
local function random_place(random, rows, size, others)
  for _ = 1, 30 do
    local place = { x = random.whole(1, #rows[1]), y = random.whole(1, #rows),
      w = size, h = size }
    local fine = true
    for y = place.y, place.y + size - 1 do
      local cells = rows[y] and rows[y]:sub(place.x, place.x + size - 1) or ""
      fine = fine and cells == ("."):rep(size)
    end
    for _, other in ipairs(others) do
      fine = fine and not overlap(place, other)
    end
    if fine then
      return place
    end
  end
end

local function draw_game(random)
  local game = { rows = random_rows(random), rule = RULES[random.whole(1, 4)],
    agents = {}, goals = 0, by_time = random.whole(1, 2) == 1,
    nodes = random.one_of(nil, nil, 500) }
  local goals = {}
  for _ = 1, random.whole(2, 4) do
    local size = random.whole(1, 6) == 1 and 2 or 1
    local agent = random_place(random, game.rows, size, game.agents)
    local goal = random_place(random, game.rows, size, goals)
    if agent and goal then
      local wish = random.whole(1, 12)
      agent.pace = random.one_of(1, 1, 1, 2, 3)
      agent.hold = wish == 1 or nil
      if wish > 2 then
        agent.to = goal
        goals[#goals + 1] = goal
      end
      game.agents[#game.agents + 1] = agent
    end
  end
  game.goals = #goals
  return game
end

local function random_game(random)
  local game
  repeat
    game = draw_game(random)
  until #game.agents > 1 and game.goals > 0
  return game
end

-- What the search says --------------------------------------------------------

--- Those who have no way, be they alone, are without a goal for the search.
local function expected(game)
  local alone, agents = new_search(game.rows, game.rule, game.agents), {}
  for i, agent in ipairs(game.agents) do
    local has_way = agent.to and alone:is_reachable(i)
    agents[i] = { x = agent.x, y = agent.y, w = agent.w, h = agent.h,
      hold = agent.hold, to = has_way and agent.to or nil }
  end
  return new_search(game.rows, game.rule, agents):solve(), agents
end

-- What the crowd does ---------------------------------------------------------

local function play(game)
  local grid = tilepath.grid(table.concat(game.rows, "\n"))
  local crowd, finders = tilepath.crowd(grid, { nodes = game.nodes }), {}
  local judge = crowd_judge.new(game.rows, game.rule, game.by_time)
  for size = 1, 2 do
    finders[size] = tilepath.pathfinder(grid,
      { size = size, diagonal = game.rule })
  end
  local units = {}
  for i, agent in ipairs(game.agents) do
    judge:add(i, agent)
    units[i] = assert(crowd:add { finder = finders[agent.w],
      cell_x = agent.x, cell_y = agent.y,
      speed = game.by_time and 1 / agent.pace or nil,
      pace = not game.by_time and agent.pace or nil })
    if agent.hold then
      units[i]:pause()
    end
  end
  for i, agent in ipairs(game.agents) do
    if agent.to then
      units[i].is_refused = not units[i]:go(
        finders[agent.w]:to_world(agent.to.x, agent.to.y))
    end
  end
  return crowd, units, judge
end

--- Notes who has last been told to be blocked.
local function listen(crowd)
  for unit, what in crowd:events() do
    if what == "blocked" then
      unit.is_told = true
    elseif what == "freed" or what == "arrived" then
      unit.is_told = false
    end
  end
end

local function see(game, units, judge, beat)
  local now = {}
  for i, unit in ipairs(units) do
    now[i] = { x = unit.cell_x, y = unit.cell_y }
    if game.by_time then
      now[i].wx, now[i].wy = unit.x + 0.5, unit.y + 0.5
    end
  end
  judge:see(beat, now)
end

local function are_there(agents, units)
  for i, agent in ipairs(agents) do
    if agent.to and not (units[i].cell_x == agent.to.x
      and units[i].cell_y == agent.to.y) then
      return false
    end
  end
  return true
end

--- The game as text, to be played again by hand.
local function shown(game)
  local lines = { ("rule %s, %s"):format(game.rule,
    game.by_time and "in real time" or "by turns") }
  for _, row in ipairs(game.rows) do
    lines[#lines + 1] = row
  end
  for _, a in ipairs(game.agents) do
    lines[#lines + 1] = ("at=%d,%d size=%d pace=%d%s%s"):format(a.x, a.y, a.w,
      a.pace, a.to and (" to=%d,%d"):format(a.to.x, a.to.y) or "",
      a.hold and " hold" or "")
  end
  return table.concat(lines, "\n")
end

--- Plays on until nobody has made a step for long. @return are they there?
local function run(game, agents)
  local crowd, units, judge = play(game)
  see(game, units, judge, 0)
  local quiet = 0
  for beat = 1, LONG do
    local moves = judge.moves
    if game.by_time then
      crowd:update(0.5)
      see(game, units, judge, beat - 0.5)
      crowd:update(0.5)
    else
      crowd:tick()
    end
    see(game, units, judge, beat)
    listen(crowd)
    quiet = judge.moves == moves and quiet + 1 or 0
    if quiet >= REST then
      break
    end
  end
  return are_there(agents, units), units, judge, quiet
end

local function check(game, can_arrive, there, units, judge, quiet)
  local faults = {}
  for i = 1, math.min(3, #judge.faults) do
    faults[i] = judge.faults[i]
  end
  if can_arrive and not there then
    faults[#faults + 1] = "they can arrive, and do not"
  elseif there and not can_arrive then
    faults[#faults + 1] = "they cannot arrive, and have"
  end
  if quiet < REST then
    faults[#faults + 1] = "they do not rest"
  end
  for i, unit in ipairs(units) do
    local to = game.agents[i].to
    local is_there = to and unit.cell_x == to.x and unit.cell_y == to.y
    if is_there and unit.status ~= "arrived" then
      faults[#faults + 1] = ("%d is %s at its goal"):format(i, unit.status)
    elseif to and not is_there and not (unit.is_told or unit.is_refused) then
      faults[#faults + 1] = ("%d is %s, not blocked"):format(i, unit.status)
    end
  end
  if #faults > 0 then
    faults[#faults + 1] = shown(game)
    error(table.concat(faults, "\n"), 0)
  end
end

describe("a few units on a small map", function()
  walks.law(it, "arrive whenever that is possible", 150, function(random)
    local game = random_game(random)
    local can_arrive, agents = expected(game)
    check(game, can_arrive, run(game, agents))
  end)

  it("are seen when they do not", function()
    local game = { rows = { "....", "#.##" }, rule = "never", agents = {
      { x = 1, y = 1, w = 1, h = 1, pace = 1, to = { x = 4, y = 1 } },
      { x = 4, y = 1, w = 1, h = 1, pace = 1, to = { x = 1, y = 1 } },
    } }
    local can_arrive, agents = expected(game)
    assert.is_true(can_arrive)
    local _, units, judge = run(game, agents)
    units[1]:set_cell(2, 2)
    assert.has_error(function()
      check(game, can_arrive, are_there(agents, units), units, judge, REST)
    end)
  end)
end)
