--- A log of the changes of a map, for data that is derived from it.
--
-- A reader keeps one number: the version that it has seen. The log knows the
-- last 64 changes. A reader that comes later reads the whole map.

local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()

local changes = {}

local MOST = 64

--- A new log.
-- @param total  nil: it is that of a grid, and those of its layers get the same
function changes.new(total)
  return { version = 0, forgotten = 0, first = 1, last = 0, entry = {},
    total = total or { count = 0 } }
end

--- Notes a change of the cells in a rectangle, which lies inside; or `count`
-- changes there.
function changes.record(log, x, y, w, h, count)
  local version, last = log.version + (count or 1), log.entry[log.last]
  local total = log.total
  log.version, total.count = version, total.count + 1
  if last and last.y == y and last.h == h and x >= last.x
    and x <= last.x + last.w then -- in the last one, or directly beside it
    last.version, last.w = version, math.max(last.w, x + w - last.x)
    return
  end
  log.last = log.last + 1
  log.entry[log.last] = { version = version, x = x, y = y, w = w, h = h }
  if log.last - log.first >= MOST then
    log.forgotten = log.entry[log.first].version
    log.entry[log.first] = nil
    log.first = log.first + 1
  end
end

--- Notes a change that is not of single cells.
function changes.record_other(log)
  log.version, log.total.count = log.version + 1, log.total.count + 1
  return log.version
end

--- Notes that all cells may have changed.
function changes.record_all(log)
  log.first, log.last, log.entry = 1, 0, {}
  log.forgotten = changes.record_other(log)
end

--- Adds the changes after a version to a list: entries with x, y, w, h.
-- @return the list; nil if the log does not know them all
function changes.add(list, log, seen)
  local at = log.last
  while log.entry[at] and log.entry[at].version > seen do
    list[#list + 1] = log.entry[at]
    at = at - 1
  end
  return seen >= log.forgotten and list or nil
end

return changes
