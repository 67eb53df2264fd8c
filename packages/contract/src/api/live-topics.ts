import type { OperationId } from './access.ts'

/** A kind of thing whose id a change carries. */
export type CarriedKind =
  | 'listing'
  | 'release'
  | 'review'
  | 'deployment'
  | 'tenant'
  | 'installation'
  | 'organization'
  | 'person'

/** One topic of `GET /stream`. */
export interface LiveTopicRow {
  /** What the `id` of a change names; null where the topic belongs to no single thing. */
  carries: CarriedKind | null
  /** The operation that reads what changed. */
  readBy: OperationId
  /**
   * `readers`: everyone who may do `readBy` with the thing. `organization`: of those, only members and keys of its organization,
   * because the topic is busy. `person`: only the person whose id it carries.
   */
  heardBy: 'readers' | 'organization' | 'person'
  /** When it is sent. */
  when: string
}

/** Every topic of the stream of changes: what it carries, by which operation that is read, and who hears of it. */
export const liveTopics = {
  listing: {
    carries: 'listing',
    readBy: 'getListing',
    heardBy: 'readers',
    when: 'A listing was created, edited, moved or deleted.',
  },
  release: {
    carries: 'release',
    readBy: 'getRelease',
    heardBy: 'readers',
    when: 'A release was created, checked, approved, promoted or moved.',
  },
  review: {
    carries: 'review',
    readBy: 'getReview',
    heardBy: 'readers',
    when: 'A review was opened, answered, decided or withdrawn.',
  },
  deployment: {
    carries: 'deployment',
    readBy: 'getDeployment',
    heardBy: 'readers',
    when: 'A deployment or one of its instances changed. Customers hear it as a change of the installations it serves.',
  },
  figure: {
    carries: 'deployment',
    readBy: 'listFigures',
    heardBy: 'readers',
    when: 'The figures of another minute were recorded for a deployment.',
  },
  tenant: {
    carries: 'tenant',
    readBy: 'getTenant',
    heardBy: 'readers',
    when: 'A tenant was connected, changed or disconnected.',
  },
  installation: {
    carries: 'installation',
    readBy: 'getInstallation',
    heardBy: 'readers',
    when: 'An installation was launched, configured or moved.',
  },
  delivery: {
    carries: 'installation',
    readBy: 'listDeliveries',
    heardBy: 'readers',
    when: 'Deliveries to an installation were attempted.',
  },
  call: { carries: 'installation', readBy: 'listCalls', heardBy: 'readers', when: 'An installation was called.' },
  'route-health': {
    carries: 'installation',
    readBy: 'getDeliverySummary',
    heardBy: 'readers',
    when: 'Deliveries to an installation began to fail, were paused or resumed.',
  },
  trial: {
    carries: 'installation',
    readBy: 'listTrials',
    heardBy: 'readers',
    when: 'A trial with the calls of an installation was asked for, went on or ended.',
  },
  ledger: {
    carries: 'installation',
    readBy: 'listLedger',
    heardBy: 'organization',
    when: 'Reads of an installation’s state were recorded.',
  },
  traffic: {
    carries: 'installation',
    readBy: 'getTraffic',
    heardBy: 'organization',
    when: 'Deliveries and calls of an installation were counted.',
  },
  audit: {
    carries: 'organization',
    readBy: 'listAudit',
    heardBy: 'readers',
    when: 'An audit row was added for an organization.',
  },
  member: {
    carries: 'organization',
    readBy: 'listMembers',
    heardBy: 'readers',
    when: 'An organization, its members or its invitations changed.',
  },
  notification: {
    carries: 'person',
    readBy: 'listNotifications',
    heardBy: 'person',
    when: 'A person got a notification.',
  },
  platform: {
    carries: null,
    readBy: 'listAllAudit',
    heardBy: 'readers',
    when: 'An audit row was added that concerns no organization, such as a sign-in. The id is that of its subject.',
  },
  health: {
    carries: null,
    readBy: 'getHealth',
    heardBy: 'readers',
    when: 'The health of the platform changed. Sent as a `health` event with the answer of `getHealth`.',
  },
} as const satisfies Record<string, LiveTopicRow>

export type LiveTopic = keyof typeof liveTopics
