--- tilepath $VERSION: grid pathfinding for Lua games, in one file of Lua.
--
-- Copy this file beside your program:
--
--   local tilepath = require "tilepath"
--   local grid = tilepath.grid [[
--   .......
--   .#####.
--   .......]]
--   local finder = tilepath.pathfinder(grid)
--   local path = finder:find(2, 1, 3, 3)
--   print(path) --> path of 6 points from 2, 1 to 3, 3 (cells), cost 5
--
-- The calls that games use most. x, y is a cell: column and row, from 1. wx, wy
-- is a point of the world, in pixels if `cell_size` is.
--
--   local grid = tilepath.grid(40, 30, { cell_size = 32 })  -- or of a text
--   grid:set(3, 1, "wall")                         -- grid:get(3, 1)
--   grid:fill(5, 1, 1, 9, "wall")                  -- a rectangle
--   print(grid:is_walkable(3, 1))                  --> false
--   print(grid:to_cell(100, 50))                   --> 4 2
--   print(grid:to_world(4, 2))                     --> 112 48
--   local finder = tilepath.pathfinder(grid, { diagonal = "never" })
--   local path, cost = finder:find(1, 1, 9, 1)     -- or nil, reason
--   for i, x, y in path:points() do end
--   print(finder:is_reachable(1, 1, 3, 1))         --> false
--   print(finder:nearest(3, 1))                    --> 2 1
--   local reach = finder:reach(1, 1, 4)            -- the cells of a turn
--   local field = finder:field { { 9, 1 } }        -- paths from everywhere
--   print(field:next(1, 1))                        --> 2 1
--   local hero = tilepath.follower { finder = finder, cell_x = 1, cell_y = 1 }
--   hero:go(272, 16)                               -- or nil, reason
--   hero:update(1 / 60)                            -- then hero.x, hero.y
--   local crowd = tilepath.crowd(grid)             -- units that never overlap
--   local orc = crowd:add { finder = finder, cell_x = 1, cell_y = 2 }
--   orc:go_cell(9, 2)                              -- or orc:chase(hero)
--   crowd:update(1 / 60)                           -- then orc.x, orc.y
--   local saved = grid:save()                      -- tilepath.load(saved)
--
-- A mistake raises an error at your line. An ordinary "no" is nil and a reason.
-- The docs of the release have all calls: docs/reference/README.md.
--
-- What the file needs of its host is Lua 5.1 to 5.5, LuaJIT or Luau, with
-- string, table and math. It uses `require`, `package`, `io`, `os` and `debug`
-- if they exist, and sets no global. Without `require`, run the file as the
-- host runs any file: it returns the library.
--
-- If the host can load the C module tilepath_core of this version, and finds it
-- beside this file or along package.cpath, the file uses it, and is 3 to 80
-- times as fast. `tilepath.core` is "C" or "Lua". TILEPATH_CORE=lua in the
-- environment keeps the C module away, and TILEPATH_CORE=c raises an error that
-- says why there is none.
--
-- Maps from Tiled and LDtk, buildings, platform levels, queues, finder:explain,
-- tilepath.ascii and drawing are in tilepath_extras.lua, which a release has
-- beside this file. For hosts that limit the length of a program there is
-- tilepath.min.lua, this file without comments, which starts in less than half of
-- the time, but needs `load` or `loadstring`.
--
-- The file is made of the folder lua/tilepath of the sources: a function for
-- each file there, which is called when another one requires it.
--
--$LICENSE

-- The name under which the host requires this file.
local own = ...
own = type(own) == "string" and string.gsub(own, "[./]init$", "") or "tilepath"

-- The library's files, by name.
local files = {}
--$FILES
-- ---- what puts them together ------------------------------------------------

-- A host may lack both.
local _, host_require = pcall(function() return require end)
local _, package = pcall(function() return package end)
if type(package) ~= "table" or type(package.loaded) ~= "table"
  or type(package.preload) ~= "table" then
  package = { loaded = {}, preload = {}, path = "", cpath = "", config = "/\n" }
end
local loaded = package.loaded

local own_require
--$COMPILE
--- Opens a file of the library at its first use.
local function open(name)
  local file = files[name]
  if not file then
    own_require(own .. ".check").raise(
      "tilepath: this call needs tilepath_extras.lua, which a release has "
        .. "beside tilepath.lua: require that first")
  end
  --$COMPILED
  return file(own_require, package, own .. "." .. name)
end

--- What the library's files have for `require`.
function own_require(name)
  if loaded[name] == nil then
    if string.sub(name, 1, #own + 1) == own .. "." then
      loaded[name] = open(string.sub(name, #own + 2))
    elseif type(host_require) == "function" then
      return host_require(name)
    else
      error("tilepath: this host has no require for " .. tostring(name), 0)
    end
  end
  return loaded[name]
end

local tilepath = own_require(own .. ".init")

--- For tilepath_extras.lua, which calls this from its own function.
function tilepath.add_files(more)
  for name, file in pairs(more) do
    files[name] = file
  end
  own_require(own .. ".check").own(2)
end

return tilepath
