-- Plants faults in the sources, one after the other, and runs the check that
-- sees each: a fault that no check sees is a failure.
--
--   lua tools/faults.lua LIST.lua ...   (from the top folder, built)
--   lua tools/faults.lua --texts LIST.lua ...   looks for the texts alone, and
--                                               for specs that see no fault
--
-- A LIST has files, and their faults: a text that occurs in the file once, what
-- the fault puts in its place, and the check that sees it, which is a spec
-- (grid/links is spec/grid/links_spec.lua) or one of PROGRAMS:
--
--   return {
--     { "src/core/map/grid.c",
--       { "x < width", "x <= width", "differential" },
--       { "y < height", "y <= height", "grid/links" } },
--   }
--
-- The check must pass without the fault. If it passes with the fault, too, all
-- others are tried until one fails. Specs run under LuaJIT; faults in
-- lua/tilepath/plain meet the core in Lua. Nothing here changes: the faults are
-- planted in a copy, build/faults/<list>.
local files = dofile "tools/files.lua"
local read, write = files.read, files.write

local PROGRAMS = {
  differential = "build/differential --queries 20000 --seed 1",
  unit = "build/unit --seed 1",
  ["luajit/starve"] = "build/luajit/starve",
}
local COPY = [[rm -rf TREE && mkdir -p TREE/build &&
  git ls-files -z -c -o --exclude-standard |
  xargs -0 cp -a --parents -t TREE 2>/dev/null;
  cp -a $(ls -d build/core build/checked build/fuzz build/luajit build/rocks \
    2>/dev/null) TREE/build/]]
local LIMIT = "ulimit -v 8000000; ulimit -t 60; timeout 900 "

local function run(command)
  local ok, _, code = os.execute(command)
  return ok == 0 or ok == true and code == 0
end

-- The faults of a list: { file, old text, new text, check } each.
local function faults_of(list)
  local faults = {}
  for _, group in ipairs(dofile(list)) do
    for i = 2, #group do
      local old, new, check = group[i][1], group[i][2], group[i][3]
      faults[#faults + 1] = { group[1], old, new, check:find("/")
        and not PROGRAMS[check] and "spec/" .. check .. "_spec.lua" or check }
    end
  end
  return faults
end

-- The text with the one occurrence of `old` replaced.
local function planted(text, old, new, where)
  local first, last = text:find(old, 1, true)
  assert(first, where .. ": the text is not there: " .. old)
  assert(not text:find(old, last + 1, true),
    where .. ": the text is there twice: " .. old)
  return text:sub(1, first - 1) .. new .. text:sub(last + 1)
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

-- The checks of specs in their order, and the programs.
local function all_checks()
  local checks = files.lines("find spec -name '*_spec.lua' | sort")
  for _, name in ipairs { "unit", "differential", "luajit/starve" } do
    checks[#checks + 1] = name
  end
  return checks
end

-- The check that sees the fault in a copy: the named one, another one, or nil.
local function seen_by(tree, named, core)
  if not run("cd " .. tree .. " && make -s VMS=luajit >make.log 2>&1") then
    return "the compiler"
  elseif not passes(tree, named, core) then
    return named
  end
  for _, check in ipairs(all_checks()) do
    if not passes(tree, check, core) then return check end
  end
end

if arg[1] == "--texts" then
  local is_named = {}
  for l = 2, #arg do
    for i, fault in ipairs(faults_of(arg[l])) do
      planted(read(fault[1]), fault[2], fault[3], arg[l] .. ": " .. i)
      is_named[fault[4]] = true
    end
  end
  for _, check in ipairs(all_checks()) do
    assert(is_named[check], check .. ": no planted fault names it")
  end
  os.exit(0)
end

local seen, missed = 0, 0
for _, list in ipairs(arg) do
  local tree, sound = "build/faults/" .. list:match("([%w_]+)%.lua$"), {}
  assert(run((COPY:gsub("TREE", tree))), "no copy in " .. tree)
  local faults = faults_of(list)
  local function core_of(fault) -- a spec of both cores chooses them itself
    return fault[1]:find("^lua/tilepath/plain")
      and not fault[4]:find("_cores_spec") and "lua" or ""
  end
  for _, fault in ipairs(faults) do
    local core, check = core_of(fault), fault[4]
    local key = core .. check
    if sound[key] == nil then
      sound[key] = check == "the compiler" or passes(tree, check, core)
      assert(sound[key], check .. " fails without a fault")
    end
  end
  for i, fault in ipairs(faults) do
    local name = tree .. "/" .. fault[1]
    local text = read(name)
    write(name, planted(text, fault[2], fault[3], list .. ": " .. i))
    local core = core_of(fault)
    local by = seen_by(tree, fault[4], core)
    write(name, text)
    if by and by ~= fault[4] and by ~= "the compiler" and
      not (run("cd " .. tree .. " && make -s VMS=luajit >make.log 2>&1")
        and passes(tree, by, core)) then
      by = nil -- it fails without the fault, too
    end
    seen, missed = seen + (by and 1 or 0), missed + (by and 0 or 1)
    print((("%s %d %s: %s -> %s: %s"):format(list, i, fault[1], fault[2],
      fault[3], by or "MISSED"):gsub("%s+", " ")))
    io.stdout:flush()
  end
end
print(("%d passed, %d failed"):format(seen, missed))
os.exit(missed == 0)
