--- Laws of undone edits: a crowd depends on the map as it is, not on edits that
-- were undone before the next tick, even if a pathfinder has seen them. A member
-- of a group whose cell is closed asks for another one at each edit. What it
-- gets depends on where the others are by then, so no edit is undone meanwhile.
-- Nor is an order given again: it asks for the cheapest path of that moment.

local helper = require "spec.support.helper"
local law = require "spec.support.law"
local crowds = require "spec.support.random_crowds"

--- Changes cells and undoes that, with pathfinders prepared in between.
local function stir(march, random)
  local grid, cells = march.grid, {}
  for i = 1, random(1, 4) do
    local x, y = random(1, grid.width), random(1, grid.height)
    cells[i] = { x, y, grid:get(x, y) }
    grid:set(x, y, grid:is_walkable(x, y) and "wall" or "open")
    local unit = march.units[random(1, #march.units)]
    if unit and unit.crowd and random.chance(50) then unit.finder:prepare() end
  end
  for i = #cells, 1, -1 do
    grid:set(cells[i][1], cells[i][2], cells[i][3])
  end
end

local function has_closed_goal(march)
  for _, unit in crowds.units(march) do
    if unit.reason == "goal_blocked" then return true end
  end
end

--- Leaves out orders to a cell to which the unit was sent before.
local function drop_repeated_orders(scenario)
  local is_given, events = {}, {}
  for _, agent in ipairs(scenario.agents) do
    is_given[agent.id] = agent.to
      and { [table.concat(agent.to, ",")] = true } or {}
  end
  for _, event in ipairs(scenario.events) do
    local goal = event.what == "go" and event.x .. "," .. event.y
    local given = goal and is_given[event.id]
    if not (given and given[goal]) then
      events[#events + 1] = event
    end
    if given then given[goal] = true end
  end
  scenario.events = events
end

local function undone_law(title, runs, options)
  law(it, title, { runs = runs, noun = "undone",
    draw = function(random)
      return crowds.draw(random, helper.with({ cuts = true,
        is_priced = random.chance(50) }, options))
    end, read = crowds.read },
    function(scenario)
      drop_repeated_orders(scenario)
      local calm, stirred = crowds.play(scenario), crowds.play(scenario)
      local random = crowds.random(scenario)
      for _ = 1, crowds.looks(scenario) do
        calm:next()
        local stirs = random.chance(30) and not has_closed_goal(stirred)
        if stirs then stir(stirred, random) end
        stirred:next()
        crowds.compare(calm, stirred)
      end
    end)
end

describe("undone edits change nothing for a crowd #core_c", function()
  undone_law("on small maps", 20, {})
  undone_law("on narrow maps", 20, { width = 14, height = 3 })
  undone_law("on large maps", 5, { width = 140, height = 140 })
end)
