--- tilepath.svg: a picture as text.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local xml = require "spec.support.xml"

local mistake, read, find_all = helper.mistake, xml.read, xml.find_all

--- The attributes of all paths of a text, and the text's root.
local function paths_of(text)
  local list, svg = {}, read(text)
  for i, path in ipairs(find_all(svg, "path")) do
    list[i] = path.attributes
    list[i].moves = path[1] and path[1].attributes
  end
  return list, svg
end

describe("tilepath.svg", function()
  it("writes areas and lines as paths of their colours", function()
    local grid = tilepath.grid("..#\n...")
    local paths, svg = paths_of(tilepath.svg({ grid,
      tilepath.path({ 1, 1, 2, 2, 3, 2 }, "cells") },
      { colours = { wall = { 0, 0.5, 1, 1 }, path = { 1, 0, 0, 0.5 } } }))
    local frame = svg.attributes
    assert.are.same({ "640", "427", "0 0 3 2", "evenodd",
      "http://www.w3.org/2000/svg" }, { frame.width, frame.height,
      frame.viewBox, frame["fill-rule"], frame.xmlns })
    assert.are.same({ width = "100%", height = "100%", fill = "#fff",
      stroke = "#ccc", ["stroke-width"] = ".0094" },
      find_all(svg, "rect")[1].attributes)
    assert.are.same({
      { fill = "#0080ff", d = "m2 0h1v1h-1z" },
      { fill = "none", stroke = "#ff0000", ["stroke-width"] = ".1",
        opacity = ".5", d = "m.5 .5 1 1h1" },
    }, paths)
  end)

  it("starts from the grid's corner, with few decimals", function()
    local grid = tilepath.grid("#.", { cell_size = { 3, 2 },
      origin = { 1000.5, -7 } })
    local paths, svg = paths_of(tilepath.svg({ grid,
      tilepath.path({ 1001, -6, 1002.3456, -5.5 }, "world") },
      { scale = 10 }))
    assert.are.same({ "60", "20", "0 0 6 2" }, { svg.attributes.width,
      svg.attributes.height, svg.attributes.viewBox })
    assert.are.equal("m0 0h3v2h-3z", paths[1].d)
    assert.are.equal("m.5 1 1.35 .5", paths[2].d)
  end)

  it("has a title, any text in UTF-8", function()
    local grid = tilepath.grid(2, 2)
    for title, shown in pairs {
      ["Tom & <Jerry> \"]]>"] = "Tom & <Jerry> \"]]>",
      ["a\0b\nc\127d\tå €𝄞"] = "a b c d å €𝄞",
      [""] = "",
    } do
      local svg = read(tilepath.svg(grid, { title = title }))
      assert.are.equal(shown, find_all(svg, "title")[1].text)
    end
    assert.are.same({}, find_all(read(tilepath.svg(grid)), "title"))
  end)

  it("is well-formed for an empty picture", function()
    for _, things in ipairs { {}, { false }, { tilepath.path({}, "cells") } } do
      local paths, svg = paths_of(tilepath.svg(things,
        { grid = #things == 1 and tilepath.grid(1, 1) or nil }))
      assert.are.equal("svg", svg.name)
      assert.are.equal(0, #paths)
    end
  end)

  it("writes still parts once, and moving parts in runs of frames", function()
    local grid = tilepath.grid("..#")
    local hero = tilepath.follower { x = 0.5, y = 0.5, angle = 0 }
    local asked = {}
    local paths = paths_of(tilepath.svg({ grid, hero }, { frames = function(i)
      asked[#asked + 1] = i
      hero:set_position(i > 2 and 1.5 or 0.5, 0.5)
      return i < 6 and 1 / 20
    end }))
    assert.are.same({ 2, 3, 4, 5, 6 }, asked)
    assert.are.equal(2, #paths)
    assert.is_nil(paths[1].moves)
    assert.are.equal("m.5 .5h0", paths[2].d)
    assert.are.same({ attributeName = "d", calcMode = "discrete",
      dur = "250ms", repeatCount = "indefinite", keyTimes = "0;.4",
      values = "m.5 .5h0;m1.5 .5h0" }, paths[2].moves)
  end)

  it("hides parts that are not in a frame, and keeps the order", function()
    local grid = tilepath.grid("...\n...")
    local red, things = { 1, 0, 0 }, { grid,
      { tilepath.path({ 1, 1, 3, 1 }, "cells"), colours = { path = { 0, 0,
        1 } } } }
    local paths = paths_of(tilepath.svg(things, { frames = function(i)
      if i == 2 then
        table.insert(things, 2,
          { tilepath.path({ 1, 2, 3, 2 }, "cells"), colours = { path = red } })
      else
        things[3] = false
      end
      return i < 4 and 0.5
    end }))
    assert.are.equal(2, #paths)
    assert.are.same({ "#ff0000", "m0 0", "m0 0;m.5 1.5h2" },
      { paths[1].stroke, paths[1].d, paths[1].moves.values })
    assert.are.same({ "#0000ff", "m.5 .5h2", "m.5 .5h2;m0 0" },
      { paths[2].stroke, paths[2].d, paths[2].moves.values })
  end)

  it("passes an error of `frames` on, and raises in its own name", function()
    local grid, err = tilepath.grid(2, 2), {}
    local _, raised = pcall(tilepath.svg, grid, {
      frames = function() error(err) end })
    assert.is_true(rawequal(err, raised))
    for message, options in pairs {
      ["scale must be a number from 1e-12 to 1e12, got 0"] = { scale = 0 },
      ["what frames returns must be nothing or a number from 0.001 to 1000, "
        .. "got inf"] = { frames = function() return math.huge end },
      ["more than 10000 frames"] = { frames = function() return 1 end },
      ["title must be a string, got 5"] = { title = 5 },
      ["frames must be a function, got 2"] = { frames = 2 },
      ["unknown option 'frame' (did you mean 'frames'?)"] = { frame = 2,
        other = 1, title = 2 },
      ["options must be a table, got 'red'"] = "red",
      ["colours.path must be true, false or a colour { r, g, b [, a] }, got 3"]
        = { colours = { path = 3, goal = 1, body = 2 } },
    } do
      assert.are.equal("svg: " .. message, mistake(function()
        tilepath.svg(grid, options)
      end))
    end
    assert.are.equal("svg: things lie too far apart", mistake(function()
      tilepath.svg(tilepath.path({ -1e308, 1, 1e308, 1 }, "world"))
    end))
  end)
end)
