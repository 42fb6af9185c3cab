--- Random crowds as scenes (spec/support/scene.lua): units of several sizes,
-- paces and rules, some walls, and events. examples/lib/march.lua plays them,
-- and laws watch.
--
-- Three words of a scene are only for laws:
--
--     event 12 save            a law saves the crowd, and goes on with two
--                              crowds from the state
--     lists 1                  some orders are queued, or resume others
--     cuts 7                   the seed of what a law draws in play, like the
--                              cuts of time

local helper = require "spec.support.helper"
local tilepath = require "tilepath"
local random_new = require("spec.support.random").new
local crowd_judge = require "spec.support.crowd_judge"
local progress = require "spec.support.progress"
local scene = require "spec.support.scene"
local scenes = require "spec.support.random_crowd_scenes"

local abs, max = math.abs, math.max

local PARTS = 8 -- of a step, whose sums are exact

local crowds = { read = scene.read, draw = scenes.draw,
  saved_at = scenes.saved_at }

-- Play ------------------------------------------------------------------------

--- The random numbers of a law in play.
function crowds.random(scenario)
  return random_new(scenario.cuts)
end

--- The ways to cut a step: lists of parts, or none, which are drawn.
crowds.CUTS = { { 0, PARTS }, { PARTS / 4, PARTS / 4, PARTS / 2 }, {} }

--- The next part of a step. Some are no time at all.
local function next_part(parts, i, random, left)
  return parts[i] or max(0, random(-left, left))
end

--- Has a march's time pass in these parts, in turns; or as the scene says.
function crowds.cut(march, parts)
  local random, news = crowds.random(march.scenario), {}
  function march:pass()
    local left, i = PARTS, 1
    while left > 0 do
      local part = next_part(parts, i, random, left)
      self.crowd:update(part * self.step / PARTS)
      for unit, what, other, y in self.crowd:events() do
        news[#news + 1] = { unit, what, other, y }
      end
      left, i = left - part, i + 1
    end
  end
  function march:listen()
    for _, one in ipairs(news) do
      self:hear(one[1], one[2], one[3], one[4])
    end
    news = {}
  end
end

-- Orders in lists: the game of a scene with `lists` gives some orders so, by the
-- cell of the event.
local LISTED = {
  go = function(unit, event, _, query)
    unit:go_cell(event.x, event.y, query)
  end,
  patrol = function(unit, event, _, query)
    local points = event.cells
    query.random = event.x % 3 == 0 and event.x + 1 or nil
    query.rest = event.y % 3
    if event.x % 3 == 1 then -- areas
      points = {}
      for i, cell in ipairs(event.cells) do
        points[i] = { cell[1], cell[2], 1 + i % 3, 1 + event.y % 2 }
      end
    end
    unit:patrol_cell(points, query)
  end,
  chase = function(unit, event, target, query)
    query.within = event.r
    unit:chase(target, query)
  end,
  behind = function(unit, event, target, query)
    if target.crowd then
      query.within = math.max(event.r, 1)
      unit:follow(target, query)
    else
      unit:chase(target, query)
    end
  end,
  keep = function(unit, event, target, query)
    query.min = event.r
    unit:keep(target, query)
  end,
}

local function give_listed(march, event)
  local give, unit = LISTED[event.what], march.by_id[event.id]
  local kind = give and (3 * event.x + event.y) % 4
  if not (give and unit and unit.crowd) or kind > 1 then
    return false
  end
  give(unit, event, march:target(unit, event), kind == 0 and { queued = true }
    or { resume = true })
  return true
end

--- @param watcher or nil, as for a march
function crowds.play(scenario, watcher)
  scenario.moved = true
  local march = scene.March.new(scenario, scenario.clock == "seconds", watcher)
  march.told = {}
  function march:act(event)
    if not (scenario.lists and give_listed(self, event)) then
      scene.March.act(self, event)
    end
  end
  function march:hear(unit, what, other, y)
    local is_unit = type(other) ~= "number" and type(other) ~= "string"
      and other ~= nil
    self.told[#self.told + 1] = ("%s %s %s %s"):format(unit.agent.id, what,
      is_unit and other.agent.id or other or "", y or "")
    scene.March.hear(self, unit, what)
  end
  return march
end

local MAPS = { wall = true, floor = true, save = true }

--- A function that returns a new pathfinder for each old pathfinder, with the
-- same profile.
local function fresh_finders()
  local fresh = {}
  return function(finder)
    local profile = finder.profile
    fresh[finder] = fresh[finder] or tilepath.pathfinder(finder.grid,
      not finder.grid.stagger
        and { size = profile.size, diagonal = profile.diagonal } or nil)
    return fresh[finder]
  end
end

--- A watcher that makes a twin of its march at the event `save`, from the
-- crowd's state, with pathfinders that have done nothing yet; the march's own
-- crowd becomes the one of that state, in place. A second save does the same to
-- both, whose states are equal. Both are told the same, in turns, and `compare`
-- sees whether they go on the same.
-- @param is_kept  the march's own crowd goes on as it is; other saves are none
function crowds.twins(is_kept)
  local watcher, twin = {}, nil
  local function restore(march)
    local state, fields, targets = scene.saved(march)
    assert(march.crowd:load(state, { fields = fields, targets = targets }))
    return state
  end
  function watcher:save()
    if twin and is_kept then
      return
    elseif twin then
      local ours, theirs = restore(self), scene.saved(twin)
      assert(ours == theirs, "states differ")
      return scene.restore(twin)
    end
    twin = helper.with({}, self)
    twin.units, twin.by_id, twin.events = {}, {}, {}
    for i, unit in ipairs(self.units) do
      twin.units[i], twin.by_id[unit.agent.id] = unit, unit
    end
    twin.pass, twin.see, twin.save = nil, nil, nil
    setmetatable(twin, scene.March)
    local fresh = fresh_finders()
    scene.restore(twin, fresh)
    twin.fields, twin.finders = {}, {}
    for key, finder in pairs(self.finders) do
      twin.finders[key] = fresh(finder)
      -- the fields that there are: they show the map as it was
      twin.fields[fresh(finder)] = self.fields[finder]
    end
    if not is_kept then
      restore(self)
    end
    self.told, twin.told = {}, {}
  end
  function watcher:pass()
    scene.March.pass(self)
    if twin then
      twin:next()
    end
  end
  function watcher:see(event)
    if twin and not MAPS[event.what] then
      twin:act(event)
    end
  end
  function watcher:compare()
    if twin then
      crowds.compare(self, twin)
    end
  end
  return watcher
end

function crowds.looks(scenario)
  return scenario.bound / (scenario.clock == "seconds" and scenario.step or 1)
end

--- Iterates over the units in the order of their agents: id, unit.
function crowds.units(march)
  local i, agents = 0, march.scenario.agents
  return function()
    local unit
    repeat
      i = i + 1
      unit = agents[i] and march.by_id[agents[i].id]
    until not agents[i] or unit and unit.crowd
    if agents[i] then return agents[i].id, unit end
  end
end

local function shown(march)
  local words = {}
  for id, unit in crowds.units(march) do
    words[#words + 1] = ("%s: %.17g %.17g %.17g %s %s"):format(id, unit.x,
      unit.y, unit.angle, unit.status, tostring(unit.reason))
  end
  for _, text in ipairs(march.told) do
    words[#words + 1] = text
  end
  march.told = {}
  return words
end

--- Fails unless two marches have the same places and events.
function crowds.compare(one, other)
  local ours, theirs = shown(one), shown(other)
  for i = 1, math.max(#ours, #theirs) do
    if ours[i] ~= theirs[i] then
      error(("at tick %g: %s, not %s"):format(one.sample * one.step,
        tostring(theirs[i]), tostring(ours[i])), 0)
    end
  end
end

-- Judge -----------------------------------------------------------------------

local function place_of(unit, by_time)
  return { x = unit.cell_x, y = unit.cell_y, wx = by_time and unit.x + 0.5
    or nil, wy = by_time and unit.y + 0.5 or nil }
end

--- Does it stand in its cell? If not, it takes a step, so it was not put there.
local function stands(unit)
  local x, y = unit.finder:to_world(unit.cell_x, unit.cell_y)
  return abs(unit.x - x) < 0.25 and abs(unit.y - y) < 0.25
end

--- A march with a judge that shares no code with the library. The judge raises
-- an error at the first fault, unless `is_seen` is false.
function crowds.judged(scenario)
  local by_time = scenario.clock == "seconds"
  local judge = crowd_judge.new(scenario.rows, scenario.diagonal, by_time,
    scenario.hexagons)
  for _, agent in ipairs(scenario.agents) do
    judge:add(agent.id, { w = agent.size[1], h = agent.size[2],
      pace = agent.pace, rule = agent.diagonal })
  end
  local watch, companions, played = progress.new(scenario.nodes), {}, nil
  function judge.follows(id, leader)
    local hops, unit = 0, played and played.by_id[id]
    while unit and companions[id] and id ~= leader and hops < 64 do
      unit = unit.target
      id, hops = unit and unit.agent and unit.agent.id, hops + 1
    end
    return id == leader
  end
  local function places(march)
    local now = {}
    for id, unit in crowds.units(march) do
      now[id] = place_of(unit, by_time)
    end
    return now
  end
  local function look(march, tick)
    watch:see(march.crowd, tick, by_time)
    judge:see(tick, places(march))
    if #judge.faults > 0 then
      error(table.concat(judge.faults, "\n", 1, math.min(4, #judge.faults)), 0)
    end
  end
  local watcher = { is_seen = true }
  function watcher:pass()
    scene.March.pass(self)
    if self.is_seen then
      look(self, (self.sample + 1) * self.step)
    end
  end
  function watcher:see(event)
    local unit, what = self.by_id[event.id], event.what
    companions[event.id or 0] = companions[event.id or 0] or what == "behind"
    local shuts = what == "wall" or what == "close"
    if shuts or what == "floor" or what == "open" then
      judge:set_wall(event.x, event.y, shuts, places(self))
    elseif unit and unit.crowd and judge.before
      and (what == "shift" or what == "put" and stands(unit)) then
      judge:put(event.id, place_of(unit, by_time))
    elseif event.what == "remove" and judge.before then
      judge.before[event.id] = nil
    end
  end
  played = crowds.play(scenario, watcher)
  look(played, 0)
  return played, judge
end

return crowds
