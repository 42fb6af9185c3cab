--- The lists of memory_calls.lua: calls without garbage, objects that keep
-- alive what they need, and nothing longer.

local tilepath = require "tilepath"
local memory = require "spec.support.memory"
local data = require "spec.support.memory_calls"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local function collect()
  collectgarbage()
  collectgarbage()
end

describe("#contract #core_c no garbage comes from", function()
  for _, row in ipairs(data.no_garbage) do
    it(row[1], function()
      local work, is_right = row[2]()
      local bytes = row.kept and memory.bytes_of(work)
        or memory.garbage_of(work)
      if row.most then
        assert.is_true(bytes > 0 and bytes <= row.most, bytes)
      else
        assert.is_true(bytes <= (row.kept or 0), bytes)
      end
      assert.is_true(not is_right or is_right())
    end)
  end
end)

describe("#contract #core_c garbage", function()
  it("is measured without a table to fill", function()
    local finder = tilepath.pathfinder(tilepath.grid(20, 20))
    assert.is_true(memory.garbage_of(function()
      for _ = 1, 200 do
        finder:find(1, 1, 20, 20)
      end
    end) > 50000)
  end)
end)

describe("#contract #core_c no garbage except an iterator comes from",
  function()
    for _, row in ipairs(data.same_garbage) do
      it(row[1], function()
        local little, much = row[2]()
        local least = memory.garbage_of(little)
        assert.is_true(least < 1000)
        assert.are.equal(least, memory.garbage_of(much))
      end)
    end
  end)

describe("#contract an object keeps alive:", function()
  for _, row in ipairs(data.kept_alive) do
    it(row[1], function()
      local weak, count = setmetatable({}, { __mode = "v" }), 0
      local objects = { row[2](function(object)
        count = count + 1
        weak[count] = object
        return object
      end) }
      collect()
      for i = 1, count do
        assert.is_not_nil(weak[i])
      end
      assert.is_true(row[3](unpack(objects)))
    end)
  end
end)

describe("#contract an object releases:", function()
  for _, row in ipairs(data.let_go) do
    it(row[1], function()
      local weak = setmetatable({}, { __mode = "v" })
      local object
      object, weak[1] = row[2]()
      collect()
      assert.is_not_nil(weak[1])
      if row[3] then
        row[3](object)
      else
        object = nil
      end
      collect()
      assert.is_nil(weak[1])
      assert.are.equal(row[3] ~= nil, object ~= nil)
    end)
  end
end)
