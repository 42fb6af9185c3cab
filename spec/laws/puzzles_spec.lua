--- Two to five units on a map of at most 40 free cells all arrive, if a search
-- over all positions (crowd_search.lua) finds that they can. Each puzzle is
-- also played turned, by turns and by seconds.

local law = require "spec.support.law"
local puzzles = require "spec.support.puzzles"
local scene = require "spec.support.scene"
local throng = require "spec.support.throng"

local LONG = 1500 -- beats

local function have_arrived(units)
  for _, unit in ipairs(units) do
    if unit.status ~= "arrived" then
      return false
    end
  end
  return true
end

local function play(scenario, clock, how)
  scenario.clock, scenario.step, scenario.bound = clock, 0.5, LONG
  local march = throng.judged(scenario)
  while not have_arrived(march.units) do
    if not march:next() then
      error(("%s, %s: not all arrive"):format(how, clock), 0)
    end
  end
end

local function play_all(scenario)
  for _, clock in ipairs { "turns", "seconds" } do
    play(scenario, clock, "as drawn")
    play(puzzles.turned(scenario), clock, "turned")
  end
end

describe("a puzzle", function()
  law(it, "that can be solved is solved", { runs = 25, noun = "crowd",
    draw = puzzles.draw, write = scene.write, read = scene.read }, play_all)

  it("of giants, whose plan leads against the trail of one, is solved",
    function()
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
end)
