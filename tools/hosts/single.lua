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
-- The twenty calls that games use most; x, y is a cell (column, row, from 1),
-- wx, wy is a point in the world:
--
--   grid = tilepath.grid(width, height, { cell_size = 32 })   or (text)
--   grid:set(x, y, "wall")        grid:get(x, y)      a terrain of a cell
--   grid:is_walkable(x, y)        grid:set_walkable(x, y, true)
--   grid:cell_at(wx, wy)          grid:cell_center(x, y)
--   grid:terrain("mud", 3)        a kind of terrain, and its price
--   for x, y in grid:cells("wall") do ... end
--   finder = tilepath.pathfinder(grid, { diagonal = "never", costs = {} })
--   path, cost = finder:find(x1, y1, x2, y2)      or nil, reason
--   finder:is_reachable(x1, y1, x2, y2)           finder:nearest(x, y)
--   finder:line_of_sight(x1, y1, x2, y2)
--   reach = finder:reach(x, y, budget)            the cells of a turn
--   field = finder:field { { x, y } }             the way from everywhere
--   nx, ny = field:next(x, y)                     a step along it
--   hero = tilepath.follower { x = wx, y = wy, speed = 100, finder = finder }
--   hero:go(wx, wy)               or nil, reason
--   hero:update(dt)               then hero.x, hero.y, hero.angle
--   queue = tilepath.queue { nodes = 2000 }       many queries under a budget
--   text = grid:dump()            grid = tilepath.load(text)
--
-- A mistake raises an error at your line. An ordinary "no" is nil and a reason.
-- The docs of the release have all calls: docs/reference/README.md.
--
-- What the file needs of its host is Lua 5.1 to 5.5, LuaJIT or Luau, with
-- string, table, math and coroutine. It uses `require`, `package`, `io`, `os`
-- and `debug` if they exist, and sets no global. Without `require`, run the file
-- as the host runs any file: it returns the library.
--
-- If the host can load the C module tilepath_core of this version, and finds it
-- beside this file or along package.cpath, the file uses it, and is ten to a
-- hundred times as fast. `tilepath.core` is "C" or "Lua". TILEPATH_CORE=lua in
-- the environment keeps the C module away, and TILEPATH_CORE=c raises an error
-- that says why there is none.
--
-- Maps from Tiled, LDtk and pictures, and drawing, are in tilepath_extras.lua.
--
-- The file is made of the folder lua/tilepath of the sources: a function for
-- each file there, which is called when another one requires it.
--
--$LICENSE

-- The name under which the host requires this file.
local own = ...
own = type(own) == "string" and own:gsub("[./]init$", "") or "tilepath"

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

--- Opens a file of the library at its first use.
local function open(name)
  local file = files[name]
  if not file then
    own_require(own .. ".check").raise(
      "tilepath: this call needs tilepath_extras.lua: require that first")
  end
  return file(own_require, package, own .. "." .. name)
end

--- What the library's files have for `require`.
function own_require(name)
  if loaded[name] == nil then
    if name:sub(1, #own + 1) == own .. "." then
      loaded[name] = open(name:sub(#own + 2))
    elseif type(host_require) == "function" then
      return host_require(name)
    else
      error(("tilepath: this host has no require for '%s'"):format(name), 0)
    end
  end
  return loaded[name]
end

local found, tilepath = pcall(own_require, own .. ".init")
if not found then
  local loader = own_require(own .. ".loader")
  if loader.demanded() == "c" then
    error(tilepath, 0)
  end
  loader.choose_plain(own_require(own .. ".plain.core"), own)
  tilepath = own_require(own .. ".init")
end

--- For tilepath_extras.lua, which calls this from its own function.
function tilepath.add_files(more)
  for name, file in pairs(more) do
    files[name] = file
  end
  own_require(own .. ".check").own(2)
end

return tilepath
