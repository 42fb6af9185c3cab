--- Scenarios as games meet them, by turns and in real time. Those of
-- spec/fixtures/crowds are played as scenes. If a folder of crowds lies beside
-- this checkout (CROWD_SCENARIOS may name another), its scenarios are played,
-- too, with the judge that comes with them.

local helper = require "spec.support.helper"
local crowd_log = require "spec.support.crowd_log"
local scene = require "spec.support.scene"

local CROWDS = os.getenv("CROWD_SCENARIOS") or "../shared/crowds"
local NEAR_PAR, FEWEST_NEAR_PAR = 1.25, 12

local OURS = { "corners", "dead_end", "door", "exits", "gate", "gather",
  "giants", "guards", "hunt", "junction", "late_door", "leavers", "one_corner",
  "parade", "parked", "patrol", "pocket", "ring", "rooms", "roundabout",
  "shut_exit", "speeds", "yard" }
local THEIRS = { "01_corridor_pocket", "02_door3_cross", "03_crossing_4x25",
  "04_one_goal_50", "05_convoy_door", "06_ring_one_hole", "07_town_giants",
  "08_chase_20", "09_fire_drill_100", "10_swap_blocks_200",
  "11_slow_fast_road", "12_parked_goal", "13_patrol_loop", "14_maze_60" }

describe("a scenario of our own", function()
  for _, name in ipairs(OURS) do
    local text = helper.read_file("spec/fixtures/crowds/" .. name .. ".txt")
    for _, clock in ipairs { "turns", "seconds", "turns, saved",
      "seconds, saved" } do
      it(("goes well: %s (%s)"):format(name, clock), function()
        scene.play(text, clock)
      end)
    end
  end
end)

-- What the judge of ours does not let pass -----------------------------------

local PAIR = helper.map [[
  bound 9
  map 4 3
  ....
  ....
  ..#.
  agent a at=1,1 to=2,2
  agent b at=2,1 to=1,2
]] .. "\n"

--- A log of beats, each a list of places of a, b, ...; and rest after them.
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

--- The first faults of what the judge says, as text; none is "".
local function judge(scenario, beats, rest)
  local faults = crowd_log.judge(scenario, log_of(beats, rest))
  return table.concat(faults, "\n", 1, math.min(5, #faults))
end

describe("the judge of logs", function()
  it("lets pass what is right", function()
    assert.are.equal("", judge(PAIR, { { "1 1", "2 1" }, { "1 2", "2 1" },
      { "1 2", "2 2" }, { "1 2", "1 1" }, { "2 2", "1 1" },
      { "2 2", "1 2" } }))
  end)

  local FAULTS = {
    { "two in a cell", "hold one cell", { { "1 1", "2 1" },
      { "2 1", "2 1" } } },
    { "an exchange", "1.000 through", { { "1 1", "2 1" }, { "2 1", "1 1" } } },
    { "a crossing", "1.000 through", { { "1 1", "2 1" }, { "2 2", "1 2" } } },
    { "a step into a cell that is left sideways", "through each other",
      { { "1 1", "2 1" }, { "1 1", "2 2" }, { "2 1", "1 1" } } },
    { "a leap", "goes from", { { "1 1", "2 1" }, { "1 3", "2 1" } } },
    { "a step into a wall", "goes from", { { "1 1", "2 1" }, { "1 1", "2 2" },
      { "1 1", "3 3" } } },
    { "a step out of the map", "goes from", { { "1 1", "2 1" },
      { "0 1", "2 1" } } },
    { "a corner that is cut", "b goes from", { { "1 1", "2 1" },
      { "1 1", "2 2" }, { "1 1", "3 2" }, { "1 1", "2 3" } } },
    { "another start", "did not begin", { { "1 2", "2 1" } } },
    { "another end", "was done at nil", { { "1 1", "2 1" } } },
    { "who is late", "not at 9", { { "1 1", "2 1" }, { "1 1", "2 1" },
      { "1 1", "2 1" }, { "1 1", "2 1" }, { "1 1", "2 1" }, { "1 1", "2 1" },
      { "1 1", "2 1" }, { "1 1", "2 1" }, { "1 1", "2 1" }, { "1 2", "2 1" },
      { "1 2", "1 1" }, { "2 2", "1 1" }, { "2 2", "1 2" } } },
  }
  for _, fault in ipairs(FAULTS) do
    it("sees " .. fault[1], function()
      assert.matches(fault[2], judge(PAIR, fault[3]), 1, true)
    end)
  end

  it("sees a squeeze", function()
    local three = PAIR .. "agent c at=1,2 idle\nagent d at=2,2 idle\n"
    assert.matches("squeezes", judge(three, { { "1 1", "2 1", "1 2", "3 2" },
      { "2 2", "2 1", "1 2", "3 2" } }))
  end)

  it("sees haste, and who does not rest", function()
    local slow = PAIR:gsub("at=1,1 to=2,2", "at=1,1 to=2,2 pace=2")
    assert.matches("takes less", judge(slow, { { "1 1", "2 1" },
      { "1 2", "2 1" }, { "2 2", "2 1" } }))
    local beats = {}
    for i = 1, 30 do
      beats[i] = { i % 2 == 1 and "1 1" or "1 2", "2 1" }
    end
    assert.matches("a moved at 29", judge(PAIR, beats, 2))
  end)

  it("sees a large one that is in another's way", function()
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

-- Those of others -------------------------------------------------------------

--- Runs the judge in here, with files that are texts: what it prints last, and
-- its exit status.
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

describe("a scenario beside the checkout", function()
  if not helper.read_file(CROWDS .. "/check.lua") then
    pending("there is no " .. CROWDS)
    return
  end
  -- It takes long, and spec/contract/golden_spec.lua finds each VM to go the
  -- same ways.
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
    it("goes well by turns: " .. name, function()
      local beats, par = judged(name)
      if beats <= NEAR_PAR * par then
        near_par[#near_par + 1] = name
      end
    end)

    it("goes well in real time: " .. name, function()
      judged(name, true)
    end)
  end

  it("is near the best that is known, but for two at most", function()
    assert.is_true(#near_par >= FEWEST_NEAR_PAR, table.concat(near_par, " "))
  end)
end)
