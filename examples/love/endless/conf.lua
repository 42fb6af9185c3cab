dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("endless", 1200, 696)
