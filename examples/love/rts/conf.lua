dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("rts", 1224, 688)
