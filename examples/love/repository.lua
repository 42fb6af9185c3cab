-- Lets the examples find tilepath: in a checkout, its Lua files in lua/ and its
-- compiled half in build/luajit/; in the zip for games, the folder tilepath/.
-- Your own game has no such file: the folder tilepath/ lies beside its
-- main.lua, and `require "tilepath"` is all.

local root = love.filesystem.getSource() .. "/../../.."
package.path = table.concat({
  root .. "/lua/?.lua", root .. "/lua/?/init.lua", root .. "/?/init.lua",
  root .. "/?.lua", root .. "/examples/love/?.lua", package.path,
}, ";")

-- LUA_CPATH comes first if it is set: `make` uses it to name another build.
local build = root .. "/build/luajit/?.so"
package.cpath = os.getenv("LUA_CPATH") and package.cpath .. ";" .. build
  or build .. ";" .. package.cpath

-- screenshots.sh asks for a picture. Games of one file do not know that; all
-- other games have their own love.load.
function love.load(arguments)
  if arguments[1] == "--picture" then require("scenes")(arguments[2]) end
end
