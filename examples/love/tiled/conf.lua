dofile(love.filesystem.getSource() .. "/../repository.lua")
require "window"("a map of Tiled", 1216, 672)
