--- Laws of dumps that were changed, by a mistake or by a cheat who puts the sum
-- right. Such a dump is damaged. Or it is one that a grid or layer could have
-- written: then the grid keeps its own rules, it is equal after it is dumped
-- and loaded again, and it can be edited and searched.

local tilepath = require "tilepath"
local flat = require "tilepath.serialize"
local core = require "tilepath_core"
local law = require "spec.support.law"
local extend = require("spec.support.helper").extend

local MUTANTS = 60 -- of a grid

-- Grids -----------------------------------------------------------------------

local function draw(random)
  local prices = { mud = 2, ["~ swamp;="] = 7.5, pit = false }
  local hexagons = tilepath.core == "C" and random.chance(30)
  local grid = tilepath.grid(random(1, 6), random(1, 5), { prices = prices,
    base = { random(-3, 3), 1 }, cell_size = random.one_of(1, 0.1, 32),
    origin = { random.one_of(0, -8.5), 1 / 3 },
    shape = hexagons and "hex" or nil,
    stagger = hexagons and random.one_of("odd-r", "even-r", "odd-q", "even-q")
      or nil })
  if tilepath.core == "C" and random.chance(50) then
    extend(grid, { left = 1, top = random(0, 2) })
  end
  local function cell()
    return random(grid.base_x, grid.base_x + grid.width - 1),
      random(grid.base_y, grid.base_y + grid.height - 1)
  end
  for _ = 1, 8 do
    local x, y = cell()
    grid:set(x, y, random.one_of("mud", "pit", "wall", "~ swamp;="))
    grid:set_walkable(x, y, random.chance(70))
    pcall(grid.fence, grid, x, y, x + random(0, 1), y + random(0, 1),
      { one_way = random.chance(50), name = random.one_of(nil, "kerb", "a,b;%") })
  end
  for _ = 1, random(0, 4) do
    local x, y = cell()
    local to_x, to_y = cell()
    local _, link = pcall(grid.link, grid, x, y, to_x, to_y, {
      price = random.one_of(0, 1, 2.5), seconds = random(0, 2),
      one_way = random.chance(50), name = random.one_of(nil, "lift", "a%b") })
    if type(link) == "table" and random.chance(30) then
      grid:unlink(link)
    end
  end
  return grid, cell
end

-- Changes ---------------------------------------------------------------------

local WORDS = { "=0", "=1", "=-1", "=2", "=3", "=inf", "=nan", "=1^-1",
  "=1^-1074", "=1^1023", "=32768", "=268435456", "=4294967295", "=1^52",
  "=1^53", "=-1^31", "=true", "=false", "=", ":", ":open", ":wall", ":odd-r",
  ":even-q", ":%00", ":lift", "1,1,2,1", "1,1,1,2,1", "-9,9,9,9" }

--- Replaces a part of a text.
local function splice(text, first, last, by)
  return text:sub(1, first - 1) .. by .. text:sub(last + 1)
end

local CHANGES = {
  -- a byte
  function(random, text)
    local at = random(1, #text)
    return splice(text, at, at, string.char(random(0, 255)))
  end,
  -- a byte more or less
  function(random, text)
    local at = random(1, #text)
    return splice(text, at, at - random(0, 1), random.one_of("", "\0", "\n", ";"))
  end,
  -- a word, which may be dropped
  function(random, text)
    local first, last = text:find("[^;\n]*;", random(1, #text))
    return first and splice(text, first, last,
      random.chance(15) and "" or random.any(WORDS) .. ";") or text
  end,
  -- a word again, elsewhere
  function(random, text)
    local word = text:match("[^;\n]*;", random(1, #text)) or ";"
    local _, at = text:find(";", random(1, #text), true)
    at = at or random(1, #text)
    return splice(text, at + 1, at, word)
  end,
  -- a byte of the cells
  function(random, text)
    local at = #text - random(0, 8)
    return splice(text, at, at, string.char(random.one_of(0, 1, 2, 3, 127, 128,
      129, 132, 255)))
  end,
}

local function changed(random, dump)
  local text = dump:sub(1, -9)
  for _ = 1, random.one_of(1, 1, 2, 3) do
    text = random.any(CHANGES)(random, text)
  end
  return flat.seal(text)
end

-- Checks ----------------------------------------------------------------------

--- tilepath.load. The core in Lua has no hexagons, and raises for them.
local function load(text)
  local done, other, reason = pcall(tilepath.load, text)
  if not done then
    assert.matches("load: a grid of hexagons needs the C module", other)
    assert.are.equal("Lua", tilepath.core)
  end
  return done and other, reason
end

local function look(grid)
  local prices, walls = core.terrains(grid), 0
  assert.is_true(prices.open < math.huge and prices.wall == math.huge)
  for x, y, terrain, price in grid:cells() do
    assert.are.equal(terrain, (grid:get(x, y)))
    assert.is_true(price == prices[terrain] or price == math.huge)
    walls = walls + (price == math.huge and 1 or 0)
  end
  assert.matches(("(%d blocked)"):format(walls), tostring(grid), 1, true)
  for _, ends in ipairs { grid:fences(), grid:links() } do
    for _, way in ipairs(ends) do
      assert.is_true(grid:has(way.x1, way.y1))
      assert.is_true(grid:has(way.x2, way.y2))
    end
  end
end

local function use(grid)
  local finder = tilepath.pathfinder(grid)
  local right, bottom = grid.base_x + grid.width - 1,
    grid.base_y + grid.height - 1
  finder:find(grid.base_x, grid.base_y, right, bottom)
  for _, link in ipairs(grid:links()) do
    assert.are.equal(link.id, grid:links(link.x1, link.y1)[1] and link.id)
    assert.is_true(grid:unlink(link))
  end
  grid:fill(grid.base_x, grid.base_y, grid.width, grid.height, "open")
  finder:find(grid.base_x, grid.base_y, right, bottom)
end

describe("a changed dump", function()
  law(it, "of a grid is refused, or a grid's own", { runs = 40 },
    function(random)
      local grid = draw(random)
      local dump = grid:save()
      for _ = 1, MUTANTS do
        local other, reason = load(changed(random, dump))
        if other then
          look(other)
          assert.are.equal(other, assert(tilepath.load(other:save())))
          use(other)
        elseif other == nil then
          assert.is_true(reason == "damaged" or reason == "version")
        end
      end
      assert.are.equal(dump, grid:save())
    end)

  law(it, "of a layer is refused, or a layer's own", { runs = 20 },
    function(random)
      local grid, cell = draw(random)
      local layer = tilepath.layer(grid)
      for _ = 1, 5 do
        local x, y = cell()
        layer:set(x, y, random(0, 255))
      end
      local dump = layer:save()
      for _ = 1, MUTANTS do
        local text = changed(random, dump)
        local other, reason = tilepath.load(text, grid)
        if other then
          local again = tilepath.load(other:save(), grid)
          assert.are.equal(again:save(), other:save())
          other:fade(0.5)
        else
          assert.is_true(reason == "damaged" or reason == "version"
            or reason == "size")
        end
      end
      assert.are.equal(dump, layer:save())
    end)
end)
