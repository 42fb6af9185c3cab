-- The text beside the level: the jumps, who does what, the keys.

local new_notes = require "notes"

local WIDTH, ACCENT = 196, { 0.965, 0.62, 0.50 }

local function tell(notes, name, walker)
  local leap = walker.leap
  notes:fact(name, leap and leap.link.name .. "s"
    or walker.body:is_moving() and "walks" or "waits")
end

return function(game, x, y)
  local notes = new_notes("platformer", x, y, WIDTH, ACCENT)
  local path = game.hero.body.path
  notes:heading("the level")
  notes:fact("jumps and drops", game.jumps)
  notes:heading("the hero's path")
  notes:fact("cost", path and ("%.0f"):format(path.cost) or "")
  notes:fact("jumps and drops", path and #(path.links or {}) or "")
  notes:heading("who does what")
  tell(notes, "hero", game.hero)
  tell(notes, "cat", game.cat)
  tell(notes, "snail, no jumper", game.snail)
  notes:heading("mouse and keys")
  notes:key("click", "go there")
  notes:key("right", "build, break")
  notes:key("j", "show all jumps")
  notes:key("r, esc", "begin again, quit")
end
