--- How often the path that a library calls shortest is not the shortest.
--
-- Random maps of 30 x 30 cells, a wall in four, and a query on each. Each path is
-- judged by the library's own rules (corners, the price of a diagonal step, that
-- of the cell entered): its cost is compared with that of a Dijkstra's algorithm of
-- this file. `longer` is the share of paths found that cost more, `worst` how many
-- times as much, `missed` counts paths that were not found. A path with a step that
-- the rule forbids ends the program.
--
-- Ours are searched here; so are those of Jumper and lua-star, if the environment
-- variables JUMPER and LUA_STAR name their folders. Packages of npm, with the
-- versions below, go into a temporary folder, where node runs peers.cjs; libtcod
-- of Debian is compiled there. What is missing is left out, with a word.

local measure = require "measure"
local others = require "others"
local tilepath = require "tilepath"

local SIDE, WALLS = 30, 4 -- a wall in so many cells
local ROUNDING = 1 + 2 ^ -20
local PACKAGES = { "pathfinding@0.4.18", "easystarjs@0.4.4",
  "javascript-astar@0.4.1", "astar-typescript@1.2.7", "rot-js@2.2.1",
  "ngraph.path@1.6.1", "ngraph.graph@20.1.2" }

-- The prices of cells by their digits.
local PRICES = { plain = { [0] = 0, 1, 1, 1 }, ["1 2 5"] = { [0] = 0, 1, 2, 5 } }

local shortest = { failed = 0 }

shortest.columns = {
  { "library", "library", "%-17s" },
  { "version", "version", "%-9s" },
  { "call", "call", "%-23s" },
  { "rule", "rule", "%-21s" },
  { "diagonal", "diagonal", "%8.5g" },
  { "prices", "prices", "%-6s" },
  { "paths", "paths", "%6d" },
  { "longer", "longer, %", "%9.1f" },
  { "worst", "worst", "%6.2f" },
  { "missed", "missed", "%6d" },
}

-- ---- maps and the judge -------------------------------------------------------

--- Maps with a query each: { digits =, start =, goal = }. A cell x, y, from 0, is
-- at place(x, y), and walls stand around the map.
local PITCH = SIDE + 2

local function place(x, y)
  return x + 1 + PITCH * (y + 1)
end

local function cell(at)
  return at % PITCH - 1, math.floor(at / PITCH) - 1
end

local function draw(count)
  local random, maps = measure.random(7), {}
  for n = 1, count do
    local digits, free = {}, {}
    for at = 0, PITCH * PITCH - 1 do
      local x, y = cell(at)
      digits[at] = (x < 0 or y < 0 or x >= SIDE or y >= SIDE
        or random(WALLS) == 0) and 0 or random(3) + 1
      free[#free + 1] = digits[at] > 0 and at or nil
    end
    local start, goal = random(#free) + 1, random(#free - 1) + 1
    goal = goal < start and goal or goal + 1
    maps[n] = { digits = digits, start = free[start], goal = free[goal] }
  end
  return maps
end

-- The steps, the straight ones first, and the cells beside a diagonal one.
local STEPS = { 1, -1, PITCH, -PITCH, 1 + PITCH, 1 - PITCH, -1 + PITCH,
  -1 - PITCH }
local BESIDE = { [5] = { 1, PITCH }, [6] = { 1, -PITCH }, [7] = { -1, PITCH },
  [8] = { -1, -PITCH } }
-- So many of these must be free.
local NEEDS = { never = 3, always = 0, at_least_one_walkable = 1,
  only_if_no_obstacles = 2 }

--- May an agent take step i from a place?
local function can_step(digits, at, i, needs)
  if digits[at + STEPS[i]] == 0 then
    return false
  elseif i < 5 then
    return true
  end
  local beside = BESIDE[i]
  return (digits[at + beside[1]] > 0 and 1 or 0)
    + (digits[at + beside[2]] > 0 and 1 or 0) >= needs
end

--- The least cost from start to goal, or nil: places are relaxed until nothing
-- changes.
local function least(map, needs, diagonal, prices)
  local best, todo, digits = { [map.start] = 0 }, { map.start }, map.digits
  while todo[1] do
    local later = {}
    for n = 1, #todo do
      local at = todo[n]
      for i = 1, 8 do
        if can_step(digits, at, i, needs) then
          local to = at + STEPS[i]
          local cost = best[at] + prices[digits[to]] * (i > 4 and diagonal or 1)
          if not best[to] or cost < best[to] then
            best[to], later[#later + 1] = cost, to
          end
        end
      end
    end
    todo = later
  end
  return best[map.goal]
end

--- What a path costs; nil if it is none. It may leave out cells between its turns.
-- @param path  { x, y, x, y, ... }, from 0
local function cost_of(path, map, needs, diagonal, prices)
  local at, cost = place(path[1], path[2]), 0
  if at ~= map.start then
    return nil
  end
  for i = 3, #path, 2 do
    local to = place(path[i], path[i + 1])
    while at ~= to do
      local x, y = cell(at)
      local step = (x < path[i] and 1 or x > path[i] and -1 or 0)
        + PITCH * (y < path[i + 1] and 1 or y > path[i + 1] and -1 or 0)
      for k = 1, 8 do
        if STEPS[k] == step then
          if not can_step(map.digits, at, k, needs) then
            return nil
          end
          at = at + step
          cost = cost + prices[map.digits[at]] * (k > 4 and diagonal or 1)
        end
      end
    end
  end
  return at == map.goal and cost or nil
end

--- A row of the table. path_on(i, map) is the path on map i, or nil.
local function judge(maps, row, path_on)
  local found, longer, prices = 0, 0, PRICES[row.prices]
  row.worst, row.missed, row.paths = 1, 0, 0
  maps.least = maps.least or {}
  local key, needs = row.rule .. row.diagonal .. row.prices, NEEDS[row.rule]
  local known = maps.least[key] or {}
  maps.least[key] = known
  for i, map in ipairs(maps) do
    if known[i] == nil then
      known[i] = least(map, needs, row.diagonal, prices) or false
    end
    local path, best = path_on(i, map), known[i]
    local cost = path and path[1] and best
      and cost_of(path, map, needs, row.diagonal, prices)
    if cost then
      found = found + 1
      longer = longer + (cost > best * ROUNDING and 1 or 0)
      row.worst = math.max(row.worst, cost / best)
    elseif best and not (path and path[1]) then
      row.missed = row.missed + 1
    elseif path and path[1] then
      error(("%s, %s: the path on map %d is none by its rule"):format(row.library,
        row.call, i), 0)
    end
  end
  row.paths, row.longer = found, 100 * longer / math.max(found, 1)
  return row
end

-- ---- libraries for Lua ----------------------------------------------------------

local RULES = { "never", "always", "at_least_one_walkable",
  "only_if_no_obstacles" }

local function ours(maps, rows)
  for _, prices in ipairs { "plain", "1 2 5" } do
    for _, rule in ipairs(RULES) do
      local row = judge(maps, { library = "tilepath", version = tilepath.version,
        call = "find", rule = rule, diagonal = 2 ^ 0.5, prices = prices },
        function(_, map)
          local grid = tilepath.grid(SIDE, SIDE, { base = 0 })
          for digit, price in ipairs(PRICES[prices]) do
            grid:terrain("price" .. digit, price)
          end
          grid:sample(function(x, y)
            local digit = map.digits[place(x, y)]
            return digit == 0 and "wall" or "price" .. digit
          end)
          local x, y = cell(map.start)
          return (tilepath.pathfinder(grid, { diagonal = rule }):find(x, y,
            cell(map.goal)))
        end)
      shortest.failed = shortest.failed + (row.longer > 0 and 1 or 0)
        + (row.missed > 0 and 1 or 0)
      rows[#rows + 1] = row
    end
  end
end

local MODES = { never = "ORTHOGONAL", at_least_one_walkable = "DIAGONAL",
  always = "DIAGONAL" }

local function jumper(maps, rows)
  local Grid = others.from("JUMPER", "jumper.grid")
  local Pathfinder = Grid and require "jumper.pathfinder"
  for _, search in ipairs(Grid and { "ASTAR", "JPS" } or {}) do
    for _, estimate in ipairs { "MANHATTAN", "CARDINTCARD" } do
      for _, rule in ipairs { "never", "always", "at_least_one_walkable" } do
        -- Jump points do not tunnel.
        rows[#rows + 1] = not (search == "JPS" and rule == "always") and judge(
          maps, { library = "Jumper", version = "1.8.1", rule = rule,
          call = search .. (estimate == "MANHATTAN" and "" or ", octile"),
          diagonal = 2 ^ 0.5, prices = "plain" }, function(_, map)
            local cells, path = {}, {}
            for y = 1, SIDE do
              cells[y] = {}
              for x = 1, SIDE do
                cells[y][x] = map.digits[place(x - 1, y - 1)] == 0 and 1 or 0
              end
            end
            local finder = Pathfinder(Grid(cells), search, 0)
            finder:setMode(MODES[rule])
            finder:setTunnelling(rule == "always")
            finder:setHeuristic(estimate)
            local x, y = cell(map.start)
            local to_x, to_y = cell(map.goal)
            local found = finder:getPath(x + 1, y + 1, to_x + 1, to_y + 1)
            for node in (found and found.nodes or function()
              return function() end
            end)(found) do
              path[#path + 1], path[#path + 2] = node:getX() - 1, node:getY() - 1
            end
            return path
          end) or nil
      end
    end
  end
end

local function lua_star(maps, rows)
  local star = others.from("LUA_STAR", "lua-star")
  for _, rule in ipairs(star and { "never", "always" } or {}) do
    rows[#rows + 1] = judge(maps, { library = "lua-star", call = "find",
      version = "", rule = rule, diagonal = 1, prices = "plain" },
      function(_, map)
        local path, x, y = {}, cell(map.start)
        local to_x, to_y = cell(map.goal)
        local found = star:find(SIDE, SIDE, { x = x + 1, y = y + 1 },
          { x = to_x + 1, y = to_y + 1 }, function(column, row)
            return map.digits[place(column - 1, row - 1)] > 0
          end, false, rule == "never")
        for i, point in ipairs(found or {}) do
          path[2 * i - 1], path[2 * i] = point.x - 1, point.y - 1
        end
        return path
      end)
  end
end

-- ---- libraries in other languages -----------------------------------------------

--- Judges the paths that a program has written: lines, as peers.cjs says.
local function judge_written(maps, rows, text)
  local lines, i = {}, 0
  for line in text:gmatch "([^\n]*)\n" do
    lines[#lines + 1] = line
  end
  while lines[i + 1] do
    local head, first = lines[i + 1], i + 1
    local library, version, call, rule, diagonal, prices =
      head:match "^# ([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)|(.*)$"
    rows[#rows + 1] = judge(maps, { library = library, version = version,
      call = call, rule = rule, diagonal = tonumber(diagonal), prices = prices },
      function(n)
        local path = {}
        for number in lines[first + n]:gmatch "%d+" do
          path[#path + 1] = tonumber(number)
        end
        return path
      end)
    i = first + #maps
  end
end

--- The maps as a text for other programs.
local function written(maps)
  local lines = {}
  for i, map in ipairs(maps) do
    local cells = {}
    for y = 0, SIDE - 1 do
      cells[y + 1] = table.concat(map.digits, "", place(0, y), place(SIDE - 1, y))
    end
    local x, y = cell(map.start)
    lines[i] = ("%s %d %d %d %d"):format(table.concat(cells, "/"), x, y,
      cell(map.goal))
  end
  return table.concat(lines, "\n") .. "\n"
end

local function libtcod(maps, rows, folder)
  if not others.has "apt-get dpkg gcc nm" then
    print "no Debian with gcc: libtcod is left out"
  elseif not others.run(("bash '%slibtcod.sh' '%s'"):format(others.HERE, folder))
  then
    print "libtcod of Debian cannot be had: it is left out"
  else
    judge_written(maps, rows, others.read(folder .. "/paths-tcod"))
  end
end

--- All rows.
function shortest.made(task)
  local maps, rows = draw(task.queries), {}
  ours(maps, rows)
  jumper(maps, rows)
  lua_star(maps, rows)
  others.within(written(maps), function(folder)
    judge_written(maps, rows, others.node(folder, "peers.cjs", PACKAGES) or "")
    libtcod(maps, rows, folder)
  end)
  return rows
end

return shortest
