-- The text beside the land: who is chosen, what the crowd does and what it may
-- take, what it tells, the keys.

local new_notes = require "notes"
local marks = require("view").marks

local graphics = love.graphics
local ACCENT = { 0.965, 0.62, 0.50 }

return function(game, x, y)
  local army = game.army
  local info = army.info
  local notes = new_notes("rts", x, y, 192, ACCENT)
  local function milliseconds(seconds)
    return ("%.2f ms"):format(seconds * 1000)
  end

  notes:heading("army")
  notes:fact("chosen", #army.chosen .. " of " .. #army.units)
  notes:fact("under way", army.under_way)
  notes:fact("gate", army.gate.is_open and "open" or "shut")
  if army.refusal then notes:write(army.refusal) end

  notes:heading("an update")
  notes:fact("may search", army.nodes .. " nodes")
  notes:fact("decisions", army.decided)
  notes:fact("searches", info.searches)
  notes:fact("waiting for one", info.waiting)
  notes:fact("stuck", info.stuck)
  notes:fact("takes", milliseconds(game.seconds))
  notes:fact("longest of late", milliseconds(game.longest))

  notes:heading("told by the crowd")
  for _, what in ipairs { "arrived", "settled", "bumped", "blocked" } do
    notes:fact("    " .. what, army.told[what] or 0)
    graphics.setColor(marks[what])
    graphics.circle("fill", x + 5, notes.y - 12, 4)
  end

  notes:heading("mouse and keys")
  notes:key("left", "choose, turn the gate")
  notes:key("right", "go, all together")
  notes:key("shift right", "patrol")
  notes:key("1 to 5, a", "choose a kind, all")
  notes:key("s, h, g", "stop, hold, gate")
  notes:key("w", "show all ways")
  notes:key("r, esc", "begin again, quit")
end
