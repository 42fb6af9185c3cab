-- The panel: the jumps, what each walker does, the keys.

local function tell(name, walker)
  local leap = walker.leap
  return { name, leap and leap.link.name .. "s"
    or walker.body.status == "going" and "walks" or "waits" }
end

return function(game)
  local path = game.hero.body:path()
  return { title = "platformer",
    "the level",
    { "jumps and drops", game.jumps },
    "the hero's path",
    { "cost", path and ("%.0f"):format(path.cost) or "" },
    { "jumps and drops", path and #(path.links or {}) or "" },
    "who does what",
    tell("hero", game.hero),
    tell("cat", game.cat),
    tell("snail, no jumper", game.snail),
    "mouse and keys",
    { key = "click", "go there" },
    { key = "right", "build, break" },
    { key = "j", "show all jumps" },
    { key = "r, esc", "begin again, quit" },
  }
end
