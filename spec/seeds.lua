--- Seeds of the random laws at a submission. `SEED` in the environment has
-- others drawn; `make night` does so.
return {
  -- Run i of a law draws from seed base + i - 1, mixed with the law's key.
  base = 1,

  -- Keys of laws whose titles were changed: { noun = { [title] = key } }. So a
  -- better title draws the same scenes, and finds its files in spec/fixtures. A
  -- key is the first title of the law.
  keys = {
  },

  -- Scenes in spec/fixtures/found that are known to fail, with the reason, which
  -- their test is named by. It fails as soon as the scene passes.
  known = {
  },
}
