--- Writes the library for hosts that load no folder of Lua files, or no C module:
--
--   lua tools/hosts.lua KIND FOLDER       from the top of a checkout
--
--   single   tilepath.lua, and tilepath_extras.lua, which adds what init.lua
--            loads later; tilepath.min.lua, the first without comments, in which
--            the files that a first path does not need are texts
--   roblox   a ModuleScript for each file, with types for Luau, for Rojo and
--            Wally
--   defold   a project with the C module as an extension; tools/single.lua adds
--            tilepath.c
--
-- Each file of lua/tilepath is a function there. It gets what the file has from
-- its host elsewhere: `require`, `package`, and `...`. The files of tools/hosts
-- are what stands around.

local kind, folder = arg[1], arg[2]
package.path = "tools/?.lua;" .. package.path
local files, strip = require "files", require "strip"
local read = files.read

local function write(path, text)
  os.execute(("mkdir -p '%s'"):format(path:match("^(.*)/")))
  files.write(path, text)
end

--- The Lua files, in order: { name =, path = } each.
local function lua_files()
  local found = {}
  for i, path in ipairs(files.list("lua/tilepath", ".lua")) do
    found[i] = { path = path,
      name = path:match("^lua/tilepath/(.*)%.lua$"):gsub("/", ".") }
  end
  return found
end

-- What the files leave out: for other hosts, for specs, and what the template
-- does itself.
local ELSEWHERE = { luanti = true, busted = true, plain = true }

-- What init.lua loads later goes into the extras.
local EXTRAS = { ascii = true, blockers = true, building = true, draw = true,
  explain = true, platformer = true, queue = true, svg = true,
  ["plain.steppedsearch"] = true, ["plain.straighten"] = true }

local function is_extra(name)
  return EXTRAS[name] or name:find("^import%.") or name:find("^picture")
end

local VERSION = read("lua/tilepath/init.lua"):match('VERSION = "(.-)"')
local WORDS = { VERSION = VERSION,
  LICENSE = ("\n" .. read("LICENSE"):gsub("\n*$", "")):gsub("\n(%C*)",
    function(line) return line == "" and "\n--" or "\n-- " .. line end):sub(2) }

--- A template with $WORDS filled in; --$WORD is a line of its own.
local function filled(path, words)
  return (read("tools/hosts/" .. path):gsub("%-?%-?%$(%u+)", function(word)
    return words[word] or WORDS[word]
  end))
end

--- A file's text without its head, rulers and methods of strings. Some packers of
-- games look for the file of each name that stands behind `require`, so the name
-- of the C module stands elsewhere.
local function text_of(file)
  local text = read(file.path):gsub("^%-%-[^\n]*\n", "")
  while text:find("^%-%-") do
    text = text:gsub("^%-%-[^\n]*\n", "")
  end
  return (strip.methods(text:gsub("^\n", "")):gsub("\n*$", "")
    :gsub("(\n%-%- %C-) %-%-%-%-+%f[\n]", "%1")
    :gsub('require "tilepath_core"', "require(CORE)")
    :gsub('require%("tilepath_core"%)', "require(CORE)"))
end

--- The text of a file in a table of files: in a folder, as the core in Lua is,
-- without the lines that are comments alone, for which some hosts have no room.
local function short_text_of(file)
  local text = text_of(file)
  return file.name:find(".", 1, true)
    and (("\n" .. text):gsub("\n *%-%-[^\n]*", ""):sub(2)) or text
end

--- The files that `is_wanted` as functions in a table.
local function joined(is_wanted)
  local parts = { '\n-- The core, which these files require.\n'
    .. 'local CORE = "tilepath_core"\n' }
  for _, file in ipairs(lua_files()) do
    if is_wanted(file.name) and not ELSEWHERE[file.name] then
      parts[#parts + 1] = ("\n-- ---- %s ----\n\nfiles[%q] = function(require, "
        .. "package, ...)\n%s\nend\n"):format(file.path:sub(5), file.name,
        short_text_of(file))
    end
  end
  return table.concat(parts)
end

-- Texts of the short file -----------------------------------------------------

--- The files that a first path loads: { name = true }.
local function first_files()
  local names = {}
  package.path = "lua/?.lua;lua/?/init.lua;" .. package.path
  local tilepath = require "tilepath.plain"
  tilepath.pathfinder(tilepath.grid("...")):find(1, 1, 3, 1)
  for name in pairs(package.loaded) do
    names[name:match("^tilepath%.(.*)") or "init"] = true
  end
  return names
end

--- A file as a text of the short file: a letter for each of some words.
local function encoded(body)
  assert(not body:find("[@!&`]") and not body:find("]=]", 1, true))
  local words = read("tools/hosts/compile.lua"):match("WORDS = %b{}")
  for letter, word in words:gmatch('%["(.)"%] = "(.-)"') do
    body = body:gsub(word, letter)
  end
  return "[=[" .. body .. "]=]"
end

local FILE = '%w+%["([%w.]+)"%]=()function%(require,package,%.%.%.%)\n'

--- The short file, in which other files than these are texts.
local function with_texts(text, stay)
  local core = text:match('\nlocal (%w+)="tilepath_core"\n')
  local behind = text:find("\nlocal [^\n]*return require end%)\n")
  local parts, at = {}, 1
  for name, from, to in text:gmatch("\n" .. FILE .. "()") do
    local last = text:find("\n" .. FILE, to) or behind
    if not stay[name] then
      assert(text:sub(last - 3, last) == "end\n")
      parts[#parts + 1] = text:sub(at, from - 1)
        .. encoded(text:sub(to, last - #"\nend"))
      at = last
    end
  end
  return (table.concat(parts) .. text:sub(at))
    :gsub('"local CORE=', '"local ' .. core .. "=", 1)
end

local kinds = {}

--- The one file. In the short one files may be texts.
local function single(is_short)
  return filled("single.lua", {
    FILES = joined(function(name) return not is_extra(name) end),
    COMPILE = is_short and read("tools/hosts/compile.lua") or "",
    COMPILED = is_short and 'if type(file) == "string" then\n'
      .. "file = compiled(file)\nend" or "" })
end

local function write_single()
  write(folder .. "/tilepath.lua", (single():gsub("\n  (\n)", "%1")))
  write(folder .. "/tilepath_extras.lua",
    filled("extras.lua", { FILES = joined(is_extra) }))
end

function kinds.single()
  write_single()
  write(folder .. "/tilepath.min.lua", filled("min.lua", {
    FILES = with_texts(strip.fields(strip.names(strip.all(single(true))),
      read("types/tilepath.lua") .. read("tools/hosts/extras.lua")
      .. joined(is_extra)), first_files()) }))
end

-- For Rojo a file `init` is its folder. So that of the library has another name.
local INIT = "library"

function kinds.roblox()
  local types = require "luau" (read("types/tilepath.lua"))
  local is_folder = {}
  for _, file in ipairs(lua_files()) do
    for stop in file.name:gmatch("()%.") do
      is_folder[file.name:sub(1, stop - 1)] = true
    end
  end
  for _, file in ipairs(lua_files()) do
    local name = file.name == "init" and INIT or file.name
    if not ELSEWHERE[name] and name ~= "draw" then
      write(("%s/src/%s%s.luau"):format(folder, name:gsub("%.", "/"),
        is_folder[name] and "/init" or ""),
        ("return function(require, package, ...) %s\nend\n"):format(
          read(file.path):gsub("\n*$", "")))
    end
  end
  local exports = { "local types = require(script.types)\n" }
  for name in types:gmatch("export type (%w+)") do
    exports[#exports + 1] = ("export type %s = types.%s\n"):format(name, name)
  end
  write(folder .. "/src/types.luau", types)
  write(folder .. "/src/init.luau", (filled("roblox.lua", {
    TYPES = table.concat(exports) }):gsub("return tilepath\n$",
    "return tilepath :: types.Tilepath\n")))
  write(folder .. "/default.project.json", '{\n  "name": "tilepath",\n'
    .. '  "tree": { "$path": "src" }\n}\n')
  write(folder .. "/wally.toml", filled("wally.toml", {}))
  write(folder .. "/LICENSE", read("LICENSE"))
end

function kinds.defold()
  for _, name in ipairs { "game.project", "main/main.collection",
    "main/main.script", "tilepath/ext.manifest",
    "tilepath/src/extension.cpp" } do
    write(folder .. "/" .. name, filled("defold/" .. name, {}))
  end
  folder = folder .. "/tilepath"
  write_single()
  write(folder .. "/LICENSE", read("LICENSE"))
end

assert(kinds[kind], "usage: lua tools/hosts.lua KIND FOLDER")()
