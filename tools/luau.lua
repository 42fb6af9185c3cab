--- Writes the stubs of types/tilepath.lua as types of Luau: a module that exports
-- a type for each class and alias, and `Tilepath`, the library.
--
--   require("luau")(text)     returns the module as text
--
-- Luau's types know no operators, so #grid, grid(x, y) and the like are left out.

local stubs = require "stubs"

local WORDS = { integer = "number", userdata = "any", ["function"] = "any",
  table = "{ [any]: any }", ["nil"] = "nil" }

local of

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
    return "{ " .. of(kind:sub(1, -3)) .. " }"
  elseif kind:find("^fun%(") then
    local inside, results = kind:match("^fun(%b())%s*:?%s*(.*)$")
    return ("((%s) -> (%s))"):format(list_of(inside:sub(2, -2), parameter),
      list_of(results, of))
  elseif kind:find("%?$") then
    return optional(of(kind:sub(1, -2)))
  elseif kind:find("^table<") then
    local key, value = kind:sub(7, -2):match("^([^,]*),%s*(.*)$")
    return ("{ [%s]: %s }"):format(of(key), of(value))
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
  for i, part in ipairs(stubs.parts(kind, "|")) do
    words[i] = single(part)
  end
  return table.concat(words, " | ")
end

--- The type of a call: of several forms, all of them.
local function call_type(call)
  local types, kinds = {}, {}
  for _, param in ipairs(call.forms[1].params) do
    kinds[param.name] = of(param.type)
  end
  for i, form in ipairs(call.forms) do
    local params, results = {}, {}
    if call.mark == ":" then
      params[1] = "self: " .. call.class
    end
    for _, param in ipairs(form.params) do
      local kind = param.type ~= "" and of(param.type) or kinds[param.name]
        or "any"
      params[#params + 1] = ("%s: %s"):format(param.name,
        param.optional and optional(kind) or kind)
    end
    for _, result in ipairs(form.returns) do
      results[#results + 1] = result.type ~= "" and of(result.type) or nil
    end
    types[i] = ("(%s) -> (%s)"):format(table.concat(params, ", "),
      table.concat(results, ", "))
  end
  return #types == 1 and types[1] or "(" .. table.concat(types, ") & (") .. ")"
end

local function sorted(t)
  local keys = {}
  for key in pairs(t) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end

--- The type of a class: its fields and its calls.
local function class_type(api, name, class)
  local lines = {}
  for _, field in ipairs(class.fields) do
    local key, kind = field.name:match("^%[(%w+)%]$"), of(field.type)
    lines[#lines + 1] = ("\t%s: %s,"):format(key and "[" .. of(key) .. "]"
      or field.name, field.optional and optional(kind) or kind)
  end
  for _, call in ipairs(api.calls) do
    if call.class == name then
      lines[#lines + 1] = ("\t%s: %s,"):format(call.name, call_type(call))
    end
  end
  local own = "{\n" .. table.concat(lines, "\n") .. "\n}"
  return class.parent and class.parent .. " & " .. own or own
end

return function(text)
  local api = stubs.read(text)
  local out = { "-- Types of tilepath for Luau, made of types/tilepath.lua.\n" }
  for _, name in ipairs(sorted(api.aliases)) do
    out[#out + 1] = ("export type %s = %s\n"):format(name, of(api.aliases[name]))
  end
  for _, name in ipairs(sorted(api.classes)) do
    out[#out + 1] = ("export type %s = %s\n"):format(
      name == "tilepath" and "Tilepath" or name,
      class_type(api, name, api.classes[name]))
  end
  out[#out + 1] = "return nil\n"
  return table.concat(out, "\n")
end
