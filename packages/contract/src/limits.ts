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
  apiRequests: inProcess('API', 6_000, 'Requests per minute of one person, API key or address', 'rate_limited'),
  organizationRequests: inProcess(
    'API',
    30_000,
    'Requests per minute of all API keys of one organization',
    'rate_limited',
  ),
  apiBody: bytes('API', MB, 'Request body, unless listed separately', 'body_too_large'),
  openBody: bytes('API', 64 * KB, 'Request body without a credential: sign-in, sign-up', 'body_too_large'),
  configurationBody: bytes('API', 4 * MB, 'Request body of a launch, a configuration or an upgrade', 'body_too_large'),
  largeBodies: inProcess('API', 4, 'Concurrent request bodies over 64 KB of one person or organization', {
    effect: 'others are queued, then `rate_limited`',
  }),
  apiBodyTime: time('API', 20 * SECOND, 'Time for a request body to arrive, also for SCIM and image manifests', {
    effect: '408, and the connection is closed',
  }),
  otherRequests: inProcess(
    'API',
    6_000,
    'Requests per minute of one address outside the API: pages, downloads, images, SCIM',
    {
      effect: 'further answers are delayed by a second',
    },
  ),
  answerStall: time('API', MINUTE, 'Time in which the client reads nothing of an answer', {
    effect: 'the connection is closed',
  }),
  wrongCredentials: inProcess('API', 600, 'Invalid credentials from one address per minute', {
    effect: 'credentials from there that were not valid before wait a second, then in a queue',
  }),
  openStreams: inProcess('API', 20, 'Open streams of one person or API key', 'rate_limited'),
  organizationStreams: inProcess('API', 100, 'Open streams of all API keys of one organization', 'rate_limited'),
  organizations: things('Organizations', 100, 'Organizations that one person owns', 'quota_exceeded'),
  listings: things('Organizations', 200, 'Listings of an organization', 'quota_exceeded'),
  tenants: things('Organizations', 200, 'Tenants of an organization', 'quota_exceeded'),
  installations: things('Organizations', 5_000, 'Installations of an organization', 'quota_exceeded'),
  apiKeys: things('Organizations', 200, 'API keys of an organization', 'quota_exceeded'),
  invitations: things('Organizations', 500, 'Open invitations of an organization', 'quota_exceeded'),
  invitationsADay: things('Organizations', 500, 'Invitations that an organization sends per day', 'quota_exceeded'),
  invitationsOfAddress: things(
    'Organizations',
    5,
    'Invitations that an organization sends to one address per day',
    'quota_exceeded',
  ),
  signingKeys: things('Organizations', 50, 'Signing keys of an organization', 'quota_exceeded'),
  ssoDomains: things('Organizations', 50, 'Domains of an organization', 'quota_exceeded'),
  alertRules: things('Organizations', 100, 'Alert rules of an organization', 'quota_exceeded'),
  listChoices: things(
    'Organizations',
    200,
    'Lists of the console for which one person keeps columns or views',
    'quota_exceeded',
  ),
  sessionIdle: time('Signing in', 12 * 60 * MINUTE, 'Idle time of a session', 'credentials_wrong'),
  freshFactor: time('Signing in', 5 * MINUTE, 'Time a second factor counts as fresh for step-up', 'step_up_required'),
  factorGuesses: things('Signing in', 5, 'Wrong codes for one account', 'factor_locked'),
  placeGuesses: things('Signing in', 50, 'Wrong codes from one address', 'factor_locked'),
  factorLock: time('Signing in', 15 * MINUTE, 'Lock after too many wrong codes', { effect: 'the lock ends' }),
  providerTime: time('Signing in', 10 * MINUTE, 'Time to sign in at an identity provider', 'sign_in_expired'),
  toolApproval: time('Signing in', 2 * MINUTE, 'Time between approval of a tool and its session', 'sign_in_expired'),
  deviceApproval: time('Signing in', 10 * MINUTE, 'Time to approve a tool on another machine', 'sign_in_expired'),
  deviceStarts: inProcess('Signing in', 10, 'Tool sign-ins started from one address per minute', 'rate_limited'),
  signInStarts: inProcess(
    'Signing in',
    100,
    'Sign-ins by passkey, and by identity provider, started from one address per minute',
    'rate_limited',
  ),
  resetLinks: things('Signing in', 3, 'Unused password reset links mailed to one person per hour', {
    effect: 'no further mail is sent',
  }),
  passkeys: things('Signing in', 20, 'Passkeys of one person', 'quota_exceeded'),
  scimRequests: inProcess('Signing in', 3_000, 'SCIM requests per minute of one directory', { effect: '429' }),
  scimUsers: things('Signing in', 50_000, 'Users in a directory', { effect: '400' }),
  scimGroups: things('Signing in', 5_000, 'Groups in a directory', { effect: '400' }),
  scimMembers: things('Signing in', 20_000, 'Members of a directory group', { effect: '400' }),
  scimBodies: inProcess('Signing in', 4, 'Concurrent request bodies of one directory', {
    effect: 'others are queued',
  }),
  scimBody: bytes('Signing in', 4 * MB, 'SCIM request body', { effect: '413' }),
  webhookBody: bytes('Gateway', MB, 'Body of a webhook', 'body_too_large'),
  callBody: bytes('Gateway', 5 * MB, 'Body of any other call', 'body_too_large'),
  callAnswer: bytes('Gateway', 5 * MB, 'Answer to an autofill or rater call', 'app_bad_answer'),
  unknownKeys: inProcess('Gateway', 100, 'Unknown routes, secrets or keys from one address per second', {
    effect: 'further refusals are delayed by a second',
  }),
  streamTime: time('Gateway', 30 * SECOND, 'Timeout of a call to any other path', 'app_timeout'),
  routeCalls: { ...inProcess('Gateway', 100, 'Concurrent calls of one route', 'too_busy'), setBy: 'MKT_ROUTE_CALLS' },
  appCalls: { ...inProcess('Gateway', 500, 'Concurrent calls of one app', 'too_busy'), setBy: 'MKT_APP_CALLS' },
  routeCallMemory: {
    ...bytes('Gateway', 48 * MB, 'Memory for bodies and answers of calls in progress, one route', 'too_busy'),
    each: 'process',
  },
  appCallMemory: {
    ...bytes(
      'Gateway',
      96 * MB,
      'Memory for bodies and answers of calls in progress, one app or organization',
      'too_busy',
    ),
    each: 'process',
  },
  callMemory: {
    ...bytes('Gateway', 256 * MB, 'Memory for bodies and answers of calls in progress, all', 'too_busy'),
    each: 'process',
  },
  arrivingEvents: inProcess('Gateway', 1_000, 'Events of one route being received at once', 'event_not_stored'),
  routeEventMemory: {
    ...bytes('Gateway', 24 * MB, 'Memory for events being received, one route', 'event_not_stored'),
    each: 'process',
  },
  appEventMemory: {
    ...bytes('Gateway', 48 * MB, 'Memory for events being received, one app or organization', 'event_not_stored'),
    each: 'process',
  },
  eventMemory: {
    ...bytes('Gateway', 128 * MB, 'Memory for events being received, all', 'event_not_stored'),
    each: 'process',
  },
  waitingEvents: things('Gateway', 100_000, 'Waiting events of one route', 'backlog_full'),
  waitingBytes: bytes('Gateway', 2 * GB, 'Bodies of waiting events of one route', 'backlog_full'),
  fieldBody: bytes('Gateway', MB, 'Body of a call whose field names are recorded', { effect: 'counted as unread' }),
  fieldNames: things('Gateway', 500, 'Field names recorded per installation and day', {
    effect: 'counted without a name',
  }),
  attemptTime: time('Deliveries and hooks', 15 * SECOND, 'Timeout of a delivery attempt', {
    effect: 'the attempt failed',
  }),
  shownAnswer: bytes('Deliveries and hooks', 16 * KB, 'Shown part of the answer to an attempt or hook', {
    effect: 'the rest is truncated',
  }),
  warnAfter: time('Deliveries and hooks', 60 * MINUTE, 'Time of continuous failure until the customer is warned', {
    effect: 'a notification',
  }),
  pauseAfter: time('Deliveries and hooks', 3 * DAY, 'Time of continuous failure until a route is paused', {
    effect: 'events wait',
  }),
  pauseAttempts: things('Deliveries and hooks', 10, 'Failed attempts a pause needs as well', {
    effect: 'no pause',
  }),
  hookTime: time('Deliveries and hooks', MINUTE, 'Timeout of one try of a lifecycle hook', {
    effect: 'the try failed',
  }),
  hookTries: things('Deliveries and hooks', 3, 'Tries of a lifecycle hook', { effect: 'the hook failed' }),
  hookPolling: time('Deliveries and hooks', 15 * MINUTE, 'Polling time of a hook that answered 202', {
    effect: 'the hook failed',
  }),
  checkTime: time('Deliveries and hooks', 10 * SECOND, 'Timeout of the `check` hook', {
    effect: 'the app did not answer',
  }),
  isolatedReads: inProcess('Trials', 2, 'Concurrent state reads of one installation by releases in trials', {
    effect: 'others are queued, then 429 `too_busy`',
  }),
  relayCalls: inProcess('Relay', 100, 'Concurrent requests of one installation', 'too_busy'),
  relayStall: time('Relay', MINUTE, 'Idle timeout', 'tenant_timeout'),
  tunnels: things('Tunnels', 20, 'Open tunnels of an organization', 'tunnel_refused'),
  tunnelsOfPerson: things(
    'Tunnels',
    60,
    'Open tunnels of one person, including API keys the person created',
    'tunnel_refused',
  ),
  tunnelRequests: things('Tunnels', 64, "Concurrent requests to one developer's machine", {
    effect: 'others get 503',
  }),
  telemetryBody: bytes('Telemetry', 256 * KB, 'One export request of an app', 'body_too_large'),
  telemetryRequests: inProcess('Telemetry', 120, 'Export requests per minute of one release', 'rate_limited'),
  telemetrySpans: inProcess('Telemetry', 1_200, 'Spans per minute of one release', { effect: 'others are dropped' }),
  tracedReads: inProcess('Telemetry', 600, 'Traced state reads per minute of one installation', {
    effect: 'others are answered but not traced',
  }),
  spansPerApp: things('Telemetry', 100_000, 'Spans and state reads kept for one app', {
    effect: 'the oldest are removed',
  }),
  imageBytes: bytes('Images and listings', 2 * GB, 'Size of an image, compressed', {
    effect: 'the push is refused with `DENIED`',
  }),
  organizationBytes: bytes('Images and listings', 20 * GB, 'All images of an organization, compressed', {
    effect: 'the push is refused with `DENIED`',
  }),
  listingImages: things('Images and listings', 5_000, 'Images and tags of a listing', {
    effect: 'the push is refused with `DENIED`',
  }),
  manifestParts: things('Images and listings', 1_000, 'Layers of an image, or images of an index', {
    effect: 'the push is refused with `MANIFEST_INVALID`',
  }),
  manifestBodies: inProcess('Images and listings', 8, 'Image manifests that one organization sends at once', {
    effect: 'others are queued',
  }),
  unpackedBytes: bytes(
    'Images and listings',
    60 * GB,
    'All images of an organization that run or ran in the last hour, unpacked',
    {
      effect:
        'further releases are rejected (`image.quota`), and no further image is started, also in a trial or as a shadow',
    },
  ),
  registryRequests: inProcess(
    'Images and listings',
    3_000,
    'Requests a minute of one person or key to the image registry, from however many addresses',
    { effect: 'further ones are answered a second later' },
  ),
  organizationRegistryRequests: inProcess(
    'Images and listings',
    9_000,
    'Requests a minute for the images of one organization',
    { effect: 'further ones are answered a second later' },
  ),
  variables: things('Images and listings', 100, 'Variables of a listing', 'request_invalid'),
  screenshots: things('Images and listings', 8, 'Screenshots of a listing', 'image_invalid'),
  picturePixels: things('Images and listings', 40_000_000, 'Pixels of a picture', 'image_invalid'),
  outputBurst: bytes('Images and listings', 4 * MB, 'Burst of container output', {
    effect: 'limited to the rate below',
  }),
  outputRate: bytes('Images and listings', 256 * KB, 'Container output per second after a burst', {
    effect: 'dropped and counted',
  }),
  outputKept: bytes('Images and listings', 50 * MB, 'Stored container output of one app', {
    effect: 'the oldest is removed',
  }),
  sampleCalls: things('Trials', 5_000, 'Calls of a pinned sample', { effect: 'no more are kept' }),
  sampleDays: time('Trials', 400 * DAY, 'Longest time a sample may be pinned', 'request_invalid'),
  openTrials: things('Trials', 5, 'Queued and running trials of one installation', 'quota_exceeded'),
  trialTime: time('Trials', 240 * MINUTE, 'Timeout of a trial', { effect: 'the trial fails' }),
  trialPremiums: things('Trials', 1_000_000, 'Premiums that a trial compares', { effect: 'the trial fails' }),
  shadowCalls: things('Trials', 10_000, 'Stored comparisons of one shadow', { effect: 'the oldest are removed' }),
  eventsKept: {
    ...time('Kept', 30 * DAY, 'Events, deliveries, calls and tenant calls', { effect: 'removed' }),
    setBy: 'MKT_KEPT_DAYS',
  },
  trafficKept: time('Kept', 30 * DAY, 'Counts and latencies by hour', { effect: 'removed' }),
  eventBytes: bytes('Kept', 10 * GB, 'Bodies of settled events of one installation', {
    effect: 'the oldest are removed, hour by hour',
  }),
  payloadBytes: bytes('Kept', 2 * GB, 'Recorded payloads of one installation', {
    effect: 'the oldest are removed, hour by hour',
  }),
  payloadsKept: {
    ...time('Kept', 7 * DAY, 'Recorded payloads of calls', { effect: 'removed' }),
    setBy: 'MKT_PAYLOAD_DAYS',
  },
  lastAnswersKept: things('Kept', 10_000, 'Stored last rater answers of one installation', {
    effect: 'the oldest are removed',
  }),
  lastAnswerBytes: bytes('Kept', 256 * MB, 'Size of stored last rater answers of one installation, with requests', {
    effect: 'the oldest are removed',
  }),
  outputTimeKept: time('Kept', 30 * DAY, 'Output and figures of containers', { effect: 'removed' }),
  spansKept: time('Kept', 7 * DAY, 'Spans of apps and steps of state reads', { effect: 'removed' }),
  instancesKept: time('Kept', 30 * DAY, 'Stopped instances of applications', { effect: 'removed' }),
  ledgerKept: time('Kept', 400 * DAY, 'Ledger of state reads', { effect: 'removed' }),
  fieldsKept: time('Kept', 90 * DAY, 'Field ledger', { effect: 'removed' }),
  egressKept: time('Kept', 90 * DAY, 'Egress ledger', { effect: 'removed' }),
  revisionsKept: things('Kept', 1_000, 'Revisions of the configuration of one installation', {
    effect: 'the oldest are removed',
  }),
  revisionBytes: bytes('Kept', 256 * MB, 'All revisions of the configuration of one installation', {
    effect: 'the oldest are removed',
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
