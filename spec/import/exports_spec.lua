--- Files that LDtk and Tiled wrote, if they lie beside the repository: samples
-- of LDtk (LDTK_SAMPLES names another folder), and exports of one map by Tiled
-- (TILED_SAMPLES).

local tilepath = require "tilepath"
local json = require "spec.import.json"

local LDTK = os.getenv("LDTK_SAMPLES") or "../shared/fixtures/ldtk"
local TILED = os.getenv("TILED_SAMPLES") or "../shared/fixtures/tiled"

local function read(folder, name)
  local file = io.open(folder .. "/" .. name, "rb")
  if not file then
    return pending("the samples are not beside the repository")
  end
  local text = file:read("*a")
  file:close()
  return text
end

local function decoded(folder, name)
  local text = read(folder, name)
  return text and json.decode(text)
end

describe("a file of LDtk", function()
  it("has an auto layer", function()
    local one = decoded(LDTK, "AutoLayers_1_basic.ldtk")
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
    local one = decoded(LDTK, "SeparateLevelFiles.ldtk")
    if one then
      local grid = tilepath.from_ldtk(one, { level = "World_Level_0",
        prices = { walls = false }, files = function(name)
          return decoded(LDTK, name)
        end })
      assert.are.equal("walls", (grid:get(7, 5)))
    end
  end)
end)

describe("a map of Tiled", function()
  --- A finite map, and one in chunks.
  for _, name in ipairs { "map", "inf" } do
    it("is the same in Lua and in JSON, with tiles embedded or not: " .. name,
      function()
        local text = read(TILED, name .. ".lua")
        if text then
          local load_text = rawget(_G, "loadstring") or load
          local tiles = { ["tiles.tsx"] = load_text(read(TILED, "tiles.lua"))(),
            ["tiles.json"] = decoded(TILED, "tiles.json") }
          local options = { files = tiles, empty = true }
          local grid = tilepath.from_tiled(load_text(text)(), options)
          assert.is_true(grid.width > 1)
          assert.are.equal(grid, (tilepath.from_tiled(
            decoded(TILED, name .. ".json"), options)))
          assert.are.equal(grid, (tilepath.from_tiled(
            load_text(read(TILED, name .. ".embed.lua"))(), options)))
        end
      end)
  end
end)
