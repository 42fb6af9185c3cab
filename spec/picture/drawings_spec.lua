--- The committed drawings: what `make pictures` writes, small, and shown.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local sorted = require "spec.support.sorted"
local xml = require "spec.support.xml"

local programs = dofile("tools/pictures.lua")

local MOST, MOST_OF_README = 13000, 300000

describe("the drawing", function()
  for _, name in ipairs(sorted(programs)) do
    local program, is_first = programs[name], name == "door"
    local file = is_first and "door.svg" or "pictures/" .. name .. ".svg"
    it(file .. " is what `make pictures` writes #core_c", function()
      local text = helper.read_file("docs/" .. file)
      assert.is_true(tilepath.svg(program()) == text, "run `make pictures`")
      assert.is_true(#text < (is_first and MOST_OF_README or MOST), #text)
      local svg = xml.read(text)
      assert.truthy(xml.find_all(svg, "title")[1].text:find("%a"))
      assert.is_true(#xml.find_all(svg, "path") > 0)
    end)

    it(file .. " is shown, with words for it", function()
      local page = helper.read_file(is_first and "README.md" or "docs/manual.md")
      local words, shown = page:match("!%[([^%]]+)%]%(([%w/]*"
        .. file:gsub("%p", "%%%0") .. ")%)")
      assert.are.equal(is_first and "docs/door.svg" or file, shown)
      assert.is_true(#words > 20)
    end)
  end
end)

describe("a picture that the manual shows", function()
  it("is one of these", function()
    local page = helper.read_file("docs/manual.md")
    for name in page:gmatch("%(pictures/([%w_]+)%.svg%)") do
      assert.truthy(programs[name], name)
    end
  end)
end)
