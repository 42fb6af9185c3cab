-- Reads a crowd scenario: a map, doors that open and close, and agents with
-- what each of them wants. A line of the file is a word and what it means:
--
--     name the door            about what happens here
--     diagonal never           how steps go past corners; unless it is said,
--                              "only_if_no_obstacles"
--     hexagons odd-r           cells are regular hexagons; before map
--     bound 69                 by then (in ticks) all should be done
--     map 30 9                 columns and rows, which follow: `#` is a wall
--     nodes 50                 how much the crowd may search in an update
--     traffic 1                paths lead around crowded cells
--     clock seconds            in real time; unless it is said, by turns
--     step 0.5                 ticks from one look at the crowd to the next
--     ground ~ 3               a step on cells of this sign costs 3; before map
--     event 40 open 15,5       at tick 40; or close: a door, which shuts on
--                              nobody; or wall, floor: at once, fields stay old
--     event 40 go a 3,4        an agent by name; or stop, pause, resume,
--                              remove, firm; step a 3,2: to that cell of the nine
--                              around it, whose middle is 2,2; on hexagons one
--                              of the six follows from both
--                              and what else stands in EVENTS in march.lua
--     agent a at=2,2 to=12,2   see READERS below for the words of an agent
--
-- Cells count from 1,1. A tick is the time of a straight step at pace 1. The
-- map may show agents of one letter: `a` where it begins, `A` where it goes to.

local function cell(word)
  local x, y = word:match("^(%d+),(%d+)$")
  return { tonumber(x) or error("not a cell: " .. word, 0), tonumber(y) }
end

local function cells(word)
  local list = { text = word }
  for each in word:gmatch("[^/]+") do list[#list + 1] = cell(each) end
  return list
end

local function place(word)
  local ahead, aside = word:match("^(%-?[%d.]+),(%-?[%d.]+)$")
  return { tonumber(ahead) or error("not a place: " .. word, 0),
           tonumber(aside) }
end

local function size(word)
  local w, h = word:match("^(%d+)x?(%d*)$")
  return { tonumber(w), tonumber(h) or tonumber(w) }
end

local READERS = {
  at = cell,                 -- where it begins: its top left cell
  diagonal = tostring,       -- a rule of its own
  priority = tonumber,
  size = size,               -- 2 or 3x2, columns by rows
  pace = tonumber,           -- ticks a step
  to = cell,                 -- it wants to be there
  near = cell, r = tonumber, -- or at rest within r cells of there
  exit = cells,              -- or to leave by one of these cells
  patrol = cells, laps = tonumber,
  chase = tostring,          -- or to be with that other agent, r cells away,
                             -- or in a cell: all three may name 3,4 as well
  flee = tostring,           -- or away from it, by r cells
  keep = tostring,           -- or from min to max cells away from it, and with
  min = tonumber, max = tonumber, -- `sight` where a free line leads to it
  form = place,              -- with `to`: so far ahead of there, and aside;
                             -- without a place: as all with this `to` stand
  walk = cells,              -- a player steps to each of these, straight on;
                             -- nobody pushes it
  of = tostring,             -- in an event: chase that agent, not a cell
  by = tonumber,             -- at the latest, in ticks
}                            -- besides: `hold` stands fast, `idle` does not,
                             -- `away` is not there until an event puts it

local NUMBERS = { bound = true, nodes = true, step = true, traffic = true,
  cuts = true, lists = true } -- the last two: spec/support/random_crowds.lua

local function read_agent(text)
  local agent
  for word in text:gmatch("%S+") do
    local name, value = word:match("^(%a+)=(.+)$")
    if name then
      local read = READERS[name] or error("an agent has no " .. name, 0)
      agent[name] = read(value)
    elseif agent then
      agent[word] = true
    else
      agent = { id = word, size = { 1, 1 }, pace = 1, laps = 1 }
    end
  end
  return agent or error("an agent without a name", 0)
end

-- Places the agents that the map shows, unless their own words name a place.
local function place_agents(scenario)
  for _, agent in ipairs(scenario.agents) do
    local goal = agent.id:find("^%l$") and scenario.marks[agent.id:upper()]
    agent.at = agent.at or scenario.marks[agent.id]
    if not (agent.at or agent.away) then
      error("an agent is nowhere: " .. agent.id, 0)
    end
    if not (agent.near or agent.exit or agent.patrol or agent.walk
        or agent.chase or agent.flee or agent.keep) then
      agent.to = agent.to or goal
    end
  end
end

-- The rows of the map, and the place of each letter in it.
local function read_rows(lines, width, height, grounds)
  local rows, marks = {}, {}
  for y = 1, height do
    local line = lines() or error("the map ends before its last row", 0)
    for x, letter in line:gmatch("()(%a)") do
      marks[letter] = marks[letter] or { x, y }
    end
    local row = line:gsub("\r$", ""):gsub("[^#]", function(sign)
      return grounds[sign] and sign or "."
    end)
    rows[y] = row .. ("#"):rep(width - #row)
  end
  return rows, marks
end

-- Reads what follows the tick and the word of an event: an agent, or several
-- (a/b/c); a cell, or several (1,1/5,1); words of an agent (r=2).
local function read_event(text)
  local tick, what, rest = text:match("^([%d.]+) (%a+) ?(.*)$")
  if not tick then error("an event of another kind: " .. text, 0) end
  local event = { tick = tonumber(tick), what = what, id = "" }
  for word in rest:gmatch("%S+") do
    local name, value = word:match("^(%a+)=(.+)$")
    if name then
      local read = READERS[name] or error("an event has no " .. name, 0)
      event[name] = read(value)
    elseif word:find("^%d+,") then
      event.cells = cells(word)
      event.x, event.y = event.cells[1][1], event.cells[1][2]
    elseif event.id == "" then
      event.id = word
    else
      event[word] = true
    end
  end
  return event
end

local function read_file(name)
  local file = io.open(name) or error("cannot read " .. name, 0)
  local text = file:read("*a") or error("cannot read " .. name, 0)
  file:close()
  return text
end

-- The scenario in a file, or in a text: { name =, diagonal =, bound =, nodes =,
-- rows = { text, ... }, marks = { a = { x, y }, ... }, agents = { { id =,
-- at =, ... }, ... }, events = { { tick =, what =, id =, x =, y =, cells =,
-- ... }, ... } }.
-- Lines that begin with another word are passed over. Raises if a line is not
-- what its word says.
return function(file_name, text)
  local scenario = { name = file_name, diagonal = "only_if_no_obstacles",
                     agents = {}, events = {}, grounds = {} }
  local lines = ((text or read_file(file_name)) .. "\n"):gmatch("(.-)\n")
  for line in lines do
    local word, rest = line:match("^(%S+)%s+(.-)%s*$")
    if word == "map" then
      local width, height = rest:match("^(%d+) (%d+)$")
      if not width then error("a map of no size: " .. rest, 0) end
      scenario.rows, scenario.marks = read_rows(lines, tonumber(width),
        tonumber(height), scenario.grounds)
    elseif word == "agent" then
      table.insert(scenario.agents, read_agent(rest))
    elseif word == "event" then
      table.insert(scenario.events, read_event(rest))
    elseif word == "ground" then
      local sign, price = rest:match("^(%p) (%S+)$")
      scenario.grounds[sign or error("ground: " .. rest, 0)] = tonumber(price)
    elseif word == "name" or word == "diagonal" or word == "clock"
        or word == "hexagons" then
      scenario[word] = rest
    elseif NUMBERS[word] then
      scenario[word] = tonumber(rest)
    end
  end
  if not scenario.rows then error(file_name .. ": there is no map in it", 0) end
  place_agents(scenario)
  return scenario
end
