--- What the specs share: maps and paths as text, errors with their place.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local flat = require "tilepath.serialize"
local rows_of = require "spec.support.rows"

local helper = {}

--- A map written as an indented block: the first line break, the common
-- indentation and the last line (which holds the closing bracket) go. Spaces
-- behind the indentation are cells, so rows must be of one length already.
function helper.map(block)
  local lines, indent = {}, math.huge
  for line in (block:gsub("^\n", "") .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
  end
  if lines[#lines]:find("^ *$") then
    lines[#lines] = nil
  end
  for _, line in ipairs(lines) do
    indent = math.min(indent, #line:match("^ *"))
  end
  for i, line in ipairs(lines) do
    lines[i] = line:sub(indent + 1)
  end
  return table.concat(lines, "\n")
end

--- A path as text: "1,1 2,2 3,3".
function helper.points(path)
  local words = {}
  for i = 1, #path, 2 do
    words[#words + 1] = ("%.14g,%.14g"):format(path[i], path[i + 1])
  end
  return table.concat(words, " ")
end

--- The cells that a pathfinder's agent may be in, as a map of . and #.
function helper.fits(finder)
  local grid = finder.grid
  return table.concat(rows_of(grid.width, grid.height, function(x, y)
    return finder:can_enter(x + grid.base_x - 1, y + grid.base_y - 1) and "."
      or "#"
  end), "\n")
end

--- The points of a path in a plain table.
function helper.plain(path)
  local t = {}
  for i = 1, #path do
    t[i] = path[i]
  end
  return t
end

--- All results of a call, as a list.
function helper.list(...)
  return { ... }
end

--- Fails where two numbers differ by more than a rounding error (or `by`).
function helper.near(expected, got, by)
  if not (math.abs(expected - got) <= (by or 1e-9)) then
    error(("expected %.17g, got %.17g"):format(expected, got), 2)
  end
end

--- Fails unless each step of a path is legal and they add up to its cost.
function helper.check_steps(finder, path, cost)
  local profile, sum = finder.profile, 0
  for i = 1, #path - 3, 2 do
    local x1, y1, x2, y2 = path[i], path[i + 1], path[i + 2], path[i + 3]
    assert(finder:can_step(x1, y1, x2, y2), "a step that is not legal")
    sum = sum + (x1 ~= x2 and y1 ~= y2 and profile.diagonal_cost
      or profile.straight_cost)
  end
  helper.near(sum, cost, 1e-9 * sum)
end

--- Everything that an iterator gives, as a list of lists.
function helper.collect(f, state, start)
  local all = {}
  local values = { f(state, start) }
  while values[1] ~= nil do
    all[#all + 1] = values
    values = { f(state, values[1]) }
  end
  return all
end

--- How many cells of a search are "open" or "closed".
function helper.count(search, wanted)
  local count = 0
  for _, _, state in search:cells() do
    count = count + (state == wanted and 1 or 0)
  end
  return count
end

--- A path in world units as the cells of its points, of a grid or a pathfinder.
function helper.in_cells(path, map)
  local cells = { cost = path.cost, escape = path.escape, links = path.links,
    goal_index = path.goal_index, partial = path.partial }
  for i = 1, #path, 2 do
    cells[i], cells[i + 1] = map:to_cell(path[i], path[i + 1])
  end
  return tilepath.path(cells, "cells")
end

--- The message of the error that f raises; fails where it raises none, or where
-- the message does not point into f itself, at the line of the mistake.
function helper.mistake(f)
  local raised, message = pcall(f)
  if raised then
    error("no error was raised", 2)
  end
  local file, line, text = tostring(message):match("^(.-):(%d+): (.*)$")
  local info = debug.getinfo(f, "S")
  line = tonumber(line)
  if not line or file ~= info.short_src
    or line < info.linedefined or line > info.lastlinedefined then
    error("not at the caller's line: " .. tostring(message), 2)
  end
  return text
end

--- What a state says, as a table.
-- @param noun  "crowd" or "follower"
function helper.values_of(noun, state)
  return assert(flat.read("state", noun, state))
end

--- A state with another value under a key, and with the right sum.
function helper.forged(noun, state, key, value)
  local values = helper.values_of(noun, state)
  values[key] = value
  return flat.write(noun, values)
end

--- A new crowd, restored; or nil, reason. `given` has the state, the options of
-- the crowd, and those of its restore.
function helper.load_crowd(grid, given)
  local crowd = tilepath.crowd(grid, { max_nodes = given.nodes,
    moved = given.moved, speeds = given.speeds, traffic = given.traffic })
  local done, reason = crowd:load(given.state, { finders = given.finders,
    fields = given.fields, targets = given.targets })
  return done and crowd, reason
end

--- Adds the fields of a table, or of nil, to t. @return t
function helper.with(t, more)
  for key, value in pairs(more or {}) do
    t[key] = value
  end
  return t
end

--- A new follower, restored; or nil, reason. `given` has the state, what a state does not hold,
-- and the target.
function helper.load_hero(given)
  local options = helper.with({}, given)
  options.state, options.target = nil, nil
  local hero = tilepath.follower(options)
  local done, reason = hero:load(given.state, { target = given.target })
  return done and hero, reason
end

--- Cells, goals and links that are looked at, in a unit of work.
helper.LOOKS = 16

--- Units of work that f has a pathfinder do, on its map, in its searches and
-- fields: nodes that are expanded, and what is looked at.
function helper.work_of(finder, f)
  local before = core.work(finder)
  f()
  return core.work(finder) - before
end

local is_windows = package.config:sub(1, 1) == "\\"
helper.is_windows = is_windows

local names = 0

--- A name that no other file has, for a file that may be there already, empty.
-- Windows gives one without a folder, and gives it again once there is no such
-- file: but Lua opens no module anew that it has once opened under a name.
function helper.temporary_name()
  local name = os.tmpname()
  if is_windows then
    names = names + 1
    name = os.getenv("TEMP") .. name .. names
  end
  return name
end

--- A new folder, with its final slash.
function helper.temporary_folder()
  if is_windows then
    local name = helper.temporary_name() .. ".d"
    assert(os.execute("mkdir " .. name))
    return name .. "\\"
  end
  local pipe = io.popen("mktemp -d")
  local name = assert(pipe:read("*l"))
  pipe:close()
  return name .. "/"
end

function helper.read_file(name)
  local file = io.open(name, "rb")
  local text = file and file:read("*a")
  if file then
    file:close()
  end
  return text
end

function helper.write_file(name, text)
  local file = assert(io.open(name, "wb"))
  assert(file:write(text))
  file:close()
end

--- The file in which package.cpath finds the C module.
function helper.core_file()
  for template in package.cpath:gmatch("[^;]+") do
    local path = template:gsub("%?", "tilepath_core")
    if helper.read_file(path) then return path end
  end
end

--- Has a block of specs find the modules of an example of LÖVE, which are
-- loaded anew for it; give it busted's `setup` and `teardown`.
function helper.use_example(setup, teardown, name, modules)
  local path = package.path
  setup(function()
    package.path = ("examples/love/%s/?.lua;"):format(name) .. path
  end)
  teardown(function()
    package.path = path
    for _, module in ipairs(modules) do
      package.loaded[module] = nil
    end
  end)
end

--- Adds cells at the sides of a grid, { left =, top =, right =, bottom =,
-- fill = terrain }; below 0: cuts them off. Returns what grid:resize returns.
function helper.extend(grid, by)
  local left, top = by.left or 0, by.top or 0
  return grid:resize(grid.base_x - left, grid.base_y - top,
    grid.width + left + (by.right or 0), grid.height + top + (by.bottom or 0),
    by.fill)
end

--- The interpreter that runs the specs.
function helper.interpreter()
  local interpreter, i = arg[0], -1
  while arg[i] do
    interpreter, i = arg[i], i - 1
  end
  return interpreter
end

--- A word of a shell's command.
function helper.quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

--- The output of a shell's command, errors included. If no process can be
-- started (sometimes in wine), the reason.
function helper.output_of(command)
  local pipe, why = io.popen("(" .. command .. ") 2>&1")
  if not pipe then return tostring(why) end
  local text = pipe:read("*a")
  pipe:close()
  return text
end

return helper
