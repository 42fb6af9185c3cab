--- Scenes of laws as text: plain tables of numbers, strings, booleans and
-- tables, written as Lua writes a table. Maps keep their lines.

local plain = {}

local load_text = rawget(_G, "loadstring") or load
local WIDTH = 76 -- of what stands in one line

local function number_text(value)
  if value ~= value then
    return "0 / 0"
  elseif value == math.huge or value == -math.huge then
    return value > 0 and "1 / 0" or "-1 / 0"
  end
  local short = ("%.14g"):format(value)
  return tonumber(short) == value and short or ("%.17g"):format(value)
end

local function string_text(value)
  if value:find("\n", 1, true) and not value:find("]", 1, true) then
    return "[[\n" .. value .. "]]"
  end
  return ("%q"):format(value):gsub("\\\n", "\\n")
end

local function key_text(key)
  if type(key) == "string" and key:find("^%a[%w_]*$") then
    return key .. " = "
  end
  return "[" .. (type(key) == "number" and number_text(key)
    or ("%q"):format(key)) .. "] = "
end

--- The keys beside the list's entries: numbers first, each kind sorted.
local function other_keys(t, n)
  local keys = {}
  for key in pairs(t) do
    if type(key) ~= "number" or key < 1 or key > n or key % 1 ~= 0 then
      keys[#keys + 1] = key
    end
  end
  table.sort(keys, function(a, b)
    if type(a) ~= type(b) then
      return type(a) == "number"
    end
    return a < b
  end)
  return keys
end

local function text_of(value, indent)
  local kind = type(value)
  if kind == "number" then
    return number_text(value)
  elseif kind == "string" then
    return (string_text(value))
  elseif kind ~= "table" then
    assert(kind == "boolean", "a scene is no plain table: it has a " .. kind)
    return tostring(value)
  end
  local parts, inner = {}, indent .. "  "
  for i, entry in ipairs(value) do
    parts[i] = text_of(entry, inner)
  end
  for _, key in ipairs(other_keys(value, #parts)) do
    parts[#parts + 1] = key_text(key) .. text_of(value[key], inner)
  end
  local line = "{ " .. table.concat(parts, ", ") .. " }"
  if #line + #indent <= WIDTH and not line:find("\n", 1, true) then
    return line
  end
  return "{\n" .. inner .. table.concat(parts, ",\n" .. inner) .. "\n"
    .. indent .. "}"
end

--- A scene as text. Equal scenes have equal texts.
function plain.write(scene)
  return "return " .. text_of(scene, "") .. "\n"
end

function plain.read(text)
  return assert(load_text(text))()
end

local function copy_without(list, first, last)
  local rest = {}
  for i, entry in ipairs(list) do
    if i < first or i > last then
      rest[#rest + 1] = entry
    end
  end
  return rest
end

--- Smaller scenes: a part of one of the lists named is left out; large parts
-- come first.
function plain.smaller(scene, names)
  local scenes = {}
  for _, name in ipairs(names) do
    local list = scene[name] or {}
    local size = #list
    while size >= 1 do
      for first = 1, #list, size do
        local other = {}
        for key, value in pairs(scene) do
          other[key] = value
        end
        other[name] = copy_without(list, first, first + size - 1)
        scenes[#scenes + 1] = other
      end
      size = math.floor(size / 2)
    end
  end
  return scenes
end

return plain
