// Runs a file of Lua in a Lua of npm, which finds no other file:
//
//   node tools/scripts.js fengari|wasmoon FILE FOLDER
//
// FOLDER has the packages. The output is what the file prints.
"use strict";
const fs = require("fs");
const path = require("path");

const [name, file, folder] = process.argv.slice(2);
const text = fs.readFileSync(file, "utf8");
const packages = path.resolve(folder, "node_modules");

const run = {
  fengari() {
    const { lua, lauxlib, lualib, to_luastring } = require(packages +
      "/fengari");
    const L = lauxlib.luaL_newstate();
    lualib.luaL_openlibs(L);
    if (lauxlib.luaL_dostring(L, to_luastring(text))) {
      throw new Error(lua.lua_tojsstring(L, -1));
    }
  },

  async wasmoon() {
    const { LuaFactory } = require(packages + "/wasmoon");
    await (await new LuaFactory().createEngine()).doString(text);
  },
};

(async () => run[name]())().then(() => process.exit(0), (error) => {
  console.error(error.message);
  process.exit(1);
});
