--- tilepath $VERSION: grid pathfinding, as ModuleScripts for Roblox.
--
--   local tilepath = require(game.ReplicatedStorage.tilepath)
--   local grid = tilepath.grid(20, 15, { cell_size = 4 })   -- studs
--   local finder = tilepath.pathfinder(grid)
--   local path, cost = finder:find(1, 1, 20, 15)
--
-- The map's x and y are X and Z of the world. A child for each file of the
-- library returns that file as a function, which gets a `require` and a
-- `package` of the library's own. A child is required when it is first used.
--
--$LICENSE

--$TYPES
local loaded = {}
local package = { loaded = loaded, preload = {}, path = "", cpath = "",
  config = "/\n" }

--- The child for a name such as "follower.map". Rojo has its own meaning for a
-- file `init`.
local function child(name)
  local at = script
  name = name == "init" and "library" or name
  for part in name:gmatch("[^.]+") do
    at = at and at:FindFirstChild(part)
  end
  return at or error(("tilepath: there is no %s"):format(name), 0)
end

--- What the library's files have for `require`: of names such as
-- "tilepath.check".
local function own_require(name)
  if loaded[name] == nil then
    loaded[name] = require(child((name:gsub("^tilepath%.", ""))))(own_require,
      package, name)
  end
  return loaded[name]
end

own_require("tilepath.loader").choose_plain "tilepath"
local tilepath = own_require("tilepath.init")

return tilepath
