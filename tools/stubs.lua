--- Reads the LuaCATS stubs of types/tilepath.lua: classes, aliases, calls. The
-- writer of the reference and the check of names both use it.

local stubs = {}

--- The end of a balanced pair that begins at `i`.
local function past_pair(text, i)
  return select(2, text:find("^%b" .. ({ ["("] = "()", ["{"] = "{}",
    ["<"] = "<>" })[text:sub(i, i)], i)) + 1
end

local past_type

--- The end of a type without its `|`.
local function past_atom(text, i)
  if text:find('^"', i) then
    return text:find('"', i + 1, true) + 1
  elseif text:find("^fun%(", i) then
    i = past_pair(text, i + 3)
    local results = text:match("^%s*:%s*()", i)
    while results do
      i = past_type(text, results)
      results = text:match("^,%s*()[^%s]", i)
    end
    return i
  elseif text:find("^[({]", i) then
    return past_pair(text, i)
  end
  i = text:match("^[%w_.]+%*?()", i) or i
  return text:find("^<", i) and past_pair(text, i) or i
end

function past_type(text, i)
  repeat
    i = past_atom(text, i)
    i = text:match("^[%[%]?]*()", i)
    local another = text:match("^|%s*()", i)
    i = another or i
  until not another
  return i
end

--- A type at the start of a text, and the text behind it.
function stubs.split_type(text)
  local stop = past_type(text, 1)
  return text:sub(1, stop - 1), (text:sub(stop):gsub("^%s+", ""))
end

--- The parts of a union, or of a list, at its top level.
function stubs.parts(text, mark)
  local parts, i, start = {}, 1, 1
  while i <= #text do
    local char = text:sub(i, i)
    if char:find("[({<]") then
      i = past_pair(text, i)
    elseif char == mark then
      parts[#parts + 1] = text:sub(start, i - 1)
      start, i = i + 1, i + 1
    else
      i = i + 1
    end
  end
  parts[#parts + 1] = text:sub(start)
  for k, part in ipairs(parts) do
    parts[k] = part:match("^%s*(.-)%s*$")
  end
  return parts
end

--- `name? type text` as { name =, optional =, type =, doc = }.
local function named(text)
  local name, mark, rest = text:match("^([%w_.%[%]]+)(%??)%s+(.*)$")
  local kind, doc = stubs.split_type(rest)
  return { name = name, optional = mark == "?", type = kind, doc = doc }
end

--- An @overload, as a call of the same name: { params =, returns =, doc = }. The
-- results may have names, `fun(...): (name: type, ...)`, and words behind a `#`
-- say what this form does.
local function overload(text)
  local inside, results = text:match("^fun(%b())%s*:?%s*(.*)$")
  local bare, doc = results:match("^(.-)%s*#%s*(.*)$")
  results = bare or results
  local form = { params = {}, returns = {}, doc = doc or "" }
  for _, part in ipairs(stubs.parts(inside:sub(2, -2), ",")) do
    local name, mark, kind = part:match("^([%w_]+)(%??):?%s*(.*)$")
    if name ~= "self" then
      form.params[#form.params + 1] = { name = name, optional = mark == "?",
        type = kind, doc = "" }
    end
  end
  results = results:match("^%((.*)%)$") or results
  for _, part in ipairs(stubs.parts(results, ",")) do
    local name, kind = part:match("^([%a_][%w_]*):%s*(.*)$")
    form.returns[#form.returns + 1] = { name = name, type = kind or part,
      doc = "" }
    form.has_names = form.has_names or name ~= nil
  end
  return form
end

--- { classes = { name = class }, aliases = { name = type }, calls = { ... } }.
-- A class has `fields` and `parents`, lists, and `operators`, by name the type
-- of a function; a call `class`, `mark`, `name`, `doc` and `forms`, of which
-- each has `params` and `returns`.
function stubs.read(text)
  local found = { classes = {}, aliases = {}, calls = {} }
  local doc, params, returns, overloads, class, alias
  local function clear()
    doc, params, returns, overloads, class, alias = {}, {}, {}, {}, nil, nil
  end
  clear()
  for line in text:gmatch("([^\n]*)\n") do
    local tag, rest = line:match("^%-%-%-@(%l+)%s*(.*)$")
    if tag == "class" then
      local name, parents = rest:match("^([%w.]+)%s*:?%s*(.*)$")
      class = { name = name:match("%w+$"), parents = {}, operators = {},
        doc = table.concat(doc, " "), fields = {} }
      for parent in parents:gmatch("tilepath%.(%w+)") do
        class.parents[#class.parents + 1] = parent
      end
      found.classes[class.name] = class
      doc = {}
    elseif tag == "field" then
      local field = named(rest)
      doc[#doc + 1] = field.doc
      field.doc = table.concat(doc, " "):match("^(.-)%s*$")
      class.fields[#class.fields + 1] = field
      doc = {}
    elseif tag == "alias" then
      alias = rest:match("^tilepath%.(%w+)")
      found.aliases[alias] = rest:match("^%S+%s+(.+)$") or ""
    elseif line:find("^%-%-%-|") then
      local union = found.aliases[alias]
      found.aliases[alias] = (union == "" and "" or union .. "|")
        .. line:match("^%-%-%-|%s*(.*)$")
    elseif tag == "param" then
      params[#params + 1] = named(rest)
    elseif tag == "return" then
      local kind, more = stubs.split_type(rest)
      local name, words = more:match("^([%w_]+)%s*(.*)$")
      returns[#returns + 1] = { type = kind, name = name, doc = words or "" }
    elseif tag == "operator" then
      local name, kind = rest:match("^(%l+)(.*)$")
      class.operators[name] = "fun" .. kind:gsub("^:", "():")
    elseif tag == "overload" and class then
      class.operators.call = rest
    elseif tag == "overload" then
      overloads[#overloads + 1] = overload(rest)
    elseif line:find("^%-%-%-[^@]") then
      doc[#doc + 1] = line:match("^%-%-%-%s*(.*)$")
    elseif line:find("^function ") then
      local owner, mark, name = line:match("^function (%w+)([.:])([%w_]+)")
      local call = { class = owner, mark = mark, name = name,
        doc = table.concat(doc, " "),
        forms = { { params = params, returns = returns } } }
      call.forms[1].doc = call.doc
      for _, form in ipairs(overloads) do
        if not form.has_names and #form.returns == #returns then
          form.returns = returns
        end
        call.forms[#call.forms + 1] = form
      end
      found.calls[#found.calls + 1] = call
      clear()
    elseif line == "" or not line:find("^%-%-%-") then
      clear()
    end
  end
  return found
end

return stubs
