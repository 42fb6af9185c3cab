--- What the specs of followers share.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local base = require "spec.support.helper"

local helper = {}

--- Fails unless the follower is at x, y.
function helper.at(x, y, hero)
  if not (math.abs(x - hero.x) <= 1e-9 and math.abs(y - hero.y) <= 1e-9) then
    error(("expected %.17g, %.17g, got %.17g, %.17g"):format(
      x, y, hero.x, hero.y), 2)
  end
end

--- A follower in cell 1, 1 of a map with cells of 10, and the grid.
function helper.world(text, options)
  local grid = tilepath.grid(text, { cell_size = 10 })
  return tilepath.follower(base.with({ x = 5, y = 5, speed = 10,
    finder = tilepath.pathfinder(grid) }, options)), grid
end

--- @return a follower that notes its events, and a function that returns these
-- notes as text and clears them
function helper.recorded(options)
  local told = {}
  local function note(text, ...)
    told[#told + 1] = text:format(...)
  end
  options.on_reached = function(i, x, y) note("%d: %.9g,%.9g", i, x, y) end
  options.on_arrived = function() note("arrived") end
  options.on_blocked = function(x, y) note("blocked: %.9g,%.9g", x, y) end
  local hero = options.state and base.load_hero(options)
    or tilepath.follower(options)
  return hero, function()
    local text = table.concat(told, "; ")
    told = {}
    return text
  end
end

--- How often f calls a function of the core.
local function calls(name, f)
  local own, asked = core[name], 0
  core[name] = function(...)
    asked = asked + 1
    return own(...)
  end
  local fine, message = pcall(f)
  core[name] = own
  if not fine then
    error(message, 0)
  end
  return asked
end

--- How often f asks a pathfinder for a line that it walks.
function helper.sights(f)
  return calls("walks_world", f)
end

--- How often f has a follower search for a path.
function helper.searches(f)
  return calls("find_for", f)
end

return helper
