dofile(love.filesystem.getSource() .. "/../repository.lua")

function love.conf(t)
  t.window.title = "tilepath: rts"
  t.window.width, t.window.height = 1224, 688
  t.window.msaa = 4
  t.modules.audio, t.modules.sound = false, false
  t.modules.joystick, t.modules.physics = false, false
end
