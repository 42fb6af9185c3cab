--- Writes the first inputs of the fuzz targets: small ones of every kind, so
-- that the fuzzer need not guess how a map is drawn or how a dump begins.
--
--     tools/lua lua5.4 fuzz/targets/corpus.lua fuzz/corpus
--
-- writes the numbered files of the committed corpus anew. Beside them stand
-- inputs that libFuzzer found, under names of their own.

local tilepath = require "tilepath"

local folder = assert(arg[1], "usage: corpus.lua FOLDER")

local texts = {
  "", ".", "#", "\n", ".\n", "...\n...\n", "..#\n#..\n.#.\n",
  "..#\r\n#..\r\n", " . #\n  ..\n", "~~r\nr~.\n", ".\0.\n...\n", "..\n.\n",
  "?", ("."):rep(70) .. "\n" .. ("#"):rep(70), ("#.\n"):rep(40),
}

local function write(kind, number, bytes)
  local name = ("%s/%s/%03d"):format(folder, kind, number)
  local file = assert(io.open(name, "wb"))
  assert(file:write(bytes))
  file:close()
end

local function grids()
  local list = { tilepath.grid(1, 1), tilepath.grid(5, 3, { base = 0 }) }
  list[#list + 1] = tilepath.grid("..#\n#~.\n", {
    legend = { ["~"] = "water" }, prices = { water = 3 } })
  list[#list + 1] = tilepath.grid(4, 4, { base = { -7, 9 },
    cell_size = { 16, 8 }, origin = { -32.5, 100 } })
  -- Names of the greatest length, and names that almost collide.
  local named = tilepath.grid(2, 2)
  for i, name in ipairs { ("n"):rep(31), ("n"):rep(30), "m", "n" } do
    named:terrain(name, i)
  end
  list[#list + 1] = named
  local many = tilepath.grid(13, 10)
  for i = 1, 20 do
    many:terrain("terrain" .. i, i % 5 == 0 and math.huge or i / 4)
    many:fill(i % 13 + 1, i % 10 + 1, 2, 1, "terrain" .. i)
  end
  many:set_walkable(2, 2, false)
  list[#list + 1] = many
  local tied = tilepath.grid(3, 2)
  tied:fence(1, 1, 2, 1)
  tied:fence(2, 1, 2, 2, { one_way = true })
  list[#list + 1] = tied:copy()
  tied:link(1, 1, 3, 2, { name = ("s"):rep(31), price = 0, seconds = 2.5 })
  tied:link(3, 1, 1, 1, { one_way = true })
  tied:unlink(tied:link(1, 1, 2, 2))
  tied:link(1, 1, 3, 2)
  list[#list + 1] = tied
  return list
end

-- Bytes before the terrains, bytes before a terrain's name, and the greatest
-- length of a name.
local HEADER, FRONT, LONGEST = 84, 9, 31

--- Dumps with a wrong terrain: it comes twice, its name is too long, or the
-- dump ends within it.
local function spoil(dump, list)
  local count, at = dump:byte(HEADER - 3), HEADER + 1
  local more = dump:sub(1, HEADER - 4) .. string.char(count + 1, 0, 0, 0)
  for _ = 1, count do
    local length = dump:byte(at + FRONT - 1)
    local last = at + FRONT - 1 + length
    local terrain, rest = dump:sub(at, last), dump:sub(last + 1)
    list[#list + 1] = more .. dump:sub(HEADER + 1, last) .. terrain .. rest
    list[#list + 1] = dump:sub(1, at + FRONT - 2) .. string.char(LONGEST + 1)
      .. terrain:sub(FRONT + 1) .. ("n"):rep(LONGEST + 1 - length) .. rest
    list[#list + 1] = dump:sub(1, last - 1)
    at = last + 1
  end
end

for i, text in ipairs(texts) do
  write("text", i, text)
end

-- In load.c's form, without the checksum, which load.c adds: a whole dump after
-- an even byte; a dump from its width on after an odd byte.
local dumps = {}
for _, grid in ipairs(grids()) do
  local dump = grid:dump():sub(1, -5)
  dumps[#dumps + 1] = dump
  spoil(dump, dumps)
end
local last = 2 * #dumps + 1
for i, dump in ipairs(dumps) do
  write("load", 2 * i, "\0" .. dump)
  write("load", 2 * i + 1, "\1" .. dump:sub(13))
end

-- Layers of the right size and of other sizes.
for i, size in ipairs { { 3, 2 }, { 2, 3 }, { 70, 2 }, { 3, 65 } } do
  local layer = tilepath.layer(tilepath.grid(size[1], size[2]))
  layer:sample(function(x, y) return (31 * x + 7 * y) % 256 end)
  local wide, high = size[1] == 70 and 4 or 0, size[2] == 65 and 8 or 0
  local first, dump = 2 + wide + high, layer:dump():sub(1, -5)
  write("load", last + 2 * i - 1, string.char(first) .. dump)
  write("load", last + 2 * i, string.char(first + 1) .. dump:sub(13))
end
