# `make help` lists the targets that most need, `make help-all` all of them.
# Everything is made under build/: the core's objects once (build/core), the
# binding's once for each Lua VM that has its headers here
# (build/lua5.4/tilepath_core.so and so on). Other ways of building (sanitizers,
# another compiler, another system) are the same rules with another OUT and
# CFLAGS: tools/step and tools/modules.

OUT = build
CFLAGS = -O2 -g
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow
PREFIX = /usr/local
JOBS := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
SUB = $(MAKE) --no-print-directory -j$(JOBS)

# name:interpreter:headers of every VM that has headers, or of those in VMS.
FOUND := $(filter-out %:-,$(shell bash tools/vms))
ifdef VMS
FOUND := $(foreach v,$(VMS),$(filter $(v):%,$(FOUND)))
endif
NAMES := $(foreach f,$(FOUND),$(firstword $(subst :, ,$(f))))
exe = $(word 2,$(subst :, ,$(filter $(1):%,$(FOUND))))

# The fastest of them: for the demo, and where one VM is enough.
VM := $(firstword $(foreach v,luajit lua5.4 lua5.5 lua5.3 lua5.2 lua5.1,\
	$(filter $(v),$(NAMES))))
API = $(patsubst lua%,%,$(subst luajit,lua5.1,$(VM)))
run = OUT=$(OUT) bash tools/lua $(call exe,$(VM))
# What needs no module runs on any Lua, also one that was just installed.
run_any = OUT=$(OUT) bash tools/lua $(or $(call exe,$(VM)),"$$(bash tools/vms | \
	head -n 1 | cut -d : -f 2)")

# How a module is linked. macOS resolves the names of Lua when it opens the
# module only if told to.
SUFFIX = .so
SHARED = $(if $(filter Darwin,$(shell uname)),-bundle -undefined \
	dynamic_lookup,-shared)
LIBS = -lm

CORE := $(sort $(shell find src/core -name '*.c'))
BIND := $(sort $(shell find src/bind -name "*.c"))
CORE_O := $(CORE:src/%.c=$(OUT)/%.o)
MODULES = $(NAMES:%=$(OUT)/%/tilepath_core$(SUFFIX))
bind_o = $(BIND:src/bind/%.c=$(OUT)/$(1)/%.o)

COMPILE = @mkdir -p $(@D) && $(CC) -std=c11 $(WARNINGS) $(CFLAGS) -fPIC \
	-MMD -MP -Isrc $(HEADERS)

all: $(MODULES)
	$(if $(MODULES),,$(error no Lua with its headers found; try `make demo` or \
	`make test`, which install one))

objects: $(CORE_O) $(foreach n,$(NAMES),$(call bind_o,$(n)))

$(OUT)/core/%.o: src/core/%.c
	$(COMPILE) -c $< -o $@

# The fuzz has a core of its own, which checks what its headers demand. A program
# with a VM inside is linked with that VM; `starve` has the file of the binding
# that reports each new userdata.
CHECKED = checked
CHECKED_O := $(CORE:src/core/%.c=$(OUT)/$(CHECKED)/%.o)

define vm_rules
$(OUT)/$(1)/%.o: src/bind/%.c
	$$(COMPILE) -I$(2) -c $$< -o $$@

$(OUT)/$(1)/tilepath_core$(SUFFIX): $(CORE_O) $(call bind_o,$(1))
	@$$(CC) $$(CFLAGS) $$(SHARED) -o $$@ $$^ $$(STAND_INS) $$(LDFLAGS) \
	  $$(LIBS) && echo built $$@

$(OUT)/$(1)/bench_clock.so: bench/clock.c
	$$(COMPILE) -I$(2) -D_POSIX_C_SOURCE=200809L $$(SHARED) -o $$@ $$<

$(OUT)/$(1)/checked.o: src/bind/kit/memory.c
	$$(COMPILE) -DTP_CHECKED -I$(2) -c $$< -o $$@

$(OUT)/$(1)/starve: fuzz/starve.c $(OUT)/fuzz/replay.o $(CHECKED_O) \
  $(OUT)/$(1)/checked.o $(filter-out %/kit/memory.o,$(call bind_o,$(1)))
$(OUT)/$(1)/replay-text: fuzz/targets/replay.c $(OUT)/fuzz/replay.o
$(OUT)/$(1)/text $(OUT)/$(1)/replay-text: fuzz/targets/text.c $(CORE_O) \
  $(call bind_o,$(1))
$(OUT)/$(1)/starve $(OUT)/$(1)/text $(OUT)/$(1)/replay-text:
	$$(COMPILE) -I$(2) -o $$@ $$(filter %.c %.o,$$^) \
	  $$$$(bash tools/vms libs $(1)) $$(LDFLAGS)
endef
$(foreach f,$(FOUND),$(eval $(call vm_rules,$(word 1,$(subst :, ,$(f))),\
	$(word 3,$(subst :, ,$(f))))))

$(OUT)/checked/%.o: src/core/%.c
	$(COMPILE) -DTP_CHECKED -c $< -o $@

$(OUT)/fuzz/%.o: fuzz/%.c
	$(COMPILE) -DTP_CHECKED -D_POSIX_C_SOURCE=200809L -c $< -o $@

# The core against the oracle; its tools, and what follows from links and fences.
fuzz_o = $(patsubst %.c,$(OUT)/%.o,$(1)) $(CHECKED_O)
SHARED_C = fuzz/random.c fuzz/replay.c
PROGRAMS = $(OUT)/differential $(OUT)/unit
$(OUT)/differential: $(call fuzz_o,$(filter-out fuzz/starve.c,$(wildcard fuzz/*.c)))
$(OUT)/unit: $(call fuzz_o,$(wildcard fuzz/unit/*.c) $(SHARED_C))
$(PROGRAMS):
	@$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) -lm

# The unit of speed. It asks for the process's time, and is fully optimised, since
# a slow unit would flatter the library.
TEXTBOOK = build/bench/textbook
$(TEXTBOOK): bench/textbook.c
	$(COMPILE) -O3 -D_POSIX_C_SOURCE=200809L -o $@ $< $(LDFLAGS) -lm

-include $(wildcard $(OUT)/*.d $(OUT)/*/*.d $(OUT)/*/*/*.d $(OUT)/*/*/*/*.d)

# ---- tried ------------------------------------------------------------------

## make demo [MAP=file.map]: install what is missing, build, walk over a map
## make demo SCENARIO=file: the same, and play a crowd's scenario
demo:
	@bash tools/setup demo
	@$(SUB) walk

walk: $(OUT)/$(VM)/tilepath_core.so
	@$(run) examples/$(if $(SCENARIO),march.lua "$(SCENARIO)",terminal.lua $(MAP))

## make play [GAME=rpg]: the same for LÖVE, one of examples/love in a window
GAME = rpg
GAMES = $(patsubst examples/love/%/main.lua,%,$(wildcard \
  examples/love/*/main.lua))
play:
	@$(if $(filter $(GAME),$(GAMES)),:,echo "make: there is no game '$(GAME)'. \
	  There are: $(GAMES)" >&2; false)
	@[ -n "$$DISPLAY$$WAYLAND_DISPLAY$$SDL_VIDEODRIVER" ] || \
	  [ $$(uname) != Linux ] || { echo "make: LÖVE needs a display, and" \
	  "neither DISPLAY nor WAYLAND_DISPLAY names one." >&2; false; }
	@bash tools/setup play
	@$(SUB) $(OUT)/luajit/tilepath_core.so
	love examples/love/$(GAME)

# ---- tests ------------------------------------------------------------------

STEPS = test longer planted starve finalize sanitize replay targets coverage \
	valgrind strict hostile golden
$(STEPS):
	@bash tools/step $@

## make specs [VMS="lua5.4 luajit"] [SPECS=spec/grid]: specs alone
specs: $(MODULES)
	@OUT=$(OUT) SPECS="$(SPECS)" bash tools/test specs "$(or $(VMS),$(NAMES))"

## make plain [SPECS=spec/grid]: the specs on the core in Lua
plain:
	@SPECS="$(SPECS)" bash tools/test plain \
	  "$(patsubst %,plain-%,$(or $(VMS),$(NAMES)))"

#+ make unit [SEED=1]: the core's tools, each against a plain model
unit: $(OUT)/unit
	$(OUT)/unit $(SEED:%=--seed %)

#+ make fuzz [QUERIES=20000] [SEED=1]: core against the oracle
fuzz: $(OUT)/differential
	$(OUT)/differential $(QUERIES:%=--queries %) $(SEED:%=--seed %)

#+ make night [MINUTES=480]: all of it on all VMs with fresh seeds
night:
	@bash tools/setup night
	@bash tools/night

#+ make windows [SPECS=spec/grid]: the specs on the module for Windows, under
#+   Wine
windows:
	@bash tools/setup windows
	@SPECS="$(SPECS)" bash tools/windows

## make check: warnings, linters, formatting, layering, symbols, rockspec
check:
	@bash tools/setup check
	@bash tools/check

#+ make prove: plants a fault for every rule of `make check`, and sees each one
#+   caught
prove:
	@bash tools/setup check
	@bash tools/check --prove

## make format: C sources as .clang-format has them
format:
	find src fuzz bench examples -name '*.[ch]' -exec clang-format -i {} +

## make findings [FINDING=name]: what surprises in other libraries, run again
FINDING = *
findings:
	@code=0; for file in findings/$(FINDING).sh; do echo "== $$file"; \
	  bash "$$file" || code=1; done; exit $$code

# ---- measuring --------------------------------------------------------------

CLOCK = $(OUT)/$(VM)/tilepath_core.so $(OUT)/$(VM)/bench_clock.so
BENCH_KEYS = MAPS TABLE RULE ALGORITHM ONLY QUERIES ROUNDS LANDMARKS MACHINE \
  AGAINST
BENCH_WORDS = $(foreach v,$(BENCH_KEYS),$(if $(filter command line,$(origin $v)),"$v=$($v)"))

## make bench MAPS=folder [VM=luajit] [TABLE=uniform|priced|...]: speed
# TABLE=priced [ONLY=land] [LANDMARKS=8]: queries on priced terrain, against the
# textbook; QUERIES=10 ROUNDS=1 for a look within a minute.
# TABLE=plain [JUMPER=folder] [LUA_STAR=folder]: beside other libraries.
# TABLE=calls AGAINST=folder: what the calls of a game cost on both cores, beside
# the build in that folder.
# TABLE=peers+meshes: whose shortest path is the shortest, with packages of npm and
# Debian in a temporary folder; what cannot be had is left out.
bench: $(CLOCK) $(TEXTBOOK)
	@$(run) bench/bench.lua $(BENCH_WORDS)

#+ make worst [SIDE=128] [TIMES=6] [ONLY=path:prune]: every call's worst
#+   input, on small maps, in some seconds
SIDE = 128
TIMES = 6
worst: $(CLOCK)
	@$(run) bench/worst.lua SIDE=$(SIDE) TIMES=$(TIMES) "ONLY=$(ONLY)"

#+ make hosts [LUAU=luau]: the core in Lua on each VM, for docs/benchmarks.md
hosts: single
	@bash bench/hosts.sh

#+ make figures MAPS=folder JUMPER=folder LUA_STAR=folder [MACHINE=name]: the
#+   figures of README and docs/benchmarks.md, measured and written there
figures:
	@TILEPATH_CORE=lua $(MAKE) --no-print-directory bench VM=luajit TABLE=small
	@$(MAKE) --no-print-directory bench VM=luajit \
	  TABLE=small+plain+uniform+4way+priced+nearby+edits+goals+fields+frames
	@$(run) bench/plot.lua MACHINE=$(MACHINE)
	@$(run) bench/figures.lua MACHINE=$(MACHINE)

#+ make scenarios MAPS=folder [VM=luajit]: checks every path length that
#+   movingai.com lists
scenarios: $(OUT)/$(VM)/tilepath_core.so $(TEXTBOOK)
	@$(run) bench/scenarios.lua $(BENCH_WORDS)

# ---- what is written of the sources -----------------------------------------

#+ make reference: writes into docs/reference what comes from types/tilepath.lua
reference:
	@LUA_PATH="tools/?.lua;;" $(call exe,$(VM)) tools/reference.lua

#+ make words: the words of each page, and in all
words:
	@bash tools/words

#+ make pictures: docs/bridges.svg and docs/pictures, drawn by the library
pictures: $(OUT)/$(VM)/tilepath_core.so
	@mkdir -p docs/pictures
	@$(run) tools/pictures.lua docs

#+ make shots [PICTURES=build/pictures]: pictures of the examples under
#+   examples/love
shots:
	@bash tools/setup shots
	@$(SUB) $(OUT)/luajit/tilepath_core.so
	@bash examples/love/screenshots.sh $(PICTURES)

#+ make rockspec: both rockspecs, with the sources that are in the tree
rockspec:
	bash tools/rockspec

# ---- for games --------------------------------------------------------------

#+ make modules [PLATFORMS="linux-x64 linux-arm64 windows-x64 macos-x64
#+   macos-arm64 android-arm64"]: build/modules/5.1-linux-x64/tilepath_core.so
#+   (LuaJIT and Lua 5.1), build/modules/5.4-linux-x64/tilepath_core.so, ...
modules:
	@CC="$(CC)" bash tools/modules $(PLATFORMS)

## make bundle [PLATFORMS=...]: build/tilepath-<version>.zip, for games
bundle: modules
	@bash tools/setup zip
	@bash tools/bundle $(PLATFORMS)

## make web [GAME=rpg]: build/web/rpg, a page with that game for a browser; or
##   GAME=folder, a game of your own
web:
	@bash tools/setup web
	@bash tools/web $(GAME)

## make playground: build/playground, a page on which to try the library
playground:
	@bash tools/setup playground
	@bash tools/playground

#+ make luanti: the mod of examples/luanti in a server of Luanti, on both cores
luanti:
	@bash tools/setup luanti
	@$(SUB) $(OUT)/luajit/tilepath_core.so
	@bash tools/luanti

## make single: the library as one file, in build/single: tilepath.lua (with
##   tilepath_extras.lua, and short as tilepath.min.lua), and tilepath.c with its
##   header
single:
	@bash tools/setup single
	@mkdir -p build/single
	@$(run_any) tools/single.lua build/single
	@$(run_any) tools/hosts.lua single build/single

#+ make roblox: the library for Roblox, build/roblox, for Rojo and Wally
roblox:
	@bash tools/setup single
	@rm -rf build/roblox
	@$(run_any) tools/hosts.lua roblox build/roblox

#+ make defold: the library for Defold, build/defold: an extension and a game
defold:
	@bash tools/setup single
	@bash tools/defold

## make release: build/release, with zips for all platforms, the rock, notes
release:
	@CC="$(CC)" bash tools/release $(PLATFORMS)

#+ make try-release: that the release comes out the same again, and works
try-release:
	@bash tools/setup try-release
	@bash tools/try-release

# ---- keeping ----------------------------------------------------------------

## make install [VM=lua5.4] [PREFIX=/usr/local] [DESTDIR=]: for one VM
SHARE = $(DESTDIR)$(PREFIX)/share
LIB = $(DESTDIR)$(PREFIX)/lib/lua/$(API)
LUA := $(sort $(shell cd lua && find tilepath -name "*.lua"))
install: $(OUT)/$(VM)/tilepath_core.so
	install -d "$(LIB)" "$(SHARE)/tilepath/types" \
	  $(patsubst %,"$(SHARE)/lua/$(API)/%",$(sort $(dir $(LUA))))
	@for file in $(LUA); do \
	  install -m 644 lua/$$file "$(SHARE)/lua/$(API)/$$file" || exit 1; done
	install -m 755 $< "$(LIB)"
	install -m 644 types/tilepath.lua "$(SHARE)/tilepath/types"

#+ make uninstall [VM=lua5.4] [PREFIX=/usr/local] [DESTDIR=]: undo that
uninstall:
	rm -f "$(LIB)/tilepath_core.so" "$(SHARE)/tilepath/types/tilepath.lua" \
	  $(LUA:%="$(SHARE)/lua/$(API)/%")
	@find "$(SHARE)/lua/$(API)/tilepath" "$(SHARE)/tilepath" -depth -type d \
	  -empty -exec rmdir {} \; 2>/dev/null || true

## make clean: remove build/ and what luarocks leaves in the tree
clean:
	rm -rf build tilepath_core.so
	find src -name '*.o' -delete

HELP = Makefile tools/step
help:
	@echo "make: tilepath_core.so for $(or $(NAMES),no VM: none has headers here)"
	@sed -n 's/^## //p' $(HELP)
	@echo "make help-all: these and all others"

help-all:
	@sed -n 's/^#[#+] //p' $(HELP)

.PHONY: all bench bundle check clean count defold demo figures findings format \
	fuzz help help-all hosts install luanti modules night objects pictures plain play \
	playground prove reference release roblox rockspec scenarios shots single \
	specs try-release uninstall unit walk web windows words worst \
	$(STEPS)
