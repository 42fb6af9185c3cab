--- What the core in Lua lacks, or does otherwise: words behind the titles of specs
-- that need the C module.
--
--   it("counts its nodes" .. lacks.slices, function() ... end)

local lacks = {}

for _, reason in ipairs {
  "work",      -- counts of the module's work
  "memory",    -- the module's bytes
  "length",    -- #crowd, without __len of tables
  "slices",    -- a search of a unit that goes on in the next update
  "guard",     -- a call from within a metamethod of the game's raises
  "text",      -- the module's letters in a state
  "paths",     -- saved paths, which it makes again
  "times",     -- numbers above 2^53
  "traffic",   -- the crowd's option
  "plans",     -- searches over the positions of units
} do
  lacks[reason] = " #core_c"
end

return lacks
