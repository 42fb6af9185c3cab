--- All cells that a cell sees, in one sweep over squares: shadow casting, exact
-- by the rule of sight.lua.
--
-- Seen from the centre of the origin, the line to another centre is a slope: so
-- many columns a row, which are less than 0 to the left. The rows between let
-- the slopes of some gaps pass, each from a first slope to a last one; cells
-- and fences of each row remove slopes. src/core/ask/fov.c draws it, and says
-- how corners and fences count. It goes over quarters, and this file over
-- halves: to the left of the origin, the first corner of what is in the way is
-- the near one, and to the right the last. Corners lie half a column beside the
-- centres, so no gap begins or ends at slope 0.
--
-- Slopes are quotients of small numbers, halves of cells. Equal slopes have equal
-- quotients; different slopes differ by far more than a rounding. A slope times a
-- number of rows gives a column. If the exact column is a whole number, the
-- product differs from it by a rounding at most, which is less than `slack`; any
-- other product differs from each whole number by more than `slack`.
--
-- A sweep v is a table of these fields:
--
--   agent, x, y  who looks, and the cell from where
--   square       the range, squared
--   wide         the whole columns in it, or more than the map has
--   class        by place, 0: blocked
--   hides        the terrains at which lines end, by `cells`; nil: none
--   fences       the sides of cells that are closed for the agent; nil: none
--   closed       the same near rows that have some; else nil
--   is_open      lines along a gap's own edges are blocked
--   leaves_out   no line may pass a corner
--   rows, down   rows away of this row; 1: it lies below the origin, -1: above
--   onward       the bit of sides that face there
--   gaps, spare  two numbers a gap, its first slope and its last one; and the
--                same of the next row
--   seen         columns from and to, of runs that are seen in this row

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local exact = require(parent .. "exact")
local fences = require(siblings .. "fences")
local host = require(parent .. "host")
local sight = require(siblings .. "sight")
local visibleset = require(siblings .. "visibleset")

local floor, max, min, sqrt = math.floor, math.max, math.min, math.sqrt
local unpack = rawget(table, "unpack") or host("unpack")
local BIT, BOTH_FREE, NEVER = agent.BIT, agent.BOTH_FREE, agent.NEVER
local E, W = BIT[1], BIT[3]
local is_barred, towards, add = sight.is_barred, fences.towards, visibleset.add

local fov = {}

local FAR = 2 ^ 17 -- more columns than there are

-- What is in the way ----------------------------------------------------------

--- May lines pass a place?
local function is_clear(v, q)
  return sight.is_clear_at(v.agent, v.hides, q)
end

--- The next columns of a row in the way, from c to `last`: the first one, or
-- nil, and the first one behind these. A fence between two columns gives the
-- same column twice.
-- @param p  the place in the origin's column
local function next_cells(v, p, c, last)
  local class, cells, closed, hides = v.class, v.cells, v.closed, v.hides
  local shift = hides and v.pitch + floor(p / v.pitch) - 1
  local first
  for q = p + c, p + last do
    if class[q] == 0 or hides and hides[cells[q - shift]] then
      first = q - p
      break
    end
  end
  for column = c, closed and (first or last) - 1 or c - 1 do
    local q, bit = p + column, E
    if column < 0 then
      q, bit = q + 1, W
    end
    if closed[q] % (2 * bit) >= bit then
      return column + 1, column + 1
    end
  end
  local behind = first
  while behind and behind <= last and (class[p + behind] == 0
    or hides and hides[cells[p + behind - shift]]) do
    behind = behind + 1
  end
  return first, behind
end

--- The same for the border behind a row.
local function next_fences(v, p, c, last)
  local closed, bit = v.closed, v.onward
  for q = p + c, p + last do
    if closed[q] % (2 * bit) >= bit then
      local behind = q - p + 1
      while behind <= last and closed[p + behind] % (2 * bit) >= bit do
        behind = behind + 1
      end
      return q - p, behind
    end
  end
end

--- How many columns along the origin's row is the next thing in the way, up to
-- `most`?
local function next_beside(v, p, by, most)
  for c = 1, most do
    local q = p + c * by
    if v.class[q] == 0 or v.hides and not is_clear(v, q)
      or v.fences and is_barred(v.fences, q - by, towards(by, 0)) then
      return c
    end
  end
  return most + 1
end

--- Has a cell of these columns of a row a closed side, or a corner with one?
local function has_fences(v, p, low, high)
  local closed = v.fences
  for q = p + low, p + high do
    if closed[q] > 0 then
      return true
    end
  end
  return false
end

--- A line passes the near outer corner of something in the way, c columns away:
-- does the rule forbid that?
-- @param before  the place of column 0 in the row before
-- @param by      -1: c lies to the left of the origin
local function closes_corner(v, before, c, by)
  local p = before + c
  return not agent.allows(v.agent.rule, is_clear(v, p + v.down * v.pitch),
    is_clear(v, p + by))
    or is_barred(v.closed, p, towards(by, v.down))
end

-- What is seen ----------------------------------------------------------------

--- Notes columns that are seen, from one on that is not before those seen last.
-- @return  how many numbers `seen` has
local function see(v, runs, from, to)
  local seen = v.seen
  from, to = from + v.x, to + v.x
  if from > to then
    return runs
  elseif runs > 0 and from <= seen[runs] + 1 then
    seen[runs] = max(to, seen[runs])
    return runs
  end
  seen[runs + 1], seen[runs + 2] = from, to
  return runs + 2
end

--- Of these columns, which are in the way, sees those with ground that hides:
-- lines may end there, and only their own row can still be in the way.
local function see_hiding(v, p, from, to, runs)
  local x, y = v.x, v.y + v.rows * v.down
  for c = from, to do
    if v.class[p + c] > 0 and sight.sees(v.agent, x, v.y, x + c, y) then
      runs = see(v, runs, c, c)
    end
  end
  return runs
end

--- Adds the runs of a row to a set, without columns to which every line passes
-- a corner, if none may: columns and rows are divisible by two equally often.
local function flush(v, set, runs)
  local seen, x, y, step = v.seen, v.x, v.y + v.rows * v.down, FAR
  if v.leaves_out and v.rows > 0 then
    step = 1
    while v.rows % (2 * step) == 0 do
      step = 2 * step
    end
  end
  for i = 1, runs, 2 do
    local from, to = seen[i], seen[i + 1]
    for corner = from + (step + x - from) % (2 * step), to, 2 * step do
      if from < corner then
        add(set, y, from, corner - 1)
      end
      from = corner + 1
    end
    if from <= to then
      add(set, y, from, to)
    end
  end
end

-- Rows ------------------------------------------------------------------------

--- Goes over the rows of a half, below or above the origin.
-- @param left, right  the slopes between what is in the way in the origin's row
local function look_over_half(v, down, left, right, set)
  local class, hides, seen, gaps = v.class, v.hides, v.seen, v.gaps
  local spare, g, x, wide = v.spare, v.agent.grid, v.x, v.wide
  local square, slack = v.square, v.slack
  local most_left, most_right = -x, g.width - 1 - x
  local is_open, margin = v.is_open, v.is_open and -slack or slack
  local p, step, count = agent.place(v.agent, x, v.y), down * v.pitch, 2
  local is_fenced = v.fences ~= nil
  v.onward = BIT[towards(0, down)]
  v.rows, v.down, gaps[1], gaps[2] = 0, down, left, right
  for r = 1, min(down > 0 and g.height - 1 - v.y or v.y, wide) do
    local before, runs, seen_to = p, 0, -FAR
    while wide * wide + r * r > square do
      wide = wide - 1
    end
    local low, high = -wide, wide
    if low < most_left then
      low = most_left
    end
    if high > most_right then
      high = most_right
    end
    p, v.rows = p + step, r
    -- The rows to the corners: of the row, or first of the border before it.
    local near, nearest = r - 0.5, r + 0.5
    if v.fences then
      local was_fenced = is_fenced
      is_fenced = has_fences(v, p, low, high)
      v.closed = (is_fenced or was_fenced) and v.fences
      nearest = was_fenced and near or nearest
    end
    for far = nearest, r + 0.5 do
      local is_row, kept, next_in_way = far > near, 0, next_fences
      if is_row then
        next_in_way = (hides or v.closed) and next_cells
      end
      for i = 1, count, 2 do
        local first, last = gaps[i], gaps[i + 1]
        -- A gap of one slope may end at a corner that it just touches, and a
        -- border may reduce a gap to one slope.
        local touch = slack
        if not is_open and (first == last or not is_row) then
          touch = -slack
        end
        -- What hides some of the gap is in columns c to `stop`; its lines end
        -- in columns `begin` to `to`.
        local c, stop
        if first < 0 then
          c = floor(first * far + 0.5 + slack)
        else
          c = floor(first * near + 0.5 + touch)
        end
        if last < 0 then
          stop = last * near + 0.5 - touch
        else
          stop = last * far + 0.5 - slack
        end
        local to, least = floor(last * r + margin), first * r - margin
        if c < low then
          c = low
        end
        if stop > high then
          stop = high
          if to > high then
            to = high
          end
        end
        local begin, from, is_kept = c, first, true
        while begin < least do
          begin = begin + 1
        end
        -- Past the range here, a gap is so in all later rows.
        while begin <= high and to >= low do
          local blocked, behind
          if next_in_way then
            blocked, behind = next_in_way(v, is_row and p or before, c, stop)
          else
            for q = p + c, p + stop do
              if class[q] == 0 then
                blocked, behind = q - p, q - p + 1
                while behind <= stop and class[p + behind] == 0 do
                  behind = behind + 1
                end
                break
              end
            end
          end
          -- The part of the gap before that. To the left of the origin, it ends
          -- there in the row itself, too.
          local till, edge = to, last
          if blocked then
            if blocked <= to then
              till = blocked - 1
            end
            edge = (blocked - 0.5) / (blocked > 0 and far or near)
            is_kept = from < edge or from == edge and not is_open
            if blocked <= 0 then
              local most = edge * r + margin
              if edge == first and not is_open
                and closes_corner(v, before, blocked, -1) then
                most, is_kept = edge * r - slack, false
              end
              while till > most do
                till = till - 1
              end
            end
          end
          if begin <= till and is_row then
            if begin > seen_to + 1 then
              seen[runs + 1], runs = begin + x, runs + 2
              seen_to = begin
            end
            if till >= seen_to then
              seen[runs], seen_to = till + x, till
            end
          end
          if blocked and hides and is_row then
            runs = see_hiding(v, p, max(blocked, begin), min(behind - 1, to),
              runs)
            seen_to = runs > 0 and seen[runs] - x or seen_to
          end
          if is_kept then
            spare[kept + 1], spare[kept + 2] = from, edge
            kept = kept + 2
          end
          if not blocked then
            break
          end
          -- The part behind that. To the right of the origin, it begins there
          -- in the row itself, too.
          c, from = behind, (behind - 0.5) / (behind > 0 and near or far)
          if begin < behind then
            begin = behind
          end
          is_kept = from < last or from == last and not is_open
          if behind > 0 then
            if not is_kept or from == last
              and closes_corner(v, before, behind - 1, 1) then
              break
            end
            least = from * r - margin
            while begin < least do
              begin = begin + 1
            end
          end
        end
      end
      gaps, spare, count = spare, gaps, kept
    end
    local y = v.y + r * down
    if runs > 0 and (v.leaves_out or set[y]) then
      flush(v, set, runs)
    elseif runs > 0 then
      set[y] = { unpack(seen, 1, runs) }
    end
    if count == 0 then
      break
    end
  end
  visibleset.extend(set, v.y + v.rows * down)
end

require(parent .. "luajit").on(next_cells, next_fences, has_fences)

--- Can the numbers of this host tell the slopes of the agent's map apart?
function fov.applies(a)
  local side = 2 * max(a.grid.width, a.grid.height)
  return 8 * side * side <= exact.most
end

--- A view of an agent up to date, for look, which may be called many times.
function fov.new(a, square)
  local alone, g = a.base or a, a.grid
  return { agent = a, class = a.class, cells = g.cells, pitch = a.pitch,
    hides = alone.hides, fences = alone.closed, square = square,
    wide = min(floor(sqrt(square)), g.width + g.height),
    leaves_out = a.rule == NEVER,
    is_open = a.rule == BOTH_FREE or a.rule == NEVER,
    gaps = {}, spare = {}, seen = {},
    slack = 1 / (8 * max(g.width, g.height)) }
end

--- Adds the cells seen from a free cell to a set (visibleset.lua).
function fov.look(v, x, y, set)
  local p, most_left = agent.place(v.agent, x, y), min(x, v.wide)
  local most_right = min(v.agent.grid.width - 1 - x, v.wide)
  local left, right = next_beside(v, p, -1, most_left),
    next_beside(v, p, 1, most_right)
  v.x, v.y, v.rows, v.down = x, y, 0, 1
  local runs = 0
  if v.hides then
    runs = see_hiding(v, p, -min(left, most_left), -left, 0)
  end
  runs = see(v, runs, 1 - left, right - 1)
  if v.hides then
    runs = see_hiding(v, p, right, min(right, most_right), runs)
  end
  flush(v, set, runs)
  look_over_half(v, -1, 1 - 2 * left, 2 * right - 1, set)
  look_over_half(v, 1, 1 - 2 * left, 2 * right - 1, set)
end

return fov
