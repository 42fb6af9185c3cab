dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("hex", 1224, 688)
