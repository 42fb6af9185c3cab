--- Other libraries beside ours: those in Lua from folders; for programs in other
-- languages a temporary folder, packages of npm with exact versions, and the
-- results that they write.

local others = {}

others.HERE = (debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./")

--- Runs a command; false if it fails.
function others.run(command)
  local status = os.execute(command)
  return status == true or status == 0
end

--- Requires a module from the folder that a variable names, if it is set.
function others.from(variable, name)
  local folder = os.getenv(variable)
  if folder then
    package.path = folder .. "/?.lua;" .. package.path
    return require(name)
  end
  print(variable .. " names no folder: it is left out")
end

--- Are all of these programs there?
function others.has(programs)
  return others.run(("for name in %s; do command -v $name >/dev/null || exit 1; "
    .. "done"):format(programs))
end

--- The text of a file.
function others.read(name)
  local file = assert(io.open(name, "r"))
  local text = file:read "*a"
  file:close()
  return text
end

--- Calls f(folder) with a temporary folder that has a file `maps` with this text.
function others.within(text, f)
  local pipe = io.popen "mktemp -d"
  local folder = pipe:read "*l"
  pipe:close()
  local file = assert(io.open(folder .. "/maps", "w"))
  file:write(text)
  file:close()
  local fine, message = pcall(f, folder)
  others.run(("rm -r '%s'"):format(folder))
  if not fine then
    error(message, 0)
  end
end

--- Installs packages in the folder, and runs a program of this folder there, which
-- reads `maps` and writes `paths`.
-- @return the lines of `paths`; nil if node or the registry is missing
function others.node(folder, program, packages)
  if not others.has "node npm" then
    print "node or npm is missing: libraries for JavaScript are left out"
    return nil
  elseif not others.run(("cd '%s' && npm install --ignore-scripts --no-audit "
    .. "--no-fund --silent %s >/dev/null 2>&1"):format(folder,
    table.concat(packages, " "))) then
    print "npm reaches no registry: libraries for JavaScript are left out"
    return nil
  elseif not others.run(("cp '%s%s' '%s' && cd '%s' && node %s maps"):format(
    others.HERE, program, folder, folder, program)) then
    error(program .. " failed", 0)
  end
  return others.read(folder .. "/paths")
end

return others
