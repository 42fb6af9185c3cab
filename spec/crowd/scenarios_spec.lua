--- Scenarios of games, by turns and in real time. The files of
-- spec/fixtures/crowds are played as scenes. If a folder of crowds lies beside
-- this checkout (CROWD_SCENARIOS names another), its scenarios are played, too,
-- with their own judge.

local helper = require "spec.support.helper"
local crowd_log = require "spec.support.crowd_log"
local lacks = require "spec.support.lacks"
local scene = require "spec.support.scene"

local CROWDS = os.getenv("CROWD_SCENARIOS") or "../shared/crowds"
local NEAR_PAR, FEWEST_NEAR_PAR = 1.25, 12

local OURS = { "archers", "blast", "corners", "dead_end", "door", "echelons",
  "escort", "exits", "flock", "gap", "gate", "gather", "giants", "guards",
  "hero", "hunt", "junction", "lane", "late_door", "leavers", "one_corner",
  "packs", "parade", "parked", "patrol", "pocket", "ring", "rooms",
  "roundabout", "shut_exit", "siege", "speeds", "tide", "yard" }
local THEIRS = { "01_corridor_pocket", "02_door3_cross", "03_crossing_4x25",
  "04_one_goal_50", "05_convoy_door", "06_ring_one_hole", "07_town_giants",
  "08_chase_20", "09_fire_drill_100", "10_swap_blocks_200",
  "11_slow_fast_road", "12_parked_goal", "13_patrol_loop", "14_maze_60" }

-- Jams out of which only a search over the positions of units leads.
local JAMS = { giants = true, junction = true, yard = true,
  ["07_town_giants"] = true }

--- The tag of a scenario.
local function tag_of(name)
  return JAMS[name] and lacks.plans or ""
end

describe("#once a scenario", function()
  for _, name in ipairs(OURS) do
    local text = helper.read_file("spec/fixtures/crowds/" .. name .. ".txt")
    for _, clock in ipairs { "turns", "seconds", "turns, saved",
      "seconds, saved" } do
      it(("goes well: %s (%s)"):format(name, clock) .. tag_of(name), function()
        scene.play(text, clock)
      end)
    end
  end
end)

-- Faults that the judge reports -----------------------------------------------

local PAIR = helper.map [[
  bound 9
  map 4 3
  ....
  ....
  ..#.
  agent a at=1,1 to=2,2
  agent b at=2,1 to=1,2
]] .. "\n"

--- A log of beats, each a list of places of a, b, ..., and of rest after them.
local function log_of(beats, rest)
  local lines = { "rate 1" }
  for t, places in ipairs(beats) do
    for i, place in ipairs(places) do
      lines[#lines + 1] = ("%d %s %s"):format(t - 1,
        ("abcd"):sub(i, i), place)
    end
  end
  for t = #beats, #beats + (rest or 11) do
    for i, place in ipairs(beats[#beats]) do
      lines[#lines + 1] = ("%d %s %s"):format(t, ("abcd"):sub(i, i), place)
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

--- The first faults that the judge reports, as text; "" if there are none.
local function judge(scenario, beats, rest)
  local faults = crowd_log.judge(scenario, log_of(beats, rest))
  return table.concat(faults, "\n", 1, math.min(5, #faults))
end

describe("#once the judge of logs", function()
  it("passes a correct log", function()
    assert.are.equal("", judge(PAIR, { { "1 1", "2 1" }, { "1 2", "2 1" },
      { "1 2", "2 2" }, { "1 2", "1 1" }, { "2 2", "1 1" },
      { "2 2", "1 2" } }))
  end)

  local FAULTS = {
    { "two units in a cell", "hold one cell", { { "1 1", "2 1" },
      { "2 1", "2 1" } } },
    { "an exchange", "1.000 through", { { "1 1", "2 1" }, { "2 1", "1 1" } } },
    { "a crossing", "1.000 through", { { "1 1", "2 1" }, { "2 2", "1 2" } } },
    { "a step into a cell that a unit leaves sideways", "through each other",
      { { "1 1", "2 1" }, { "1 1", "2 2" }, { "2 1", "1 1" } } },
    { "a leap", "goes from", { { "1 1", "2 1" }, { "1 3", "2 1" } } },
    { "a step into a wall", "goes from", { { "1 1", "2 1" }, { "1 1", "2 2" },
      { "1 1", "3 3" } } },
    { "a step out of the map", "goes from", { { "1 1", "2 1" },
      { "0 1", "2 1" } } },
    { "a cut corner", "b goes from", { { "1 1", "2 1" },
      { "1 1", "2 2" }, { "1 1", "3 2" }, { "1 1", "2 3" } } },
    { "another start", "did not begin", { { "1 2", "2 1" } } },
    { "another end", "was done at nil", { { "1 1", "2 1" } } },
    { "a late unit", "not at 9", { { "1 1", "2 1" }, { "1 1", "2 1" },
      { "1 1", "2 1" }, { "1 1", "2 1" }, { "1 1", "2 1" }, { "1 1", "2 1" },
      { "1 1", "2 1" }, { "1 1", "2 1" }, { "1 1", "2 1" }, { "1 2", "2 1" },
      { "1 2", "1 1" }, { "2 2", "1 1" }, { "2 2", "1 2" } } },
  }
  for _, fault in ipairs(FAULTS) do
    it("reports " .. fault[1], function()
      assert.matches(fault[2], judge(PAIR, fault[3]), 1, true)
    end)
  end

  it("reports a squeeze between two units", function()
    local three = PAIR .. "agent c at=1,2 idle\nagent d at=2,2 idle\n"
    assert.matches("squeezes", judge(three, { { "1 1", "2 1", "1 2", "3 2" },
      { "2 2", "2 1", "1 2", "3 2" } }))
  end)

  it("reports a step in less time than the pace, and a unit that never"
    .. " rests", function()
    local slow = PAIR:gsub("at=1,1 to=2,2", "at=1,1 to=2,2 pace=2")
    assert.matches("takes less", judge(slow, { { "1 1", "2 1" },
      { "1 2", "2 1" }, { "2 2", "2 1" } }))
    local beats = {}
    for i = 1, 30 do
      beats[i] = { i % 2 == 1 and "1 1" or "1 2", "2 1" }
    end
    assert.matches("a moved at 29", judge(PAIR, beats, 2))
  end)

  it("reports a large unit that overlaps another", function()
    local large = helper.map [[
      bound 9
      map 4 4
      ....
      ....
      ....
      ....
      agent a at=1,1 size=2 to=3,3
      agent b at=3,2 idle
    ]] .. "\n"
    assert.matches("hold one cell", judge(large, { { "1 1", "3 2" },
      { "2 1", "3 2" } }))
    assert.matches("through", judge(large, { { "1 1", "3 2" },
      { "2 2", "2 1" } }))
  end)
end)

local FIELD = helper.map [[
  bound 9
  map 8 5
  ........
  ........
  ....#...
  ........
  ........
]] .. "\n"

--- Samples from places of a and b, or of a alone, with b in one place.
local function places(text, b)
  local beats = {}
  for pair in text:gmatch("[^/]+") do
    local words = {}
    for x, y in pair:gmatch("(%d),(%d)") do
      words[#words + 1] = x .. " " .. y
    end
    words[2] = words[2] or b
    beats[#beats + 1] = words
  end
  return beats
end

describe("#once the judge of logs, for orders with a target,", function()
  local WANTS = {
    chase = "at=8,1 chase=b r=2", flee = "at=3,3 flee=b r=3",
    keep = "at=4,2 keep=b min=2 max=3", sight = "at=7,3 keep=2,3 min=2 max=6",
    walk = "at=3,2 walk=4,2/4,4" }
  local CASES = {
    { "a unit that comes near", "chase", "8,1/7,1/6,1/5,1/4,1" },
    { "a unit that is not near enough", "chase", "8,1/7,1/6,1/5,1",
      "a was done at nil" },
    { "a unit that loses its target", "chase", "8,1/7,1/6,1/5,1/4,1/5,1",
      "all was done at nil" },
    { "a unit that never rests", "chase", "8,1/7,1/6,1/5,1/"
      .. ("4,1/4,2/"):rep(12), "a moved at", 2 },
    { "a unit that gets away", "flee", "3,3/4,4/5,4" },
    { "a unit that is not away", "flee", "3,3/4,4", "a was done at nil" },
    { "a unit that comes nearer on its way", "flee", "3,3/4,4/3,4/4,5/5,5",
      "a comes nearer" },
    { "a unit within its bounds", "keep", "4,2/5,2" },
    { "a unit too near", "keep", "4,2/3,2", "all was done at nil" },
    { "a unit too far away", "keep", "4,2/5,2/6,2", "all was done at nil" },
    { "a unit behind a wall without the word sight", "sight", "7,3" },
    { "a player", "walk", "3,2/4,2/4,3/4,4" },
    { "a player that stops", "walk", "3,2/4,2/4,3", "a was done at nil" },
    { "a player off the path", "walk", "3,2/4,1/4,2/4,3/4,4",
      "a steps where no key" },
    { "a player that goes on", "walk", "3,2/4,2/4,3/4,4/4,5",
      "a steps where no key" },
  }
  for _, case in ipairs(CASES) do
    local title, wants, log, fault = case[1], case[2], case[3], case[4]
    it((fault and "reports " or "passes ") .. title, function()
      local said = judge(FIELD .. "agent a " .. WANTS[wants]
        .. "\nagent b at=2,2 hold\n", places(log, "2 2"), case[5])
      if fault then
        assert.matches(fault, said, 1, true)
      else
        assert.are.equal("", said)
      end
    end)
  end

  it("reports a unit without sight, and passes a line past a corner", function()
    local text = FIELD .. "agent a " .. WANTS.sight .. " sight\n"
    assert.matches("a was done at nil", judge(text, { { "7 3" } }), 1, true)
    text = text:gsub("7,3", "5,2"):gsub("2,3 min=2", "4,3 min=1")
    assert.are.equal("", judge(text, { { "5 2" } }))
  end)

  it("passes a unit that makes way or goes round another", function()
    local text = FIELD .. "agent a " .. WANTS.flee
      .. "\nagent b at=2,3 hold\nagent c at=5,2 idle\n"
    assert.are.equal("", judge(text, { { "3 3", "2 3", "5 2" },
      { "4 2", "2 3", "5 2" }, { "3 2", "2 3", "4 2" },
      { "3 1", "2 3", "4 2" }, { "4 1", "2 3", "4 2" },
      { "5 1", "2 3", "4 2" } }))
  end)

  it("passes a unit that moves as long as its target", function()
    local text = FIELD .. "agent a at=4,1 chase=b r=4\n"
      .. "agent b at=2,1 patrol=2,5/2,1 laps=1\n"
    local there = "4,1 2,1/4,2 2,2/4,3 2,3/4,4 2,4/4,5 2,5/"
    local back = "4,4 2,4/4,3 2,3/4,2 2,2/"
    assert.are.equal("", judge(text, places((there .. back):rep(4)), 2))
  end)

  local FORMS = {
    { "passes units in their places", "form=1,0", "form=0,1",
      "6,2 6,4/7,3 6,4" },
    { "reports a unit on the wrong side", "form=1,0", "form=0,-1",
      "6,2 6,4/7,3 6,4", "b was done at nil" },
    { "reports a unit that is not far enough ahead", "form=1,0", "form=0,1",
      "6,2 6,4/6,3 6,4", "a was done at nil" },
    { "passes units that keep their formation", "form", "form", "6,2 6,4" },
    { "reports a unit out of formation", "form", "form", "6,2 6,4/6,2 6,5",
      "all was done at nil" },
  }
  for _, case in ipairs(FORMS) do
    it(case[1], function()
      local text = ("%sagent a at=2,2 to=6,3 %s\nagent b at=2,4 to=6,3 %s\n")
        :format(FIELD, case[2], case[3])
      local said = judge(text, places(
        "2,2 2,4/3,2 3,4/4,2 4,4/5,2 5,4/" .. case[4]))
      if case[5] then
        assert.matches(case[5], said, 1, true)
      else
        assert.are.equal("", said)
      end
    end)
  end
end)

-- The scenarios beside this checkout ------------------------------------------

--- Runs the other judge in this state. @return its last line, its exit status
local function check(scenario, log_name)
  local lines, status = {}, nil
  local environment = setmetatable({
    arg = { scenario, log_name, "--quiet" },
    print = function(line) lines[#lines + 1] = line end,
    os = { exit = function(code)
      status = code
      error("the end", 0)
    end },
  }, { __index = _G })
  local name = CROWDS .. "/check.lua"
  local chunk
  local set_environment = rawget(_G, "setfenv") -- up to Lua 5.1
  if set_environment then
    chunk = set_environment(assert(loadfile(name)), environment)
  else
    chunk = assert(loadfile(name, "t", environment))
  end
  local _, message = pcall(chunk)
  if message ~= "the end" then
    error(message, 0)
  end
  return lines[#lines], status
end

describe("#once a scenario beside the checkout", function()
  if not helper.read_file(CROWDS .. "/check.lua") then
    pending("there is no " .. CROWDS)
    return
  end
  -- This takes long, and spec/contract/golden_spec.lua proves that each VM
  -- plays the same.
  if _VERSION == "Lua 5.1" and not rawget(_G, "jit") then
    return
  end

  local near_par = {}

  local function judged(name, by_time)
    local file_name = CROWDS .. "/scenarios/" .. name .. ".txt"
    local log_name = helper.temporary_name()
    local scenario = scene.read(helper.read_file(file_name))
    helper.write_file(log_name, scene.log_of(scenario,
      by_time and "seconds" or "turns"))
    local line, status = check(file_name, log_name)
    os.remove(log_name)
    assert.are.equal(0, status, line)
    assert.is_nil(line:find("tight="), line)
    return tonumber(line:match("beats=(%S+)")),
      tonumber(line:match("par=(%d+)"))
  end

  for _, name in ipairs(THEIRS) do
    it("goes well by turns: " .. name .. tag_of(name), function()
      local beats, par = judged(name)
      if beats <= NEAR_PAR * par then
        near_par[#near_par + 1] = name
      end
    end)

    it("goes well in real time: " .. name .. tag_of(name), function()
      judged(name, true)
    end)
  end

  it("is near the best known result, except for two at most", function()
    assert.is_true(#near_par >= FEWEST_NEAR_PAR, table.concat(near_par, " "))
  end)
end)
