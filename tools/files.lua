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

--- The paths below a folder that end so, in order; with git, those that it
-- keeps.
function files.list(folder, ending)
  local found = {}
  local pipe = io.popen(("(git ls-files %s 2>/dev/null | grep . || find %s)"
    .. " | LC_ALL=C sort"):format(folder, folder))
  for path in pipe:lines() do
    if path:sub(-#ending) == ending then
      found[#found + 1] = path
    end
  end
  pipe:close()
  return found
end

return files
