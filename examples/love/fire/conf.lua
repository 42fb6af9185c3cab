dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("fire", 1224, 696)
