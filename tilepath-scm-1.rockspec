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
    ["tilepath.arrays"] = "lua/tilepath/arrays.lua",
    ["tilepath.ascii"] = "lua/tilepath/ascii.lua",
    ["tilepath.build"] = "lua/tilepath/build.lua",
    ["tilepath.check"] = "lua/tilepath/check.lua",
    ["tilepath.follower"] = "lua/tilepath/follower.lua",
    ["tilepath.legend"] = "lua/tilepath/legend.lua",
    ["tilepath.loader"] = "lua/tilepath/loader.lua",
    ["tilepath.pace"] = "lua/tilepath/pace.lua",
    ["tilepath.path"] = "lua/tilepath/path.lua",
    ["tilepath.profile"] = "lua/tilepath/profile.lua",
    ["tilepath.prune"] = "lua/tilepath/prune.lua",
    ["tilepath.ready"] = "lua/tilepath/ready.lua",
    ["tilepath.route"] = "lua/tilepath/route.lua",
    ["tilepath.rows"] = "lua/tilepath/rows.lua",
    ["tilepath.segment"] = "lua/tilepath/segment.lua",
    tilepath_core = {
      sources = {
        "src/core/agent.c",
        "src/core/ages.c",
        "src/core/arrive.c",
        "src/core/astar.c",
        "src/core/chamfer.c",
        "src/core/choose.c",
        "src/core/closing.c",
        "src/core/costs.c",
        "src/core/cover.c",
        "src/core/deadends.c",
        "src/core/dump.c",
        "src/core/ends.c",
        "src/core/erode.c",
        "src/core/field.c",
        "src/core/flee.c",
        "src/core/flow.c",
        "src/core/goals.c",
        "src/core/grid.c",
        "src/core/ground.c",
        "src/core/heuristic.c",
        "src/core/jps.c",
        "src/core/jumpcosts.c",
        "src/core/jumplist.c",
        "src/core/jumprepair.c",
        "src/core/jumps.c",
        "src/core/mask.c",
        "src/core/nearby.c",
        "src/core/mend.c",
        "src/core/moves.c",
        "src/core/nearest.c",
        "src/core/nearness.c",
        "src/core/nodes.c",
        "src/core/onward.c",
        "src/core/open.c",
        "src/core/order.c",
        "src/core/planes.c",
        "src/core/points.c",
        "src/core/prices.c",
        "src/core/regions.c",
        "src/core/roots.c",
        "src/core/search.c",
        "src/core/sight.c",
        "src/core/tiles.c",
        "src/core/visible.c",
        "src/core/within.c",
        "src/bind/bind.c",
        "src/bind/build.c",
        "src/bind/cells.c",
        "src/bind/closing.c",
        "src/bind/crowd.c",
        "src/bind/field.c",
        "src/bind/find.c",
        "src/bind/goals.c",
        "src/bind/grid.c",
        "src/bind/iterate.c",
        "src/bind/module.c",
        "src/bind/options.c",
        "src/bind/path.c",
        "src/bind/pathfinder.c",
        "src/bind/place.c",
        "src/bind/query.c",
        "src/bind/questions.c",
        "src/bind/reach.c",
        "src/bind/search.c",
        "src/bind/trace.c",
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
