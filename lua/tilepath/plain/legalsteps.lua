--- tilepath.plain.legalsteps: the steps that are worth trying from a cell.
--
-- Directions are numbers from 1: E S W N SE SW NW NE; direction d has the bit
-- 2 ^ (d - 1). What an agent finds around a cell is one number below 768:
--
--     0..255    a bit for each of the eight cells around that it may enter.
--               They cost what the cell itself costs; there is no fence.
--     256..511  256, and a bit for each step that it may take from the cell;
--               there is no fence.
--     512..767  512, and the same bits, beside a fence.
--
-- In the first case, steps may be pruned by the rules of jump point search
-- (Harabor and Grastien 2011). A step is pruned if its cell can be reached from
-- the cell before at no more cost without this cell
-- (src/core/agent/jumppruning.c has the proof). So a cell in open ground,
-- entered by a straight step, has one successor instead of seven. In the second
-- case a step is pruned if its cell is a straight step from the cell before:
-- that costs less, whatever this cell costs. Five successors of seven are left.

local siblings = (...):match("^.*[./]") or ""
local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local agent = require(siblings .. "agent")
local array = require(siblings .. "array")

local legalsteps = {}

local abs, floor = math.abs, math.floor
local DX, DY, BIT, BACK = agent.DX, agent.DY, agent.BIT, agent.OPPOSITE

--- The free cells among the 3 x 3 cells around a cell, by 3 * y + x.
local function cells_of(bits)
  local free = { [0] = true }
  for d = 8, 1, -1 do
    local is_set = bits >= BIT[d]
    free[3 * DY[d] + DX[d]] = is_set
    bits = is_set and bits - BIT[d] or bits
  end
  return free
end

--- Is a step from x, y allowed, inside these 3 x 3 cells?
local function may_step(rule, free, x, y, d)
  local to_x, to_y = x + DX[d], y + DY[d]
  if to_x * to_x > 1 or to_y * to_y > 1 or not free[3 * to_y + to_x] then
    return false
  end
  return d <= 4 or agent.allows(rule, free[3 * y + to_x], free[3 * to_y + x])
end

--- A straight step counts 2, a diagonal one 3: any ratio from 1 to 2 gives the
-- same comparisons.
local function length(d)
  return d > 4 and 3 or 2
end

--- The cell was entered by step `came`. Does another path of at most two steps
-- lead from the cell before to the end of step `out`, that is shorter, or as
-- short and begins with a diagonal step? (After a diagonal step none is as
-- short: it would leave the 3 x 3 cells.)
local function is_needless(rule, free, came, out)
  local most = length(came) + length(out)
  for d = 1, 8 do
    local x, y = DX[d] - DX[came], DY[d] - DY[came]
    if (x ~= 0 or y ~= 0) and may_step(rule, free, -DX[came], -DY[came], d) then
      if x == DX[out] and y == DY[out] then
        return true
      end
      for e = 1, 8 do
        local all = length(d) + length(e)
        if x + DX[e] == DX[out] and y + DY[e] == DY[out]
          and may_step(rule, free, x, y, e)
          and (all < most or all == most and d > 4) then
          return true
        end
      end
    end
  end
  return false
end

-- Of equal f the step tried last comes first: diagonal steps, then vertical
-- ones, as in the paths of jump point search.
local ORDER = { 1, 3, 2, 4, 5, 6, 7, 8 }

--- The list of directions worth trying, by the direction in which the cell was
-- entered (0: by no step) and by what is around it.
local function list_of(rule, prunes, came, around)
  local list, back = {}, BACK[came]
  local bits = around % 256
  local is_alike, free = around == bits, cells_of(bits)
  prunes = prunes and came > 0 and around < 512
  for _, d in ipairs(ORDER) do
    local may, is_pruned
    if is_alike then
      may = may_step(rule, free, 0, 0, d)
      is_pruned = prunes and is_needless(rule, free, came, d)
    else
      may = free[3 * DY[d] + DX[d]]
      is_pruned = prunes and abs(DX[came] + DX[d]) + abs(DY[came] + DY[d]) == 1
    end
    if may and d ~= back and not is_pruned then
      list[#list + 1] = d
    end
  end
  return list
end

-- The lists and what belongs to them, by rule and whether steps are pruned; and
-- the same by the lists.
local tables, own = {}, {}

legalsteps.SEVERAL = 9

-- Keys of cells of one price around. Then follow those of several prices, and
-- those beside fences.
local ROOM = 9 * 256

--- Makes room for a key.
local function extend(t, key)
  for i = #t + 1, key > #t and ROOM * floor(key / ROOM + 1) - 1 or 0 do
    t[i] = false
  end
end

--- The lists for a rule, by 9 * around + came: nil if a list is not made. And
-- `ahead`, by the same key: the one direction of the list, 0 if the list is
-- empty, or SEVERAL. That is asked for each cell that is reached, so it is an
-- array with room for what searches have met so far; it is false if not made.
-- With four directions nothing is pruned. That would leave few of the many
-- shortest paths, and each dead end would cost more.
-- @param prunes  does a diagonal step cost at least as much as a straight one,
-- and less than two?
function legalsteps.lists(rule, prunes)
  prunes = prunes and rule ~= agent.NEVER
  local key = rule + (prunes and 4 or 0)
  local known = tables[key]
  if not known then
    known = { lists = {}, ahead = array.filled(ROOM - 1, false), rule = rule,
      prunes = prunes }
    tables[key], own[known.lists] = known, known
  end
  return known.lists, known.ahead
end

--- Makes one of the lists.
function legalsteps.make(lists, key)
  local known, around = own[lists], floor(key / 9)
  lists[key] = list_of(known.rule, known.prunes, key - 9 * around, around)
  return lists[key]
end

--- Makes an entry of `ahead`.
function legalsteps.look_ahead(lists, key)
  local ahead, list = own[lists].ahead, lists[key] or legalsteps.make(lists, key)
  extend(ahead, key)
  ahead[key] = #list > 1 and legalsteps.SEVERAL or list[1] or 0
  return ahead[key]
end

local legal = {} -- by 256 * rule + the free cells around a cell
legalsteps.legal = legal

--- The steps that a rule allows from a cell with these free cells around it.
function legalsteps.find_legal(rule, bits)
  local free, allowed = cells_of(bits), 0
  for d = 1, 8 do
    allowed = allowed + (may_step(rule, free, 0, 0, d) and BIT[d] or 0)
  end
  legal[256 * rule + bits] = allowed
  return allowed
end

-- By 256 * steps + blocked ones: those that are left.
local left = {}

--- Removes the steps that fences block. Also: is there a fence, here or beside?
function legalsteps.look_for_fences(a, p, allowed)
  local closed, offset, bits = a.closed, a.offset, a.closed[p] or 0
  local key = 256 * allowed + bits
  if not left[key] then
    local rest, is_allowed, is_closed = 0, cells_of(allowed), cells_of(bits)
    for d = 1, 8 do
      local at = 3 * DY[d] + DX[d]
      rest = rest + (is_allowed[at] and not is_closed[at] and BIT[d] or 0)
    end
    left[key] = rest
  end
  for d = 1, bits > 0 and 0 or 8 do
    bits = bits + (closed[p + offset[d]] or 0)
  end
  return left[key], bits > 0
end

return legalsteps
