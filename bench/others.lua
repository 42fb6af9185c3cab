--- Programs in other languages beside ours: a temporary folder, packages of npm
-- with exact versions, and the results that they write.

local others = {}

others.HERE = (debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./")

--- Runs a command; false if it fails.
function others.run(command)
  local status = os.execute(command)
  return status == true or status == 0
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
  if not others.run "command -v node npm >/dev/null" then
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
