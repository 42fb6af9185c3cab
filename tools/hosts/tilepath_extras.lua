--- tilepath $VERSION: maps from Tiled, LDtk and images, and pictures, beside
-- tilepath.lua.
--
-- Copy this file beside tilepath.lua, and require it once:
--
--   require "tilepath_extras"
--   local tilepath = require "tilepath"
--   local map = tilepath.from_tiled(text)
--
-- From then on the library also has
--
--   tilepath.from_tiled   tilepath.from_ldtk   tilepath.from_image
--   tilepath.isometric    tilepath.picture     tilepath.svg
--   tilepath.draw         (in LÖVE)
--
-- In a host without `require`, run this file with the library as its argument,
-- as in loadfile("tilepath_extras.lua")(tilepath). The file returns the library.
--
--$LICENSE

local first = ...
local tilepath = type(first) == "table" and first
  or require(type(first) == "string" and first:gsub("_extras$", "")
    or "tilepath")

if tilepath.version ~= "$VERSION" or not tilepath.add_files then
  error("tilepath_extras.lua is for tilepath.lua of version $VERSION", 0)
end

local files = {}
--$FILES
tilepath.add_files(files)

return tilepath
