/** One thing that a party can take, how much of it, what keeps it to that, and the test that would notice if it did not. */
export interface Bulkhead {
  party: 'anybody' | 'publisher' | 'customer' | 'application' | 'policy system'
  takes: string
  bound: string
  /** Where each process of the platform counts for itself: several have as many shares. */
  each?: 'process'
  /** The file that enforces it. */
  where: string
  test: { file: string; name: string }
}

const server = 'packages/server/src'
const engines = 'packages/engines/src'

/** Who could hurt whom with what. `docs/reference/bulkheads.md` is written from it. */
export const bulkheads: readonly Bulkhead[] = [
  {
    party: 'anybody',
    takes: 'the processor, by guessing passwords',
    bound:
      'two guesses at a time in threads that give way, 16 waiting for each address, turns between addresses, 15 s; an address that is wrong three times in a row has one thread, which has what the machine can spare, together with others like it',
    each: 'process',
    where: `${server}/lib/password/password.ts`,
    test: {
      file: `${server}/lib/password/password.process.test.ts`,
      name: 'an address that guesses wrong again and again waits for itself alone: others find a thread that is free',
    },
  },
  {
    party: 'anybody',
    takes: 'the account of somebody else, by locking it',
    bound: 'ten wrong passwords lock one address out of one account for 15 minutes',
    where: `${server}/actions/accounts/guess-password.ts`,
    test: {
      file: `${server}/api/accounts/guess-password.db.test.ts`,
      name: 'are locked out by wrong passwords from another address no more than strangers are',
    },
  },
  {
    party: 'anybody',
    takes: 'requests to the API',
    bound: '6,000 a minute for each address, invented credentials included; then for each person or key',
    each: 'process',
    where: `${server}/api/http/request-limits.ts`,
    test: {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'is not evaded with invented bearer tokens: they count for the address they come from, which costs the verified one there nothing',
    },
  },
  {
    party: 'anybody',
    takes: 'the database, by inventing credentials',
    bound:
      '600 wrong ones a minute for each address; further ones are looked up a second late, two at a time together with those of other such addresses, 64 waiting for each; what was right before is looked up at once',
    each: 'process',
    where: `${server}/lib/sharing/strangers.ts`,
    test: {
      file: `${server}/lib/sharing/strangers.test.ts`,
      name: 'what a party shows beyond its share of wrong ones is looked up few at a time, and another party waits for none of it',
    },
  },
  {
    party: 'anybody',
    takes: 'the event loop, by asking again as soon as it is refused',
    bound:
      '100 unknown routes, secrets and keys a second for each address, ten refusals a second for those beyond their requests to the API; further ones are a second late',
    where: `${server}/lib/sharing/late-answers.ts`,
    test: {
      file: `${server}/gateway/callers.db.test.ts`,
      name: 'strangers who show unknown routes and secrets too often are refused late, while a caller with the secret is served',
    },
  },
  {
    party: 'anybody',
    takes: 'refusals that are not late, by asking on many connections',
    bound: '1,000 refusals of a party are held back at once; further connections are broken off',
    each: 'process',
    where: `${server}/lib/http/refuse-late.ts`,
    test: {
      file: `${server}/lib/http/refuse-late.test.ts`,
      name: 'a refusal is given at once, then late, and beyond what may be held back the connection is broken off without one',
    },
  },
  {
    party: 'anybody',
    takes: 'the processor, by setting new passwords with invented links',
    bound: 'a link is looked at first, like any other credential; one that is wrong counts as a wrong guess',
    where: `${server}/actions/accounts/reset-password.ts`,
    test: {
      file: `${server}/api/accounts/people.db.test.ts`,
      name: 'are told that a link for a new password is invented before anything is hashed',
    },
  },
  {
    party: 'anybody',
    takes: 'the mailbox of a person, by asking for a new password',
    bound: 'three links an hour that were not used',
    where: `${server}/actions/accounts/reset-password.ts`,
    test: {
      file: `${server}/api/platform/notifications.db.test.ts`,
      name: 'is sent three times an hour to one who did not use it, however often somebody asks for a new password',
    },
  },
  {
    party: 'anybody',
    takes: 'paths of the platform at an application, by odd spellings',
    bound: 'what is left each time escapes are resolved is judged by one rule, three times over',
    where: `${server}/domain/route/route-path.ts`,
    test: {
      file: `${server}/domain/route/route-path.test.ts`,
      name: 'no spelling hides a way up, or a path of the platform, from the gateway',
    },
  },
  {
    party: 'anybody',
    takes: 'memory and time, by bodies',
    bound: '64 KB to sign in or up; elsewhere no body is read before its credential is right',
    where: `${server}/api/http/register-routes.ts`,
    test: {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'sends no body that is read: its credential is refused before',
    },
  },
  {
    party: 'anybody',
    takes: 'connections and descriptors, at the API and for tunnels',
    bound:
      'a quarter and an eighth of all descriptors; a sixteenth of that for one address, twice as much for a /56 of IPv6, four times for a /48',
    each: 'process',
    where: `${server}/lib/sharing/connection-shares.ts`,
    test: {
      file: `${server}/lib/sharing/connection-shares.process.test.ts`,
      name: 'closes what one address opens beyond its share, and takes it again when another has closed',
    },
  },
  {
    party: 'anybody',
    takes: 'all connections of a port, with several addresses',
    bound: 'a port that is full closes the newest idle connection of the party with the most',
    each: 'process',
    where: `${server}/lib/sharing/connection-shares.ts`,
    test: {
      file: `${server}/lib/sharing/connection-shares.process.test.ts`,
      name: 'a port that is full makes room at the cost of the party with the most: its newest connection on which nothing is asked',
    },
  },
  {
    party: 'anybody',
    takes: 'connections and descriptors, at gateway, state interface, relay and telemetry',
    bound:
      'a quarter, an eighth, a sixteenth and a sixteenth of all descriptors; a sixteenth of that for one address that is no trusted proxy',
    each: 'process',
    where: `${server}/wiring/port-shares.ts`,
    test: {
      file: `${server}/lib/http/http-server.test.ts`,
      name: 'a port that is full closes an idle connection of the party with the most, and answers what is under way',
    },
  },
  {
    party: 'anybody',
    takes: 'memory, by not taking answers of the API',
    bound: 'a minute in which nothing of an answer is taken; the description of the API is held once for all',
    where: `${server}/lib/http/end-untaken.ts`,
    test: {
      file: `${server}/lib/http/end-untaken.process.test.ts`,
      name: 'a connection whose answer nobody takes is closed',
    },
  },
  {
    party: 'anybody',
    takes: 'the event loop, by asking for pages, files and images',
    bound: '6,000 a minute for each address outside the API; further ones are a second late',
    each: 'process',
    where: `${server}/api/http/elsewhere.ts`,
    test: {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'is elsewhere no refusal: those who ask too often are answered late, by address, and health at once',
    },
  },
  {
    party: 'anybody',
    takes: 'the event loop, by reading the documentation',
    bound: 'each page is rendered once',
    where: `${server}/api/docs/keep-pages.ts`,
    test: {
      file: `${server}/api/docs/docs.test.ts`,
      name: 'renders a page once, whatever its address looks like',
    },
  },
  {
    party: 'anybody',
    takes: 'the event loop, by searching the documentation',
    bound:
      'one search at a time, turns between addresses, a tenth of a second of rest after each, eight waiting for each',
    each: 'process',
    where: `${server}/api/docs/docs-search-page.ts`,
    test: {
      file: `${server}/api/docs/docs.test.ts`,
      name: 'is searched in turns: one address that searches without pause is told to wait, and another finds what it looks for',
    },
  },
  {
    party: 'anybody',
    takes: 'time, by sending a body slowly to the API',
    bound: '20 seconds',
    where: `${server}/lib/http/body-deadline.ts`,
    test: { file: `${server}/api/http/slow-callers.db.test.ts`, name: 'a body that does not arrive is not waited for' },
  },
  {
    party: 'anybody',
    takes: 'time, at the port for tunnels',
    bound: 'ten seconds for the head of a request; no connection after its answer',
    where: `${server}/tunnel/tunnel-port.ts`,
    test: {
      file: `${server}/tunnel/tunnel-port.test.ts`,
      name: 'a stranger keeps no connection beyond its answer, though it did not send all that it announced',
    },
  },
  {
    party: 'anybody',
    takes: 'connections to the database, by tickets for tunnels that nobody gave',
    bound: '16 that are looked up at once, four for each address and twelve waiting; addresses take turns',
    each: 'process',
    where: `${server}/tunnel/server.ts`,
    test: {
      file: `${server}/tunnel/tunnel.db.test.ts`,
      name: 'strangers with wrong tickets leave connections to the database to other addresses',
    },
  },
  {
    party: 'anybody',
    takes: 'places at an application, by its public paths',
    bound: 'a fifth of the places of a route and a tenth of those of an application; none while a body is coming',
    each: 'process',
    where: `${server}/gateway/concurrency.ts`,
    test: {
      file: `${server}/gateway/forward-stream.db.test.ts`,
      name: 'callers who send nothing take no place, those without a secret few, and callers with one are served',
    },
  },
  {
    party: 'anybody',
    takes: 'the shares of many organizations, by making them',
    bound: '100 organizations that one person owns; operators make more',
    where: `${server}/actions/platform/keep-share.ts`,
    test: {
      file: `${server}/api/platform/shares.db.test.ts`,
      name: 'a person owns a share of organizations, while operators make them for others',
    },
  },
  {
    party: 'anybody',
    takes: 'requests to identity providers, by starting to sign in',
    bound:
      'a provider is asked once for all who wait, and what it says is kept for five minutes; four requests at once for an address and for an organization, 16 in all',
    each: 'process',
    where: `${server}/outbound/oidc-discovery.ts`,
    test: {
      file: `${server}/outbound/oidc-discovery.test.ts`,
      name: 'strangers who start at providers that stay silent have few requests under way, and another address has its turn',
    },
  },
  {
    party: 'publisher',
    takes: 'the event loop, by Markdown',
    bound:
      'a process of low priority with 4 seconds and 128 MB, four texts waiting for each organization, 40 levels; who has it for longer than a second rests three times as long',
    each: 'process',
    where: `${server}/lib/markdown/markdown-queue.ts`,
    test: {
      file: `${server}/lib/markdown/markdown-queue.process.test.ts`,
      name: 'is refused where it takes too long, while the event loop goes on, and the next text is rendered',
    },
  },
  {
    party: 'publisher',
    takes: 'the database, by texts that are slow to search',
    bound: 'the parser of words gets words and spaces alone, so that it takes milliseconds for the longest text',
    where: `${server}/store/database/migrations/0247_search_words.sql`,
    test: {
      file: `${server}/api/listing/catalogue.db.test.ts`,
      name: 'takes a text in that is made to be slow to search, and finds its words: %j',
    },
  },
  {
    party: 'publisher',
    takes: 'memory and threads, by pictures',
    bound: 'one is decoded at a time, for ten seconds and 40 megapixels; eight wait for each organization',
    each: 'process',
    where: `${server}/actions/listing/reencode-picture.ts`,
    test: {
      file: `${server}/actions/listing/reencode-picture.test.ts`,
      name: 'one organization that sends many pictures at once is told to wait, and others have their turn',
    },
  },
  {
    party: 'publisher',
    takes: 'lists of everybody, by a row that cannot be shown',
    bound: 'the row is left out and reported',
    where: `${server}/api/http/answer-text.ts`,
    test: { file: `${server}/api/http/answer-text.test.ts`, name: 'leaves a row out that could not become an item' },
  },
  {
    party: 'publisher',
    takes: 'time, by a manifest',
    bound: '256 KB, 64 levels, 100 settings looked at, 500 problems told',
    where: 'packages/manifest/src/parse-manifest.ts',
    test: {
      file: 'packages/manifest/src/parse-manifest.test.ts',
      name: 'looks at no more settings than are allowed, and reports a bounded number of problems',
    },
  },
  {
    party: 'publisher',
    takes: 'memory and time, by sending a manifest of an image slowly',
    bound: '20 seconds; layers, which are never held, may take an hour',
    where: `${server}/registry/register-registry.ts`,
    test: {
      file: `${server}/registry/manifests.db.test.ts`,
      name: 'a manifest that does not arrive is not waited for, while a layer may come slowly',
    },
  },
  {
    party: 'publisher',
    takes: 'all tunnels of a process, by many organizations',
    bound: '20 for an organization and 60 for a person, keys that the person made included',
    where: `${server}/actions/route/open-tunnel.ts`,
    test: {
      file: `${server}/tunnel/tunnel.db.test.ts`,
      name: 'a person has no more tunnels than one may, in however many organizations',
    },
  },
  {
    party: 'publisher',
    takes: 'disk, by images',
    bound: '2 GB for an image and 20 GB for an organization, as stored',
    where: `${server}/domain/image/quota.ts`,
    test: {
      file: `${server}/registry/keeping.db.test.ts`,
      name: 'an organization beyond its quota pushes no more; a blob that several apps share counts once',
    },
  },
  {
    party: 'publisher',
    takes: 'disk and the database, by uploads at once and by manifests',
    bound:
      'an upload takes its room in the quota before its bytes come; manifests count, and a listing has 5,000 images and tags',
    where: `${server}/registry/upload-room.ts`,
    test: {
      file: `${server}/registry/keeping.db.test.ts`,
      name: 'uploads that come at the same time have together no more than the quota, also before the first has ended',
    },
  },
  {
    party: 'publisher',
    takes: 'disk, by images that unpack to much',
    bound: '8 GB for an image and 60 GB for the running images of an organization; then no further release is accepted',
    where: `${server}/domain/release/release-check.ts`,
    test: {
      file: `${server}/domain/release/release-check.test.ts`,
      name: 'an organization whose running images unpack to more than its quota brings no further release',
    },
  },
  {
    party: 'publisher',
    takes: 'the thread that hashes uploads, by many at once',
    bound: 'every byte is hashed once; 256 uploads are hashed while they come, others when they are complete',
    each: 'process',
    where: `${server}/store/image/file-hashes.ts`,
    test: {
      file: `${server}/store/image/file-hashes.test.ts`,
      name: 'of many files that grow at once a bounded number is hashed ahead, and every digest is right',
    },
  },
  {
    party: 'publisher',
    takes: 'files outside its image, by hostile layers',
    bound: 'paths, links and whiteouts stay inside; those that do not are refused',
    where: 'packages/oci/src/layer-path.ts',
    test: {
      file: 'packages/oci/src/hostile.test.ts',
      name: 'unpacking writes nothing outside its folder and ends in a file tree or a refusal',
    },
  },
  {
    party: 'publisher',
    takes: 'streams of container output',
    bound: 'twenty for each person and key; they end with the credential',
    each: 'process',
    where: `${server}/api/http/stream-shares.ts`,
    test: {
      file: `${server}/api/http/slow-callers.db.test.ts`,
      name: 'a stream of container output ends with the key it was opened with, and each key has a limited number of them',
    },
  },
  {
    party: 'customer',
    takes: 'rows, by making things without end',
    bound:
      '200 listings, tenants and API keys, 5,000 installations, 500 open invitations, 100 alert rules, 50 signing keys and domains for an organization',
    where: `${server}/actions/platform/keep-share.ts`,
    test: {
      file: `${server}/api/platform/shares.db.test.ts`,
      name: 'makes no more of them, and two that take the last place at once are one',
    },
  },
  {
    party: 'customer',
    takes: 'memory and time, by bodies of a directory',
    bound: '4 MB, 20 seconds, four at once for each directory and 16 for all, 64 waiting for each',
    each: 'process',
    where: `${server}/scim/register-scim.ts`,
    test: {
      file: `${server}/scim/slow-directories.db.test.ts`,
      name: 'a directory has few bodies on their way at once, and few that wait for their turn',
    },
  },
  {
    party: 'customer',
    takes: 'a larger share of requests, by making keys',
    bound: '30,000 requests a minute for all keys of an organization',
    each: 'process',
    where: `${server}/api/http/request-limits.ts`,
    test: {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'counts all keys of an organization together, too: more keys are no larger share',
    },
  },
  {
    party: 'customer',
    takes: 'a larger share of streams, by making keys',
    bound: '100 streams for all keys of an organization',
    each: 'process',
    where: `${server}/api/http/stream-shares.ts`,
    test: {
      file: `${server}/api/http/stream-shares.test.ts`,
      name: 'refuses the keys of an organization that have too many together, however many keys they are',
    },
  },
  {
    party: 'customer',
    takes: 'connections to the database, by state reads of releases on trial',
    bound: 'two reads at once for each installation and eight for all, 16 waiting for each, 1.5 seconds',
    each: 'process',
    where: `${server}/state/isolated-read.ts`,
    test: {
      file: `${server}/actions/trial/isolated-instance.db.test.ts`,
      name: 'reads the state with two connections to the database, however many ask at once',
    },
  },
  {
    party: 'customer',
    takes: 'disk, by saving configurations without end',
    bound: '1,000 revisions and 256 MB for an installation; the oldest go',
    where: `${server}/actions/installation/write-configuration.ts`,
    test: {
      file: `${server}/api/installation/configurations.db.test.ts`,
      name: 'of an installation the newest revisions are kept up to a number and a size, and the present one always',
    },
  },
  {
    party: 'customer',
    takes: 'mailboxes of strangers, by inviting them and taking it back',
    bound: '500 invitations a day for an organization, five for one address',
    where: `${server}/actions/accounts/refuse-invitation-flood.ts`,
    test: {
      file: `${server}/api/platform/shares.db.test.ts`,
      name: 'invitations that are taken back at once are mailed all the same: a few a day to one address, a share to all',
    },
  },
  {
    party: 'customer',
    takes: 'the containers of trials',
    bound:
      'five trials of an installation wait or run, each for four hours; organizations that have none under way come first',
    where: `${server}/actions/trial/create-trial.ts`,
    test: {
      file: `${server}/api/trial/trials.db.test.ts`,
      name: 'an installation has a share of trials that wait or run, and organizations take turns',
    },
  },
  {
    party: 'customer',
    takes: 'places at an application that others use too',
    bound: '100 calls for each route; the last quarter of an application is for routes with few calls',
    each: 'process',
    where: `${server}/gateway/concurrency.ts`,
    test: {
      file: `${server}/gateway/concurrency.test.ts`,
      name: 'leave the last quarter of an application to routes that have few',
    },
  },
  {
    party: 'application',
    takes: 'the kernel, by system calls and sockets',
    bound: 'an allow list of calls; local, IPv4, IPv6 and route sockets alone',
    where: `${engines}/sandbox/seccomp-filter.ts`,
    test: {
      file: `${engines}/sandbox/seccomp-filter.test.ts`,
      name: 'allows what is listed alone: a call that a later kernel adds does not exist',
    },
  },
  {
    party: 'application',
    takes: 'the event loop and descriptors, by its answer to a health request',
    bound: 'the status alone is read; then the connection is closed',
    where: `${server}/outbound/check-health.ts`,
    test: {
      file: `${server}/outbound/check-health.process.test.ts`,
      name: 'is judged by the status alone: the connection of an answer that never ends is closed at once',
    },
  },
  {
    party: 'application',
    takes: 'the state interface and the database, by telemetry',
    bound:
      '256 KB and ten seconds a request, 120 requests and 1,200 spans a minute for each release, 100,000 kept for an app',
    each: 'process',
    where: `${server}/state/receive-telemetry.ts`,
    test: {
      file: `${server}/state/telemetry.db.test.ts`,
      name: 'an app that reports without end is told to wait, and its spans are kept up to a bound',
    },
  },
  {
    party: 'application',
    takes: 'connections to the database, by failing at all its events',
    bound: 'one for each route and four for all, while the health of routes changes',
    each: 'process',
    where: `${server}/actions/delivery/health-turns.ts`,
    test: {
      file: `${server}/actions/delivery/health-turns.db.test.ts`,
      name: 'a route whose deliveries fail all at once waits for its health with one connection, and leaves the others to everybody',
    },
  },
  {
    party: 'application',
    takes: 'the way out of the sandbox, by hoarding connections',
    bound: '512 to the state interface and to each shown address for an instance, 2,048 to declared hosts',
    where: `${engines}/sandbox/relay.ts`,
    test: {
      file: `${engines}/sandbox/relay.process.test.ts`,
      name: 'an instance that hoards connections to one place gets no more than its share, and another when it closes one',
    },
  },
  {
    party: 'application',
    takes: 'the log, by writing much',
    bound: 'a burst, then a rate; what is above is dropped and counted',
    where: `${server}/domain/deployment/output-rate.ts`,
    test: {
      file: `${server}/domain/deployment/output-rate.test.ts`,
      name: 'takes a burst, then drops what is above the rate and says how much',
    },
  },
  {
    party: 'application',
    takes: 'the event loop, by writing much',
    bound: 'secrets are looked for in 16 KB of output; then everybody else has a turn',
    where: `${server}/actions/deployment/take-in-output.ts`,
    test: {
      file: `${server}/lib/schedule/map-in-slices.test.ts`,
      name: 'others have a turn between two slices of work, and every item is mapped in its order',
    },
  },
  {
    party: 'application',
    takes: 'the event loop, by ending again and again',
    bound: 'instances of the sandbox are started from a thread of their own',
    where: `${engines}/sandbox/keeper-starter.ts`,
    test: {
      file: `${engines}/sandbox/keeper-starter.process.test.ts`,
      name: 'a start that takes long does not hold up the event loop',
    },
  },
  {
    party: 'application',
    takes: 'the processor, by computing without pause',
    bound: 'one core at most; after ten seconds what others leave, until it is calm for 15 seconds',
    where: `${server}/domain/deployment/processor-turn.ts`,
    test: {
      file: `${server}/actions/deployment/watch-use.test.ts`,
      name: 'of several instances the one that computes without pause gives way, and the others keep their share',
    },
  },
  {
    party: 'application',
    takes: 'the processor, by writing much',
    bound: 'output is read at most 4 MB a second; what writes faster waits',
    where: `${engines}/sandbox/read-at-rate.ts`,
    test: {
      file: `${engines}/sandbox/read-at-rate.test.ts`,
      name: 'what a program writes as fast as it can is read slice by slice, and nothing of it is lost',
    },
  },
  {
    party: 'application',
    takes: 'memory of a worker, by what it answers in a trial',
    bound: '5 MB an answer, 200 differences a call, 2,000 places and a million premiums a trial',
    where: `${server}/domain/trial/comparison.ts`,
    test: {
      file: `${server}/domain/trial/comparison.test.ts`,
      name: 'whose answers hold too many premiums fails before they fill the memory',
    },
  },
  {
    party: 'application',
    takes: 'the copies of others, by hanging as a shadow',
    bound: 'half of the copies on their way for one release, within the time of the call',
    each: 'process',
    where: `${server}/gateway/shadow-copies.ts`,
    test: {
      file: `${server}/gateway/shadow-copies.db.test.ts`,
      name: 'a shadow that hangs leaves room for that of another release, and does not hold up the end',
    },
  },
  {
    party: 'application',
    takes: 'neighbours of the machine, which trust it for its address',
    bound: 'no address in a network of the machine, public ones included, but what the operator allows',
    where: `${engines}/egress/public-address.ts`,
    test: {
      file: `${engines}/egress/rules.test.ts`,
      name: 'only public addresses are reached, in whichever spelling, and what the allow list names',
    },
  },
  {
    party: 'application',
    takes: 'the event loop, by long answers',
    bound:
      'an answer is looked through in one pass and not built, 1,000 levels; what recorders read beyond 256 KB is read in a thread with 20 seconds and 256 MB, installations in turns',
    each: 'process',
    where: `${server}/gateway/large-bodies.ts`,
    test: {
      file: `${server}/gateway/pricing-recorder.test.ts`,
      name: 'large bodies are read apart: the event loop parses none of them, and the row has its premiums',
    },
  },
  {
    party: 'customer',
    takes: 'the records of others, by many and large calls',
    bound:
      'half of what may wait for one installation: prices, payloads, last answers, samples, field names, policies, records of calls, copies for shadows',
    each: 'process',
    where: `${server}/lib/sharing/half-share.ts`,
    test: {
      file: `${server}/gateway/call-recorder.test.ts`,
      name: 'one installation has at most half of the records that wait; those of others are kept',
    },
  },
  {
    party: 'customer',
    takes: 'the threads that look names up, by names whose servers stay silent',
    bound: 'no thread: names are asked for without one, for six seconds, 1,000 at once; the same name once',
    each: 'process',
    where: `${server}/outbound/system-resolve.ts`,
    test: {
      file: `${server}/outbound/system-resolve.process.test.ts`,
      name: 'names whose servers stay silent hold up no other name, and end at a deadline',
    },
  },
  {
    party: 'policy system',
    takes: 'memory, by bodies of calls and answers that are on their way',
    bound:
      '48 MB for a route, 96 MB for an application and an organization, 256 MB in all; the last quarter is for those who hold little',
    each: 'process',
    where: `${server}/gateway/byte-budget.ts`,
    test: {
      file: `${server}/gateway/forward-held.db.test.ts`,
      name: 'bodies and answers of one route hold no more than its share of the memory, and other routes are served',
    },
  },
  {
    party: 'policy system',
    takes: 'memory, by events and reports that arrive at once',
    bound:
      '1,000 and 24 MB for a route, 48 MB for an application and an organization, 128 MB in all; further ones are 503 and are sent again',
    each: 'process',
    where: `${server}/gateway/byte-budget.ts`,
    test: {
      file: `${server}/gateway/accept-webhook.db.test.ts`,
      name: 'of one route few events arrive at once: further ones are sent again later, and those of others are taken in',
    },
  },
  {
    party: 'policy system',
    takes: 'the turns of others, by a flood of events',
    bound: 'organizations and their routes take turns at being written; what finds the backlog full is not read',
    each: 'process',
    where: `${server}/lib/sharing/turns.ts`,
    test: {
      file: `${server}/actions/delivery/receive-event.test.ts`,
      name: 'a flood of events of one organization stands before one event of another and not before it all',
    },
  },
  {
    party: 'policy system',
    takes: 'the database, by events',
    bound: '1 MB for an event, 100,000 waiting for a route and 2 GB of bodies',
    where: `${server}/actions/delivery/receive-event.ts`,
    test: {
      file: `${server}/gateway/accept-webhook.db.test.ts`,
      name: 'a route whose backlog is full refuses further events',
    },
  },
  {
    party: 'policy system',
    takes: 'the database, by events that are delivered and payloads that are recorded',
    bound: '10 GB of bodies and 2 GB of payloads for an installation; the oldest go',
    where: `${server}/store/call/kept-bytes.ts`,
    test: {
      file: `${server}/store/call/kept-bytes.db.test.ts`,
      name: 'an installation that keeps more bytes of events than its share loses the oldest bodies, hour by hour; others lose nothing',
    },
  },
  {
    party: 'policy system',
    takes: 'the database, by rater requests that all differ and whose last answers are kept',
    bound: '10,000 last answers and 256 MB for an installation; the oldest go',
    where: `${server}/gateway/last-answers.ts`,
    test: {
      file: `${server}/gateway/fallback.db.test.ts`,
      name: 'an installation keeps a number of last answers and of bytes: the oldest go, and those of others stay',
    },
  },
  {
    party: 'policy system',
    takes: 'memory and time, by lists without an end',
    bound: '2 MB an answer, 32 levels, 100 items a page, 60 pages and 8 MB a list',
    each: 'process',
    where: `${server}/outbound/policy/policy-client.ts`,
    test: {
      file: `${server}/outbound/policy/hostile-answers.process.test.ts`,
      name: 'is a list that ends, or counts as no answer',
    },
  },
  {
    party: 'customer',
    takes: 'calls to policy systems, by many tenants',
    bound: '12 calls at once for an organization and 6 of these for a tenant, 32 for all; two schemas are read at once',
    each: 'process',
    where: `${server}/outbound/policy/policy-queue.ts`,
    test: {
      file: `${server}/outbound/policy/hostile-answers.process.test.ts`,
      name: 'an organization has few of the calls at once, however many tenants it has, and a tenant few of these',
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
      name: 'with too many fields is refused while the event loop goes on',
    },
  },
]
