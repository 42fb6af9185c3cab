dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("stealth", 1096, 608)
