-- Writes into docs/reference what types/tilepath.lua knows: under each
-- `<!-- calls: noun ... -->`, a line for each call and field of these objects;
-- under each `<!-- options: Class ... [without name ...] -->`, the table of
-- these options. All other text is written by hand; a call that needs more than
-- its line has an entry, a heading of its own name. calls.md is written whole: an
-- index by name.
--
--   make reference                     writes the pages
--   require("reference").pages(read)   { file = text }, for the spec

local stubs = require "stubs"

local unpack = table.unpack or unpack -- luacheck: ignore

local reference = {}

-- The pages.
reference.NAMES = { "README", "grid", "hexagons", "building", "maps", "profile",
  "pathfinder", "searches", "layer", "field", "reach", "view", "path",
  "orders", "follower", "crowd", "unit", "pictures", "rules" }

reference.NOUNS = { Grid = "grid", Pathfinder = "finder", Search = "search",
  Field = "field", Reach = "reach", View = "view", Path = "path",
  Crowd = "crowd", Unit = "unit", Queue = "queue", Ticket = "ticket",
  Follower = "hero", Building = "house", Floor = "floor",
  Layer = "layer", Picture = "picture", Body = "body" }

local OPTIONS = "^(.-)<!%-%- options: ([%w_ ]+) %-%->\n(.*)$"
local CALLS = "^(.-)<!%-%- calls: ([%w_. ]+) %-%->\n(.*)$"

local CLASSES = {}
for class, noun in pairs(reference.NOUNS) do
  CLASSES[noun] = class
end

-- Where a type is explained. A class without a place here has a heading of its
-- own name, such as "Grid options", or is shown by its name alone.
local PLACES = { Grid = "grid", Pathfinder = "pathfinder", Search = "searches",
  Field = "field", Reach = "reach", View = "view", Path = "path",
  Crowd = "crowd", Unit = "unit", Queue = "searches", Ticket = "searches",
  Follower = "follower", Body = "orders", Layer = "layer", Picture = "pictures",
  PathLibrary = "path", Isometric = "maps", Building = "building", Floor = "building",
  Place = "maps", Places = "maps",
  FloorPlan = "building#tilepathbuildingfloors--options",
  Reason = "rules#reasons", BodyStatus = "orders#status-and-reasons",
  BodyReason = "orders#status-and-reasons", Diagonal = "profile#diagonal-steps",
  Stagger = "hexagons#the-four-staggers",
  OthersQuery = "reach#avoiding-units",
  Others = "reach#avoiding-units",
  Goal = "pathfinder#finderfindx1-y1-goals--query",
  TerrainGoal = "pathfinder#goals-by-terrain",
  Heuristic = "profile#heuristics", Colour = "pictures" }

--- The heading that a class of options has: "Grid options" for GridOptions.
local function heading_of(class)
  return (class:gsub("(%l)(%u)", function(a, b) return a .. " " .. b:lower() end))
end

--- The anchor that GitHub makes of a heading.
function reference.anchor(heading)
  return (heading:lower():gsub("Ö", "ö"):gsub("[^%w _\128-\255-]", "")
    :gsub(" ", "-"))
end

-- Types in words --------------------------------------------------------------

--- Writes types for one page. `places` has the page and anchor of each class.
local function writer(api, places, page)
  local words

  local function plural(kind)
    local text = words(kind)
    return text == "any" and "values" or text:find("^list of ")
      and text:gsub("^list", "lists", 1) or text:find(" ") and text or text .. "s"
  end

  local function link(class)
    local place = places[class]
    local word = heading_of(class):lower()
    if not place then return word end
    local to, anchor = place:match("^([^#]*)(.*)$")
    if to == page and anchor == "" then return word end
    return ("[%s](%s%s)"):format(word, to == page and "" or to .. ".md", anchor)
  end

  local function single(kind)
    local name = kind:match("^tilepath%.(%w+)$")
    if kind:find("%[%]$") then
      local inner = kind:sub(1, -3):gsub("^%((.*)%)$", "%1")
      return "list of " .. plural(inner)
    elseif kind:find("^%(.*%)$") then
      return words(kind:sub(2, -2))
    elseif kind:find('^"') or kind:find("^{") then
      return "`" .. kind .. "`"
    elseif kind:find("^fun%(") then
      local names = {}
      for _, part in ipairs(stubs.parts(kind:match("^fun(%b())"):sub(2, -2), ",")) do
        names[#names + 1] = part:match("^[%w_]+")
      end
      return "`function(" .. table.concat(names, ", ") .. ")`"
    elseif kind:find("^table<") then
      local key, value = unpack(stubs.parts(kind:sub(7, -2), ","))
      return ("{ %s = %s }"):format(key == "string" and "name"
        or key == "integer" and "number" or "value", words(value))
    elseif name and (places[name] or api.classes[name]) then
      return link(name)
    elseif name and name:find("Iterator$") then
      return "iterator"
    elseif name then
      return words(assert(api.aliases[name], name))
    end
    return kind
  end

  function words(kind)
    local list, may_be_nil = {}, false
    for _, part in ipairs(stubs.parts(kind, "|")) do
      local is_function = part:find("^fun%(")
      local bare = not is_function and part:match("^(.*)%?$") or nil
      may_be_nil = may_be_nil or bare ~= nil or part == "nil"
      if part ~= "nil" then
        list[#list + 1] = single(bare or part)
      end
      if is_function then break end -- what follows is what it returns
    end
    if may_be_nil then
      list[#list + 1] = "nil"
    end
    return table.concat(list, " or ")
  end

  return words
end

-- Calls -----------------------------------------------------------------------

local function escaped(text)
  return (text:gsub("|", "\\|"))
end

--- Names of a heading: { "grid:get", ... } or { "grid.width", "grid.height" }.
local function named_by(heading)
  local names = {}
  for name in heading:gmatch("%l+[.:][%w_]+") do
    names[#names + 1] = name
  end
  return names
end

--- `grid:get(x, y)`; optional arguments in brackets, those that follow each
-- other in one pair.
local function spelled(name, form)
  local text, is_optional = name .. "(", false
  for i, param in ipairs(form.params) do
    local opens = param.optional and not is_optional
    is_optional = is_optional or opens
    text = text .. (opens and (i > 1 and " [, " or "[") or i > 1 and ", " or "")
      .. param.name
  end
  return text .. (is_optional and "])" or ")")
end

local function sentence(text)
  return (text == "" or text:find("[.?!]$")) and text or text .. "."
end

local function may_be_nil(result)
  return result.type:find("?$") or result.type:find("|nil$")
end

local function without_links(text)
  return (text:gsub("%[(.-)%]%(.-%)", "%1"))
end

--- The names of the results of a form: `path, cost · nil, reason`. The stub says
-- what a failure gives: a result `reason` stands for the last of a success and
-- opens those of a failure, `cost_or_reason` is the cost or the reason, and a
-- name that comes again belongs to the failure.
local function results_of(form, words)
  local good, bad, has, last = {}, {}, {}, nil
  local is_optional = #form.returns > 0
  for _, result in ipairs(form.returns) do
    local name = result.name or without_links(words(result.type))
    is_optional = is_optional and result.name and may_be_nil(result)
    local first = name:match("^(.+)_or_reason$")
    if first or name == "reason" then
      last = first or name
      bad[1] = form.returns[1].type == "boolean" and "false" or "nil"
      bad[2] = "reason"
      name = first
    elseif last == "reason" or has[name] then
      bad[#bad + 1] = name
      name = nil
    end
    if name then
      good[#good + 1], has[name] = name, true
    end
  end
  return #good == 0 and "nothing" or table.concat(good, ", ")
    .. (#bad > 0 and " · " .. table.concat(bad, ", ")
      or is_optional and " or nil" or "")
end

--- What a form does, and what its arguments and results are.
local function explained(form)
  local doc = form.doc
  local text = { doc ~= "" and sentence(doc) or nil }
  for _, list in ipairs { form.params, form.returns } do
    for _, item in ipairs(list) do
      if item.doc ~= "" then
        text[#text + 1] = ("`%s`: %s"):format(
          item.name:gsub("_or_reason$", ""), sentence(item.doc))
      end
    end
  end
  return table.concat(text, " ")
end

-- What a name says: `_world` and `_cell`, `wx, wy` and `x, y`.
local IN_ITS_NAME = { [""] = true, ["The same in cells."] = true,
  ["The same for the cell at a point of the world."] = true }

--- Adds a line. A name without words of its own shares the line before it, if
-- both give the same.
local function add_row(rows, name, anchor, gives, text)
  local span = anchor and ("[`%s`](#%s)"):format(name, anchor)
    or "`" .. name .. "`"
  local before = rows[#rows]
  if IN_ITS_NAME[text] and before:find(" | " .. gives .. " | ", 1, true) then
    rows[#rows] = before:gsub(" | ", function() return ", " .. span .. " | " end,
      1)
  else
    rows[#rows + 1] = ("| %s | %s | %s |"):format(span, escaped(gives),
      escaped(text))
  end
end

--- The anchors of a page's entries, by name and by what the heading says.
local function anchors_of(sections)
  local anchors = {}
  for _, section in ipairs(sections) do
    if section.level == 3 then
      anchors[section.heading] = section.anchor
      for _, name in ipairs(named_by(section.heading:match("^[^(]*"))) do
        anchors[name] = anchors[name] or section.anchor
      end
    end
  end
  return anchors
end

--- A line for each call and field of a noun, or of one name such as
-- `tilepath.grid`, in the order of the stubs.
local function calls_table(list, api, anchors, words)
  local rows = { "| call | returns | |\n|---|---|---|" }
  for noun in list:gmatch("%S+") do
    local owner = noun:match("^%w+")
    for _, call in ipairs(api.calls) do
      local of = reference.NOUNS[call.class] or call.class
      local name = of .. (of == "tilepath" and "." or call.mark) .. call.name
      if of == owner and (noun == owner or noun == name) then
        for _, form in ipairs(call.forms) do
          local heading = spelled(name, form)
          add_row(rows, heading, anchors[heading] or anchors[name],
            results_of(form, words), explained(form))
        end
      end
    end
    local class = api.classes[CLASSES[owner] or owner]
    for _, field in ipairs(class.fields) do
      local name = owner .. "." .. field.name
      if noun == name or noun == owner and field.name:find("^%l") then
        add_row(rows, name, anchors[name],
          without_links(words(field.type))
          .. (field.optional and " or nil" or ""), field.doc)
      end
    end
  end
  return table.concat(rows, "\n")
end

-- Options ---------------------------------------------------------------------

-- Defaults that are not written.
local NOTHING = { [""] = true, none = true, ["`{}`"] = true }

--- The table of the options of some classes. The words behind the last
-- semicolon of an option are its default. Options of which all is the same
-- share a row.
local function options_table(list, api, words)
  local rows = { "| option | value (default) | meaning |", "|---|---|---|" }
  local before
  local without = (list:match(" without .*$") or "") .. " "
  for class in list:gmatch("%u%w+") do
    for _, field in ipairs(assert(api.classes[class], class).fields) do
      local doc, default = field.doc:match("^(.*);%s*(.-)$")
      doc, default = (doc or field.doc):gsub("%s+$", ""), default or ""
      if field.name:find("^%w")
        and not without:find(" " .. field.name .. " ", 1, true) then
        default = field.optional and escaped(default) or "must be given"
        local value = escaped(words(field.type))
          .. (not NOTHING[default] and " (" .. default .. ")" or "")
        local about = ("| %s | %s |"):format(value, escaped(doc))
        local name = ("| `%s`"):format(field.name)
        if about == before then
          name = rows[#rows]:sub(1, -#about - 2) .. name:gsub("^|", ",", 1)
          rows[#rows] = nil
        end
        rows[#rows + 1], before = name .. " " .. about, about
      end
    end
  end
  return table.concat(rows, "\n")
end

-- All calls --------------------------------------------------------------------

local ALL = "docs/reference/calls.md"
local ALL_HEAD = [[
# All calls

For makers who know the name of a call or a field, or look for a name. The name
of an object links to the table of its calls; the name of a call, if it is a
link, links to the section about the call, which also lists its options. For an
editor with a Lua language server, [one file](../../types/tilepath.lua) has all
signatures.

]]

local WIDTH = 80

--- Words in lines that are not too long, with commas between them.
local function wrapped(title, names)
  local lines, line = {}, title
  for i, name in ipairs(names) do
    local word = name .. (i < #names and "," or "")
    if #line + #word + 1 > WIDTH then
      lines[#lines + 1], line = line, "  " .. word
    else
      line = line .. " " .. word
    end
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

--- The names of the fields of a class.
local function field_names(class)
  local names = {}
  for _, field in ipairs(class.fields) do
    names[#names + 1] = field.name:match("^%l[%w_]*$")
  end
  return names
end

--- The calls and fields of a class, those with a section as links.
local function names_of(class, api, sections)
  local noun, names, seen = reference.NOUNS[class] or class, {}, {}
  local function add(mark, name, signs)
    local place = sections[noun .. mark .. name]
    names[#names + 1] = not seen[name] and (place and "[`%s`](%s)" or "`%s`")
      :format(name .. signs, place) or nil
    seen[name] = true
  end
  for _, call in ipairs(api.calls) do
    if call.class == class then
      add(noun == "tilepath" and "." or call.mark, call.name, "()")
    end
  end
  for _, name in ipairs(field_names(api.classes[class])) do
    add(".", name, "")
  end
  return names
end

--- The page of all calls. `sections`: "page.md#anchor" by name.
local function all_calls(api, sections)
  local lines = {}
  for _, class in ipairs { "tilepath", "Grid", "Pathfinder", "Path", "Body",
    "Follower", "Crowd", "Unit", "Field", "Reach", "View", "Layer", "Search",
    "Queue", "Ticket", "Building", "Floor", "Picture" } do
    local noun = reference.NOUNS[class] or class
    lines[#lines + 1] = wrapped(("- **[%s](%s.md)**:"):format(noun,
      PLACES[class] or "README"), names_of(class, api, sections))
  end
  return ALL_HEAD .. table.concat(lines, "\n") .. "\n"
end

-- Pages -----------------------------------------------------------------------

--- A page as a list of { heading =, level =, body = }; the first has no heading.
local function sections_of(text)
  local sections, fence = { { level = 0, lines = {} } }, false
  for line in text:gmatch("([^\n]*)\n") do
    fence = line:find("^```") and not fence or not line:find("^```") and fence
    local marks, heading = line:match("^(#+) (.*)$")
    if marks and not fence then
      sections[#sections + 1] = { level = #marks, heading = heading, lines = {} }
    else
      local lines = sections[#sections].lines
      lines[#lines + 1] = line
    end
  end
  for _, section in ipairs(sections) do
    section.body = table.concat(section.lines, "\n")
  end
  return sections
end

--- The sections of a page with their anchors: GitHub counts a heading that comes
-- again.
function reference.sections(text, page)
  local sections, count = sections_of(text), {}
  for _, section in ipairs(sections) do
    if section.heading then
      local anchor = reference.anchor(section.heading)
      section.page = page
      section.anchor = anchor .. (count[anchor] and "-" .. count[anchor] or "")
      count[anchor] = (count[anchor] or 0) + 1
    end
  end
  return sections
end

--- What is left of a text behind its first lines that begin with a mark.
local function behind(text, mark)
  text = text:gsub("^%s*", "")
  while text:sub(1, #mark) == mark do
    text = text:gsub("^[^\n]*\n?", "", 1)
  end
  return (text:gsub("^%s*", ""))
end

--- A body, with the table of the options that it asks for.
local function with_table(body, api, words)
  local before, classes, rest = body:match(OPTIONS)
  if not before then return body end
  return ("%s<!-- options: %s -->\n\n%s\n\n%s"):format(before, classes,
    options_table(classes, api, words), behind(rest, "|"))
end

--- A body, with the lines of the calls that it asks for.
local function with_calls(body, api, anchors, words)
  local before, list, rest = body:match(CALLS)
  if not before then return body end
  return ("%s<!-- calls: %s -->\n\n%s\n\n%s"):format(before, list,
    calls_table(list, api, anchors, words), behind(rest, "|"))
end

--- Reads all pages; fills the places of options. The second result has the
-- sections of calls and fields by name, for the index.
local function sections_by_page(read, places)
  local pages, entries = {}, {}
  for _, page in ipairs(reference.NAMES) do
    local sections = reference.sections(read("docs/reference/" .. page .. ".md"),
      page)
    pages[page] = sections
    for name, anchor in pairs(anchors_of(sections)) do
      entries[name] = page .. ".md#" .. anchor
    end
    for _, section in ipairs(sections) do
      local calls = select(2, section.body:match(CALLS)) or ""
      for name in calls:gmatch("tilepath%.[%l_]+") do
        entries[name] = entries[name] or page .. ".md"
      end
      local classes = select(2, section.body:match(OPTIONS)) or ""
      for class in classes:gmatch("%u%w+") do
        places[class] = places[class] or page .. "#" .. section.anchor
      end
    end
  end
  return pages, entries
end

--- All pages as they should be, by file; read(file) has them as they are.
function reference.pages(read)
  local api = stubs.read(read("types/tilepath.lua"))
  local places = {}
  for class, place in pairs(PLACES) do
    places[class] = place
  end
  local pages, entries = sections_by_page(read, places)
  local files = { [ALL] = all_calls(api, entries) }
  for page, sections in pairs(pages) do
    local words, anchors = writer(api, places, page), anchors_of(sections)
    local text = {}
    for _, section in ipairs(sections) do
      local body = with_table(section.body, api, words)
      text[#text + 1] = (section.heading and ("#"):rep(section.level) .. " "
        .. section.heading .. "\n" or "")
        .. with_calls(body, api, anchors, words) .. "\n\n"
    end
    text = table.concat(text):gsub("\n\n\n+", "\n\n")
      :match("^%s*(.-)%s*$") .. "\n"
    files["docs/reference/" .. page .. ".md"] = text
  end
  return files
end

if arg and arg[0]:find("reference%.lua$") then
  local files = require "files"
  for name, text in pairs(reference.pages(files.read)) do
    if text ~= files.read(name) then
      files.write(name, text)
      print("wrote " .. name)
    end
  end
end

return reference
