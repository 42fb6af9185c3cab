--- Files that LDtk and Tiled wrote: a sample of LDtk, whose levels are files of
-- their own, and exports of two maps by Tiled, one of them in chunks.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local json = require "spec.import.json"

local LDTK, TILED = "spec/fixtures/ldtk/", "spec/fixtures/tiled/"

local function decoded(name)
  return json.decode(assert(helper.read_file(name)))
end

describe("a file of LDtk", function()
  it("has each cell as its level's file says", function()
    local level
    local grid = tilepath.from_ldtk(decoded(LDTK .. "SeparateLevelFiles.ldtk"),
      { level = "World_Level_0", prices = { walls = false },
        files = function(name)
          level = decoded(LDTK .. name)
          return level
        end })
    assert.are.same({ 15, 15, 16 }, { grid.width, grid.height,
      grid.cell_width })
    for i, value in ipairs(level.layerInstances[1].intGridCsv) do
      assert.are.equal(value == 1 and "walls" or "open",
        (grid:get((i - 1) % 15 + 1, math.floor((i - 1) / 15) + 1)))
    end
  end)
end)

describe("a map of Tiled", function()
  for _, name in ipairs { "map", "inf" } do
    it("is the same in Lua and in JSON, with tiles embedded or not: " .. name,
      function()
        local file = TILED .. name
        local options = { empty = true, files = {
          ["tiles.tsx"] = dofile(TILED .. "tiles.lua"),
          ["tiles.json"] = decoded(TILED .. "tiles.json") } }
        local grid, places = tilepath.from_tiled(dofile(file .. ".lua"),
          options)
        assert.is_true(grid.width > 1 and grid:is_walkable(1, 1))
        for _, other in ipairs { decoded(file .. ".json"),
          dofile(file .. ".embed.lua") } do
          local its_grid, its_places = tilepath.from_tiled(other, options)
          assert.are.equal(grid, its_grid)
          assert.are.equal(#places, #its_places)
        end
      end)
  end
end)
