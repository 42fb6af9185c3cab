--- Laws of crowds under way: a judge that shares no code with the library sees
-- no broken rule, and the cut of time changes nothing. A score: crowds come to
-- rest.

local law = require "spec.support.law"
local score = require "spec.support.score"
local crowds = require "spec.support.random_crowds"

local FEW = 300 -- nodes of an update: plans take several updates

-- The judge does not know units that are put between two cells.
local NO_SHIFT = { shift = true }

local function crowd_law(driver, title, runs, draw, check)
  driver(it, title, { runs = runs, noun = "crowd", draw = draw,
    read = crowds.read }, check)
end

--- Checks that crowd:at returns the unit for each cell under it, and that the
-- unit can tell its path.
local function assert_held(march)
  for id, unit in crowds.units(march) do
    local size = unit.finder.profile.size
    unit:path()
    for y = unit.cell_y, unit.cell_y + size[2] - 1 do
      for x = unit.cell_x, unit.cell_x + size[1] - 1 do
        if not rawequal(unit, march.crowd:at(x, y)) then
          error(("%d,%d is under %s"):format(x, y, id), 0)
        end
      end
    end
  end
end

-- Rest ------------------------------------------------------------------------

local AT_REST = { arrived = true, settled = true, blocked = true, idle = true,
  paused = true }

local SEEN = 60         -- looks of the judge after the last order
local QUIET = 100       -- looks without a step: rest
local LONG = 4000        -- looks: some hundred steps of most units
local MOST_STEPS = 256  -- of a unit while all are at rest

--- A unit that is pushed at rest goes back, and may be pushed again. Units that
-- push each other off their goals for ever are blocked in the end.
-- @return why the crowd does not come to rest, or nil
local function unrest(march)
  local steps, places, quiet = {}, {}, 0
  for i = 1, LONG do
    march:next()
    march.is_seen = i < SEEN
    quiet = quiet + 1
    local are_at_rest = true
    for id, unit in crowds.units(march) do
      are_at_rest = are_at_rest and AT_REST[unit.status]
      local place = unit.cell_y * 100 + unit.cell_x
      if place ~= places[id] then
        places[id], quiet = place, 0
        steps[id] = (steps[id] or 0) + 1
        if steps[id] > MOST_STEPS then
          return id .. " is pushed, and goes back, on and on"
        end
      end
    end
    if not are_at_rest then
      steps, quiet = {}, 0
    elseif quiet == QUIET then
      return nil
    end
  end
  local words = {}
  for id, unit in crowds.units(march) do
    if not AT_REST[unit.status] then
      words[#words + 1] = id .. " is " .. unit.status
    end
  end
  return ("after %d looks %d steps ago: %s"):format(LONG, quiet,
    table.concat(words, ", "))
end

--- Does a unit patrol? It never rests.
local function is_patrolled(scenario)
  for _, event in ipairs(scenario.events) do
    if event.what == "patrol" then return true end
  end
  return false
end

describe("a crowd under way", function()
  for _, hexagons in ipairs { false, true } do
    local where = hexagons and ", on hexagons" or ""
    crowd_law(law, "breaks no rule" .. where, 20, function(random)
      return crowds.draw(random, { nodes = random.one_of(nil, FEW),
        without = NO_SHIFT, keeps = true, hexagons = hexagons,
        is_priced = random.chance(50),
        traffic = true })
    end, function(scenario)
      local march = crowds.judged(scenario)
      for _ = 1, crowds.looks(scenario) do
        march:next()
        assert_held(march)
      end
    end)
  end

  crowd_law(score, "comes to rest", 12, function(random)
    local scenario
    repeat
      scenario = crowds.draw(random, { nodes = random.one_of(nil, FEW, FEW),
        without = NO_SHIFT, traffic = true })
    until not is_patrolled(scenario)
    return scenario
  end, function(scenario)
    local march = crowds.judged(scenario)
    for _ = 1, crowds.looks(scenario) do
      march:next()
    end
    march.last = math.huge
    return unrest(march)
  end)

  for _, hexagons in ipairs { false, true } do
    local where = hexagons and ", on hexagons" or ""
    crowd_law(law, "walks the same, however time is cut" .. where, 12,
      function(random)
        return crowds.draw(random, { clock = "seconds", cuts = true,
          often = random.chance(75), keeps = true, hexagons = hexagons,
          lists = random.chance(50), traffic = true })
      end, function(scenario)
        local one, others = crowds.play(scenario), {}
        for i, parts in ipairs(crowds.CUTS) do
          others[i] = crowds.play(scenario)
          crowds.cut(others[i], parts)
        end
        for _ = 1, crowds.looks(scenario) do
          one:next()
          local told = one.told
          for _, other in ipairs(others) do
            other:next()
            one.told = told
            crowds.compare(one, other)
          end
        end
      end)
  end
end)
