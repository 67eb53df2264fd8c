import fc from 'fast-check'

// Every property that does not set its own number of runs gets this many.
fc.configureGlobal({ numRuns: Number(process.env.MKT_FUZZ_RUNS ?? 100), endOnFailure: true })
