--- What a module that is copied out of an archive leaves in the save directory.

local copy_module = require "tilepath.archive"

describe("a module in an archive", function()
  it("leaves no other file if the system cannot rename it", function()
    local held, save = {}, "no such folder"
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
    assert.are.same({ [name] = "bytes" }, held)
  end)
end)
