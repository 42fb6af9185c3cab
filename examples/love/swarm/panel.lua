-- The text beside the rooms: what a frame of the simulation takes, the choices,
-- the keys.

local new_notes = require "notes"

local ACCENT = { 0.99, 0.89, 0.42 }

return function(game, x, y)
  local notes = new_notes("swarm", x, y, 160, ACCENT)
  local function milliseconds(seconds)
    return ("%.2f ms"):format(seconds * 1000)
  end

  notes:heading("agents")
  notes:fact("all", #game.xs)
  notes:fact("on their way", game.walking)
  notes:fact("doors closed", game.closed)

  local seconds = game.seconds
  notes:heading("simulation, a frame")
  notes:fact("last update", milliseconds(seconds.update))
  notes:fact("advance", milliseconds(seconds.advance))
  notes:fact("arrivals", milliseconds(seconds.arrive))
  notes:fact("in all", milliseconds(seconds.all))
  notes:fact("longest", milliseconds(seconds.most))

  notes:heading("field shown   (f)")
  for i, name in ipairs(game.overlays) do
    notes:choice(name, "", i == game.overlay)
  end

  notes:heading("mouse and keys")
  notes:key("click", "door, goal")
  notes:key("o, c", "all doors")
  notes:key("r", "begin again")
  notes:key("esc", "quit")
end
