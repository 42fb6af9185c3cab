--- Random games in two crowds on one grid: units come, go, move and change
-- their size, crowds are saved, and walls are built over them. After each turn,
-- a model of plain lists checks the places, the free cells and the order of
-- units.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local law = require "spec.support.law"
local numbers = require "spec.support.random"

local WIDTH, HEIGHT, SIZE = 9, 6, 8
local SIZES = { { 1, 1 }, { 2, 2 }, { 3, 2 }, { 1, 3 }, { 1, 1 } }

-- The model -------------------------------------------------------------------

-- A crowd is a list of units. A unit has its kind, its cell (x, y) and its
-- place in the world (wx, wy). Cells are those of the library.

local function new_world(scene)
  local grid = tilepath.grid(scene.map, { cell_size = SIZE,
    origin = { -24, 40 }, base = scene.base, prices = { water = 3 },
    legend = { ["~"] = "water" } })
  local world = { grid = grid, crowds = {}, kinds = {}, names = 0 }
  for i, size in ipairs(SIZES) do
    world.kinds[i] = { w = size[1], h = size[2], swims = i < 5,
      finder = tilepath.pathfinder(grid, { size = size,
        prices = i == 5 and { water = false } or nil }) }
  end
  for i = 1, 2 do
    world.crowds[i] = { crowd = tilepath.crowd(grid), units = {} }
  end
  return world
end

--- Do units of these kinds overlap in these cells?
local function overlap(a, ax, ay, b, bx, by)
  return ax < bx + b.w and bx < ax + a.w and ay < by + b.h and by < ay + a.h
end

--- The units that are in a rectangle.
local function units_in(side, x, y, w, h)
  local list = {}
  for _, unit in ipairs(side.units) do
    if overlap({ w = w, h = h }, x, y, unit.kind, unit.x, unit.y) then
      list[#list + 1] = unit
    end
  end
  return list
end

local function refusal(world, side, kind, x, y, self)
  local grid = world.grid
  if not (grid:has(x, y)
    and grid:has(x + kind.w - 1, y + kind.h - 1)) then
    return "outside"
  end
  for cell_y = y, y + kind.h - 1 do
    for cell_x = x, x + kind.w - 1 do
      local name = grid:get(cell_x, cell_y)
      if name == "wall" or name == "water" and not kind.swims then
        return "blocked"
      end
    end
  end
  for _, unit in ipairs(units_in(side, x, y, kind.w, kind.h)) do
    if unit ~= self then return "occupied" end
  end
end

local function cell_at(world, kind, wx, wy)
  return math.floor((wx + 24) / SIZE - (kind.w - 1) / 2) + world.grid.base_x,
    math.floor((wy - 40) / SIZE - (kind.h - 1) / 2) + world.grid.base_y
end

local function middle(world, kind, x, y)
  return (x - world.grid.base_x + kind.w / 2) * SIZE - 24,
    (y - world.grid.base_y + kind.h / 2) * SIZE + 40
end

-- Turns -----------------------------------------------------------------------

local turns = {}

--- The index of a unit, from a number that may be larger than their count.
local function index_of(side, number)
  return number % math.max(1, #side.units) + 1
end

--- The cell of a turn that gives one: beside a unit, or anywhere.
local function cell_of(world, side, turn)
  local from = turn.beside and side.units[index_of(side, turn.beside)]
  if from then
    return from.x + turn.by[1], from.y + turn.by[2]
  end
  return turn.cell[1] + world.grid.base_x, turn.cell[2] + world.grid.base_y
end

--- Calls a function that puts a unit, new or not, and does the same.
local function put(world, side, unit, kind, place, call)
  local why = refusal(world, side, kind, place[1], place[2], unit)
  local done, reason = call()
  assert.are.same({ not why, why }, { done and true or false, reason })
  if not why then
    unit.kind, unit.x, unit.y, unit.wx, unit.wy = kind, place[1], place[2],
      place[3], place[4]
  end
  return done
end

function turns.add(world, side, turn)
  local unit, kind = { name = world.names }, world.kinds[turn.kind]
  local x, y = cell_of(world, side, turn)
  local options = { finder = kind.finder, cell_x = x, cell_y = y }
  local wx, wy = middle(world, kind, x, y)
  if turn.beside then
    wx, wy = turn.point[1], turn.point[2]
    x, y = cell_at(world, kind, wx, wy)
    options = { finder = kind.finder, x = wx, y = wy }
  end
  unit.unit = put(world, side, unit, kind, { x, y, wx, wy }, function()
    return side.crowd:add(options)
  end)
  if unit.unit then
    world.names, unit.unit.name = world.names + 1, unit.name
    side.units[#side.units + 1] = unit
  end
end

function turns.set_cell(world, side, turn, unit)
  local x, y = cell_of(world, side, turn)
  put(world, side, unit, unit.kind, { x, y, middle(world, unit.kind, x, y) },
    function() return unit.unit:set_cell(x, y) end)
end

function turns.set_position(world, side, turn, unit)
  local wx, wy = turn.point[1], turn.point[2]
  local x, y = cell_at(world, unit.kind, wx, wy)
  put(world, side, unit, unit.kind, { x, y, wx, wy },
    function() return unit.unit:set_position(wx, wy) end)
end

function turns.set_finder(world, side, turn, unit)
  local kind = world.kinds[turn.kind]
  local x, y = cell_at(world, kind, unit.wx, unit.wy)
  put(world, side, unit, kind, { x, y, unit.wx, unit.wy },
    function() return unit.unit:set_finder(kind.finder) end)
end

function turns.remove(_, side, turn, unit)
  unit.unit:remove()
  assert.is_nil(unit.unit.crowd)
  assert.are.same({ unit.wx, unit.name }, { unit.unit.x, unit.unit.name })
  table.remove(side.units, index_of(side, turn.unit))
end

function turns.build(world, _, turn)
  world.grid:set(turn.cell[1] + world.grid.base_x,
    turn.cell[2] + world.grid.base_y, turn.terrain)
end

--- Saves a crowd and restores it.
function turns.restore(world, side)
  side.crowd = helper.load_crowd(world.grid, { state = side.crowd:save(),
    finders = function(i, wide, high)
      local kind = side.units[i].kind
      assert.are.same({ kind.w, kind.h }, { wide, high })
      return kind.finder
    end })
  for i, got in ipairs(side.crowd:units()) do
    assert.is_nil(got.name)
    got.name = side.units[i].name
    side.units[i].unit = got
  end
end

-- Judging ---------------------------------------------------------------------

local function assert_list(expected, got)
  for i = 1, math.max(#expected, #got) do
    if not expected[i] or not rawequal(expected[i].unit, got[i]) then
      error(("unit %d is another one"):format(i))
    end
  end
end

local function judge(world, side)
  local crowd, grid = side.crowd, world.grid
  assert_list(side.units, crowd:units())
  for _, unit in ipairs(side.units) do
    local got, kind = unit.unit, unit.kind
    assert.is_true(got.crowd == crowd and got.finder == kind.finder)
    assert.are.same({ unit.wx, unit.wy, unit.x, unit.y, unit.name },
      { got.x, got.y, got.cell_x, got.cell_y, got.name })
    assert.are.same({ { unit.x, unit.y, kind.w, kind.h } }, got:cells())
  end
  for y = grid.base_y - 1, grid.base_y + HEIGHT do
    for x = grid.base_x - 1, grid.base_x + WIDTH do
      local holder = units_in(side, x, y, 1, 1)[1]
      local w, h = 1 + (x + y) % 3, 1 + x % 2
      local found = units_in(side, x, y, w, h)
      local is_free = #found == 0 and grid:has(x, y)
        and grid:has(x + w - 1, y + h - 1)
      if not rawequal(holder and holder.unit or nil, crowd:at(x, y))
        or is_free ~= crowd:is_free(x, y, w, h) then
        error(("the crowd is wrong about %d, %d"):format(x, y))
      end
      assert_list(found, crowd:units(x, y, w, h))
    end
  end
end

-- Draw ------------------------------------------------------------------------

local ALL = { "add", "add", "add", "set_cell", "set_cell", "set_cell",
  "set_position", "set_finder", "remove", "build", "restore" }

--- A map and turns; not each turn needs all of its numbers.
local function draw(random)
  local scene = { base = { random(-3, 2), random(-2, 3) },
    map = numbers.map(random, WIDTH, HEIGHT, ".......#~"), turns = {} }
  for i = 1, 120 do
    scene.turns[i] = { random.any(ALL), crowd = random(1, 2),
      unit = random(1, 1000), kind = random(1, #SIZES),
      cell = { random(-1, WIDTH), random(-1, HEIGHT) },
      point = { random(-60, WIDTH * 32) / 4 - 24,
        random(-60, HEIGHT * 32) / 4 + 40 },
      beside = random.chance(50) and random(1, 1000) or nil,
      by = { random(-1, 1), random(-1, 1) },
      terrain = random.one_of("wall", "open", "open", "water") }
  end
  return scene
end

describe("crowds", function()
  law(it, "agree with a model in games of any kind", { runs = 16,
    noun = "crowd", draw = draw }, function(scene)
    local world = new_world(scene)
    for _, turn in ipairs(scene.turns) do
      local side, name = world.crowds[turn.crowd], turn[1]
      local unit = side.units[index_of(side, turn.unit)]
      if unit or name == "add" or name == "build" then
        turns[name](world, side, turn, unit)
        judge(world, side)
      end
    end
  end)
end)
