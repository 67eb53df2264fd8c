import { type Resource, server } from './resource.ts'

/** What a policy system could take. */
export const policySystem: readonly Resource[] = [
  {
    takes: 'memory, by bodies of calls and answers in progress',
    bound:
      '48 MB for a route, 96 MB for an application and an organization, 256 MB in all; the last quarter is reserved for parties that hold little',
    each: 'process',
    where: `${server}/gateway/limit/byte-budget.ts`,
    test: {
      file: `${server}/gateway/forward/forward-held.db.test.ts`,
      name: 'bodies and answers of one route stay within its share of memory, and other routes are served',
    },
  },
  {
    takes: 'memory, by concurrent events and reports',
    bound:
      '1,000 events and 24 MB for a route, 48 MB for an application and an organization, 128 MB in all; further ones get 503 and are retried',
    each: 'process',
    where: `${server}/gateway/limit/byte-budget.ts`,
    test: {
      file: `${server}/gateway/receive/accept-webhook.db.test.ts`,
      name: 'a route has a limited number of events in progress: further ones get 503, and those of others are accepted',
    },
  },
  {
    takes: 'write capacity of others, by a flood of events',
    bound: 'organizations and their routes take turns at being written; an event for a full backlog is not read',
    each: 'process',
    where: `${server}/lib/sharing/turns.ts`,
    test: {
      file: `${server}/actions/delivery/receive-event.test.ts`,
      name: 'an event of another organization waits for one event of a flood, not for all',
    },
  },
  {
    takes: 'the database, by events',
    bound: '1 MB for an event, 100,000 events and 2 GB of bodies waiting for a route',
    where: `${server}/actions/delivery/receive-event.ts`,
    test: {
      file: `${server}/gateway/receive/accept-webhook.db.test.ts`,
      name: 'a route whose backlog is full refuses further events',
    },
  },
  {
    takes: 'the database, by delivered events and recorded payloads',
    bound: '10 GB of event bodies and 2 GB of payloads for an installation; the oldest are removed',
    where: `${server}/store/call/kept-bytes.ts`,
    test: {
      file: `${server}/store/call/kept-bytes.db.test.ts`,
      name: 'an installation over its quota of event bytes loses the oldest bodies, hour by hour; others lose nothing',
    },
  },
  {
    takes: 'the database, by many different rater requests whose last answers are kept',
    bound: '10,000 last answers and 256 MB for an installation; the oldest are removed',
    where: `${server}/gateway/observe/last-answers.ts`,
    test: {
      file: `${server}/gateway/forward/fallback.db.test.ts`,
      name: 'an installation keeps a limited number and size of last answers: the oldest are removed, those of others stay',
    },
  },
  {
    takes: 'memory and time, by endless lists',
    bound: '2 MB an answer, 32 levels, 100 items a page, 60 pages and 8 MB a list',
    each: 'process',
    where: `${server}/outbound/policy/policy-client.ts`,
    test: {
      file: `${server}/outbound/policy/hostile-answers.process.test.ts`,
      name: 'a list ends within its limits or counts as no answer',
    },
  },
  {
    takes: 'the event loop, by long lists inside of items and by items of another shape',
    bound: '500 items in a list inside of an item; the first item of another shape ends the look at an answer',
    where: `${server}/outbound/policy/bounded.ts`,
    test: {
      file: `${server}/outbound/policy/hostile-answers.process.test.ts`,
      name: 'of which no item has the right shape counts as no answer, however many there are',
    },
  },
  {
    takes: 'the event loop and time, by products and definitions of autofill',
    bound:
      '200 integrations and 5,000 definitions with 50,000 names for an installation; planning takes work in proportion to them',
    where: `${server}/domain/registration/registration-size.ts`,
    test: {
      file: `${server}/domain/registration/plan-autofill.test.ts`,
      name: 'takes work in proportion to definitions and operations, not to their product',
    },
  },
  {
    takes: 'the time of sweeps, by slow answers',
    bound:
      'a minute for a sweep of a tenant, then the answer it waits for, one step, and one event that was set aside, looked for at 5 webhooks; the rest is swept the next time',
    each: 'process',
    where: `${server}/actions/registration/settle-registration.ts`,
    test: {
      file: `${server}/actions/registration/sweep-registrations.db.test.ts`,
      name: 'ends after a minute and goes on soon with the installations that waited longest',
    },
  },
  {
    takes: 'the event loop, by its schema',
    bound:
      '8 MB, read in a thread with 5 seconds and 256 MB; 20,000 fields, 8,000,000 characters of paths; 32,000,000 characters of schemas are kept in memory',
    each: 'process',
    where: `${server}/outbound/policy/schema/read-schema-apart.ts`,
    test: {
      file: `${server}/outbound/policy/hostile-answers.process.test.ts`,
      name: 'a schema with too many fields is refused without blocking the event loop',
    },
  },
  {
    takes: 'the event loop, by uses of a large schema',
    bound:
      'a schema is parsed once by a process, a large stored one of an organization at a time, and 64 wait without being in memory; a mapped path is looked up at the same cost in every schema',
    each: 'process',
    where: `${server}/actions/tenant/known-schema.ts`,
    test: {
      file: `${server}/actions/tenant/known-schema.db.test.ts`,
      name: 'the schema of a tenant is parsed once by a process, until it is read again',
    },
  },
]
