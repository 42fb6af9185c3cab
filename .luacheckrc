-- "min" is what Lua 5.1, 5.2, 5.3 and LuaJIT all have: the library runs there.
std = "min"
read_globals = { "jit" }
max_line_length = false -- `make format` and reviews keep 80 columns
codes = true
self = false
ignore = { "581" } -- `not (x <= y)` is how NaN is caught
exclude_files = { "build", "types" }

-- Luanti has Lua 5.1.
local luanti = { std = "lua51", read_globals = { "core", "doors", "vector",
  "VoxelArea" }, globals = { "walker" } }
files["lua/tilepath/luanti.lua"] = luanti
files["examples/luanti"] = luanti
files["tools/luanti.lua"] = luanti
files["bench/luanti.lua"] = luanti

files["lua/tilepath/host.lua"] = { read_globals = { "love", "rawlen" } }
files["tools/hosts/roblox.lua"] = { read_globals = { "script" } }
files["tools/hosts/compile.lua"] = { ignore = { "211/compiled" },
  read_globals = { "CORE", "_ENV", "getfenv", "loadstring", "setfenv" } }
files["tools/hosts/defold"] = { std = "lua51", globals = { "hash", "msg",
  "vmath" }, read_globals = { "init", "on_input", "update" } }
files["fuzz"] = { read_globals = { "unpack", "table.unpack" } }
files["spec"] = { std = "min+busted" }
files["examples/page"] = { read_globals = { "loadstring", "setfenv", "unpack",
  "table.unpack" } }
files["examples/page/programs"] = { globals = { "click", "move", "show",
  "update" } }
files["examples/love"] = { std = "luajit+love" }
files[".busted"] = { std = "min" }
