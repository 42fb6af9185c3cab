--- Prices as whole numbers, so that their sums are exact.
--
-- All step costs are multiplied by one factor and rounded. The factor is the
-- smallest one that gets each of them right to 4e-7 relative. The search tries
-- 1, 2, 3, ... for the cheapest step: it finds 985 for 1 and sqrt 2 (985 :
-- 1393), 5 for 1 and 1.4. The costs of links must be right, too. The sum of all
-- cells stays below 2^52. If prices lie too far apart for that, the factor is
-- smaller.
--
-- The C module has the same rule, number by number, so both cores find the same
-- costs.
--
-- Where whole numbers are exact only up to 2^30, that rule would leave two or
-- three digits. There the factor is made for the sums of ordinary paths. A
-- search that meets a sum above `most` makes the factor smaller and begins
-- again (agent.coarsen).

local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()
local exact = require(parent .. "exact")

local ceil, floor, huge = math.ceil, math.floor, math.huge
local max, min = math.max, math.min

local costs = {}

local TOLERANCE = 4e-7
local TRIES, TRIES_A_CELL = 131072, 16
-- In cheapest steps: the cost of a link that costs less need not be right. If
-- links have more different costs, the factor is one that is right for all. A
-- path has at most so many links.
local LEAST_LINK, LINK_KINDS, MOST_LINKS = 1 / 1024, 16, 32768
local MOST = exact.most / 4
-- An ordinary path has at most so many of the cheapest steps for a side of the
-- map, and of the dearest ones. Each time that is not enough, 2^MORE times more.
local STEPS, DEAREST, MORE = 8, 2, 3

--- Adds a multiple of the cheapest step, unless it is whole or there already.
local function add_ratio(ratios, ratio)
  if ratio ~= floor(ratio) and not ratios[ratio] then
    ratios[ratio] = true
    ratios[#ratios + 1] = ratio
  end
end

local function all_fit(ratios, least)
  for i = 1, #ratios do
    local right = least * ratios[i]
    local off = right - floor(right + 0.5)
    if off > TOLERANCE * right or -off > TOLERANCE * right then
      return false
    end
  end
  return true
end

--- The largest sum of costs, in cheapest steps.
local function choose_sum(cells, greatest, dearest_link, coarseness)
  local more = max(0, dearest_link - greatest)
  if exact.is_small then
    return (STEPS * math.sqrt(cells) + DEAREST * (greatest + more))
      * 2 ^ (MORE * coarseness)
  end
  return cells * greatest + min(cells, MOST_LINKS) * more
end

--- The whole number for the cheapest step.
local function choose_least(ratios, cells, sum)
  local limit = MOST / sum
  if limit < 1 then
    return limit
  elseif #ratios == 0 and not ratios.too_many then
    return 1
  end
  table.sort(ratios)
  local finest = ratios.too_many and LEAST_LINK or ratios[1]
  local last = min(ceil(limit), ceil(0.5 / (TOLERANCE * finest)))
  if ratios.too_many then
    return last
  end
  local tries = min(last, TRIES + TRIES_A_CELL * cells)
  for least = 1, tries - 1 do
    if all_fit(ratios, least) then
      return least
    end
  end
  return last
end

--- Costs by direction and class.
function costs.by_direction(straight, diagonal)
  return { straight, straight, straight, straight, diagonal, diagonal, diagonal,
    diagonal }
end

--- The whole numbers for steps onto cells of each class.
-- @param prices  { [class] = price } of the classes that must be right
-- @param used    { [class] = true }: the classes among them that cells have
-- @param link_costs  a list of the agent's costs of links, in the game's units
-- @param coarseness  how often a search met a sum that was too large
-- @return a table: straight and diagonal, by class; step_cost, by direction
-- and class; real_straight, real_diagonal and real_step_cost, the same in the
-- game's units; scale; most, the highest sum that a search may meet (huge,
-- unless whole numbers are exact only up to less than 2^53); bound, which no
-- path's cost exceeds; cheapest_straight, cheapest_diagonal, dearest (0: no
-- step); least, the cheapest real_straight; uniform: all cells have one price;
-- can_prune: a diagonal step costs at least a straight one, and less than two
function costs.derive(prices, used, link_costs, cells, profile, coarseness)
  local four = profile.rule == 4 -- agent.NEVER
  local c = { straight = {}, diagonal = {}, real_straight = {},
    real_diagonal = {} }
  local least = huge
  for class, price in pairs(prices) do
    c.real_straight[class] = profile.straight_cost * price
    c.real_diagonal[class] = profile.diagonal_cost * price
    least = min(least, c.real_straight[class],
      four and huge or c.real_diagonal[class])
  end
  local ratios, greatest, dearest_link, kinds, is_known = {}, 1, 0, {}, {}
  for class in pairs(prices) do
    local straight = c.real_straight[class] / least
    local diagonal = four and straight or c.real_diagonal[class] / least
    greatest = max(greatest, straight, diagonal)
    add_ratio(ratios, straight)
    add_ratio(ratios, diagonal)
  end
  for _, link_cost in ipairs(link_costs) do
    dearest_link = max(dearest_link, least < huge and link_cost / least or 0)
    if link_cost > 0 and not is_known[link_cost] then
      is_known[link_cost] = true
      kinds[#kinds + 1] = link_cost
    end
  end
  ratios.too_many = #kinds > LINK_KINDS
  for i = 1, ratios.too_many and 0 or #kinds do
    if least < huge and kinds[i] / least >= LEAST_LINK then
      add_ratio(ratios, kinds[i] / least)
    end
  end
  local sum = choose_sum(cells, greatest, dearest_link, coarseness)
  local unit = least < huge and choose_least(ratios, cells, sum) or 1
  c.scale = least < huge and unit / least or 1
  c.bound = 2 * sum * unit + cells
  c.most = exact.is_small and MOST or huge
  for class in pairs(prices) do
    c.straight[class] = max(1, floor(c.real_straight[class] * c.scale + 0.5))
    c.diagonal[class] = max(1, floor(c.real_diagonal[class] * c.scale + 0.5))
  end
  c.step_cost = costs.by_direction(c.straight, c.diagonal)
  c.real_step_cost = costs.by_direction(c.real_straight, c.real_diagonal)
  return costs.use(c, prices, used, four)
end

--- Computes the fields that depend on the classes that cells have.
function costs.use(c, prices, used, four)
  local price
  c.cheapest_straight, c.cheapest_diagonal = huge, huge
  c.uniform, c.can_prune, c.dearest, c.least = true, true, 0, huge
  for class in pairs(used) do
    local straight, diagonal = c.straight[class], c.diagonal[class]
    c.cheapest_straight = min(c.cheapest_straight, straight)
    c.cheapest_diagonal = min(c.cheapest_diagonal, diagonal)
    c.least = min(c.least, c.real_straight[class])
    c.dearest = max(c.dearest, straight, four and 0 or diagonal)
    c.can_prune = c.can_prune and diagonal >= straight
      and diagonal < 2 * straight
    price = price or prices[class]
    c.uniform = c.uniform and prices[class] == price
  end
  if c.dearest == 0 then
    c.least, c.cheapest_straight, c.cheapest_diagonal = 0, 0, 0
  end
  return c
end

return costs
