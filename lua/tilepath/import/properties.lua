--- What tiles, layers and objects have of their own: properties.
--
-- Tiled's Lua export has them as a map { name = value }, its JSON as a list of
-- { name =, type =, value = }. Here both become a map. The same table is read
-- once, however many tiles share it.

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local raw = require(root .. "import.raw")

local function from_list(call, list, label)
  local map = {}
  for i = 1, check.length(list) do
    local entry = raw.item(call, list, i, "properties", label)
    local name = rawget(entry, "name")
    if type(name) ~= "string" then
      check.fail(call, ("name of properties[%d] of %s"):format(i, label),
        "a string", name)
    end
    map[name] = rawget(entry, "value")
  end
  return map
end

--- A function that reads the properties of t, which messages call `label`.
return function(call)
  local known = setmetatable({}, { __mode = "k" })
  return function(t, label)
    local properties = raw.table(call, t, "properties", label, true)
    if properties == nil then
      return {}
    end
    local map = known[properties]
    if not map then
      map = rawget(properties, 1) == nil and properties
        or from_list(call, properties, label)
      known[properties] = map
    end
    return map
  end
end
