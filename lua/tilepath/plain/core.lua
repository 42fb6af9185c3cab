--- The core in Lua, for hosts that cannot load the C module.
--
-- Returns a table with the same functions and classes as the C module.

local siblings = (...):match("^.*[./]") or ""
local parent = (siblings:gsub("plain[./]$", ""))
local agent = require(siblings .. "agent")
local args = require(siblings .. "args")
local class = require(parent .. "class")
local later = require(parent .. "later")
local options = require(parent .. "options")

local core = { version = "1.2.0", language = "Lua", meant = args.meant }

-- Each file adds its functions to the core and to pathfinders.
for _, file in ipairs { "grid", "finder" } do
  require(siblings .. file).open(core)
end

-- The other ones are loaded later: file, functions, methods of pathfinders.
local PARTS = {
  { "fill", "is_ascii measure fill_text read_values count_values "
    .. "fill_values", "" },
  { "layer", "layer load_layer", "" },
  { "links", "load_link", "" },
  { "dump", "sum place bytes load_cells", "" },
  { "snapshot", "maker", "" },
  { "visibility", "walks walks_world lines prune straighten "
    .. "goes_to_own_middle",
    "line_of_sight line_of_sight_world view" },
  { "field", "stamp ask_field make", "field" },
  { "reach", "list_regions region_group link_between nearest",
    "reach is_reachable would_block" },
  { "crowd", "crowd add_unit write_unit hold unit_link update_crowd tick_crowd "
    .. "go_on_crowd "
    .. "send list_units open_events next_event field_to_units read_unit set_time "
    .. "set_unit set_path exchange order_list keep_orders order_is_over "
    .. "end_order tell_blocked order_state set_wander wander has_lists points "
    .. "set_points trail set_trail walls charge", "" },
}

local function open(part)
  part.open(core)
end

for _, part in ipairs(PARTS) do
  local file = "plain." .. part[1]
  later.methods(core, part[2], file, open)
  later.methods(core.pathfinder_methods, part[3], file, open)
end
later.methods(core.grid_methods, "cell_polygon line", "plain.gridshapes")
later.methods(core.grid_methods, "fence fences unfence", "plain.fenceedits")
later.methods(core.grid_methods, "link links unlink", "plain.links")
later.methods(core.grid_methods, "resize", "plain.resize")

for _, name in ipairs { "Crowd", "Field", "Layer", "Reach", "Search", "Unit",
  "View" } do
  core[name] = class.kind(name)
end
core.crowd_methods = select(2, class.kind("Crowd"))
core.layer_methods = select(2, class.kind("Layer"))

local function finder_of(call, finder)
  return class.argument(call, "finder", finder, core.Pathfinder, "a pathfinder")
end

--- core.edits(finder [, all]): how many edits may have changed where the agent can
-- be; all: or what its paths cost.
function core.edits(finder, all)
  local f = finder_of("edits", finder)
  if all then
    return agent.edits(f.agent)
  end
  local closing, edits = f.profile.closing, f.g.log.version
  for i = 1, closing and #closing or 0 do
    edits = edits + closing[i].log.version
  end
  return edits
end

--- core.unaffected(finder, edits [, left, top, right, bottom]): the number of
-- edits if no line of sight in that box of the world became free or blocked
-- since another number of edits; else nil. Here each edit counts, wherever it lies.
-- Followers ask in each update, and LuaJIT compiles an update only if it compiles
-- this, too: so it stands here.
function core.unaffected(finder, since)
  return core.edits(finder) == since and since or nil
end

-- The calls whose options the core reads.
local CALLS = { "crowd:add", "field:advance", "finder:field", "finder:find",
  "finder:line_of_sight", "finder:nearest", "finder:reach", "finder:view",
  "grid:fence", "grid:link", "queue:field", "queue:find", "unit:chase",
  "unit:flee", "unit:follow", "unit:go", "unit:keep", "unit:patrol" }

--- core.options(): the options of these calls (options.lua).
function core.options()
  return options.list(CALLS)
end

return core
