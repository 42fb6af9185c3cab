--- Liveness as a score on a fixed set of drawn games.
--
--   score(it, "comes to rest", { runs = 100, noun = "crowd", draw = f },
--     function(game)
--     ... return a reason, as one line, if the game is lost
--   end)
--
-- No theorem says that each game is won. So the score plays the games of the
-- committed seeds, and spec/fixtures/scores/<noun>.<title>.txt names the lost
-- games, with their reasons. Any other outcome, even a better one, fails and
-- shows the difference. SCORES=keep in the environment then writes the new
-- baseline, unless more games are lost; SCORES=worse writes it in any case.
--
-- An error of the check is a fault, and fails as in a law. A committed scene of
-- spec/fixtures/found is a game that must be won.
--
-- With SEED in the environment a score compares nothing, and reports on stderr.
-- RUNS=n plays the first n games, SHARE=n one game in n.

local lfs = require "lfs"
local helper = require "spec.support.helper"
local law = require "spec.support.law"

local SCORES = os.getenv("SCORES")
local FOLDER = "spec/fixtures/scores/"

local score = {}

--- The number of games of a baseline, and its lost games { [seed] = reason }.
local function read_baseline(name)
  local text = helper.read_file(name)
  if not text then return 0, {} end
  local lost = {}
  for seed, reason in text:gmatch("seed (%d+): ([^\n]*)") do
    lost[tonumber(seed)] = reason
  end
  return tonumber(text:match("of (%d+)")), lost
end

local function listed(lost, first, last)
  local lines = {}
  for seed = first, last do
    if lost[seed] then
      lines[#lines + 1] = ("seed %d: %s"):format(seed, lost[seed])
    end
  end
  return lines
end

--- The lines of a baseline: its total, and each lost game.
local function shown(lost, first, runs)
  local lines = listed(lost, first, first + runs - 1)
  table.insert(lines, 1, ("%d won of %d"):format(runs - #lines, runs))
  return table.concat(lines, "\n") .. "\n"
end

--- The games with another outcome than in the baseline, and the first seed.
local function changes(old, new, first, runs)
  local lines, one = {}, nil
  for seed = first, first + runs - 1 do
    if new[seed] and not old[seed] then
      lines[#lines + 1] = ("now lost, seed %d: %s"):format(seed, new[seed])
    elseif old[seed] and not new[seed] then
      lines[#lines + 1] = ("now won, seed %d: %s"):format(seed, old[seed])
    end
    one = one or #lines > 0 and seed or nil
  end
  return lines, one
end

local function compare(name, lost, first, runs, options, command_of)
  local old_runs, old = read_baseline(name)
  local differences, one = changes(old, lost, first, runs)
  if old_runs == options.runs and #differences == 0 then return end
  local last = first + runs - 1
  local is_worse = old_runs > 0
    and #listed(lost, first, last) > #listed(old, first, last)
  if runs == options.runs
    and (SCORES == "worse" or SCORES == "keep" and not is_worse) then
    lfs.mkdir(FOLDER:sub(1, -2))
    helper.write_file(name, shown(lost, first, runs))
    return
  end
  error(("%d of %d games are won, not as in %s:\n%s\none game: %s\n"
    .. "a new baseline: SCORES=%s"):format(runs - #listed(lost, first, last),
    runs, name, table.concat(differences, "\n"), command_of(one or first),
    is_worse and "worse" or "keep"), 0)
end

setmetatable(score, { __call = function(_, it, title, options, check)
  local stem = law.stem(title, options)
  it(title .. " #law", function()
    local first, runs, lost = law.first, law.runs(options), {}
    for seed = first, first + runs - 1 do
      lost[seed] = law.try(title, seed, options, check)
    end
    if law.is_drawn_anew then
      io.stderr:write("score ", stem, " ", shown(lost, first, runs))
    else
      compare(FOLDER .. stem .. "txt", lost, first, runs, options,
        function(seed) return law.command(check, title, seed) end)
    end
  end)
  law.scenes(it, title, options, function(game)
    local reason = check(game)
    if reason then
      error(reason, 0)
    end
  end)
end })

return score
