dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("swarm", 1264, 608)
