--- Draws docs/speed.svg, docs/edits.svg, docs/fields.svg and docs/libraries.svg
-- from the CSV in bench/results.

local USAGE = "usage: tools/lua luajit bench/plot.lua [MACHINE=name]"

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local options = require "options"(arg, { MACHINE = "" }, USAGE)
local results = require "results"
local svg = require "svg"

local machine = results.machine(options.MACHINE)

local function rows_of(file, name)
  local rows = {}
  local all = results.read(("%sresults/%s-%s.csv"):format(here, machine, file))
  for _, row in ipairs(all) do
    if row.vm == results.vm and row.table == name and row.algorithm == "auto"
    then
      rows[#rows + 1] = row
    end
  end
  if #rows == 0 then
    io.stderr:write(("no results of %s on '%s'\n"):format(results.vm, machine),
      USAGE, "\n")
    os.exit(2)
  end
  return rows
end

local function write(name, plot)
  local file = assert(io.open(here .. "../docs/" .. name, "w"))
  file:write(svg.draw(plot))
  file:close()
  print("written: docs/" .. name)
end

-- ---- queries ----------------------------------------------------------------

-- Other people's searches on the same maps, in results/peers.csv: how many times
-- as fast as the textbook A* each was, called from C++, with the path. Online
-- JPS, block JPS and block JPS+ are the C++ code of the method's authors
-- (warthog). The subgoal graph, and the one with a contraction hierarchy, are
-- entries of the grid path planning competition of 2023. All were measured once,
-- on a machine of the same kind; the ratios are right to about a tenth.
local UNPREPARED = { "jps", "block_jps" }
local PREPARED = { "jps", "block_jps", "block_jps_plus", "subgoals" }

--- The time of the fastest of some searches; nil if none was measured there.
local function fastest(row, peer, names)
  local most = 0
  for _, name in ipairs(names) do
    most = math.max(most, peer and peer[name] or 0)
  end
  return peer and row.textbook_us / most
end

local function speed()
  local rows, peers = {}, {}
  for _, row in ipairs(results.read(here .. "results/peers.csv")) do
    peers[row.map] = row
  end
  for _, row in ipairs(rows_of("maps", "uniform")) do
    rows[#rows + 1] = {
      name = row.map,
      values = { row.mean_us, fastest(row, peers[row.map], PREPARED),
        fastest(row, peers[row.map], UNPREPARED), row.textbook_us },
      label = ("%.0f\195\151"):format(row.ratio),
    }
  end
  write("speed.svg", {
    title = "The time of one query, on ground of one price (logarithmic)",
    notes = {
      "tilepath is called from " .. (results.vm == "luajit" and "LuaJIT"
        or "Lua") .. ". The others are the fastest programs in C++ for each"
        .. " map; their",
      "times are scaled by the textbook's. On the right: how many times as fast"
        .. " tilepath is as the textbook.",
    },
    from = 1, to = 1e5,
    series = {
      { name = "tilepath", shape = "diamond", class = "a", to = 4 },
      { name = "others, 1.5 s to prepare", shape = "circle", class = "b" },
      { name = "others, unprepared", shape = "circle", class = "c" },
      { name = "textbook A* in C", shape = "square", class = "d" },
    },
    rows = rows,
  })
end

-- ---- edits ------------------------------------------------------------------

local function edits()
  local rows = {}
  for _, row in ipairs(rows_of("edits", "edits")) do
    rows[#rows + 1] = { name = row.map,
      values = { row.median_us, row.p99_us } }
  end
  write("edits.svg", {
    title = "What an edit of a cell adds to the next query (logarithmic)",
    notes = { "The diamond is the median of all edits, and the bar is the 99th"
      .. " percentile." },
    from = 1, to = 1e3,
    series = {
      { name = "any cell", shape = "diamond", class = "a", to = 2 },
      { shape = "bar", class = "a" },
    },
    rows = rows,
  })
end

-- ---- fields -----------------------------------------------------------------

local GROUNDS = { plain = 1, priced = 4 }

local function fields()
  local rows, by_map = {}, {}
  for _, row in ipairs(rows_of("fields", "fields")) do
    local at, one = GROUNDS[row.ground], by_map[row.map]
    if not one then
      one = { name = row.map, values = {}, label = "" }
      by_map[row.map] = one
      rows[#rows + 1] = one
    end
    if at then
      one.values[at] = row.build_ms * 1e3
      one.values[at + 1] = row.textbook_ms * 1e3
      one.values[at + 2] = row.update_us
      one.label = ("%s %.1f"):format(one.label, row.ratio)
    end
  end
  write("fields.svg", {
    title = "The time of a field over a whole map (logarithmic)",
    notes = {
      "On the right: how many times as fast it is as a textbook Dijkstra in C,"
        .. " plain and priced.",
      "Bars on the left: field:update after an edit of one cell (median).",
    },
    from = 1, to = 1e6,
    series = {
      { name = "plain", shape = "diamond", class = "a", below = -5, to = 2 },
      { name = "textbook", shape = "square", class = "d", below = -5 },
      { shape = "bar", class = "a", below = -5 },
      { name = "priced", shape = "circle", class = "b", below = 5, to = 5 },
      { shape = "square", class = "d", below = 5 },
      { shape = "bar", class = "b", below = 5 },
    },
    rows = rows,
  })
end

-- ---- other libraries --------------------------------------------------------

local function libraries()
  local rows = {}
  for _, row in ipairs(rows_of("plain", "plain")) do
    if row.host == "luajit" and row.jps then
      rows[#rows + 1] = {
        name = ("%s, %d\195\151%d"):format(row.map, row.side, row.side),
        values = { row.module, row.us, row.textbook, row.tables, row.jps,
          row.astar },
        label = ("%.0f\195\151"):format(math.min(row.jps, row.astar)
          / row.module),
      }
    end
  end
  write("libraries.svg", {
    title = "The time of one path, called from LuaJIT (logarithmic)",
    notes = {
      "The A* in C and the A* on Lua tables are textbook programs with binary"
        .. " heaps.",
      "On the right: how many times as fast the module is as the faster of"
        .. " Jumper's two searches.",
    },
    from = 1, to = 1e4,
    series = {
      { name = "tilepath, C module", shape = "diamond", class = "a", to = 5 },
      { name = "in Lua", shape = "circle", class = "a" },
      { name = "A* in C", shape = "square", class = "d" },
      { name = "A* in Lua", shape = "circle", class = "d" },
      { name = "Jumper, JPS", shape = "circle", class = "b" },
      { name = "Jumper, A*", shape = "circle", class = "c" },
    },
    rows = rows,
  })
end

speed()
edits()
fields()
libraries()
