--- Laws of pruned paths: they are nearly the shortest ones.

local any_angle = require "spec.support.any_angle"
local law = require "spec.support.law"

-- The greatest mean of how much longer they are, on six maps.
local MOST = { noise = 0.025, blocks = 0.005, rooms = 0.006 }

describe("pruning #once", function()
  for _, kind in ipairs(any_angle.kinds) do
    law(it, ("leaves a path nearly as short as any, on maps of %s")
      :format(kind), { runs = 1, noun = "path" }, function(random)
        local count, sum, far = 0, 0, 0
        for _ = 1, 6 do
          for _, excess in ipairs(any_angle.excess(kind, random, 2, 40)) do
            assert.is_true(excess > -1e-9 and excess < 0.2)
            count, sum = count + 1, sum + excess
            far = far + (excess > 0.08 and 1 or 0)
          end
        end
        assert.is_true(sum / count <= MOST[kind], sum / count)
        assert.is_true(far <= count / 50, far)
      end)
  end
end)
