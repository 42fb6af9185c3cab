--- The law of questions: find, a search in slices and a ticket give the same
-- path and the same cost, after any other queries, with landmarks or without. A
-- unit walks such a path, too, without `avoid`.
--
-- Maps have at most 8 cells a side, so that all options meet often.

local tilepath = require "tilepath"
local gates = require "spec.support.gates"
local law = require "spec.support.law"

local LISTS = { "rounds", "gates" }

-- Drawn -----------------------------------------------------------------------

local function draw_map(random)
  local width, height = random(2, 8), random(1, 8)
  if random.chance(50) then
    width, height = height, width
  end
  local is_priced = random.chance(66)
  local walls, rows = random.any { 0, 10, 30 }, {}
  for y = 1, height do
    local row = {}
    for x = 1, width do
      local chance = random(1, 100)
      row[x] = chance <= walls and "#" or is_priced and chance > 80 and "b"
        or is_priced and chance > 55 and "m" or "."
    end
    rows[y] = table.concat(row)
  end
  return table.concat(rows, "\n"), width, height
end

--- An agent, without options that exclude each other.
local function draw_agent(random)
  local agent = gates.agent(random)
  local profile = { algorithm = random.any { "auto", "auto", "auto", "auto",
    "astar", "dijkstra", "jps" } }
  if random.chance(20) then
    agent.wide, agent.high = random(1, 3), random(1, 3)
  end
  if random.chance(15) then
    profile.keep_away = { cells = random(1, 2), price = random.any { 0.5, 3 } }
  end
  if random.chance(15) then
    profile.prices = { mud = random.any { 1, 7, false } }
  end
  if random.chance(15) then
    agent.links = random.any { false, { stairs = 1, lift = false } }
  end
  if agent.rule == "never" or agent.rule == "only_if_no_obstacles" then
    profile.radius = random.any { false, false, 0.25, 0.5 } or nil
  end
  if profile.algorithm == "auto" and random.chance(66) then
    profile.landmarks = random.any { 1, 2, 4 }
    profile.heuristic = random.any { "auto", "octile" }
  elseif profile.algorithm == "auto" or profile.algorithm == "astar" then
    profile.heuristic = random.any { "auto", "zero", "octile", "chebyshev" }
    profile.weight = random.any { 1, 1, 1.5 }
  end
  agent.profile = profile
  return agent
end

local function a_cell(random, scene)
  if random.chance(5) then
    return random(-1, scene.width + 2), random(-1, scene.height + 2)
  end
  return gates.place(random, scene)
end

local function a_rectangle(random, scene)
  local x, y = a_cell(random, scene)
  return { x, y, w = random(1, 3), h = random(1, 3) }
end

local function draw_goals(random, scene)
  local goals = {}
  for i = 1, random(1, 4) do
    local x, y = a_cell(random, scene)
    goals[i] = random.one_of({ x, y }, { x, y, cost = random(0, 9) / 2 },
      a_rectangle(random, scene))
  end
  return goals
end

local function draw_query(random, scene)
  local query = random.any { {}, {}, {}, { within = random(0, 4) },
    { within = random(1, 4), sight = true },
    { adjacent = true } }
  query.partial = random.chance(20) or nil
  query.escape = random.chance(20) or nil
  query.max_nodes = random.chance(15) and random(0, 20) or nil
  if random.chance(33) then
    query.avoid = {}
    for i = 1, random(0, 2) do
      query.avoid[i] = a_rectangle(random, scene)
    end
    query.avoid_price = random.any { false, 0.5, 3 } or nil
  end
  return query
end

local function draw_edits(random, scene, most)
  local edits = gates.edits(random, scene, most)
  if #scene.layers > 0 and random.chance(50) then
    for _ = 1, random(1, 3) do
      local x, y = gates.place(random, scene)
      edits[#edits + 1] = { "layer", random(1, #scene.layers), x, y,
        random.any { 0, 1, 5, 255 } }
    end
  end
  return edits
end

local function draw_question(random, scene)
  local x1, y1 = a_cell(random, scene)
  local x2, y2 = a_cell(random, scene)
  return { x1 = x1, y1 = y1, x2 = x2, y2 = y2,
    query = draw_query(random, scene),
    goals = random.chance(33) and draw_goals(random, scene) or nil }
end

--- A random order of the manners, as a list of numbers.
local function shuffle(random, n)
  local order = {}
  for i = 1, n do
    table.insert(order, random(1, i), i)
  end
  return order
end

local MANNERS = 3

local function draw(random)
  local scene = { layers = {}, gates = {}, rounds = {} }
  scene.map, scene.width, scene.height = draw_map(random)
  for i = 1, random.any { 0, 0, 1, 2 } do
    scene.layers[i] = { weight = random.any { 0.25, 1, 0.01 } }
  end
  scene.agent = draw_agent(random)
  scene.has_eyes = random.chance(50)
  if random.chance(50) then
    scene.gates = gates.edits(random, scene, 6)
  end
  for i = 1, random(1, 6) do
    local round = draw_question(random, scene)
    round.edits = draw_edits(random, scene, random.any { 0, 1, 5 })
    round.prepares = random.chance(25)
    round.order = shuffle(random, MANNERS)
    round.slice, round.nodes = random.any { 1, 2, 7 }, random.any { 1, 3, 50 }
    round.within = draw_edits(random, scene, 2)
    round.after = random(0, 12)
    scene.rounds[i] = round
  end
  return scene
end

-- Played ----------------------------------------------------------------------

-- The core in Lua has neither these options nor layers.
local LACKS = tilepath.core == "Lua"
  and { radius = true, landmarks = true } or {}

--- The agent's pathfinder, or nil if the profile is refused.
local function finder_of(played)
  local more = { layers = {} }
  for key, value in pairs(played.scene.agent.profile) do
    more[key] = not LACKS[key] and value or nil
  end
  for i, layer in ipairs(played.layers) do
    more.layers[i] = { layer, played.scene.layers[i].weight }
  end
  more.eyes = played.scene.has_eyes
    and tilepath.pathfinder(played.world.grid, { diagonal = "never" })
  local fine, finder = pcall(gates.finder, played.world, played.scene.agent,
    more)
  return fine and finder or nil
end

local function build(scene)
  local played = { scene = scene, world = gates.build(scene), layers = {} }
  for i in ipairs(tilepath.core == "C" and scene.layers or {}) do
    played.layers[i] = tilepath.layer(played.world.grid)
  end
  played.finder = finder_of(played)
  return played.finder and played or nil
end

local function edit(played, edits)
  local others = {}
  for _, one in ipairs(edits) do
    local layer = one[1] == "layer" and played.layers[one[2]]
    if layer then
      layer:set(one[3], one[4], one[5])
    elseif one[1] ~= "layer" then
      others[#others + 1] = one
    end
  end
  gates.edit(played.world, others)
end

--- The arguments of a question, without the pathfinder, with more options.
local function arguments(round)
  local query = {}
  for key, value in pairs(round.query) do
    query[key] = value
  end
  if round.goals then
    return round.x1, round.y1, round.goals, query
  end
  return round.x1, round.y1, round.x2, round.y2, query
end

local function finish(search, slice)
  while search:step(slice) == "running" do end
  return search:path()
end

local function answer(queue, ticket)
  while ticket.status == "waiting" or ticket.status == "running" do
    queue:update()
  end
  return ticket:path()
end

--- May a question of this pathfinder be asked in slices?
local function takes_slices(finder)
  return type(finder.profile.heuristic) ~= "function"
end

--- All manners to ask a question. Each answers as find does. A ticket gets the
-- store of another pathfinder, and takes turns with others.
local manners = {
  function(finder, round)
    return finder:find(arguments(round))
  end,
  function(finder, round)
    return finish(finder:search(arguments(round)), round.slice)
  end,
  function(finder, round, queue)
    local other = tilepath.pathfinder(finder.grid, { diagonal = "never" })
    answer(queue, queue:find(other, round.x2, round.y2, round.x1, round.y1,
      { avoid = round.query.avoid }))
    queue:find(finder, round.x2, round.y2, round.x1, round.y1)
    local ticket = queue:find(finder, arguments(round))
    queue:find_world(finder, 0.5, 0.5, round.x2, round.y2,
      { escape = true, partial = true, priority = 1 })
    return answer(queue, ticket)
  end,
}

--- An answer as text.
local function text_of(path, cost)
  if not path then
    return tostring(cost)
  end
  return ("%s at %.14g, goal %s, escape %s, partial %s, links %s"):format(
    table.concat(path, " "), cost, tostring(path.goal_index), tostring(path.escape),
    tostring(path.partial), table.concat(path.links or {}, " "))
end

--- The answer that all manners and all these pathfinders give.
local function ask_all(round, finders)
  local said
  local queue = tilepath.queue { max_nodes = round.nodes }
  for _, k in ipairs(round.order) do
    for i, finder in ipairs(finders) do
      local manner = takes_slices(finder) and k or 1
      local text = text_of(manners[manner](finder, round, queue))
      said = said or text
      if text ~= said then
        error(("manner %d of pathfinder %d: %s; manner %d: %s"):format(k, i,
          text, round.order[1], said), 0)
      end
    end
  end
  return said
end

--- The sum of the costs of find from each cell to the next.
local function sum_of(finder, cells, query)
  local sum = 0
  for i = 1, #cells - 3, 2 do
    local path, cost = finder:find(cells[i], cells[i + 1], cells[i + 2],
      cells[i + 3], query)
    if not path then
      error(("%d,%d to %d,%d: %s"):format(cells[i], cells[i + 1],
        cells[i + 2], cells[i + 3], cost), 0)
    end
    sum = sum + cost
  end
  return sum
end

local function is_near(a, b)
  return math.abs(a - b) <= 1e-6 * math.max(1, a, b)
end

--- The cells that a unit walks through, if it arrives.
local function walk(played, round)
  local finder, cells, x, y = played.finder, {}, round.x2, round.y2
  local crowd = tilepath.crowd(played.world.grid,
    { max_nodes = round.nodes > 3 and round.nodes or nil })
  local unit = crowd:add { finder = finder, cell_x = round.x1,
    cell_y = round.y1 }
  local wx, wy = finder:to_world(x, y)
  local query = select(5, arguments(round))
  local order = { within = query.within, sight = query.sight,
    adjacent = query.adjacent, partial = query.partial }
  if query.adjacent then
    wx, wy = played.world.grid:to_world(x, y)
  end
  if not unit or not unit:go(wx, wy, order) then
    return nil
  end
  for _ = 1, 10000 do
    if cells[#cells] ~= unit.cell_y or cells[#cells - 1] ~= unit.cell_x then
      cells[#cells + 1], cells[#cells + 2] = unit.cell_x, unit.cell_y
    end
    if unit.status == "arrived" or unit.status == "blocked" then
      break
    end
    crowd:tick()
  end
  return unit.status == "arrived" and cells or nil
end

--- A unit takes one goal, and none of these options.
local function check_unit(played, round)
  local query, profile = round.query, played.scene.agent.profile
  if round.goals or query.avoid or query.max_nodes or query.escape
    or profile.weight == 1.5 or not takes_slices(played.finder) then
    return
  end
  local path, cost = played.finder:find(arguments(round))
  local cells = walk(played, round)
  if (path == nil) ~= (cells == nil) then
    error(("find: %s; a unit: %s"):format(text_of(path, cost),
      cells and table.concat(cells, " ") or "none"), 0)
  end
  local sum = cells and sum_of(played.finder, cells)
  if cells and not is_near(sum, cost) then
    error(("find: %s; a unit at %.14g: %s"):format(text_of(path, cost), sum,
      table.concat(cells, " ")), 0)
  end
end

--- Is an answer after edits allowed now?
local function check_late(played, round, who, path, cost)
  local now, least = played.finder:find(arguments(round))
  local same = text_of(path, cost) == text_of(now, least)
  if same or who == "search" and cost == "stale" then
    return
  end
  local is_whole = round.query.partial or now and now.escape
  local is_cut = round.query.max_nodes and least == "budget"
  local is_weighted = (played.scene.agent.profile.weight or 1) > 1
  local is_fine = path and not is_whole
    and (is_cut or now and (is_weighted or cost >= least * (1 - 1e-9)))
  if is_fine then
    local others = { avoid = round.query.avoid,
      avoid_price = round.query.avoid_price }
    is_fine = sum_of(played.finder, path, others) <= cost * (1 + 1e-9)
  end
  if not is_fine then
    error(("%s: %s; find: %s"):format(who, text_of(path, cost),
      text_of(now, least)), 0)
  end
end

local function play_edits_within(played, round)
  if not takes_slices(played.finder) then
    return
  end
  local search = played.finder:search(arguments(round))
  local queue = tilepath.queue { max_nodes = 1 }
  local ticket = queue:find(played.finder, arguments(round))
  for _ = 1, round.after do
    queue:update()
    search:step(1)
  end
  local is_over = search.status ~= "running"
  local is_answered = queue.count == 0
  edit(played, round.within)
  local path, cost = finish(search, round.slice)
  local queued, queued_cost = answer(queue, ticket)
  if not is_over then
    check_late(played, round, "search", path, cost)
  end
  if not is_answered then
    check_late(played, round, "ticket", queued, queued_cost)
  end
end

describe("a question", function()
  local function questions_law(title, runs, f)
    law(it, title, { runs = runs, noun = "question", draw = draw,
      lists = LISTS }, function(scene)
      local played = build(scene)
      for _, round in ipairs(played and scene.rounds or {}) do
        edit(played, round.edits)
        if round.prepares then
          played.finder:prepare()
        end
        f(played, round)
      end
    end)
  end

  questions_law("has one path and one cost in each manner", 60,
    function(played, round)
      local prepared = finder_of(played)
      prepared:prepare()
      ask_all(round, { played.finder, finder_of(played), prepared })
    end)

  describe("#core_c", function()
    questions_law("has the cost of a unit's walk", 30, check_unit)
  end)

  questions_law("has a legal path, no cheaper than find's, after edits "
    .. "in between", 40, play_edits_within)
end)
