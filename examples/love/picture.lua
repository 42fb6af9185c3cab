-- Plays a scene without a player and saves a picture of it; screenshots.sh
-- starts it. Frames have equal length, so that the picture is the same on a
-- slow machine. Without a graphics card drawing is slow: of the frames before
-- the picture, only some are drawn.

local FRAME = 1 / 60
local DRAWN = 16

-- `script` maps a frame number to what happens in it; the picture is taken in
-- frame `last`, and then the game ends.
return function(file_name, script, last)
  local frame, update, draw = 0, love.update, love.draw

  function love.errorhandler(message)
    print(debug.traceback(message))
    os.exit(1)
  end

  local function save(image)
    local file = assert(io.open(file_name, "wb"))
    file:write(image:encode("png"):getString())
    file:close()
    love.event.quit(0)
  end

  function love.update()
    frame = frame + 1
    if script[frame] then script[frame]() end
    update(FRAME)
    if frame == last then love.graphics.captureScreenshot(save) end
  end

  function love.draw()
    if frame % DRAWN == 0 or frame >= last then draw() end
  end
end
