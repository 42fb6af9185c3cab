--- Files, for the tools in Lua.

local files = {}

function files.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

function files.write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  file:close()
end

--- The lines that a command prints.
function files.lines(command)
  local pipe, lines = assert(io.popen(command)), {}
  for line in pipe:lines() do
    lines[#lines + 1] = line
  end
  pipe:close()
  return lines
end

--- The paths below a folder that end so, in order; with git, those that it
-- keeps.
function files.list(folder, ending)
  local found = {}
  local command = "(git ls-files %s 2>/dev/null | grep . || find %s)"
    .. " | LC_ALL=C sort"
  for _, path in ipairs(files.lines(command:format(folder, folder))) do
    if path:sub(-#ending) == ending then
      found[#found + 1] = path
    end
  end
  return found
end

return files
