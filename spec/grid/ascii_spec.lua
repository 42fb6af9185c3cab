--- tilepath.ascii: maps as text.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local map = helper.map

local TERRAIN = { grass = 2, gravel = 1.5, water = 4, lava = false }

describe("tilepath.ascii", function()
  it("draws terrains with the legend's characters", function()
    local text = map [[
      .~~#
      ,~!.
    ]]
    local legend = { ["~"] = "water", [","] = "grass", ["!"] = "lava" }
    local options = { prices = TERRAIN, legend = legend }
    local grid = tilepath.grid(text, options)
    assert.are.equal(text, tilepath.ascii(grid, { legend = legend }))
    assert.is_true(tilepath.grid(tilepath.ascii(grid, { legend = legend }),
      options) == grid)
    grid:set_walkable(2, 1, false)
    assert.are.equal(".#~#\n,~!.", tilepath.ascii(grid, { legend = legend }))
  end)

  it("chooses letters for terrains without a character", function()
    local grid = tilepath.grid({
      { "grass", "gravel", "water", "lava", true, false },
    }, { prices = TERRAIN })
    assert.are.equal("grwl.#", tilepath.ascii(grid))
    assert.are.equal("gr~l.#",
      tilepath.ascii(grid, { legend = { ["~"] = "water" } }))
  end)

  it("has a character for each of 127 terrains", function()
    local terrain, row = {}, { "open", "wall" }
    for i = 1, 125 do
      terrain["t" .. i] = i
      row[#row + 1] = "t" .. i
    end
    local text = tilepath.ascii(tilepath.grid({ row }, { prices = terrain }))
    assert.are.equal(127, #text)
    local seen = {}
    for character in text:gmatch(".") do
      assert.is_nil(seen[character])
      seen[character] = true
    end
  end)

  it("keeps to a legend that uses '.' or '#' for a terrain", function()
    local options = { prices = TERRAIN,
      legend = { ["."] = "grass", ["#"] = true } }
    local grid = tilepath.grid(". #", options)
    assert.are.equal(".##", tilepath.ascii(grid, { legend = options.legend }))
    grid:set(2, 1, "wall")
    local text = tilepath.ascii(grid, { legend = options.legend })
    options.legend[text:sub(2, 2)] = false
    assert.is_true(tilepath.grid(text, options) == grid)
  end)

  it("draws a path over the map: A, then * on each cell, then B", function()
    local grid = tilepath.grid(map [[
      ......
      .####.
      ......
    ]])
    local finder = tilepath.pathfinder(grid)
    local path = finder:find(2, 1, 4, 3)
    assert.are.equal(map [[
      *A....
      *####.
      ***B..
    ]], tilepath.ascii(grid, { path = path }))
    local drawn = tilepath.ascii(grid, { path = path })
    for _, same in ipairs { path:dedup(), path:to_world(grid),
      helper.plain(path) } do
      assert.are.equal(drawn, tilepath.ascii(grid, { path = same }))
    end
  end)

  it("leaves out cells outside the map", function()
    local grid = tilepath.grid(3, 1)
    assert.are.equal("***", tilepath.ascii(grid, { path = { 0, 1, 4, 1 } }))
    assert.are.equal("...", tilepath.ascii(grid, { path = {} }))
    assert.are.equal(".A.", tilepath.ascii(grid, { path = { 2, 1 } }))
  end)

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
