/* starve.c - runs every call of the library with too little memory.
 *
 *     starve [NAME]       from the root of the checkout
 *
 * It is built once for each Lua VM, with the library linked in. Each entry of
 * calls.lua gets a state whose allocator counts. The entry's call may allocate
 * 0 times, then once, then twice, until that is enough. After each failure the
 * objects must be as before, and work (starve.lua judges that). Starved again,
 * the entry must leave exactly as many of our userdata as there were. When the
 * state is closed, every byte must have been freed.
 *
 * After the first refused allocation all later ones fail, too, until the call
 * is over: so trying again saves nothing. Shrinking never fails; every Lua
 * relies on that. The faults at the end of calls.lua must be caught. Last line:
 * `N passed, M failed`, over calls and faults.
 */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay.h"

extern int luaopen_tilepath_core(lua_State *L);
extern void (*tp_bind_made)(const void *userdata);

enum { MOST_ALLOCATIONS = 20000, AGAIN = 20 };

typedef struct Ration {
  size_t used;  /* bytes */
  long blocks;  /* not yet freed */
  long objects; /* our userdata among them */
  bool limited; /* a call is under way */
  bool refused; /* an allocation was refused during it */
  long left;    /* allocations that it may still make */
  FILE *report; /* where faults are described */
  long starved; /* calls that had too little memory */
} Ration;

/* Stands in front of every block. LuaJIT 2.1 frees a closure that it could not
 * finish with a smaller size than it had, so we keep our own sizes. */
typedef union Label {
  struct {
    size_t size;
    Ration *owner;
    bool is_object;
  } of;
  max_align_t align;
} Label;

/* The blocks allocated last. A new userdata lies in one of them. */
enum { RECENT = 8 };
static Label *recent[RECENT];

static void forget(const Label *label) {
  for (int i = 0; i < RECENT; i++) {
    if (recent[i] == label) recent[i] = NULL;
  }
}

static void remember(Label *label) {
  static int at;
  recent[at++ % RECENT] = label;
}

static void note_object(const void *userdata) {
  const char *at = userdata;
  for (int i = 0; i < RECENT; i++) {
    Label *label = recent[i];
    if (!label) continue;
    const char *block = (const char *)(label + 1);
    if (at < block || at >= block + label->of.size) continue;
    label->of.is_object = true;
    label->of.owner->objects++;
    return;
  }
  fputs("starve: a userdata is in none of the last blocks\n", stderr);
  abort();
}

static void *allocate(void *context, void *old, size_t kind, size_t wanted) {
  Ration *r = context;
  Label *label = old ? (Label *)old - 1 : NULL;
  size_t had = label ? label->of.size : 0;
  (void)kind;
  if (wanted == 0) {
    if (!label) return NULL;
    r->blocks--;
    r->objects -= label->of.is_object;
    forget(label);
    free(label);
    r->used -= had;
    return NULL;
  }
  if (r->limited && wanted > had && r->left-- <= 0) {
    r->refused = true;
    return NULL;
  }
  if (label) forget(label);
  Label *block = realloc(label, sizeof *block + wanted);
  if (!block) return wanted <= had ? old : NULL;
  if (!label) {
    r->blocks++;
    *block = (Label){.of = {.owner = r}};
  }
  block->of.size = wanted;
  remember(block);
  r->used += wanted - had;
  return block + 1;
}

static lua_State *new_state(Ration *r) {
#if LUA_VERSION_NUM >= 505
  return lua_newstate(allocate, r, 1);
#else
  return lua_newstate(allocate, r);
#endif
}

/* ---- one entry ---------------------------------------------------------- */

/* The state's stack has starve.lua's table at index 1. */
enum { HOST = 1 };

static bool complain(lua_State *L, const Ration *r, const char *what) {
  fprintf(r->report, "starve: %s: %s\n", what, lua_tostring(L, -1));
  return false;
}

static bool load_host(lua_State *L, const Ration *r) {
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_pushliteral(L, "lua/?.lua;lua/?/init.lua");
  lua_setfield(L, -2, "path");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_tilepath_core);
  lua_setfield(L, -2, "tilepath_core");
  lua_settop(L, 0);
  if (luaL_loadfile(L, "fuzz/starve.lua")) return complain(L, r, "load");
  if (lua_pcall(L, 0, 1, 0)) return complain(L, r, "load");
  return true;
}

/* Calls a function of starve.lua with the value on top; nil means all is right.
 */
static bool judge(lua_State *L, const Ration *r, const char *function) {
  lua_getfield(L, HOST, function);
  lua_insert(L, -2);
  if (lua_pcall(L, 1, 1, 0)) return complain(L, r, function);
  if (!lua_isnil(L, -1)) return complain(L, r, function);
  lua_pop(L, 1);
  return true;
}

/* Calls the entry with `limit` allocations. Returns how many more the next
 * attempt gets, 0 if something is wrong. */
static int attempt(lua_State *L, Ration *r, const char *name, long limit) {
  lua_getfield(L, HOST, "prepare");
  lua_pushstring(L, name);
  if (lua_pcall(L, 1, 3, 0)) return complain(L, r, "prepare");
  int stride = (int)lua_tonumber(L, -3);
  r->left = limit;
  r->refused = false;
  r->limited = true;
  bool failed = lua_pcall(L, 1, 1, 0) != 0;
  r->limited = false;
  r->starved += failed;
  bool right = judge(L, r, failed ? "judge_failure" : "judge_result");
  lua_settop(L, HOST);
  return right ? stride : 0;
}

/* The first cycle runs finalizers, the second clears weak keys, the next ones
 * free what Lua 5.1 kept for these: a picture's sketches, their parts, and what
 * is kept of the parts. */
static void collect(lua_State *L) {
  for (int i = 0; i < 5; i++) lua_gc(L, LUA_GCCOLLECT, 0);
}

/* A number of allocations that is enough; -1 if something is wrong. */
static long find_enough(lua_State *L, Ration *r, const char *name) {
  long limit = 0;
  for (int n = 1; limit < MOST_ALLOCATIONS; n++) {
    int stride = attempt(L, r, name, limit);
    if (stride == 0) {
      fprintf(r->report, "starve: with %ld allocations\n", limit);
      return -1;
    }
    if (!r->refused) return limit;
    if (n % 64 == 0) lua_gc(L, LUA_GCCOLLECT, 0);
    limit += stride;
  }
  fprintf(r->report, "starve: never enough\n");
  return -1;
}

/* Does each repetition leave a userdata or a block of the VM behind? A block or
 * two may come and go with the VM's caches. */
static bool leaks(lua_State *L, Ration *r, const char *name, long enough) {
  collect(L);
  const long objects = r->objects, blocks = r->blocks;
  for (int part = 0; part <= AGAIN; part++) {
    if (!attempt(L, r, name, enough * part / AGAIN)) return true;
  }
  collect(L);
  if (r->objects == objects && r->blocks < blocks + AGAIN) return false;
  fprintf(r->report, "starve: %ld userdata became %ld; %ld blocks, %ld\n",
          objects, r->objects, blocks, r->blocks);
  return true;
}

static bool starve_in(lua_State *L, Ration *r, const char *name) {
  long enough = find_enough(L, r, name);
  return enough >= 0 && !leaks(L, r, name, enough);
}

/* A state of the VM, which runs some entries. */
typedef struct Run {
  lua_State *L;
  Ration r;
  int entries;
} Run;

/* Loading the library takes as long as most entries. */
enum { ENTRIES = 16 };

static void begin(Run *run, FILE *report) {
  *run = (Run){.r = {.report = report}};
  run->L = new_state(&run->r);
  if (run->L && load_host(run->L, &run->r)) return;
  if (run->L) lua_close(run->L);
  run->L = NULL;
}

/* Did all memory come back? */
static bool end(Run *run) {
  if (run->L) lua_close(run->L);
  run->L = NULL;
  if (run->r.used == 0) return true;
  fprintf(run->r.report, "starve: %zu bytes did not come back\n", run->r.used);
  return false;
}

/* Starves an entry. The state ends after the last one, or after a failure. What
 * earlier entries left to the collector may look like a leak; so the entry that
 * fails is tried again in a state of its own. */
static bool starve(Run *run, const char *name, FILE *report, bool is_last) {
  const bool is_first = !run->L;
  replay_note("'%s'", name);
  if (is_first) begin(run, report);
  bool done = run->L && starve_in(run->L, &run->r, name);
  if (!done && !is_first) {
    const long starved = run->r.starved;
    end(run);
    begin(run, report);
    run->r.starved = starved;
    done = run->L && starve_in(run->L, &run->r, name);
  }
  if (!done || is_last || ++run->entries == ENTRIES) done = end(run) && done;
  if (!done) fprintf(report, "starve: %s failed\n%s\n", name, replay_line());
  return done;
}

/* ---- all of them -------------------------------------------------------- */

static bool is_fault(const char *name) {
  return name && strncmp(name, "fault: ", 7) == 0;
}

int main(int argc, char **argv) {
  const char *only = argc > 1 ? argv[1] : NULL;
  Ration ration = {.report = stderr};
  Run run = {.L = NULL};
  int passed = 0, failed = 0;
  long starved = 0;
  FILE *nowhere = tmpfile(); /* for messages about faults */
  tp_bind_made = note_object;
  replay_begin(argv[0]);
  lua_State *L = new_state(&ration);
  if (!nowhere || !L || !load_host(L, &ration)) return 2;
  lua_getfield(L, HOST, "names");
  for (int i = 1;; i++) {
    lua_settop(L, HOST + 1);
    lua_rawgeti(L, -1, i);
    lua_rawgeti(L, -2, i + 1);
    const char *name = lua_tostring(L, -2), *next = lua_tostring(L, -1);
    if (!name) break;
    if (only && strcmp(name, only) != 0) continue;
    const bool fault = is_fault(name), last = only || !next || is_fault(next);
    const long before = run.L ? run.r.starved : 0;
    const bool done = starve(&run, name, fault ? nowhere : stderr, last);
    if (fault && done) fprintf(stderr, "starve: not caught: %s\n", name);
    if (fault == done)
      failed++;
    else
      passed++;
    starved += run.r.starved - before;
  }
  lua_close(L);
  printf("%d passed, %d failed\n", passed, failed);
  return failed > 0 || starved == 0;
}
