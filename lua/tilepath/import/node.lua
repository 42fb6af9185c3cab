--- A table from a file, with a name for messages.
--
-- An importer reads the tables that a decoder made from a file, and any value
-- may be anywhere. So every field is read raw (without metamethods) and its
-- type is checked at once. If it is wrong, the message names the field and the
-- label of the node: "width of layer 'ground'". (The map itself has no label.)

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")

-- Larger coordinates are useless, because doubles there skip whole numbers.
local FARTHEST = 2 ^ 53

local Node = {}
Node.__index = Node

local is_null = given.is_null

--- The value at a key; nil if it is null.
function Node:get(key)
  local value = rawget(self.raw, key)
  if not is_null(value) then
    return value
  end
end

--- The node's name in messages: its label, or else the name of its field in the
-- parent. This name is made only when it is needed.
function Node:title()
  return self.label or self.parent and self.parent:name_of(
    self.i and ("%s[%d]"):format(self.key, self.i) or self.key)
end

--- A field's name in messages.
function Node:name_of(key)
  local title = self:title()
  return title and ("%s of %s"):format(key, title) or key
end

--- Raises an error: a field must be `what`, and is not. `value` is the wrong
-- value, or nil for the value of the field.
function Node:fail(key, what, value)
  if value == nil then
    value = self:get(key)
  end
  check.fail(self.file.call, self:name_of(key), what, value)
end

--- A value of a Lua type at a key.
function Node:kind(key, kind, what)
  local value = self:get(key)
  return type(value) == kind and value or self:fail(key, what)
end

--- A table at a key; nil if it is missing and may be.
function Node:table(key, may_lack)
  if may_lack and self:get(key) == nil then
    return nil
  end
  return self:kind(key, "table", "a table")
end

--- A string at a key; "" if there is none.
function Node:string(key)
  local value = self:get(key)
  return value == nil and "" or type(value) == "string" and value
    or self:fail(key, "a string")
end

function Node:whole(key, low, high)
  return check.whole(self.file.call, self:name_of(key), self:get(key), low,
    high)
end

--- A place or length at a key; `unless_given` if there is none.
function Node:number(key, unless_given)
  local value = rawget(self.raw, key)
  if type(value) == "number" and value >= -FARTHEST and value <= FARTHEST then
    return value
  elseif unless_given and self:get(key) == nil then
    return unless_given
  end
  self:fail(key, "a number from -2^53 to 2^53")
end

local function new(parent, raw, key, i)
  return setmetatable({ file = parent.file, parent = parent, raw = raw,
    key = key, i = i }, Node)
end

--- This node with other fields.
function Node:with(raw)
  local node = new(self.parent, raw, self.key, self.i)
  node.label = self.label
  return node
end

--- The table at a key as a node; nil if it is missing and may be.
function Node:child(key, may_lack)
  local raw = self:table(key, may_lack)
  return raw and new(self, raw, key)
end

--- for i, node in node:each(...): the items of the list at a key, all tables.
function Node:each(key, may_lack)
  local list, i = self:table(key, may_lack) or {}, 0
  local count = check.length(list)
  return function()
    i = i + 1
    if i <= count then
      local item = rawget(list, i)
      if type(item) ~= "table" then
        self:fail(("%s[%d]"):format(key, i), "a table", item)
      end
      return i, new(self, item, key, i)
    end
  end
end

-- What Tiled's nodes have -----------------------------------------------------

--- The class of a Tiled node; older versions call it type.
function Node:class()
  local class = self:string "class"
  return class ~= "" and class or self:string "type"
end

--- The properties of a layer, tile or object, { name = value }. Tiled's Lua
-- export has them in this form; its JSON has a list of { name =, type =, value
-- = }. A table that many tiles share is read once.
function Node:properties()
  local properties = self:table("properties", true)
  if properties == nil or rawget(properties, 1) == nil then
    return properties or {}
  end
  local map = self.file.properties[properties]
  if not map then
    map = {}
    for _, entry in self:each "properties" do
      map[entry:kind("name", "string", "a string")] = entry:get "value"
    end
    self.file.properties[properties] = map
  end
  return map
end

--- The value at a name: of a key, or of a member of a class, which is a table:
-- "physics.solid".
local function member(t, name)
  local value = rawget(t, name)
  local dot = value == nil and name:find(".", 1, true)
  while dot do
    local class = rawget(t, name:sub(1, dot - 1))
    value = type(class) == "table" and member(class, name:sub(dot + 1)) or nil
    dot = value == nil and name:find(".", dot + 1, true)
  end
  return value
end

--- The property with a name; nil if there is none, or null.
function Node:property(name)
  local value = member(self:properties(), name)
  if not is_null(value) then
    return value
  end
end

-- Files of other programs: the letter with which a text begins or a field that a
-- table has, and the way to read them.
local XML = "XML: tiled --export-map writes Lua"
local OTHERS = { { "<", XML }, { "map", XML }, { "tag", XML },
  { "{", "JSON: decode it" }, { "maps", "a .world: read each of its maps" },
  { "orientation", "of Tiled: tilepath.from_tiled" },
  { "levels", "of LDtk: tilepath.from_ldtk" },
  { "ogmoVersion", "of Ogmo: tilepath.grid(layer.data, { width = })" } }

--- The way to read what is no file for an importer, for a message; or nil.
function Node.hint(map)
  for _, other in ipairs(OTHERS) do
    if type(map) == "string" and map:match "^%s*(.)" == other[1]
      or type(map) == "table" and rawget(map, other[1]) ~= nil then
      return (" (this is %s)"):format(other[2])
    end
  end
end

--- The options of an importer. From Lua 5.4 on `require` also returns where it
-- found a file, which stands there in from_tiled(require "map").
function Node.options(call, options, known)
  if type(options) == "string"
    and (options == ":preload:" or options:find "%.luac?$") then
    options = nil
  end
  return check.options(call, "options", options, known)
end

--- The node of a whole file. `call` is the function that the user called.
function Node.new(call, raw, label)
  return setmetatable({ file = { call = call, properties = {} }, raw = raw,
    label = label }, Node)
end

return Node
