--- The driver of the laws: what a changed title keeps.

local law = require "spec.support.law"
local seeds = require "spec.seeds"

describe("a law", function()
  --- The first number that the law draws, and the beginning of its files.
  local function drawn(title)
    local options, number = { runs = 1, noun = "driver" }, nil
    law.try(title, "none", 1, options, function(random)
      number = random(2 ^ 30)
    end)
    return { number, law.stem(title, options) }
  end

  it("draws by its title", function()
    assert.are_not.same(drawn("is right"), drawn("is correct"))
  end)

  it("keeps its draws and its files if a title is changed", function()
    local before = drawn("is right")
    seeds.keys.driver = { ["is correct"] = "is right" }
    local after, other = drawn("is correct"), drawn("is wrong")
    seeds.keys.driver = nil
    assert.are.same(before, after)
    assert.are_not.same(before, other)
  end)
end)
