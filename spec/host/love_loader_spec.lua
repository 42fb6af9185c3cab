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
  local top, save, bytes, in_library

  before_each(function()
    top = helper.temporary_folder()
    save = top .. "data/love/game/" .. NAME
    bytes = helper.read_file(helper.core_file()) -- LÖVE needs it, too
    in_library = { ["tilepath/" .. bundled_name] = bytes }
  end)

  after_each(function()
    output_of("chmod -R u+w " .. quote(top) .. "; rm -rf " .. quote(top))
    bytes, in_library = nil, nil
  end)

  --- Writes a game: its files by name, its two own files and the library.
  local function lay(name, files, main)
    local folder = top .. name
    local library = quote(folder .. "/tilepath")
    do_it(("rm -rf %s && mkdir -p %s && cp -R lua/tilepath/. %s"):format(
      quote(folder), library, library))
    helper.write_file(folder .. "/conf.lua", CONF)
    helper.write_file(folder .. "/main.lua", main or GAME)
    for file, text in pairs(files) do
      helper.write_file(folder .. "/" .. file, text)
    end
    return folder
  end

  --- The same game as an archive, with an empty save directory.
  local function pack(files, main)
    lay("packed", files, main)
    do_it("cd " .. quote(top) .. " && rm -rf data game.love && cd packed && "
      .. "zip -q -r ../game.love .")
    return top .. "game.love"
  end

  local function play(what)
    return output_of(("cd / && unset LUA_PATH LUA_CPATH; XDG_DATA_HOME=%s "
      .. "timeout -k 2 60 %s"):format(quote(top .. "data"), what))
  end

  local function played(game)
    local text = play("love " .. quote(game))
    assert.truthy(text:find(FOUND, 1, true), text)
    assert.truthy(text:find("exit 0\n", 1, true), text)
  end

  local function refused(game, ...)
    local text = play("env TILEPATH_CORE=c love " .. quote(game))
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
      if not is_ready then
        return pending("love, zip or timeout is not installed")
      end
      f()
    end)
  end

  check("loads from any folder, from beside main.lua or in lib/", function()
    for _, name in ipairs { "plain", "a b", "it's", "a;b", "50%d?", "Öö" } do
      played(lay(name, in_library))
    end
    do_it("ln -s " .. quote(top .. "a b") .. " " .. quote(top .. "link"))
    played(top .. "link")
    played(lay("beside", { [NAME .. ".so"] = bytes }))
    local game = lay("lib", in_library,
      MAIN .. "report 'lib.tilepath' love.event.quit(0)")
    do_it(("cd %s && mkdir lib && mv tilepath lib && zip -q -r ../lib.love .")
      :format(quote(game)))
    played(game)
    played(top .. "lib.love")
    game = lay("game", in_library, MAIN .. ("package.path = %q "
      .. "report 'tilepath' love.event.quit(0)"):format(top
      .. "outside/?/init.lua;" .. top .. "outside/?.lua"))
    do_it(("cd %s && mkdir outside && mv game/tilepath outside"):format(
      quote(top)))
    played(game)
  end)

  check("is unpacked once from a .love file or a fused program", function()
    local game
    for _, name in ipairs { NAME .. ".so", "tilepath/" .. NAME .. ".so",
      "tilepath/" .. bundled_name } do
      game = pack { [name] = bytes }
      played(game)
      local first = unpacked()
      assert.matches("^%d+ " .. tilepath.version:gsub("%p", "%%%0")
        .. "%-%x+/tilepath_core%.so\n$", first)
      played(game)
      assert.equal(first, unpacked())
    end
    local fused = top .. "fused"
    do_it(("cat \"$(command -v love)\" %s >%s && chmod +x %s"):format(
      quote(game), quote(fused), quote(fused)))
    local text = play(quote(fused))
    assert.truthy(text:find(FOUND, 1, true), text)
  end)

  check("is found by a thread, and before there is an identity", function()
    played(pack(in_library, THREAD))
    in_library["conf.lua"] = MAIN .. "report 'tilepath'" .. CONF
    played(pack(in_library))
  end)

  check("is unpacked again if the unpacked file is damaged or old", function()
    local game = pack(in_library)
    played(game)
    local name = save .. "/" .. unpacked():match(" (.-)\n")
    for _, damaged in ipairs { "", bytes:sub(1, -2), bytes .. "\0",
      ("\0"):rep(#bytes) } do
      os.remove(name)
      helper.write_file(name, damaged)
      played(game)
      assert.is_true(helper.read_file(name) == bytes)
    end
    do_it(("rm %s && ln -s /nowhere/else %s"):format(quote(name), quote(name)))
    played(game)
    assert.is_true(helper.read_file(name) == bytes)
    -- What an earlier version has unpacked.
    local digit = tilepath.version:match("%d")
    for _, older in ipairs { "no library at all", (bytes:gsub(
      tilepath.version:gsub("%p", "%%%0"), function(version)
        return (version:gsub(digit, (digit + 1) % 10, 1))
      end)) } do
      helper.write_file(top .. "data/love/game/" .. NAME .. ".so", older)
      played(game)
    end
  end)

  check("is refused if its end is missing", function()
    for _, name in ipairs { NAME .. ".so", "tilepath/" .. NAME .. ".so" } do
      local cut = { [name] = bytes:sub(1, -2) }
      refused(lay("folder", cut),
        "found no C module of version " .. tilepath.version,
        ("'%sfolder/%s' "):format(top, name))
      refused(pack(cut), "found no C module of version " .. tilepath.version,
        ("'%sgame.love/%s' "):format(top, name))
    end
  end)

  check("is complete for several games that start at once", function()
    local game = pack(in_library)
    for _ = 1, 4 do -- the games rarely create the directory together
      output_of("rm -rf " .. quote(top .. "data"))
      local text = play(("sh -c %s"):format(quote(
        ("for i in 1 2 3 4 5 6; do love %s & done; wait"):format(quote(game)))))
      assert.equal(6, select(2, text:gsub("found version", "")), text)
      assert.equal(1, select(2, unpacked():gsub("\n", "")), unpacked())
    end
  end)

  check("is opened by LÖVE if package.loadlib fails", function()
    local main = "package.loadlib = function() return nil, 'no' end\n" .. GAME
    played(lay("folder", in_library, main))
    played(pack(in_library, main))
  end)

  check("can lie beside the .love file, or the error asks for it", function()
    local game = pack {}
    refused(game, "found no C module of version " .. tilepath.version,
      ("Put %s.so into '%stilepath/'"):format(NAME, top .. "game.love/"),
      "The bundle for games has it as " .. bundled_name)
    for _, name in ipairs { NAME .. ".so", bundled_name } do
      helper.write_file(top .. name, bytes)
      played(game)
      os.remove(top .. name)
    end
    -- Nothing can be written.
    game = pack(in_library)
    helper.write_file(top .. "data", "no folder")
    refused(game, "it is in an archive, and writing it to the save "
      .. "directory '", "failed: ")
  end)

  check("is refused, and not unpacked, if its label is wrong", function()
    local name = "tilepath/" .. NAME .. ".so"
    for words, wrong in pairs {
      ["is a module for Lua 5.4, and this is LuaJIT on "] =
        label(tilepath.version, "5.4"),
      ["is version 0.1, and the Lua files are version "] = label("0.1", "5.1"),
      ["is not a complete module of this library"] = "nothing",
      ["is not a complete module"] = ("\0"):rep(2 ^ 24)
        .. label(tilepath.version, "5.1"),
    } do
      refused(pack { [name] = wrong },
        ("'%s/%s' %s"):format(top .. "game.love", name, words))
      assert.matches("exit 2\n$", output_of("ls " .. quote(save)))
    end
  end)
end)
