--- A crowd that was saved and restored goes on just as it would have, for
-- crowds of each kind. The manual names what stays out: no units go as a group
-- on large maps, as the field that leads them is not saved; with `nodes` there
-- are no edits shortly before, and pathfinders have nothing to catch up with.

local tilepath = require "tilepath"
local law = require "spec.support.law"
local scene = require "spec.support.scene"
local throng = require "spec.support.throng"

local unpack = table.unpack or unpack -- luacheck: ignore

local function goes_on_the_same(scenario)
  local march = throng.play(scenario, throng.twins())
  for _ = 1, throng.looks(scenario) do
    march:next()
    march:compare()
  end
end

local function saved_law(title, runs, draw, check)
  law(it, title, { runs = runs, noun = "saved", draw = draw,
    write = throng.write, read = throng.read, smaller = throng.smaller },
    check or goes_on_the_same)
end

--- Draws with these options, and those that a table of lists leaves open.
local function drawn_with(options, choices)
  return function(random)
    local all = { saves = true }
    for key, value in pairs(options) do
      all[key] = value
    end
    if choices then
      all.nodes = random.one_of(unpack(choices))
      all.is_priced = random.chance(50)
    end
    return throng.draw(random, all)
  end
end

local function has_plan(state)
  return state.plans ~= nil and not state.plans:find("^%d+ 0")
end

--- A game with few nodes that is saved while units wait for a way, or go by a
-- plan.
local function draw_waiting(random)
  while true do
    local scenario = throng.draw(random, { width = 16, height = 16,
      nodes = random.one_of(20, 300, 600), without = { edit = true } })
    local march, beats = throng.play(scenario), {}
    for look = 1, throng.looks(scenario) - 1 do
      march:next()
      local state = march.crowd:state()
      if state.queue or has_plan(state) then
        beats[#beats + 1] = look * scenario.step
      end
    end
    if #beats > 0 then
      throng.add_save(scenario, random.any(beats))
      return scenario
    end
  end
end

--- A game that is saved while units go by a plan, right after some were
-- removed, or put where they are.
local function draw_planned(random)
  while true do
    local scenario = throng.draw(random, { clock = "turns", width = 12,
      height = 12 })
    local march = throng.play(scenario)
    for beat = 1, throng.looks(scenario) - 1 do
      march:next()
      if has_plan(march.crowd:state()) then
        local k = 0
        for id, unit in throng.units(march) do
          k = k + 1
          if k % 6 == 0 then
            table.insert(scenario.events, { beat = beat, id = id,
              what = "remove" })
          elseif k % 3 == 1 then
            local cells = scene.cells { { unit.cell_x, unit.cell_y } }
            table.insert(scenario.events, { beat = beat, id = id,
              what = "put", cells = cells, x = unit.cell_x, y = unit.cell_y })
          end
        end
        throng.add_save(scenario, beat)
        return scenario
      end
    end
  end
end

describe("a crowd that is saved and restored goes on the same", function()
  saved_law("on small maps, by charts", 30, drawn_with {})

  saved_law("right after edits, by charts", 10, drawn_with { edits = true })

  saved_law("on large maps, by trails", 10, drawn_with { width = 140,
    height = 140, without = { group = true } })

  saved_law("right after edits, by trails", 10, drawn_with { width = 140,
    height = 140, edits = true, without = { group = true } })

  saved_law("with few nodes for an update", 10, draw_waiting)

  saved_law("in the middle of a search for a way", 10, drawn_with({
    width = 60, height = 60, edits = true, prepares = true,
    without = { group = true, edit = true } }, { 100, 300, 600, 2000 }))

  saved_law("right after a member of a plan was removed or put", 10,
    draw_planned)
end)

-- Tampered --------------------------------------------------------------------

local VALUES = { "0", "1", "-1", "2", "255", "65537", "4294967295",
  "18446744073709551615", "99999999999999999999999", "", "x", " ", "0 0" }

--- The state with one or two words of one of its texts changed.
local function tamper(random, state)
  local keys, words = {}, {}
  for key, value in pairs(state) do
    keys[#keys + 1] = type(value) == "string" and key or nil
  end
  table.sort(keys)
  local key = keys[random(1, #keys)]
  for word in state[key]:gmatch("%S+") do
    words[#words + 1] = word
  end
  for _ = 1, random(1, 2) do
    words[random(1, #words)] = VALUES[random(1, #VALUES)]
  end
  state[key] = table.concat(words, " ")
  return state
end

--- Plays on with a crowd of a forged state, and takes it apart.
local function use(other, state, grid)
  for _ = 1, 12 do
    if state.clock:match("%S+$") == "2" then
      other:tick()
    else
      other:update(0.75)
    end
  end
  for _ in other:events() do end
  other:state()
  for _, unit in ipairs(other:units()) do
    unit:remove()
  end
  assert.is_true(other:is_free(1, 1, grid.width, grid.height))
end

describe("the state of a crowd", function()
  saved_law("that was tampered with raises, or is a crowd that works", 10,
    function(random)
      local side = random.one_of(12, 60, 136)
      return throng.draw(random, { saves = true, cuts = true, width = side,
        height = side, edits = true, nodes = random.one_of(nil, 300) })
    end,
    function(scenario)
      local march, finders = throng.play(scenario), {}
      local random = throng.random(scenario)
      while march.sample * march.step < throng.saved_at(scenario) do
        march:next()
      end
      for i, unit in ipairs(march.crowd:units()) do
        finders[i] = unit.finder
      end
      for _ = 1, 25 do
        local state = tamper(random, march.crowd:state())
        local fine, other = pcall(tilepath.crowd, march.grid,
          { state = state, finders = finders, nodes = scenario.nodes })
        if fine then
          use(other, state, march.grid)
        else
          assert.is_truthy(tostring(other):find("crowd: ", 1, true))
        end
      end
    end)
end)
