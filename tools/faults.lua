-- Plants faults in the sources, one after the other, and says which check sees
-- each: a fault that none sees is a failure.
--
--   lua tools/faults.lua [--all] LIST.lua ...   (from the top folder, built)
--
-- A LIST returns checks and faults, a file, a text that occurs in it once, and
-- what the fault puts in its place:
--
--   return {
--     checks = { "spec/path", "differential" },
--     { "src/core/map/grid.c", "x < width", "x <= width" },
--   }
--
-- A check is a spec, a folder of specs, or one of PROGRAMS. They run in their
-- order until one fails; with --all each of them runs. Specs run under LuaJIT;
-- faults in lua/tilepath/plain meet the core in Lua. Nothing here changes: the
-- faults are planted in a copy, build/faults/<list>.
local PROGRAMS = {
  differential = "build/differential --queries 20000 --seed 1",
  march = "build/march --rounds 60 --seed 1",
  unit = "build/unit --seed 1",
  ["luajit/starve"] = "build/luajit/starve",
}
local COPY = [[rm -rf TREE && mkdir -p TREE/build &&
  git ls-files -z -c -o --exclude-standard |
  xargs -0 cp -a --parents -t TREE 2>/dev/null;
  cp -a $(ls -d build/core build/checked build/fuzz build/luajit build/rocks \
    2>/dev/null) TREE/build/]]
local LIMIT = "ulimit -v 8000000; timeout 60 "

local function run(command)
  local ok, _, code = os.execute(command)
  return ok == 0 or ok == true and code == 0
end

local function lines_of(command)
  local pipe, lines = assert(io.popen(command)), {}
  for line in pipe:lines() do
    lines[#lines + 1] = line
  end
  pipe:close()
  return lines
end

local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function write(name, text)
  local file = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

-- The text with the one occurrence of `old` replaced.
local function planted(text, old, new, where)
  local first, last = text:find(old, 1, true)
  assert(first, where .. ": the text is not there: " .. old)
  assert(not text:find(old, last + 1, true),
    where .. ": the text is there twice: " .. old)
  return text:sub(1, first - 1) .. new .. text:sub(last + 1)
end

-- Every check of a list, folders by their files.
local function expanded(checks)
  local all = {}
  for _, check in ipairs(checks) do
    if PROGRAMS[check] then
      all[#all + 1] = check
    else
      for _, file in ipairs(lines_of("find " .. check ..
        " -name '*_spec.lua' | sort")) do
        all[#all + 1] = file
      end
      assert(all[1], "no such check: " .. check)
    end
  end
  return all
end

-- Whether a check passes in the copy.
local function passes(tree, check, core)
  local log = " >check.log 2>&1 </dev/null"
  if PROGRAMS[check] then
    return run(("cd %s && make -s build/%s >make.log 2>&1 && (%s%s)%s"):format(
      tree, check, LIMIT, PROGRAMS[check], log))
  end
  local tags = core == "lua" and " --exclude-tags=core_c" or ""
  return run(("cd %s && (export TILEPATH_CORE=%s; %stools/lua luajit " ..
    "tools/busted.lua%s %s)%s"):format(tree, core, LIMIT, tags, check, log))
end

local all, missed, seen = false, 0, 0
for _, list in ipairs(arg) do
  if list == "--all" then
    all = true
  else
    local faults = dofile(list)
    local tree = "build/faults/" .. list:match("([%w_]+)%.lua$")
    assert(run((COPY:gsub("TREE", tree))), "no copy in " .. tree)
    local checks = expanded(faults.checks)
    for i, fault in ipairs(faults) do
      local name = tree .. "/" .. fault[1]
      local sound = read(name)
      write(name, planted(sound, fault[2], fault[3], list .. ": " .. i))
      local by = {}
      if run("cd " .. tree .. " && make -s VMS=luajit >make.log 2>&1") then
        local core = fault[1]:find("^lua/tilepath/plain") and "lua" or "c"
        for _, check in ipairs(checks) do
          if not passes(tree, check, core) then
            by[#by + 1] = check
            if not all then
              break
            end
          end
        end
      else
        by[1] = "the compiler"
      end
      write(name, sound)
      if #by > 0 then
        seen = seen + 1
      else
        missed = missed + 1
      end
      local line = ("%s %d %s: %s -> %s: %s"):format(list, i, fault[1], fault[2],
        fault[3], #by > 0 and table.concat(by, " ") or "MISSED")
      print((line:gsub("%s+", " ")))
      io.stdout:flush()
    end
  end
end
print(("%d passed, %d failed"):format(seen, missed))
os.exit(missed == 0)
