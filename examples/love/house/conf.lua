dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("house", 1272, 576)
