--- Code, docs and stubs have the same names: calls, their arguments, fields,
-- operators, options, and the words for choices and answers.
-- support/api_names.lua reads the names. The bench of worst cases has each call.

local core = require "tilepath_core"
local tilepath = require "tilepath"
local api = require "spec.support.api_names"
local data = require "spec.contract.calls"
local pages = require "spec.support.pages"
local sorted = require "spec.support.sorted"

-- Elsewhere the sources are the same.
if not api.can_list then
  return pending("names are compared on the other VMs #contract")
end

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")
local DOCS = pages.reference()
local TEXT = pages.read("types/tilepath.lua")
local STUBS = pages.stubs.read(TEXT)

--- Has a value a type of the stubs? What tables hold is not read.
local function fits(value, kind)
  local is_object = type(value) == "table" or type(value) == "userdata"
  for _, part in ipairs(pages.stubs.parts(kind:gsub("%?", "|nil"), "|")) do
    local alias = STUBS.aliases[part:match("^tilepath%.(%u%w+)$")]
    if part == type(value) or part == tostring(value) or part == "any"
      or part == ("%q"):format(tostring(value))
      or part == "integer" and type(value) == "number" and value % 1 == 0
      or alias and fits(value, alias) or part:match("^fun") == type(value):sub(1, 3)
      or is_object and not alias and part:find("^tilepath%.%u")
      or type(value) == "table" and part:find("[]>}]$") then
      return true
    end
  end
  return false
end

describe("#once #contract code, docs and stubs", function()
  it("have the same names", function()
    assert.are.same({}, api.differences())
  end)

  it("have the same fields of `info` and `profile` #core_c", function()
    local finder = tilepath.pathfinder(tilepath.grid(3, 3), { landmarks = 1 })
    finder:find(1, 1, 3, 3)
    for class, told in pairs { Info = finder.info, Profile = finder.profile,
      CrowdInfo = tilepath.crowd(finder.grid).info } do
      assert.are.same(api.fields(STUBS, class), api.keys_of(told))
    end
    for heading, told in pairs { ["### finder.info"] = finder.info,
      ["### crowd.info"] = tilepath.crowd(finder.grid).info } do
      for key in pairs(told) do
        assert.truthy(api.section(DOCS, heading):find("`" .. key .. "`", 1, true),
          key)
      end
    end
  end)

  it("have the same kinds of parts of a picture", function()
    local text = api.section(DOCS, "#### Picture colours")
    for kind in pairs(api.fields(STUBS, "PictureColours")) do
      assert.truthy(text:find("`" .. kind .. "`", 1, true), kind)
    end
  end)

  it("have results and fields of the types that the stubs say", function()
    local wrong, world, nouns = {}, data.world(), pages.generator.NOUNS
    local function note(name, value, kind)
      wrong[#wrong + 1] = not fits(value, kind)
        and ("%s: %s, not %s"):format(name, kind, tostring(value)) or nil
    end
    for _, one in ipairs(STUBS.calls) do
      local noun = one.class == "Body" and "hero" or nouns[one.class] or one.class
      local name = noun .. one.mark .. one.name
      local call = data.calls[name] and data.prepare(name, data.world())
      local got = call and { call.f(unpack(call.arguments, 1, call.n)) }
      for i, result in ipairs(call and one.forms[1].returns or {}) do
        note(name, got[i], result.type)
      end
    end
    for class, noun in pairs(nouns) do
      for _, field in ipairs(world[noun] and STUBS.classes[class].fields or {}) do
        local is_key = field.name:find("^%[") -- any number or string
        note(noun .. "." .. field.name, world[noun][field.name],
          is_key and "any|nil" or field.type .. (field.optional and "?" or ""))
      end
    end
    assert.are.same({}, wrong)
  end)

  it("have the same options of a query: each is accepted", function()
    local right = { flag = true, number = 9, others = {}, path = {}, units = {},
      whole = 9 }
    local finder = tilepath.pathfinder(tilepath.grid(3, 3))
    local known = core.options()["finder:find"]
    assert.are.same(api.keys_of(known), api.code_options().Query)
    for key, row in pairs(known) do
      local query = { avoid = {}, within = key == "sight" and 1 or nil }
      query[key] = right[row.kind]
      assert.truthy(finder:find(1, 1, 3, 3, query))
    end
  end)
end)

--- The rows of the bench of worst cases.
local function worst_rows()
  local path = package.path
  package.path = "bench/?.lua;" .. path
  local done, rows = pcall(require, "worst_calls")
  package.path = path
  return assert(done and rows, rows)
end

-- `make worst` measures their time.
describe("#once #contract the bench of worst cases", function()
  it("has a row for each call and operator, and each runs", function()
    local calls, asked = {}, {}
    for name in pairs(api.code_names()) do
      local is_call = name:find("[: ]") or name:find("^tilepath%.")
      local rest = name:match("^body(:.*)")
      for _, noun in ipairs(rest and { "hero", "unit" } or { name }) do
        calls[noun .. (rest or "")] = is_call and name ~= "tilepath.version"
          and not name:find("^tilepath%.core") or nil
      end
    end
    for _, row in ipairs(worst_rows()) do
      asked[row.call] = true
      local made = row.setup(40)
      made.before()
      made.run()
      assert.is_true(made.grid.width > 0, row.call)
    end
    local wrong = {}
    for _, name in ipairs(sorted(calls)) do
      wrong[#wrong + 1] = not asked[name] and name .. ": no row" or nil
    end
    for _, name in ipairs(sorted(asked)) do
      wrong[#wrong + 1] = not calls[name] and name .. ": no call" or nil
    end
    assert.are.same({}, wrong)
  end)
end)
