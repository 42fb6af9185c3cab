--- tilepath: grid pathfinding for Lua games.
--
-- A grid is the map. A pathfinder says how one kind of agent moves over it. A
-- path is a flat table of points, and a follower walks along it. The C module
-- tilepath_core searches, or without it the core in Lua (plain/). The Lua files
-- beside this one shape its arguments and use its paths.
--
-- The other files are found relative to this file's name, so the folder may lie
-- anywhere: require "tilepath", require "libs.tilepath".

local name, path_of_this_file = ...

local VERSION = "1.2.0"

if type(name) ~= "string" then
  error("tilepath: load it with require", 0)
end

local siblings = name:gsub("[./]init$", "") .. "."

-- In Luanti, `require` raises and says that mod security is on.
local found, loader = pcall(require, siblings .. "loader")
if not found then
  if tostring(loader):find("mod security", 1, true) then
    loader = "tilepath: Luanti's mod security is on: see \"In Luanti\" in "
      .. "docs/install.md (" .. loader .. ")"
  end
  error(loader, 0)
end

local function own_folder()
  local getinfo = (require(siblings .. "host")("debug") or {}).getinfo
  local source = getinfo and getinfo(1, "S").source:match("^@(.*)$")
    or path_of_this_file
  return type(source) == "string" and source:match("^.*[/\\]") or nil
end

local core, core_reason = loader.load(VERSION, own_folder())

-- They have done their work, and take some 25 KB.
package.loaded[siblings .. "loader"], package.loaded[siblings .. "platform"] =
  nil, nil

local check = require(siblings .. "check")
local later = require(siblings .. "later")
check.core = core
core.Grid.__folder = check.FOLDER

local tilepath = {
  version = VERSION,
  core = core.language or "C",
  core_reason = core_reason or false,
  grid = require(siblings .. "grid"),
  pathfinder = require(siblings .. "pathfinder"),
  layer = core.layer,
  path = require(siblings .. "path"),
}

-- What is loaded at its first call.
for call, file in pairs { ascii = "ascii", building = "building",
  crowd = "crowd", draw = "draw", follower = "follower",
  from_ldtk = "import.ldtk", from_tiled = "import.tiled", load = "dump",
  picture = "picture", platformer = "platformer", queue = "queue",
  svg = "svg" } do
  tilepath[call] = later.file(file)
end
core.pathfinder_methods.explain = later.file("explain")
later.methods(core.pathfinder_methods, "nearest", "nearest")
later.methods(core.pathfinder_methods, "region", "regions")
later.methods(core.grid_methods, "fence_rect", "fences")
later.methods(core.grid_methods, "save", "dump")
if core.layer_methods.add then -- else plain/layer.lua does it
  later.wrap(core.layer_methods, "add", "layer")
end
later.methods(core.layer_methods, "save", "dump")
later.methods(core.Grid, "__eq", "dump")
later.methods(core.crowd_methods, "add events go go_cell load nearest tick update "
  .. "vacate", "crowd")
later.wrap(core.crowd_methods, "save", "crowd")
later.methods(core.Unit, "__newindex", "crowd")
if core.list_view and require(siblings .. "host")("jit") then
  later.methods(core.view_methods, "cells", "celllists")
  later.methods(core.reach_methods, "cells", "celllists")
  later.wrap(core.grid_methods, "cells", "celllists")
  later.wrap(core.grid_methods, "line", "celllists")
  later.wrap(core.pathfinder_methods, "neighbors", "celllists")
end
later.note()

return tilepath
