--- Games of crowds with fences and links. A judge that shares no code with
-- the library gets the same map and watches.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local crowd_judge = require "spec.support.crowd_judge"
local progress = require "spec.support.progress"

local RULES = { "never", "only_if_no_obstacles", "at_least_one_walkable",
  "always" }

-- A game: a map of the library and of the judge ------------------------------

local Game = {}
Game.__index = Game

local function new_game(rows, rule, by_time)
  local grid = tilepath.grid(table.concat(rows, "\n"))
  return setmetatable({ grid = grid, rule = rule, by_time = by_time,
    judge = crowd_judge.new(rows, rule, by_time),
    crowd = tilepath.crowd(grid), units = {}, names = {}, now = 0,
    watch = progress.new(),
    finder = tilepath.pathfinder(grid, { diagonal = rule }) }, Game)
end

function Game:fence(x1, y1, x2, y2, one_way, name)
  self.grid:fence(x1, y1, x2, y2, { one_way = one_way or nil, name = name })
  self.judge:shut(x2, y2, x1, y1, name)
  if not one_way then
    self.judge:shut(x1, y1, x2, y2, name)
  end
end

function Game:link(x1, y1, x2, y2, options)
  local told = helper.with({ x1 = x1, y1 = y1, x2 = x2, y2 = y2 }, options)
  self.judge:link(told)
  told.made = self.grid:link(x1, y1, x2, y2, options)
  return told.made, told
end

function Game:add(x, y, options)
  local unit, reason = self.crowd:add(helper.with({ finder = self.finder,
    cell_x = x, cell_y = y }, options))
  if not unit then return nil, reason end
  local name = "u" .. #self.names + 1
  local profile, ignores = unit.finder.profile, {}
  for fence, counts in pairs(profile.fences or {}) do
    ignores[fence] = not counts or nil
  end
  local size = profile.size or { 1, 1 }
  self.units[name], self.names[#self.names + 1] = unit, name
  self.judge:add(name, { w = size[1], h = size[2],
    pace = self.by_time and 1 / unit.speed or unit.pace,
    rule = profile.diagonal, ignores = ignores })
  return unit
end

local function restored(game)
  local finders = {}
  for i, unit in ipairs(game.crowd:units()) do
    finders[i] = unit.finder
  end
  return helper.load_crowd(game.grid, { state = game.crowd:save(),
    finders = finders })
end

function Game:look()
  local places = {}
  for name, unit in pairs(self.units) do
    places[name] = { x = unit.cell_x, y = unit.cell_y,
      wx = self.by_time and unit.x + 0.5 or nil,
      wy = self.by_time and unit.y + 0.5 or nil }
  end
  self.judge:see(self.now, places)
  self.watch:see(self.crowd, self.now, self.by_time)
end

--- @return how many units are moving
function Game:go_on(dt)
  self.now = self.now + (dt or 1)
  if self.by_time then
    self.crowd:update(dt)
  else
    self.crowd:tick()
  end
  self:look()
  return self.crowd.moving
end

function Game:check()
  local faults = self.judge.faults
  if #faults > 0 then
    error(table.concat(faults, "\n", 1, math.min(4, #faults)), 0)
  end
end

--- Can a unit alone walk from a cell to the other, by the judge's rules?
function Game:has_way(x, y, to_x, to_y)
  local judge, agent = self.judge, { w = 1, h = 1, pace = 1, rule = self.rule }
  local seen, list = { [y * 1000 + x] = true }, { { x = x, y = y } }
  local function come(cell)
    local key = cell.y * 1000 + cell.x
    if not seen[key] and judge:fits(agent, cell.x, cell.y) then
      seen[key], list[#list + 1] = true, cell
    end
  end
  local i = 0
  while i < #list do
    i = i + 1
    local at = list[i]
    for dy = -1, 1 do
      for dx = -1, 1 do
        local to = { x = at.x + dx, y = at.y + dy }
        if judge:may_step(agent, at, to) then
          come(to)
        end
      end
    end
    for _, link in ipairs(judge.links) do
      if link.x1 == at.x and link.y1 == at.y then
        come({ x = link.x2, y = link.y2 })
      elseif link.x2 == at.x and link.y2 == at.y and not link.one_way then
        come({ x = link.x1, y = link.y1 })
      end
    end
  end
  return seen[to_y * 1000 + to_x] or false
end

return { new = new_game, restored = restored, RULES = RULES }
