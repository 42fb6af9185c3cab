--- Every public call while its objects are busy: inside a heuristic, inside
-- grid:sample, and in a finalizer that runs while a pathfinder allocates. The
-- call answers, or raises in its own name and at the caller's line. The message
-- never has the name or the line of an inner call.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local data = require "spec.contract.calls"
local memory = require "spec.support.memory"
local sorted = require "spec.support.sorted"

local BUSY = ": the %l+ is busy %(a callback may not do this%)$"

--- The calls that change a grid or a layer.
local function edits(noun)
  return table.concat(data.those_with("!", noun), " ")
end

--- Calls everything on a world. Returns the wrong errors, and the names of the
-- calls that were refused as busy.
-- @param names  all calls, unless given
local function call_all(world, names)
  local wrong, refusals = {}, {}
  for _, name in ipairs(names or sorted(data.calls)) do
    if not world.unit.crowd then
      world.unit = assert(world.crowd:add { finder = world.unit.finder,
        cell_x = 1, cell_y = 3 })
    end
    if name == "hero:load" then
      world.hero:stop() -- an order with a target needs the target again
    end
    local call = data.prepare(name, world)
    local text = data.raised(call.f, call.arguments, call.n)
    if name == "crowd:update" or name == "crowd:tick" then
      -- A crowd uses either updates or ticks: the other call may be refused.
      local is_other = text:find("the time of the crowd is in", 1, true)
      text = is_other and "nothing" or text
    end
    local is_refused = text:find(": a function as heuristic", 1, true)
    if text:find("^" .. call.name .. BUSY) then
      refusals[#refusals + 1] = name
    elseif text ~= "nothing" and not is_refused then
      wrong[#wrong + 1] = name .. " says: " .. text
    end
  end
  return wrong, refusals
end

--- A world whose follower has to look ahead and find another path.
local function surprised(world)
  world.hero.finder = world.finder
  world.grid:set(2, 1, "wall")
end

describe("#contract a call on a busy object", function()
  it("answers or raises in its own name, in a heuristic", function()
    local world, wrong, refusals
    local is_on = false
    world = data.world(function()
      if is_on then
        is_on = false
        wrong, refusals = call_all(world)
      end
      return 0
    end)
    surprised(world)
    is_on = true
    world.finder:find(1, 3, 4, 1)
    assert.are.same({}, wrong)
    assert.are.equal("finder:explain finder:find finder:find_world "
      .. edits("grid:") .. " hero:chase hero:flee hero:go hero:go_cell hero:keep "
      .. "hero:load hero:patrol hero:patrol_cell " .. edits("layer:"),
      table.concat(refusals, " "))
  end)

  it("answers or raises in its own name, in grid:sample", function()
    local world, wrong, refusals = data.world(), nil, nil
    surprised(world)
    world.grid:sample(function()
      if not wrong then
        wrong, refusals = call_all(world)
      end
    end)
    assert.are.same({}, wrong)
    assert.are.equal(edits("grid:") .. " " .. edits("layer:"),
      table.concat(refusals, " "))
  end)

  it("answers or raises in its own name, in a finalizer #core_c", function()
    -- LuaJIT 2.1 beta3 may loop for ever if compiled code runs in a finalizer.
    local compile, large = memory.interpret(), tilepath.grid(1100, 1000)
    local wrong, refusals, finder, restore
    local function try_all()
      wrong, refusals = {}, 0
      for _, name in ipairs(sorted(data.calls)) do
        if name:find("^[fph]%l+:") then
          local world = data.world()
          world.finder = finder
          surprised(world)
          world.hero:follow { 0, 0, 900, 900 }
          local more, busy = call_all(world, { name })
          wrong[#wrong + 1], refusals = more[1], refusals + #busy
        end
      end
    end
    local function run()
      if not wrong and core.is_busy(finder) then
        restore()
        try_all()
      elseif not wrong then
        memory.finalize(run)
      end
    end
    local tries = 0
    repeat
      finder = tilepath.pathfinder(large)
      restore = memory.hurry()
      collectgarbage() -- a pause begins at the end of a cycle
      memory.finalize(run)
      finder:can_enter(1, 1)
      restore()
      tries = tries + 1
    until wrong or tries == 20
    compile()
    assert.are.same({}, wrong)
    assert.is_true(refusals >= 5, refusals)
  end)
end)
