--- Writes the library as one file of Lua, for hosts that load no module:
-- tilepath.lua, and tilepath_extras.lua, which adds maps from editors and
-- pictures.
--
--   lua tools/hosts.lua single FOLDER       from the top of a checkout
--
-- Each file of lua/tilepath is a function there, by its name. It gets what the
-- file has from its host elsewhere: `require`, `package`, and `...`. The files
-- of tools/hosts are what stands around.

local kind, folder = arg[1], arg[2]

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

--- The Lua files, in order: { name =, path = } each; with git, those that it
-- keeps.
local function lua_files()
  local found = {}
  local pipe = io.popen("(git ls-files lua/tilepath 2>/dev/null | grep . || "
    .. "find lua/tilepath -name '*.lua') | LC_ALL=C sort")
  for path in pipe:lines() do
    found[#found + 1] = { path = path,
      name = path:match("^lua/tilepath/(.*)%.lua$"):gsub("/", ".") }
  end
  pipe:close()
  return found
end

-- What the files leave out: for other hosts, for specs, and what the template
-- does itself.
local ELSEWHERE = { luanti = true, busted = true, plain = true }

local function is_extra(name)
  return name:find("^import%.") or name:find("^picture") or name == "svg"
    or name == "draw"
end

local VERSION = read("lua/tilepath/init.lua"):match('VERSION = "(.-)"')
local WORDS = { VERSION = VERSION,
  LICENSE = ("\n" .. read("LICENSE"):gsub("\n*$", "")):gsub("\n(%C*)",
    function(line) return line == "" and "\n--" or "\n-- " .. line end):sub(2) }

--- A template with $WORDS filled in; --$WORD is a line of its own.
local function filled(path, words)
  return (read(path):gsub("%-?%-?%$(%u+)", function(word)
    return words[word] or WORDS[word]
  end))
end

--- The files that `is_wanted` as functions in a table.
local function joined(is_wanted)
  local parts = {}
  for _, file in ipairs(lua_files()) do
    if is_wanted(file.name) and not ELSEWHERE[file.name] then
      parts[#parts + 1] = ("\n-- ---- %s %s\n\nfiles[%q] = function(require, "
        .. "package, ...)\n%s\nend\n"):format(file.path:sub(5),
        ("-"):rep(69 - #file.path), file.name, read(file.path):gsub("\n*$", ""))
    end
  end
  return table.concat(parts)
end

local kinds = {}

function kinds.single()
  write(folder .. "/tilepath.lua", filled("tools/hosts/single.lua", {
    FILES = joined(function(name) return not is_extra(name) end) }))
  write(folder .. "/tilepath_extras.lua",
    filled("tools/hosts/extras.lua", { FILES = joined(is_extra) }))
end

assert(kinds[kind], "usage: lua tools/hosts.lua single FOLDER")()
