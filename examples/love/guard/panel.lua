-- The text beside the garden: what is left to do, what the guards are about,
-- the keys.

local new_notes = require "notes"

local ACCENT = { 0.42, 0.93, 0.80 }
local DIM = { 0.56, 0.60, 0.65 }
local NEWS = { sneak = "steal the gems", caught = "caught",
               rich = "all of them are yours" }

return function(game, x, y)
  local notes = new_notes("guard", x, y, 192, ACCENT)
  notes:heading("the night")
  notes:write(NEWS[game.state], game.state ~= "sneak" and ACCENT or nil)
  notes:fact("gems left", game.left)

  notes:heading("the guards")
  for i, watchman in ipairs(game.watchmen) do
    notes:fact(i .. "  " .. watchman.mood,
               ("%d cells in view"):format(watchman.view.count))
  end

  notes:heading("on the ground")
  notes:write("reeds hide you", DIM)
  notes:write("water can be seen over", DIM)

  notes:heading("mouse and keys")
  notes:key("click", "sneak there")
  notes:key("right click", "a hedge grows")
  notes:key("r", "begin again")
  notes:key("esc", "quit")
end
