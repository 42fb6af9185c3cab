-- Writes into docs/reference what types/tilepath.lua knows: under the heading
-- of each call, a quote with what it does, takes and returns; under each
-- `<!-- options: Class ... -->`, the table of these options; and on the first
-- page, the tables of the whole interface. All other text is written by hand.
--
--   make reference                     writes the pages
--   require("reference").pages(read)   { name = text }, for the spec

local stubs = require "stubs"

local unpack = table.unpack or unpack -- luacheck: ignore

local reference = {}

-- The pages, each with its objects in the order of the first page.
reference.NAMES = { "README", "grid", "hexagons", "building", "maps", "profile",
  "pathfinder", "search", "queue", "layer", "field", "reach", "view", "path",
  "follower", "crowd", "unit", "pictures", "testing", "rules" }

local OBJECTS = { "tilepath", "grid", "iso (an isometric view)",
  "house (a building)", "floor (a window of a building)",
  "finder (a pathfinder)", "search", "queue", "ticket", "field", "reach",
  "view", "layer", "crowd", "unit", "picture", "path", "hero (a follower)" }

reference.NOUNS = { Grid = "grid", Pathfinder = "finder", Search = "search",
  Field = "field", Reach = "reach", View = "view", Path = "path",
  Crowd = "crowd", Unit = "unit", Queue = "queue", Ticket = "ticket",
  Follower = "hero", Isometric = "iso", Building = "house", Floor = "floor",
  Layer = "layer", Picture = "picture" }

local INTERFACE = "The whole interface"
local OPTIONS = "^(.-)<!%-%- options: ([%w ]+) %-%->\n(.*)$"

local CLASSES = {}
for class, noun in pairs(reference.NOUNS) do
  CLASSES[noun] = class
end

-- Where a type is explained. A class without a place here has a heading of its
-- own name, such as "Grid options", or is shown by its name alone.
local PLACES = { Grid = "grid", Pathfinder = "pathfinder", Search = "search",
  Field = "field", Reach = "reach", View = "view", Path = "path",
  Crowd = "crowd", Unit = "unit", Queue = "queue", Ticket = "queue",
  Follower = "follower", Layer = "layer", Picture = "pictures",
  PathLibrary = "path", Isometric = "maps", Building = "building", Floor = "building",
  Place = "maps", Places = "maps",
  FloorPlan = "building#tilepathbuildingfloors--options",
  Reason = "rules#reasons", Diagonal = "profile#diagonal-steps",
  OthersQuery = "pathfinder#others-in-the-way",
  Goal = "pathfinder#finderfindx1-y1-goals--query",
  TerrainGoal = "pathfinder#goals-by-terrain",
  Heuristic = "profile#heuristics" }

--- The heading that a class of options has: "Grid options" for GridOptions.
local function heading_of(class)
  return (class:gsub("(%l)(%u)", function(a, b) return a .. " " .. b:lower() end))
end

--- The anchor that GitHub makes of a heading.
function reference.anchor(heading)
  return (heading:lower():gsub("Ö", "ö"):gsub("[^%w _\128-\255-]", "")
    :gsub(" ", "-"))
end

--- Lines of at most 80 columns, broken between words.
local function wrap(text, first, rest)
  local lines, line = {}, first
  local is_empty = true
  for word in text:gmatch("%S+") do
    if not is_empty and #line + 1 + #word > 80 then
      lines[#lines + 1] = line
      line, is_empty = rest, true
    end
    line = line .. (is_empty and "" or " ") .. word
    is_empty = false
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

-- Types in words --------------------------------------------------------------

--- Writes types for one page. `places` has the page and anchor of each class.
local function writer(api, places, page)
  local words

  local function plural(kind)
    local text = words(kind)
    return text == "any" and "values" or text:find(" ") and text or text .. "s"
  end

  local function link(class)
    local place = places[class]
    local word = heading_of(class):lower()
    if not place then
      return word
    end
    local to, anchor = place:match("^([^#]*)(.*)$")
    if to == page and anchor == "" then
      return word
    end
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
      return key == "string" and ("table { name = %s }"):format(words(value))
        or ("table of %s by %s"):format(plural(value), words(key))
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
      local bare = part:match("^(.*)%?$")
      may_be_nil = may_be_nil or bare ~= nil or part == "nil"
      if part ~= "nil" then
        list[#list + 1] = single(bare or part)
      end
    end
    if may_be_nil then
      list[#list + 1] = "nil"
    end
    return table.concat(list, " or ")
  end

  return words
end

-- Calls -----------------------------------------------------------------------

--- Names of a heading: { "grid:get", ... } or { "grid.width", "grid.height" }.
local function named_by(heading)
  local names = {}
  for name in heading:gmatch("%l+[.:][%w_]+") do
    names[#names + 1] = name
  end
  return names
end

local function arguments_of(heading)
  local inside = heading:match("^%l+[.:][%w_]+%((.*)%)$")
  return inside and inside:gsub("[%[%]]", ""):gsub("%s*,%s*", ", ")
    :gsub("^%s+", "")
end

--- The form of a call that has these arguments.
local function form_of(call, arguments)
  for _, form in ipairs(call.forms) do
    local names = {}
    for i, param in ipairs(form.params) do
      names[i] = param.name
    end
    if table.concat(names, ", ") == arguments then
      return form
    end
  end
end

local function indexed(api)
  local calls, fields = {}, {}
  for _, call in ipairs(api.calls) do
    local noun = reference.NOUNS[call.class] or call.class
    calls[noun .. (noun == "tilepath" and "." or call.mark) .. call.name] = call
  end
  for class, noun in pairs(reference.NOUNS) do
    local from = class
    while from do
      for _, field in ipairs(api.classes[from].fields) do
        local name = noun .. "." .. field.name
        fields[name] = fields[name] or field
      end
      from = api.classes[from].parent
    end
  end
  for _, field in ipairs(api.classes.tilepath.fields) do
    fields["tilepath." .. field.name] = field
  end
  return calls, fields
end

--- Items of one type without words of their own share a line.
local function grouped(items, words, first_form)
  local lines, i = {}, 1
  while i <= #items do
    local item, names = items[i], {}
    repeat
      names[#names + 1] = "`" .. (items[i].name or "") .. "`"
      i = i + 1
    until not items[i] or items[i].type ~= item.type or items[i].doc ~= ""
      or items[i].optional ~= item.optional or item.doc ~= ""
    local kind = item.type
    if kind == "" then            -- an overload leaves out what is the same
      for _, param in ipairs(first_form.params) do
        kind = param.name == item.name and param.type or kind
      end
    end
    local text = (item.name and table.concat(names, ", ") .. ": " or "")
      .. words(kind) .. (item.optional and ", optional" or "")
    lines[#lines + 1] = text .. (item.doc ~= "" and " (" .. item.doc .. ")" or "")
  end
  return lines
end

local function sentence(text)
  return (text == "" or text:find("[.?!]$")) and text or text .. "."
end

--- The quote under the heading of a call, or nil for an operator.
local function quote(heading, calls, fields, words)
  local names, lines = named_by(heading), {}
  local call = calls[names[1]]
  if call and heading:find("(", 1, true) then
    local form = assert(form_of(call, arguments_of(heading)),
      heading .. ": types/tilepath.lua has no such form")
    if form.doc ~= "" then
      lines[1] = wrap(sentence(form.doc), "> ", "> ")
      lines[2] = ">"
    end
    for _, text in ipairs(grouped(form.params, words, call.forms[1])) do
      lines[#lines + 1] = wrap(text, "> - ", ">   ")
    end
    local results = grouped(form.returns, words, call.forms[1])
    lines[#lines + 1] = wrap("returns " .. (#results == 0 and "nothing"
      or table.concat(results, "; ")), "> - ", ">   ")
    return table.concat(lines, "\n")
  end
  for _, name in ipairs(names) do
    local field = fields[name]
    if field then
      lines[#lines + 1] = wrap(("`%s`: %s%s"):format(name, words(field.type),
        field.optional and " or nil" or "")
        .. (field.doc ~= "" and " (" .. field.doc .. ")" or ""), "> - ", ">   ")
    end
  end
  return #lines > 0 and table.concat(lines, "\n") or nil
end

-- Options ---------------------------------------------------------------------

local function escaped(text)
  return (text:gsub("|", "\\|"))
end

--- The table of the options of some classes. The words behind the last
-- semicolon of an option are its default.
local function options_table(list, api, words)
  local rows = { "| option | value | unless given | meaning |", "|---|---|---|---|" }
  for class in list:gmatch("%w+") do
    for _, field in ipairs(assert(api.classes[class], class).fields) do
      local doc, default = field.doc:match("^(.*);%s*(.-)$")
      doc, default = (doc or field.doc):gsub("%s+$", ""), default or ""
      if field.name:find("^%w") then
        rows[#rows + 1] = ("| `%s` | %s | %s | %s |"):format(field.name,
          escaped(words(field.type)),
          field.optional and escaped(default) or "must be given", escaped(doc))
      end
    end
  end
  return table.concat(rows, "\n")
end

-- The first page --------------------------------------------------------------

local function may_be_nil(result)
  return result.type:find("?$") or result.type:find("|nil$")
end

--- The names of the results of a form: `path, cost · nil, reason`. The stub says
-- what a failure gives: a result `reason` stands for the last of a success and
-- opens those of a failure, `cost_or_reason` is the cost or the reason, and a
-- name that comes again belongs to the failure.
local function results_of(form, words)
  local good, bad, has, last = {}, {}, {}, nil
  local is_optional = #form.returns > 0
  for _, result in ipairs(form.returns) do
    local name = result.name or words(result.type):gsub("%[(.-)%]%(.-%)", "%1")
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

--- The result of a call or the value of a field, in a word or two.
local function gives(heading, calls, fields, words)
  local names = named_by(heading)
  local call = calls[names[1]]
  if call and heading:find("(", 1, true) then
    local form = form_of(call, arguments_of(heading))
    assert(form, heading .. ": types/tilepath.lua has no such form")
    return results_of(form, words)
  end
  local field = fields[names[1]]
  return field and words(field.type):gsub("%[(.-)%]%(.-%)", "%1")
    .. (field.optional and " or nil" or "") or ""
end

local function first_sentence(text)
  text = text:gsub("\n", " ")
  return ((text:match("^(.-[.?!]) %u") or text):gsub("[.:]$", ""))
end

--- What stands under a heading, by hand.
local function prose_of(body)
  local text = ("\n" .. body):gsub("\n>[^\n]*", ""):match("^%s*(.-)%s*$")
  return first_sentence(text:match("^(.-)\n\n") or text)
end

local function entry_row(entry, calls, fields, words)
  local names, spans, docs = named_by(entry.heading), entry.heading, {}
  local call = calls[names[1]]
  local form = call and form_of(call, arguments_of(entry.heading) or "")
  if not entry.heading:find("[({]") then
    spans = spans:gsub(", ", "`, `")
    for _, name in ipairs(names) do
      local field = fields[name]
      docs[#docs + 1] = field and field.doc ~= "" and field.doc or nil
    end
  end
  return ("| [`%s`](%s#%s) | %s | %s |"):format(spans,
    entry.page == "README" and "" or entry.page .. ".md", entry.anchor,
    escaped(gives(entry.heading, calls, fields, words)),
    escaped(form and form.doc ~= "" and first_sentence(form.doc)
      or #docs > 0 and table.concat(docs, "; ") or prose_of(entry.body)))
end

local function noun_of(heading)
  local noun = heading:match("^(%l+)[.:]") or heading:match("^#(%l+)$")
    or heading:match("^%l+%((%l+)%)$") or heading:match("^(%l+) == other$")
    or heading:match("^(%l+)%(x, y%)$")
  return (noun == "tilepath" or CLASSES[noun]) and noun
end

local function whole_interface(entries, calls, fields, words)
  local lines = {}
  for _, object in ipairs(OBJECTS) do
    lines[#lines + 1] = "### " .. object .. "\n\n| call | gives | |\n|---|---|---|"
    local noun = object:match("^%l+")
    for _, entry in ipairs(entries) do
      if noun_of(entry.heading) == noun then
        lines[#lines + 1] = entry_row(entry, calls, fields, words)
      end
    end
    lines[#lines + 1] = ""
  end
  return table.concat(lines, "\n")
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

--- The body of an entry, with the quote of its call.
local function with_quote(section, calls, fields, words)
  local text = quote(section.heading, calls, fields, words)
  return "\n" .. (text and text .. "\n\n" or "") .. behind(section.body, ">")
end

--- A body, with the table of the options that it asks for.
local function with_table(body, api, words)
  local before, classes, rest = body:match(OPTIONS)
  if not before then
    return body
  end
  return ("%s<!-- options: %s -->\n\n%s\n\n%s"):format(before, classes,
    options_table(classes, api, words), behind(rest, "|"))
end

--- Reads all pages; fills entries and the places of options.
local function sections_by_page(read, entries, places)
  local pages = {}
  for _, page in ipairs(reference.NAMES) do
    local sections = reference.sections(read("docs/reference/" .. page .. ".md"),
      page)
    pages[page] = sections
    for _, section in ipairs(sections) do
      section.is_entry = section.level == 3 and noun_of(section.heading)
      entries[#entries + 1] = section.is_entry and section or nil
      local classes = select(2, section.body:match(OPTIONS)) or ""
      for class in classes:gmatch("%w+") do
        places[class] = places[class] or page .. "#" .. section.anchor
      end
    end
  end
  return pages
end

--- All pages as they should be, by file; read(file) has them as they are.
function reference.pages(read)
  local api = stubs.read(read("types/tilepath.lua"))
  local calls, fields = indexed(api)
  local entries, places, files = {}, {}, {}
  for class, place in pairs(PLACES) do
    places[class] = place
  end
  local pages = sections_by_page(read, entries, places)
  for page, sections in pairs(pages) do
    local words, text, in_tables = writer(api, places, page), {}, false
    for _, section in ipairs(sections) do
      in_tables = section.heading == INTERFACE or in_tables and section.level > 2
      if section.heading == INTERFACE then
        section.body = section.body .. "\n"
          .. whole_interface(entries, calls, fields, words)
      elseif section.is_entry then
        section.body = with_quote(section, calls, fields, words)
      end
      if section.heading == INTERFACE or not in_tables then
        text[#text + 1] = (section.heading and ("#"):rep(section.level) .. " "
          .. section.heading .. "\n" or "")
          .. with_table(section.body, api, words) .. "\n\n"
      end
    end
    files["docs/reference/" .. page .. ".md"] = table.concat(text)
      :gsub("\n\n\n+", "\n\n"):match("^%s*(.-)%s*$") .. "\n"
  end
  return files
end

if arg and arg[0]:find("reference%.lua$") then
  local function read(name)
    local file = assert(io.open(name, "rb"))
    local text = file:read("*a")
    file:close()
    return text
  end
  for name, text in pairs(reference.pages(read)) do
    if text ~= read(name) then
      local file = assert(io.open(name, "wb"))
      file:write(text)
      file:close()
      print("wrote " .. name)
    end
  end
end

return reference
