import type { Manifest } from '@mkt/manifest'
import type { Call } from '../queries/activity/calls.ts'
import type { Delivery } from '../queries/activity/deliveries.ts'
import type { Deployment } from '../queries/deployment/deployments.ts'
import type { Configuration } from '../queries/installation/configurations.ts'
import type { Installation } from '../queries/installation/installations.ts'
import type { Tenant } from '../queries/installation/tenants.ts'
import type { PicturesAnswer } from '../queries/listing/listing-words.ts'
import type { Listing } from '../queries/listing/listings.ts'
import type { Review } from '../queries/listing/reviews.ts'
import type { AnyInstallation } from '../queries/platform/operating.ts'
import type { DataSheetAnswer, Trust } from '../queries/release/trust.ts'
import { acme, zenith } from './people.ts'

const at = '2026-03-01T10:00:00.000Z'

/** A page of a list, with nothing after it. */
export const whole = <Item = never>(...items: Item[]) => ({ items, next: null })

export const manifest: Manifest = {
  name: 'zenith/notifier',
  version: '1.2.0',
  app: {
    fields: [
      { name: 'region', title: 'Region', type: 'Text', required: true },
      { name: 'token', title: 'Token', type: 'Password' },
    ],
  },
} as Manifest

/** An app of Zenith that everybody may launch. */
export const listing = (change: Partial<Listing> = {}): Listing => ({
  id: 'listing_1',
  name: 'zenith/notifier',
  organization: { ...zenith, verifiedDomains: [] },
  title: 'Notifier',
  variant: 'connected',
  state: 'PUBLIC',
  summary: 'Tells people.',
  about: 'About it.',
  aboutHtml: '<p>About it.</p>',
  requirements: 'None.',
  requirementsHtml: '<p>None.</p>',
  category: 'communication',
  supportContact: 'help@zenith.test',
  securityContact: null,
  links: [],
  logo: null,
  screenshots: [],
  currentReleaseId: 'release_1',
  promotedReleaseId: 'release_1',
  suspendedReason: null,
  signedReleasesOnly: false,
  initCommand: 'mkt init zenith/notifier',
  pushAddress: 'localhost:7070/zenith/notifier',
  sample: false,
  own: false,
  launchable: true,
  disabled: false,
  installations: 3,
  revision: 4,
  createdAt: at,
  updatedAt: at,
  publishedAt: at,
  ...change,
})

/** As the API answers it; `Release` of the console knows more of its manifest. */
export const release = (change: object = {}) => ({
  id: 'release_1',
  listing: { id: 'listing_1', name: 'zenith/notifier' },
  version: '1.2.0',
  state: 'LIVE' as const,
  imageDigest: `sha256:${'0'.repeat(64)}`,
  approved: true,
  promotedAt: at,
  current: true,
  followed: true,
  problems: [],
  warnings: [],
  failure: null,
  rollback: null,
  conformance: null,
  asksMore: [],
  manifest: manifest as never,
  notes: '',
  notesHtml: '',
  createdAt: at,
  createdBy: 'ada@zenith.test',
  liveAt: at,
  ...change,
})

/** An installation of Acme, for real. */
export const installation = (change: Partial<Installation> = {}): Installation => ({
  id: 'installation_1',
  organizationId: acme.id,
  name: 'Notifier',
  listing: { id: 'listing_1', name: 'zenith/notifier', title: 'Notifier' },
  tenant: { id: 'tenant_1', name: 'Northwind' },
  tenantId: 'tenant_1',
  routeId: 'route_1',
  endpoint: 'https://gateway.test/route_1',
  state: 'RUNNING',
  reason: null,
  health: { state: 'healthy', code: null, cause: null, since: null, remedy: null },
  waiting: null,
  release: { id: 'release_1', version: '1.2.0' },
  target: null,
  revision: 2,
  test: false,
  pinned: false,
  recording: false,
  answers: [],
  shadowReleaseId: null,
  tunnel: null,
  onFailure: { autofill: 'block', rater: 'refuse', maxAgeSeconds: 86_400 },
  credentials: { integration: { set: false }, data: { set: false } },
  lastFailure: null,
  offer: null,
  operations: ['configure', 'upgrade', 'stop', 'uninstall'],
  externalRaters: [],
  warnings: [],
  createdAt: at,
  updatedAt: at,
  ...change,
})

export const configuration = (change: Partial<Configuration> = {}): Configuration => ({
  revision: 2,
  settings: { region: 'north', token: { set: true, updatedAt: at } },
  mappings: [],
  updatedAt: at,
  updatedBy: 'ada@example.test',
  ...change,
})

export const delivery = (change: Partial<Delivery> = {}): Delivery => ({
  id: 'delivery_1',
  eventId: 'event_1',
  type: 'policy.issue',
  path: '/events',
  state: 'DEAD',
  reason: null,
  attemptCount: 1,
  nextAttemptAt: null,
  lastStatus: 500,
  lastAttemptAt: at,
  receivedAt: at,
  size: 12,
  installationId: 'installation_1',
  contentType: 'application/json',
  attempts: [],
  ...change,
})

export const deployment = (change: Partial<Deployment> = {}): Deployment => ({
  id: 'deployment_1',
  listing: { id: 'listing_1', name: 'zenith/notifier' },
  release: { id: 'release_1', version: '1.2.0' },
  state: 'RUNNING',
  reason: null,
  replicas: 1,
  minInstances: null,
  maxInstances: null,
  generation: 1,
  restarts: 0,
  egress: { state: 'enforced', reason: null },
  instances: [],
  createdAt: at,
  updatedAt: at,
  ...change,
})

export const tenant = (change: Partial<Tenant> = {}): Tenant => ({
  id: 'tenant_1',
  organizationId: acme.id,
  name: 'Northwind',
  variant: 'connected',
  apiUrl: 'https://policy.test',
  hostName: 'northwind.policy.test',
  tenantLocator: null,
  relay: 'off',
  credentials: {},
  connection: { state: 'reachable', checkedAt: at, latencyMs: 40, since: null, reason: null, nextCheckAt: null },
  createdAt: at,
  ...change,
})

export const review = (change: Partial<Review> = {}): Review => ({
  id: 'review_1',
  listing: {
    id: 'listing_1',
    name: 'zenith/notifier',
    title: 'Notifier',
    variant: 'connected',
    organization: zenith,
  },
  release: { id: 'release_1', version: '1.2.0' },
  state: 'OPEN',
  revision: 'r1',
  reason: null,
  openedBy: 'ada@zenith.test',
  words: null,
  decidedBy: null,
  decidedAt: null,
  createdAt: at,
  ...change,
})

/** What is known of the release above: nothing is declared of egress, and no advisories were imported. */
export const trustOf = (change: Partial<Trust> = {}): Trust => {
  const line = (name: Trust['dataSheet'][number]['line'], title: string) => ({ line: name, title, at: null, by: null })
  const checked = { mark: 'checked' as const, at: '2026-11-02T00:00:00.000Z', by: 'mo@mkt.test' }
  return {
    listing: { id: 'listing_1', name: 'zenith/notifier', title: 'Notifier' },
    publisher: zenith,
    release: {
      id: 'release_1',
      version: '1.2.0',
      imageDigest: `sha256:${'0'.repeat(64)}`,
      createdAt: at,
      approvedAt: at,
    },
    egress: {
      enforcement: { state: 'undeclared', reason: 'Not declared.' },
      declared: null,
      observed: [],
      shared: false,
    },
    policySystem: { asked: 'write', way: null, calls: null },
    fields: null,
    materials: {
      ...{ packages: null, unread: 0, reason: 'Not read yet.', knowledge: 'unknown' as const },
      open: { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 },
      ...{ excepted: 0, dataAt: null },
    },
    signatures: [],
    signedReleasesOnly: false,
    dataSheet: [
      { ...line('legalName', 'Legal name'), ...checked, text: 'Zenith Ltd' },
      { ...line('dpa', 'Data processing agreement'), mark: null, text: null },
      { ...line('keptFor', 'Kept for'), mark: 'declared', text: 'One year' },
    ],
    reviews: [{ kind: 'release', version: '1.2.0', words: [], openedAt: at, approvedAt: at }],
    ...change,
  }
}

/** The data sheet of the app above. */
export const picturesOf = (change: Partial<PicturesAnswer> = {}): PicturesAnswer => ({
  logo: null,
  screenshots: [],
  waiting: null,
  ...change,
})

export const dataSheetOf = (change: Partial<DataSheetAnswer> = {}): DataSheetAnswer => ({
  lines: trustOf().dataSheet,
  sheet: { legalName: 'Zenith Ltd', keptFor: 'One year' },
  waiting: null,
  revision: 4,
  ...change,
})

/** An installation as operators see it among those of all organizations. */
export const anyInstallation = (change: Partial<AnyInstallation> = {}): AnyInstallation => ({
  ...{ id: 'installation_1', name: 'Fleet', state: 'RUNNING', test: false, waiting: 2, dead: 1, createdAt: at },
  listing: { id: 'listing_1', name: 'zenith/notifier', title: 'Notifier' },
  organization: { id: acme.id, name: acme.name },
  ...change,
})

/** A call of the policy system that the app answered. */
export const call = (change: Partial<Call> = {}): Call => ({
  id: 'call_1',
  kind: 'rater',
  path: '/rate',
  method: 'POST',
  status: 200,
  code: null,
  appStatus: null,
  appMessage: null,
  durationMs: 12,
  requestSize: 120,
  answerSize: 80,
  requestId: 'req_1',
  traceId: null,
  fallback: null,
  test: false,
  at,
  ...change,
})
