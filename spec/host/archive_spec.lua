--- What a module that is copied out of an archive leaves in the save directory.

local copy_module = require "tilepath.archive"

--- Copies "bytes" out of an archive into a save directory whose files are these.
local function copied(held)
  local save = "no such folder"
  package.loaded["love.data"] = { hash = function() end,
    encode = function() return ("0"):rep(64) end }
  local name = copy_module({
    getSaveDirectory = function() return save end,
    getRealDirectory = function() return save end,
    createDirectory = function() return true end,
    getInfo = function(file) return held[file] and { size = #held[file] } end,
    read = function(file) return held[file] end,
    write = function(file, bytes) held[file] = bytes return true end,
    remove = function(file) held[file] = nil end,
  }, "bytes", "1.0.0")
  package.loaded["love.data"] = nil
  return name
end

describe("a module in an archive", function()
  it("leaves no other file if the system cannot rename it", function()
    local held = {}
    local name = copied(held)
    assert.are.same({ [name] = "bytes" }, held)
  end)

  it("replaces a file of its size with other bytes", function()
    local held = {}
    local name = copied(held)
    held[name] = "seven"
    assert.are.equal(name, copied(held))
    assert.are.same({ [name] = "bytes" }, held)
  end)
end)
