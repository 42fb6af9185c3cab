--- Every call of the library with the worst input known for it, on maps of a
-- side of one's choice, in units of a search over the same map (worst_every.lua,
-- which `make bench TABLE=worst` runs, too). If a call takes too long, the
-- program exits with 1.

local USAGE = [[
usage: worst.lua [SIDE=512] [TIMES=3] [ONLY=name]
A call may take TIMES units. ONLY is part of a call's name.]]

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. package.path

local options = require "options"(arg, { TIMES = "3", SIDE = "512", ONLY = "" },
  USAGE)
local show = require "show"
local worst_every = require "worst_every"

io.stdout:setvbuf("line")
local columns = worst_every.columns
show.titles(columns)
local all = worst_every.made {
  side = tonumber(options.SIDE), times = tonumber(options.TIMES),
  only = options.ONLY, each = function(row) show.row(columns, row) end,
}
local failed = worst_every.failed
print(("%d passed, %d failed"):format(#all - failed, failed))
os.exit(failed == 0 and #all > 0 and 0 or 1)
