--- Every public call while its objects are busy: inside a heuristic, inside
-- grid:sample, in a finalizer that runs while a pathfinder makes its blocks. It
-- answers, or says in its own name and at the caller's line what is busy;
-- never in the name, or at a line, of what it calls inside.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local data = require "spec.support.misuse_calls"
local memory = require "spec.support.memory"

local BUSY = ": the %l+ is busy %(a callback may not do this%)$"

--- Calls everything on a world; fails where an error is none of those that may
-- be. Returns how many were busy.
local function call_all(world, names)
  local wrong, refusals = {}, 0
  for _, name in ipairs(names) do
    if not world.unit.crowd then
      world.unit = assert(world.crowd:add { finder = world.unit.finder,
        cell_x = 1, cell_y = 3 })
    end
    local call = data.prepare(name, world)
    for i, kind in ipairs(call.kinds) do
      if kind.kind == "finder" or kind.kind == "map" then
        call.arguments[call.first + i] = world.finder
      end
    end
    local text = data.raised(call.f, call.arguments, call.n)
    if name == "crowd:update" or name == "crowd:tick" then
      -- A crowd has one of the two times: the other call says so.
      local is_other = text:find("the time of the crowd is in", 1, true)
      text = is_other and "nothing" or text
    end
    if text:find("^" .. call.name .. BUSY) then
      refusals = refusals + 1
    elseif text ~= "nothing" then
      wrong[#wrong + 1] = name .. " says: " .. text
    end
  end
  return wrong, refusals
end

local function names_of(pattern)
  local names = {}
  for name in pairs(data.calls) do
    if name:find(pattern) then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  return names
end

--- One whose follower has to look ahead and to find another way.
local function surprised(world)
  world.hero.finder = world.finder
  world.grid:set(2, 1, "wall")
end

describe("#contract a call on something busy", function()
  -- LuaJIT 2.1 beta3 may spin for ever where compiled code runs in a finalizer.
  local compile
  setup(function() compile = memory.interpret() end)
  teardown(function() compile() end)

  it("in a heuristic answers, or says so in its own name", function()
    local world, wrong, refusals
    local is_on = false
    world = data.world(function()
      if is_on then
        is_on = false
        wrong, refusals = call_all(world, names_of("^%l"))
      end
      return 0
    end)
    surprised(world)
    is_on = true
    world.finder:find(1, 3, 4, 1)
    assert.are.same({}, wrong)
    assert.is_true(refusals >= 8, refusals)
  end)

  it("in grid:sample answers, or says so in its own name", function()
    local world, wrong, refusals = data.world(), nil, nil
    surprised(world)
    world.grid:sample(function()
      if not wrong then
        wrong, refusals = call_all(world, names_of("^%l"))
      end
    end)
    assert.are.same({}, wrong)
    assert.is_true(refusals >= 7, refusals)
  end)

  it("in a finalizer answers, or says so in its own name", function()
    local large = tilepath.grid(1100, 1000)
    local wrong, refusals, finder, restore
    local function try_all()
      wrong, refusals = {}, 0
      for _, name in ipairs(names_of("^[fph]%l+:")) do
        local world = data.world()
        world.finder = finder
        surprised(world)
        world.hero:follow { 0, 0, 900, 900 }
        local more, busy = call_all(world, { name })
        wrong[#wrong + 1], refusals = more[1], refusals + busy
      end
    end
    local function run()
      if finder and not wrong and core.is_busy(finder) then
        restore()
        try_all()
      elseif finder then
        memory.finalize(run)
      end
    end
    for _ = 1, 20 do
      finder = tilepath.pathfinder(large)
      restore = memory.hurry()
      collectgarbage() -- the pause begins when a cycle ends
      memory.finalize(run)
      finder:can_enter(1, 1)
      restore()
      if wrong then
        break
      end
    end
    finder = nil
    assert.are.same({}, wrong)
    assert.is_true(refusals >= 5, refusals)
  end)
end)
