--- Writes the stubs of types/tilepath.lua as types of Luau: a module that exports
-- a type for each class and alias, and `Tilepath`, the library.
--
--   require("luau")(text)     returns the module as text
--
-- A type is a little wider than the stub's where Luau's checkers, the old and
-- the new, would refuse a line of the docs: one function stands for all forms
-- of a call, and lists and tables of several types have values of any type.

local stubs = require "stubs"

local WORDS = { integer = "number", userdata = "any", ["function"] = "any",
  table = "{ [any]: any }", ["nil"] = "nil" }

local of, api

--- The same for what stands in a table: a table's type must be that of each
-- value, and `{ water = 3 }` would be none of `{ [string]: number | false }`.
-- And games write { 8, 5 } for a tilepath.Goal.
local function element_of(kind)
  local class = api.classes[kind:match("^tilepath%.(%w+)$")]
  local first = class and class.fields[1]
  local is_list = first and first.name == "[integer]"
    and not class.operators.len
  local is_one = class and not is_list or kind:find("^%w+%[%]$")
    or kind == "number" or kind == "integer" or kind == "string"
    or kind == "boolean"
  return is_one and of(kind) or "any"
end

local function list_of(text, f)
  local words = {}
  for _, part in ipairs(stubs.parts(text, ",")) do
    words[#words + 1] = part ~= "" and f(part) or nil
  end
  return table.concat(words, ", ")
end

local function optional(kind)
  return kind:find("^%w+$") and kind .. "?" or "(" .. kind .. ")?"
end

--- `name?: type` as Luau writes it.
local function parameter(part)
  local name, mark, kind = part:match("^([%w_]+)(%??):?%s*(.*)$")
  kind = kind == "" and "any" or of(kind)
  return name .. ": " .. (mark == "?" and optional(kind) or kind)
end

local function single(kind)
  local class = kind:match("^tilepath%.(%w+)$")
  if kind:find("%[%]$") then
    return "{ " .. element_of(kind:sub(1, -3)) .. " }"
  elseif kind:find("^fun%(") then
    local inside, results = kind:match("^fun(%b())%s*:?%s*(.*)$")
    return ("((%s) -> (%s))"):format(list_of(inside:sub(2, -2), parameter),
      list_of(results, of))
  elseif kind:find("%?$") then
    return optional(of(kind:sub(1, -2)))
  elseif kind:find("^table<") then
    local key, value = kind:sub(7, -2):match("^([^,]*),%s*(.*)$")
    return ("{ [%s]: %s }"):format(of(key), element_of(value))
  elseif kind:find("^%(.*%)$") then
    return "(" .. of(kind:sub(2, -2)) .. ")"
  elseif kind == "tilepath" then
    return "Tilepath"
  end
  return class or WORDS[kind] or kind
end

--- A type in Luau.
function of(kind)
  local words = {}
  if kind:find("^fun%(") then
    return single(kind) -- what its results may be has bars, too
  end
  for i, part in ipairs(stubs.parts(kind, "|")) do
    words[i] = single(part)
  end
  return table.concat(words, " | ")
end

--- Adds the parts of a union to a list in which each stands once.
local function add_parts(list, kind)
  if kind:find("^fun%(") then
    list[#list + 1] = kind
    return
  end
  for _, part in ipairs(stubs.parts(kind, "|")) do
    local name = part:match("^(.*)%?$") or part
    list.optional = list.optional or part ~= name or name == "nil"
    if name ~= "nil" and not list[name] then
      list[name] = true
      list[#list + 1] = name
    end
  end
end

--- The type at a place of several forms of a call.
local function merged(list)
  local words = {}
  for _, kind in ipairs(list) do
    local class = api.classes[kind:match("^tilepath%.(%w+)$")]
    local parent = class and class.parents[1]
    words[#words + 1] = not (parent and list["tilepath." .. parent])
      and of(kind) or nil
  end
  local whole = table.concat(words, " | ")
  return #words == 0 and "nil" or list.optional and optional(whole) or whole
end

--- What a call returns behind a result that may be nil is a value or a reason.
-- The checker cannot know that the first result tells which, so it may be
-- either. (Or the argument tells, as for tilepath.load.)
local function is_either(list, is_behind_nil)
  for _, kind in ipairs(list) do
    if kind == "number" or kind == "integer"
      or api.classes[kind:match("^tilepath%.(%w+)$")] then
      return #list > 1 or is_behind_nil and list.optional
    end
  end
end

--- The type of a call. One function stands for all of its forms, since few
-- checkers choose among several.
local function call_type(call, class)
  local params, results, kinds = {}, {}, {}
  for _, param in ipairs(call.forms[1].params) do
    kinds[param.name] = param.type
  end
  for _, form in ipairs(call.forms) do
    for i, param in ipairs(form.params) do
      params[i] = params[i] or { name = param.name, forms = 0 }
      params[i].forms = params[i].forms + (param.optional and 0 or 1)
      add_parts(params[i], param.type ~= "" and param.type
        or kinds[param.name] or "any")
    end
    for i, result in ipairs(form.returns) do
      results[i] = results[i] or {}
      add_parts(results[i], result.type)
    end
  end
  local words, kept = call.mark == ":" and { "self: " .. class } or {}, {}
  for _, param in ipairs(params) do
    param.optional = param.optional or param.forms < #call.forms
    words[#words + 1] = param.name .. ": " .. merged(param)
  end
  for i, result in ipairs(results) do
    kept[i] = is_either(result, i > 1 and results[1].optional) and "any"
      or merged(result)
  end
  return ("(%s) -> (%s)"):format(table.concat(words, ", "),
    table.concat(kept, ", "))
end

local function sorted(t)
  local keys = {}
  for key in pairs(t) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end

--- Adds the fields and calls of a class and of its parents, as lines by name.
local function add_members(lines, name, own)
  local class = api.classes[name]
  for _, parent in ipairs(class.parents) do
    add_members(lines, parent, own)
  end
  local function add(key, kind)
    lines[#lines + 1] = not lines[key] and key or nil
    lines[key] = kind
  end
  for _, field in ipairs(class.fields) do
    local key, kind = field.name:match("^%[(%w+)%]$"), of(field.type)
    add(key and "[" .. of(key) .. "]" or field.name,
      field.optional and optional(kind) or kind)
  end
  for _, call in ipairs(api.calls) do
    if call.class == name then
      add(call.name, call_type(call, own))
    end
  end
end

--- The type of a class. Operators are those of a metatable.
local function class_type(name)
  local members, lines, operators = {}, {}, {}
  add_members(members, name, name)
  for i, key in ipairs(members) do
    lines[i] = ("\t%s: %s,\n"):format(key, members[key])
  end
  local own = "{\n" .. table.concat(lines) .. "}"
  for i, key in ipairs(sorted(api.classes[name].operators)) do
    local kind = api.classes[name].operators[key]
    local inside, result = kind:match("^fun%((.*)%)%s*:%s*(.*)$")
    local params = inside == "" and "" or ", " .. list_of(inside, function(part)
      return element_of((part:gsub("^[%w_]+%??:%s*", "")))
    end)
    operators[i] = ("__%s: (any%s) -> %s"):format(key, params, of(result))
  end
  return #operators == 0 and own
    or ("typeof(setmetatable({} :: %s, {} :: { %s }))"):format(own,
      table.concat(operators, ", "))
end

return function(text)
  api = stubs.read(text)
  local out = { "-- Types of tilepath for Luau, made of types/tilepath.lua.\n" }
  for _, name in ipairs(sorted(api.aliases)) do
    out[#out + 1] = ("export type %s = %s\n"):format(name, of(api.aliases[name]))
  end
  for _, name in ipairs(sorted(api.classes)) do
    out[#out + 1] = ("export type %s = %s\n"):format(
      name == "tilepath" and "Tilepath" or name, class_type(name))
  end
  out[#out + 1] = "return nil\n"
  return table.concat(out, "\n")
end
