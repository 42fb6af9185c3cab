dofile(love.filesystem.getSource() .. "/../repository.lua")

function love.conf(t)
  t.window.title = "tilepath: a map of Tiled"
  t.window.width, t.window.height = 1216, 672
  t.modules.audio, t.modules.sound = false, false
  t.modules.joystick, t.modules.physics = false, false
end
