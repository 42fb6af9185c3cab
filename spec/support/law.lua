--- Property-based tests.
--
--   law(it, "slices change no answer", { runs = 40 }, function(random)
--     ...
--   end)
--
-- A property is checked `runs` times, each time with a source of random numbers
-- of its own, which the run's seed and the title determine. The title has the
-- tag #law. A failure names its seed and the command that repeats it. With
-- `draw`, the check gets what draw(random) returns in place of the source.
--
-- Scenes that failed once are committed in spec/fixtures/found, and each is a
-- test of its own: a file <noun>.<title>.<n>.txt belongs to the property of this
-- `noun` ("law" unless given) and title. Options.read, or else Lua, reads it.
--
-- In the environment: SEED=n draws from seed n on, RUNS=n draws n times, and
-- SHARE=n draws one time in n.

local lfs = require "lfs"
local seeds = require "spec.seeds"
local random = require "spec.support.random"

local load_text = rawget(_G, "loadstring") or load

local SEED, RUNS = tonumber(os.getenv("SEED")), tonumber(os.getenv("RUNS"))
local SHARE = tonumber(os.getenv("SHARE")) or 1
local FOUND = "spec/fixtures/found/"

local law = { first = SEED or seeds.base, is_drawn_anew = SEED ~= nil }

--- How many times it is checked.
function law.runs(options)
  return RUNS or math.ceil(options.runs / SHARE)
end

--- The command that draws one scene again and checks it.
function law.command(check, title, seed)
  local file = debug.getinfo(check, "S").short_src
  return ("SEED=%d RUNS=1 tools/lua %s tools/busted.lua %s --filter='%s'")
    :format(seed, rawget(_G, "jit") and "luajit"
      or _VERSION:lower():gsub(" ", ""), file, (title:gsub("%W", ".")))
end

--- Draws a scene and checks it. @return what the check returns
function law.try(title, seed, options, check)
  local source = random.new(seed, title)
  local scene = options.draw and options.draw(source) or source
  local fine, result = pcall(check, scene)
  if fine then return result end
  local message = type(result) == "table" and (result.message or result[1])
    or result
  error(("%s\n%s"):format(tostring(message), law.command(check, title, seed)),
    0)
end

--- The beginning of the names of a property's files.
function law.stem(title, options)
  return ("%s.%s."):format(options.noun or "law", (title:gsub("%W+", "-")))
end

--- Makes a test for each committed scene.
function law.scenes(it, title, options, check)
  local stem, names = law.stem(title, options), {}
  for name in lfs.dir(FOUND) do
    if name:sub(1, #stem) == stem then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    it(("%s (%s)"):format(title, name), function()
      local file = assert(io.open(FOUND .. name, "rb"))
      local text = file:read("*a")
      file:close()
      check(options.read and options.read(text) or assert(load_text(text))())
    end)
  end
end

setmetatable(law, { __call = function(_, it, title, options, check)
  it(title .. " #law", function()
    for i = 1, law.runs(options) do
      law.try(title, law.first + i - 1, options, check)
    end
  end)
  law.scenes(it, title, options, check)
end })

return law
