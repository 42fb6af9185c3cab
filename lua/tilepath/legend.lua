--- Legends: which terrain a character (or a value) stands for.
--
-- tilepath.grid reads maps with them and tilepath.ascii draws maps with them,
-- so what counts as a legend is said once, here.

local siblings = (...):match("^.*[./]") or ""
local check = require(siblings .. "check")

local function is_character(key)
  return type(key) == "string" and #key == 1 and key ~= "\n" and key ~= "\r"
end

--- A legend as a list { { key, terrain }, ... } in the order of its keys.
-- @param call      on whose behalf mistakes are raised
-- @param legend    { key = terrain | true | false }, or nil
-- @param knows     function(terrain): is it a terrain of the grid?
-- @param is_text   are the keys characters?
return function(call, legend, knows, is_text)
  local list = {}
  if legend == nil then
    return list
  elseif type(legend) ~= "table" then
    check.fail(call, "legend", "a table { key = terrain }", legend)
  end
  for _, key in ipairs(check.sorted_keys(legend)) do
    if is_text and not is_character(key) then
      check.fail(call, "each key of legend",
        "one character of one byte, no line break", key)
    end
    local terrain = legend[key]
    if type(terrain) == "boolean" then
      terrain = terrain and "open" or "wall"
    elseif type(terrain) ~= "string" or not knows(terrain) then
      check.fail(call, ("legend[%s]"):format(check.show(key)),
        "a terrain of the grid, true or false", terrain)
    end
    list[#list + 1] = { key, terrain }
  end
  return list
end
