-- Reads a crowd scenario: a map, doors that open and close, and agents with
-- what each of them wants. A line of the file is a word and what it means:
--
--     name the door            about what happens here
--     diagonal never           how steps go past corners; unless it is said,
--                              "only_if_no_obstacles"
--     bound 69                 by then (in beats) all should be done
--     map 30 9                 columns and rows, which follow: `#` is a wall
--     event 40 open 15,5       at beat 40; or close
--     agent a at=2,2 to=12,2   see READERS below for the words of an agent
--
-- Cells count from 1,1. A beat is the time of a straight step at pace 1.

local function cell(word)
  local x, y = word:match("^(%d+),(%d+)$")
  return { tonumber(x) or error("not a cell: " .. word, 0), tonumber(y) }
end

local function cells(word)
  local list = { text = word }
  for each in word:gmatch("[^/]+") do list[#list + 1] = cell(each) end
  return list
end

local function size(word)
  local w, h = word:match("^(%d+)x?(%d*)$")
  return { tonumber(w), tonumber(h) or tonumber(w) }
end

local READERS = {
  at = cell,                 -- where it begins: its top left cell
  size = size,               -- 2 or 3x2, columns by rows
  pace = tonumber,           -- beats a step
  to = cell,                 -- it wants to be there
  near = cell, r = tonumber, -- or at rest within r cells of there
  exit = cells,              -- or to leave by one of these cells
  patrol = cells, laps = tonumber,
  chase = tostring,          -- or to be with that other agent
  by = tonumber,             -- at the latest, in beats
}                            -- besides: `hold` stands fast, `idle` does not

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
  if not (agent and agent.at) then
    error("an agent is nowhere: " .. text, 0)
  end
  return agent
end

local function read_rows(lines, width, height)
  local rows = {}
  for y = 1, height do
    local line = lines() or error("the map ends before its last row", 0)
    local row = line:gsub("\r$", ""):gsub("[^#]", ".")
    rows[y] = row .. ("#"):rep(width - #row)
  end
  return rows
end

-- The scenario in a file: { name =, diagonal =, bound =, rows = { text, ... },
-- agents = { { id =, at =, ... }, ... }, events = { { beat =, what =, x =,
-- y = }, ... } }. Lines that begin with another word are passed over. Raises
-- where a line is not what its word says.
return function(file_name)
  local scenario = { name = file_name, diagonal = "only_if_no_obstacles",
                     agents = {}, events = {} }
  local file, message = io.open(file_name)
  if not file then error(message, 0) end
  local lines = file:lines()
  for line in lines do
    local word, rest = line:match("^(%S+)%s+(.-)%s*$")
    if word == "map" then
      local width, height = rest:match("^(%d+) (%d+)$")
      if not width then error("a map of no size: " .. rest, 0) end
      scenario.rows = read_rows(lines, tonumber(width), tonumber(height))
    elseif word == "agent" then
      table.insert(scenario.agents, read_agent(rest))
    elseif word == "event" then
      local beat, what, place = rest:match("^(%d+) (%a+) (%S+)$")
      if not beat then error("an event of another kind: " .. rest, 0) end
      local at = cell(place)
      table.insert(scenario.events,
        { beat = tonumber(beat), what = what, x = at[1], y = at[2] })
    elseif word == "name" or word == "diagonal" then
      scenario[word] = rest
    elseif word == "bound" then
      scenario.bound = tonumber(rest)
    end
  end
  file:close()
  if not scenario.rows then error(file_name .. ": there is no map in it", 0) end
  return scenario
end
