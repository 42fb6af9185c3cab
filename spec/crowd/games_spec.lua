--- Random games in two crowds on one grid: units come, go, move and change their
-- size, crowds are saved, and walls are built over them. After each turn, a model
-- of plain lists checks the places, the free cells and the order of units.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local law = require "spec.support.law"
local numbers = require "spec.support.random"

local list = helper.list

local WIDTH, HEIGHT, SIZE = 9, 6, 8
local SIZES = { { 1, 1 }, { 2, 2 }, { 3, 2 }, { 1, 3 }, { 1, 1 } }

-- The model -------------------------------------------------------------------

-- A crowd is a list of units, and a table of the unit that holds each cell. A
-- cell is a number; a unit has x, y, its cell and its kind.

local function new_world(scene)
  local base_x, base_y = scene.base[1], scene.base[2]
  local grid = tilepath.grid(scene.map, { cell_size = SIZE,
    origin = { -24, 40 }, base = { base_x, base_y }, prices = { water = 3 },
    legend = { ["~"] = "water" } })
  local world = { grid = grid, base_x = base_x, base_y = base_y, crowds = {},
    finders = {}, areas = scene.areas, names = 0 }
  for i, size in ipairs(SIZES) do
    world.finders[i] = { size = size, swims = i < 5,
      finder = tilepath.pathfinder(grid, { size = size,
        prices = i == 5 and { water = false } or nil }) }
  end
  for i = 1, 2 do
    world.crowds[i] = { crowd = tilepath.crowd(grid), units = {}, holds = {} }
  end
  return world
end

local function key_of(x, y)
  return y * 1000 + x
end

--- The keys of the cells under an agent, and whether all of them lie inside.
-- Cells count from 0 here.
local function under(size, x, y)
  local keys, is_inside = {}, true
  for dy = 0, size[2] - 1 do
    for dx = 0, size[1] - 1 do
      local at_x, at_y = x + dx, y + dy
      if at_x >= 0 and at_x < WIDTH and at_y >= 0 and at_y < HEIGHT then
        keys[#keys + 1] = key_of(at_x, at_y)
      else
        is_inside = false
      end
    end
  end
  return keys, is_inside
end

local function refusal(world, side, kind, x, y, unit)
  local keys, is_inside = under(kind.size, x, y)
  if not is_inside then
    return "outside"
  end
  for _, key in ipairs(keys) do
    local name = world.grid:get(key % 1000 + world.base_x,
      math.floor(key / 1000) + world.base_y)
    if name == "wall" or name == "water" and not kind.swims then
      return "blocked"
    end
  end
  for _, key in ipairs(keys) do
    if side.holds[key] and side.holds[key] ~= unit then
      return "occupied"
    end
  end
end

local function release(side, unit)
  for key, holder in pairs(side.holds) do
    if holder == unit then
      side.holds[key] = nil
    end
  end
end

local function cell_at(size, wx, wy)
  return math.floor((wx + 24) / SIZE - (size[1] - 1) / 2),
    math.floor((wy - 40) / SIZE - (size[2] - 1) / 2)
end

local function middle(size, x, y)
  return (x + size[1] / 2) * SIZE - 24, (y + size[2] / 2) * SIZE + 40
end

local function stand(side, unit, kind, x, y, wx, wy)
  release(side, unit)
  unit.kind, unit.cell_x, unit.cell_y, unit.x, unit.y = kind, x, y, wx, wy
  for _, key in ipairs((under(kind.size, x, y))) do
    side.holds[key] = unit
  end
end

-- Draw ------------------------------------------------------------------------

local function some_cell(random)
  return { random(-1, WIDTH), random(-1, HEIGHT) }
end

local function some_point(random)
  return { random(-60, WIDTH * 32) / 4 - 24, random(-60, HEIGHT * 32) / 4 + 40 }
end

local draws = {}

function draws.add(random, turn)
  turn.kind = random(1, #SIZES)
  if random.chance(50) then
    turn.cell = some_cell(random)
  else
    turn.point = some_point(random)
  end
end

--- Beside the unit's own place, or another unit's place; or anywhere.
function draws.set_cell(random, turn)
  if random.chance(67) then
    turn.by = { random(-1, 1), random(-1, 1) }
    turn.from = random.chance(50) and random(1, 1000) or nil
  else
    turn.cell = some_cell(random)
  end
end

function draws.set_position(random, turn)
  turn.point = some_point(random)
end

function draws.set_finder(random, turn)
  turn.kind = random(1, #SIZES)
end

function draws.remove()
end

function draws.build(random, turn)
  turn.cell = some_cell(random)
  turn.terrain = random.one_of("wall", "open", "open", "water")
end

function draws.restore(random, turn)
  turn.by_list = random.chance(50)
end

local ALL = { "add", "add", "add", "set_cell", "set_cell", "set_cell",
  "set_position", "set_finder", "remove", "build", "restore" }

--- A map, areas for crowd:units, and turns.
local function drawn(random)
  local scene = { base = { random(-3, 2), random(-2, 3) },
    map = numbers.map(random, WIDTH, HEIGHT, ".......#~"), areas = {},
    turns = {} }
  for i = 1, 6 do
    local x, y = random(-1, WIDTH), random(-1, HEIGHT)
    scene.areas[i] = { x, y, random(0, 4), random(0, 3) }
  end
  for i = 1, 120 do
    local turn = { random.any(ALL), crowd = random(1, 2),
      unit = random(1, 1000) }
    draws[turn[1]](random, turn)
    scene.turns[i] = turn
  end
  return scene
end

-- Turns -----------------------------------------------------------------------

local turns = {}

--- The unit of a number, which may be larger than the count of units.
local function unit_of(side, number)
  return side.units[(number - 1) % math.max(1, #side.units) + 1]
end

function turns.add(world, side, turn)
  local kind = world.finders[turn.kind]
  world.names = world.names + 1
  local options = { finder = kind.finder }
  local x, y, wx, wy
  if turn.cell then
    x, y = turn.cell[1], turn.cell[2]
    options.cell_x, options.cell_y = x + world.base_x, y + world.base_y
    wx, wy = middle(kind.size, x, y)
  else
    wx, wy = turn.point[1], turn.point[2]
    options.x, options.y = wx, wy
    x, y = cell_at(kind.size, wx, wy)
  end
  local why = refusal(world, side, kind, x, y)
  local got, reason = side.crowd:add(options)
  assert.are.equal(why, reason)
  if not why then
    got.name = world.names
    local unit = { unit = got, name = got.name }
    stand(side, unit, kind, x, y, wx, wy)
    side.units[#side.units + 1] = unit
  end
end

--- Puts a unit with a call, if the model allows that.
local function put(world, side, unit, kind, at, call, ...)
  local why = refusal(world, side, kind, at[1], at[2], unit)
  assert.are.same(why and { nil, why } or { true },
    list(unit.unit[call](unit.unit, ...)))
  if not why then
    stand(side, unit, kind, at[1], at[2], at[3], at[4])
  end
end

function turns.set_cell(world, side, turn, unit)
  local from, size = unit_of(side, turn.from or turn.unit), unit.kind.size
  local cell = turn.cell or { from.cell_x + turn.by[1],
    from.cell_y + turn.by[2] }
  local x, y = cell[1], cell[2]
  local wx, wy = middle(size, x, y)
  put(world, side, unit, unit.kind, { x, y, wx, wy }, "set_cell",
    x + world.base_x, y + world.base_y)
end

function turns.set_position(world, side, turn, unit)
  local wx, wy = turn.point[1], turn.point[2]
  local x, y = cell_at(unit.kind.size, wx, wy)
  put(world, side, unit, unit.kind, { x, y, wx, wy }, "set_position", wx, wy)
end

function turns.set_finder(world, side, turn, unit)
  local kind = world.finders[turn.kind]
  local x, y = cell_at(kind.size, unit.x, unit.y)
  put(world, side, unit, kind, { x, y, unit.x, unit.y }, "set_finder",
    kind.finder)
end

function turns.remove(_, side, _, unit)
  unit.unit:remove()
  unit.unit:remove()
  assert.is_nil(unit.unit.crowd)
  assert.are.equal(unit.x, unit.unit.x)
  assert.are.equal(unit.name, unit.unit.name)
  release(side, unit)
  for i, other in ipairs(side.units) do
    if other == unit then
      table.remove(side.units, i)
      break
    end
  end
end

function turns.build(world, _, turn)
  world.grid:set(turn.cell[1] + world.base_x, turn.cell[2] + world.base_y,
    turn.terrain)
end

--- Saves a crowd and restores it.
function turns.restore(world, side, turn)
  local kinds = {}
  for i, unit in ipairs(side.units) do
    kinds[i] = unit.kind.finder
  end
  side.crowd = helper.load_crowd(world.grid, { state = side.crowd:state(),
    finders = turn.by_list and kinds or function(i, wide, high)
      local size = side.units[i].kind.size
      assert.are.same(size, { wide, high })
      return kinds[i]
    end })
  for i, got in ipairs(side.crowd:units()) do
    assert.is_nil(got.name)
    got.name = side.units[i].name
    side.units[i].unit = got
  end
end

-- Judging ---------------------------------------------------------------------

local function judge_unit(world, side, unit)
  local got = unit.unit
  assert.is_true(got.crowd == side.crowd and got.finder == unit.kind.finder)
  assert.are.same({ unit.x, unit.y, unit.cell_x + world.base_x,
    unit.cell_y + world.base_y, unit.name },
    { got.x, got.y, got.cell_x, got.cell_y, got.name })
  assert.are.same({ { unit.cell_x + world.base_x, unit.cell_y + world.base_y,
    unit.kind.size[1], unit.kind.size[2] } }, got:cells())
end

local function judge_list(expected, got)
  assert.are.equal(#expected, #got)
  for i, unit in ipairs(expected) do
    assert.is_true(rawequal(unit.unit, got[i]))
  end
end

local function judge_area(world, side, x, y, w, h)
  local listed = {}
  for _, unit in ipairs(side.units) do
    local size = unit.kind.size
    if unit.cell_x < x + w and unit.cell_x + size[1] > x
      and unit.cell_y < y + h and unit.cell_y + size[2] > y then
      listed[#listed + 1] = unit
    end
  end
  local at_x, at_y = x + world.base_x, y + world.base_y
  if w > 0 and h > 0 then
    local is_inside = x >= 0 and y >= 0 and x + w <= WIDTH and y + h <= HEIGHT
    judge_list(listed, side.crowd:units(at_x, at_y, w, h))
    assert.are.equal(is_inside and #listed == 0,
      side.crowd:is_free(at_x, at_y, w, h))
  end
end

local function judge(world, side)
  local crowd = side.crowd
  assert.are.equal(#side.units, crowd.count)
  judge_list(side.units, crowd:units())
  for _, unit in ipairs(side.units) do
    judge_unit(world, side, unit)
  end
  for y = -1, HEIGHT do
    for x = -1, WIDTH do
      local holder = x >= 0 and x < WIDTH and side.holds[key_of(x, y)]
      local at_x, at_y = x + world.base_x, y + world.base_y
      local is_free = not holder and world.grid:contains(at_x, at_y)
      if not rawequal(holder and holder.unit or nil, crowd:at(at_x, at_y))
        or is_free ~= crowd:is_free(at_x, at_y) then
        error(("the crowd is wrong about %d, %d"):format(at_x, at_y))
      end
    end
  end
  for _, area in ipairs(world.areas) do
    judge_area(world, side, area[1], area[2], area[3], area[4])
  end
end

local function play(scene)
  local world = new_world(scene)
  for _, turn in ipairs(scene.turns) do
    local side, name = world.crowds[turn.crowd], turn[1]
    local unit = unit_of(side, turn.unit)
    if unit or name == "add" or name == "build" then
      turns[name](world, side, turn, unit)
      judge(world, side)
    end
  end
end

describe("crowds", function()
  law(it, "agree with a model in games of any kind", { runs = 24,
    noun = "crowd", draw = drawn, lists = { "turns", "areas" } }, play)
end)
