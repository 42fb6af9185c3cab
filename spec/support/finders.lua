--- What the specs of pathfinders share.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"

local finders = {}

--- A pathfinder on a map that is text, with an indentation or without.
function finders.on(text, profile, options)
  return tilepath.pathfinder(tilepath.grid(helper.map(text), options), profile)
end

--- The last point of a path, as text.
function finders.last(path)
  return ("%.14g,%.14g"):format(path[#path - 1], path[#path])
end

--- Fails unless a query has returned nil and that reason.
function finders.fails(reason, path, got)
  if path ~= nil or got ~= reason then
    error(("expected %s, got %s, %s"):format(reason, tostring(path),
      tostring(got)), 2)
  end
end

--- Runs a search to its end, in slices of n nodes (by default one).
-- @return what search:path() returns
function finders.finish(search, n)
  while search.status == "running" do
    search:step(n)
  end
  return search:path()
end

--- Runs a queue to its end.
function finders.answer(queue, ticket)
  while queue.count > 0 do
    queue:update()
  end
  return ticket:path()
end

return finders
