-- The text beside the valley: the state of the game, the kinds of creeps, the
-- keys.

local new_notes = require "notes"
local bodies = require("drawing").bodies

local graphics = love.graphics
local ACCENT = { 0.965, 0.62, 0.50 }

return function(game, x, y)
  local notes = new_notes("tower", x, y, 192, ACCENT)

  notes:heading("game")
  notes:fact("creeps", #game.creeps.list)
  notes:fact("fallen", game.creeps.fallen)
  notes:fact("came through", game.creeps.through)
  notes:fact("towers", #game.towers.list)
  notes:fact("a frame", ("%.2f ms"):format((game.seconds or 0) * 1000))

  notes:heading("creeps")
  for _, kind in ipairs { { "scout", "flees when hit" },
                          { "soldier", "goes on" },
                          { "ogre", "two cells wide" } } do
    notes:fact(kind[1], kind[2])
    graphics.setColor(bodies[kind[1]])
    graphics.circle("fill", x + 68, notes.y - 12, 5)
  end

  notes:heading("way to the fort")
  for _, size in ipairs { "small", "large" } do
    local walk = game.walks[size]
    notes:fact(size, ("%.1f"):format(
      walk.field:cost(walk.start[1], walk.start[2])))
  end

  notes:heading("mouse and keys")
  notes:key("left click", "build")
  notes:key("right click", "take away")
  notes:key("f", "show the field")
  notes:key("r", "begin again")
  notes:key("esc", "quit")
end
