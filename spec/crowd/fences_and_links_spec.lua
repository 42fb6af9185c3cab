--- Crowds on maps with fences and links. The judge shares no code with the
-- library.

local tilepath = require "tilepath"
local boards = require "spec.support.boards"
local crowd_game = require "spec.support.crowd_game"
local numbers = require "spec.support.random"
local stand = require "spec.support.stand"

local RULES = crowd_game.RULES
local new_game, restored = crowd_game.new, crowd_game.restored

-- Random maps ----------------------------------------------------------------

local function add_walls(game, random, w, h, count)
  for _ = 1, count do
    local x, y = random(1, w - 1), random(1, h - 1)
    local across = random(1, 2) == 1
    local x2, y2 = across and x + 1 or x, across and y or y + 1
    if random(1, 2) == 1 then
      x, y, x2, y2 = x2, y2, x, y
    end
    local name, is_there = random.one_of(nil, nil, "kerb", "hedge"), false
    for _, side in ipairs { ("%d,%d>%d,%d"):format(x, y, x2, y2),
      ("%d,%d>%d,%d"):format(x2, y2, x, y) } do
      is_there = is_there or (game.judge.sides[side] or {})[name or ""]
    end
    if not is_there then
      game:fence(x, y, x2, y2, random(1, 3) == 1, name)
    end
  end
end

local function free_cell(game, random, taken, w, h)
  for _ = 1, 200 do
    local x, y = random(1, w), random(1, h)
    if game.grid:is_walkable(x, y) and not taken[y * 1000 + x] then
      taken[y * 1000 + x] = true
      return x, y
    end
  end
end

local function random_game(seed, by_time, links)
  local random = numbers.new(seed)
  local w, h = random(6, 12), random(6, 12)
  local rows = {}
  for row in numbers.map(random, w, h, ".......#"):gmatch("[^\n]+") do
    rows[#rows + 1] = row
  end
  local game = new_game(rows, RULES[random(1, 4)], by_time)
  local cells = {}
  add_walls(game, random, w, h, random(3, w * h / 4))
  for _ = 1, links do
    local x1, y1 = free_cell(game, random, cells, w, h)
    local x2, y2 = free_cell(game, random, cells, w, h)
    if x2 and math.max(math.abs(x1 - x2), math.abs(y1 - y2)) > 1 then
      game:link(x1, y1, x2, y2, { price = random(by_time and 1 or 0, 6) / 2,
        seconds = random(1, 3) > 1 and random(1, 8) / 4 or nil,
        one_way = random(1, 3) == 1 })
    end
  end
  return game, random, w, h
end

--- Adds some units, a few of them large, and some that step over kerbs, and
-- orders each to a goal of its own.
local function send_all(game, random, w, h)
  local taken, goals = {}, {}
  local large = tilepath.pathfinder(game.grid, { size = 2,
    diagonal = RULES[random(1, 4)], fences = { hedge = random(1, 2) == 1 } })
  local light = tilepath.pathfinder(game.grid, { diagonal = game.rule,
    fences = { kerb = false } })
  for i = 1, random(2, 6) do
    local x, y = free_cell(game, random, taken, w, h)
    game:add(x, y, i % 3 == 0 and { finder = large }
      or i % 4 == 1 and { finder = light } or nil)
  end
  game:look()
  for _, name in ipairs(game.names) do
    local unit = game.units[name]
    local x, y = free_cell(game, random, goals, w, h)
    local ok, reason = unit:go_cell(x, y)
    if not ok and unit.finder == game.finder
      and game:has_way(unit.cell_x, unit.cell_y, x, y) then
      error(("%s refused to %d,%d: %s"):format(name, x, y, reason))
    end
  end
end

describe("#once a unit alone among fences and links", function()
  it("arrives if there is a path, and only then", function()
    local rides = 0
    for seed = 1, 80 do
      local game, random, w, h = random_game(seed * 31337, seed % 2 == 0,
        seed % 5)
      local x, y = free_cell(game, random, {}, w, h)
      local to_x, to_y = free_cell(game, random, {}, w, h)
      local unit, steps = game:add(x, y), 0
      game:look()
      local has_way = game:has_way(x, y, to_x, to_y)
      assert.are.equal(has_way, unit:go_cell(to_x, to_y) or false)
      while game:go_on(game.by_time and 0.1 or nil) > 0 and steps < 800 do
        steps = steps + 1
      end
      assert.are.equal(has_way, unit.cell_x == to_x and unit.cell_y == to_y)
      game:check()
      rides = rides + game.judge.rides
    end
    assert.is_true(rides > 5, rides .. " rides")
  end)

  it("follows the links of a path, or else another path to its end", function()
    for _, is_lost in ipairs { false, true } do
      local game = new_game({ "......", "......", "......" }, "never", false)
      local near = game:link(2, 1, 4, 3)
      game:link(2, 2, 5, 1)
      local unit = game:add(1, 1)
      local path = tilepath.path({ 1, 1, 2, 1, 4, 3, 6, 3 }, "cells")
      path.links = { 2 }
      if is_lost then
        game.grid:unlink(near)
        game.judge:unlink(game.judge.links[1])
      end
      game:look()
      assert.is_true(unit:follow(path))
      while game:go_on() > 0 do
      end
      game:check()
      assert.are.same({ 6, 3 }, { unit.cell_x, unit.cell_y })
      assert.are.equal(is_lost and 6 or 4, game.judge.moves)
    end
  end)
end)

describe("#once units among fences and links", function()
  it("break no rule, and go on the same after a restore", function()
    local rides = 0
    for seed = 1, 100 do
      local game, random, w, h = random_game(seed * 7717, seed % 2 == 0,
        seed % 5)
      send_all(game, random, w, h)
      local twins = {}
      for tick = 1, 120 do
        game:go_on(game.by_time and 0.1 or nil)
        for _, twin in ipairs(twins) do
          twin[game.by_time and "update" or "tick"](twin,
            game.by_time and 0.1 or nil)
        end
        if tick == seed and seed % 4 > 1 then
          twins = { restored(game), restored(game) }
          assert.are.equal(game.crowd:save(), (twins[1]:save()))
        end
      end
      assert.are.equal(twins[1] and twins[1]:save(), twins[2] and twins[2]:save())
      game:check()
      rides = rides + game.judge.rides
    end
    assert.is_true(rides > 30, rides .. " rides")
  end)
end)

--- Sends a unit, with another one behind it, along a one-way lane to a dear bay
-- beside the lane. @return what it is when it should be there, and its place
local function drive_to_bay(price, turn)
  local grid, at = boards.drawn({ "............", "####.#######",
    "####.#######" }, { prices = { bay = price } }, turn)
  for y = 2, 3 do
    local x1, y1 = at(5, y)
    grid:set(x1, y1, "bay")
  end
  boards.one_way(grid, at, 1, 1, 12)
  local finder = tilepath.pathfinder(grid, { diagonal = "never" })
  local crowd = tilepath.crowd(grid)
  local function add(x, to_x, to_y)
    local cell_x, cell_y = at(x, 1)
    local unit = stand.unit(crowd, finder, cell_x, cell_y)
    unit:go_cell(at(to_x, to_y))
    return unit
  end
  local unit = add(3, 5, 3)
  add(2, 12, 1)
  stand.ticks(crowd, 4)
  return { unit.status, unit.cell_x, unit.cell_y }, { "arrived", at(5, 3) }
end

describe("a unit whose goal is beside a one-way lane", function()
  it("turns off the lane there, whatever the goal costs", function()
    for turn = 0, 7 do
      for price = 1, 8 do
        local is, should_be = drive_to_bay(price, turn)
        assert.are.same(should_be, is, price .. ", turn " .. turn)
      end
    end
  end)
end)
