--- Seeds of the random laws at a submission. `SEED` in the environment has
-- others drawn; `make night` does so.
return {
  -- Run i of a law draws from seed base + i - 1, mixed with the law's title.
  base = 1,

  -- Scenes in spec/fixtures/found that are known to fail, with the reason, which
  -- their test is named by. It fails as soon as the scene passes.
  known = {
  },
}
