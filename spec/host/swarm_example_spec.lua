--- The swarm example without a window: its promises about crowds.

local helper = require "spec.support.helper"
local new_game = require "spec.support.love"
local score = require "spec.support.score"

describe("#once #host the swarm example", function()
  local folder = "examples/love/swarm/"

  score(it, "has no more than six middles in a cell after 20 seconds",
    { runs = 1, noun = "swarm", draw = function(random)
      return { seed = random(1, 1e6) }
    end }, function(scene)
      local swarm -- the example's drawing
      local game = new_game(assert(helper.read_file(folder .. "main.lua")), {
        folder = folder, modules = { panel = function() end,
          rooms = { draw = function(shown) swarm = shown end } } })
      game.love.math.setRandomSeed(scene.seed)
      game:key "r"
      game:run(20)
      local cells, arrived, most = {}, 0, 0
      for i = 1, #swarm.xs do
        local x, y = swarm.grid:to_cell(swarm.xs[i], swarm.ys[i])
        assert.is_true(swarm.finder:can_enter(x, y))
        local cell = x + 1000 * y
        cells[cell] = (cells[cell] or 0) + 1
        most = math.max(most, cells[cell])
        arrived = arrived + (swarm.arrived[i] and 1 or 0)
      end
      assert.are.equal(1200, #swarm.xs)
      assert.is_true(arrived > 0)
      if most > 6 then return most .. " middles in a cell" end
    end)
end)
