dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("walk", 1224, 696)
