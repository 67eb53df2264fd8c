import { engines, type Resource, server } from './resource.ts'

/** What a customer could take. */
export const customer: readonly Resource[] = [
  {
    takes: 'rows, by creating many objects',
    bound:
      '200 listings, tenants and API keys, 5,000 installations, 500 open invitations, 100 alert rules, 50 signing keys and domains for an organization',
    where: `${server}/actions/platform/enforce-quota.ts`,
    test: {
      file: `${server}/api/platform/shares.db.test.ts`,
      name: 'an organization at its limit creates no more, and of two concurrent requests for the last place one succeeds',
    },
  },
  {
    takes: 'connections to a policy system or receiver, by values that no request can carry',
    bound: 'such a request fails before it is sent and gives its connection back',
    each: 'process',
    where: `${server}/lib/http/create-agent.ts`,
    test: {
      file: `${server}/outbound/http-client.process.test.ts`,
      name: 'gives a connection back when a request cannot be written',
    },
  },
  {
    takes: 'memory, by large request bodies of the API',
    bound:
      'four bodies over 64 KB at once for a person or an organization, 32 in all; 64 queued for each, ten seconds, turns between them',
    each: 'process',
    where: `${server}/api/http/large-bodies.ts`,
    test: {
      file: `${server}/api/http/slow-callers.db.test.ts`,
      name: 'a member has a limited number of large bodies in progress and in the queue, and another one is served',
    },
  },
  {
    takes: 'memory and time, by SCIM bodies',
    bound: '4 MB, 20 seconds, four at once for each directory and 16 for all, 64 queued for each',
    each: 'process',
    where: `${server}/scim/register-scim.ts`,
    test: {
      file: `${server}/scim/slow-directories.db.test.ts`,
      name: 'a directory has a limited number of bodies in progress and in the queue',
    },
  },
  {
    takes: 'a larger share of requests, by creating API keys',
    bound: '30,000 requests a minute for all keys of an organization',
    each: 'process',
    where: `${server}/api/http/request-limits.ts`,
    test: {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'also counts all keys of an organization together: more keys give no larger share',
    },
  },
  {
    takes: 'a larger share of streams, by creating API keys',
    bound: '100 streams for all keys of an organization',
    each: 'process',
    where: `${server}/api/http/stream-shares.ts`,
    test: {
      file: `${server}/api/http/stream-shares.test.ts`,
      name: 'limits the streams of all keys of an organization together',
    },
  },
  {
    takes: 'database connections, by state reads of releases in trials',
    bound: 'two reads at once for each installation and eight for all, 16 queued for each, 1.5 seconds',
    each: 'process',
    where: `${server}/state/isolated-read.ts`,
    test: {
      file: `${server}/actions/trial/isolated-instance.db.test.ts`,
      name: 'concurrent state reads use at most two database connections',
    },
  },
  {
    takes: 'disk, by saving many configurations',
    bound: '1,000 revisions and 256 MB for an installation; the oldest are removed',
    where: `${server}/actions/installation/write-configuration.ts`,
    test: {
      file: `${server}/api/installation/configurations.db.test.ts`,
      name: 'an installation keeps its newest revisions up to a number and a size, and always the current one',
    },
  },
  {
    takes: "other people's mailboxes, by inviting and withdrawing",
    bound: '500 invitations a day for an organization, five for one address',
    where: `${server}/actions/accounts/refuse-invitation-flood.ts`,
    test: {
      file: `${server}/api/platform/shares.db.test.ts`,
      name: 'invitations that are withdrawn immediately still count as mailed: a few a day to one address, a limit for all',
    },
  },
  {
    takes: 'the containers of trials',
    bound:
      'five queued or running trials for an installation, four hours each; organizations without a running trial come first',
    where: `${server}/actions/trial/create-trial.ts`,
    test: {
      file: `${server}/api/trial/trials.db.test.ts`,
      name: 'an installation has a limited number of queued and running trials, and organizations take turns',
    },
  },
  {
    takes: 'concurrency of an application that others use too',
    bound:
      "100 calls at once for each route; the last quarter of an application's concurrency is reserved for routes with few calls",
    each: 'process',
    where: `${server}/gateway/limit/concurrency.ts`,
    test: {
      file: `${server}/gateway/limit/concurrency.test.ts`,
      name: "leave the last quarter of an application's concurrency to routes with few calls",
    },
  },
  {
    takes: 'the records of others, by many and large calls',
    bound:
      'one installation has at most half of each queue: prices, payloads, last answers, samples, field names, policies, call records, shadow copies',
    each: 'process',
    where: `${server}/lib/sharing/half-share.ts`,
    test: {
      file: `${server}/gateway/observe/call-recorder.test.ts`,
      name: 'one installation has at most half of the queued records; those of others are kept',
    },
  },
  {
    takes: 'resolver threads, by names whose servers stay silent',
    bound:
      'names are resolved without threads, six seconds each, 1,000 at once; concurrent lookups of a name share one query',
    each: 'process',
    where: `${engines}/names/system-resolve.ts`,
    test: {
      file: `${engines}/names/system-resolve.process.test.ts`,
      name: 'names whose servers stay silent delay no other name, and end at a deadline',
    },
  },
  {
    takes: 'calls to policy systems, from many tenants',
    bound: '12 calls at once for an organization, 6 for a tenant, 32 for all; two schemas are read at once',
    each: 'process',
    where: `${server}/outbound/policy/policy-queue.ts`,
    test: {
      file: `${server}/outbound/policy/hostile-answers.process.test.ts`,
      name: 'concurrent calls are limited for an organization, however many tenants it has, and for a tenant',
    },
  },
  {
    takes: 'the places of sweeps, by tenants whose policy systems are slow',
    bound: 'organizations take turns; two of eight sweeps for an organization',
    each: 'process',
    where: `${server}/workers/sweep.ts`,
    test: {
      file: `${server}/store/tenant/claim-sweeps.db.test.ts`,
      name: 'an organization with many tenants that are due has few sweeps at once, and each organization has its turn',
    },
  },
  {
    takes: 'the places of work on installations, by many installations whose application or policy system is slow',
    bound: 'organizations take turns; 50 of 500 installations for an organization',
    each: 'process',
    where: `${server}/workers/lifecycle.ts`,
    test: {
      file: `${server}/store/installation/installation-work.db.test.ts`,
      name: 'organizations take turns at the work of their installations, and one has a limited number at once',
    },
  },
]
