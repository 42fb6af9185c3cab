--- The documentation's pages, and the reference as one text.

local pages = {}

do
  local path = package.path
  package.path = "tools/?.lua;" .. path
  pages.generator, pages.stubs = require "reference", require "stubs"
  package.path = path
end

pages.read = dofile("tools/files.lua").read

pages.FILES = { "README.md", "docs/faq.md", "docs/install.md",
  "docs/internals.md", "docs/benchmarks.md", "docs/tour.md",
  "docs/from-jumper.md", "docs/glossary.md",
  "docs/seam.md", "docs/cheatsheet.md", "docs/recipes.md", "docs/guide.md" }
pages.RECIPES = {}
for i, name in ipairs { "moving", "maps", "crowds", "armies", "turns", "sight",
  "tools" } do
  pages.RECIPES[i] = "docs/recipes/" .. name .. ".md"
end
for _, name in ipairs(pages.RECIPES) do
  pages.FILES[#pages.FILES + 1] = name
end
for _, name in ipairs(pages.generator.NAMES) do
  pages.FILES[#pages.FILES + 1] = "docs/reference/" .. name .. ".md"
end

--- All pages of the reference, one after the other, and internals behind them.
function pages.reference()
  local texts = { [0] = pages.read("docs/internals.md") }
  for i, name in ipairs(pages.generator.NAMES) do
    texts[i] = pages.read("docs/reference/" .. name .. ".md")
  end
  return table.concat(texts, "\n", 0)
end

--- The anchors of a page: of its headings, and named anchors.
function pages.anchors(text)
  local anchors = {}
  for _, section in ipairs(pages.generator.sections(text)) do
    if section.anchor then anchors[section.anchor] = true end
  end
  for name in text:gmatch('<a name="([^"]*)">') do
    anchors[name] = true
  end
  return anchors
end

return pages
