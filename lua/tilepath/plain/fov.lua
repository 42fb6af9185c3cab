--- All cells that a cell sees, in one sweep over squares: shadow casting in
-- whole numbers, exact by the rule of sight.lua.
--
-- Seen from the centre of the origin, the line to another centre is a slope: so
-- many columns a row. The rows between let the slopes of some gaps pass, each
-- from a first slope to a last one; cells and fences of each row remove slopes.
-- src/core/ask/fov.c draws it, and says how corners and fences count.
--
-- A sweep v is a table of these fields:
--
--   agent, class, x, y   who looks, and the cell from where
--   widths       by rows away, the columns away that are within range
--   clear        by place, 0: lines end there; the class, or made when asked for
--   hides        is some ground that the agent enters not clear?
--   fences       the sides of cells that are closed for the agent; nil: none are
--   closed       the same in rows that have some; else nil
--   is_open      lines along a gap's own edges are blocked
--   leaves_out   no line may pass a corner
--   by, down     1 or -1: how columns and rows count in this quarter; `aside`,
--                `onward` and `across`: the directions of these, and of both
--   rows, reach  rows away: of this row; and its columns that are within range
--   gaps, count  four numbers a gap: columns and rows of its first slope, and of
--                its last one, whose rows may be 0; how many numbers
--   spare, kept  the same of the next row
--   seen, runs   columns away, from and to, of runs that are seen in this row,
--                outwards; how many numbers

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local exact = require(parent .. "exact")
local fences = require(siblings .. "fences")
local sight = require(siblings .. "sight")
local visibleset = require(siblings .. "visibleset")

local floor, max, min, sqrt = math.floor, math.max, math.min, math.sqrt
local BIT, BOTH_FREE, NEVER = agent.BIT, agent.BOTH_FREE, agent.NEVER
local may_cut = agent.allows
local is_barred, towards, add = sight.is_barred, fences.towards, visibleset.add

local fov = {}

-- Cells -----------------------------------------------------------------------

--- The next columns of a row in the way, from c to `last`: the first one, and
-- the first one behind these. A fence between two columns gives the same column
-- twice.
-- @param p  the place in the origin's column
local function next_cells(v, p, c, last)
  local clear, by, closed, first = v.clear, v.by, v.closed, last + 1
  for q = p + c * by, p + last * by, by do
    if clear[q] == 0 then
      first = (q - p) * by
      break
    end
  end
  if closed then
    local bit = BIT[v.aside]
    for column = c, min(first, last) - 1 do
      if closed[p + column * by] % (2 * bit) >= bit then
        return column + 1, column + 1
      end
    end
  end
  local behind = first
  while behind <= last and clear[p + behind * by] == 0 do
    behind = behind + 1
  end
  return first, behind
end

--- The same for the border behind a row.
local function next_fences(v, p, c, last)
  local closed, by, bit = v.closed, v.by, BIT[v.onward]
  local first, q = c, p + c * by
  while first <= last and closed[q] % (2 * bit) < bit do
    first, q = first + 1, q + by
  end
  local behind = first + 1
  while behind <= last and closed[p + behind * by] % (2 * bit) >= bit do
    behind = behind + 1
  end
  return first, behind
end

--- Has a cell of a row within reach a closed side, or a corner with one?
local function has_fences(v, p)
  local closed = v.fences
  for q = p, p + v.reach * v.by, v.by do
    if closed[q] > 0 then
      return true
    end
  end
  return false
end

--- Adds the rows of a quarter until there is something in the way.
-- @param p, last  the place in the origin's row; the last row
-- @return how many rows
local function look_over_clear_rows(v, p, last, set)
  local clear, closed, by, down = v.clear, v.fences, v.by, v.down
  local x, y, most, widths = v.x, v.y, v.reach, v.widths
  if closed and has_fences(v, p) then
    return 0
  end
  for r = 1, last do
    local reach = widths[r]
    reach, p = reach < most and reach or most, p + down * v.pitch
    for q = p, p + reach * by, by do
      if clear[q] == 0 or closed and closed[q] > 0 then
        return r - 1
      end
    end
    if by > 0 then
      add(set, y + r * down, x, x + reach)
    elseif reach > 0 then
      add(set, y + r * down, x - reach, x - 1)
    end
  end
  return last
end

require(parent .. "luajit").on(next_cells, next_fences, has_fences,
  look_over_clear_rows)

--- A line passes the near outer corner of something in the way, c columns away:
-- does the rule forbid that?
-- @param before  the place of column 0 in the row before
local function closes_corner(v, before, c)
  local p, on = before + c * v.by, v.down * v.agent.pitch
  return not may_cut(v.agent.rule, v.clear[p + on] > 0, v.clear[p + v.by] > 0)
    or is_barred(v.closed, p, v.across)
end

-- Rows ------------------------------------------------------------------------

--- Notes columns that are seen, without those to which every line passes a
-- corner, if none may: columns and rows are divisible by two equally often.
local function see(v, from, to)
  local seen, runs, r = v.seen, v.runs, v.rows
  if v.leaves_out and r > 0 then
    local step = 1
    while r % (2 * step) == 0 do
      step = 2 * step
    end
    for corner = from + (step - from) % (2 * step), to, 2 * step do
      if from < corner then
        seen[runs + 1], seen[runs + 2], runs = from, corner - 1, runs + 2
      end
      from = corner + 1
    end
  end
  if from <= to then
    seen[runs + 1], seen[runs + 2], runs = from, to, runs + 2
  end
  v.runs = runs
end

--- Of these columns, sees those with ground that hides: lines may end there,
-- and only their own row can still be in the way.
local function see_hiding(v, p, from, to)
  local a, x, y = v.agent, v.x, v.y
  for c = from, to do
    local q = p + c * v.by
    if v.class[q] > 0 and v.clear[q] == 0
      and sight.sees(a, x, y, x + c * v.by, y + v.rows * v.down) then
      see(v, c, c)
    end
  end
end

--- Keeps a gap, if it lets a slope pass.
local function keep(v, columns, rows, last_columns, last_rows)
  local left, right = columns * last_rows, last_columns * rows
  if left < right or left == right and not v.is_open then
    local spare, kept = v.spare, v.kept
    spare[kept + 1], spare[kept + 2] = columns, rows
    spare[kept + 3], spare[kept + 4] = last_columns, last_rows
    v.kept = kept + 4
  end
end

--- The first column of this row with at least that slope; if open, more.
local function first_target(v, columns, rows)
  if columns == 0 or rows == 0 then
    return 0
  elseif v.is_open then
    return floor(columns * v.rows / rows) + 1
  end
  return floor((columns * v.rows + rows - 1) / rows)
end

--- Keeps the rest of a gap that something is in the way of.
-- @param near, far  the half rows to the corners of a row, or of the border
-- before it
-- @param p          the place in the origin's column, of the row or before the
-- border
-- @param begin, stop  the columns of the row in the gap
-- @param columns, rows, last_columns, last_rows  its slopes
-- @param blocked, behind  what is in the way first, up to the column `last`
local function cut_gap(v, near, far, p, begin, stop, columns, rows,
  last_columns, last_rows, blocked, behind, last)
  local is_row, is_open = far > near, v.is_open
  local next_in_path = is_row and next_cells or next_fences
  while true do
    if is_row then
      see(v, begin, min(blocked - 1, stop))
      if v.hides then
        see_hiding(v, p, max(blocked, begin), min(behind - 1, stop))
      end
    end
    if blocked > last then
      return keep(v, columns, rows, last_columns, last_rows)
    elseif blocked > 0 then
      keep(v, columns, rows, 2 * blocked - 1, far)
    end
    if (2 * behind - 1) * rows > columns * near then
      columns, rows = 2 * behind - 1, near
    end
    begin = max(behind, first_target(v, columns, rows))
    if begin > v.reach then
      return
    elseif not is_open and columns * last_rows == last_columns * rows
      and closes_corner(v, is_row and p - v.down * v.agent.pitch or p,
      behind - 1) then
      return
    end
    blocked, behind = next_in_path(v, p, behind, last)
  end
end

--- Cuts all gaps at a row, or at the border before it; `near`, `far` and `p` as
-- above. Most rows have one gap or two, with nothing in the way: hence no calls
-- for these.
local function cut_gaps(v, near, far, p)
  local gaps, spare, kept, reach, r = v.gaps, v.spare, 0, v.reach, v.rows
  local clear, by, is_open = v.clear, v.by, v.is_open
  local is_row = far > near
  for i = 1, v.count, 4 do
    local columns, rows, last_columns, last_rows =
      gaps[i], gaps[i + 1], gaps[i + 2], gaps[i + 3]
    local begin, stop, c, last = 0, reach, 0, reach
    if columns > 0 then
      begin = is_open and floor(columns * r / rows) + 1
        or floor((columns * r + rows - 1) / rows)
      -- The rest is past the reach here, and in all later rows.
      if begin > reach then
        break
      end
      -- The first column in which a cell hides part of the gap: its slope on the
      -- far side is above the gap's first. A gap of one slope may end at a cell
      -- that it just touches, and a border may reduce a gap to one slope.
      local far_side = columns * near
      if far_side < rows then
        c = 0
      elseif not is_open and (not is_row
        or columns * last_rows == last_columns * rows) then
        c = floor((far_side + rows - 1) / (2 * rows))
      else
        c = floor((far_side - rows) / (2 * rows)) + 1
      end
    end
    if last_rows > 0 then
      stop = min(reach, floor((last_columns * r - (is_open and 1 or 0))
        / last_rows))
      last = min(reach, floor((last_columns * far + last_rows - 1)
        / (2 * last_rows)))
    end
    local blocked, behind = last + 1, 0
    if not is_row then
      blocked, behind = next_fences(v, p, c, last)
    elseif v.closed then
      blocked, behind = next_cells(v, p, c, last)
    else
      for q = p + c * by, p + last * by, by do
        if clear[q] == 0 then
          blocked, behind = next_cells(v, p, (q - p) * by, last)
          break
        end
      end
    end
    if blocked <= last then
      v.kept = kept
      cut_gap(v, near, far, p, begin, stop, columns, rows, last_columns,
        last_rows, blocked, behind, last)
      kept = v.kept
    else
      if is_row and v.leaves_out then
        see(v, begin, stop)
      elseif is_row and begin <= stop then
        local seen, runs = v.seen, v.runs
        seen[runs + 1], seen[runs + 2], v.runs = begin, stop, runs + 2
      end
      spare[kept + 1], spare[kept + 2] = columns, rows
      spare[kept + 3], spare[kept + 4] = last_columns, last_rows
      kept = kept + 4
    end
  end
  v.gaps, v.spare, v.count = spare, gaps, kept
end

--- Adds what was seen in a row to a set. The quarters to the right have the
-- origin's column. (In the order of columns, which is the fast one.)
local function flush(v, set)
  local seen, x, y = v.seen, v.x, v.y + v.rows * v.down
  if v.by > 0 then
    for i = 1, v.runs, 2 do
      add(set, y, x + seen[i], x + seen[i + 1])
    end
  else
    for i = v.runs, 2, -2 do
      local from = max(seen[i - 1], 1)
      if from <= seen[i] then
        add(set, y, x - seen[i], x - from)
      end
    end
  end
  v.runs = 0
end

-- Quarters --------------------------------------------------------------------

--- The origin's row. The first gap has the slopes up to the first cell of it
-- that is in the way.
local function look_along_row(v, p)
  local blocked = next_cells(v, p, 1, v.reach)
  if is_barred(v.closed, p, v.aside) then
    blocked = 1
  end
  see(v, 0, blocked - 1)
  if v.hides then
    see_hiding(v, p, blocked, min(blocked, v.reach))
  end
  local gaps = v.gaps
  gaps[1], gaps[2], gaps[3], gaps[4] = 0, 1, 1, 0
  if blocked <= v.reach then
    gaps[3], gaps[4] = 2 * blocked - 1, 1
  end
  v.count = 4
end

local function look_over_quarter(v, by, down, set)
  local a, g, widths = v.agent, v.agent.grid, v.widths
  local p, most = agent.place(a, v.x, v.y), by > 0 and g.width - 1 - v.x or v.x
  local last = min(down > 0 and g.height - 1 - v.y or v.y, widths[0])
  v.by, v.down, v.rows = by, down, 0
  v.aside, v.onward = towards(by, 0), towards(0, down)
  v.across, v.closed = towards(by, down), v.fences
  v.reach = min(most, widths[0])
  look_along_row(v, p)
  if down > 0 then
    flush(v, set)
  end
  v.runs = 0
  local rows = v.gaps[4] == 0 and not v.leaves_out
    and look_over_clear_rows(v, p, last, set) or 0
  p = p + rows * down * v.pitch
  local is_fenced = v.fences and has_fences(v, p)
  for r = rows + 1, last do
    v.rows, v.reach = r, min(most, widths[r])
    v.closed = is_fenced and v.fences
    if is_fenced then
      cut_gaps(v, 2 * r - 1, 2 * r - 1, p)
    end
    p = p + down * v.pitch
    is_fenced = v.fences and has_fences(v, p)
    v.closed = v.closed or is_fenced and v.fences
    cut_gaps(v, 2 * r - 1, 2 * r + 1, p)
    flush(v, set)
    if v.count == 0 then
      break
    end
  end
end

--- Can the whole numbers of this host count the slopes of the agent's map?
function fov.applies(a)
  local side = 2 * max(a.grid.width, a.grid.height)
  return side * side <= exact.most
end

--- A view of an agent up to date, for look, which may be called many times.
function fov.new(a, square)
  local alone = a.base or a
  local widths = setmetatable({}, { __index = function(widths, r)
    widths[r] = floor(sqrt(square - r * r))
    return widths[r]
  end })
  return { agent = a, class = a.class, pitch = a.pitch, hides = alone.hides,
    clear = sight.clear_cells(a), fences = alone.closed, widths = widths,
    is_open = a.rule == BOTH_FREE or a.rule == NEVER,
    leaves_out = a.rule == NEVER, gaps = {}, spare = {}, seen = {}, runs = 0 }
end

--- Adds the cells seen from a free cell to a set (visibleset.lua).
function fov.look(v, x, y, set)
  v.x, v.y = x, y
  look_over_quarter(v, -1, 1, set)
  look_over_quarter(v, 1, 1, set)
  look_over_quarter(v, -1, -1, set)
  look_over_quarter(v, 1, -1, set)
end

return fov
