--- The swarm example, played without a window: what it promises of crowds.

local numbers = require "spec.support.random"
local score = require "spec.support.score"

describe("#host the swarm example", function()
  local path, old = package.path, rawget(_G, "love")
  local file = "examples/love/swarm/main.lua"
  local game

  -- A stand-in for LÖVE; what is drawn shows the game itself.
  local function play(seed)
    local random, clock = numbers.new(seed), 0
    local function nothing() end
    local love = {
      math = {
        random = function(a, b)
          if a then return random(b and a or 1, b or a) end
          return random(0, 2^20 - 1) / 2^20
        end,
      },
      timer = { getTime = function()
        clock = clock + 1e-3
        return clock
      end },
      filesystem = { getSource = function() return "examples/love/swarm" end },
      graphics = setmetatable({}, { __index = function() return nothing end }),
    }
    package.path = "examples/love/swarm/?.lua;" .. path
    package.loaded.rooms = { draw = function(g) game = g end }
    package.loaded.panel = nothing
    rawset(_G, "love", love)
    dofile(file)
    love.load {}
    love.draw()
    return love
  end

  local function forget()
    package.path = path
    package.loaded.rooms, package.loaded.panel = nil, nil
    package.loaded.dungeon, package.loaded.text = nil, nil
    rawset(_G, "love", old)
  end

  teardown(forget)

  score(it, "has no more than six middles in a cell after 20 seconds",
    { runs = 1, noun = "swarm", draw = function(random)
      return { seed = random(1, 1e6) }
    end }, function(scene)
      local love = play(scene.seed)
      for _ = 1, 20 * 60 do
        love.update(1 / 60)
      end
      forget()
      local cells, arrived, most = {}, 0, 0
      for i = 1, #game.xs do
        local x, y = game.grid:to_cell(game.xs[i], game.ys[i])
        assert.is_true(game.finder:can_enter(x, y))
        local cell = x + 1000 * y
        cells[cell] = (cells[cell] or 0) + 1
        most = math.max(most, cells[cell])
        arrived = arrived + (game.arrived[i] and 1 or 0)
      end
      assert.are.equal(1200, #game.xs)
      assert.is_true(arrived > 0)
      if most > 6 then
        return most .. " middles in a cell"
      end
    end)
end)
