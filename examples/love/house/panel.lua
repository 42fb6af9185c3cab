-- The text below the house, in three columns: who does what, the chosen one,
-- the keys.

local new_notes = require "notes"

local ACCENT = { 0.965, 0.62, 0.50 }
local WIDTH, STEP = 300, 420

local function tell_chosen(notes, life, person)
  if not person then
    notes:write("click on somebody")
    return
  end
  local unit, place = person.unit, person.place
  notes:fact("is on the floor", (life.house:to_floor(unit.cell_x, unit.cell_y)))
  notes:fact("wants to", (life.house:to_floor(place.x, place.y)))
  notes:fact("is", person.rest and "at rest" or unit.status)
end

return function(game, x, y)
  local life = game.life
  local notes = new_notes("house", x, y - 30, WIDTH, ACCENT)
  notes:fact("under way", life.walking)
  notes:fact("at rest", life.resting)
  notes:fact("visits so far", life.visits)
  notes:fact("the lift", life.lift_is_off and "off" or "on")

  notes = new_notes("chosen", x + STEP, y - 30, WIDTH, ACCENT)
  tell_chosen(notes, life, game.chosen)

  notes = new_notes("mouse and keys", x + 2 * STEP, y - 30, WIDTH, ACCENT)
  notes:key("click", "somebody, then a place")
  notes:key("l", "the lift off and on")
  notes:key("r, esc", "begin again, quit")
end
