--- The kinds of parts in drawing order, with their default looks.
--
-- The colours are those of Okabe and Ito ("Color Universal Design", 2008) and
-- greys. People with any kind of colour blindness can tell them apart. Statuses
-- of units also differ in lightness. Shades of a kind differ in alpha.

local kinds = {}

-- Colours ---------------------------------------------------------------------

local ORANGE, SKY, GREEN = { 0.90, 0.62, 0 }, { 0.34, 0.71, 0.91 },
  { 0, 0.62, 0.45 }
local YELLOW, BLUE, RED = { 0.94, 0.89, 0.26 }, { 0, 0.45, 0.70 },
  { 0.84, 0.37, 0 }
local PURPLE, GREY, BROWN = { 0.80, 0.47, 0.65 }, { 0.50, 0.50, 0.52 },
  { 0.40, 0.24, 0.10 }

--- The colour of ground that is cheaper than open ground. Dearer ground has its
-- kind's colour.
kinds.CHEAP = SKY

--- The colours of bodies by status, the lightest first.
kinds.STATUSES = {
  { "waiting", { 0.94, 0.89, 0.26 } },
  { "idle", { 0.75, 0.75, 0.77 } },
  { "going", { 0.34, 0.71, 0.91 } },
  { "resting", { 0.83, 0.51, 0.69 } },
  { "settled", { 0.25, 0.62, 0.35 } },
  { "arrived", { 0, 0.48, 0.36 } },
  { "blocked", { 0.62, 0.10, 0 } },
  { "paused", { 0.16, 0.16, 0.20 } },
}

-- Kinds -----------------------------------------------------------------------

--- Name, form, colour, alpha, and
--   width     thickness of lines, in shorter sides of a cell
--   hidden    true: shown only if the game asks for it
--   faintest  the alpha of shade 0, as a part of the alpha of shade 1
kinds.list = {
  { "terrain", "area", ORANGE, 0.55, faintest = 0.3 },
  { "wall", "area", { 0.25, 0.25, 0.28 }, 0.90 },
  { "layer", "area", PURPLE, 0.60, faintest = 0.15 },
  { "price", "area", RED, 0.50, hidden = true, faintest = 0.2 },
  { "blocked", "area", GREY, 0.55 },
  { "cost", "area", BLUE, 0.50, hidden = true, faintest = 0.1 },
  { "reach", "area", GREEN, 0.60, faintest = 0.3 },
  { "view", "area", YELLOW, 0.35 },
  { "closed", "area", SKY, 0.45 },
  { "open", "area", GREEN, 0.55 },
  { "lattice", "line", GREY, 0.40, width = 0.02, hidden = true },
  { "arrow", "area", BLUE, 0.70 },
  { "fence", "line", BROWN, 1, width = 0.12 },
  { "ledge", "line", RED, 1, width = 0.08 },
  { "link", "line", PURPLE, 0.90, width = 0.08 },
  { "path", "line", RED, 0.90, width = 0.10 },
  { "goal", "line", GREEN, 0.90, width = 0.30 },
  { "body", "line", SKY, 1, width = 0.60 },
}

--- The names in drawing order; and by name, a table of all fields of a kind and
-- its place in that order.
kinds.names, kinds.by_name = {}, {}

for order, row in ipairs(kinds.list) do
  local colour = row[3]
  kinds.names[order] = row[1]
  kinds.by_name[row[1]] = { name = row[1], order = order, form = row[2],
    r = colour[1], g = colour[2], b = colour[3], a = row[4],
    width = row.width or 0, is_hidden = row.hidden or false,
    faintest = row.faintest or 1 }
end

return kinds
