-- The panel: the chosen units, what the crowd does and may search, the events,
-- the keys.

local marks = require("view").marks

local function milliseconds(seconds)
  return ("%.2f ms"):format(seconds * 1000)
end

return function(game)
  local army, told = game.army, {}
  local info = army.info
  for i, what in ipairs { "arrived", "settled", "bumped", "blocked" } do
    told[i] = { what, army.told[what] or 0, dot = marks[what] }
  end
  return { title = "rts",
    "army",
    { "chosen", #army.chosen .. " of " .. #army.units },
    { "under way", army.crowd.moving },
    { "sentries", #army.sentries },
    { "gate", army.gate.is_open and "open" or "shut" },
    army.refusal and { army.refusal } or false,
    "an update",
    { "may search", army.nodes .. " nodes" },
    { "decisions", army.decided },
    { "searches", info.searches },
    { "waiting for one", info.waiting },
    { "stuck", info.stuck },
    { "takes", milliseconds(game.seconds) },
    { "longest of late", milliseconds(game.longest) },
    "told by the crowd",
    told,
    "mouse and keys",
    { key = "left", "choose, turn the gate" },
    { key = "right", "go, all together" },
    { key = "ctrl right", "attack on the way" },
    { key = "p right", "patrol" },
    { key = "shift", "after the other orders" },
    { key = "1 to 4, a", "choose a kind, all" },
    { key = "s, h, g", "stop, hold, gate" },
    { key = "w", "show all ways" },
    { key = "r, esc", "begin again, quit" },
  }
end
