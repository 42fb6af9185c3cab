--- The law of followers on changing maps: a follower walks like a follower that
-- checks its whole path after every edit.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local helper = require "spec.support.helper"
local judge = require "spec.support.judge"
local law = require "spec.support.law"
local shared = require "spec.support.follower_helper"

--- Acts on a follower that checks its whole path after each edit: the core
-- never says that an edit is far from the path.
local function wary(act, hero)
  local spares = core.spares
  core.spares = function(finder, since, ...)
    return since == finder.grid.revision and spares(finder, since, ...)
      or nil
  end
  local fine, message = pcall(act, hero)
  core.spares = spares
  if not fine then
    error(message, 0)
  end
end

-- Drawn -----------------------------------------------------------------------

--- Cells are whole units of the world.
local function draw_map(random)
  local side = random.chance(25) and 90 or 32
  local scene = { width = random(4, side), height = random(4, side),
    base = { random(-2, 2), random(-2, 2) },
    origin = { random(-9, 9) / 3, random(-9, 9) / 3 },
    cell = { random(1, 3), random(1, 3) } }
  local walls, rows = random(0, 25), {}
  for y = 1, scene.height do
    local row = {}
    for x = 1, scene.width do
      row[x] = not random.chance(walls) and "." or random(1, 9) == 1 and "m"
        or "#"
    end
    rows[y] = table.concat(row)
  end
  scene.map = table.concat(rows, "\n")
  return scene
end

local function draw_profile(random, scene)
  local rule = random(1, 4)
  local size = random.chance(33) and { random(1, 3), random(1, 3) } or { 1, 1 }
  local most = math.min(size[1] * scene.cell[1], size[2] * scene.cell[2])
  return { diagonal = judge.rules[rule], size = size,
    keep_away = random(1, 6) == 1 and { 2, 1 } or nil,
    radius = rule <= 2 and random.chance(50) and most * random(1, 8) / 16
      or nil }
end

--- A place in the world: the middle of a cell, a corner or a border between
-- cells, or any place.
local function draw_place(random, scene)
  local x, y
  if random.chance(50) then
    for _ = 1, 9 do
      x, y = random(1, scene.width), random(1, scene.height)
      local at = (y - 1) * (scene.width + 1) + x
      if scene.map:sub(at, at) ~= "#" then
        return { cell = true, x, y }
      end
    end
  end
  x, y = random(0, 2 * scene.width), random(0, 2 * scene.height)
  if random.chance(33) then
    x, y = x + random(-99, 99) / 200, y + random(-99, 99) / 200
  end
  return { x / 2, y / 2 }
end

--- A cell near the path, or any cell.
local function draw_cell(random, scene)
  if random.chance(75) then
    return { near = true, leg = random(0, 999), share = random(0, 64) / 64,
      random(-3, 3), random(-3, 3) }
  end
  return { random(0, scene.width - 1), random(0, scene.height - 1) }
end

local function draw_edit(random, scene)
  local edit = { at = draw_cell(random, scene) }
  local kind = random(1, 8)
  if kind == 2 then
    edit.walkable = random.chance(33)
  elseif kind == 3 then
    edit.fill = { random(1, 4), random(1, 4),
      random.chance(33) and "wall" or "open" }
  elseif kind == 4 then
    edit.mud = random.one_of(3, false)
  else
    edit.terrain = random(1, 5) == 1 and "mud"
      or random.chance(33) and "open" or "wall"
  end
  return edit
end

local NAMES = { "update", "update", "update", "update", "update", "update",
  "update", "way", "straight", "border", "push", "push", "place", "set",
  "lend" }

local DRAW = {
  way = function(random, scene)
    return { to = draw_place(random, scene),
      pass = random.any { "dedup", "prune", false } }
  end,
  straight = function(random, scene)
    local act = { points = {} }
    for i = 1, random(1, 3) do
      act.points[i] = draw_place(random, scene)
    end
    return act
  end,
  border = function(random, scene)
    local x, y = random(1, scene.width - 1), random(1, scene.height - 1)
    local far, across = random(-5, 5), random.chance(50)
    return { from = { x, y },
      to = { across and x + far or x, across and y or y + far } }
  end,
  update = function(random) return { dt = random(1, 100) / 50 } end,
  push = function(random)
    return { x = random(-99, 99) / 400, y = random(-99, 99) / 400 }
  end,
  place = function(random, scene)
    return { to = draw_place(random, scene) }
  end,
  lend = function(random) return { finder = random(1, 2) } end,
  set = function(random)
    return { prune = random.chance(50) }
  end,
}

local function draw(random)
  local scene = draw_map(random)
  scene.profiles = { draw_profile(random, scene), draw_profile(random, scene) }
  scene.start, scene.rounds = draw_place(random, scene), {}
  for i = 1, 60 do
    local round = { edits = {} }
    for k = 1, random(1, 30) == 1 and 40 or random(0, 2) do
      round.edits[k] = draw_edit(random, scene)
    end
    round.name = random.any(NAMES)
    round.act = DRAW[round.name](random, scene)
    -- What the follower does instead if it has no path.
    round.way = DRAW.way(random, scene)
    scene.rounds[i] = round
  end
  return scene
end

-- Played ----------------------------------------------------------------------

local function place_of(grid, finder, place)
  if place.cell then
    return finder:to_world(grid.base_x + place[1] - 1,
      grid.base_y + place[2] - 1)
  end
  return grid.origin_x + place[1] * grid.cell_width,
    grid.origin_y + place[2] * grid.cell_height
end

local function edit_grid(grid, hero, edit)
  local x, y = grid.base_x + edit.at[1], grid.base_y + edit.at[2]
  local path = hero._progress.path
  if edit.at.near and path and #path > 2 then
    local i = edit.at.leg % (#path / 2 - 1) + 1
    x, y = grid:to_cell(
      path[2 * i - 1] + (path[2 * i + 1] - path[2 * i - 1]) * edit.at.share,
      path[2 * i] + (path[2 * i + 2] - path[2 * i]) * edit.at.share)
    x, y = x + edit.at[1], y + edit.at[2]
  end
  if edit.terrain then
    grid:set(x, y, edit.terrain)
  elseif edit.fill then
    grid:fill(x, y, edit.fill[1], edit.fill[2], edit.fill[3])
  elseif edit.mud ~= nil then
    grid:terrain("mud", edit.mud)
  else
    grid:set_walkable(x, y, edit.walkable)
  end
end

--- The acts: each is a function of a follower, made at the first one's place.
local ACT = {
  way = function(act, grid, hero, finder)
    local x, y = place_of(grid, finder, act.to)
    local path = finder:find_world(hero.x, hero.y, x, y)
    if path and act.pass then
      path = path[act.pass](path, act.pass == "prune" and finder or grid)
    end
    return function(one)
      if path then
        one:follow(path)
      end
    end
  end,
  straight = function(act, grid, hero, finder)
    local path = { hero.x, hero.y }
    for _, place in ipairs(act.points) do
      path[#path + 1], path[#path + 2] = place_of(grid, finder, place)
    end
    return function(one) one:follow(path) end
  end,
  border = function(act, grid, _, finder)
    local x1, y1 = place_of(grid, finder, act.from)
    local x2, y2 = place_of(grid, finder, act.to)
    return function(one)
      one:set_position(x1, y1)
      one:follow { x1, y1, x2, y2 }
    end
  end,
  update = function(act)
    return function(one) one:update(act.dt) end
  end,
  push = function(act, grid, hero)
    local x = hero.x + grid.cell_width * act.x
    local y = hero.y + grid.cell_height * act.y
    return function(one) one:set_position(x, y) end
  end,
  place = function(act, grid, _, finder)
    local x, y = place_of(grid, finder, act.to)
    return function(one) one:set_position(x, y) end
  end,
  lend = function(act)
    return function(one) one.finder = one.finders[act.finder] end
  end,
  set = function(act)
    return function(one) one.prune = act.prune end
  end,
}

local function look_alike(a, told_a, b, told_b)
  assert.are.equal(tostring(b), tostring(a))
  assert.are.same({ b.x, b.y, b.angle }, { a.x, a.y, a.angle })
  assert.are.equal(told_b(), told_a())
  assert.are.equal(b._progress.path and helper.points(b._progress.path),
    a._progress.path and helper.points(a._progress.path))
end

local function play(scene)
  local grid = tilepath.grid(scene.map, { base = scene.base,
    origin = scene.origin, cell_size = scene.cell,
    prices = { mud = 2 }, legend = { m = "mud" } })
  local finders = {}
  for i, profile in ipairs(scene.profiles) do
    finders[i] = tilepath.pathfinder(grid, profile)
  end
  local x, y = place_of(grid, finders[1], scene.start)
  local a, told_a = shared.recorded { x = x, y = y, speed = 3,
    finder = finders[1] }
  local b, told_b = shared.recorded { x = x, y = y, speed = 3,
    finder = finders[1] }
  a.finders, b.finders = finders, finders
  for _, round in ipairs(scene.rounds) do
    for _, edit in ipairs(round.edits) do
      edit_grid(grid, a, edit)
    end
    local act
    if a._progress.path then
      act = ACT[round.name](round.act, grid, a, a.finder)
    else
      act = ACT.way(round.way, grid, a, a.finder)
    end
    act(a)
    wary(act, b)
    look_alike(a, told_a, b, told_b)
  end
end

describe("a follower on a changing map", function()
  law(it, "walks like a follower that checks its whole path after each "
    .. "edit", { runs = 120, noun = "follower", draw = draw,
    lists = { "rounds" } }, play)
end)
