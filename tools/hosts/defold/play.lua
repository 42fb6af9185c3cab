--- What `tools/defold --try` runs in the folder of the project: the game, with
-- stand-ins for what Defold gives to a script.

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- Defold has one loader, which knows the files that were named behind `require`
-- when the project was packed.
local packed = {}

local function pack(path)
  local text = read(path):gsub("%-%-[^\n]*", "")
  for name in text:gmatch("require%s*%(?%s*[\"']([%w_.]+)[\"']") do
    if not packed[name] then
      packed[name] = name:gsub("%.", "/") .. ".lua"
      pack(packed[name])
    end
  end
end

pack("main/main.script")
package.loaders = { function(name)
  return packed[name] and assert(loadstring(read(packed[name]),
    "@/" .. packed[name])) or "no file " .. name
end }
package.path, package.cpath = "", ""

local lines = 0
msg = { post = function(_, name)
  lines = lines + (name == "draw_line" and 1 or 0)
end }
vmath = { vector3 = function() end, vector4 = function() end }
hash = function(text) return text end

assert(loadstring(read("main/main.script"), "@/main/main.script"))()
local self = {}
init(self)
on_input(self, "touch", { pressed = true, x = 900, y = 600 })
for _ = 1, 600 do
  update(self, 1 / 60)
end
assert(self.hero.x == 900 and self.hero.y == 600, "the hero did not arrive")
assert(lines > 14 * 600, "nothing is drawn")
local _, message = pcall(function() self.grid:set(1) end)
assert(message:find("/play.lua:", 1, true), message)
