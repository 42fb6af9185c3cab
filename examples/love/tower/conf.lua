dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("tower", 1224, 696)
