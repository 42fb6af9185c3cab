--- tilepath.ascii: what spec/grid/ascii_spec.lua does not ask.

local tilepath = require "tilepath"

describe("tilepath.ascii", function()
  it("draws a path as far as it is on the map", function()
    assert.are.equal("*..\n.*.\n..*", tilepath.ascii(tilepath.grid(3, 3), {
      path = tilepath.path({ -1, 1, 0, 1, 1, 1, 3, 3, 4, 3, 4, 2 }, "cells") }))
  end)

  it("draws the first of two characters for a terrain", function()
    local grid = tilepath.grid("~", { legend = { ["~"] = "mud" },
      prices = { mud = 2 } })
    assert.are.equal("a", tilepath.ascii(grid,
      { legend = { z = "mud", a = "mud", m = "mud" } }))
  end)
end)
