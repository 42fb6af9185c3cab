--- Draws a picture when a spec fails.
--
--     local pictured = require "tilepath.busted"
--
--     it("goes round the house", function()
--       local things = { grid }
--       pictured(things, function()
--         things[2] = finder:find(1, 1, 9, 5)
--         assert.are.equal(12, things[2].cost)
--       end)
--     end)
--
-- The error is raised again, with a line that names the file. In a string this
-- line comes after the text. A table stays the same table, and the line goes
-- into its field `message`, as in luassert's errors. Any other value stays as
-- it is, and the line goes to standard error. Nothing here needs busted: any
-- framework that catches errors will do.

local name = ...
local siblings = name:match("^.*[./]") or ""
require(siblings:sub(1, -2)) -- loads the core
local check = require(siblings .. "check")
local given = require(siblings .. "given")
local host = require(siblings .. "host")
local draw = require(siblings .. "svg")

local CALL = "pictured"

local getinfo = (host("debug") or {}).getinfo

--- The number of pictures of each name that this run has written.
local written = {}

--- A file name from the caller's file and line. Functions without lines are
-- skipped.
local function name_of_caller()
  local level = 3
  local info = getinfo and getinfo(level, "Sl")
  while info and info.currentline < 1 do
    level = level + 1
    info = getinfo(level, "Sl")
  end
  if not info then
    return "picture"
  end
  local file = info.short_src:match("([^/\\]*)$"):gsub("%.lua$", "")
  return file:gsub("[^%w_-]", "_") .. "-" .. info.currentline
end

--- Writes a picture into the folder of pictures, or raises. The second picture
-- of a name gets a number. Another run overwrites the files.
-- @return its file
local function write(things, options, base)
  local text = draw(things, options)
  written[base] = (written[base] or 0) + 1
  local count = written[base] > 1 and "-" .. written[base] or ""
  local path = ("%s/%s%s.svg"):format(os.getenv("TILEPATH_PICTURES") or ".",
    base, count)
  local file, reason = io.open(path, "wb")
  local is_whole = file and file:write(text)
  if file then
    is_whole = file:close() and is_whole
  end
  return is_whole and path or error(reason or "cannot write " .. path, 0)
end

--- The same error with one more line.
local function with_line(err, line)
  if type(err) == "string" then
    return err .. "\n" .. line
  elseif type(err) == "table" and type(rawget(err, "message")) == "string" then
    rawset(err, "message", err.message .. "\n" .. line)
  else
    io.stderr:write(line, "\n")
  end
  return err
end

--- pictured(things, test [, options])
-- @param things   as tilepath.svg takes them; they are read after the test
-- failed
-- @param test     a function
-- @param options  of tilepath.svg
-- @return the results of the test
return function(things, test, options)
  if type(things) ~= "table" and type(things) ~= "userdata" then
    check.fail(CALL, "things", "what tilepath.svg draws", things)
  end
  given.kind(CALL, "test", test, "function", "a function")
  given.optional(given.kind, CALL, "options", options, "table", "a table")
  local base = name_of_caller()
  local function finish(passed, err, ...)
    if passed then
      return err, ...
    end
    local drawn, file = pcall(write, things, options, base)
    error(with_line(err, ("(%s: %s)"):format(drawn and "picture"
      or "no picture", tostring(file))), 0)
  end
  return finish(pcall(test))
end
