--- Laws of units that follow a path of the game's own, which may cross itself,
-- come back to its start, or be a long way round.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local hexagons = require "spec.support.hexagons"
local law = require "spec.support.law"

local STAGGERS = { false, "odd-r", "even-r", "odd-q", "even-q" }
local MOST_SKIPPED = 10 -- cells of the path, by a unit that goes round others
local ENDS = { arrived = true, blocked = true }
local LONG = 2000 -- ticks: a unit that tries again rests before

local function steps_from(finder, x, y)
  local beside = {}
  for to_x, to_y in finder:neighbors(x, y) do
    beside[#beside + 1] = { to_x, to_y }
  end
  return beside
end

--- Walks on from the last cell: to and fro, or on in one direction.
local function walk(random, finder, cells, steps)
  local dx, dy = 0, 0
  for _ = 1, steps do
    local last = cells[#cells]
    local to = { last[1] + dx, last[2] + dy }
    local beside = steps_from(finder, last[1], last[2])
    if not beside[1] then
      return
    elseif random.chance(40)
      or not finder:can_step(last[1], last[2], to[1], to[2]) then
      to = random.any(beside)
    end
    dx, dy = to[1] - last[1], to[2] - last[2]
    cells[#cells + 1] = to
  end
end

local function path_of(cells)
  local points = {}
  for _, cell in ipairs(cells) do
    points[#points + 1], points[#points + 2] = cell[1], cell[2]
  end
  return tilepath.path(points, "cells")
end

--- A map, and a path from a free cell; every second path is a round.
local function new_game(random, stagger)
  local width, height = random(3, 16), random(3, 16)
  local grid = tilepath.grid(width, height, stagger
    and { shape = "hex", stagger = stagger } or nil)
  for _ = 1, random(0, width * height / 8) do
    grid:set(random(1, width), random(1, height), "wall")
  end
  local finder = tilepath.pathfinder(grid)
  local cells = { { random(1, width), random(1, height) } }
  grid:set(cells[1][1], cells[1][2], "open")
  walk(random, finder, cells, random(1, 60))
  if random.chance(50) then
    local first, last = cells[1], cells[#cells]
    local back = finder:find(last[1], last[2], first[1], first[2])
    local flat = back and back:cells() or {}
    for i = 3, #flat, 2 do
      cells[#cells + 1] = { flat[i], flat[i + 1] }
    end
  end
  local game = { grid = grid, finder = finder, cells = cells,
    crowd = tilepath.crowd(grid) }
  game.unit = assert(game.crowd:add { finder = finder, cell_x = cells[1][1],
    cell_y = cells[1][2] })
  return game
end

local function add_others(game, random)
  for _ = 1, random(1, 6) do
    local other = game.crowd:add { finder = game.finder,
      cell_x = random(1, game.grid.width),
      cell_y = random(1, game.grid.height) }
    if other and random.chance(50) then
      other:go_cell(random(1, game.grid.width), random(1, game.grid.height))
    end
  end
end

--- Saves the crowd, and goes on with the saved one: in place, or a new one.
local function restore(game, random)
  local state, index = game.crowd:save(), nil
  for i, unit in ipairs(game.crowd:units()) do
    index = unit == game.unit and i or index
  end
  if random.chance(50) then
    game.crowd:load(state)
  else
    game.crowd = helper.load_crowd(game.grid, { state = state,
      finders = function() return game.finder end })
  end
  game.unit = game.crowd:units()[index]
end

--- Shuts or opens a cell that is two or more away from the path.
local function edit(game, random)
  local x, y = random(1, game.grid.width), random(1, game.grid.height)
  for _, cell in ipairs(game.cells) do
    if math.abs(cell[1] - x) < 2 and math.abs(cell[2] - y) < 2 then return end
  end
  game.grid:set(x, y, random.one_of("wall", "open"))
end

--- The next index of the unit's cell on the path; the same if it is aside.
local function progress(game, index, most)
  for i = index + 1, math.min(index + most, #game.cells) do
    local cell = game.cells[i]
    if cell[1] == game.unit.cell_x and cell[2] == game.unit.cell_y then
      return i
    end
  end
  return index
end

--- Plays until the unit rests. Returns the index of its cell then.
local function play(game, random, most, look)
  local index = 1
  for _ = 1, 20 * #game.cells + 400 do
    if random.chance(10) then restore(game, random) end
    if random.chance(30) then edit(game, random) end
    game.crowd:tick()
    index = progress(game, index, most)
    if look then look(index) end
    if game.unit.status == "arrived" then
      break
    end
  end
  return index
end

--- The coordinates of a cell that change evenly along a straight line.
local function coordinates(stagger, x, y)
  if not stagger then return x, y, x end
  local q, r = hexagons.cube(stagger, x - 1, y - 1)
  return q, r, q + r
end

--- Is a number not farther than half a step from its place on a line?
local function is_near(at, from, to, share)
  return math.abs(at - (from + (to - from) * share)) <= 0.5
end

--- A path of two points: the unit comes to the nearest cells of its line.
local function go_straight(random, stagger)
  local grid = tilepath.grid(16, 16, stagger
    and { shape = "hex", stagger = stagger } or nil)
  local x, y, to_x, to_y = random(1, 16), random(1, 16), random(1, 16),
    random(1, 16)
  local unit = tilepath.crowd(grid):add {
    finder = tilepath.pathfinder(grid), cell_x = x, cell_y = y }
  assert.is_true(unit:follow(path_of { { x, y }, { to_x, to_y } }))
  local steps = grid:distance(x, y, to_x, to_y)
  local a1, b1, c1 = coordinates(stagger, x, y)
  local a2, b2, c2 = coordinates(stagger, to_x, to_y)
  for i = 1, steps do
    unit.crowd:tick()
    local a, b, c = coordinates(stagger, unit.cell_x, unit.cell_y)
    assert.is_true(is_near(a, a1, a2, i / steps)
      and is_near(b, b1, b2, i / steps) and is_near(c, c1, c2, i / steps))
  end
end

describe("a unit that follows a path", function()
  for _, stagger in ipairs(STAGGERS) do
    local where = stagger and ", on hexagons " .. stagger or ""

    law(it, "goes from cell to cell to its end, also if it is saved" .. where,
      { runs = 15 }, function(random)
        local game = new_game(random, stagger)
        assert.is_true(game.unit:follow(path_of(game.cells)))
        local before = 1
        local index = play(game, random, 1, function(now)
          assert.is_true(now == before + 1 or now == #game.cells, now)
          before = now
          local rest = game.unit:path()
          assert.are.equal(#game.cells - now + 1, rest:size())
          helper.near(rest:length(), game.unit.remaining)
          local x, y = game.unit.finder:to_cell(rest:point(1))
          assert.are.same(game.cells[now], { x, y })
        end)
        assert.are.equal(#game.cells, index)
        assert.are.equal("arrived", game.unit.status)
      end)

    law(it, "goes straight from point to point" .. where, { runs = 30 },
      function(random) go_straight(random, stagger) end)

    law(it, "skips few cells if others hold it up" .. where, { runs = 15 },
      function(random)
        local game = new_game(random, stagger)
        add_others(game, random)
        assert.is_true(game.unit:follow(path_of(game.cells)))
        local index = play(game, random, MOST_SKIPPED)
        for _ = 1, LONG do -- an edit may have let a blocked unit try again
          if ENDS[game.unit.status] then break end
          game.crowd:tick()
          index = progress(game, index, MOST_SKIPPED)
        end
        assert.is_true(ENDS[game.unit.status])
        assert.is_true(game.unit.status == "blocked" or index == #game.cells)
      end)
  end
end)
