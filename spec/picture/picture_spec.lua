--- tilepath.picture: parts of each kind of thing, and what a picture promises.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

describe("a picture", function()
  it("of a grid has its closed cells and its terrain", function()
    local picture = tilepath.picture(tilepath.grid("..#\n~~#", {
      cell_size = 8, terrain = { mud = 3 }, legend = { ["~"] = "mud" } }))
    assert.are.same({ 0, 0, 24, 16 },
      { picture.x, picture.y, picture.width, picture.height })
    assert.are.equal(2, #picture.parts)
    local terrain, wall = picture.parts[1], picture.parts[2]
    assert.are.same({ "terrain", "area", "wall", "area" },
      { terrain.kind, terrain.form, wall.kind, wall.form })
    assert.are.same({ 4 }, wall.sizes)
    assert.are.equal("16,0 24,0 24,16 16,16", helper.points(wall))
  end)
end)
