dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("tactics", 1224, 688)
