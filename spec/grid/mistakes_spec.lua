--- Wrong calls about maps and agents: each raises its message at the caller's
-- line and changes nothing, on both cores. map_mistakes.lua has them.

-- luacheck: globals loadstring setfenv
local data = require "spec.contract.calls"
local text = require "spec.grid.map_mistakes"

local globals = { __index = { nan = 0 / 0, setmetatable = setmetatable } }

local function compiled(code, world)
  if rawget(_G, "setfenv") then
    return setfenv(assert(loadstring(code, "=caller")), world)
  end
  return assert(load(code, "=caller", "t", world))
end

it("a wrong call raises, and changes nothing", function()
  local before, told = {}, nil
  local function check()
    local world = setmetatable(data.world(), globals)
    local call = table.remove(before)
    compiled(table.concat(before, "\n"), world)()
    local was = data.state(world)
    local fine, message = pcall(compiled(call, world))
    assert.are.equal("caller:1: " .. told, fine and call or message)
    assert.are.equal(was, data.state(world), call)
    before, told = {}, nil
  end
  for margin, line in text:gmatch("( *)([^\n]+)") do
    if margin == "" and told then
      check()
    end
    if margin == "" then
      before[#before + 1] = line
    else
      told = told and told .. " " .. line or line
    end
  end
  check()
end)
