--- Links of grids: ways between cells that are no steps.
--
-- `list` holds them by their numbers, rising. A link is a table that is never
-- changed: number, from and to (indices of cells), price, seconds, one_way and
-- name. What agents make of links is theirs (agent.lua).

local parent = (...):match("^(.*)plain[./]") or ""
local siblings = (...):match("^.*[./]") or ""
local check = require(parent .. "check")
local args = require(siblings .. "args")
local changes = require(siblings .. "changes")
local map = require(siblings .. "map")

local floor = math.floor

local MAX_LINKS, MAX_NAMES, MAX_NAME = 2 ^ 14, 255, 31
local MAX_TOLL = 2 ^ 20

local OPTIONS = { price = true, one_way = true, name = true, seconds = true }

local links = { MAX_NAMES = MAX_NAMES }

-- The list --------------------------------------------------------------------

--- No links.
function links.new()
  return { list = {}, given = 0, users = {}, names = 0 }
end

--- Counts one link of a name more, or less.
local function count_name(l, name, by)
  if name then
    local before = l.users[name] or 0
    l.names = l.names + (before == 0 and 1 or before + by == 0 and -1 or 0)
    l.users[name] = before + by > 0 and before + by or nil
  end
end

--- Adds a link with a number that is larger than all before.
function links.append(l, link)
  l.list[#l.list + 1], l.given = link, link.number
  count_name(l, link.name, 1)
end

function links.copy(l)
  local twin = links.new()
  for _, link in ipairs(l.list) do
    links.append(twin, link)
  end
  twin.given = l.given
  return twin
end

--- Have two grids the same links?
function links.are_same(a, b)
  local first, second = a.links and a.links.list or {},
    b.links and b.links.list or {}
  for i = 1, math.max(#first, #second) do
    for _, key in ipairs { "number", "from", "to", "price", "seconds",
      "one_way", "name" } do
      if not (first[i] and second[i]) or first[i][key] ~= second[i][key] then
        return false
      end
    end
  end
  return true
end

local function note_end(g, i)
  local x = (i - 1) % g.width
  changes.note(g.log, x, floor((i - 1 - x) / g.width), 1, 1)
  g.ways_version = g.log.version
end

local function note_ends(g, link)
  note_end(g, link.from)
  note_end(g, link.to)
end

-- Options ---------------------------------------------------------------------

local function read_number(options, name, usual)
  local value = options[name]
  if value == nil then
    return usual
  elseif type(value) ~= "number" or not (value >= 0 and value <= MAX_TOLL) then
    check.fail("link", name, "a number from 0 to 1048576", value)
  end
  return value * 1.0
end

local function read_one_way(options)
  local one_way = options.one_way
  return one_way ~= nil and args.boolean("link", "one_way", one_way)
end

local function read_name(options)
  local name = options.name
  if name ~= nil and (type(name) ~= "string" or #name < 1 or #name > MAX_NAME
    or name:find("\0", 1, true)) then
    check.fail("link", "name", "a string of 1 to 31 bytes, none zero", name)
  end
  return name
end

-- The calls -------------------------------------------------------------------

--- A link as a game sees it.
local function tell(g, link)
  local from_x, to_x = (link.from - 1) % g.width, (link.to - 1) % g.width
  return {
    id = link.number, price = link.price, seconds = link.seconds,
    one_way = link.one_way, name = link.name,
    x1 = from_x + g.base_x,
    y1 = floor((link.from - 1 - from_x) / g.width) + g.base_y,
    x2 = to_x + g.base_x,
    y2 = floor((link.to - 1 - to_x) / g.width) + g.base_y,
  }
end

function map.methods.link(self, x1, y1, x2, y2, options)
  local g = map.editable(self, "link")
  local from = map.cell_at("link", g, x1, y1, "x1", "y1")
  local to = map.cell_at("link", g, x2, y2, "x2", "y2")
  options = check.options("link", "options", options, OPTIONS)
  local link = { from = from, to = to,
    price = read_number(options, "price", 1.0),
    seconds = read_number(options, "seconds", 0.0),
    one_way = read_one_way(options), name = read_name(options) }
  if not (from and to) then
    return nil, "outside"
  elseif from == to then
    check.raise("link: a link joins two cells, got one")
  end
  g.links = g.links or links.new()
  local l = g.links
  if #l.list == MAX_LINKS then
    check.raise(("link: a grid has at most %d links"):format(MAX_LINKS))
  elseif link.name and l.names == MAX_NAMES and not l.users[link.name] then
    check.raise(("link: a grid has links of at most %d names, and no room for "
      .. "%s"):format(MAX_NAMES, check.show(link.name)))
  end
  link.number = l.given + 1
  links.append(l, link)
  note_ends(g, link)
  return tell(g, link)
end

--- Where in the list the link with a number stands; nil: nowhere.
local function place_of(l, number)
  for i = #l.list, 1, -1 do
    if l.list[i].number == number then
      return i
    end
  end
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
  local at = g.links and place_of(g.links, id)
  if not at then
    return nil, "gone"
  end
  local gone = table.remove(g.links.list, at)
  count_name(g.links, gone.name, -1)
  note_ends(g, gone)
  return true
end

--- All links, or those that have an end in a cell.
function map.methods.links(self, x, y)
  local g, found = map.self(self, "links"), {}
  local has_cell, i = x ~= nil or y ~= nil, nil
  if has_cell then
    i = map.cell_at("links", g, x, y)
  end
  for _, link in ipairs(g.links and g.links.list or {}) do
    if not has_cell or link.from == i or link.to == i then
      found[#found + 1] = tell(g, link)
    end
  end
  return found
end

return links
