--- Names in the code, the stubs and the docs, and their differences, for api_spec.
-- The names of the code come from the running library if possible, and otherwise
-- from its sources. `make reference` writes the tables of the docs from the stubs,
-- which docs_spec holds; so the docs are asked only for what is written by hand.
-- A name is "grid:copy" for a call, "grid.width" for a field, "grid __len" for
-- an operator, with the docs' words for the objects.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local data = require "spec.contract.calls"
local pages = require "spec.support.pages"
local sorted = require "spec.support.sorted"

local api = {}

local NOUNS = pages.generator.NOUNS

local IS_NOUN = { tilepath = true }
for _, noun in pairs(NOUNS) do
  IS_NOUN[noun] = true
end

function api.keys_of(t)
  local names = {}
  for key in pairs(t) do
    names[key] = true
  end
  return names
end

-- The names of the code -------------------------------------------------------

--- An upvalue of a Lua function, by its name.
function api.upvalue(f, wanted)
  for i = 1, math.huge do
    local name, value = debug.getupvalue(f, i)
    if name == wanted or not name then return value end
  end
end

--- Adds the members of a kind: functions as calls, all else as fields. Names that
-- begin with an underscore are hidden.
local function add_members(names, noun, members)
  for key, value in pairs(members) do
    if type(key) == "string" and key:sub(1, 1) ~= "_" then
      names[noun .. (type(value) == "function" and ":" or ".") .. key] = true
    end
  end
end

--- Adds the members of a class of the core: a class in Lua has its methods and
-- properties in two tables, and the last upvalue of a C function is the table of
-- both.
local function add_class(names, noun, metatable)
  local index = metatable.__index
  local members, i = api.upvalue(index, "methods"), 1
  for key in pairs(members and api.upvalue(index, "properties") or {}) do
    names[noun .. "." .. key] = not members[key] or nil
  end
  while not api.upvalue(index, "methods") and debug.getupvalue(index, i) do
    members, i = select(2, debug.getupvalue(index, i)), i + 1
  end
  add_members(names, noun, members)
end

local MACHINERY = { __index = true, __newindex = true, __name = true,
  __folder = true, __orders = true }

--- What a follower and a unit both have is a body's.
local function add_bodies(names)
  for _, name in ipairs(sorted(names)) do
    local rest = name:match("^hero([.:].*)")
    if rest and names["unit" .. rest] then
      names[name], names["unit" .. rest] = nil, nil
      names["body" .. rest] = true
    end
  end
end

local function add_follower(names, hero)
  local index = getmetatable(hero).__index
  add_members(names, "hero", api.upvalue(index, "Follower"))
  for key in pairs(api.upvalue(index, "READ")) do
    names["hero." .. key] = true
  end
  -- Its options are fields, too: the page lists them once.
  local options = require("tilepath.follower.options").FIELDS
  for key in pairs(hero) do
    if key:sub(1, 1) ~= "_" and (not options[key] or names["unit." .. key]) then
      names["hero." .. key] = true
    end
  end
end

--- Can the names of a class of userdata be listed? Lua 5.1 shows no upvalues of C
-- functions.
api.can_list = debug.getupvalue(core.Grid.__index, 1) ~= nil

function api.code_names()
  local names = {}
  tilepath.queue { max_nodes = 1 } -- its file makes the classes
  local grid = tilepath.grid("#.#")
  local partial = tilepath.pathfinder(grid)
    :find(1, 1, { { 3, 1 } }, { partial = true, escape = true })
  local house, picture = tilepath.building { hall = { 1, 1 } },
    tilepath.picture(grid)
  local hero = tilepath.follower { finder = tilepath.pathfinder(grid) }
  local metatables = { Follower = getmetatable(hero),
    Building = getmetatable(house), Floor = getmetatable(house.hall), Picture = getmetatable(picture) }
  for key in pairs(tilepath) do
    names["tilepath." .. key] = true
  end
  for class, noun in pairs(NOUNS) do
    if class ~= "Path" and core[class] then
      add_class(names, noun, core[class])
    end
    for key in pairs(core[class] or metatables[class] or {}) do
      names[noun .. " " .. key] = not MACHINERY[key] or nil
    end
  end
  for class, objects in pairs {
    Floor = { metatables.Floor.__index, house.hall },
    Building = { metatables.Building.__index, { grid = house.grid,
      names = house.names } },
    Picture = { metatables.Picture.__index, picture },
    Path = { tilepath.path, partial,
      tilepath.path({ 1, 1, 3, 3, links = { 1 } }, "cells") },
  } do
    for _, object in ipairs(objects) do
      add_members(names, NOUNS[class], object)
    end
  end
  add_follower(names, hero)
  add_bodies(names)
  return names
end

local texts = {}

--- All source files with that ending, as the rockspec lists them.
local function sources(ending)
  if not texts[ending] then
    local all = {}
    for name in pages.read("tilepath-scm-1.rockspec")
      :gmatch('"([%w_/]+%' .. ending .. ')"') do
      all[#all + 1] = pages.read(name)
    end
    texts[ending] = table.concat(all)
  end
  return texts[ending]
end

--- Adds the lower-case words in double quotes.
local function add_quoted(words, text)
  for word in text:gmatch('"(%l[%l_]*)"') do
    words[word] = true
  end
  return words
end

--- Names of options, by the heading of their class.
function api.code_options()
  local options = {}
  for heading, calls in pairs {
    ["Unit options"] = "crowd:add",
    ["Query"] = "finder:find",
    ["Field options"] = "finder:field",
    ["Go options"] = "hero:go unit:go",
    ["Chase options"] = "hero:chase unit:chase",
    ["Grid options"] = "tilepath.grid",
    ["Building options"] = "tilepath.building",
    ["Platformer options"] = "tilepath.platformer",
    ["Profile"] = "tilepath.pathfinder",
    ["Ascii options"] = "tilepath.ascii",
    ["Picture options"] = "tilepath.picture",
    ["Svg options"] = "tilepath.svg",
    ["Tiled options"] = "tilepath.from_tiled",
    ["Ldtk options"] = "tilepath.from_ldtk",
    ["Follower options"] = "tilepath.follower",
    ["Crowd options"] = "tilepath.crowd",
    ["Load options"] = "crowd:load",
    ["Save options"] = "crowd:save",
    ["Queue options"] = "tilepath.queue",
  } do
    options[heading] = {}
    for name in calls:gmatch("%S+") do
      for _, option in ipairs(data.options_of(name)) do
        options[heading][option] = true
      end
    end
  end
  return options
end

--- Words for choices and answers in the C module's lists, and the reasons that it
-- returns as literals.
local function code_words()
  local words, reasons = {}, {}
  for word in sources(".c"):gmatch('%[TP_[%u_]+%] = "([%l_]+)"') do
    words[word] = true
  end
  for arguments in sources(".c"):gmatch("tp_bind_push_no(%b())") do
    add_quoted(reasons, arguments)
  end
  return words, reasons
end

-- The names of the stubs and the docs -----------------------------------------

--- The names of a class's fields; those of its parents, too, if `all`.
function api.fields(stubs, class, all)
  local names = {}
  repeat
    local known = stubs.classes[class]
    for _, field in ipairs(known.fields) do
      names[field.name] = field.name:find("^%l") and true or nil
    end
    class = known.parents[1]
  until not (all and class)
  return names
end

local function stub_names(stubs)
  local names = {}
  for _, call in ipairs(stubs.calls) do
    names[(NOUNS[call.class] or call.class) .. call.mark .. call.name] = true
  end
  for class, noun in pairs(NOUNS) do
    for key in pairs(api.fields(stubs, class)) do
      names[noun .. "." .. key] = true
    end
  end
  for key in pairs(api.fields(stubs, "tilepath")) do
    names["tilepath." .. key] = true
  end
  return names
end

--- The words that the stubs name as results and fields with "reason" in their
-- names or comments, in aliases, too.
local function stub_reasons(text, stubs)
  local words = {}
  for line in text:gmatch("[^\n]*reason[^\n]*") do
    if line:find("^%-%-%-@%l+") then
      add_quoted(words, line)
      for alias in line:gmatch("tilepath%.(%w+)") do
        add_quoted(words, stubs.aliases[alias] or "")
      end
    end
  end
  return words
end

--- The text from one heading to the next of the same or a higher level.
function api.section(text, heading)
  local level = #heading:match("^#+")
  for _, section in ipairs(pages.generator.sections(text)) do
    if section.heading == heading:match("^#+ (.*)$")
      and section.level == level then
      return section.body
    end
  end
  error("no heading " .. heading)
end

--- The operators in the docs' table.
local function docs_operators(docs)
  local names = {}
  local section = api.section(docs, "## Operators")
  for span in section:gmatch("`([^`]+)`") do
    local noun = span:match("^#(%l+)$")
    local name = noun and noun .. " __len"
      or span:find("^%l+ == other$") and span:match("^%l+") .. " __eq"
      or span == "grid(x, y)" and "grid __call"
      or span:gsub("^pairs%((%l+)%)$", "%1 __pairs")
    names[name] = name:find(" __", 1, true) and true or nil
  end
  return names
end

-- Differences -----------------------------------------------------------------

--- Notes each name of a that b lacks.
local function compare_part(found, what, a, has_a, b, has_b)
  for _, name in ipairs(sorted(a)) do
    if not b[name] then
      found[#found + 1] = ("%s %s: in %s, not in %s"):format(
        what, name, has_a, has_b)
    end
  end
end

local function compare(found, what, a, has_a, b, has_b)
  compare_part(found, what, a, has_a, b, has_b)
  compare_part(found, what, b, has_b, a, has_a)
end

--- Every name is in a table of the docs. Every name in a heading is a name, and a
-- call there has the arguments of a table, if a table has that call.
local function compare_docs(found, docs, names)
  local tables = ("\n" .. docs):gsub("\n[^|][^\n]*", ""):gsub("[%[%] ]", "")
  for name in pairs(names) do
    if not tables:find("`" .. name:gsub("%p", "%%%0") .. "%f[^%w_]") then
      found[#found + 1] = "name " .. name .. ": in the code, not in the docs"
    end
  end
  for heading in docs:gmatch("\n### ([^\n]*)") do
    for noun, rest in heading:gmatch("%f[%w](%l+)([.:][%w_]+)") do
      if IS_NOUN[noun] and not names[noun .. rest] then
        found[#found + 1] = "name " .. noun .. rest .. ": in a heading, not in "
          .. "the code"
      end
    end
    local call = heading:match("^%l+[.:][%w_]+%(")
    if call and tables:find("`" .. call, 1, true)
      and not tables:find("`" .. heading:gsub("[%[%] ]", "") .. "`", 1, true) then
      found[#found + 1] = heading .. ": so in a heading, not in a table"
    end
  end
end

--- All differences between code, docs and stubs, sorted.
function api.differences()
  local found, names, operators = {}, {}, {}
  local docs, text = pages.reference(), pages.read("types/tilepath.lua")
  local stubs = pages.stubs.read(text)
  for name in pairs(api.code_names()) do
    (name:find(" ", 1, true) and operators or names)[name] =
      not name:find(" __tostring", 1, true) or nil
  end
  compare(found, "name", names, "the code", stub_names(stubs), "the stubs")
  compare(found, "name", operators, "the code", docs_operators(docs), "the docs")
  compare_docs(found, docs, names)
  for heading, options in pairs(api.code_options()) do
    local class = heading:gsub(" o", "O")
    compare(found, heading, options, "the code", api.fields(stubs, class, true),
      "the stubs")
  end
  local words, reasons = code_words()
  local literals = add_quoted({}, (sources(".c") .. sources(".lua")):gsub("'",
    '"'))
  local listed = {}
  for cell in api.section(docs, "## Reasons"):gmatch("\n| ([^|]*)") do
    add_quoted(listed, cell)
  end
  compare_part(found, "word", words, "the code", add_quoted({}, docs), "the docs")
  compare_part(found, "word", words, "the code", add_quoted({}, text),
    "the stubs")
  compare_part(found, "word", add_quoted({}, text), "the stubs", literals,
    "the code")
  compare(found, "reason", stub_reasons(text, stubs), "the stubs", listed,
    "the list")
  compare_part(found, "reason", reasons, "the code", listed, "the list")
  table.sort(found)
  return found
end

return api
