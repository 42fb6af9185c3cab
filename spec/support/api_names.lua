--- Names in the code, the docs and the stubs, and their differences, for
-- api_spec. The names of the code come from the running library if possible,
-- and otherwise from its sources.
-- A name is "grid:copy" for a call, "grid.width" for a field, "grid __len" for
-- an operator, with the docs' words for the objects.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local check = require "tilepath.check"
local sorted = require "spec.support.sorted"

local api = {}

--- The smallest map for an importer.
function api.isometric_map()
  return { orientation = "isometric", width = 1, height = 1, tilewidth = 2,
    tileheight = 1, tilesets = {}, layers = {} }
end

--- A level of LDtk of one cell.
function api.ldtk_level()
  return { identifier = "A", layerInstances = { { __identifier = "G",
    __type = "IntGrid", __gridSize = 8, __cWid = 1, __cHei = 1,
    layerDefUid = 1, intGridCsv = { 0 } } } }
end

--- A picture of one white pixel: the used part of LÖVE's ImageData.
function api.image()
  return { getDimensions = function() return 1, 1 end,
    getPixel = function() return 1, 1, 1, 1 end }
end

function api.read_file(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

--- The docs' word for an object of each class.
local NOUNS = { Grid = "grid", Pathfinder = "finder", Search = "search",
  Field = "field", Reach = "reach", View = "view", Path = "path",
  Crowd = "crowd", Unit = "unit", Queue = "queue", Ticket = "ticket",
  Follower = "hero", Isometric = "iso", Building = "house", Floor = "floor",
  Layer = "layer", Picture = "picture", Body = "body" }

local IS_NOUN = { tilepath = true }
for _, noun in pairs(NOUNS) do
  IS_NOUN[noun] = true
end

-- The names of the code -------------------------------------------------------

--- The members of a class in Lua: methods, and numbers for properties.
local function members_in_lua(methods, properties)
  local members = {}
  for key in pairs(properties) do
    members[key] = 1
  end
  for key, method in pairs(methods) do
    members[key] = method
  end
  return members
end

--- An upvalue of a Lua function, by its name.
function api.upvalue(f, wanted)
  for i = 1, math.huge do
    local name, value = debug.getupvalue(f, i)
    if name == wanted or not name then
      return value
    end
  end
end

--- The table behind a userdata's __index: methods, and numbers for properties.
-- It is the last upvalue of that C function.
local function members_of(metatable)
  local methods = api.upvalue(metatable.__index, "methods")
  if methods then
    return members_in_lua(methods,
      api.upvalue(metatable.__index, "properties"))
  end
  local members, i = nil, 1
  local name, value = debug.getupvalue(metatable.__index, i)
  while name do
    members, i = value, i + 1
    name, value = debug.getupvalue(metatable.__index, i)
  end
  return members
end

local function add_members(names, noun, metatable)
  for key, value in pairs(members_of(metatable)) do
    local mark = type(value) == "function" and ":" or "."
    names[noun .. mark .. key] = true
  end
end

local function add_functions(names, noun, functions)
  for key, value in pairs(functions) do
    if type(value) == "function" then
      names[noun .. ":" .. key] = true
    end
  end
end

--- The visible fields of an object: words that do not begin with an underscore.
-- @param hidden  a set of names that are left out, or nil
local function add_fields(names, noun, object, hidden)
  for key in pairs(object) do
    if type(key) == "string" and key:sub(1, 1) ~= "_"
      and not (hidden and hidden[key]) then
      names[noun .. "." .. key] = true
    end
  end
end

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

--- Operators, by the name of the metamethod: "grid __len".
local function add_operators(names, noun, metatable)
  local machinery = { __index = true, __newindex = true, __name = true,
    __folder = true }
  for key in pairs(metatable) do
    if not machinery[key] then
      names[noun .. " " .. key] = true
    end
  end
end

function api.code_names()
  local names = {}
  local partial = tilepath.pathfinder(tilepath.grid("#.#"))
    :find(1, 1, { { 3, 1 } }, { partial = true, escape = true })
  local grid = tilepath.grid(1, 1)
  local hero = tilepath.follower { finder = tilepath.pathfinder(grid) }
  for key in pairs(tilepath) do
    names["tilepath." .. key] = true
  end
  local iso = getmetatable(tilepath.isometric(api.isometric_map()))
  local house = tilepath.building { hall = { 1, 1 } }
  local picture = tilepath.picture(grid)
  local in_lua = { Follower = getmetatable(hero), Isometric = iso,
    Building = getmetatable(house), Floor = getmetatable(house.hall),
    Picture = getmetatable(picture) }
  for class, noun in pairs(NOUNS) do
    if class ~= "Path" and core[class] then
      add_members(names, noun, core[class])
    end
    add_operators(names, noun, core[class] or in_lua[class] or {})
  end
  add_functions(names, "iso", iso.__index)
  add_functions(names, "house", in_lua.Building.__index)
  add_functions(names, "floor", in_lua.Floor.__index)
  add_fields(names, "floor", house.hall)
  house.hall = nil
  add_fields(names, "house", house)
  add_functions(names, "picture", in_lua.Picture.__index)
  add_fields(names, "picture", picture)
  add_functions(names, "path", tilepath.path)
  add_fields(names, "path", partial)
  add_fields(names, "path", tilepath.path { 1, 1, 3, 3, links = { 1 } })
  for _, members in ipairs { api.upvalue(in_lua.Follower.__index, "Follower"),
    api.upvalue(in_lua.Follower.__index, "READ") } do
    for key in pairs(members) do
      names[(members[key] == hero[key] and "hero:" or "hero.") .. key] = true
    end
  end
  -- Its options are fields, too: the page lists them once.
  local hidden = {}
  for key in pairs(require("tilepath.follower.options").RULES) do
    hidden[key] = not names["unit." .. key]
  end
  add_fields(names, "hero", hero, hidden)
  add_bodies(names)
  return names
end

--- The option tables of a call, all together, without those of inner calls.
local function options_of(call)
  local names, original, name = {}, check.options, nil
  check.options = function(function_name, argument, options, known)
    name = name or function_name
    for key in pairs(function_name == name and known or {}) do
      names[key] = true
    end
    return original(function_name, argument, options, known)
  end
  local done, message = pcall(call)
  check.options = original
  assert(done, message)
  return names
end

--- The options of a call beside those of a picture.
local function options_beside_picture(call)
  local picture, names = require "tilepath.picture", {}
  local original = picture.show
  picture.show = function(self, name, things, options, more)
    for key in pairs(more) do
      names[key] = true
    end
    return original(self, name, things, options, more)
  end
  local done, message = pcall(call)
  picture.show = original
  assert(done, message)
  return names
end

--- Adds the words of a list of the module to a set.
local function with_words(names, file, list)
  local source = api.read_file("src/bind/" .. file .. ".c")
  for key in source:match(list .. " = (%b{})"):gmatch('"([%w_]+)"') do
    names[key] = true
  end
  return names
end

function api.query_options()
  return with_words({}, "query/question", "option_names%[%]")
end

function api.field_options()
  local names = {}
  local source = api.read_file("src/bind/field/field.c")
  local avoid = api.read_file("src/bind/crowd/avoid.h")
  local list = source:match(" names%[%] = (%b{})"):gsub("AVOID_NAMES",
    avoid:match("#define AVOID_NAMES ([^\n]+)"))
  for key in list:gmatch('"([%w_]+)"') do
    names[key] = true
  end
  return names
end

function api.keys_of(t)
  local names = {}
  for key in pairs(t) do
    names[key] = true
  end
  return names
end

--- Names of options, by the heading of their table in the docs.
function api.code_options()
  local grid = tilepath.grid(2, 2)
  local chaser = tilepath.follower { finder = tilepath.pathfinder(grid) }
  local crowd = tilepath.crowd(grid)
  return {
    ["Grid options"] = options_of(function()
      return tilepath.grid(1, 1)
    end),
    ["Building options"] = options_of(function()
      return tilepath.building { hall = { 1, 1 } }
    end),
    ["Platformer options"] = options_of(function()
      return tilepath.platformer(grid)
    end),
    ["Profile"] = options_of(function() return tilepath.pathfinder(grid) end),
    ["Query"] = api.query_options(),
    ["Field options"] = api.field_options(),
    ["Ascii options"] = options_of(function() return tilepath.ascii(grid) end),
    ["Picture options"] = options_of(function()
      return tilepath.picture(grid, {})
    end),
    ["Svg options"] = options_beside_picture(function()
      return tilepath.svg(grid)
    end),
    ["Tiled options"] = options_of(function()
      return tilepath.from_tiled(api.isometric_map())
    end),
    ["LDtk options"] = options_of(function()
      return tilepath.from_ldtk(api.ldtk_level())
    end),
    ["Go options"] = with_words(options_of(function()
      return chaser:go(1, 1)
    end), "query/question", "ordered_names%[%]"),
    ["Chase options"] = with_words(options_of(function()
      return chaser:chase { x = 1, y = 1 }
    end), "order/keep", "chase.- options%[%]"),
    ["Follower options"] = options_of(function()
      return tilepath.follower {}
    end),
    ["Crowd options"] = options_of(function() return tilepath.crowd(grid) end),
    ["Restore options"] = options_of(function()
      return crowd:restore(crowd:state())
    end),
    ["Unit options"] = with_words({}, "crowd/crowd", " options%[%]"),
    ["Queue options"] = options_of(function()
      return tilepath.queue { nodes = 1 }
    end),
  }
end

local texts = {}

--- All source files with that ending, as the rockspec lists them.
local function sources(ending)
  if not texts[ending] then
    local text, all = api.read_file("tilepath-scm-1.rockspec"), {}
    for name in text:gmatch('"([%w_/]+%.%l+)"') do
      if name:sub(-#ending) == ending then
        all[#all + 1] = api.read_file(name)
      end
    end
    texts[ending] = table.concat(all)
  end
  return texts[ending]
end

--- Words for choices and answers in the C module's lists.
function api.code_words()
  local words = {}
  for word in sources(".c"):gmatch('%[TP_[%u_]+%] = "([%l_]+)"') do
    words[word] = true
  end
  return words
end

-- The names of the texts ------------------------------------------------------

--- The text from one heading to the next of the same or a higher level.
function api.section(text, heading)
  local level = heading:match("^#+")
  local first, last = text:find("\n" .. heading .. "\n", 1, true)
  assert(first, "no heading " .. heading)
  local rest = text:sub(last)
  local stop = #rest
  for i = 1, #level do
    local next_one = rest:find("\n" .. ("#"):rep(i) .. " ", 1, true)
    stop = math.min(stop, next_one or stop)
  end
  return rest:sub(1, stop)
end

local function without_brackets(arguments)
  return (arguments:gsub("[%[%]]", ""):gsub(" +,", ","):gsub("^%s+", ""))
end

--- Adds the names in a piece of the docs, with their arguments if present: a
-- call, a field or an operator.
local function add_named(names, text)
  local noun, mark, key, rest = text:match("^(%l+)([.:])([%w_]+)(.*)$")
  local operand = text:match("^#(%l+)$")
  if IS_NOUN[noun] then
    local name = noun .. mark .. key
    names[name] = names[name] or {}
    local arguments = rest:match("^%((.*)%)$")
    if arguments then
      names[name][without_brackets(arguments)] = true
    end
  elseif operand then
    names[operand .. " __len"] = {}
  elseif text:find("^%l+ == other$") then
    names[text:match("^%l+") .. " __eq"] = {}
  elseif text:find("^%l+%(%l+%)$") then
    local operator, object = text:match("^(%l+)%((%l+)%)$")
    names[object .. " __" .. operator] = {}
  elseif text == "grid(x, y)" then
    names["grid __call"] = {}
  end
end

--- Names in the first column of the pages' lines of calls, and the operators.
local function docs_table(docs)
  local names = {}
  local function add_rows(text)
    for cell in text:gmatch("\n| ([^|]*)") do
      for span in cell:gmatch("`([^`]+)`") do
        add_named(names, span)
      end
    end
  end
  for rows in docs:gmatch("<!%-%- calls: [^\n]*\n(\n|.-)\n\n") do
    add_rows(rows)
  end
  add_rows(api.section(docs, "## Operators"))
  return names
end

--- The names with an entry of their own.
local function docs_entries(docs)
  local names = {}
  for heading in docs:gmatch("\n### ([^\n]*)") do
    add_named(names, heading)
    for more in heading:gmatch(", (%l+%.[%w_]+)") do
      add_named(names, more)
    end
    add_named(names, (heading:match("^%l+%.[%w_]+") or ""))
  end
  return names
end

local function docs_options(docs, heading)
  local names = {}
  local text = api.section(docs, "#### " .. heading)
  for cell in text:gmatch("\n| (`[^|]*)") do
    for name in cell:gmatch("`([%w_]+)`") do
      names[name] = true
    end
  end
  return names
end

--- Fields of a class of the stubs.
function api.stub_fields(stubs, class)
  local names, inside = {}, false
  for line in stubs:gmatch("([^\n]*)\n") do
    local begins = line:match("^%-%-%-@class tilepath%.([%w]+)")
    if begins or not line:find("^%-%-%-") then
      inside = begins == class
    end
    local field = inside and line:match("^%-%-%-@field ([%w_]+)")
    if field then
      names[field] = true
    end
  end
  return names
end

--- Calls, fields and operators of the stubs, with the arguments of calls.
local function stub_names(stubs)
  local names = {}
  for class, noun in pairs(NOUNS) do
    for key in pairs(api.stub_fields(stubs, class)) do
      names[noun .. "." .. key] = {}
    end
  end
  for key in stubs:match("@class tilepath\n(.-)\nlocal"):gmatch(
    "@field ([%w_]+)") do
    names["tilepath." .. key] = {}
  end
  for class, mark, key, arguments in stubs:gmatch(
    "\nfunction (%w+)([.:])([%w_]+)%(([^)]*)%)") do
    names[(NOUNS[class] or class) .. mark .. key] = { [arguments] = true }
  end
  return names
end

local STUB_OPTIONS = {
  ["Grid options"] = { "SquaresOptions", "GridOptions" },
  ["Building options"] = { "SquaresOptions", "BuildingOptions" },
  ["Platformer options"] = { "PlatformerOptions" },
  ["Profile"] = { "Profile" },
  ["Query"] = { "Query" },
  ["Field options"] = { "FieldOptions", "OthersQuery" },
  ["Ascii options"] = { "AsciiOptions" },
  ["Picture options"] = { "PictureOptions", "PictureColours" },
  ["Svg options"] = { "SvgOptions" },
  ["Tiled options"] = { "TiledOptions" },
  ["LDtk options"] = { "LdtkOptions" },
  ["Go options"] = { "GoOptions" },
  ["Chase options"] = { "ChaseOptions" },
  ["Follower options"] = { "FollowerOptions" },
  ["Crowd options"] = { "CrowdOptions" },
  ["Restore options"] = { "RestoreOptions" },
  ["Unit options"] = { "UnitOptions" },
  ["Queue options"] = { "QueueOptions" },
}

local function stub_options(stubs, heading)
  local names = {}
  for _, class in ipairs(STUB_OPTIONS[heading]) do
    for key in pairs(api.stub_fields(stubs, class)) do
      names[key] = true
    end
  end
  return names
end

local function add_quoted(words, text)
  for word in text:gmatch('"(%l[%l_]*)"') do
    words[word] = true
  end
end

--- Lower-case words in double quotes.
local function quoted(text)
  local words = {}
  add_quoted(words, text)
  return words
end

-- Reasons ---------------------------------------------------------------------

--- The reasons that the C module returns as literals.
local function code_reasons()
  local words = {}
  for arguments in sources(".c"):gmatch("tp_bind_push_no(%b())") do
    add_quoted(words, arguments)
  end
  return words
end

--- The words that the stubs name as results and fields with "reason" in their
-- names or comments, in aliases, too.
local function stub_reasons(stubs)
  local words = {}
  local function add(text)
    add_quoted(words, text)
    for alias in text:gmatch("tilepath%.(%w+)") do
      add(stubs:match("@alias tilepath%." .. alias .. "([ \n].-)\n\n") or "")
    end
  end
  for line in stubs:gmatch("[^\n]*reason[^\n]*") do
    if line:find("^%-%-%-@%l+") then
      add(line)
    end
  end
  return words
end

--- The words of the list that calls itself closed.
local function docs_reasons(docs)
  local words = {}
  for cell in api.section(docs, "## Reasons"):gmatch("\n| ([^|]*)") do
    add_quoted(words, cell)
  end
  return words
end

-- Differences -----------------------------------------------------------------

local function compare(found, what, a, has_a, b, has_b)
  for _, name in ipairs(sorted(a)) do
    if not b[name] then
      found[#found + 1] = ("%s %s: in %s, not in %s"):format(
        what, name, has_a, has_b)
    end
  end
  for _, name in ipairs(sorted(b)) do
    if not a[name] then
      found[#found + 1] = ("%s %s: in %s, not in %s"):format(
        what, name, has_b, has_a)
    end
  end
end

--- The same, but one way.
local function compare_part(found, what, a, has_a, b, has_b)
  for _, name in ipairs(sorted(a)) do
    if not b[name] then
      found[#found + 1] = ("%s %s: in %s, not in %s"):format(
        what, name, has_a, has_b)
    end
  end
end

--- The names without those that have a text in them.
local function without(text, names)
  local rest = {}
  for name, value in pairs(names) do
    if not name:find(text, 1, true) then
      rest[name] = value
    end
  end
  return rest
end

--- A call has the same arguments everywhere. tilepath.grid has several forms:
-- the forms of the stubs are among those of the docs.
local function compare_arguments(found, a, has_a, b, has_b)
  for _, name in ipairs(sorted(a)) do
    for _, form in ipairs(sorted(a[name])) do
      if b[name] and next(b[name]) and not b[name][form] then
        found[#found + 1] = ("%s(%s): so in %s, not in %s"):format(
          name, form, has_a, has_b)
      end
    end
  end
end

--- All differences between code, docs and stubs, sorted.
function api.differences(code, options, words, docs, stubs)
  local found = {}
  local rows, entries = docs_table(docs), docs_entries(docs)
  local stubbed = stub_names(stubs)
  compare(found, "name", without(" __tostring", code), "the code", rows,
    "the docs' tables")
  compare_part(found, "name", entries, "the docs' entries", code, "the code")
  compare(found, "name", without(" ", code), "the code", stubbed,
    "the stubs")
  compare_arguments(found, entries, "the docs' entries", rows, "its tables")
  compare_arguments(found, stubbed, "the stubs", rows, "the docs' tables")
  for heading, names in pairs(options) do
    compare(found, heading, names, "the code",
      docs_options(docs, heading), "the docs")
    compare(found, heading, names, "the code", stub_options(stubs, heading),
      "the stubs")
  end
  compare_part(found, "word", words, "the code", quoted(docs), "the docs")
  compare_part(found, "word", words, "the code", quoted(stubs), "the stubs")
  local literals = quoted((sources(".c") .. sources(".lua")):gsub("'", '"'))
  compare_part(found, "word", quoted(stubs), "the stubs", literals, "the code")
  local reasons = docs_reasons(docs)
  compare(found, "reason", stub_reasons(stubs), "the stubs", reasons,
    "the list")
  compare_part(found, "reason", code_reasons(), "the code", reasons,
    "the list")
  table.sort(found)
  return found
end

return api
