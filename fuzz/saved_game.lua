--- A game, played to its end or continued from the middle:
--
--     tools/lua INTERPRETER fuzz/saved_game.lua play FILE    saves it to FILE
--     tools/lua INTERPRETER fuzz/saved_game.lua continue FILE
--
-- Both print the second half, with all digits of each number. The lines must
-- be equal, on whatever machine the file was written and is read;
-- tools/elsewhere compares them. (Paths are not saved. So the played game
-- restores its own state, too: both then search their paths anew.)
--
-- A map with prices, fences and links is edited all the time. It has a
-- crowd with units of two sizes, and followers of all kinds.

local tilepath = require "tilepath"
local numbers = require "spec.support.random"

local FRAMES = 300 -- in each half
local UNITS, HEROES = 24, 8

-- The game --------------------------------------------------------------------

local function new_map(random)
  local grid = tilepath.grid(56, 36, { base = { -7, 3 }, cell_size = { 23, 17 },
    origin = { -411.3, 77.7 } })
  grid:terrain("mud", 2.7)
  grid:terrain("road", 1 / 3)
  for _ = 1, 60 do
    grid:fill(random(-7, 48), random(3, 38), random(1, 9), random(1, 3),
      random.one_of("wall", "mud", "road"))
  end
  for i = 1, 40 do
    local x, y, across = random(-6, 47), random(4, 37), random(0, 1)
    grid:fence(x, y, x + across, y + 1 - across,
      { one_way = i % 4 == 0, name = i % 5 == 0 and "kerb" or nil })
  end
  for _ = 1, 6 do
    grid:link(random(-7, 20), random(3, 38), random(21, 48), random(3, 38),
      { price = random(0, 12) / 4 })
  end
  return grid
end

--- What a saved state does not hold: pathfinders and callbacks.
local function new_game(grid)
  return { grid = grid, heroes = {}, lines = {},
    small = tilepath.pathfinder(grid, { diagonal = "only_if_no_obstacles" }),
    large = tilepath.pathfinder(grid, { size = 2, fences = { kerb = false } }) }
end

local function tell(game, ...)
  local words = { ... }
  for i = 1, select("#", ...) do
    words[i] = type(words[i]) == "number" and ("%.17g"):format(words[i])
      or tostring(words[i])
  end
  game.lines[#game.lines + 1] = table.concat(words, " ")
end

local function hero_options(game, i)
  return { finder = game.small,
    on_reached = function(point, x, y)
      tell(game, "hero", i, "at point", point, x, y)
    end,
    on_arrived = function()
      tell(game, "hero", i, "arrived")
    end,
    on_blocked = function(x, y)
      tell(game, "hero", i, "blocked", x, y)
    end,
    on_link = function(_, id)
      tell(game, "hero", i, "took link", id)
    end }
end

local function random_point(grid, random)
  local x, y = grid:cell_rect(random(-7, 48), random(3, 38))
  return x + grid.cell_width * random.real(0, 1),
    y + grid.cell_height * random.real(0, 1)
end

local function populate(game, random)
  game.crowd = tilepath.crowd(game.grid)
  for i = 1, UNITS do
    repeat
      local x, y = random(-7, 48), random(3, 38)
      local unit = game.crowd:add { finder = i % 6 == 0 and game.large
        or game.small, cell_x = x, cell_y = y, speed = random.real(40, 160),
        priority = random(-1, 1) }
    until unit
  end
  for i = 1, HEROES do
    local options = hero_options(game, i)
    options.x, options.y = random_point(game.grid, random)
    options.speed, options.prune = random.real(40, 160), i % 2 == 0
    options.rest, options.slow_down = random(0, 2) / 7, random(0, 60)
    options.turn_rate = i % 3 == 0 and 2 or nil
    options.speeds = { mud = 0.6, road = 1.7 }
    game.heroes[i] = tilepath.follower(options)
  end
end

local function order_some(game, random)
  local units = game.crowd:units()
  for i, unit in ipairs(units) do
    if random.chance(3) then
      local x, y = random_point(game.grid, random)
      local done, reason = unit:go(x, y, { settle = random(0, 2) })
      tell(game, "unit", i, "goes", done, reason)
    end
  end
  for i, hero in ipairs(game.heroes) do
    if random.chance(2) then
      local x, y = random_point(game.grid, random)
      tell(game, "hero", i, "goes", hero:go(x, y, { partial = true }))
    end
  end
end

local function tell_places(game, frame)
  local number = {}
  for i, unit in ipairs(game.crowd:units()) do
    number[unit] = i
    tell(game, frame, "unit", i, unit.x, unit.y, unit.status, unit.reason)
    tell(game, frame, "unit", i, "angle", unit.angle)
  end
  for unit, what, other in game.crowd:events() do
    tell(game, frame, "unit", number[unit], what, number[other] or "")
  end
  for i, hero in ipairs(game.heroes) do
    tell(game, frame, "hero", i, hero.x, hero.y, hero.status == "blocked")
    tell(game, frame, "hero", i, "angle", hero.angle)
  end
end

local function play(game, random)
  for frame = 1, FRAMES do
    order_some(game, random)
    if frame % 7 == 0 then
      game.grid:set(random(-7, 48), random(3, 38),
        random.one_of("wall", "open", "open", "mud", "road"))
    end
    game.crowd:update(random(1, 8) / 60)
    for _, hero in ipairs(game.heroes) do
      hero:update(random(1, 8) / 60)
    end
    tell_places(game, frame)
  end
end

-- Saved -----------------------------------------------------------------------

local function states(game)
  local texts = { game.grid:save(), game.crowd:save() }
  for i, hero in ipairs(game.heroes) do
    texts[2 + i] = hero:save()
  end
  return texts
end

--- Writes the states, a line each: two digits a byte.
local function save(game, path)
  local file = assert(io.open(path, "wb"))
  for i, text in ipairs(states(game)) do
    if i == 2 then
      game.crowd:load(text)
    end
    file:write(text:gsub(".", function(byte)
      return ("%02x"):format(byte:byte())
    end), "\n")
  end
  file:close()
end

local function load_game(path)
  local texts = {}
  for line in io.lines(path) do
    texts[#texts + 1] = line:gsub("%x%x", function(digits)
      return string.char(tonumber(digits, 16))
    end)
  end
  local game = new_game(tilepath.load(texts[1]))
  game.crowd = tilepath.crowd(game.grid)
  game.crowd:load(texts[2], { finders = function(_, columns)
    return columns == 2 and game.large or game.small
  end })
  for i = 1, HEROES do
    game.heroes[i] = tilepath.follower(hero_options(game, i))
    game.heroes[i]:load(texts[2 + i])
  end
  return game
end

-- The second half begins with random numbers of its own.
local what, path = arg[1], arg[2]
local game
if what == "play" then
  local random = numbers.new(1)
  game = new_game(new_map(random))
  populate(game, random)
  play(game, random)
  save(game, path)
  game.lines = {}
else
  game = load_game(path)
end
play(game, numbers.new(2))
tell(game, table.concat(states(game), "\n", 2))
print(table.concat(game.lines, "\n"))
