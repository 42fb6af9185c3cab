--- Files that LDtk and Tiled wrote: exports of two maps by Tiled, one of them in
-- chunks, and samples of LDtk, if they lie beside the repository (LDTK_SAMPLES
-- names another folder).

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local json = require "spec.import.json"

local TILED = "spec/fixtures/tiled/"
local LDTK = os.getenv("LDTK_SAMPLES") or "../shared/fixtures/ldtk"

local function decoded(name)
  return json.decode(assert(helper.read_file(name)))
end

--- A sample of LDtk, or nil.
local function sample(name)
  local file = io.open(LDTK .. "/" .. name, "rb")
  if not file then
    return pending("the samples are not beside the repository")
  end
  local text = file:read("*a")
  file:close()
  return json.decode(text)
end

describe("a file of LDtk", function()
  it("has an auto layer", function()
    local one = sample("AutoLayers_1_basic.ldtk")
    if one then
      local grid = tilepath.from_ldtk(one, { legend = { walls = false } })
      assert.are.same({ 37, 26, 8 }, { grid.width, grid.height,
        grid.cell_width })
      local values = one.levels[1].layerInstances[1].intGridCsv
      for i, value in ipairs(values) do
        assert.are.equal(value == 0, grid:is_walkable((i - 1) % 37 + 1,
          math.floor((i - 1) / 37) + 1))
      end
    end
  end)

  it("has levels in separate files", function()
    local one = sample("SeparateLevelFiles.ldtk")
    local level
    if one then
      local grid = tilepath.from_ldtk(one, { level = "World_Level_0",
        prices = { walls = false }, files = function(name)
          level = sample(name)
          return level
        end })
      assert.are.same({ 15, 15, 16 }, { grid.width, grid.height,
        grid.cell_width })
      for i, value in ipairs(level.layerInstances[1].intGridCsv) do
        assert.are.equal(value == 1 and "walls" or "open",
          (grid:get((i - 1) % 15 + 1, math.floor((i - 1) / 15) + 1)))
      end
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
