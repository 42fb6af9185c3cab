--- The docs in the zip for games: all pages for users are there, and their
-- links lead to files of the zip or to the web.

local helper = require "spec.support.helper"
local pages = require "spec.support.pages"

if helper.is_windows then
  return pending("the zip is packed by a shell of Unix #host")
end

-- Pages about the source are not in the zip. Its README is a section of
-- docs/install.md.
local LEFT_OUT = { ["README.md"] = true, ["docs/glossary.md"] = true,
  ["docs/seam.md"] = true, ["docs/tour.md"] = true }

describe("#once #host the docs of the zip", function()
  local folder = helper.temporary_folder()
  local said = helper.output_of("bash tools/docs " .. folder)

  teardown(function() os.execute("rm -r " .. folder) end)

  it("have each page for users, and are written without output", function()
    assert.are.equal("", said)
    for _, name in ipairs(pages.FILES) do
      assert.are.equal(LEFT_OUT[name] == nil or name == "README.md",
        helper.read_file(folder .. name) ~= nil, name)
    end
    assert.truthy(pages.read(folder .. "README.md")
      :find("(docs/guide.md)", 1, true))
  end)

  it("have only links that lead somewhere", function()
    local count = 0
    for _, name in ipairs(pages.FILES) do
      local text = (not LEFT_OUT[name] or name == "README.md")
        and pages.read(folder .. name) or ""
      for link in text:gmatch "%]%(([^)]+)%)" do
        if not link:find "^https://" then
          local file, anchor = link:match "^([^#]*)#?(.*)$"
          local target = pages.read(folder .. (file == "" and name
            or (name:match "^.*/" or "") .. file))
          assert.truthy(anchor == "" or pages.anchors(target .. "\n")[anchor],
            name .. ": " .. link)
          count = count + 1
        end
      end
    end
    assert.is_true(count > 300)
  end)
end)
