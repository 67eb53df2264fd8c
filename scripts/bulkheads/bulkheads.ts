/** A shared resource that a party could exhaust: the limit, the file that enforces it, and the test for it. */
export interface Bulkhead {
  party: 'anybody' | 'publisher' | 'customer' | 'application' | 'policy system'
  takes: string
  bound: string
  /** The limit is per process: it multiplies with the number of processes. */
  each?: 'process'
  /** The file that enforces it. */
  where: string
  test: { file: string; name: string }
}

const server = 'packages/server/src'
const engines = 'packages/engines/src'

/** Every resource that one party could take from others. `docs/reference/bulkheads.md` is written from it. */
export const bulkheads: readonly Bulkhead[] = [
  {
    party: 'anybody',
    takes: 'CPU, by guessing passwords',
    bound:
      'two low-priority hashing threads, turns between addresses, 16 queued for each address, 15 s timeout; addresses with three wrong passwords in a row share one thread of the lowest priority',
    each: 'process',
    where: `${server}/lib/password/password.ts`,
    test: {
      file: `${server}/lib/password/password.process.test.ts`,
      name: 'an address that keeps guessing wrong passwords delays only itself: others find a free thread',
    },
  },
  {
    party: 'anybody',
    takes: 'access of another person, by locking the account',
    bound: 'ten wrong passwords lock one address out of one account for 15 minutes',
    where: `${server}/actions/accounts/guess-password.ts`,
    test: {
      file: `${server}/api/accounts/guess-password.db.test.ts`,
      name: 'wrong passwords from one address lock out neither the person nor strangers at other addresses',
    },
  },
  {
    party: 'anybody',
    takes: 'requests to the API',
    bound: '6,000 a minute for each address while the credential is not verified, then for each person or API key',
    each: 'process',
    where: `${server}/api/http/request-limits.ts`,
    test: {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'invented bearer tokens do not evade it: they count for their address, without cost for verified callers there',
    },
  },
  {
    party: 'anybody',
    takes: 'the database, by sending invalid credentials',
    bound:
      '600 invalid credentials a minute for each address; further ones are looked up after a second, two at a time for all such addresses, 64 queued for each; a credential that was valid before is looked up immediately',
    each: 'process',
    where: `${server}/lib/sharing/strangers.ts`,
    test: {
      file: `${server}/lib/sharing/strangers.test.ts`,
      name: 'credentials of a party over its limit of invalid ones are looked up a few at a time, and other parties do not wait',
    },
  },
  {
    party: 'anybody',
    takes: 'the event loop, by retrying immediately after each refusal',
    bound:
      '100 unknown routes, secrets and keys a second for each address, 10 refusals a second for callers over the API rate limit; further answers are delayed by a second',
    where: `${server}/lib/sharing/late-answers.ts`,
    test: {
      file: `${server}/gateway/callers.db.test.ts`,
      name: 'refusals of unknown routes and secrets are delayed over a limit, while a caller with the secret is served',
    },
  },
  {
    party: 'anybody',
    takes: 'undelayed refusals, by opening many connections',
    bound: '1,000 delayed refusals at once for each party; further connections are closed',
    each: 'process',
    where: `${server}/lib/http/refuse-late.ts`,
    test: {
      file: `${server}/lib/http/refuse-late.test.ts`,
      name: 'refusals are immediate, then delayed, and over the limit of delayed ones the connection is closed',
    },
  },
  {
    party: 'anybody',
    takes: 'CPU and the database, by requests whose connection was closed because too many are delayed',
    bound: 'nothing is done for them',
    where: `${server}/api/http/elsewhere.ts`,
    test: {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'outside the API nothing is done for a request whose connection is closed because too many are delayed',
    },
  },
  {
    party: 'anybody',
    takes: 'CPU, by resetting passwords with invented links',
    bound: 'the link is verified before the new password is hashed; an invalid link counts as a wrong password',
    where: `${server}/actions/accounts/reset-password.ts`,
    test: {
      file: `${server}/api/accounts/people.db.test.ts`,
      name: 'an invalid password reset link is refused before anything is hashed',
    },
  },
  {
    party: 'anybody',
    takes: "a person's mailbox, by requesting password resets",
    bound: 'three unused links an hour',
    where: `${server}/actions/accounts/reset-password.ts`,
    test: {
      file: `${server}/api/platform/notifications.db.test.ts`,
      name: 'a password reset is mailed three times an hour at most while its links stay unused',
    },
  },
  {
    party: 'anybody',
    takes: "the application's platform paths, by escaped spellings",
    bound: 'the path is checked again after each of three rounds of unescaping',
    where: `${server}/domain/route/route-path.ts`,
    test: {
      file: `${server}/domain/route/route-path.test.ts`,
      name: 'no spelling hides a parent folder or a platform path from the gateway',
    },
  },
  {
    party: 'anybody',
    takes: 'memory and time, by request bodies',
    bound: '64 KB at sign-in and sign-up; elsewhere no body is read before its credential is verified',
    where: `${server}/api/http/register-routes.ts`,
    test: {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'the body of an unauthenticated request is not read',
    },
  },
  {
    party: 'anybody',
    takes: 'connections and file descriptors of the API and tunnel ports',
    bound:
      'API: a quarter of all descriptors, tunnels: an eighth; of that a sixteenth for one address, twice as much for an IPv6 /56, four times for a /48',
    each: 'process',
    where: `${server}/lib/sharing/connection-shares.ts`,
    test: {
      file: `${server}/lib/sharing/connection-shares.process.test.ts`,
      name: 'closes connections of one address over its share, and accepts it again when another has closed',
    },
  },
  {
    party: 'anybody',
    takes: 'all connections of a port, from several addresses',
    bound: 'a full port closes the newest idle connection of the party with the most',
    each: 'process',
    where: `${server}/lib/sharing/connection-shares.ts`,
    test: {
      file: `${server}/lib/sharing/connection-shares.process.test.ts`,
      name: 'a full port closes the newest idle connection of the party with the most',
    },
  },
  {
    party: 'anybody',
    takes: 'connections and file descriptors of the gateway, state, relay and telemetry ports',
    bound:
      'gateway: a quarter of all descriptors, state: an eighth, relay and telemetry: a sixteenth each; of that a sixteenth for one address that is no trusted proxy',
    each: 'process',
    where: `${server}/wiring/port-shares.ts`,
    test: {
      file: `${server}/lib/http/http-server.test.ts`,
      name: 'a full port closes an idle connection of the party with the most, and answers requests in progress',
    },
  },
  {
    party: 'anybody',
    takes: 'memory, by not reading answers of the API',
    bound:
      'a connection whose client reads nothing for a minute is closed; the OpenAPI document is held in memory once',
    where: `${server}/lib/http/end-untaken.ts`,
    test: {
      file: `${server}/lib/http/end-untaken.process.test.ts`,
      name: 'a connection whose client does not read the answer is closed',
    },
  },
  {
    party: 'anybody',
    takes: 'the event loop, by requesting pages, files and images',
    bound: '6,000 requests a minute for each address outside the API; further ones are delayed by a second',
    each: 'process',
    where: `${server}/api/http/elsewhere.ts`,
    test: {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'outside the API requests over the limit are delayed, by address, and health checks are not',
    },
  },
  {
    party: 'anybody',
    takes: 'the event loop, by reading the documentation',
    bound: 'each page is rendered once',
    where: `${server}/api/docs/keep-pages.ts`,
    test: {
      file: `${server}/api/docs/docs.test.ts`,
      name: 'renders a page once, regardless of its query',
    },
  },
  {
    party: 'anybody',
    takes: 'the event loop, by asking for the description of the API first',
    bound: 'the description, its page and the index of the search are made once, in a thread',
    each: 'process',
    where: `${server}/lib/thread/made-once.ts`,
    test: {
      file: `${server}/api/docs/kept-docs.test.ts`,
      name: 'what takes long of the documentation is made once, while the event loop goes on',
    },
  },
  {
    party: 'anybody',
    takes: 'the event loop, by searching the documentation',
    bound: 'one search at a time, turns between addresses, 0.1 s pause after each, eight queued for each address',
    each: 'process',
    where: `${server}/api/docs/docs-search-page.ts`,
    test: {
      file: `${server}/api/docs/docs.test.ts`,
      name: 'searches take turns: an address that searches without pause is told to wait, and another one is served',
    },
  },
  {
    party: 'anybody',
    takes: 'time, by sending a slow body to the API',
    bound: '20 seconds',
    where: `${server}/lib/http/body-deadline.ts`,
    test: {
      file: `${server}/api/http/slow-callers.db.test.ts`,
      name: 'a body that does not arrive in time is refused',
    },
  },
  {
    party: 'anybody',
    takes: 'time, at the tunnel port',
    bound: 'ten seconds for the headers of a request; the connection is closed after the answer',
    where: `${server}/tunnel/tunnel-port.ts`,
    test: {
      file: `${server}/tunnel/tunnel-port.test.ts`,
      name: 'a connection without a valid ticket is closed after its answer, even if its body is incomplete',
    },
  },
  {
    party: 'anybody',
    takes: 'database connections, by invented tunnel tickets',
    bound: '16 lookups at once, four for each address and twelve queued; turns between addresses',
    each: 'process',
    where: `${server}/tunnel/server.ts`,
    test: {
      file: `${server}/tunnel/tunnel.db.test.ts`,
      name: 'an address with invalid tickets leaves database connections to other addresses',
    },
  },
  {
    party: 'anybody',
    takes: 'concurrency of an application, by its public paths',
    bound:
      "a fifth of a route's concurrency and a tenth of an application's; a request counts once its body has arrived",
    each: 'process',
    where: `${server}/gateway/limit/concurrency.ts`,
    test: {
      file: `${server}/gateway/forward/forward-stream.db.test.ts`,
      name: 'an incomplete request takes no concurrency, requests without a secret take little, and callers with a secret are served',
    },
  },
  {
    party: 'anybody',
    takes: 'quotas of many organizations, by creating organizations',
    bound: '100 organizations owned by one person; operators may create more',
    where: `${server}/actions/platform/enforce-quota.ts`,
    test: {
      file: `${server}/api/platform/shares.db.test.ts`,
      name: 'a person owns a limited number of organizations, while operators create them for others',
    },
  },
  {
    party: 'anybody',
    takes: 'requests to identity providers, by starting sign-ins',
    bound:
      'one discovery request for all waiting callers, cached for five minutes; four requests at once for an address and for an organization, 16 in all',
    each: 'process',
    where: `${server}/outbound/oidc-discovery.ts`,
    test: {
      file: `${server}/outbound/oidc-discovery.test.ts`,
      name: 'sign-ins at silent providers have few requests in progress, and another address has its turn',
    },
  },
  {
    party: 'publisher',
    takes: 'the event loop, by Markdown',
    bound:
      'a low-priority process with 4 seconds and 128 MB, four texts queued for each organization, 40 levels; after more than a second an organization waits three times as long',
    each: 'process',
    where: `${server}/lib/markdown/markdown-queue.ts`,
    test: {
      file: `${server}/lib/markdown/markdown-queue.process.test.ts`,
      name: 'a text that takes too long is refused without blocking the event loop, and the next one is rendered',
    },
  },
  {
    party: 'publisher',
    takes: 'the database, by texts that are slow to index',
    bound: 'the text parser gets only words and spaces, so the longest text takes milliseconds',
    where: `${server}/store/database/migrations/0247_search_words.sql`,
    test: {
      file: `${server}/api/listing/catalogue.db.test.ts`,
      name: 'accepts a text that is crafted to be slow to index, and finds its words: %j',
    },
  },
  {
    party: 'publisher',
    takes: 'memory and threads, by pictures',
    bound: 'one decoded at a time, ten seconds and 40 megapixels; eight queued for each organization',
    each: 'process',
    where: `${server}/actions/listing/reencode-picture.ts`,
    test: {
      file: `${server}/actions/listing/reencode-picture.test.ts`,
      name: 'an organization that sends many pictures at once is told to wait, and others have their turn',
    },
  },
  {
    party: 'publisher',
    takes: 'lists of others, by a row that cannot be shown',
    bound: 'the row is omitted and logged',
    where: `${server}/api/http/answer-text.ts`,
    test: { file: `${server}/api/http/answer-text.test.ts`, name: 'omits a row that cannot become an item' },
  },
  {
    party: 'publisher',
    takes: 'time, by a manifest',
    bound: '256 KB, 64 levels, 100 settings checked, 500 problems reported',
    where: 'packages/manifest/src/parse-manifest.ts',
    test: {
      file: 'packages/manifest/src/parse-manifest.test.ts',
      name: 'checks no more settings than are allowed, and reports a limited number of problems',
    },
  },
  {
    party: 'publisher',
    takes: 'memory and time, by sending a slow image manifest',
    bound: '20 seconds; layers, which are streamed, may take an hour',
    where: `${server}/registry/register-registry.ts`,
    test: {
      file: `${server}/registry/manifests.db.test.ts`,
      name: 'a manifest that does not arrive in time is refused, while a layer may be slow',
    },
  },
  {
    party: 'publisher',
    takes: 'all tunnels of a process, from many organizations',
    bound: '20 for an organization and 60 for a person, including API keys that the person created',
    where: `${server}/actions/route/open-tunnel.ts`,
    test: {
      file: `${server}/tunnel/tunnel.db.test.ts`,
      name: "a person's limit of tunnels counts all organizations together",
    },
  },
  {
    party: 'publisher',
    takes: 'the database, by asking the image registry with right keys from many addresses',
    bound:
      '3,000 requests a minute for each key, 9,000 for the images of an organization; further ones are a second late, 100 of them held back at once',
    each: 'process',
    where: `${server}/registry/registry-turns.ts`,
    test: {
      file: `${server}/registry/registry-turns.test.ts`,
      name: 'who asks the registry too often with a right key waits, and then so do others of its organization, and nobody else',
    },
  },
  {
    party: 'publisher',
    takes: 'disk, by images',
    bound: '2 GB for an image and 20 GB for an organization, as stored',
    where: `${server}/domain/image/quota.ts`,
    test: {
      file: `${server}/registry/keeping.db.test.ts`,
      name: 'an organization over its quota cannot push; a blob that several apps share counts once',
    },
  },
  {
    party: 'publisher',
    takes: 'disk and the database, by concurrent uploads and by manifests',
    bound:
      'an upload reserves quota before its bytes arrive; manifests count, and a listing has at most 5,000 images and tags',
    where: `${server}/registry/upload-room.ts`,
    test: {
      file: `${server}/registry/keeping.db.test.ts`,
      name: 'concurrent uploads together stay within the quota, also before the first has ended',
    },
  },
  {
    party: 'publisher',
    takes: 'disk, by images that are large when unpacked',
    bound: '8 GB for an image and 60 GB for the running images of an organization; then releases are rejected',
    where: `${server}/domain/release/release-check.ts`,
    test: {
      file: `${server}/domain/release/release-check.test.ts`,
      name: 'an organization whose unpacked running images exceed its quota cannot release',
    },
  },
  {
    party: 'publisher',
    takes: 'the hashing thread, by many concurrent uploads',
    bound: 'every byte is hashed once; 256 uploads are hashed while they arrive, others when they are complete',
    each: 'process',
    where: `${server}/store/image/file-hashes.ts`,
    test: {
      file: `${server}/store/image/file-hashes.test.ts`,
      name: 'of many growing files a limited number is hashed ahead, and every digest is correct',
    },
  },
  {
    party: 'publisher',
    takes: 'files outside its image, by hostile layers',
    bound: 'paths, links and whiteouts that leave the image are refused',
    where: 'packages/oci/src/layer-path.ts',
    test: {
      file: 'packages/oci/src/hostile.test.ts',
      name: 'unpacking writes nothing outside its folder and ends with a file tree or a refusal',
    },
  },
  {
    party: 'publisher',
    takes: 'streams of container output',
    bound: '20 for each person and API key; closed when the credential ends',
    each: 'process',
    where: `${server}/api/http/stream-shares.ts`,
    test: {
      file: `${server}/api/http/slow-callers.db.test.ts`,
      name: 'a stream of container output ends with its API key, and each key has a limited number of streams',
    },
  },
  {
    party: 'customer',
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
    party: 'customer',
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
    party: 'customer',
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
    party: 'customer',
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
    party: 'customer',
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
    party: 'customer',
    takes: 'disk, by saving many configurations',
    bound: '1,000 revisions and 256 MB for an installation; the oldest are removed',
    where: `${server}/actions/installation/write-configuration.ts`,
    test: {
      file: `${server}/api/installation/configurations.db.test.ts`,
      name: 'an installation keeps its newest revisions up to a number and a size, and always the current one',
    },
  },
  {
    party: 'customer',
    takes: "other people's mailboxes, by inviting and withdrawing",
    bound: '500 invitations a day for an organization, five for one address',
    where: `${server}/actions/accounts/refuse-invitation-flood.ts`,
    test: {
      file: `${server}/api/platform/shares.db.test.ts`,
      name: 'invitations that are withdrawn immediately still count as mailed: a few a day to one address, a limit for all',
    },
  },
  {
    party: 'customer',
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
    party: 'customer',
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
    party: 'application',
    takes: 'the kernel, by system calls and sockets',
    bound: 'an allow list of system calls; only local, IPv4, IPv6 and route sockets',
    where: `${engines}/sandbox/seccomp-filter.ts`,
    test: {
      file: `${engines}/sandbox/seccomp-filter.test.ts`,
      name: 'allows only listed system calls: one that a later kernel adds does not exist',
    },
  },
  {
    party: 'application',
    takes: 'the event loop and file descriptors, by its answer to a health check',
    bound: 'only the status is read; then the connection is closed',
    where: `${server}/outbound/app/check-health.ts`,
    test: {
      file: `${server}/outbound/app/check-health.process.test.ts`,
      name: 'only the status counts: the connection of an endless answer is closed immediately',
    },
  },
  {
    party: 'application',
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
    party: 'application',
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
    party: 'application',
    takes: "the sandbox's network relay, by hoarding connections",
    bound: '512 connections of an instance to the state interface and to each exposed address, 2,048 to declared hosts',
    where: `${engines}/sandbox/relay.ts`,
    test: {
      file: `${engines}/sandbox/relay.process.test.ts`,
      name: 'an instance that hoards connections to one target stays within its limit, and gets another when it closes one',
    },
  },
  {
    party: 'application',
    takes: 'the log, by writing much output',
    bound: 'a burst, then a rate; lines over the rate are dropped and counted',
    where: `${server}/domain/deployment/output-rate.ts`,
    test: {
      file: `${server}/domain/deployment/output-rate.test.ts`,
      name: 'accepts a burst, then drops output over the rate and reports how much',
    },
  },
  {
    party: 'application',
    takes: 'the event loop, by writing much output',
    bound: 'output is masked in slices of 16 KB; other work runs between two slices',
    where: `${server}/actions/deployment/take-in-output.ts`,
    test: {
      file: `${server}/lib/schedule/map-in-slices.test.ts`,
      name: 'other work runs between two slices, and items keep their order',
    },
  },
  {
    party: 'application',
    takes: 'the event loop, by crashing repeatedly',
    bound: 'sandbox instances are started from a separate thread',
    where: `${engines}/sandbox/keeper-starter.ts`,
    test: {
      file: `${engines}/sandbox/keeper-starter.process.test.ts`,
      name: 'a slow start does not block the event loop',
    },
  },
  {
    party: 'application',
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
    party: 'application',
    takes: 'CPU, by writing much output',
    bound: 'output is read at 4 MB a second at most; a faster writer blocks',
    where: `${engines}/sandbox/read-at-rate.ts`,
    test: {
      file: `${engines}/sandbox/read-at-rate.test.ts`,
      name: 'fast output is read slice by slice, and nothing is lost',
    },
  },
  {
    party: 'application',
    takes: 'memory of a worker, by its answers in a trial',
    bound: '5 MB an answer, 200 differences a call, 2,000 field paths and a million premiums a trial',
    where: `${server}/domain/trial/comparison.ts`,
    test: {
      file: `${server}/domain/trial/comparison.test.ts`,
      name: 'a trial with too many premiums fails before they fill the memory',
    },
  },
  {
    party: 'application',
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
    party: 'application',
    takes: "hosts in the machine's network that trust its address",
    bound: 'no address in a network of the machine, also public ones, except those the operator allows',
    where: `${engines}/egress/public-address.ts`,
    test: {
      file: `${engines}/egress/rules.test.ts`,
      name: 'only public addresses and the allow list are reachable, in any spelling',
    },
  },
  {
    party: 'application',
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
  {
    party: 'customer',
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
    party: 'customer',
    takes: 'resolver threads, by names whose servers stay silent',
    bound:
      'names are resolved without threads, six seconds each, 1,000 at once; concurrent lookups of a name share one query',
    each: 'process',
    where: `${server}/outbound/address/system-resolve.ts`,
    test: {
      file: `${server}/outbound/address/system-resolve.process.test.ts`,
      name: 'names whose servers stay silent delay no other name, and end at a deadline',
    },
  },
  {
    party: 'policy system',
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
    party: 'policy system',
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
    party: 'policy system',
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
    party: 'policy system',
    takes: 'the database, by events',
    bound: '1 MB for an event, 100,000 events and 2 GB of bodies waiting for a route',
    where: `${server}/actions/delivery/receive-event.ts`,
    test: {
      file: `${server}/gateway/receive/accept-webhook.db.test.ts`,
      name: 'a route whose backlog is full refuses further events',
    },
  },
  {
    party: 'policy system',
    takes: 'the database, by delivered events and recorded payloads',
    bound: '10 GB of event bodies and 2 GB of payloads for an installation; the oldest are removed',
    where: `${server}/store/call/kept-bytes.ts`,
    test: {
      file: `${server}/store/call/kept-bytes.db.test.ts`,
      name: 'an installation over its quota of event bytes loses the oldest bodies, hour by hour; others lose nothing',
    },
  },
  {
    party: 'policy system',
    takes: 'the database, by many different rater requests whose last answers are kept',
    bound: '10,000 last answers and 256 MB for an installation; the oldest are removed',
    where: `${server}/gateway/observe/last-answers.ts`,
    test: {
      file: `${server}/gateway/forward/fallback.db.test.ts`,
      name: 'an installation keeps a limited number and size of last answers: the oldest are removed, those of others stay',
    },
  },
  {
    party: 'policy system',
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
    party: 'customer',
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
    party: 'policy system',
    takes: 'the event loop, by its schema',
    bound: '8 MB, read in a thread with 5 seconds and 256 MB; 20,000 fields',
    each: 'process',
    where: `${server}/outbound/policy/schema/read-schema-apart.ts`,
    test: {
      file: `${server}/outbound/policy/hostile-answers.process.test.ts`,
      name: 'a schema with too many fields is refused without blocking the event loop',
    },
  },
]
