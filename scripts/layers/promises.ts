const server = 'packages/server/src'

/** What ARCHITECTURE.md promises, by the beginning of the sentence, and the tests that would fail if it broke. */
export const promises: Record<string, readonly { file: string; name: string }[]> = {
  'They share nothing but PostgreSQL': [
    {
      file: `${server}/state/state-cache.db.test.ts`,
      name: 'what is in memory is served for ten minutes without the database, and no longer',
    },
    {
      file: `${server}/domain/platform/readiness.test.ts`,
      name: 'keeps what answers from memory in service while the database is away, and takes the rest out',
    },
  ],
  'A webhook is acknowledged after its event is committed': [
    {
      file: `${server}/gateway/accept-webhook.db.test.ts`,
      name: 'are acknowledged with the event id once the event is kept, sealed and whole',
    },
    {
      file: `${server}/workers/delivery.process.test.ts`,
      name: 'whatever is killed, every acknowledged event arrives at least once and none is invented',
    },
  ],
  'No network call while a transaction is open': [
    {
      file: 'scripts/layers/check-layers.test.ts',
      name: 'an action that asks a policy system while its transaction is open',
    },
    {
      file: 'scripts/layers/check-layers.test.ts',
      name: 'an action that calls an application while its transaction is open',
    },
    {
      file: `${server}/workers/rollout-care.db.test.ts`,
      name: 'of a worker that was killed is left alone until its lease ends, and is then taken over with its instance',
    },
  ],
  'A change to the data is one unit of work': [
    {
      file: `${server}/actions/platform/change.db.test.ts`,
      name: 'commits its audit row, the effect of its request and what followers are told together with the data',
    },
    {
      file: `${server}/actions/platform/change.db.test.ts`,
      name: 'tells what this process serves from memory before it is acknowledged, and only after the commit',
    },
    {
      file: 'scripts/layers/check-layers.test.ts',
      name: 'an action with a transaction that is no unit of work',
    },
  ],
  'A write-only setting never leaves the platform': [
    {
      file: `${server}/api/installation/configurations.db.test.ts`,
      name: 'a write-only setting is never read back, is kept when left out, replaced, and cleared by null',
    },
  ],
  'Secrets are a type that prints': [
    { file: `${server}/lib/secret.test.ts`, name: 'a secret shows itself to nobody but the one who reveals it' },
    { file: `${server}/lib/seal.test.ts`, name: 'a value moved to another row or another owner does not open' },
  ],
  'A request that cannot be done is a `Failure`': [
    {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'of a bug is 500 with a request id and nothing of what happened',
    },
    {
      file: 'packages/contract/src/api/operations.test.ts',
      name: 'names every code that an operation can answer with',
    },
  ],
  'Who may do what is one table': [
    { file: `${server}/api/accounts/access.db.test.ts`, name: 'has a row for every operation and no other' },
    { file: `${server}/api/accounts/access.db.test.ts`, name: 'decides every operation for %s' },
    {
      file: 'packages/contract/src/api/operations.test.ts',
      name: 'is OpenAPI 3.1 and holds every operation once',
    },
  ],
}
