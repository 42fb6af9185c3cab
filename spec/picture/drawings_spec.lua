--- The committed drawings: `make pictures` writes them, they are small, and a
-- page shows them.

local helper = require "spec.support.helper"
local pages = require "spec.support.pages"
local sorted = require "spec.support.sorted"
local xml = require "spec.support.xml"

local programs, svg = dofile("tools/pictures.lua")

--- All pages as one text.
local function all_pages()
  local texts = {}
  for i, name in ipairs(pages.FILES) do
    texts[i] = helper.read_file(name)
  end
  return table.concat(texts)
end

local MOST, MOST_OF_README = 13000, 300000

describe("the drawing", function()
  for _, name in ipairs(sorted(programs)) do
    local program, is_first = programs[name], name == "bridges"
    local file = is_first and "bridges.svg" or "pictures/" .. name .. ".svg"
    it(file .. " equals the output of `make pictures` #core_c", function()
      local text = helper.read_file("docs/" .. file)
      assert.is_true(svg(program()) == text, "run `make pictures`")
      assert.is_true(#text < (is_first and MOST_OF_README or MOST), #text)
      local root = xml.read(text)
      assert.truthy(xml.find_all(root, "title")[1].text:find("%a"))
      assert.is_true(#xml.find_all(root, "path") > 0)
    end)

    it(file .. " is on a page, with a description", function()
      local page = is_first and helper.read_file("README.md") or all_pages()
      local words = page:match("!%[([^%]]+)%]%([%w/.]*"
        .. file:gsub("%p", "%%%0") .. "%)")
      assert.is_true(#words > 20)
    end)
  end
end)

describe("a picture on a page", function()
  it("is a committed drawing", function()
    for name in all_pages():gmatch("[(/]pictures/([%w_]+)%.svg%)") do
      assert.truthy(programs[name], name)
    end
  end)
end)
