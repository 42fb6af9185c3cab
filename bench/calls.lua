--- A row for a call with little to find: what the call itself costs from Lua,
-- in nanoseconds, and the garbage it leaves, in bytes.

local measure = require "measure"
local tilepath = require "tilepath"

local SIDE = 512
local FAR = 100

--- Open ground with some walls, and a cell at 500, 500 that walls enclose.
local function make_grid()
  local grid = tilepath.grid(SIDE, SIDE)
  for i = 0, 600 do
    grid:set(i * 37 % SIDE + 1, 101 + i * 151 % (SIDE - 101), "wall")
  end
  grid:fill(499, 499, 3, 3, "wall")
  grid:set(500, 500, "open")
  return grid
end

local function add_fields(add, finder)
  local field = finder:field { { 250, 250 } }
  local tower, pond = { { 300, 300 } }, { { 300, 300 }, { 301, 302 } }
  add("field:next", function(n)
    for i = 1, n do
      field:next(i % 100 + 1, 50)
    end
  end)
  add("field:direction", function(n)
    for i = 1, n do
      field:direction(i % 100 + 0.3, 50.2)
    end
  end)
  add("would_block, open ground", function(n)
    for _ = 1, n do
      finder:would_block(tower, 10, 10, 400, 400)
    end
  end)
  add("would_block, two cells near a wall", function(n)
    for _ = 1, n do
      finder:would_block(pond, 10, 10, 300, 301)
    end
  end)
  add("reach, 10 cells far", function(n)
    for _ = 1, n do
      finder:reach(250, 250, 10)
    end
  end)
  add("visible, a range of 20", function(n)
    for _ = 1, n do
      finder:view(250, 250, 20)
    end
  end)
end

--- The calls: name, function of a number of repetitions, calls in a repetition.
local function list_calls(finder)
  local full, short = { into = {} }, { into = {} }
  local list = {}
  local function add(name, f, turns)
    list[#list + 1] = { name = name, f = f, turns = turns or 1 }
  end
  add("can_enter", function(n)
    for _ = 1, n do
      finder:can_enter(10, 10)
    end
  end)
  add("is_reachable: yes", function(n)
    for _ = 1, n do
      finder:is_reachable(10, 10, 400, 400)
    end
  end)
  add("is_reachable: no", function(n)
    for _ = 1, n do
      finder:is_reachable(10, 10, 500, 500)
    end
  end)
  add("find, unreachable", function(n)
    for _ = 1, n do
      finder:find(10, 10, 500, 500, short)
    end
  end)
  add("find, start = goal", function(n)
    for _ = 1, n do
      finder:find(10, 10, 10, 10, short)
    end
  end)
  add("find, 2 cells", function(n)
    for _ = 1, n do
      finder:find(10, 10, 11, 10, short)
    end
  end)
  add("find, 100 cells straight", function(n)
    for _ = 1, n do
      finder:find(10, 10, 9 + FAR, 10, full)
    end
  end)
  add("the same, a new table each", function(n)
    for _ = 1, n do
      finder:find(10, 10, 9 + FAR, 10)
    end
  end)
  add("line_of_sight, 100 cells straight", function(n)
    for _ = 1, n do
      finder:line_of_sight(10, 10, 9 + FAR, 10)
    end
  end)
  add("line_of_sight, 100 cells askew", function(n)
    for _ = 1, n do
      finder:line_of_sight(10, 10, 9 + FAR, 57)
    end
  end)
  add_fields(add, finder)
  return list
end

--- Bytes that a call leaves to the collector.
local function garbage(call)
  local turns = 1000
  measure.bytes()
  collectgarbage("stop")
  local before = collectgarbage("count")
  call.f(turns)
  local after = collectgarbage("count")
  collectgarbage("restart")
  return (after - before) * 1024 / (turns * call.turns)
end

local columns = {
  { "call", "call", "%-38s" },
  { "ns", "ns", "%8.0f" },
  { "garbage_bytes", "garbage", "%8.0f" },
}

--- Measures all calls. @return a list of rows
local function made()
  local rows = {}
  for i, call in ipairs(list_calls(tilepath.pathfinder(make_grid()))) do
    rows[i] = {
      call = call.name,
      ns = measure.call(call.f) / call.turns,
      garbage_bytes = garbage(call),
    }
  end
  return rows
end

return { columns = columns, made = made }
