--- Random crowds under way: units of several sizes, speeds and rules, some
-- walls, and things that happen to them, drawn beforehand so that the same
-- game can be played twice.
--
-- Time is counted in ticks of 1/64 s, whose sums are exact.

local tilepath = require "tilepath"

local CELL = 8
local SIZES = { { 1, 1 }, { 1, 1 }, { 1, 1 }, { 2, 2 }, { 1, 2 } }
local RULES = { "only_if_no_obstacles", "at_least_one_walkable", "always",
  "never" }
local TICK = 1 / 64
local STEP = 6 -- ticks between two looks: less than the fastest step takes
local KINDS = 3

local throng = { CELL = CELL, TICK = TICK, STEP = STEP }

local function random_rows(random)
  local width, height = random.whole(6, 22), random.whole(5, 18)
  local rows, density = {}, random.one_of(0, 10, 20, 30)
  for y = 1, height do
    local row = {}
    for x = 1, width do
      row[x] = random.whole(1, 100) <= density and "#" or "."
    end
    rows[y] = table.concat(row)
  end
  -- rooms, and doors between them
  if random.whole(1, 2) == 1 then
    local wall = random.whole(2, width - 1)
    local door = random.whole(1, height)
    for y = 1, height do
      if y ~= door and y ~= door + 1 then
        rows[y] = rows[y]:sub(1, wall - 1) .. "#" .. rows[y]:sub(wall + 1)
      end
    end
  end
  return rows
end

--- What happens, and how often of a hundred times.
local HAPPENINGS = {
  { 40, "go" }, { 8, "settle" }, { 8, "follow" }, { 6, "patrol" },
  { 4, "stop" }, { 5, "pause" }, { 6, "resume" }, { 4, "group" },
  { 5, "edit" }, { 5, "remove" }, { 4, "add" }, { 5, "put" },
}

local function random_happening(random, game)
  local draw, what = random.whole(1, 100), nil
  for _, each in ipairs(HAPPENINGS) do
    if draw > 0 then
      what = each[2]
    end
    draw = draw - each[1]
  end
  return { what = what, unit = random.whole(1, #game.agents),
    x = random.whole(1, #game.rows[1]), y = random.whole(1, #game.rows),
    other_x = random.whole(1, #game.rows[1]),
    other_y = random.whole(1, #game.rows), n = random.whole(1, 4) }
end

local function random_agent(random, rows)
  return { size = SIZES[random.whole(1, #SIZES)], kind = random.whole(1, KINDS),
    x = random.whole(1, #rows[1]), y = random.whole(1, #rows),
    speed = random.one_of(80, 80, 40, random.real(10, 80)),
    priority = random.one_of(nil, nil, 2) }
end

--- A game: { rows =, rules =, agents =, happenings = { [ticks] = list } ,
-- ticks = }. Happenings are at looks.
function throng.random_game(random)
  local game = { rows = random_rows(random), agents = {}, rules = {},
    happenings = {}, ticks = STEP * random.whole(20, 120), seen = 0 }
  for i = 1, KINDS do
    game.rules[i] = RULES[random.whole(1, 4)]
  end
  for i = 1, random.whole(2, 30) do
    game.agents[i] = random_agent(random, game.rows)
  end
  local all = {}
  for i = 1, #game.agents do
    all[i] = random_happening(random, game)
    all[i].what, all[i].unit, all[i].at = "go", i, 0
  end
  for _ = 1, random.whole(0, 40) do
    local happening = random_happening(random, game)
    happening.at = STEP * random.whole(0, game.ticks / STEP / 2)
    all[#all + 1] = happening
  end
  for _, happening in ipairs(all) do
    local list = game.happenings[happening.at] or {}
    game.happenings[happening.at] = list
    list[#list + 1] = happening
  end
  return game
end

-- A game that is played -------------------------------------------------------

local Play = {}
Play.__index = Play

--- @param options of the crowd
-- @param observer or nil: add(number, unit, rule), put(number, unit),
-- remove(number), set_wall(x, y, is_wall) are called when that has happened
function throng.play(game, options, observer)
  local grid = tilepath.grid(table.concat(game.rows, "\n"),
    { cell_size = CELL })
  local self = setmetatable({ game = game, grid = grid, units = {},
    crowd = tilepath.crowd(grid, options), finders = {}, fields = {},
    observer = observer, ticks = 0, told = {}, numbers = {},
    followed = {} }, Play)
  for i, agent in ipairs(game.agents) do
    self:add(i, agent, agent.x, agent.y)
  end
  return self
end

function Play:finder(agent)
  local rule = self.game.rules[agent.kind]
  local key = rule .. agent.size[1] .. agent.size[2]
  self.finders[key] = self.finders[key]
    or tilepath.pathfinder(self.grid, { size = agent.size, diagonal = rule })
  return self.finders[key]
end

function Play:notify(what, ...)
  if self.observer then
    self.observer[what](self.observer, ...)
  end
end

function Play:add(number, agent, x, y)
  local unit = self.crowd:add { finder = self:finder(agent), cell_x = x,
    cell_y = y, speed = agent.speed, priority = agent.priority }
  if unit then
    self.units[number], self.numbers[unit] = unit, number
    self:notify("add", number, unit, self.game.rules[agent.kind])
  end
end

--- A field that all of a kind and size share. Nobody sees to it that it is up
-- to date, but for who follows an even one.
function Play:field(unit, n)
  local finder = unit.finder
  local list = self.fields[finder] or {}
  self.fields[finder] = list
  if not list[n] then
    local width, height = self.grid.width, self.grid.height
    list[n] = finder:field { { (n * 7) % width + 1, (n * 5) % height + 1 } }
  end
  if n % 2 == 0 then
    list[n]:update()
  end
  return list[n]
end

local ACTS = {}

function ACTS.go(_, unit, happening)
  unit:go(unit.finder:to_world(happening.x, happening.y))
end

function ACTS.settle(_, unit, happening)
  local x, y = unit.finder:to_world(happening.x, happening.y)
  unit:go(x, y, { settle = happening.n })
end

function ACTS.follow(play, unit, happening)
  local field = play:field(unit, happening.n)
  if unit:follow(field) then
    play.followed[play.numbers[unit]] = field
  end
end

--- Of one in four all points are near enough wherever it is.
function ACTS.patrol(_, unit, happening)
  local finder, nears = unit.finder, { 0, 0, 2, 99 }
  unit:patrol({ { finder:to_world(happening.x, happening.y) },
    { finder:to_world(happening.other_x, happening.other_y) } },
    { settle = nears[happening.n] })
end

function ACTS.stop(_, unit)
  unit:stop()
end

function ACTS.pause(_, unit)
  unit:pause()
end

function ACTS.resume(_, unit)
  unit:resume()
end

--- A group is units of one pathfinder.
function ACTS.group(play, unit, happening)
  local group = {}
  for _, other in ipairs(play.crowd:units()) do
    if other.finder == unit.finder and #group < 2 * happening.n then
      group[#group + 1] = other
    end
  end
  play.crowd:go(group, unit.finder:to_world(happening.x, happening.y))
end

function ACTS.edit(play, _, happening)
  if play.is_twin then
    return
  end
  local x, y = happening.x, happening.y
  local is_open = not play.grid:is_walkable(x, y)
  play.grid:set_walkable(x, y, is_open)
  play:notify("set_wall", x, y, not is_open)
end

function ACTS.remove(play, unit, happening)
  unit:remove()
  play.units[happening.unit] = nil
  play:notify("remove", happening.unit)
end

function ACTS.put(play, unit, happening)
  if unit:set_cell(happening.x, happening.y) then
    play:notify("put", happening.unit, unit)
  end
end

function Play:act(happening)
  local unit = self.units[happening.unit]
  if happening.what == "add" then
    if not unit then
      self:add(happening.unit, self.game.agents[happening.unit], happening.x,
        happening.y)
    end
  elseif unit then
    ACTS[happening.what](self, unit, happening)
  end
end

--- What the crowd tells, noted as texts.
function Play:listen()
  for unit, what, other in self.crowd:events() do
    self.told[#self.told + 1] = ("%s %s %s"):format(
      tostring(self.numbers[unit]), what, tostring(self.numbers[other]))
  end
end

--- Does what is due; a twin at once, so that both see the same map.
function Play:begin_look()
  for _, happening in ipairs(self.game.happenings[self.ticks] or {}) do
    self:act(happening)
    if self.twin then
      self.twin:act(happening)
    end
  end
end

--- Does what is due, and goes on to the next look, in so many calls of update.
function Play:look(cut)
  if not self.is_twin then
    self:begin_look()
  end
  local left = STEP
  while left > 0 do
    local ticks = cut and math.min(left, cut()) or left
    self.crowd:update(ticks * TICK)
    left = left - ticks
  end
  self:listen()
  self.ticks = self.ticks + STEP
end

--- The same once more, from what the crowd saves, on the same grid; it is for
-- the other one to change the map, and to look first.
function Play:restored()
  local twin, finders, list = {}, {}, self.crowd:units()
  local fields = {}
  for key, value in pairs(self) do
    twin[key] = value
  end
  for i, unit in ipairs(list) do
    finders[i] = unit.finder
    fields[i] = self.followed[self.numbers[unit]]
  end
  twin.crowd = tilepath.crowd(self.grid,
    { state = self.crowd:state(), finders = finders, fields = fields })
  twin.units, twin.numbers, twin.told = {}, {}, {}
  twin.observer, twin.is_twin, twin.followed = nil, true, {}
  for i, unit in ipairs(twin.crowd:units()) do
    local number = self.numbers[list[i]]
    twin.units[number], twin.numbers[unit] = unit, number
  end
  self.told, self.twin = {}, setmetatable(twin, Play)
  return twin
end

--- Where a unit is, in cells, as a judge of crowds sees it.
function throng.place(unit)
  return { x = unit.cell_x, y = unit.cell_y, wx = unit.x / CELL + 0.5,
    wy = unit.y / CELL + 0.5 }
end

return throng
