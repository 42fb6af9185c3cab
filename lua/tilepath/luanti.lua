--- tilepath in a mod of Luanti (Minetest), whose mods have no `require`.
--
--   local folder = core.get_modpath("my_mod") .. "/tilepath"
--   local tilepath = assert(loadfile(folder .. "/luanti.lua"))(folder,
--     core.request_insecure_environment())
--
-- The files of the library get a `require` and a `package` of their own. Both
-- stay, because some files are loaded when they are first used.
--
-- The second argument is nil unless the mod is trusted. A trusted mod gets the
-- C module, or a warning in the log and the core in Lua. Other mods can read
-- the environment of any function (getfenv). So the library's environment holds
-- nothing of the trusted environment.

local folder, trusted = ...
local luanti = core
if not luanti then
  error("tilepath: luanti.lua is for mods of Luanti: require 'tilepath'", 0)
end

local modules = {}
local package = { loaded = modules, preload = {}, path = "", cpath = "",
  config = _G.package.config }
local environment = setmetatable({ package = package }, { __index = _G })

local function require_own(name)
  if modules[name] == nil then
    local file = name:match("^tilepath%.(.+)$")
    if not file then
      error(("tilepath: there is no %s"):format(name), 0)
    end
    local path = ("%s/%s.lua"):format(folder, (file:gsub("%.", "/")))
    modules[name] = setfenv(assert(loadfile(path)), environment)(name, path)
  end
  return modules[name]
end

environment.require = require_own

package.loadlib = trusted and trusted.package.loadlib
package.no_loadlib = not trusted and ("the mod is not trusted (the configuration "
  .. "of the server needs secure.trusted_mods = %s, and luanti.lua its second "
  .. "argument: see \"In Luanti\" in docs/install.md)"):format(
  luanti.get_current_modname and luanti.get_current_modname() or "my_mod") or nil
local tilepath = require_own("tilepath.init")
package.loadlib = nil
if trusted and tilepath.core_reason then
  luanti.log("warning", tilepath.core_reason
    .. "\nThe core in Lua takes its place.")
end

return tilepath
