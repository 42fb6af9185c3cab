dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("platformer", 1228, 618)
