-- Lets the examples find tilepath: in a checkout its Lua files in lua/ and its
-- compiled half in build/luajit/, in the zip for games the folder tilepath/. A
-- game of your own has no such file: the folder tilepath/ lies beside its
-- main.lua, and `require "tilepath"` is all.

local root = love.filesystem.getSource() .. "/../../.."
package.path = table.concat({
  root .. "/lua/?.lua", root .. "/lua/?/init.lua", root .. "/?/init.lua",
  root .. "/?.lua", root .. "/examples/love/?.lua", package.path,
}, ";")

-- LUA_CPATH comes first where it is set: `make` names another build with it.
local build = root .. "/build/luajit/?.so"
package.cpath = os.getenv("LUA_CPATH") and package.cpath .. ";" .. build
  or build .. ";" .. package.cpath

-- screenshots.sh asks for a picture. The games of one file know nothing of it,
-- and all others have a love.load of their own.
function love.load(arguments)
  if arguments[1] == "--picture" then require("scenes")(arguments[2]) end
end
