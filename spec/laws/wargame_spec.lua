--- The law of wargames: a strategy game on hexagons, written after
-- docs/reference/hexagons.md, agrees with a textbook. The rules:
--
-- - a step costs what the terrain costs that kind of unit;
-- - no unit enters an enemy's cell; it passes its friends, and stops on none;
-- - a step beside an enemy ends a unit's move, unless it is a skirmisher.
--
-- The textbook below has its own cube coordinates, finds neighbours by
-- distance, and relaxes all costs until nothing changes.

local tilepath = require "tilepath"
local law = require "spec.support.law"
local random_map = require("spec.support.random").map

local LEGEND = { f = "forest", h = "hill", ["~"] = "water" }
local TERRAIN = { forest = 2, hill = 3, water = false }
local KINDS = {
  foot = {},
  elf = { forest = 1 },
  horse = { forest = 3, hill = false },
  boat = { open = false, forest = false, hill = false, water = 1 },
}

-- The game, by the library ----------------------------------------------------

local Game = {}
Game.__index = Game

local function new_game(scene)
  local grid = tilepath.grid(scene.map, { shape = "hex", legend = LEGEND,
    stagger = scene.stagger, prices = TERRAIN, base = scene.base })
  local self = setmetatable({ grid = grid, finders = {}, units = {} }, Game)
  for kind, costs in pairs(KINDS) do
    self.finders[kind] = tilepath.pathfinder(grid, { prices = costs })
  end
  -- A ghost goes everywhere: its neighbours are all six.
  self.ghost = tilepath.pathfinder(grid, { prices = { water = 1 } })
  for i, unit in ipairs(scene.units) do
    self.units[i] = setmetatable({ finder = self.finders[unit.kind] },
      { __index = unit })
  end
  return self
end

--- The cells that a unit must avoid, and the zones of enemies among them.
function Game:front(unit)
  local avoid, zone = {}, {}
  for _, enemy in ipairs(self.units) do
    if enemy.side ~= unit.side then
      avoid[#avoid + 1] = { enemy.x, enemy.y }
      for x, y in self.ghost:neighbors(enemy.x, enemy.y) do
        zone[#zone + 1] = not unit.skirmisher and { x, y } or nil
      end
    end
  end
  for _, cell in ipairs(zone) do
    avoid[#avoid + 1] = cell
  end
  return avoid, zone
end

local function key(x, y)
  return x .. "," .. y
end

--- The cells in reach of a unit: { [key] = cost }.
function Game:moves(unit)
  local avoid, zone = self:front(unit)
  local reach = unit.finder:reach(unit.x, unit.y, unit.points,
    { avoid = avoid })
  local ends = {}
  for x, y, cost in reach:cells() do
    ends[key(x, y)] = cost
  end
  for _, cell in ipairs(zone) do
    local x, y = cell[1], cell[2]
    local price = unit.finder:price(x, y)
    for nx, ny in unit.finder:neighbors(x, y) do
      local cost = reach:cost(nx, ny)
      if cost and cost + price <= (ends[key(x, y)] or unit.points) then
        ends[key(x, y)] = cost + price
      end
    end
  end
  for _, other in ipairs(self.units) do
    if other ~= unit then
      ends[key(other.x, other.y)] = nil
    end
  end
  return ends
end

-- The textbook ----------------------------------------------------------------

local function cube_of(stagger, x, y)
  local odd = stagger:sub(1, 3) == "odd"
  local function half(n)
    return odd and (n - n % 2) / 2 or (n + n % 2) / 2
  end
  if stagger:sub(-1) == "r" then
    return x - half(y), y
  end
  return x, y - half(x)
end

--- The cells with their cubes and terrains.
local function new_book(scene)
  local book = { cells = {}, scene = scene }
  local y = 0
  for row in scene.map:gmatch("[^\n]+") do
    for x = 0, #row - 1 do
      local q, r = cube_of(scene.stagger, x, y)
      local terrain = LEGEND[row:sub(x + 1, x + 1)] or "open"
      table.insert(book.cells, { q = q, r = r, terrain = terrain,
        key = key(x + scene.base, y + scene.base) })
    end
    y = y + 1
  end
  for _, cell in ipairs(book.cells) do
    book[cell.key] = cell
  end
  return book
end

local function apart(a, b)
  local q, r = a.q - b.q, a.r - b.r
  return math.max(math.abs(q), math.abs(r), math.abs(q + r))
end

local function price_of(unit, cell)
  local price = KINDS[unit.kind][cell.terrain]
  if price == nil then
    price = TERRAIN[cell.terrain]
  end
  return price == nil and 1 or price
end

--- The cells in reach of a unit: { [key] = cost }.
local function book_moves(book, unit)
  local start = book[key(unit.x, unit.y)]
  local costs, is_zone, is_enemy, ends = { [start] = 0 }, {}, {}, {}
  for _, other in ipairs(book.scene.units) do
    local there = book[key(other.x, other.y)]
    is_enemy[there] = other.side ~= unit.side
    for _, cell in ipairs(is_enemy[there] and book.cells or {}) do
      is_zone[cell] = is_zone[cell] or apart(cell, there) == 1
    end
  end
  local is_settled
  repeat
    is_settled = true
    for _, from in ipairs(book.cells) do
      local cost = costs[from]
      local stands = is_zone[from] and from ~= start and not unit.skirmisher
      for _, to in ipairs(cost and not stands and book.cells or {}) do
        local price = apart(from, to) == 1 and not is_enemy[to]
          and price_of(unit, to)
        if price and cost + price <= (costs[to] or unit.points + 0.5) - 0.5 then
          costs[to], is_settled = cost + price, false
        end
      end
    end
  until is_settled
  for cell, cost in pairs(costs) do
    ends[cell.key] = cost
  end
  for _, other in ipairs(book.scene.units) do
    ends[key(other.x, other.y)] = other == unit and 0 or nil
  end
  return ends
end

-- Drawn -----------------------------------------------------------------------

local function draw(random)
  local width, height = random(3, 9), random(3, 9)
  local scene = { base = random.any { 0, 1, -3 }, units = {},
    stagger = random.any { "odd-r", "even-r", "odd-q", "even-q" },
    map = random_map(random, width, height, "....ffh~") }
  local taken = {}
  for _ = 1, random(2, 7) do
    local unit = { x = random(0, width - 1) + scene.base,
      y = random(0, height - 1) + scene.base, side = random.any { "a", "b" },
      kind = random.any { "foot", "foot", "elf", "horse", "boat" },
      points = random(0, 7), skirmisher = random.chance(20) }
    local row = 0
    for line in scene.map:gmatch("[^\n]+") do
      local character = line:sub(unit.x - scene.base + 1,
        unit.x - scene.base + 1)
      local terrain = { terrain = LEGEND[character] or "open" }
      if row == unit.y - scene.base and price_of(unit, terrain)
        and not taken[key(unit.x, unit.y)] then
        taken[key(unit.x, unit.y)] = true
        table.insert(scene.units, unit)
      end
      row = row + 1
    end
  end
  return scene
end

local function check(scene)
  local game, book = new_game(scene), new_book(scene)
  for i, unit in ipairs(game.units) do
    assert.are.same(book_moves(book, scene.units[i]), game:moves(unit))
  end
end

describe("a wargame on hexagons", function()
  law(it, "moves by its rules", { runs = 120,
    noun = "wargame", lists = { "units" }, draw = draw }, check)
end)
