--- A table that came out of a file, and what messages call it.
--
-- An importer gets what a decoder made of a file that somebody wrote: anything
-- may stand anywhere. So every field is read raw (no metamethod runs), has its
-- type asked for at once, and is named in the message where it is wrong: "width
-- of layer 'ground'", of the field and the node's label (nil: of the map).

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")

-- Farther out a coordinate tells nothing: doubles there skip whole numbers.
local FARTHEST = 2 ^ 53

local Node = {}
Node.__index = Node

--- The value at a key; nil where it is null, as decoders that have one spell
-- it: a userdata, or a function.
function Node:get(key)
  local value = rawget(self.raw, key)
  local kind = type(value)
  if kind ~= "userdata" and kind ~= "function" then
    return value
  end
end

--- What messages call a field.
function Node:name_of(key)
  return self.label and ("%s of %s"):format(key, self.label) or key
end

--- Raises: a field must be something else than it is, or than `value`.
function Node:fail(key, what, value)
  if value == nil then
    value = self:get(key)
  end
  check.fail(self.file.call, self:name_of(key), what, value)
end

--- A value of a type of Lua's at a key.
function Node:kind(key, kind, what)
  local value = self:get(key)
  return type(value) == kind and value or self:fail(key, what)
end

--- A table at a key; nil where there is none and it may be left out.
function Node:table(key, may_lack)
  if may_lack and self:get(key) == nil then
    return nil
  end
  return self:kind(key, "table", "a table")
end

--- A string at a key; "" where there is none.
function Node:string(key)
  return self:get(key) == nil and "" or self:kind(key, "string", "a string")
end

function Node:whole(key, low, high)
  return check.whole(self.file.call, self:name_of(key), self:get(key), low,
    high)
end

--- A number that is a place or a length; `unless_given` where there is none.
function Node:number(key, unless_given)
  local value = self:get(key)
  if value == nil and unless_given then
    return unless_given
  elseif type(value) ~= "number"
    or not (value >= -FARTHEST and value <= FARTHEST) then
    self:fail(key, "a number from -2^53 to 2^53")
  end
  return value
end

local function new(file, raw, label)
  return setmetatable({ file = file, raw = raw, label = label }, Node)
end

--- The table at a key as a node; nil where there is none and it may be left
-- out.
function Node:child(key, may_lack)
  local raw = self:table(key, may_lack)
  return raw and new(self.file, raw, self:name_of(key))
end

--- for i, node in node:each(...): the items of the list at a key, all tables.
function Node:each(key, may_lack)
  local list, i = self:table(key, may_lack) or {}, 0
  local count = check.length(list)
  return function()
    i = i + 1
    if i <= count then
      local label = self:name_of(("%s[%d]"):format(key, i))
      local item = rawget(list, i)
      if type(item) ~= "table" then
        check.fail(self.file.call, label, "a table", item)
      end
      return i, new(self.file, item, label)
    end
  end
end

-- What Tiled's nodes have -----------------------------------------------------

--- Tiled's class, which was called type for a while.
function Node:class()
  local class = self:string "class"
  return class ~= "" and class or self:string "type"
end

--- The properties of a layer, tile or object, { name = value }. Tiled's Lua
-- export has them so, its JSON as a list of { name =, type =, value = }. The
-- same table is read once, however many tiles share it.
function Node:properties()
  local properties = self:table("properties", true)
  if properties == nil or rawget(properties, 1) == nil then
    return properties or {}
  end
  local map = self.file.properties[properties]
  if not map then
    map = {}
    for _, entry in self:each "properties" do
      map[entry:kind("name", "string", "a string")] = rawget(entry.raw, "value")
    end
    self.file.properties[properties] = map
  end
  return map
end

--- The property of a name, of a type of Lua's (nil: of any); nil where there is
-- none, or no name.
function Node:property(name, kind, what)
  local value
  if name then
    value = rawget(self:properties(), name)
  end
  if value ~= nil and kind and type(value) ~= kind then
    self:fail("property " .. check.show(name), what, value)
  end
  return value
end

--- The node of a whole file, in the name of a call.
function Node.new(call, raw, label)
  return new({ call = call, properties = {} }, raw, label)
end

return Node
