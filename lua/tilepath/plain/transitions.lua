--- What each event makes of a unit: its next state, and the fields that it sets
-- or that begin anew. simulation.lua says what the fields mean.
--
-- src/core/crowd/transitions.h has the same rows. (Here are old costs to
-- goals besides.) What a row cannot say stands where
-- the event happens: a condition, and a value that is no first one.

local parent = (...):match("^(.*)plain[./]") or ""
require(parent .. "luajit").off()

local huge = math.huge

local NOW = {} -- the time of the event

local ROWS = {
  -- By the game. `stop`: its order ends; `order`: and it gets another one;
  -- `put`: it is put elsewhere.
  stop = { state = "idle", settle_radius = 0, detour_price = false,
    patrols = false, asks_each_step = false, hunts = false,
    is_path_short = false, is_spare = false, has_choice = false,
    old_to_goal = false,
    shown = false, is_restored = false, best = huge, last_blocker = false,
    is_rerouted = false, backoff = 0, pushes = 0, seeks_detour = false,
    awaited = false, queued = false, refused = false, late = false,
    at_point = false, away = false, reported = false, stuck = false,
    outside = false, leaves = false, at_link = false, failed_joint_plans = 0 },
  order = { state = "going", since = NOW, progress_time = NOW,
    retry_at = NOW },
  put = { seeks_detour = false, awaited = false, late = false, best = huge,
    progress_time = NOW, retry_at = NOW, last_blocker = false },
  pause = { paused = true, seeks_detour = false, awaited = false },
  resume = { paused = false, late = false, seeks_detour = false,
    awaited = false, progress_time = NOW, retry_at = NOW },

  -- Its cost to goal. `wait`: it lacks one; `go_on`: it waits no more, which
  -- is no progress; `refuse`: there is none; `path`: it gets one; `new_path`: and
  -- has waited for it, or has another goal; `new_goal`: and has another goal;
  -- `detour`: it asks for one round units that are like walls.
  wait = { state = "waiting" },
  go_on = { state = "going" },
  refuse = { refused = true, queued = false },
  path = { refused = false, queued = false, old_to_goal = false,
    is_restored = false },
  new_path = { state = "going", late = false, best = huge,
    progress_time = NOW, retry_at = NOW },
  new_goal = { state = "going", away = false, is_rerouted = false, backoff = 0,
    pushes = 0 },
  detour = { seeks_detour = true },

  -- Its steps. `step`: it begins one; `walk`: and it is no ride in a link;
  -- `push`: it begins one off its place of rest; `home`: it is idle, and where
  -- it belongs; `nearer`: it has come nearer to its goal than ever; `hope`: it
  -- may yet come nearer, and if it is blocked it tries again: something around
  -- it has changed, or it stands in a queue; `room`: the game has freed a cell
  -- beside it that is nearer to its goal.
  step = { last_blocker = false, awaited = false, outside = false,
    leaves = false, at_link = false },
  walk = { at_point = false },
  push = { away = true, since = NOW },
  home = { state = "idle", away = false, backoff = 0 },
  nearer = { seeks_detour = false, progress_time = NOW, retry_at = NOW,
    failed_joint_plans = 0 },
  hope = { progress_time = NOW, retry_at = NOW },
  room = { progress_time = NOW, retry_at = NOW, failed_joint_plans = 0 },

  -- Its rests. `point`: it is at a point of its patrol, and asks for the next;
  -- `late`: it is blocked beside its goal, and another unit is at it;
  -- `retry`: it has rested long enough, and tries again; `warn`: it is told to
  -- the game that it is blocked, `free`: and that it is blocked no more;
  -- `await`: it is like a wall, and another unit waits for it in vain.
  arrive = { state = "arrived", reported = true, seeks_detour = false,
    awaited = false, away = false, since = NOW, failed_joint_plans = 0 },
  settle = { state = "settled", reported = true, seeks_detour = false,
    awaited = false, away = false, since = NOW, failed_joint_plans = 0 },
  point = { state = "waiting", at_point = true, seeks_detour = false,
    awaited = false, since = NOW, backoff = 0, failed_joint_plans = 0 },
  block = { state = "blocked", stuck = true, seeks_detour = false,
    awaited = false, away = false, failed_joint_plans = 0 },
  late = { late = true },
  retry = { state = "going", seeks_detour = false, awaited = false,
    progress_time = NOW, retry_at = NOW },
  warn = { stuck = true },
  free = { stuck = false, reported = false },
  await = { awaited = true } }

local transitions = {}

--- The event happens to a unit of the crowd.
function transitions.apply(c, u, event)
  for field, value in next, ROWS[event] do
    u[field] = value == NOW and c.now or value
  end
end

return transitions
