--- A decoder of JSON, of the size that reading fixtures takes: the library has
-- none, a game brings its own. null becomes a userdata, as most have it.

local json = { null = io.stdout }

local ESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local read_value

local function skip(text, at)
  return text:find("[^ \t\r\n]", at) or #text + 1
end

local function read_string(text, at)
  local parts, from = {}, at + 1
  while true do
    local stop = assert(text:find('["\\]', from), "a string without an end")
    parts[#parts + 1] = text:sub(from, stop - 1)
    if text:sub(stop, stop) == '"' then
      return table.concat(parts), stop + 1
    end
    local letter = text:sub(stop + 1, stop + 1)
    assert(letter ~= "u", "characters by number are not read")
    parts[#parts + 1] = ESCAPES[letter] or letter
    from = stop + 2
  end
end

local function read_list(text, at)
  local list = {}
  at = skip(text, at + 1)
  while text:sub(at, at) ~= "]" do
    list[#list + 1], at = read_value(text, at)
    at = skip(text, at)
    if text:sub(at, at) == "," then
      at = skip(text, at + 1)
    end
  end
  return list, at + 1
end

local function read_object(text, at)
  local object = {}
  at = skip(text, at + 1)
  while text:sub(at, at) ~= "}" do
    local key, behind = read_string(text, at)
    at = skip(text, behind)
    assert(text:sub(at, at) == ":", "no colon")
    object[key], at = read_value(text, skip(text, at + 1))
    at = skip(text, at)
    if text:sub(at, at) == "," then
      at = skip(text, at + 1)
    end
  end
  return object, at + 1
end

local WORDS = { { "true", true }, { "false", false }, { "null", json.null } }

function read_value(text, at)
  local first = text:sub(at, at)
  if first == "{" then
    return read_object(text, at)
  elseif first == "[" then
    return read_list(text, at)
  elseif first == '"' then
    return read_string(text, at)
  end
  for _, word in ipairs(WORDS) do
    if text:sub(at, at + #word[1] - 1) == word[1] then
      return word[2], at + #word[1]
    end
  end
  local number = text:match("^-?[%d.eE+-]+", at)
  return assert(tonumber(number), "no value"), at + #number
end

--- What a text says.
function json.decode(text)
  return (read_value(text, skip(text, 1)))
end

return json
