--- tilepath $VERSION: maps from Tiled and LDtk, buildings, platform levels,
-- queues, explanations and pictures, beside tilepath.lua.
--
-- Copy this file beside tilepath.lua, and require it once:
--
--   require "tilepath_extras"
--   local tilepath = require "tilepath"
--   local grid = tilepath.from_tiled(require "town") -- Lua export of Tiled
--
-- From then on the library also has
--
--   tilepath.from_tiled   tilepath.from_ldtk
--   tilepath.building     tilepath.platformer
--   tilepath.queue        tilepath.ascii
--   tilepath.picture      tilepath.svg
--   finder:explain        tilepath.draw (in LÖVE)
--   without the C module finder:search, and path:prune with `cells`
--
-- Some hosts do not tell a file its name when they run it. There the file
-- returns a function of the library: dofile("tilepath_extras.lua")(tilepath).
--
--$LICENSE

local own = ...
local files = {}
--$FILES
--- Adds the files to the library, and returns it.
local function add(tilepath)
  if tilepath.version ~= "$VERSION" or not tilepath.add_files then
    error("tilepath_extras.lua is for tilepath.lua of version $VERSION", 0)
  end
  tilepath.add_files(files)
  return tilepath
end

return type(own) == "string"
  and add(require((string.gsub(own, "_extras$", "")))) or add
