--- The law of the two cores: a game of edits and questions has the same log on
-- the C module and on the core in Lua.
--
-- A Lua state has one core, so each core plays in its own process
-- (fuzz/two_cores.lua): RUNS games from SEED on.

local seeds = require "spec.seeds"

local SEED = tonumber(os.getenv("SEED")) or seeds.base
local GAMES = tonumber(os.getenv("RUNS")) or 40
local VM = rawget(_G, "jit") and "luajit" or _VERSION:lower():gsub(" ", "")

--- The lines of a log, played on a core.
local function play(core)
  local command = ("TILEPATH_CORE=%s tools/lua %s fuzz/two_cores.lua %d %d 2>&1")
    :format(core, VM, SEED, GAMES)
  local output = assert(io.popen(command))
  local log = output:read("*a")
  output:close()
  return log
end

describe("the two cores #law #core_c", function()
  it("give the same answers", function()
    local c, lua = play("c"), play("lua")
    local games, game = 0, nil
    local expected, got = c:gmatch("[^\n]*"), lua:gmatch("[^\n]*")
    for line in expected do
      if line:find("^game") then
        games, game = games + 1, line
      end
      assert.are.equal(line, got(), game)
    end
    assert.is_nil(got())
    assert.are.equal(30 * GAMES, games)
  end)
end)
