--- Writes the library as one file: core, binding and Lua files in tilepath.c,
-- and tilepath.h, which says how to open it.
--
--   lua tools/single.lua FOLDER       from the top of a checkout
--   lua tools/single.lua FOLDER defold   for Defold: its folder of headers, and
--                                        no Lua files
--
-- Files that are one translation unit share their names. So a name that a
-- source has for itself (a static function or variable, a type, a word of an
-- enumeration) gets the source's name behind it if the word stands in any
-- other file: `begin` of search/astar.c becomes begin_in_astar. Macros of a
-- source end with it. A header stands once, before the first source that
-- includes it. What files share is static. The Lua files are arrays of numbers,
-- because a compiler need not take string literals of more than 4,095 bytes.
--
-- This is no parser of C: it relies on the layout of `make format`, and the
-- compiler reports its mistakes.

local folder, is_for_defold = arg[1], arg[2] == "defold"

local files = dofile((arg[0]:match("^.*/") or "") .. "files.lua")
local read, write = files.read, files.write

-- Names -----------------------------------------------------------------------

--- Where the comment, string or character ends that begins at a place.
local function skip(text, from)
  local c = text:sub(from, from)
  if c == "/" then
    return text:sub(from, from + 1) == "/*"
      and select(2, text:find("*/", from + 2, true)) or from
  end
  local stop = from + 1
  while text:sub(stop, stop) ~= c do
    stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
  end
  return stop
end

--- The text with blanks for comments, strings and characters.
local function bare(text)
  local out, at = {}, 1
  for from in text:gmatch("()[/\"']") do
    if from >= at then
      local stop = skip(text, from)
      out[#out + 1] = text:sub(at, from - 1)
      out[#out + 1] = stop > from and (" "):rep(stop - from + 1) or "/"
      at = stop + 1
    end
  end
  return table.concat(out) .. text:sub(at)
end

--- The names that a source has for itself, and the macros that it defines.
local function own_names(text)
  local names, macros, bodies = {}, {}, {}
  text = ("\n" .. bare(text)):gsub("\\\n", " "):gsub("\n#([^\n]*)",
    function(line)
      macros[#macros + 1] = line:match("^define ([%w_]+)")
      return "\n"
    end)
  text = text:gsub("%b{}", function(body)
    bodies[#bodies + 1] = body:sub(2, -2)
    return "{" .. #bodies .. "}"
  end)
  text = text:gsub("%)%s*{%d+}", ");") -- a function
  for whole in text:gmatch("[^;]+") do
    local line = whole
    local words = bodies[tonumber(line:match("enum[%s%w_]*{(%d+)}"))] or ""
    for word in words:gsub("%b()", ""):gmatch("[^,]+") do
      names[#names + 1] = word:match("[%a_][%w_]*")
    end
    names[#names + 1] = line:match("typedef%s+%a+%s+([%w_]+)%s*{")
    if line:find("%f[%w_]typedef%s") or line:find("%f[%w_]static%s")
      or line:find("%f[%w_]TP_INLINE%s") then
      line = line:gsub("%(%*%s*([^()]*)%)", " %1 ") -- (*f)(int)
        :gsub("%b()", ""):gsub("%b[]", ""):gsub("%b{}", "")
      for part in line:gmatch("[^,]+") do
        names[#names + 1] = part:match("^[^=]*"):match("([%a_][%w_]*)%s*$")
      end
    end
  end
  return names, macros
end

local sources = files.list("src", ".c")
local stands_in, stems = {}, {} -- how many files have that word, that name

local function count_words(paths)
  for _, path in ipairs(paths) do
    local seen = {}
    for word in bare(read(path)):gmatch("[%a_][%w_]*") do
      stands_in[word] = (stands_in[word] or 0) + (seen[word] and 0 or 1)
      seen[word] = true
    end
    local stem = path:match("([^/]+)%.%a$")
    stems[stem] = (stems[stem] or 0) + 1
  end
end

count_words(files.list("src", ".h"))
stems = {}
count_words(sources)

--- Which of these words a source needs another one for.
local function renamings(path, names)
  local parent, stem = path:match("([^/]+)/([^/]+)%.c$")
  local ending = "_in_" .. (stems[stem] > 1 and parent .. "_" or "") .. stem
  local new = {}
  for _, name in ipairs(names) do
    if stands_in[name] > 1 then
      new[name] = name .. ending
      if not name:find("%l") then
        new[name] = new[name]:upper()
      end
      assert(not stands_in[new[name]], new[name] .. " is taken")
    end
  end
  return new
end

--- Is the word from `from` to `after - 1` the name of a structure's member?
local function is_member(plain, from, after, bodies)
  local before = plain:sub(math.max(1, from - 60), from - 1)
  if before:find("%->$") or before:find("[^.]%.$")
    or before:find("offsetof%([%w_]+, $") then
    return true
  end
  for _, body in ipairs(bodies) do
    if from > body[1] and from < body[2] then
      return plain:find("^[;,%[:)]", after) ~= nil
    end
  end
  return false
end

local function rename(text, new)
  local plain, bodies = bare(text), {}
  for _, kind in ipairs { "struct", "union" } do
    for from in plain:gmatch("%f[%w_]" .. kind .. "[%s%w_]*(){") do
      bodies[#bodies + 1] = { plain:find("%b{}", from) }
    end
  end
  local out, at = {}, 1
  for from, word, after in plain:gmatch("()%f[%w_]([%a_][%w_]*)()") do
    if new[word] and not is_member(plain, from, after, bodies) then
      out[#out + 1] = text:sub(at, from - 1) .. new[word]
      at = after
    end
  end
  return table.concat(out) .. text:sub(at)
end

-- The file --------------------------------------------------------------------

local out, has_header = {}, {}

local function put(text)
  out[#out + 1] = text
end

local function put_file(path, text)
  put(("\n/* ---- %s ---- */\n\n%s"):format(path:match("^src/(.*)"), text))
end

--- Writes the headers that a text includes; gives the text without these lines.
local function put_headers(path, text)
  return (("\n" .. text):gsub('\n#include "([^"]+)"[^\n]*', function(name)
    local header, ups = path:match("^.*/") .. name, 1
    while ups > 0 do
      header, ups = header:gsub("[^/]+/%.%./", "", 1)
    end
    if not has_header[header] then
      has_header[header] = true
      local own = read(header):gsub("\n#pragma once\n", "\n", 1)
      put_file(header, put_headers(header, own))
    end
    return ""
  end):sub(2))
end

local function put_source(path)
  local text = read(path)
  local names, macros = own_names(text)
  text = rename(put_headers(path, text), renamings(path, names))
  put_file(path, (("\n" .. text):gsub("\nconst ", "\nstatic const "):sub(2)))
  for _, macro in ipairs(macros) do
    put("#undef " .. macro .. "\n")
  end
end

local function put_bytes(name, text)
  local numbers = text:gsub(".", function(c) return c:byte() .. "," end)
  put(("\nstatic const unsigned char %s[] = {\n"):format(name))
  local at = 1
  while at <= #numbers do
    local line = numbers:sub(at, at + 77):match("^.*,")
    put(line .. "\n")
    at = at + #line
  end
  put("};\n")
end

local function put_lua()
  local rows = {}
  for i, path in ipairs(files.list("lua/tilepath", ".lua")) do
    local name = path:match("^lua/(.*)%.lua$")
    put_bytes("helper_" .. i, read(path))
    rows[i] = ('    {"%s", "@%s.lua", helper_%d, sizeof helper_%d},\n'):format(
      name:gsub("/init$", ""):gsub("/", "."), name, i, i)
  end
  put([[

static const struct Helper {
  const char *name, *chunk;
  const unsigned char *bytes;
  size_t size;
} helpers[] = {
]] .. table.concat(rows) .. [[
};

/* What require calls for a Lua file: runs the file, which is given its name. */
static int open_helper(lua_State *L) {
  const struct Helper *h = &helpers[lua_tointeger(L, lua_upvalueindex(1))];
  if (luaL_loadbuffer(L, (const char *)h->bytes, h->size, h->chunk)) {
    return lua_error(L);
  }
  lua_pushstring(L, h->name);
  lua_call(L, 1, 1);
  return 1;
}

BIND_EXPORT int luaopen_tilepath(lua_State *L);

BIND_EXPORT int luaopen_tilepath(lua_State *L) {
  lua_settop(L, 0);
  lua_getglobal(L, "package");
  if (!lua_istable(L, 1)) return luaL_error(L, "tilepath: no package library");
  lua_getfield(L, 1, "preload");
  for (size_t i = 0; i < sizeof helpers / sizeof helpers[0]; i++) {
    lua_pushinteger(L, (lua_Integer)i);
    lua_pushcclosure(L, open_helper, 1);
    lua_setfield(L, 2, helpers[i].name);
  }
  lua_pushcfunction(L, luaopen_tilepath_core);
  lua_setfield(L, 2, "tilepath_core");
  lua_getfield(L, 2, "tilepath");
  lua_call(L, 0, 1);
  return 1;
}
]])
end

local VERSION = read("lua/tilepath/init.lua"):match('VERSION = "(.-)"')
local LICENSE = read("LICENSE"):gsub("\n*$", ""):gsub("[^\n]+", " %0")

put("/* tilepath.c - " .. VERSION .. [[: grid pathfinding for Lua, in one file.
 *
 * Made of the sources by tools/single.lua. It needs a C11 compiler and the
 * headers of Lua 5.1 to 5.5 or of LuaJIT. tilepath.h says how it is opened.
 *
]] .. (" *" .. LICENSE:gsub("\n", "\n *")) .. [[

 */

/* Some functions are there for the tests alone. */
#ifdef __GNUC__
#define TP_FUNC __attribute__((unused)) static
#else
#define TP_FUNC static
#endif
]])
for _, path in ipairs(sources) do
  put_source(path)
end
if is_for_defold then
  write(folder .. "/tilepath.c", (table.concat(out)
    :gsub("#include <(l[%l]+%.h)>", "#include <dmsdk/lua/%1>")))
  return
end
put_lua()
write(folder .. "/tilepath.c", table.concat(out))

write(folder .. "/tilepath.h", "/* tilepath.h - " .. VERSION .. [[
: opens the library that tilepath.c holds.
 *
 * Add tilepath.c to the program, and tell each Lua state of it:
 *
 *     luaL_openlibs(L);
 *     lua_getglobal(L, "package"), lua_getfield(L, -1, "preload");
 *     lua_pushcfunction(L, luaopen_tilepath), lua_setfield(L, -2, "tilepath");
 *     lua_pop(L, 2);
 *
 * From then on require "tilepath" works there.
 */
#ifndef TILEPATH_H
#define TILEPATH_H

#ifdef __cplusplus
extern "C" {
#endif

#include <lua.h>

int luaopen_tilepath(lua_State *L);
int luaopen_tilepath_core(lua_State *L); /* the C module alone */

#ifdef __cplusplus
}
#endif

#endif
]])
