--- The links of grids: connections between cells that are not steps.
--
-- `list` holds the links sorted by number. A link is a table: number, from and
-- to (indices of cells, which change with the grid's size), price, seconds,
-- one_way and name. Agents derive their own edges from links (agent.lua).

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
require(parent .. "luajit").off()
local check = require(parent .. "check")
local options = require(parent .. "options")
local args = require(siblings .. "args")
local changes = require(siblings .. "changes")
local map = require(siblings .. "map")

-- Queries need it from now on.
require(siblings .. "linkheuristic")

local LINK = options.of "grid:link"
local MAX_LINKS, MAX_NUMBER = 2 ^ 14, 2 ^ 52

local MAX_NAMES = 255

local links = {}

-- The list --------------------------------------------------------------------

--- Adds 1 or -1 to the count of links of a name.
local function count_name(l, name, by)
  if name then
    local before = l.users[name] or 0
    l.names = l.names + (before == 0 and 1 or before + by == 0 and -1 or 0)
    l.users[name] = before + by > 0 and before + by or nil
  end
end

--- Gives links other cells: `moved` is a function of a cell's index. A link is
-- removed if there is none.
function links.move(g, moved)
  local l = g.links
  for i = #l.list, 1, -1 do
    local link = l.list[i]
    link.from, link.to = moved(link.from), moved(link.to)
    if not (link.from and link.to) then
      table.remove(l.list, i)
      count_name(l, link.name, -1)
    end
  end
end

local function record_ends(g, link)
  local before = g.log.version
  for _, i in ipairs { link.from, link.to } do
    local x, y = map.cell(g, i)
    g.log.version = before -- both ends are one edit
    changes.record(g.log, x, y, 1, 1)
  end
  g.connections_version = g.log.version
end

-- The calls -------------------------------------------------------------------

--- A new link with the options of the game.
local function new_link(asked)
  local own = options.read(LINK, "link", asked)
  return { price = own.price + 0.0, seconds = own.seconds + 0.0,
    one_way = own.one_way or false, name = own.name }
end

--- A link in the game's form.
local function report(g, link)
  local info = { id = link.number, price = link.price, seconds = link.seconds,
    one_way = link.one_way, name = link.name }
  info.x1, info.y1 = args.shown(g, map.cell(g, link.from))
  info.x2, info.y2 = args.shown(g, map.cell(g, link.to))
  return info
end

--- Adds a link. Its number is the next one, or, for a loader, which counts as
-- one edit, a larger one.
local function add(self, x1, y1, x2, y2, asked, number)
  local g = map.editable(self, "link")
  local from = map.cell_at("link", g, x1, y1, "x1", "y1")
  local to = map.cell_at("link", g, x2, y2, "x2", "y2")
  local link = new_link(asked)
  if not (from and to) then
    return nil, "outside"
  elseif from == to then
    check.raise("link: the two ends of a link must be different cells")
  end
  local l = g.links or { list = {}, given = 0, users = {}, names = 0 }
  if #l.list == MAX_LINKS then
    check.raise(("link: a grid has at most %d links"):format(MAX_LINKS))
  elseif link.name and l.names == MAX_NAMES and not l.users[link.name] then
    check.raise(("link: a grid has links of at most %d names, and no room for "
      .. "%s"):format(MAX_NAMES, check.show(link.name)))
  end
  if number and number <= l.given then
    check.raise("link: the id is taken")
  end
  g.links, link.number, link.from, link.to = l, number or l.given + 1, from, to
  l.list[#l.list + 1], l.given = link, link.number
  count_name(l, link.name, 1)
  if not number then
    record_ends(g, link)
  end
  return report(g, link)
end

function map.methods.link(self, x1, y1, x2, y2, how)
  return add(self, x1, y1, x2, y2, how)
end

--- The same with the link's id, up to 2^52, so that others can follow.
local function load_link(self, x1, y1, x2, y2, how, id)
  return add(self, x1, y1, x2, y2, how,
    math.floor(check.whole("link", "id", id, 1, MAX_NUMBER)))
end

function map.methods.unlink(self, link)
  map.self(self, "unlink")
  local id = link
  if type(link) == "table" then
    id = rawget(link, "id")
  end
  if not args.is_whole(id) then
    check.fail("unlink", "link", "a link of a grid, or its id", link)
  end
  local g = map.editable(self, "unlink")
  for i, old in ipairs(g.links and g.links.list or {}) do
    if old.number == id then
      table.remove(g.links.list, i)
      count_name(g.links, old.name, -1)
      record_ends(g, old)
      return true
    end
  end
  return false
end

--- All links, or the links with an end in a cell.
function map.methods.links(self, x, y)
  local g, found = map.self(self, "links"), {}
  local has_cell = x ~= nil or y ~= nil
  local i = has_cell and map.cell_at("links", g, x, y)
  for _, link in ipairs(g.links and g.links.list or {}) do
    if not has_cell or link.from == i or link.to == i then
      found[#found + 1] = report(g, link)
    end
  end
  return found
end

function links.open(core)
  core.load_link = load_link
end

return links
