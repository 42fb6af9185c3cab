# `make help` lists the targets that most need, `make help-all` all of them.
# Everything is made under build/: the core's objects once (build/core), the
# binding's once for each Lua VM that has its headers here
# (build/lua5.4/tilepath_core.so and so on). Other ways of building (sanitizers,
# another compiler) are the same rules with another OUT and CFLAGS.

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
api = $(patsubst lua%,%,$(subst luajit,lua5.1,$(1)))

# A platform is a system and a processor: this machine's, or one of those that
# have a compiler below.
HOST := $(shell uname -sm | sed "s/ /-/; s/Linux/linux/; s/Darwin/macos/; \
	s/x86_64/x64/; s/aarch64/arm64/")
PLATFORM = $(HOST)
SYSTEM = $(firstword $(subst -, ,$(PLATFORM)))
CC_linux-x64 = x86_64-linux-gnu-gcc
CC_linux-arm64 = aarch64-linux-gnu-gcc
CC_windows-x64 = $(MINGW)gcc
CC_macos-x64 = clang --target=x86_64-apple-macos11
CC_macos-arm64 = clang --target=arm64-apple-macos11
CC_android-arm64 = clang --target=aarch64-linux-android21
MINGW = x86_64-w64-mingw32-

# Nothing of macOS or Android is here, except on a Mac. The headers of musl
# declare the same functions, and stand-ins have the names of the libraries.
ON_MAC = $(filter macos-%,$(HOST))
MUSL = -nostdlibinc -isystem $(wildcard /usr/include/*-linux-musl)
HEADERS_macos = $(if $(ON_MAC),,$(MUSL))
HEADERS_android = $(MUSL) -D_POSIX_C_SOURCE=200809L
STAND_INS_windows = $(OUT)/$(1)/lua.a
STAND_INS_macos = $(if $(ON_MAC),,tools/libSystem.tbd)
STAND_INS_android = $(patsubst %,$(OUT)/lib%.so,love c m)

# How a module is linked. macOS resolves the names of Lua when it opens the
# module only if told to; Android 15 has pages of 16 KiB.
SUFFIX = $(if $(filter windows,$(SYSTEM)),.dll,.so)
BARE = -nostdlib -fuse-ld=lld
SHARED_windows = -shared -static-libgcc -Wl,--no-insert-timestamp
SHARED_macos = -bundle -undefined dynamic_lookup $(if $(ON_MAC),,$(BARE))
SHARED_android = -shared $(BARE) -Wl,-z,max-page-size=16384
SHARED = $(or $(SHARED_$(SYSTEM)),-shared)
LIBS = $(if $(filter macos android,$(SYSTEM)),,-lm)

# The fastest of them: for the demo, and where one VM is enough.
VM := $(firstword $(foreach v,luajit lua5.4 lua5.5 lua5.3 lua5.2 lua5.1,\
	$(filter $(v),$(NAMES))))
run = OUT=$(OUT) bash tools/lua $(call exe,$(VM))
TOOLS = LUA_PATH="tools/?.lua;;" $(call exe,$(VM))
finalize = tools/lua $(call exe,$(1)) fuzz/finalize.lua

CORE := $(sort $(shell find src/core -name '*.c'))
BIND := $(sort $(shell find src/bind -name "*.c"))
FUZZ_C := $(filter-out fuzz/starve.c,$(wildcard fuzz/*.c))
CORE_O := $(CORE:src/%.c=$(OUT)/%.o)
# The fuzz has a core of its own, which checks what its headers demand.
CHECKED = checked
CHECKED_O := $(CORE:src/core/%.c=$(OUT)/$(CHECKED)/%.o)
FUZZ_O := $(FUZZ_C:%.c=$(OUT)/%.o) $(CHECKED_O)
UNIT_O = $(patsubst %.c,$(OUT)/%.o,$(wildcard fuzz/unit/*.c) \
	fuzz/random.c fuzz/replay.c) $(CHECKED_O)
MODULES = $(NAMES:%=$(OUT)/%/tilepath_core$(SUFFIX))

COMPILE = @mkdir -p $(@D) && $(CC) -std=c11 $(WARNINGS) $(CFLAGS) -fPIC \
	-MMD -MP -Isrc $(HEADERS_$(SYSTEM))

all: $(MODULES)
	$(if $(MODULES),,$(error no Lua with its headers found; try `make demo` or \
	`make test`, which install one))

$(OUT)/core/%.o: src/core/%.c
	$(COMPILE) -c $< -o $@

define vm_rules
$(OUT)/$(1)/%.o: src/bind/%.c
	$$(COMPILE) -I$(2) -c $$< -o $$@

$(OUT)/$(1)/tilepath_core$(SUFFIX): $(CORE_O) \
  $(BIND:src/bind/%.c=$(OUT)/$(1)/%.o) $(STAND_INS_$(SYSTEM))
	@$$(CC) $$(CFLAGS) $$(SHARED) -o $$@ $$^ $$(LDFLAGS) $$(LIBS) && \
	  echo built $$@

# Windows asks which library each name is in: an import library of exactly those
# of Lua's names that the objects lack.
$(OUT)/$(1)/lua.a: $(CORE_O) $(BIND:src/bind/%.c=$(OUT)/$(1)/%.o)
	@(echo LIBRARY lua$(subst .,,$(call api,$(1))).dll; echo EXPORTS; \
	  $(MINGW)nm -u $$^ | sed -nE "s/.* (luaL?_)/\1/p" | sort -u) >$$@.def
	@$(MINGW)dlltool -d $$@.def -l $$@

$(OUT)/$(1)/bench_clock.so: bench/clock.c
	$$(COMPILE) -I$(2) -D_POSIX_C_SOURCE=200809L $$(SHARED) -o $$@ $$<

$(OUT)/$(1)/checked.o: src/bind/kit/memory.c
	$$(COMPILE) -DTP_CHECKED -I$(2) -c $$< -o $$@

# With the file of the binding that reports each new userdata.
$(OUT)/$(1)/starve: fuzz/starve.c $(OUT)/fuzz/replay.o $(CHECKED_O) \
  $(OUT)/$(1)/checked.o \
  $(filter-out %/kit/memory.o,$(BIND:src/bind/%.c=$(OUT)/$(1)/%.o))
	$$(COMPILE) -I$(2) -o $$@ $$(filter %.c %.o,$$^) \
	  $$$$(bash tools/vms libs $(1)) $$(LDFLAGS)

$(OUT)/$(1)/replay-text: fuzz/targets/replay.c fuzz/targets/text.c \
  $(OUT)/fuzz/replay.o $(CORE_O) $(BIND:src/bind/%.c=$(OUT)/$(1)/%.o)
	$$(COMPILE) -I$(2) -o $$@ $$(filter %.c %.o,$$^) \
	  $$$$(bash tools/vms libs $(1)) $$(LDFLAGS)

$(OUT)/$(1)/text: fuzz/targets/text.c $(CORE_O) \
  $(BIND:src/bind/%.c=$(OUT)/$(1)/%.o)
	$$(COMPILE) -I$(2) -o $$@ $$(filter %.c %.o,$$^) \
	  $$$$(bash tools/vms libs $(1)) $$(LDFLAGS)
endef
$(foreach f,$(FOUND),$(eval $(call vm_rules,$(word 1,$(subst :, ,$(f))),\
	$(word 3,$(subst :, ,$(f))))))

$(OUT)/checked/%.o: src/core/%.c
	$(COMPILE) -DTP_CHECKED -c $< -o $@

$(OUT)/fuzz/%.o: fuzz/%.c
	$(COMPILE) -DTP_CHECKED -D_POSIX_C_SOURCE=200809L -c $< -o $@

$(OUT)/differential: $(FUZZ_O)
	@$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) -lm

# A library of Android has nothing but its name here.
$(OUT)/lib%.so:
	@mkdir -p $(@D) && $(CC) $(SHARED) -Wl,-soname,$(@F) -o $@ -x c /dev/null

# Tools of the core, and what follows from links and fences.
$(OUT)/unit: $(UNIT_O)
	@$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) -lm

# Crowds in motion, with a watch of their own.
MARCH_O = $(patsubst %.c,$(OUT)/%.o,$(wildcard fuzz/march/*.c) \
	fuzz/random.c fuzz/replay.c) $(CHECKED_O)
$(OUT)/march: $(MARCH_O)
	@$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) -lm

# The units of speed, and the core without Lua. They ask for the process's time,
# and are fully optimised, since a slow unit would flatter the library.
BENCH := $(OUT)/bench/textbook $(OUT)/bench/core $(OUT)/bench/field \
	$(OUT)/bench/steps
$(OUT)/bench/%: bench/%.c $(CORE_O)
	$(COMPILE) -O3 -D_POSIX_C_SOURCE=200809L -o $@ $< $(CORE_O) $(LDFLAGS) -lm

-include $(patsubst %.o,%.d,$(CORE_O) $(FUZZ_O) $(UNIT_O) $(MARCH_O)) \
  $(wildcard $(OUT)/*.d $(OUT)/*/*.d $(OUT)/*/*/*.d)

# ---- the two commands -------------------------------------------------------

## make demo [MAP=file.map]: install what is missing, build, walk over a map
## make demo SCENARIO=file: the same, and play a crowd's scenario
demo:
	@bash tools/setup demo
	@$(SUB) walk

walk: $(OUT)/$(VM)/tilepath_core.so
	@$(run) examples/$(if $(SCENARIO),march.lua "$(SCENARIO)",terminal.lua $(MAP))

## make play [GAME=walk]: the same for LÖVE, one of examples/love in a window
GAME = walk
GAMES = $(patsubst examples/love/%/main.lua,%,$(wildcard \
  examples/love/*/main.lua))
has_display = [ -n "$$DISPLAY$$WAYLAND_DISPLAY$$SDL_VIDEODRIVER" ] || \
	  [ $(SYSTEM) != linux ] || { echo "make: LÖVE needs a display, and" \
	  "neither DISPLAY nor WAYLAND_DISPLAY names one." >&2; false; }
known_game = @$(if $(filter $(GAME),$(GAMES)),:,echo "make: there is no game" \
	  "'$(GAME)'. There are: $(GAMES)" >&2; false)
play:
	$(known_game)
	@$(has_display)
	@bash tools/setup play
	@$(SUB) $(OUT)/luajit/tilepath_core.so
	love examples/love/$(GAME)

## make test: install what is missing, build, run every test (SETUP=no: as is)
test:
	@bash tools/setup test
	@echo "test: building"; \
	  while sleep 15 >/dev/null 2>&1; do echo "test: building"; done & \
	  $(SUB) tested VMS="$(TEST_VMS)"; code=$$?; kill $$!; exit $$code
	@$(SUB) all-tests VMS="$(TEST_VMS)"

TEST_VMS = $(or $(VMS),lua5.4 luajit)
QUERIES = 20000
# Unless given, the committed one.
SEED ?= $(lastword $(shell grep 'define SEED ' fuzz/seed.h))
FUZZ = $(OUT)/differential --queries $(QUERIES) --seed $(SEED)
MORE_FUZZ = $(OUT)/differential --queries 100000 \
	--seed $(shell expr $(SEED) + 1000000)
UNIT = $(OUT)/unit --seed $(SEED)
# A long program runs in parts, side by side.
PARTS = 1/4 2/4 3/4 4/4
MARCH = $(OUT)/march --rounds 500 --seed $(SEED)
PROGRAMS = $(OUT)/unit $(OUT)/differential $(OUT)/march

# Laws, specs with the tag #once, starvation and the core in Lua run on one VM:
# the core decides their results.
# LÖVE's games at night: no machine has to have LÖVE for this.
comma := ,
ON_ONE_VM = $(comma)law$(comma)once
tested: $(MODULES) $(PROGRAMS) $(OUT)/$(VM)/starve
all-tests: tested
	@OUT=$(OUT) bash tools/test test \
	  "$(foreach v,$(VMS),$(v):love$(if $(filter-out $(VM),$(v)),$(ON_ONE_VM))) \
	  plain-$(VM):law" \
	  $(OUT)/$(VM)/starve "$(FUZZ)" "$(MARCH)" "$(UNIT)"

# ---- one part of it ---------------------------------------------------------

## make specs [VMS="lua5.4 luajit"] [SPECS=spec/grid]: specs alone
specs: $(MODULES)
	@OUT=$(OUT) SPECS="$(SPECS)" bash tools/test $(STEP) \
	  "$(or $(VMS),$(NAMES))"

STEP = specs

## make plain [SPECS=spec/grid]: the specs on the core in Lua
plain:
	@SPECS="$(SPECS)" bash tools/test plain "$(patsubst %,plain-%,$(or $(VMS),$(NAMES)))"

#+ make unit [SEED=1]: the core's tools, each against a plain model
unit: $(OUT)/unit
	$(UNIT)

#+ make fuzz [QUERIES=20000] [SEED=1] [PLANT=name]: core against the oracle
fuzz: $(OUT)/differential
	$(FUZZ) $(PLANT:%=--plant %)

#+ make night [MINUTES=480]: all of it on all VMs with fresh seeds
night:
	@bash tools/setup night $(RELEASED)
	@bash tools/night

#+ make faults: the oracle's own faults (fuzz/plant.c, fuzz/march), each of
#+   which must be caught; finalizers at their worst; five times as many queries
faults: $(MODULES) $(OUT)/differential $(OUT)/march
	@OUT=$(OUT) bash tools/test faults "" \
	  $(PARTS:%="PART=% $(call finalize,$(VM))") \
	  "$(FUZZ) --plant all" "$(MORE_FUZZ)" "$(MARCH) --plant all"

#+ make planted [FAULTS=fuzz/faults/map.lua]: plants the faults of fuzz/faults
#+   in the sources, and says which check sees each
FAULTS = $(sort $(wildcard fuzz/faults/*.lua))
planted: $(MODULES) $(PROGRAMS)
	@$(call exe,$(VM)) tools/faults.lua $(FAULTS)

#+ make starve: every call with an allocation limit of 0, 1, 2, ...
starve: $(NAMES:%=$(OUT)/%/starve)
	@OUT=$(OUT) bash tools/test starve "" \
	  $(foreach n,$(NAMES),"$(OUT)/$(n)/starve")

#+ make finalize: every call with finalizers that do the worst they can
finalize: $(MODULES)
	@OUT=$(OUT) bash tools/test finalize "" \
	  $(foreach n,$(NAMES),"$(call finalize,$(n))")

# ---- the same tests, made harder --------------------------------------------

STRICT = -fsanitize=address,undefined -fno-sanitize-recover=all
# Of random walks, one in so many runs: `make test` runs them all.
HARDER_SHARE = 4

#+ make sanitize: programs and examples under the address and UB sanitizers
# With lines alone (-g1): the loader takes no module of more than 16 MB for one.
sanitize:
	@bash tools/setup sanitize
	@$(SUB) sanitized $(SANITIZED)

SANITIZED = OUT=build/sanitize CC=gcc VMS="$(or $(VMS),lua5.4)" CHECKED=core \
	CFLAGS="-O1 -g1 -DTP_CHECKED -fno-omit-frame-pointer $(STRICT)"

build-sanitized:
	@$(SUB) programs $(SANITIZED)

programs: $(MODULES) $(PROGRAMS) $(NAMES:%=$(OUT)/%/starve)

# The interpreters themselves are not built with it, and free nothing on exit.
sanitized: programs
	@OUT=$(OUT) ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	  WRAP="env LD_PRELOAD=$$($(CC) -print-file-name=libasan.so)" \
	  bash tools/test sanitize "$(VMS:%=%:law,host)" \
	  $(foreach n,$(NAMES),$(PARTS:%="PART=% $(OUT)/$(n)/starve")) \
	  "$(FUZZ)" "$(MARCH)" "$(UNIT)"

# libFuzzer is not part of every clang. It starts from the committed
# corpus; what it finds besides is kept under build/ for the next time.
SECONDS = 10
TARGETS = build/targets

#+ make replay: the committed inputs of the targets, without libFuzzer
REPLAY = $(OUT)/$(VM)/replay-text fuzz/corpus/text/*
replay: $(OUT)/$(VM)/replay-text
	@$(REPLAY)

#+ make targets [SECONDS=10] [SEED=1]: libFuzzer on the parser of maps
targets:
	@bash tools/setup targets
	@if bash tools/setup --has libfuzzer; then $(SUB) run-targets; \
	  else echo "0 passed, 0 failed, 1 skipped"; fi

run-targets:
	@mkdir -p $(TARGETS)/found/text
	@$(MAKE) --no-print-directory $(TARGETS)/lua5.4/text \
	  OUT=$(TARGETS) CC=clang VMS=lua5.4 LDFLAGS=-fsanitize=fuzzer \
	  CFLAGS="-O1 -g -fsanitize=fuzzer-no-link $(STRICT)"
	@bash tools/test targets "" "$(TARGETS)/lua5.4/text $(TARGETS)/found/text \
	  fuzz/corpus/text -max_total_time=$(SECONDS) -max_len=512 -seed=$(SEED) \
	  -artifact_prefix=$(TARGETS)/wrong- \
	  -detect_leaks=0" # Lua frees when it likes

#+ make coverage: lines and branches of the core that specs and fuzz come to
coverage:
	@$(SUB) covered OUT=build/coverage CC=gcc VMS=lua5.4 CHECKED=core \
	  LDFLAGS=--coverage CFLAGS="-O0 -g --coverage"

covered: $(MODULES) $(OUT)/unit $(OUT)/differential $(OUT)/march
	@find $(OUT) -name '*.gcda' -delete
	@OUT=$(OUT) bash tools/test coverage "$(NAMES)" \
	  "$(UNIT)" "$(MARCH)" "$(FUZZ)"
	@bash tools/coverage $(OUT)

#+ make valgrind: specs under valgrind's memcheck
valgrind:
	@bash tools/setup valgrind
	@$(SUB) specs VMS="$(TEST_VMS)" STEP=valgrind \
	  WRAP="valgrind -q --error-exitcode=99 --leak-check=full"

HARD = build/strict-lua/hard/bin/lua5.4

#+ make strict: with a Lua that checks how it is used, and collects everywhere
strict:
	@bash tools/setup strict
	@bash tools/strictlua; case $$? in \
	  0) PATH="$(CURDIR)/build/strict-lua/api/bin:$$PATH" $(SUB) stricter \
	    OUT=build/strict VMS=lua5.4 CFLAGS="-O1 -g" ;; \
	  77) echo "0 passed, 0 failed, 1 skipped" ;; \
	  *) exit 1 ;; \
	esac

stricter: $(MODULES) $(NAMES:%=$(OUT)/%/starve)
	@OUT=$(OUT) SHARE=$(HARDER_SHARE) bash tools/test strict lua5.4 \
	  $(OUT)/lua5.4/starve \
	  "tools/lua $(HARD) fuzz/finalize.lua"

#+ make hostile: specs with a collector and a compiler that never rest
hostile:
	@LUA_INIT=@$(CURDIR)/tools/hostile.lua SHARE=$(HARDER_SHARE) \
	  $(SUB) specs VMS="$(TEST_VMS)" STEP=hostile

BUILDS = gcc-O0 gcc-O3 clang-O0 clang-O3 $(if $(filter fma,$(shell \
	cat /proc/cpuinfo 2>/dev/null)),gcc-O3-mfma clang-O3-mfma)

#+ make golden: the same paths from every compiler, optimised or not, with FMA
# -std=c11 alone keeps gcc from fusing a * b + c; LuaRocks builds without it.
golden:
	@bash tools/setup gcc clang lua5.4 busted
	@for build in $(BUILDS); do \
	  $(SUB) specs SPECS="spec/contract/golden_spec.lua \
	      spec/picture/golden_spec.lua" \
	    VMS=$(or $(VMS),lua5.4) STEP=golden-$$build \
	    OUT=build/$$build CC=$${build%%-*} \
	    CFLAGS="-$$(echo $${build#*-} | sed 's/-/ -/g') \
	      -ffp-contract=fast" || exit 1; \
	done

#+ make elsewhere: the same paths, and a saved game continued, on other machines
elsewhere:
	@bash tools/setup elsewhere
	@bash tools/elsewhere | bash tools/jobs elsewhere

# ---- measuring and looking --------------------------------------------------

BENCH_KEYS = MAPS TABLE RULE ALGORITHM ONLY QUERIES ROUNDS LANDMARKS \
	MACHINE
BENCH_WORDS = TEXTBOOK=$(OUT)/bench/textbook $(foreach v,$(BENCH_KEYS),\
	$(if $(filter command line,$(origin $v)),"$v=$($v)"))

## make bench MAPS=folder [VM=luajit] [TABLE=uniform|priced|...]: speed
# TABLE=priced [ONLY=land] [LANDMARKS=8]: queries on priced terrain, against the
# textbook; QUERIES=10 ROUNDS=1 for a look within a minute.
# TABLE=plain [JUMPER=folder]: the core in Lua, beside Jumper in that folder.
bench: $(OUT)/$(VM)/tilepath_core.so $(OUT)/$(VM)/bench_clock.so $(BENCH)
	@$(run) bench/bench.lua FIELD=$(OUT)/bench/field $(BENCH_WORDS)

#+ make worst [SIDE=128] [TIMES=6] [ONLY=path:prune]: every call's worst
#+   input, on small maps, in some seconds
SIDE = 128
TIMES = 6
worst: $(OUT)/$(VM)/tilepath_core.so $(OUT)/$(VM)/bench_clock.so
	@$(run) bench/worst.lua SIDE=$(SIDE) TIMES=$(TIMES) \
	  $(if $(ONLY),"ONLY=$(ONLY)")

#+ make hosts [LUAU=luau]: the core in Lua on each VM: the rows of docs/install.md
hosts: single
	@bash bench/hosts.sh

#+ make count MAPS=folder [KEEP=yes]: instructions of a fixed workload, compared
# with bench/results/count.csv; or kept there instead
count: $(OUT)/$(VM)/tilepath_core.so $(BENCH)
	@bash tools/setup valgrind
	@$(run) bench/count.lua CORE=$(OUT)/bench/core FIELD=$(OUT)/bench/field \
	  STEPS=$(OUT)/bench/steps \
	  CC="$(CC)" MAPS="$(MAPS)" KEEP="$(KEEP)"

#+ make plots [MACHINE=name] [VM=luajit]: docs/*.svg from bench/results
plots: $(OUT)/$(VM)/tilepath_core.so
	@$(run) bench/plot.lua MACHINE=$(MACHINE)

#+ make figures MAPS=folder [MACHINE=name]: the figures of README and
#+   docs/choosing.md, measured at this commit and written there
figures:
	@TILEPATH_CORE=lua $(MAKE) --no-print-directory bench VM=luajit TABLE=small
	@$(MAKE) --no-print-directory bench VM=luajit \
	  TABLE=small+uniform+4way+priced+nearby+edits+goals+fields+frames
	@$(MAKE) --no-print-directory plots VM=luajit
	@$(run) bench/figures.lua MACHINE=$(MACHINE)

#+ make scenarios MAPS=folder [VM=luajit]: checks every path length that
#+   movingai.com lists
scenarios: $(OUT)/$(VM)/tilepath_core.so $(BENCH)
	@$(run) bench/scenarios.lua $(BENCH_WORDS)

#+ make reference: writes into docs/reference what comes from types/tilepath.lua
reference:
	@$(TOOLS) tools/reference.lua

#+ make pictures: docs/door.svg and docs/pictures, drawn by the library
pictures: $(OUT)/$(VM)/tilepath_core.so
	@mkdir -p docs/pictures
	@$(run) tools/pictures.lua docs

#+ make shots [PICTURES=build/pictures]: pictures of the examples under
#+   examples/love
shots:
	@bash tools/setup shots
	@$(SUB) $(OUT)/luajit/tilepath_core.so
	@bash examples/love/screenshots.sh $(PICTURES)

## make check: warnings, linters, formatting, layering, symbols, rockspec
check:
	@bash tools/setup check
	@bash tools/check

## make format: C sources as .clang-format has them
format:
	find src fuzz bench examples -name '*.[ch]' -exec clang-format -i {} +

#+ make prove: plants a fault for every rule of `make check`, and sees each one
#+   caught
prove:
	@bash tools/setup check
	@bash tools/check --prove

# ---- for games -------------------------------------------------------------

# Unless told otherwise, this machine's.
PLATFORMS ?= $(HOST)

#+ make modules [PLATFORMS="linux-x64 linux-arm64 windows-x64 macos-x64
#+   macos-arm64 android-arm64"]: build/modules/5.1-linux-x64/tilepath_core.so
#+   (LuaJIT and Lua 5.1), build/modules/5.4-linux-x64/tilepath_core.so, ...
modules:
	@bash tools/setup $(PLATFORMS)
	@$(SUB) $(PLATFORMS:%=module-%)

# Without debug information. On Android only LÖVE has Lua.
MODULE_VMS = luajit $(if $(filter android-%,$*),,lua5.4)
OWN_CC = $(if $(filter $*,$(filter linux-%,$(HOST))),$(CC))
module-%:
	@$(MAKE) --no-print-directory OUT=build/modules/$* PLATFORM=$* \
	  VMS="$(MODULE_VMS)" CC="$(or $(OWN_CC),$(CC_$*))" \
	  CFLAGS="-O2 $(DEBIAN)" LDFLAGS=$(if $(filter macos-%,$*),,-s)
	@for vm in $(MODULE_VMS); do \
	  to=build/modules/$$(echo $$vm | sed "s/luajit/5.1/; s/lua//")-$*; \
	  mkdir -p $$to && cp build/modules/$*/$$vm/tilepath_core.* $$to || exit 1; \
	done
	@$(if $(filter macos-%,$*),$(if $(ON_MAC),,llvm-)strip -x \
	  build/modules/*-$*/tilepath_core.so)

# The headers of Lua in Debian include a file from elsewhere.
DEBIAN = $(addprefix -idirafter ,$(firstword $(dir \
	$(wildcard /usr/include/*/lua5.4-deb-multiarch.h))))

## make bundle [PLATFORMS=...]: build/tilepath-<version>.zip, for games
bundle:
	@bash tools/setup zip $(PLATFORMS)
	@$(MAKE) --no-print-directory modules
	@bash tools/bundle $(PLATFORMS)

#+ make example [GAME=walk]: build/example/walk and build/example/walk.love,
#+   that game with the library, for any LÖVE of this system
example:
	$(known_game)
	@bash tools/setup example
	@$(SUB) $(OUT)/luajit/tilepath_core.so
	@bash tools/example $(GAME) build/example/$(GAME) \
	  $(OUT)/luajit/tilepath_core.so
	@bash tools/pack build/example/$(GAME).love build/example/$(GAME)
	@echo "built build/example/$(GAME).love"

## make web [GAME=walk]: build/web/walk, a page with that game for a browser; or
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
	@mkdir -p build/single
	@$(run) tools/single.lua build/single
	@$(run) tools/hosts.lua single build/single

#+ make roblox: the library for Roblox, build/roblox, for Rojo and Wally
roblox:
	@rm -rf build/roblox
	@$(run) tools/hosts.lua roblox build/roblox

#+ make defold: the library for Defold, build/defold: an extension and a game
defold:
	@bash tools/defold

RELEASED = linux-x64 linux-arm64 windows-x64 macos-x64 macos-arm64 android-arm64
COMPILERS = $(sort $(CC) $(foreach p,$(filter-out $(HOST),$(PLATFORMS)),\
	$(firstword $(CC_$(p)))))

## make release: build/release, with zips for all platforms, the rock, notes
release: PLATFORMS = $(RELEASED)
release:
	@bash tools/setup zip playground $(PLATFORMS)
	@$(MAKE) --no-print-directory modules single roblox defold playground \
	  PLATFORMS="$(PLATFORMS)"
	@COMPILERS="$(COMPILERS) ld ld.lld" bash tools/release $(PLATFORMS)

#+ make try-release: that the release comes out the same again, and works
try-release:
	@bash tools/setup try-release $(RELEASED)
	@bash tools/try-release

#+ make windows [SPECS=spec/grid]: the specs on the module for Windows, under
#+   Wine
windows:
	@bash tools/setup windows
	@SPECS="$(SPECS)" bash tools/windows

# ---- keeping ----------------------------------------------------------------

API = $(call api,$(VM))
## make install [VM=lua5.4] [PREFIX=/usr/local] [DESTDIR=]: for one VM
SHARE = $(DESTDIR)$(PREFIX)/share
LIB = $(DESTDIR)$(PREFIX)/lib/lua/$(API)
LUA := $(sort $(shell cd lua && find tilepath -name "*.lua"))
LUA_FOLDERS := $(sort $(dir $(LUA)))
install: $(OUT)/$(VM)/tilepath_core.so
	install -d "$(LIB)" "$(SHARE)/tilepath/types" \
	  $(LUA_FOLDERS:%="$(SHARE)/lua/$(API)/%")
	@for file in $(LUA); do \
	  install -m 644 lua/$$file "$(SHARE)/lua/$(API)/$$file" || exit 1; done
	install -m 755 $< "$(LIB)"
	install -m 644 types/tilepath.lua "$(SHARE)/tilepath/types"

#+ make uninstall [VM=lua5.4] [PREFIX=/usr/local] [DESTDIR=]: undo that
uninstall:
	rm -f "$(LIB)/tilepath_core.so" "$(SHARE)/tilepath/types/tilepath.lua" \
	  $(LUA:%="$(SHARE)/lua/$(API)/%")
	@for folder in $$(printf "%s\n" $(LUA_FOLDERS) | sort -r); do \
	  rmdir "$(SHARE)/lua/$(API)/$$folder" 2>/dev/null; done; \
	for folder in "$(SHARE)/tilepath/types" "$(SHARE)/tilepath" \
	    "$(SHARE)/lua/$(API)" "$(SHARE)/lua" "$(SHARE)" \
	    "$(LIB)" "$(DESTDIR)$(PREFIX)/lib/lua" "$(DESTDIR)$(PREFIX)/lib"; do \
	  rmdir "$$folder" 2>/dev/null; done; true

#+ make rockspec: both rockspecs, with the sources that are in the tree
rockspec:
	bash tools/rockspec

## make clean: remove build/ and what luarocks leaves in the tree
clean:
	rm -rf build tilepath_core.so
	find src -name '*.o' -delete

help:
	@echo "make: tilepath_core.so for $(or $(NAMES),no VM: none has headers here)"
	@sed -n 's/^## //p' $(firstword $(MAKEFILE_LIST))
	@echo "make help-all: these and all others"

help-all:
	@sed -n 's/^#[#+] //p' $(firstword $(MAKEFILE_LIST))

.PHONY: all all-tests bench build-sanitized bundle check clean count covered \
	coverage defold demo elsewhere example faults figures finalize format fuzz \
	golden help help-all hosts hostile install luanti modules night pictures \
	plain planted play playground plots programs prove reference release \
	replay roblox rockspec run-targets sanitize sanitized scenarios shots \
	single specs starve strict stricter targets test tested try-release \
	uninstall unit valgrind walk web windows worst
