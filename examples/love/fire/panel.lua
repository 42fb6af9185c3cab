-- The text beside the school: how far the drill is, what the crowd does, the
-- keys.

local new_notes = require "notes"

local ACCENT = { 0.965, 0.62, 0.50 }

return function(game, x, y)
  local drill = game.drill
  local info = drill.crowd.info
  local notes = new_notes("fire drill", x, y, 192, ACCENT)

  notes:heading("people")
  notes:fact("in all", #drill.people)
  notes:fact("out", drill.out)
  notes:fact("at rest on the lawn", drill.settled)
  notes:fact("without a way out", drill.cut_off)
  notes:fact("time", drill.seconds and ("%.1f s"):format(drill.seconds)
    or "no alarm yet")

  notes:heading("the crowd")
  notes:fact("under way", drill.walking)
  notes:fact("decided so far", info.decisions)
  notes:fact("stuck", info.stuck)
  notes:fact("a frame", ("%.2f ms"):format(game.seconds * 1000))

  notes:heading("mouse and keys")
  notes:key("space", "alarm")
  notes:key("click", "a door, a fire")
  notes:key("right click", "put a fire out")
  notes:key("f", "show the field")
  notes:key("r, esc", "begin again, quit")
end
