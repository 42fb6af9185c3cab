--- Options of the programs of this folder: words KEY=value, as for make.

--- Reads words over the defaults (all are strings). An unknown key, or a key
-- without value or default, ends the program with its usage.
return function(words, defaults, usage)
  local options = {}
  for key, value in pairs(defaults) do
    options[key] = value
  end
  for _, word in ipairs(words) do
    local key, value = word:match("^(%u+)=(.*)$")
    if not key or defaults[key] == nil then
      io.stderr:write("unknown option '", word, "'\n", usage, "\n")
      os.exit(2)
    end
    options[key] = value
  end
  return options
end
