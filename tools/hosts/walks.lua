--- Queries, fields, saved maps and walks on random maps, as lines of text: a
-- function of the library that returns a list. Two hosts have the same lines,
-- up to the last digits of their numbers.

local seed = 12345

-- Products below 2^24, which each host has.
local function random(n)
  seed = seed * 171 % 30269
  return 1 + seed % n
end

local function draw(tilepath, side, round)
  local grid = tilepath.grid(side, side, { cell_size = 16 })
  grid:terrain("mud", 1 + random(40) / 8)
  grid:terrain("road", 0.5)
  local names = { "wall", "wall", "mud", "road" }
  for y = 1, side do
    for x = 1, side do
      grid:set(x, y, names[random(12)] or "open")
    end
  end
  grid:set(1, 1, "open")
  if round % 3 == 0 then
    grid:link(1, 1, random(side), random(side), { price = 2 })
  end
  return grid
end

--- Walks down a field. @return the number of steps
local function descend(field, x, y)
  local steps, next_x, next_y = 0, field:next(x, y)
  while next_x and (next_x ~= x or next_y ~= y) do
    x, y, steps = next_x, next_y, steps + 1
    next_x, next_y = field:next(x, y)
  end
  return steps, x, y
end

--- Prices that lie far apart, on land or along corridors that lead over the
-- whole map, so that the costs of paths are far above those of most maps.
local function draw_dear(tilepath, side, has_corridors)
  local grid = tilepath.grid(side, side)
  local names = { "sand", "mud", "swamp" }
  for i, price in ipairs { 1.1, 1.25, 1000 } do
    grid:terrain(names[i], price)
  end
  for y = 1, side do
    local gap = y % 4 == 0 and side or 1
    for x = 1, side do
      local is_wall = random(8) == 1
      if has_corridors then
        is_wall = y % 2 == 0 and x ~= gap
      end
      grid:set(x, y, is_wall and "wall" or names[random(4)] or "open")
    end
  end
  grid:set(1, 1, "open")
  grid:link(2, 1, side, side - 1, { price = 0.25 })
  return grid
end

local function sum_of(reach)
  local n, sum = 0, 0.0
  for _, _, cost in reach:cells() do
    n, sum = n + 1, sum + cost
  end
  return n, sum / n
end

local function ask_dear(tilepath, say, side, has_corridors, diagonal)
  local grid = draw_dear(tilepath, side, has_corridors)
  local finder = tilepath.pathfinder(grid, { diagonal = diagonal })
  local others = tilepath.crowd(grid)
  local search = finder:search(1, 1, side, side - 3)
  search:step(5)
  for _ = 1, 6 do
    local x, y = finder:nearest(random(side), random(side))
    local path, cost = finder:find(1, 1, x, y)
    say("dear", x, y, cost, path and path.cost)
    local _, beside = finder:find(x, y, { { side, 1, cost = 9 }, { 1, side } },
      { avoid = { { 3, 1, 1, 1 } }, avoid_price = 7 })
    say("goals", beside)
  end
  repeat
    search = search.reason == "stale"
      and finder:search(1, 1, side, side - 3) or search
  until search:step(64) ~= "running" and search.reason ~= "stale"
  say("search", search.status, select(2, search:path()))
  local reach = finder:reach(1, 1, 40)
  say("reach", sum_of(reach))
  say("view", finder:view(1, 1, math.huge).count)
  local field = finder:field { { side, 1 }, { 1, side, cost = 123456 } }
  local away = field:flee(4)
  for _ = 1, 10 do
    local x, y = finder:nearest(random(side), random(side))
    local cost = away:cost(x, y)
    say("costs", field:cost(x, y), cost and 123456 - cost)
  end
  local unit = others:add { finder = finder, cell_x = 1, cell_y = 1,
    speed = 50 }
  say("goes", unit:go_cell(finder:nearest(side, 5)))
  for _ = 1, 4000 do
    others:update(1 / 4)
  end
  say("unit", unit.cell_x, unit.cell_y, unit.reason)
end

return function(tilepath, side)
  local lines = {}
  local function say(...)
    local words = { ... }
    for i = 1, select("#", ...) do
      words[i] = type(words[i]) == "number" and string.format("%.14g", words[i])
        or tostring(words[i])
    end
    lines[#lines + 1] = table.concat(words, " ")
  end
  for round = 1, 12 do
    local grid = draw(tilepath, side, round)
    local dump = grid:save()
    say("dump", #dump, string.sub(dump, -8), tilepath.load(dump) == grid)
    local finder = tilepath.pathfinder(grid, {
      diagonal = round % 2 == 0 and "never" or nil })
    for _ = 1, 20 do
      local x1, y1, x2, y2 = random(side), random(side), random(side),
        random(side)
      local path, cost = finder:find(x1, y1, x2, y2)
      say("find", x1, y1, x2, y2, path ~= nil, cost)
      say("sight", (finder:line_of_sight(x1, y1, x2, y2)))
      say("pruned", path and path:prune(finder).cost <= cost * 1.00001)
    end
    local field = finder:field { { random(side), random(side) },
      { random(side), random(side), cost = 2.5 } }
    for _ = 1, 10 do
      local x, y = random(side), random(side)
      local cost = field:cost(x, y)
      say("field", x, y, cost)
      if cost then
        local _, end_x, end_y = descend(field, x, y)
        say("ends", field:cost(end_x, end_y) <= 2.5)
      end
    end
    local hero = tilepath.follower { x = 8, y = 8, speed = 40, finder = finder,
      turn_rate = round % 4 == 1 and 3 or nil, prune = round % 2 == 1 }
    for _ = 1, 4 do
      local wx, wy = 16 * random(side) - 11, 16 * random(side) - 7
      local goes, frames = hero:go(wx, wy), 0
      while goes and hero.moving and frames < 20000 do
        hero:update(1 / 30)
        frames = frames + 1
      end
      say("hero", goes, goes and math.abs(hero.x - wx) < 0.01
        and math.abs(hero.y - wy) < 0.01)
      say("restored", tilepath.follower { speed = 40, finder = finder }
        :load(hero:save()))
    end
  end
  ask_dear(tilepath, say, 40, false)
  ask_dear(tilepath, say, 41, true, "never")
  ask_dear(tilepath, say, 24, true)
  return lines
end
