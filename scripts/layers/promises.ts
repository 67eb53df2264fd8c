const server = 'packages/server/src'
const page = 'scripts/layers/architecture.test.ts'
const layers = 'scripts/layers/check-layers.test.ts'

/** What ARCHITECTURE.md says, by the beginning of each sentence, and the tests that would fail if it were not so. */
export const promises: Record<string, readonly { file: string; name: string }[]> = {
  'One program, `packages/server`, has five parts': [
    { file: page, name: 'the architecture page names the parts that a process can have, and how many there are' },
  ],
  'A laptop runs them in one process': [
    { file: page, name: 'the architecture page names the parts that a process can have, and how many there are' },
  ],
  'Parts share only PostgreSQL': [
    {
      file: 'e2e/roles.postgres.test.ts',
      name: 'runs an app on a machine without the registry, delivers its events, and answers from every gateway',
    },
    {
      file: `${server}/registry/object-storage.db.test.ts`,
      name: 'a push whose every request meets another process arrives',
    },
  ],
  'PostgreSQL is the source of truth, and a change feed': [
    {
      file: 'e2e/roles.postgres.test.ts',
      name: 'shows a new configuration in every process that serves state within 100 ms of the answer',
    },
    {
      file: `${server}/store/database/change-feed.db.test.ts`,
      name: 'a process that was away longer than changes are kept is told to read everything again',
    },
  ],
  'Gateway, state and relay answer from memory': [
    {
      file: `${server}/state/state-cache.db.test.ts`,
      name: 'what is in memory is served for ten minutes without the database, and no longer',
    },
    {
      file: `${server}/domain/platform/readiness.test.ts`,
      name: 'keeps what answers from memory in service while the database is away, and takes the rest out',
    },
  ],
  'Webhooks get 503': [
    {
      file: `${server}/gateway/database-away.db.test.ts`,
      name: 'a webhook whose secret is not in memory while the database %s is 503 with the time to wait',
    },
  ],
  '`app.ts` is the composition root': [
    { file: page, name: 'the architecture page names each layer of the server with what it may import' },
  ],
  'Only `config.ts` reads the environment': [{ file: layers, name: 'the environment outside config.ts' }],
  '`main.ts` is the entry point': [
    { file: page, name: 'the architecture page names each layer of the server with what it may import' },
  ],
  '`domain`, `store`, `actions`, `api` and': [
    { file: page, name: 'every topic has a folder in some layer and every room of a layer is a topic or plumbing' },
  ],
  'A topic may import itself': [
    { file: page, name: 'the architecture page lists the topics in their import order' },
    { file: layers, name: 'a topic imports a later one' },
    { file: layers, name: 'an operation of the contract imports a later topic' },
  ],
  'Plumbing is below all topics': [
    { file: page, name: 'the architecture page names the plumbing' },
    { file: layers, name: 'plumbing imports a topic' },
  ],
  '`pages/{': [{ file: page, name: 'the architecture page names the areas and layers of the console' }],
  'An area never imports another': [{ file: layers, name: 'an area of the console imports another area' }],
  'Folders never import each other': [{ file: layers, name: 'two folders of the console import each other' }],
  '[scripts/layers.rules.ts](scripts/layers.rules.ts) holds these rules': [
    { file: page, name: 'the architecture page names each layer of the server with what it may import' },
  ],
  '`npm run verify` checks them': [
    { file: layers, name: 'a cycle of types' },
    { file: 'scripts/contributing.test.ts', name: 'verify runs the checks that CONTRIBUTING.md names' },
  ],
  'A webhook is acknowledged after its event is committed': [
    {
      file: `${server}/gateway/receive/accept-webhook.db.test.ts`,
      name: 'are acknowledged with the event id once the event is kept, sealed and whole',
    },
  ],
  'The event row is also the job row': [
    {
      file: `${server}/workers/delivery/delivery.process.test.ts`,
      name: 'whatever is killed, every acknowledged event arrives at least once and none is invented',
    },
  ],
  'No network call while a transaction is open': [
    { file: layers, name: 'an action that asks a policy system while its transaction is open' },
    { file: layers, name: 'an action that calls an application while its transaction is open' },
  ],
  'When a worker dies, its lease expires': [
    {
      file: `${server}/workers/rollout-care.db.test.ts`,
      name: 'of a worker that was killed is left alone until its lease ends, and is then taken over with its instance',
    },
  ],
  'An action declares its dependencies': [
    { file: 'scripts/parts/check-parts.test.ts', name: 'an action with the whole platform' },
    { file: 'scripts/parts/check-parts.test.ts', name: 'a part that is not used' },
  ],
  'A data change is one unit of work': [{ file: layers, name: 'an action with a transaction that is no unit of work' }],
  'It writes the audit row': [
    {
      file: `${server}/actions/platform/change.db.test.ts`,
      name: 'commits its audit row, the effect of its request and what followers are told together with the data',
    },
    {
      file: `${server}/actions/platform/change.db.test.ts`,
      name: 'tells what this process serves from memory before it is acknowledged, and only after the commit',
    },
  ],
  'Its audit actions and live topics': [
    {
      file: `${server}/domain/platform/audited-topics.test.ts`,
      name: 'a recorded action tells followers of the audit and of the thing it was done to',
    },
  ],
  'A write-only setting is sent only to the application': [
    {
      file: `${server}/api/installation/configurations.db.test.ts`,
      name: 'a write-only setting is never read back, is kept when left out, replaced, and cleared by null',
    },
    {
      file: `${server}/actions/installation/check-configuration.db.test.ts`,
      name: 'the app sees the unsaved configuration with its secrets and answers problems at its settings, secrets hidden',
    },
  ],
  'Secrets are a type that prints': [
    { file: `${server}/lib/secret.test.ts`, name: 'a secret shows itself to nobody but the one who reveals it' },
  ],
  'At rest they are encrypted': [
    { file: `${server}/lib/seal.test.ts`, name: 'a value moved to another row or another owner does not open' },
  ],
  'Any other error is a bug': [
    {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'of a bug is 500 with a request id and nothing of what happened',
    },
  ],
  'A request that cannot be fulfilled is a `Failure`': [
    {
      file: 'packages/contract/src/api/operations.test.ts',
      name: 'names every code that an operation can answer with',
    },
  ],
  'All permissions are one table': [
    { file: `${server}/api/accounts/access.db.test.ts`, name: 'has a row for every operation and no other' },
    { file: `${server}/api/accounts/access.db.test.ts`, name: 'decides every operation for %s' },
  ],
  'All API operations are values beside it': [
    {
      file: 'packages/contract/src/api/operations.test.ts',
      name: 'is OpenAPI 3.1 and holds every operation once',
    },
  ],
  'Derived files are generated': [
    { file: 'scripts/contributing.test.ts', name: 'verify runs the checks that CONTRIBUTING.md names' },
  ],
  'Each word has one meaning': [
    { file: page, name: 'the glossary names the roles, variants and parts that the contract has' },
  ],
}
