--- Parts of the library that many games do not use. They are loaded at the first
-- call of one of their functions.
--
-- An update must not load anything. So the files of what has updates, followers
-- and crowds, load the parts that these call (later.load).

local siblings = (...):match("^.*[./]") or ""

local later = {}

-- The files of this copy of the library. `require` may give those of another one
-- that was loaded later, or none, as a game or busted may forget files.
local own, loaded = {}, package.loaded

-- What files return. For a file that it loads, or that has failed, `require` of
-- Lua 5.1 keeps a userdata, and that of LuaJIT a value that counts as a number.
local RESULTS = { boolean = true, ["function"] = true, table = true }

--- The files of the library, and the core, that `require` gives now.
-- @param has_result  false: those that are being loaded, or have failed
local function files(has_result)
  local found = {}
  for name, file in pairs(loaded) do
    if type(name) == "string" and (name == "tilepath_core"
      or name:sub(1, #siblings) == siblings)
      and (RESULTS[type(file)] or false) == has_result then
      found[name] = file
    end
  end
  return found
end

--- Notes the files that have been loaded.
function later.note()
  own = files(true)
end

local function put(from, to)
  for name in pairs(from) do
    loaded[name] = nil
  end
  for name, file in pairs(to) do
    loaded[name] = file
  end
end

--- require(name) of this copy.
local function require_own(name)
  if own[name] ~= nil then
    return own[name]
  end
  local now = loaded[siblings .. "later"]
  local is_other = now ~= nil and now ~= later
  local others = is_other and files(true) or {}
  put(others, own)
  local is_fine, result = pcall(require, name)
  later.note()
  if is_other then
    put(own, others)
  end
  if not is_fine then
    put(files(false), {}) -- that it may be tried again
    error(result, 0)
  end
  return result
end

-- What stands for functions until their files are loaded, by file: lists of
-- { table, functions by name, what was there before by name }.
local standing = {}

--- Puts the functions before back, or again those that stand for them.
local function put_functions(list, from, to)
  for _, one in ipairs(list) do
    for name in next, one[2] do
      if one[1][name] == one[from][name] then
        one[1][name] = one[to][name]
      end
    end
  end
end

local function open(name, opening)
  local result = require_own(name)
  if opening then
    opening(result)
  end
end

--- A file of this copy.
local function load(file)
  local name, list = siblings .. file, standing[file]
  if list then
    put_functions(list, 2, 3)
    local is_fine, message = pcall(open, name, list.open)
    if not is_fine then
      put_functions(list, 3, 2)
      error(message, 0)
    end
    standing[file] = nil
  end
  return require_own(name)
end

--- The functions of a file, which is loaded when one is read. (A copy: for files
-- whose tables do not change.)
function later.module(file)
  return setmetatable({}, { __index = function(t, key)
    for name, f in pairs(load(file)) do
      rawset(t, name, f)
    end
    setmetatable(t, nil) -- last: what fails is tried again
    return t[key]
  end })
end

--- A function that a file returns.
function later.file(file)
  return function(...) return load(file)(...) end
end

-- (The functions of one call share what they hold, since there are a hundred.)
local function stand_for(t, names, file, before, opening)
  local list, stands = standing[file] or { open = opening }, {}
  standing[file] = list
  list[#list + 1] = { t, stands, before }
  for name in names:gmatch("%S+") do
    stands[name] = function(...)
      load(file)
      return t[name](...)
    end
    t[name] = stands[name]
  end
end

local NONE = {}

--- Gives a table functions of these names, each of which loads a file, which puts
-- other ones in their places, and calls the other one.
-- @param opening  is called with what the file returns; or nil
function later.methods(t, names, file, opening)
  stand_for(t, names, file, NONE, opening)
end

--- The same for a function that the file wraps: it finds that in the table.
function later.wrap(t, name, file)
  stand_for(t, name, file, { [name] = t[name] })
end

--- Loads the file of a part of the core, if the core has parts.
function later.load(part)
  if standing["plain." .. part] then
    load("plain." .. part)
  end
end

return later
