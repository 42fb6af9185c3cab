--- The seed of the property-based tests: run i draws from seed base + i - 1. `SEED`
-- in the environment draws others; `make night` does so.
return { base = 1 }
