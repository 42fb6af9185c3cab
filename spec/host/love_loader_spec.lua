--- How the library finds its C module in a game for LÖVE: in a folder, a .love
-- file, and a fused executable. Each is started as a player starts it, with its
-- own save directory, which may have anything.

-- LÖVE brings its own LuaJIT, so one VM's run of the specs is enough.
if not rawget(_G, "jit") then
  return pending("LÖVE is started under LuaJIT alone #love")
end

local tilepath = require "tilepath"
local platform = require "tilepath.platform"
local helper = require "spec.support.helper"

local NAME = "tilepath_core"
local bundled_name = platform.bundled_names()[1]
local FOUND = "found version " .. tilepath.version .. ", path of 5 points"

local CONF = [[
function love.conf(t)
  t.identity = "game"
  t.modules.window, t.modules.graphics = false, false
  t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false
end
]]

local MAIN = [[
io.stdout:setvbuf("no")
package.path = "./nowhere/?.lua"
local function report(name)
  local found, tilepath = pcall(require, name)
  if found then
    local finder = tilepath.pathfinder(tilepath.grid(5, 5))
    print(("found version %s, %s"):format(require("tilepath_core").version,
      tostring(finder:find(1, 1, 5, 5))))
  else
    print(tilepath)
  end
end
]]

local GAME = MAIN .. [[
report "tilepath"
love.event.quit(0)
]]

local THREAD = [[
love.thread.newThread("]] .. MAIN:gsub("\n", "\\n"):gsub('"', '\\"')
  .. [[report 'tilepath' love.thread.getChannel('done'):push(1)"):start()
love.thread.getChannel("done"):demand(20)
love.event.quit(0)
]]

local quote = helper.quote

--- A command's output, all of it, with its exit code as the last line.
local function output_of(command)
  return helper.output_of("(" .. command .. "); echo exit $?")
end

local function do_it(command)
  local text = output_of(command)
  assert.equal("exit 0\n", text, command)
end

local is_ready = not platform.is_windows and output_of(
  "command -v love && command -v zip && command -v timeout")
  :find("exit 0", 1, true)

local function label(version, lua)
  return ("[%s %s for Lua %s on %s %s]"):format(NAME, version, lua,
    platform.system, platform.processor)
end

describe("#host #love in a game for LÖVE, the C module", function()
  local top, save, module_bytes

  before_each(function()
    top = helper.temporary_folder()
    save = top .. "data/love/game/" .. NAME
    module_bytes = helper.read_file(helper.core_file()) -- LÖVE needs it, too
  end)

  after_each(function()
    output_of("chmod -R u+w " .. quote(top) .. "; rm -rf " .. quote(top))
    module_bytes = nil
  end)

  --- Writes a game: its files by name, its two own files and the library.
  local function lay(folder, files, main)
    local library = folder .. "/tilepath"
    do_it("mkdir -p " .. quote(library) .. " && cp -R lua/tilepath/. "
      .. quote(library))
    helper.write_file(folder .. "/conf.lua", CONF)
    helper.write_file(folder .. "/main.lua", main or GAME)
    for name, bytes in pairs(files) do
      helper.write_file(folder .. "/" .. name, bytes)
    end
    return folder
  end

  local function pack(files, main)
    lay(top .. "packed", files, main)
    do_it("cd " .. quote(top .. "packed") .. " && zip -q -r ../game.love .")
    return top .. "game.love"
  end

  local function play(what, before)
    return output_of(("cd / && unset LUA_PATH LUA_CPATH; XDG_DATA_HOME=%s %s "
      .. "timeout -k 2 60 %s"):format(quote(top .. "data"), before or "", what))
  end

  local function played(game, before)
    local text = play("love " .. quote(game), before)
    assert.truthy(text:find(FOUND, 1, true), text)
    assert.truthy(text:find("exit 0\n", 1, true), text)
  end

  local function refused(game, ...)
    local text = play("love " .. quote(game))
    assert.is_nil(text:find(FOUND, 1, true))
    for _, words in ipairs { ... } do
      assert.truthy(text:find(words, 1, true), words .. " expected in:\n"
        .. text)
    end
  end

  --- The unpacked file, with its number in the file system.
  local function unpacked()
    return output_of("cd " .. quote(save) .. " && ls -i */*")
      :gsub("exit 0\n", "")
  end

  local function check(name, f)
    it(name, function()
      if is_ready then
        f()
      else
        pending("love, zip or timeout is not installed")
      end
    end)
  end

  check("loads from a folder of any name", function()
    for _, name in ipairs { "plain", "a b", "it's", "a;b", "50%d?", "Öö" } do
      played(lay(top .. name,
        { ["tilepath/" .. bundled_name] = module_bytes }))
    end
    do_it("ln -s " .. quote(top .. "a b") .. " " .. quote(top .. "link"))
    played(top .. "link")
  end)

  check("loads from beside main.lua, and with the library in lib/", function()
    played(lay(top .. "beside", { [NAME .. ".so"] = module_bytes }))
    local game = lay(top .. "lib", {
      ["tilepath/" .. bundled_name] = module_bytes,
    }, MAIN .. "report 'lib.tilepath' love.event.quit(0)")
    do_it(("cd %s && mkdir lib && mv tilepath lib"):format(quote(game)))
    played(game)
    do_it(("cd %s && zip -q -r ../lib.love ."):format(quote(game)))
    played(top .. "lib.love")
  end)

  check("loads from beside a library outside of the game", function()
    local game = lay(top .. "game", {
      ["tilepath/" .. bundled_name] = module_bytes,
    }, MAIN .. ("package.path = %q report 'tilepath' love.event.quit(0)")
      :format(top .. "outside/?/init.lua;" .. top .. "outside/?.lua"))
    do_it(("cd %s && mkdir outside && mv game/tilepath outside"):format(
      quote(top)))
    played(game)
  end)

  check("is unpacked from a .love file, once", function()
    for _, name in ipairs { "tilepath/" .. bundled_name,
      "tilepath/" .. NAME .. ".so", NAME .. ".so" } do
      output_of("rm -rf " .. quote(top .. "data") .. " "
        .. quote(top .. "packed") .. " " .. quote(top .. "game.love"))
      local game = pack { [name] = module_bytes }
      played(game)
      local first = unpacked()
      assert.matches("^%d+ " .. tilepath.version:gsub("%p", "%%%0")
        .. "%-%x+/tilepath_core%.so\n$", first)
      played(game)
      assert.equal(first, unpacked())
    end
  end)

  check("is unpacked from a fused executable", function()
    local game = pack { ["tilepath/" .. bundled_name] = module_bytes }
    local fused = top .. "fused"
    do_it(("cat \"$(command -v love)\" %s >%s && chmod +x %s"):format(
      quote(game), quote(fused), quote(fused)))
    local text = play(quote(fused))
    assert.truthy(text:find(FOUND, 1, true), text)
  end)

  check("is found by a thread, and before there is an identity", function()
    local files = { ["tilepath/" .. bundled_name] = module_bytes }
    played(pack(files, THREAD))
    output_of("rm -rf " .. quote(top .. "data"))
    files["conf.lua"] = MAIN .. "report 'tilepath'" .. CONF
    played(pack(files))
  end)

  check("is unpacked again if the unpacked file is damaged",
    function()
      local game = pack {
        ["tilepath/" .. bundled_name] = module_bytes,
      }
      played(game)
      local name = save .. "/" .. unpacked():match(" (.-)\n")
      for _, bytes in ipairs { "", module_bytes:sub(1, -2),
        module_bytes .. "\0", ("\0"):rep(#module_bytes),
        module_bytes:sub(1, 2000) } do
        os.remove(name)
        helper.write_file(name, bytes)
        played(game)
        assert.is_true(helper.read_file(name) == module_bytes)
      end
      do_it(("cd / && rm %s && ln -s /nowhere/else %s"):format(quote(name),
        quote(name)))
      played(game)
      assert.is_true(helper.read_file(name) == module_bytes)
    end)

  check("replaces the file of an earlier version", function()
    do_it("mkdir -p " .. quote(top .. "data/love/game"))
    local older = top .. "data/love/game/" .. NAME .. ".so"
    local digit = tilepath.version:match("%d")
    helper.write_file(older, (module_bytes:gsub(
      tilepath.version:gsub("%p", "%%%0"), function(version)
        return (version:gsub(digit, (digit + 1) % 10, 1))
      end)))
    played(pack { ["tilepath/" .. bundled_name] = module_bytes })
    os.remove(older)
    helper.write_file(older, "no library at all")
    played(top .. "game.love")
  end)

  check("is refused if its end is missing", function()
    for _, name in ipairs { NAME .. ".so", "tilepath/" .. NAME .. ".so" } do
      for _, size in ipairs { 200000, #module_bytes - 1 } do
        output_of("rm -rf " .. quote(top .. "packed"))
        local cut = { [name] = module_bytes:sub(1, size) }
        refused(lay(top .. "folder", cut),
          "found no C module of version " .. tilepath.version,
          ("'%sfolder/%s' "):format(top, name))
        refused(pack(cut), "found no C module of version " .. tilepath.version,
          ("'%sgame.love/%s' "):format(top, name))
        do_it(("cd %s && rm -r folder game.love"):format(quote(top)))
      end
    end
    do_it("mkdir -p " .. quote(top .. "data/love/game"))
    helper.write_file(top .. "data/love/game/" .. NAME .. ".so",
      module_bytes:sub(1, 200000))
    played(pack { ["tilepath/" .. bundled_name] = module_bytes })
  end)

  check("is complete for several games that start at once", function()
    local game = pack { ["tilepath/" .. bundled_name] = module_bytes }
    for _ = 1, 4 do -- the games rarely create the directory together
      output_of("rm -rf " .. quote(top .. "data"))
      local text = play(("sh -c %s"):format(quote(
        ("for i in 1 2 3 4 5 6; do love %s & done; wait"):format(quote(game)))))
      local _, found = text:gsub("found version", "")
      assert.equal(6, found, text)
      local _, files = unpacked():gsub("\n", "")
      assert.equal(1, files, unpacked())
    end
  end)

  check("is opened by LÖVE if package.loadlib fails", function()
    local without = "package.loadlib = function() return nil, 'no' end\n"
    local files = { ["tilepath/" .. bundled_name] = module_bytes }
    played(lay(top .. "folder", files, without .. GAME))
    played(pack(files, without .. GAME))
  end)

  check("can lie beside the .love file, or the error asks for it", function()
    local game = pack {}
    refused(game, "found no C module of version " .. tilepath.version,
      ("Put %s.so into '%stilepath/'"):format(NAME, top .. "game.love/"),
      "The bundle for games has it as " .. bundled_name)
    for _, name in ipairs { NAME .. ".so", bundled_name } do
      helper.write_file(top .. name, module_bytes)
      played(game)
      os.remove(top .. name)
    end
  end)

  check("is refused, and not unpacked, if its label is wrong", function()
    local name = "tilepath/" .. NAME .. ".so"
    for words, bytes in pairs {
      ["is a module for Lua 5.4, and this is LuaJIT on "] =
        label(tilepath.version, "5.4"),
      ["is version 0.1, and the Lua files are version "] = label("0.1", "5.1"),
      ["is not a complete module of this library"] = "nothing",
      ["is not a complete module"] = ("\0"):rep(2 ^ 24)
        .. label(tilepath.version, "5.1"),
    } do
      refused(pack { [name] = bytes },
        ("'%s/%s' %s"):format(top .. "game.love", name, words))
      assert.matches("exit 2\n$", output_of("ls " .. quote(save)))
    end
  end)

  check("cannot be unpacked if nothing can be written", function()
    local game = pack { ["tilepath/" .. bundled_name] = module_bytes }
    helper.write_file(top .. "data", "no folder")
    refused(game, "it is in an archive, and writing it to the save "
      .. "directory '", "failed: ")
    helper.write_file(top .. bundled_name, module_bytes)
    played(game)
  end)
end)
