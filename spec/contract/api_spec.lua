--- Code, docs and stubs have the same names: calls, their arguments, fields,
-- operators, options, and the words for choices and answers. Every comparison
-- goes both ways. The last part plants a difference of each kind and finds it.
-- support/api_names.lua reads the names.

local tilepath = require "tilepath"
local core = require "tilepath_core"
local api = require "spec.support.api_names"
local pages = require "spec.support.pages"

-- Lua 5.1 shows no upvalues of C functions, so the methods of a userdata cannot
-- be listed there. The sources are the same.
if not debug.getupvalue(core.Grid.__index, 1) then
  return pending("names are compared on the other VMs #contract")
end

local DOCS = pages.reference()
local STUBS = api.read_file("types/tilepath.lua")

describe("#once #contract code, docs and stubs", function()
  it("have the same names", function()
    assert.are.same({}, api.differences(api.code_names(), api.code_options(),
      api.code_words(), DOCS, STUBS))
  end)

  it("have the operators of LuaCATS", function()
    for _, name in ipairs { "call", "len" } do
      assert.are.equal(core.Grid["__" .. name] ~= nil,
        STUBS:find("@operator " .. name, 1, true) ~= nil)
    end
  end)

  it("have the same fields of finder.info", function()
    local finder = tilepath.pathfinder(tilepath.grid(3, 3), { landmarks = 1 })
    finder:find(1, 1, 3, 3)
    local info = api.keys_of(finder.info)
    assert.are.same(info, api.stub_fields(STUBS, "Info"))
    for key in pairs(info) do
      assert.truthy(api.section(DOCS, "### finder.info")
        :find("`" .. key .. "`", 1, true), key)
    end
    assert.are.same(api.keys_of(finder.profile),
      api.stub_fields(STUBS, "Profile"))
  end)

  it("have the same events of a crowd", function()
    local info = api.keys_of(tilepath.crowd(tilepath.grid(3, 3)).info)
    assert.are.same(info, api.stub_fields(STUBS, "CrowdInfo"))
    for key in pairs(info) do
      assert.truthy(api.section(DOCS, "### crowd.info")
        :find("`" .. key .. "`", 1, true), key)
    end
  end)

  it("have the same options: each is accepted, any other is refused", function()
    local known = { partial = true, into = {}, max_nodes = 9,
      within = 1, sight = false, adjacent = true,
      escape = true, avoid = {}, except = {}, avoid_price = 1,
      pass = {}, stops = {} }
    local finder = tilepath.pathfinder(tilepath.grid(3, 3))
    assert.are.same(api.keys_of(known), api.query_options())
    for key, value in pairs(known) do
      assert.truthy(finder:find(1, 1, 3, 3,
        { avoid = {}, [key] = value }))
    end
    assert.is_false(pcall(finder.find, finder, 1, 1, 3, 3, { size = 2 }))
  end)
end)

describe("#once #contract a difference", function()
  local function planted(change)
    local facts = { code = api.code_names(), options = api.code_options(),
      words = api.code_words(), docs = DOCS, stubs = STUBS }
    change(facts)
    return table.concat(api.differences(facts.code, facts.options, facts.words,
      facts.docs, facts.stubs), "\n")
  end

  --- A text with the first place of `old` changed.
  local function swap(text, old, new)
    local first, last = text:find(old, 1, true)
    assert(first, old)
    return text:sub(1, first - 1) .. new .. text:sub(last + 1)
  end

  local function is_found(message, change)
    local text = planted(change)
    assert.truthy(text:find(message, 1, true), message .. " in:\n" .. text)
  end

  it("in the code is found: calls, fields, operators, options, words",
    function()
      for _, name in ipairs { "grid:warp", "finder.mood", "hero:fly",
        "search __len", "tilepath.field" } do
        is_found("name " .. name .. ": in the code, not in the docs' tables",
          function(facts) facts.code[name] = true end)
      end
      is_found("name path:prune: in the docs' tables, not in the code",
        function(facts) facts.code["path:prune"] = nil end)
      for heading in pairs(api.code_options()) do
        is_found(heading .. " warp: in the code, not in the docs",
          function(facts) facts.options[heading].warp = true end)
        is_found(heading .. " warp: in the code, not in the stubs",
          function(facts) facts.options[heading].warp = true end)
      end
      is_found("Query into: in the docs, not in the code",
        function(facts) facts.options["Query"].into = nil end)
      is_found("word lost: in the code, not in the docs",
        function(facts) facts.words.lost = true end)
    end)

  it("in the docs is found: tables, entries, arguments, options", function()
    local function in_docs(message, old, new)
      is_found(message, function(facts)
        facts.docs = swap(facts.docs, old, new)
      end)
    end
    in_docs("name grid:clone: in the docs' tables, not in the code",
      "`grid:copy()`", "`grid:clone()`")
    in_docs("name grid:copy: in the code, not in the docs' tables",
      "`grid:copy()`", "`grid:clone()`")
    in_docs("name grid:clone: in the docs' entries, not in the code",
      "\n### grid:dump()", "\n### grid:clone()")
    in_docs("hero:update(dt): so in the stubs, not in the docs' tables",
      "`hero:update(dt)`", "`hero:update(seconds)`")
    in_docs("hero:update(seconds): so in the docs' entries",
      "### hero:update(dt)", "### hero:update(seconds)")
    in_docs("Profile wait: in the docs, not in the code",
      "| `weight` | number", "| `wait` | number")
    in_docs("reason lost: in the list, not in the stubs",
      '| `"stale"`', '| `"lost"`')
    in_docs("reason gone: in the code, not in the list",
      '| `"gone"`', '| `"lost"`')
  end)

  it("in the stubs is found: calls, fields, arguments, options, words",
    function()
      local function in_stubs(message, old, new)
        is_found(message, function(facts)
          facts.stubs = swap(facts.stubs, old, new)
        end)
      end
      in_stubs("name grid:clone: in the stubs, not in the code",
        "function Grid:copy()", "function Grid:clone()")
      in_stubs("name search.reason: in the code, not in the stubs",
        "@field reason?", "@field cause?")
      in_stubs("name tilepath.version: in the code, not in the stubs",
        "@field version", "@field release")
      in_stubs("path:point(n): so in the stubs", "Path:point(i)",
        "Path:point(n)")
      in_stubs("Query max_cells: in the stubs, not in the code", "max_nodes",
        "max_cells")
      in_stubs("word lost: in the stubs, not in the code", '"stale"', '"lost"')
      in_stubs("word cancelled: in the code, not in the stubs", '"cancelled"',
        '"lost"')
    end)
end)
