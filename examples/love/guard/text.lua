-- The panel: what is left to do, what the guards do, the keys.

local ACCENT = { 0.42, 0.93, 0.80 }
local DIM = { 0.56, 0.60, 0.65 }
local NEWS = { sneak = "steal the gems", caught = "caught",
               rich = "all of them are yours" }

return function(game)
  local guards = {}
  for i, watchman in ipairs(game.watchmen) do
    local count = watchman.view and watchman.view.count or 0
    guards[i] = { i .. "  " .. watchman.mood,
                  ("%d cells in view"):format(count) }
  end
  return { title = "guard", accent = ACCENT,
    "the night",
    { NEWS[game.state], colour = game.state ~= "sneak" and ACCENT or nil },
    { "gems left", game.left },
    "the guards",
    guards,
    "on the ground",
    { "reeds hide you", colour = DIM },
    { "water can be seen over", colour = DIM },
    "mouse and keys",
    { key = "click", "sneak there" },
    { key = "right click", "a hedge grows" },
    { key = "r, esc", "begin again, quit" },
  }
end
