import { engines, type Resource, server } from './resource.ts'

/** What an application could take. */
export const application: readonly Resource[] = [
  {
    takes: 'the kernel, by system calls and sockets',
    bound: 'an allow list of system calls; only local, IPv4, IPv6 and route sockets',
    where: `${engines}/system-calls/call-rules.ts`,
    test: {
      file: `${engines}/system-calls/bpf-filter.test.ts`,
      name: 'allows only listed system calls: one that a later kernel adds does not exist',
    },
  },
  {
    takes: 'the kernel or the hypervisor, on an engine with a filter of its own',
    bound: 'Docker and Podman get the same table as a profile of each container; on Kubernetes the runtime filters',
    where: `${engines}/docker/call-filter.ts`,
    test: {
      file: `${engines}/testing/isolation-contract.ts`,
      name: 'opens local, internet and route sockets, and none that lead to the kernel or to virtual machines',
    },
  },
  {
    takes: 'name resolution, by declaring names whose servers stay silent',
    bound: 'no threads; 2 s for each try, 6 s for a name, 1,000 names at once',
    where: `${engines}/egress/serve-dial.ts`,
    test: {
      file: `${engines}/names/system-resolve.process.test.ts`,
      name: 'names whose servers stay silent delay no other name, and end at a deadline',
    },
  },
  {
    takes: 'the event loop and file descriptors, by its answer to a health check',
    bound: 'only the status is read; then the connection is closed',
    where: `${server}/outbound/app/check-health.ts`,
    test: {
      file: `${server}/outbound/app/check-health.process.test.ts`,
      name: 'only the status counts: the connection of an endless answer is closed immediately',
    },
  },
  {
    takes: 'the state interface and the database, by telemetry',
    bound:
      '256 KB and ten seconds a request, 120 requests and 1,200 spans a minute for each release, 100,000 spans kept for an app',
    each: 'process',
    where: `${server}/state/receive-telemetry.ts`,
    test: {
      file: `${server}/state/telemetry.db.test.ts`,
      name: 'an app that sends telemetry over its rate limit is told to wait, and its spans are kept up to a limit',
    },
  },
  {
    takes: 'database connections, by failing all its deliveries',
    bound: 'one connection for each route and four for all while the health of routes is written',
    each: 'process',
    where: `${server}/actions/delivery/health-turns.ts`,
    test: {
      file: `${server}/actions/delivery/health-turns.db.test.ts`,
      name: 'a route whose deliveries all fail at once writes its health with one connection, and leaves the others free',
    },
  },
  {
    takes: "the sandbox's network relay, by hoarding connections",
    bound: '512 connections of an instance to the state interface and to each exposed address, 2,048 to declared hosts',
    where: `${engines}/sandbox/relay.ts`,
    test: {
      file: `${engines}/sandbox/relay.process.test.ts`,
      name: 'an instance that hoards connections to one target stays within its limit, and gets another when it closes one',
    },
  },
  {
    takes: 'the log, by writing much output',
    bound: 'a burst, then a rate; lines over the rate are dropped and counted',
    where: `${server}/domain/deployment/output-rate.ts`,
    test: {
      file: `${server}/domain/deployment/output-rate.test.ts`,
      name: 'accepts a burst, then drops output over the rate and reports how much',
    },
  },
  {
    takes: 'the event loop, by writing much output',
    bound: 'output is masked in slices of 16 KB; other work runs between two slices',
    where: `${server}/actions/deployment/take-in-output.ts`,
    test: {
      file: `${server}/lib/schedule/map-in-slices.test.ts`,
      name: 'other work runs between two slices, and items keep their order',
    },
  },
  {
    takes: 'the event loop, by crashing repeatedly',
    bound: 'sandbox instances are started from a separate thread',
    where: `${engines}/sandbox/keeper-starter.ts`,
    test: {
      file: `${engines}/sandbox/keeper-starter.process.test.ts`,
      name: 'a slow start does not block the event loop',
    },
  },
  {
    takes: 'CPU, by computing continuously',
    bound:
      'one core at most; lower priority after ten seconds, until it is calm for 15 seconds; what takes less than half of its guaranteed share keeps its priority',
    where: `${server}/domain/deployment/processor-turn.ts`,
    test: {
      file: `${server}/actions/deployment/watch-use.test.ts`,
      name: 'an instance that computes continuously gets lower priority, and the others keep their share',
    },
  },
  {
    takes: 'CPU, by writing much output',
    bound: 'output is read at 4 MB a second at most; a faster writer blocks',
    where: `${engines}/sandbox/read-at-rate.ts`,
    test: {
      file: `${engines}/sandbox/read-at-rate.test.ts`,
      name: 'fast output is read slice by slice, and nothing is lost',
    },
  },
  {
    takes: 'memory of a worker, by its answers in a trial',
    bound: '5 MB an answer, 200 differences a call, 2,000 field paths and a million premiums a trial',
    where: `${server}/domain/trial/comparison.ts`,
    test: {
      file: `${server}/domain/trial/comparison.test.ts`,
      name: 'a trial with too many premiums fails before they fill the memory',
    },
  },
  {
    takes: 'shadow copies of others, by hanging as a shadow',
    bound: 'half of the copies in progress for one release, within the timeout of the call',
    each: 'process',
    where: `${server}/gateway/observe/shadow-copies.ts`,
    test: {
      file: `${server}/gateway/observe/shadow-copies.db.test.ts`,
      name: 'a hanging shadow leaves capacity for other releases, and does not delay the shutdown',
    },
  },
  {
    takes: "hosts in the machine's network that trust its address",
    bound: 'no address in a network of the machine, also public ones, except those the operator allows',
    where: `${engines}/egress/public-address.ts`,
    test: {
      file: `${engines}/egress/rules.test.ts`,
      name: 'only public addresses and the allow list are reachable, in any spelling',
    },
  },
  {
    takes: 'the event loop, by long answers',
    bound:
      'answers are scanned without building objects, in slices of 128 KB, 1,000 levels; recorders read bodies over 256 KB in a thread with 20 seconds and 256 MB, with turns between installations',
    each: 'process',
    where: `${server}/gateway/observe/large-bodies.ts`,
    test: {
      file: `${server}/gateway/observe/pricing-recorder.test.ts`,
      name: 'large bodies are parsed in a thread, not on the event loop, and the row has its premiums',
    },
  },
]
