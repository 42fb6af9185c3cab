function love.conf(t)
  t.window.width, t.window.height = 800, 800
  t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false
end
