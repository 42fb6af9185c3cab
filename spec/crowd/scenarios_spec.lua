--- Scenarios of games, by turns and in real time. The files of
-- spec/fixtures/crowds are played as scenes. If a folder of crowds lies beside
-- this checkout (CROWD_SCENARIOS names another), its scenarios are played, too,
-- with their own judge.

local helper = require "spec.support.helper"
local lacks = require "spec.support.lacks"
local scene = require "spec.support.scene"

local CROWDS = os.getenv("CROWD_SCENARIOS") or "../shared/crowds"
local NEAR_PAR, MOST_FAR, ORDERS = 1.25, 2, 5

local OURS = { "door", "one_corner", "pocket", "ring", "rooms" }
local THEIRS = { "01_corridor_pocket", "02_door3_cross", "03_crossing_4x25",
  "04_one_goal_50", "05_convoy_door", "06_ring_one_hole", "07_town_giants",
  "08_chase_20", "09_fire_drill_100", "10_swap_blocks_200",
  "11_slow_fast_road", "12_parked_goal", "13_patrol_loop", "14_maze_60" }
local JAMS = { "15_bay_giants", "16_corridor_3v3" } -- far from the best result

--- The tag of a scenario. Out of one jam only a search over the positions of
-- units leads.
local function tag_of(name)
  return name == "07_town_giants" and lacks.plans or ""
end

describe("#once a scenario", function()
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
  if _VERSION == "Lua 5.1" and not rawget(_G, "jit") then return end

  local far = {}

  --- Plays a scenario with the agents from the n-th on first.
  -- @return what the judge says, its exit status
  local function judged(name, clock, n)
    local file_name = CROWDS .. "/scenarios/" .. name .. ".txt"
    local log_name = helper.temporary_name()
    local scenario = scene.read(helper.read_file(file_name))
    for _ = 2, n do
      table.insert(scenario.agents, table.remove(scenario.agents, 1))
    end
    helper.write_file(log_name, scene.log_of(scenario, clock))
    local line, status = check(file_name, log_name)
    os.remove(log_name)
    return line, status, #scenario.agents
  end

  local function goes_well(name, clock)
    local line, status, count = judged(name, clock, 1)
    assert.are.equal(0, status, line)
    assert.is_nil(line:find("tight="), line)
    return line, count
  end

  local function ticks_of(line)
    return tonumber(line:match("beats=(%d+)")) or math.huge
  end

  --- How long a crowd takes differs by half with the order of its agents alone.
  -- So the middle of a few orders counts.
  local function is_far(name, line, count)
    local ticks, par = { ticks_of(line) }, tonumber(line:match("par=(%d+)"))
    for i = 1, ORDERS - 1 do
      local first = 1 + math.floor(i * count / ORDERS)
      ticks[i + 1] = ticks_of((judged(name, "turns", first)))
    end
    table.sort(ticks)
    return ticks[(ORDERS + 1) / 2] > NEAR_PAR * par
  end

  for _, name in ipairs(THEIRS) do
    it("goes well by turns: " .. name .. tag_of(name), function()
      if is_far(name, goes_well(name, "turns")) then
        far[#far + 1] = name
      end
    end)

    it("goes well in real time: " .. name .. tag_of(name), function()
      goes_well(name, "seconds")
    end)
  end

  for _, name in ipairs(JAMS) do
    for _, clock in ipairs { "turns", "seconds" } do
      it(("ends well by %s: %s"):format(clock, name), function()
        goes_well(name, clock)
      end)
    end
  end

  it("is near the best known result, except for two at most", function()
    assert.is_true(#far <= MOST_FAR, table.concat(far, " "))
  end)
end)
