rockspec_format = "3.0"
package = "tilepath"
version = "scm-1"

source = {
  url = "git+https://github.com/tilepath/tilepath.git",
}

description = {
  summary = "Grid pathfinding for Lua games, written in C",
  detailed = [[
Cheapest paths on grids with priced terrain, four rules for diagonals, searches
in slices, paths tidied by line of sight, and a follower whose place does not
depend on the frame rate. For LÖVE, for mods and for servers: Lua 5.1 to 5.5 and
LuaJIT.]],
  license = "MIT",
  labels = { "pathfinding", "astar", "grid", "gamedev", "love" },
}

dependencies = {
  "lua >= 5.1, < 5.6",
}

build = {
  type = "builtin",
  modules = {
    tilepath = "lua/tilepath/init.lua",
    ["tilepath.ascii"] = "lua/tilepath/ascii.lua",
    ["tilepath.follower"] = "lua/tilepath/follower.lua",
    ["tilepath.loader"] = "lua/tilepath/loader.lua",
    ["tilepath.path"] = "lua/tilepath/path.lua",
    tilepath_core = {
      incdirs = { "src" },
      sources = {
        "src/core/grid.c",
      },
    },
  },
  platforms = {
    unix = {
      modules = {
        tilepath_core = { libraries = { "m" } },
      },
    },
  },
}

test = {
  type = "command",
  command = "make test SETUP=no",
}
