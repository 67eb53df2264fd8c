import { type Resource, server } from './resource.ts'

/** What anybody could take who has no account. */
export const anybody: readonly Resource[] = [
  {
    takes: 'CPU, by guessing passwords',
    bound:
      'two low-priority hashing threads, turns between addresses, 16 queued for each address, twice as many for an IPv6 /56 and four times for a /48, 15 s timeout; addresses with three wrong passwords in a row share one thread of the lowest priority that works a third of the time',
    each: 'process',
    where: `${server}/lib/password/password.ts`,
    test: {
      file: `${server}/lib/password/password.process.test.ts`,
      name: 'an address that keeps guessing wrong passwords delays only itself: others find a free thread',
    },
  },
  {
    takes: 'places in the queues of hashing, look-ups and searches, from many IPv6 networks',
    bound: 'an IPv6 /56 waits in twice as many places as one address, a /48 in four times as many',
    each: 'process',
    where: `${server}/lib/sharing/fair-queue.ts`,
    test: {
      file: `${server}/lib/sharing/fair-queue.test.ts`,
      name: 'leaves places to others where one owner of many IPv6 networks waits in all of them',
    },
  },
  {
    takes: 'access of another person, by locking the account',
    bound: 'ten wrong passwords lock one address out of one account for 15 minutes',
    where: `${server}/actions/accounts/guess-password.ts`,
    test: {
      file: `${server}/api/accounts/guess-password.db.test.ts`,
      name: 'wrong passwords from one address lock out neither the person nor strangers at other addresses',
    },
  },
  {
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
    takes: 'database connections, by sending many requests that are slow in the database',
    bound:
      'a fifth of the connections of a process for each party, three quarters for all; parties take turns, ten seconds',
    each: 'process',
    where: `${server}/store/database/ask-as.ts`,
    test: {
      file: `${server}/store/database/ask-as.db.test.ts`,
      name: 'a party that holds its share of the connections waits, while another party is served',
    },
  },
  {
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
    takes: 'the database, by inventing invitations, tokens of sign-ins and codes of tools',
    bound: 'looked up as other credentials are',
    each: 'process',
    where: `${server}/actions/identity/look-up-step.ts`,
    test: {
      file: `${server}/api/identity/invented-codes.db.test.ts`,
      name: 'what stands for a credential is looked up in the turn of its address',
    },
  },
  {
    takes: 'space in the database, by beginning sign-ins',
    bound: 'ten by device code, 100 by passkey and 100 by identity provider a minute for each address',
    each: 'process',
    where: `${server}/api/identity/limit-starts.ts`,
    test: {
      file: `${server}/api/identity/invented-codes.db.test.ts`,
      name: 'one address begins a limited number of sign-ins a minute',
    },
  },
  {
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
    takes: 'CPU and the database, by requests whose connection was closed because too many are delayed',
    bound: 'nothing is done for them',
    where: `${server}/api/http/elsewhere.ts`,
    test: {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'outside the API nothing is done for a request whose connection is closed because too many are delayed',
    },
  },
  {
    takes: 'CPU, by resetting passwords with invented links',
    bound: 'the link is verified before the new password is hashed; an invalid link counts as a wrong password',
    where: `${server}/actions/accounts/reset-password.ts`,
    test: {
      file: `${server}/api/accounts/people.db.test.ts`,
      name: 'an invalid password reset link is refused before anything is hashed',
    },
  },
  {
    takes: "a person's mailbox, by requesting password resets",
    bound: 'three unused links an hour',
    where: `${server}/actions/accounts/reset-password.ts`,
    test: {
      file: `${server}/api/platform/notifications.db.test.ts`,
      name: 'a password reset is mailed three times an hour at most while its links stay unused',
    },
  },
  {
    takes: 'knowledge of who has an account, by the time of password resets',
    bound: 'answered before the link is made; four links are made at once, two for an address, and 64 queued for each',
    each: 'process',
    where: `${server}/actions/accounts/reset-password.ts`,
    test: {
      file: `${server}/api/platform/notifications.db.test.ts`,
      name: 'a request for a new password is answered before its link is made, so that the time does not tell of an account',
    },
  },
  {
    takes: "the application's platform paths, by escaped spellings",
    bound: 'the path is checked again after each of three rounds of unescaping',
    where: `${server}/domain/route/route-path.ts`,
    test: {
      file: `${server}/domain/route/route-path.test.ts`,
      name: 'no spelling hides a parent folder or a platform path from the gateway',
    },
  },
  {
    takes: 'the event loop, by long headers',
    bound: 'the names in a `connection` header are read in time that grows with its length, also in answers',
    where: 'packages/contract/src/app/header-rules.ts',
    test: {
      file: 'packages/contract/src/app/header-rules.test.ts',
      name: 'the names in a connection header are read in time that grows with its length',
    },
  },
  {
    takes: 'the event loop, by long paths at the gateway',
    bound: 'a path is judged, and looked up among public paths, in time that grows with its length',
    where: `${server}/domain/route/route.ts`,
    test: {
      file: `${server}/domain/route/route.test.ts`,
      name: 'what a path is, is told in time that grows with its length, before anything is known of the caller',
    },
  },
  {
    takes: 'memory and time, by request bodies',
    bound: '64 KB at sign-in and sign-up; elsewhere no body is read before its credential is verified',
    where: `${server}/api/http/register-routes.ts`,
    test: {
      file: `${server}/api/http/limits.db.test.ts`,
      name: 'the body of an unauthenticated request is not read',
    },
  },
  {
    takes: 'memory, by request bodies for addresses at which there is nothing',
    bound: 'answered before the body is read',
    where: `${server}/lib/http/answer-unknown.ts`,
    test: {
      file: `${server}/api/http/slow-callers.db.test.ts`,
      name: 'what is at no address is answered before its body is read',
    },
  },
  {
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
    takes: 'connections and file descriptors of the gateway, state, relay and telemetry ports',
    bound:
      'gateway: a quarter of all descriptors, state: an eighth, relay and telemetry: a sixteenth each; of that a sixteenth for one address that is no trusted proxy, half for the sandboxed applications of one publisher',
    each: 'process',
    where: `${server}/wiring/port-shares.ts`,
    test: {
      file: `${server}/lib/http/http-server.test.ts`,
      name: 'a full port closes an idle connection of the party with the most, and answers requests in progress',
    },
  },
  {
    takes: 'connections and file descriptors of the port of a worker',
    bound:
      'a thirty-second of all descriptors; of that a sixteenth for one address that is no trusted proxy, and 64 at least',
    each: 'process',
    where: `${server}/workers/worker-port.ts`,
    test: {
      file: `${server}/workers/worker-port.db.test.ts`,
      name: 'one address has a limited number of connections, and another one is still answered',
    },
  },
  {
    takes: 'the event loop of a worker, by retrying immediately after each refusal of its port',
    bound: '100 refusals a second for each address; further ones are delayed by a second',
    each: 'process',
    where: `${server}/workers/worker-port.ts`,
    test: {
      file: `${server}/workers/worker-port.db.test.ts`,
      name: 'refusals are delayed over a limit, by address, and probes are not',
    },
  },
  {
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
    takes: 'the event loop, by reading the documentation',
    bound: 'each page is rendered once',
    where: `${server}/api/docs/keep-pages.ts`,
    test: {
      file: `${server}/api/docs/docs.test.ts`,
      name: 'renders a page once, regardless of its query',
    },
  },
  {
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
    takes: 'the event loop, by searching the catalogue for unknown words',
    bound:
      'the first three unknown words are corrected, each compared letter by letter only with words of nearly the same length and letters',
    where: `${server}/domain/listing/correct-words.ts`,
    test: {
      file: `${server}/domain/listing/correct-words.test.ts`,
      name: 'the first three unknown words of a search are corrected, and further ones are left alone',
    },
  },
  {
    takes: 'time, by sending a slow body to the API',
    bound: '20 seconds, on every route of the port but uploads of image layers',
    where: `${server}/lib/http/body-deadline.ts`,
    test: {
      file: `${server}/api/http/slow-callers.db.test.ts`,
      name: 'a body that does not arrive in time is refused',
    },
  },
  {
    takes: 'time, at the tunnel port',
    bound: 'ten seconds for the headers of a request; the connection is closed after the answer',
    where: `${server}/tunnel/tunnel-port.ts`,
    test: {
      file: `${server}/tunnel/tunnel-port.test.ts`,
      name: 'a connection without a valid ticket is closed after its answer, even if its body is incomplete',
    },
  },
  {
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
    takes: 'database connections, by reading state through the tunnel port with invalid tickets',
    bound: 'looked up in the same turns as tickets of tunnels',
    each: 'process',
    where: `${server}/tunnel/pass-state.ts`,
    test: {
      file: `${server}/tunnel/tunnel.db.test.ts`,
      name: 'reads of state with invalid tickets take turns with all other tickets',
    },
  },
  {
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
    takes: 'quotas of many organizations, by creating organizations',
    bound: '100 organizations owned by one person; operators may create more',
    where: `${server}/actions/platform/enforce-quota.ts`,
    test: {
      file: `${server}/api/platform/shares.db.test.ts`,
      name: 'a person owns a limited number of organizations, while operators create them for others',
    },
  },
  {
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
]
