--- Two to five units on a map of at most 40 free cells all arrive, if a search
-- over all positions (crowd_search.lua) finds that they can. Each puzzle is
-- also played turned, by turns and by seconds.

local lacks = require "spec.support.lacks"
local law = require "spec.support.law"
local progress = require "spec.support.progress"
local puzzles = require "spec.support.puzzles"
local scene = require "spec.support.scene"
local crowds = require "spec.support.random_crowds"

-- Ticks; those do not count in which a search for a plan uses up its work.
local LONG = 1500
local MAZE = 400 -- for twelve units in a maze

local function have_arrived(units)
  for _, unit in ipairs(units) do
    if unit.status ~= "arrived" then return false end
  end
  return true
end

local function play(scenario, clock, how, bound)
  scenario.clock, scenario.step, scenario.bound = clock, 0.5, bound or LONG
  local march = crowds.judged(scenario)
  while not have_arrived(march.units) do
    local decisions = march.crowd.info.decisions
    if not march:next() then
      error(("%s, %s: not all arrive"):format(how, clock), 0)
    end
    if progress.has_searched(march.crowd, decisions) then
      march.last = march.last + march.step
    end
  end
end

--- Plays it as it stands, and turned three times.
local function play_each_way(scenario)
  for _ = 1, 4 do
    play(scenario, "turns", "each way", MAZE)
    play(scenario, "seconds", "each way", MAZE)
    scenario = puzzles.turned(scenario)
  end
end

local function play_all(scenario)
  for _, clock in ipairs { "turns", "seconds" } do
    play(scenario, clock, "as drawn")
    play(puzzles.turned(scenario), clock, "turned")
  end
end

describe("a puzzle #once" .. lacks.plans, function()
  law(it, "that can be solved is solved", { runs = 16, noun = "crowd",
    draw = puzzles.draw, read = scene.read }, play_all)

  it("of giants, whose plan leads against a trail, is solved", function()
    play_all(scene.read [[
      diagonal only_if_no_obstacles
      map 10 3
      ...#######
      ..........
      ..........
      agent a at=2,2 size=2 pace=2 to=7,2
      agent b at=4,2 to=10,3
      agent c at=2,1 pace=2 to=9,3
    ]])
  end)

  it("of a street with a bay for giants is solved", function()
    play_all(scene.read [[
      map 26 6
      ##########################
      #........................#
      #........................#
      ############..############
      ############..############
      ##########################
      agent a at=2,2 to=24,2 size=2
      agent b at=24,2 to=2,2 size=2
      agent c at=6,2 to=20,2
    ]])
  end)

  -- The plans of narrow clusters bring only some of their units to their goals.
  -- There the others push them off again.
  it("of a narrow maze with twelve units is solved in time", function()
    play_each_way(scene.read [[
    map 13 11
    #############
    #.#...#.....#
    #.#.###.#.###
    #.#.....#...#
    #.#.#######.#
    #.#.....#...#
    #.#######.###
    #...#...#...#
    ###.#.#.###.#
    #.....#.....#
    #############
    agent m00 at=8,8 to=6,8
    agent m01 at=6,9 to=7,6
    agent m02 at=5,2 to=12,4
    agent m03 at=9,10 to=10,4
    agent m04 at=4,3 to=11,8
    agent m05 at=2,5 to=3,10
    agent m06 at=6,8 to=5,6
    agent m07 at=8,9 to=8,10
    agent m08 at=8,6 to=6,6
    agent m09 at=6,4 to=11,6
    agent m10 at=2,10 to=11,10
    agent m11 at=10,10 to=10,2
  ]])
  end)
end)
