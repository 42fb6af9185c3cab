dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("guard", 1224, 696)

local conf = love.conf
function love.conf(t)
  conf(t)
  t.window.stencil = 8
end
