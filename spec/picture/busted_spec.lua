--- tilepath.busted: a failed test leaves a picture.

local tilepath = require "tilepath"
local helper = require "spec.support.helper"
local pictured = require "tilepath.busted"

local grid = tilepath.grid("....\n.##.\n....")

--- Calls f with the files that it opens: a table of texts by name. With
-- `refuse`, no file can be written, for that reason.
local function with_files(refuse, f)
  local files, open = {}, io.open
  rawset(io, "open", function(name)
    if refuse then
      return nil, name .. ": " .. refuse
    end
    return { write = function(self, text)
      files[name] = text
      return self
    end, close = function() return true end }
  end)
  local done, message = pcall(f, files)
  rawset(io, "open", open)
  assert(done, message)
end

--- The error of a test in `pictured`.
local function raised(err, things)
  local done, message = pcall(pictured, things or { grid }, function()
    error(err, 0)
  end)
  assert.is_false(done)
  return message
end

local FILE = "%./busted_spec%-%d+%-?%d*%.svg"

describe("pictured", function()
  it("returns the results of the test, and then writes nothing", function()
    with_files(nil, function(files)
      assert.are.same({ 1, nil, 3, n = 3 }, (function(...)
        return { n = select("#", ...), ... }
      end)(pictured({ grid }, function() return 1, nil, 3 end)))
      assert.is_nil(next(files))
    end)
  end)

  it("adds a line to the text of an error, and writes the picture", function()
    with_files(nil, function(files)
      local message = raised("it broke")
      local name = message:match("^it broke\n%(picture: (" .. FILE .. ")%)$")
      assert.are.equal(tilepath.svg { grid }, files[name])
    end)
  end)

  it("reads the things after the failure", function()
    with_files(nil, function(files)
      local things = { grid }
      local done, message = pcall(pictured, things, function()
        things[2] = tilepath.path { 1, 1, 4, 1 }
        error("late", 0)
      end, { title = "Late", path = { 1, 0, 0 } })
      assert.is_false(done)
      assert.are.equal(tilepath.svg(things, { title = "Late",
        path = { 1, 0, 0 } }), files[message:match(FILE)])
    end)
  end)

  it("numbers the pictures of a line", function()
    with_files(nil, function()
      local first, second = nil, nil
      for i = 1, 2 do
        local message = raised("again")
        first, second = i == 1 and message:match(FILE) or first,
          message:match(FILE)
      end
      assert.is_true(first ~= second)
    end)
  end)

  it("keeps an error that is a table, and writes into its message", function()
    with_files(nil, function()
      local err = setmetatable({ message = "luassert's" }, {
        __tostring = function(self) return self.message end })
      assert.is_true(rawequal(err, raised(err)))
      assert.truthy(err.message:find("^luassert's\n%(picture: "))
    end)
  end)

  it("keeps any other error, and writes to standard error", function()
    local said, stderr = {}, io.stderr
    rawset(io, "stderr", { write = function(_, ...)
      said[#said + 1] = table.concat { ... }
    end })
    local sealed = setmetatable({}, { __newindex = error,
      __index = function() return "a text" end })
    with_files(nil, function()
      for _, err in ipairs { sealed, 42, false, print } do
        assert.is_true(rawequal(err, raised(err)))
      end
      assert.is_nil(raised(nil))
    end)
    rawset(io, "stderr", stderr)
    assert.are.equal(5, #said)
    for _, line in ipairs(said) do
      assert.truthy(line:find("^%(picture: " .. FILE .. "%)\n$"))
    end
  end)

  it("gives the reason if there is no picture", function()
    with_files("no such folder", function()
      assert.truthy(raised("first"):find(
        "^first\n%(no picture: .*svg: no such folder%)$"))
    end)
    assert.truthy(raised("second", { grid, 5 }):find(
      "^second\n%(no picture: .*svg: .*%)$"))
  end)

  it("raises for its own wrong arguments before the test runs", function()
    local function never() error("it ran") end
    for message, call in pairs {
      ["pictured: things must be what tilepath.svg draws, got nil"] =
        function() pictured(nil, never) end,
      ["pictured: test must be a function, got nil"] =
        function() pictured({ grid }) end,
      ["pictured: options must be a table, got 5"] =
        function() pictured({ grid }, never, 5) end,
    } do
      assert.are.equal(message, helper.mistake(call))
    end
  end)
end)

-- Under busted itself ---------------------------------------------------------

if package.config:sub(1, 1) == "\\" then
  return pending("programs are started on Unix alone #host")
end

--- The interpreter that runs this spec.
local function interpreter()
  local i = -1
  while arg[i - 1] do
    i = i - 1
  end
  return arg[i]
end

describe("a failed test under busted #host", function()
  it("has the name of its picture, and fails as without", function()
    local folder = os.tmpname()
    local pipe = io.popen(("rm %s && mkdir %s && TILEPATH_PICTURES=%s LUA_INIT= "
      .. "'%s' tools/busted.lua spec/fixtures/pictured/failing.lua 2>&1; "
      .. "cd %s && grep -c . *.svg; rm -r %s"):format(folder, folder, folder,
        interpreter(), folder, folder))
    local text = pipe:read("*a")
    pipe:close()
    assert.truthy(text:find("1 success / 1 failure / 1 error", 1, true), text)
    local function exactly(words)
      return (words:gsub("%p", "%%%0"))
    end
    for line, what in pairs {
      [16] = "18: Expected objects to be equal%.\nPassed in:\n[^)]*%)[^)]*%) 7",
      [23] = "24: find: x1 must be a whole number, got 1%.5",
    } do
      local name = ("failing-%d.svg"):format(line)
      assert.truthy(text:find("failing.lua:" .. what
        .. exactly("\n(picture: " .. folder .. "/" .. name .. ")")), text)
      assert.truthy(text:find(exactly("\n" .. name .. ":") .. "%d"), text)
    end
  end)
end)
