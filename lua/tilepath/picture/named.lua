--- Colours of terrains by name: `colours = { terrain = { water = { 0, 0, 1 } } }`.
--
-- A sketch keeps a copy: `colours`, for each name { r, g, b, a } or false (not
-- shown), `names` in alphabetical order, and the place of each in that order,
-- `levels`. A game may write its table anew in each frame, so it is compared by
-- its contents. True is the same as no entry.

local named = {}

--- Is the value of a kind a table by name, and not a colour?
function named.is_table(value)
  if type(value) == "table" and rawget(value, 1) == nil then
    for key in next, value do
      if type(key) == "string" then
        return true
      end
    end
  end
  return false
end

function named.copy(given)
  local copy = { colours = {}, names = {}, levels = {} }
  for name, value in next, given do
    if value ~= true then
      copy.names[#copy.names + 1] = name
      copy.colours[name] = value
        and { value[1], value[2], value[3], value[4] or 1 }
    end
  end
  table.sort(copy.names)
  for level, name in ipairs(copy.names) do
    copy.levels[name] = level
  end
  return copy
end

--- Has a table by name the contents of a copy?
function named.is_same(copy, given)
  if not (copy and given) then
    return not (copy or given)
  end
  local count = 0
  for name, value in next, given do
    local colour = copy.colours[name]
    if value ~= true then
      count = count + 1
      local is_same = value == colour or value and colour
        and value[1] == colour[1] and value[2] == colour[2]
        and value[3] == colour[3] and (value[4] or 1) == colour[4]
      if not is_same then
        return false
      end
    end
  end
  return count == #copy.names
end

return named
