--- An XML reader, as strict as pictures need: elements, attributes in double
-- quotes, text, the four entities that the library writes.

local ENTITIES = { amp = "&", lt = "<", gt = ">", quot = '"' }

local function decode(text)
  assert(not text:find("<"), "a < in a text")
  return (text:gsub("&([^;]*);?", function(name)
    return assert(ENTITIES[name], "an & that is no entity")
  end))
end

local function attributes_of(text)
  local attributes = {}
  local rest = text:gsub('%s+([%w:-]+)="([^"]*)"', function(name, value)
    assert(attributes[name] == nil, "an attribute that is there twice")
    attributes[name] = decode(value)
    return ""
  end)
  assert(rest == "", "not attributes: " .. rest)
  return attributes
end

local xml = {}

--- The root of a text: { name =, attributes =, text =, children ... }. Raises
-- unless the text is well-formed.
function xml.read(text)
  local root = { name = "document", text = "" }
  local open, at = { root }, 1
  assert(not text:gsub("\n", ""):find("%c"), "a control character")
  while at <= #text do
    local before, slash, name, inside, ended, next_at = text:match(
      "^([^<]*)<(/?)([%w]+)(.-)(/?)>()", at)
    local top = open[#open]
    if not name then
      assert(text:sub(at):match("^%s*$"), "not XML: " .. text:sub(at, at + 40))
      break
    end
    top.text = top.text .. decode(before)
    if slash == "/" then
      assert(top.name == name and inside == "", "ends " .. name)
      open[#open] = nil
    else
      local element = { name = name, attributes = attributes_of(inside),
        text = "" }
      top[#top + 1] = element
      open[#open + 1] = ended == "" and element or nil
    end
    at = next_at
  end
  assert(#open == 1 and #root == 1, "not one root")
  return root[1]
end

--- All elements of a name in an element, in their order.
function xml.find_all(element, name, list)
  list = list or {}
  for _, child in ipairs(element) do
    if child.name == name then
      list[#list + 1] = child
    end
    xml.find_all(child, name, list)
  end
  return list
end

return xml
