-- Faults of src/bind/kit and of src/bind/module.c.
return {
  checks = { "spec/contract/misuse_spec.lua", "spec/contract/busy_spec.lua",
    "spec/contract/alive_spec.lua", "spec/contract/garbage_spec.lua",
    "spec/contract/seam_spec.lua", "spec/contract/docs_spec.lua",
    "spec/contract/memory_spec.lua", "luajit/starve", "spec/path",
    "spec/grid", "spec/pathfinder", "spec/host/loader_spec.lua" },

  -- Arguments: their checks and messages.
  { "src/bind/kit/args.c", "at.currentline > 0 && !is_own(L, &at)",
    "at.currentline > 0" },
  { "src/bind/kit/args.c", "c != 0 && c == folder[i]", "c == folder[0]" },
  { "src/bind/kit/args.c", [[value > 0 ? "inf" : "-inf"]],
    [[value < 0 ? "inf" : "-inf"]] },
  { "src/bind/kit/args.c", "length > LONGEST ?", "length >= LONGEST ?" },
  { "src/bind/kit/args.c", "name += *name == 'w';", "" },
  { "src/bind/kit/args.c", "!is_absent && !lua_isnumber(L, arg)",
    "!lua_isnumber(L, arg)" },
  { "src/bind/kit/args.c", "value < min || value > max",
    "value < min || value >= max" },
  { "src/bind/kit/args.c", "!(cost >= 0)", "cost < 0" },
  { "src/bind/kit/args.c", "strlen(words[i]) == length &&", "" },
  { "src/bind/kit/args.c", "(most < 2 ? most : 2) + 1", "most + 1" },
  { "src/bind/kit/args.c", "if (count >= *least) return false;",
    "if (count > *least) return false;" },
  { "src/bind/kit/args.c", "lua_tonumber(L, -1) < lua_tonumber(L, -2)",
    "lua_tonumber(L, -1) > lua_tonumber(L, -2)" },
  { "src/bind/kit/args.c", "memcmp(word, other, common + 1)",
    "memcmp(word, other, common)" },

  -- Kinds.
  { "src/bind/kit/class.c", [[tp_bind_self(L, (bind_Kind)kind, "__newindex");]],
    "" },
  { "src/bind/kit/class.c", "function[0] == '_' ?", "function[0] != '_' ?" },
  { "src/bind/kit/class.c", "if (!thread || lua_status(thread) != 0) continue;",
    "if (!thread) continue;" },

  -- Memory.
  { "src/bind/kit/block.c", "for (int i = 0; i < 3; i++) {",
    "for (int i = 0; i < 1; i++) {" },
  { "src/bind/kit/block.c", "add_to(marks, UINT32_MAX);",
    "if (!failed) add_to(marks, UINT32_MAX);" },
  { "src/bind/kit/block.c", [[  if (bytes >= LARGE_BLOCK) compat_collect(L, bytes);
  bind_Head *head = compat_new_userdata]],
    "  bind_Head *head = compat_new_userdata" },
  { "src/bind/kit/block.c", "for (; names > 0; names--) take_away(L, table);",
    "" },
  { "src/bind/kit/block.c", "i > items; i--", "i > items + 1; i--" },
  { "src/bind/kit/block.c", "item <= (double)items) continue;",
    "item <= (double)items + 1) continue;" },
  { "src/bind/kit/block.c", "words == 2;", "words >= 0;" },

  -- Lists.
  { "src/bind/kit/list.c",
    "if (k > list->numbers && !(number >= least)) return false;", "" },
  { "src/bind/kit/list.c",
    "list->sized && lua_isnil(L, item + W) != lua_isnil(L, item + H)",
    "false" },
  { "src/bind/kit/list.c",
    "into->room ? 2 * into->room : FIRST_ROOM);\n  return false;",
    "into->room ? 2 * into->room : FIRST_ROOM);\n  return true;" },
  { "src/bind/kit/list.c", [[tp_bind_is_table_of(L, item, "follower")]],
    "false" },

  -- The module.
  { "src/bind/module.c", [[lua_pushfstring(L, "tilepath.%s", names[kind]);]],
    [[lua_pushfstring(L, "tilepath.%s", names[1]);]] },
  { "src/bind/module.c", "  luaL_newmetatable(L, lua_tostring(L, -1));",
    "  lua_newtable(L);" },
  { "src/bind/module.c", [[lua_setfield(L, BIND_CORE, "label");]],
    "lua_pop(L, 1);" },
  { "src/bind/module.c", "    &tp_opening_exports,\n", "" },
  { "src/bind/module.c", "    &tp_fences_exports,\n", "" },
}
