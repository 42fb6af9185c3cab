--- tilepath.picture: lists of things, options, updates and mistakes.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local memory = require "spec.support.memory"
local outlines = require "spec.support.outlines"

local extend = helper.extend
local shape_of, kinds_of = outlines.shape_of, outlines.kinds_of

local TOWN = { cell_size = 10, prices = { mud = 3 }, legend = { ["~"] = "mud" } }

local function town(text)
  return tilepath.grid(text or "..#", TOWN)
end

local function place_of(picture)
  return { picture.x, picture.y, picture.width, picture.height }
end

describe("the things of a picture", function()
  local grid = town()
  local finder = tilepath.pathfinder(grid)
  local path = finder:find(1, 1, 2, 1)

  it("are drawn by kind, and things of a kind in their own order", function()
    local picture = tilepath.picture { path, false, finder:find(2, 1, 1, 1),
      { { grid } } }
    assert.are.equal("wall path path", kinds_of(picture))
    assert.are.same({ 5, 15 }, { picture.parts[2][1], picture.parts[3][1] })
    assert.are.equal("wall wall", kinds_of(tilepath.picture { grid, grid }))
    picture = tilepath.picture {}
    assert.are.same({}, picture.parts)
    assert.are.equal(2, picture.width)
  end)

  it("can change from update to update", function()
    local things = { grid }
    local picture = tilepath.picture(things)
    things[2] = path
    assert.is_true(picture:update())
    assert.are.equal("wall path", kinds_of(picture))
    things[2] = false
    assert.is_true(picture:update())
    assert.is_false(picture:update())
    assert.are.equal("wall", kinds_of(picture))
  end)

  it("can belong to several grids: the picture contains all", function()
    assert.are.same({ 0, -5, 102, 15 }, place_of(tilepath.picture { grid,
      tilepath.grid(2, 2, { origin = { 100, -5 } }) }))
  end)
end)

describe("the options of a picture", function()
  local grid = town()
  local path = tilepath.path({ 1, 1, 2, 1 }, "cells")

  it("leave kinds out, and colour kinds, with an alpha or without", function()
    assert.are.equal("path", kinds_of(tilepath.picture({ grid, path },
      { colours = { wall = false } })))
    local function colour(wall)
      local part = tilepath.picture(grid, { colours = { wall = wall } }).parts[1]
      return { part.r, part.g, part.b, part.a }
    end
    local own = colour()
    assert.are.same(own, colour(true))
    assert.are.same({ 0.5, 0.25, 0, own[4] }, colour { 0.5, 0.25, 0 })
    assert.are.same({ 0.5, 0.25, 0, 0.125 }, colour { 0.5, 0.25, 0, 0.125 })
  end)

  it("of a list apply to that list, the innermost first", function()
    local red, blue = { 1, 0, 0 }, { 0, 0, 1 }
    local picture = tilepath.picture({ grid, path,
      { path, colours = { path = red } } }, { colours = { path = blue } })
    assert.are.same({ 0, 1 }, { picture.parts[2].r, picture.parts[3].r })
    assert.are.equal("path", kinds_of(tilepath.picture({ grid, path,
      { path, colours = { path = false } }, colours = { wall = false } })))
  end)
end)

describe("an update of a picture", function()
  it("is true after an edit, and false without", function()
    local grid = town()
    local picture = tilepath.picture(grid)
    local wall, changes = picture.parts[1], picture.parts[1].changes
    assert.is_false(picture:update())
    assert.are.equal(changes, wall.changes)
    grid:set(1, 1, "wall")
    assert.is_true(picture:update())
    assert.are.equal(wall, picture.parts[1])
    assert.are.equal(changes + 1, wall.changes)
    assert.is_false(picture:update())
    -- A wall that breaks in two, and becomes one.
    grid:fill(1, 1, 3, 1, "wall")
    for _, terrain in ipairs { "open", "wall" } do
      grid:set(2, 1, terrain)
      picture:update()
      assert.are.equal(terrain == "wall" and "0,0 30,0 30,10 0,10"
        or "0,0 10,0 10,10 0,10 | 20,0 30,0 30,10 20,10",
        shape_of(picture, "wall"))
    end
  end)

  it("follows a resize", function()
    local grid = town()
    local finder = tilepath.pathfinder(grid)
    local picture = tilepath.picture { grid, tilepath.layer(grid), finder,
      finder:reach(1, 1, 9), finder:view(1, 1, 9), finder:field { { 2, 1 } },
      finder:search(1, 1, 2, 1) }
    extend(grid, { left = 1, bottom = 1, fill = "wall" })
    assert.is_true(picture:update())
    assert.are.same({ -10, 0, 40, 20 }, place_of(picture))
    assert.are.equal("-10,0 0,0 0,10 20,10 20,0 30,0 30,20 -10,20",
      shape_of(picture, "wall"))
    assert.are.equal("0,0 20,0 20,10 0,10", shape_of(picture, "view"))
    grid = tilepath.grid(2, 2)
    picture = tilepath.picture(grid)
    extend(grid, { right = 1 })
    assert.is_true(picture:update())
  end)

  for shape, options in pairs { squares = { prices = { mud = 3 } },
    hexagons = { prices = { mud = 3 }, shape = "hex" } } do
    it("makes no garbage with " .. shape .. ", even after an edit #core_c",
      function()
      local grid = tilepath.grid(20, 20, options)
      grid:fill(4, 2, 9, 3, "mud")
      grid:fill(8, 7, 1, 9, "wall")
      local heat = tilepath.layer(grid)
      heat:set(5, 5, 90)
      local finder = tilepath.pathfinder(grid, { layers = { { heat, 0.1 } } })
      local crowd = tilepath.crowd(grid)
      local orc = crowd:add { finder = finder, cell_x = 1, cell_y = 20 }
      orc:go_cell(20, 20)
      crowd:update(0.1)
      local field = finder:field { { 3, 3 } }
      local picture = tilepath.picture({ grid, heat, finder, field,
        finder:reach(4, 4, 5), finder:view(4, 4, 5),
        (finder:find(1, 1, 9, 1)), crowd }, { colours = { price = true,
          cost = true, lattice = true, fence = false, ledge = false,
          link = false } })
      local count = 0
      assert.are.equal(0, memory.garbage_of(function()
        count = count + 1
        grid:set(12, 12, count % 2 == 0 and "open" or "wall")
        heat:set(6, 6, count % 2 == 0 and 200 or 20)
        field:update()
        picture:update()
      end))
    end)
  end

  it("that raises changes nothing, and the next update works", function()
    local grid, path = town(), tilepath.path({ 1, 1, 2, 2 }, "world")
    local picture = tilepath.picture { grid, path }
    path[3] = "x"
    grid:set(1, 1, "wall")
    assert.are.equal("picture: point 2 of a path must be two finite numbers, "
      .. "got 'x'", helper.mistake(function() picture:update() end))
    assert.are.equal("wall path", kinds_of(picture))
    path[3] = 3
    assert.is_true(picture:update())
    assert.are.equal("1,1 3,2", shape_of(picture, "path"))
  end)
end)

describe("a mistake in a call of tilepath.picture is reported", function()
  local grid = town()

  --- Fails unless a picture raises an error that begins with these words.
  local function says(words, things, options)
    local said = helper.mistake(function()
      tilepath.picture(things, options)
    end)
    assert.are.equal("picture: " .. words, said:sub(1, #words + 9))
  end

  it("with its place among the things", function()
    says("things[2][2] must be a grid, ", { grid, { false,
      tilepath.queue { max_nodes = 1 } } })
    says("things[2] must be a grid, ", { grid, "path" })
    says("things[2] is nil (false leaves a thing out: `path or false`)",
      { grid, [3] = grid })
    says("things[2][1] is nil", { grid, { nil, "unreachable" } })
    says("unknown option 'wall' (options: colours)", { grid, wall = true,
      zone = 1, xyz = 2 })
    says("unknown option 'walls' (did you mean 'wall'?)",
      { grid, colours = { walls = true } })
    says("unknown option 'grid' (options: colours)", { grid = grid })
    local list = {}
    list[1] = list
    says("lists of things must be nested at most 16 deep", list)
    local finder = tilepath.pathfinder(grid)
    for _, thing in ipairs { finder:search(1, 1, 2, 1),
      tilepath.path({ 1, 1, 2, 1 }, "cells") } do
      says("grid must be a grid (things[1] needs it), got nil", { thing })
    end
  end)

  it("with a likely meaning", function()
    local function hints(hint, thing)
      local said = helper.mistake(function() tilepath.picture { thing } end)
      assert.is_truthy(said:find(hint, 1, true), said)
    end
    for _, thing in ipairs { { 1, 1, 2, 1 }, 1 } do
      hints("or a list of these, got 1 (numbers are a path once "
        .. "tilepath.path(t, units) has made one; find returns a path and its cost)",
        thing)
    end
    says("options must be a table (several things are one list), got path",
      grid, tilepath.path({ 1, 1 }, "cells"))
  end)

  it("for colours, options and a follower's fields", function()
    says("colours.wall must be true, false or a colour { r, g, b [, a] }, "
      .. "got 'red'", grid, { colours = { wall = "red" } })
    says("colours must be a table { kind = colour }, got 'red'", grid,
      { colours = "red" })
    says("unknown option 'path' (options: body_size, colours, finder, grid)",
      grid, { path = true })
    says("body_size must be a number from 0.01 to 100, got 0", grid,
      { body_size = 0 })
    says("colours.terrain.mud must be true, false or a colour { r, g, b [, a] },"
      .. " got 'red'", grid, { colours = { terrain = { mud = "red" } } })
    says("colours.terrain.mud[1] must be a number from 0 to 1, got 2", grid,
      { colours = { terrain = { mud = { 2, 0, 0 } } } })
    says("a key of colours.terrain must be the name of a terrain, got 2", grid,
      { colours = { terrain = { mud = { 1, 0, 0 }, [2] = true } } })
    says("colours.wall[1] must be a number from 0 to 1, got nil", grid,
      { colours = { wall = { mud = { 1, 0, 0 } } } })
    says("colours.wall[2] must be a number from 0 to 1, got nil", grid,
      { colours = { wall = { 1 } } })
    says("colours.wall[4] must be a number from 0 to 1, got 255", grid,
      { colours = { wall = { 1, 1, 1, 255 } } })
    says("grid must be a grid, got 5", {}, { grid = 5 })
    says("finder must be a pathfinder, got grid", {}, { finder = grid })
    local hero = tilepath.follower { x = 1, y = 1 }
    hero.x = "left"
    says("x must be a finite number, got 'left'", { grid, hero })
    says("x must be a finite number, got 'left'", hero)
    says("colours must be a table { kind = colour }, got true", grid,
      setmetatable({}, { __index = { colours = true } }))
  end)
end)
