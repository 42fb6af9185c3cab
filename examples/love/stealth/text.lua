-- The panel: what the thief has and has to do, what the guards do, the keys.

local function to_do(heist)
  if heist.ending then return heist.ending end
  local has = heist.has
  return has.treasure and "out by the exit" or has.key and "the treasure"
    or "the key of the lock"
end

return function(game)
  local heist, guards = game.heist, {}
  for i, guard in ipairs(heist.guards) do
    guards[i] = { "guard " .. i, heist:mood(guard) }
  end
  return { title = "stealth",
    "the thief",
    { "next", to_do(heist) },
    { "walks", heist:is_loud() and "aloud" or "quietly" },
    game.saved and { "saved", "f9 goes back" } or false,
    "the guards",
    guards,
    "glass stops no eyes,",
    { "a hedge stops no thief," },
    { "a closet hides him" },
    "mouse and keys",
    { key = "left", "go" },
    { key = "shift left", "then go" },
    { key = "right", "throw a coin" },
    { key = "space", "sneak, run" },
    { key = "f5, f9", "save, load" },
    { key = "r, esc", "begin again, quit" },
  }
end
