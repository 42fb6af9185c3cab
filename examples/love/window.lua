-- The window of an example: conf.lua asks for it by title and size.

return function(title, width, height)
  function love.conf(t)
    t.window.title = "tilepath: " .. title
    t.window.width, t.window.height = width, height
    t.window.msaa = 4
    -- love.js breaks off without audio.
    t.modules.audio = love._os == "Web" -- luacheck: ignore 143
    t.modules.sound = false
    t.modules.joystick, t.modules.physics = false, false
  end
end
