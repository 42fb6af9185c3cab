dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("steps", 1228, 664)
