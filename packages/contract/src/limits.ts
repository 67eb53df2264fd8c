import type { FailureCode } from './errors/codes.ts'

/** A limit that callers, publishers or customers meet. The code enforces these values; `docs/reference/limits.md` is written from them. */
export interface Limit {
  /** Bytes, milliseconds or a number of things, by its unit. */
  value: number
  unit: 'bytes' | 'ms' | 'things'
  area:
    | 'API'
    | 'Organizations'
    | 'Signing in'
    | 'Gateway'
    | 'Deliveries and hooks'
    | 'Relay'
    | 'Telemetry'
    | 'Images and listings'
    | 'Trials'
    | 'Tunnels'
    | 'Kept'
  of: string
  /** The code of the answer beyond it, or what happens instead. */
  beyond: FailureCode | { effect: string }
  /** `process`: each process counts by itself, so *n* of them let up to *n* times as many pass. Absent: the whole platform. */
  each?: 'process'
  /** The variable by which an operator sets another value. */
  setBy?: string
}

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB
const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

export const limits = {
  apiRequests: inProcess('API', 6_000, 'Requests a minute of one person, key or address', 'rate_limited'),
  organizationRequests: inProcess(
    'API',
    30_000,
    'Requests a minute of all API keys of one organization together',
    'rate_limited',
  ),
  apiBody: bytes('API', MB, 'Body of a request, where nothing else is said', 'body_too_large'),
  openBody: bytes(
    'API',
    64 * KB,
    'Body of a request that needs no credential: to sign in, to sign up',
    'body_too_large',
  ),
  configurationBody: bytes('API', 4 * MB, 'Body of a launch, a configuration or an upgrade', 'body_too_large'),
  apiBodyTime: time('API', 20 * SECOND, 'Time for a body to arrive, also of a directory and of an image manifest', {
    effect: '408, and the connection is closed',
  }),
  otherRequests: inProcess(
    'API',
    6_000,
    'Requests a minute of one address outside the API: pages, downloads, images, directories',
    {
      effect: 'further ones are answered a second later',
    },
  ),
  answerStall: time('API', MINUTE, 'Time in which nothing of an answer is taken', {
    effect: 'the connection is closed',
  }),
  wrongCredentials: inProcess('API', 600, 'Wrong credentials from one address a minute', {
    effect: 'credentials from there that were not right before wait a second, and then for each other',
  }),
  openStreams: inProcess('API', 20, 'Open streams of one person or key', 'rate_limited'),
  organizationStreams: inProcess(
    'API',
    100,
    'Open streams of all API keys of one organization together',
    'rate_limited',
  ),
  organizations: things('Organizations', 100, 'Organizations that one person owns', 'quota_exceeded'),
  listings: things('Organizations', 200, 'Listings of an organization', 'quota_exceeded'),
  tenants: things('Organizations', 200, 'Tenants of an organization', 'quota_exceeded'),
  installations: things('Organizations', 5_000, 'Installations of an organization', 'quota_exceeded'),
  apiKeys: things('Organizations', 200, 'API keys of an organization', 'quota_exceeded'),
  invitations: things('Organizations', 500, 'Open invitations of an organization', 'quota_exceeded'),
  invitationsADay: things('Organizations', 500, 'Invitations that an organization sends a day', 'quota_exceeded'),
  invitationsOfAddress: things(
    'Organizations',
    5,
    'Invitations that an organization sends one address a day',
    'quota_exceeded',
  ),
  signingKeys: things('Organizations', 50, 'Signing keys of an organization', 'quota_exceeded'),
  ssoDomains: things('Organizations', 50, 'Domains of an organization', 'quota_exceeded'),
  alertRules: things('Organizations', 100, 'Alert rules of an organization', 'quota_exceeded'),
  sessionIdle: time('Signing in', 12 * 60 * MINUTE, 'Session of a person without use', 'credentials_wrong'),
  freshFactor: time('Signing in', 5 * MINUTE, 'Time for which a factor counts as fresh', 'step_up_required'),
  factorGuesses: things('Signing in', 5, 'Wrong factors of one account', 'factor_locked'),
  placeGuesses: things('Signing in', 50, 'Wrong factors from one address', 'factor_locked'),
  factorLock: time('Signing in', 15 * MINUTE, 'Time of such a lock', { effect: 'it ends by itself' }),
  providerTime: time('Signing in', 10 * MINUTE, 'Time to sign in at a provider', 'sign_in_expired'),
  toolApproval: time('Signing in', 2 * MINUTE, 'Time from the approval of a tool to its session', 'sign_in_expired'),
  deviceApproval: time('Signing in', 10 * MINUTE, 'Time to approve a tool on another machine', 'sign_in_expired'),
  deviceStarts: inProcess('Signing in', 10, 'Sign-ins of tools that one address begins a minute', 'rate_limited'),
  resetLinks: things('Signing in', 3, 'Open links for a new password that are mailed to one person an hour', {
    effect: 'no further mail is sent',
  }),
  passkeys: things('Signing in', 20, 'Passkeys of one person', 'quota_exceeded'),
  scimRequests: inProcess('Signing in', 3_000, 'Requests a minute of one directory', { effect: '429' }),
  scimUsers: things('Signing in', 50_000, 'Users of a directory', { effect: '400' }),
  scimGroups: things('Signing in', 5_000, 'Groups of a directory', { effect: '400' }),
  scimMembers: things('Signing in', 20_000, 'Members of a group of a directory', { effect: '400' }),
  scimBodies: inProcess('Signing in', 4, 'Bodies of one directory on their way at once', {
    effect: 'the others wait for their turn',
  }),
  scimBody: bytes('Signing in', 4 * MB, 'Body of a request of a directory', { effect: '413' }),
  webhookBody: bytes('Gateway', MB, 'Body of a webhook', 'body_too_large'),
  callBody: bytes('Gateway', 5 * MB, 'Body of any other call', 'body_too_large'),
  callAnswer: bytes('Gateway', 5 * MB, 'Answer to an autofill or rater call', 'app_bad_answer'),
  unknownKeys: inProcess('Gateway', 100, 'Unknown routes, secrets or keys from one address a second', {
    effect: 'further ones are refused a second later',
  }),
  streamTime: time('Gateway', 30 * SECOND, 'Time for a call to another path', 'app_timeout'),
  routeCalls: { ...inProcess('Gateway', 100, 'Calls of one route at once', 'too_busy'), setBy: 'MKT_ROUTE_CALLS' },
  appCalls: { ...inProcess('Gateway', 500, 'Calls of one app at once', 'too_busy'), setBy: 'MKT_APP_CALLS' },
  routeCallMemory: {
    ...bytes('Gateway', 48 * MB, 'Bodies and held answers of the calls of one route at once', 'too_busy'),
    each: 'process',
  },
  appCallMemory: {
    ...bytes('Gateway', 96 * MB, 'The same of one app, and of one organization', 'too_busy'),
    each: 'process',
  },
  callMemory: { ...bytes('Gateway', 256 * MB, 'The same of all calls', 'too_busy'), each: 'process' },
  arrivingEvents: inProcess('Gateway', 1_000, 'Events of one route that arrive at once', 'event_not_stored'),
  routeEventMemory: {
    ...bytes('Gateway', 24 * MB, 'Bodies of events of one route that arrive at once', 'event_not_stored'),
    each: 'process',
  },
  appEventMemory: {
    ...bytes('Gateway', 48 * MB, 'The same of one app, and of one organization', 'event_not_stored'),
    each: 'process',
  },
  eventMemory: { ...bytes('Gateway', 128 * MB, 'The same of all events', 'event_not_stored'), each: 'process' },
  waitingEvents: things('Gateway', 100_000, 'Waiting events of one route', 'backlog_full'),
  waitingBytes: bytes('Gateway', 2 * GB, 'Bodies of waiting events of one route', 'backlog_full'),
  fieldBody: bytes('Gateway', MB, 'Bodies of a call whose field names are read', { effect: 'counted as unread' }),
  fieldNames: things('Gateway', 500, 'Field names kept of an installation and day', {
    effect: 'counted without a name',
  }),
  attemptTime: time('Deliveries and hooks', 15 * SECOND, 'Time for an attempt of a delivery', {
    effect: 'the attempt failed',
  }),
  shownAnswer: bytes('Deliveries and hooks', 16 * KB, 'Answer of an attempt or hook that is shown', {
    effect: 'the rest is cut',
  }),
  warnAfter: time('Deliveries and hooks', 60 * MINUTE, 'Failing without a success until somebody is warned', {
    effect: 'a notification',
  }),
  pauseAfter: time('Deliveries and hooks', 3 * DAY, 'Failing without a success until a route pauses', {
    effect: 'events wait',
  }),
  pauseAttempts: things('Deliveries and hooks', 10, 'Failed attempts that a pause needs besides', {
    effect: 'no pause',
  }),
  hookTime: time('Deliveries and hooks', MINUTE, 'Time for one try of a lifecycle hook', { effect: 'the try failed' }),
  hookTries: things('Deliveries and hooks', 3, 'Tries of a lifecycle hook', { effect: 'the hook failed' }),
  hookPolling: time('Deliveries and hooks', 15 * MINUTE, 'Time for a hook that answered 202', {
    effect: 'the hook failed',
  }),
  checkTime: time('Deliveries and hooks', 10 * SECOND, 'Time for the check of a configuration', {
    effect: 'the app did not answer',
  }),
  isolatedReads: inProcess('Trials', 2, 'State reads of one installation by releases on trial at once', {
    effect: 'the others wait, then 429 `too_busy`',
  }),
  relayCalls: inProcess('Relay', 100, 'Requests of one installation at once', 'too_busy'),
  relayStall: time('Relay', MINUTE, 'Time in which nothing moves', 'tenant_timeout'),
  tunnels: things('Tunnels', 20, 'Tunnels of an organization at once', 'tunnel_refused'),
  tunnelsOfPerson: things(
    'Tunnels',
    60,
    'Tunnels at once of one person and of the keys that person made',
    'tunnel_refused',
  ),
  tunnelRequests: things('Tunnels', 64, "Requests to one developer's machine at once", {
    effect: 'the others are answered with 503',
  }),
  telemetryBody: bytes('Telemetry', 256 * KB, 'One export request of an app', 'body_too_large'),
  telemetryRequests: inProcess('Telemetry', 120, 'Export requests a minute of one release', 'rate_limited'),
  telemetrySpans: inProcess('Telemetry', 1_200, 'Spans a minute of one release', { effect: 'the others are dropped' }),
  tracedReads: inProcess('Telemetry', 600, 'State reads a minute of one installation that are steps of a trace', {
    effect: 'the others are answered alike and are no steps',
  }),
  spansPerApp: things('Telemetry', 100_000, 'Spans and state reads kept for one app', { effect: 'the oldest go' }),
  imageBytes: bytes('Images and listings', 2 * GB, 'One image, as stored', {
    effect: 'the push is refused with `DENIED`',
  }),
  organizationBytes: bytes('Images and listings', 20 * GB, 'All images of an organization', {
    effect: 'the push is refused with `DENIED`',
  }),
  listingImages: things('Images and listings', 5_000, 'Images of a listing, and tags', {
    effect: 'the push is refused with `DENIED`',
  }),
  unpackedBytes: bytes('Images and listings', 60 * GB, 'All running images of an organization, unpacked', {
    effect: 'a further release is rejected (`image.quota`)',
  }),
  variables: things('Images and listings', 100, 'Variables of a listing', 'request_invalid'),
  screenshots: things('Images and listings', 8, 'Screenshots of a listing', 'image_invalid'),
  picturePixels: things('Images and listings', 40_000_000, 'Pixels of a picture', 'image_invalid'),
  outputBurst: bytes('Images and listings', 4 * MB, 'Output of a container at once', {
    effect: 'held to the rate below',
  }),
  outputRate: bytes('Images and listings', 256 * KB, 'Output of a container a second, after such a burst', {
    effect: 'dropped and counted',
  }),
  outputKept: bytes('Images and listings', 50 * MB, 'Output of containers kept of one app', {
    effect: 'the oldest is removed',
  }),
  sampleCalls: things('Trials', 5_000, 'Calls of a pinned sample', { effect: 'no more are kept' }),
  sampleDays: time('Trials', 400 * DAY, 'Until when a sample may be pinned', 'request_invalid'),
  openTrials: things('Trials', 5, 'Trials of one installation that wait or run', 'quota_exceeded'),
  trialTime: time('Trials', 240 * MINUTE, 'Time for a trial', { effect: 'the trial fails' }),
  trialPremiums: things('Trials', 1_000_000, 'Premiums that a trial compares', { effect: 'the trial fails' }),
  shadowCalls: things('Trials', 10_000, 'Compared calls kept of one shadow', { effect: 'the oldest go' }),
  eventsKept: {
    ...time('Kept', 30 * DAY, 'Events, deliveries, calls and tenant calls', { effect: 'removed' }),
    setBy: 'MKT_KEPT_DAYS',
  },
  trafficKept: time('Kept', 30 * DAY, 'Counts and latencies by hour', { effect: 'removed' }),
  eventBytes: bytes('Kept', 10 * GB, 'Bodies of settled events of one installation', {
    effect: 'the oldest go, hour by hour',
  }),
  payloadBytes: bytes('Kept', 2 * GB, 'Recorded payloads of one installation', {
    effect: 'the oldest go, hour by hour',
  }),
  payloadsKept: {
    ...time('Kept', 7 * DAY, 'Recorded payloads of calls', { effect: 'removed' }),
    setBy: 'MKT_PAYLOAD_DAYS',
  },
  lastAnswersKept: things('Kept', 10_000, 'Last answers of raters of one installation', { effect: 'the oldest go' }),
  lastAnswerBytes: bytes('Kept', 256 * MB, 'All last answers of one installation, with their requests', {
    effect: 'the oldest go',
  }),
  outputTimeKept: time('Kept', 30 * DAY, 'Output and figures of containers', { effect: 'removed' }),
  spansKept: time('Kept', 7 * DAY, 'Spans of apps and steps of state reads', { effect: 'removed' }),
  instancesKept: time('Kept', 30 * DAY, 'Stopped instances of applications', { effect: 'removed' }),
  ledgerKept: time('Kept', 400 * DAY, 'Ledger of state reads', { effect: 'removed' }),
  fieldsKept: time('Kept', 90 * DAY, 'Field ledger', { effect: 'removed' }),
  egressKept: time('Kept', 90 * DAY, 'Egress ledger', { effect: 'removed' }),
  revisionsKept: things('Kept', 1_000, 'Revisions of the configuration of one installation', {
    effect: 'the oldest go',
  }),
  revisionBytes: bytes('Kept', 256 * MB, 'All revisions of the configuration of one installation', {
    effect: 'the oldest go',
  }),
  notificationsKept: time('Kept', 400 * DAY, 'Notifications of a person, read or not', { effect: 'removed' }),
  idempotencyKept: time('Kept', DAY, 'Idempotency keys', { effect: 'a repeat is a new request' }),
} as const satisfies Record<string, Limit>

/** Counted in memory, in each process by itself. */
function inProcess(area: Limit['area'], value: number, of: string, beyond: Limit['beyond']): Limit {
  return { ...things(area, value, of, beyond), each: 'process' }
}

function bytes(area: Limit['area'], value: number, of: string, beyond: Limit['beyond']): Limit {
  return { value, unit: 'bytes', area, of, beyond }
}

function time(area: Limit['area'], value: number, of: string, beyond: Limit['beyond']): Limit {
  return { value, unit: 'ms', area, of, beyond }
}

function things(area: Limit['area'], value: number, of: string, beyond: Limit['beyond']): Limit {
  return { value, unit: 'things', area, of, beyond }
}
