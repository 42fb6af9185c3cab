--- The figures of README.md and docs/benchmarks.md equal rows of bench/results
-- from one commit, and the commits that texts and rows name exist in this
-- repository.

local helper = require "spec.support.helper"
local files = dofile "tools/files.lua"

local figures, results
do
  local path = package.path
  package.path = "bench/?.lua;" .. path
  figures, results = require "figures", require "results"
  package.path = path
end

local function lines_of(command)
  return files.lines(command .. " 2>&1")
end

describe("#contract the figures", function()
  local commit, machine = figures.origin(helper.read_file("README.md"))

  local function rows_of(file)
    return results.read(("bench/results/%s-%s.csv"):format(machine, file))
  end

  for i, rows in ipairs(figures.tables(rows_of, commit)) do
    it(("of %s, table %d, are those of its rows"):format(rows.text, i),
      function()
        local text = helper.read_file(rows.text)
        assert.truthy(text:find("\n" .. table.concat(rows, "\n") .. "\n\n", 1,
          true), "`make figures` writes\n" .. table.concat(rows, "\n"))
      end)
  end
end)

describe("#host the commits", function()
  --- Is the whole history here? Otherwise the spec is pending.
  local function has_history()
    if lines_of("git rev-parse --is-shallow-repository")[1] == "false"
      and lines_of("git ls-files README.md")[1] == "README.md" then
      return true
    end
    pending("the history is not here: no git, no repository or a shallow one")
  end

  local kinds = {}

  local function is_commit(word)
    kinds[word] = kinds[word] or lines_of("git cat-file -t " .. word)[1]
    return kinds[word] == "commit"
  end

  it("in the rows of bench/results exist", function()
    if not has_history() then return end
    local seen = 0
    for _, name in ipairs(lines_of("git ls-files bench/results")) do
      for _, row in ipairs(results.read(name)) do
        if row.commit then
          assert.is_true(is_commit(row.commit), name .. ": " .. row.commit)
          seen = seen + 1
        end
      end
    end
    assert.is_true(seen > 100)
  end)

  it("in README and docs/benchmarks.md exist", function()
    if not has_history() then return end
    for _, name in ipairs { "README.md", "docs/benchmarks.md" } do
      for word in helper.read_file(name):gmatch("commit%s`(%x+)`") do
        assert.is_true(is_commit(word), name .. ": " .. word)
      end
    end
  end)

  it("of README and release have the same sources", function()
    if not has_history() then return end
    local heading = helper.read_file("CHANGELOG.md")
      :match("\n(## [%d.]+ %(%d+)")
    if not heading then
      return -- nothing has been released yet
    end
    local commits = lines_of(("git log --format=%%H -S'%s' -- CHANGELOG.md")
      :format(heading))
    local release = commits[1] -- the last that put it there
    local commit = figures.origin(helper.read_file("README.md"))
    if lines_of(("git merge-base --is-ancestor %s %s && echo newer")
      :format(release, commit))[1] == "newer" then
      return -- measured after the release, for the next one
    end
    for _, folder in ipairs { "src", "lua" } do
      assert.are.same(lines_of(("git rev-parse %s:%s"):format(release, folder)),
        lines_of(("git rev-parse %s:%s"):format(commit, folder)), folder)
    end
  end)
end)
