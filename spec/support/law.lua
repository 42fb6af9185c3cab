--- The driver of all random laws.
--
--   law(it, "slices change no answer", { runs = 40 }, function(random)
--     ...
--   end)
--
-- A law is drawn and checked `runs` times. Its key names the stream of random
-- numbers, and its files: the title, or for a title that was changed the first
-- one (`keys` of spec/seeds.lua). The title has the tag #law. A failure names
-- the seed and the command that repeats it.
--
-- A law whose scenes have a text draws first and plays afterwards:
--
--   law(it, "units never overlap", { runs = 40, noun = "crowd",
--     draw = function(random) return scene end,
--     write = function(scene) return text end,
--     read = function(text) return scene end,
--     smaller = function(scene) return smaller scenes end, -- optional
--   }, function(scene) ... end)
--
-- Without `write` and `read`, a scene is a plain table with Lua's text (see
-- plain.lua); `lists` then names the lists that a smaller scene shortens:
--
--   law(it, "a path is cheapest", { runs = 40, noun = "path", draw = draw,
--     lists = { "edits", "questions" } }, function(scene) ... end)
--
-- A scene that fails is made smaller and written to spec/fixtures/found/. Each
-- file there that belongs to the law is a test of its own.
--
-- In the environment: SEED=n draws from seed n on, RUNS=n draws n times, and
-- SHARE=n draws one time in n.

local lfs = require "lfs"
local seeds = require "spec.seeds"
local plain = require "spec.support.plain"
local random = require "spec.support.random"

local SEED, RUNS = tonumber(os.getenv("SEED")), tonumber(os.getenv("RUNS"))
local SHARE = tonumber(os.getenv("SHARE")) or 1
local FOUND = "spec/fixtures/found/"
local MOST_TRIES = 300 -- scenes that are tried to make one smaller

local law = {}

--- The key of a law. Titles stand under their nouns, which may share words.
local function key_of(title, options)
  local of_noun = seeds.keys[options.noun or "law"]
  return of_noun and of_noun[title] or title
end

--- The command that draws one scene again and checks it.
function law.command(check, title, seed)
  local file = debug.getinfo(check, "S").short_src
  return ("SEED=%d RUNS=1 tools/lua %s tools/busted.lua %s --filter='%s'")
    :format(seed, rawget(_G, "jit") and "luajit"
      or _VERSION:lower():gsub(" ", ""), file, (title:gsub("%W", ".")))
end

--- Makes a scene smaller as long as it still fails.
local function shrink(scene, message, options, check)
  local tries, found = 0, options.smaller ~= nil
  while found do
    found = false
    for _, smaller in ipairs(options.smaller(scene)) do
      tries = tries + 1
      if tries > MOST_TRIES then
        return scene, message
      end
      local fine, other = pcall(check, smaller)
      if not fine then
        scene, message, found = smaller, other, true
        break
      end
    end
  end
  return scene, message
end

local function text_of(message)
  return type(message) == "table" and tostring(message.message or message[1])
    or tostring(message)
end

local function keep(name, text)
  lfs.mkdir("spec/fixtures/found")
  local file = io.open(FOUND .. name, "wb")
  if not file then
    return text
  end
  file:write(text)
  file:close()
  return FOUND .. name
end

--- Draws one scene and checks it. `owner` or nil: a function of the spec.
function law.try(title, stem, seed, options, check, owner)
  local source = random.new(seed, key_of(title, options))
  local scene = options.draw and options.draw(source) or source
  local fine, message = pcall(check, scene)
  if fine then
    return
  end
  local kept = ""
  if options.write then
    scene, message = shrink(scene, message, options, check)
    kept = "\nscene: " .. keep(("%s%d.txt"):format(stem, seed),
      options.write(scene))
  end
  error(("%s\n%s%s"):format(text_of(message), law.command(owner or check,
    title, seed), kept), 0)
end

--- Names of the committed scenes of a law, sorted.
local function found(stem)
  local names = {}
  if lfs.attributes(FOUND, "mode") == "directory" then
    for name in lfs.dir(FOUND) do
      if name:sub(1, #stem) == stem then
        names[#names + 1] = name
      end
    end
  end
  table.sort(names)
  return names
end

local function play(name, options, check)
  local file = assert(io.open(FOUND .. name, "rb"))
  local text = file:read("*a")
  file:close()
  check(options.read(text))
end

--- The options of a law, with all functions. Without `write` a scene is a plain
-- table, and the law plays its text.
function law.options(options)
  if options.write or not options.draw then
    return options
  end
  local all = { write = plain.write, read = plain.read }
  for key, value in pairs(options) do
    all[key] = value
  end
  function all.draw(source)
    return plain.read(plain.write(options.draw(source)))
  end
  function all.smaller(scene)
    return plain.smaller(scene, options.lists or {})
  end
  return all
end

--- The beginning of the names of a law's files.
function law.stem(title, options)
  return ("%s.%s."):format(options.noun or "law",
    (key_of(title, options):gsub("%W+", "-")))
end

--- Makes a test for each committed scene of a law.
function law.scenes(it, title, options, check)
  local stem = law.stem(title, options)
  for _, name in ipairs(options.read and found(stem) or {}) do
    local reason = seeds.known[name]
    it(("%s (%s%s)"):format(title, name,
      reason and ", known to fail: " .. reason or ""), function()
      if not reason then
        play(name, options, check)
      elseif pcall(play, name, options, check) then
        error("it passes: take it out of `known` in spec/seeds.lua", 0)
      end
    end)
  end
end

setmetatable(law, { __call = function(_, it, title, options, check)
  options = law.options(options)
  local stem = law.stem(title, options)
  it(title .. " #law", function()
    local base = SEED or seeds.base
    for i = 1, RUNS or math.ceil(options.runs / SHARE) do
      law.try(title, stem, base + i - 1, options, check)
    end
  end)
  law.scenes(it, title, options, check)
end })

return law
