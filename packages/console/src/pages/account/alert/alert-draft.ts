import type { MailTopic } from '@mkt/contract/api'
import { timeFormats } from '../../../lib/time-formats.ts'
import type { AlertRule, AlertRuleChange, NewAlertRule } from '../../../queries/accounts/alerts.ts'

export interface AlertDraft {
  name: string
  kind: NewAlertRule['kind']
  threshold: number
  topics: MailTopic[]
  /** All of the organization where neither is named. */
  listingId: string | null
  installationId: string | null
  target: NewAlertRule['target']
  address: string
  secret: string
  from: string
  to: string
  timeZone: string
}

interface Proposal {
  start: number
  most: number
}

/** What is proposed for each kind, and the most that the platform takes; null where a kind counts nothing. */
export const thresholds: Record<AlertDraft['kind'], Proposal | null> = {
  failing: { start: 5, most: 1_440 },
  dead_letters: { start: 1, most: 10_000 },
  slow: { start: 1_000, most: 30_000 },
  credential: { start: 90, most: 3_650 },
  update: null,
  notifications: null,
}

/** Kinds that are told of apps an organization publishes, too. */
export const ofListing: readonly AlertDraft['kind'][] = ['failing', 'dead_letters', 'slow']

export const emptyAlert = (): AlertDraft => ({
  ...{ name: '', kind: 'failing', threshold: thresholds.failing?.start ?? 1, topics: [] },
  ...{ listingId: null, installationId: null, target: 'mail', address: '', secret: '', from: '', to: '' },
  timeZone: timeFormats().zone,
})

/** A rule as it can be changed. Its address and secret are not shown, so none is typed for those that stay. */
export function draftOf({ quietHours, ...rule }: AlertRule): AlertDraft {
  const { name, kind, threshold, topics, listingId, installationId, target } = rule
  const { from = '', to = '', timeZone = timeFormats().zone } = quietHours ?? {}
  return {
    ...{ name, kind, threshold, topics, listingId, installationId, target },
    ...{ address: '', secret: '', from, to, timeZone },
  }
}

/** Another kind, with its proposal; what the former one watched stays where the new one can watch it. */
export function withKind(draft: AlertDraft, kind: AlertDraft['kind']): Partial<AlertDraft> {
  return {
    kind,
    threshold: thresholds[kind]?.start ?? 1,
    listingId: ofListing.includes(kind) ? draft.listingId : null,
    installationId: kind === 'notifications' ? null : draft.installationId,
  }
}

export function bodyOf({ from, to, timeZone, secret, ...draft }: AlertDraft): NewAlertRule {
  return {
    ...draft,
    ...(draft.target === 'webhook' ? { secret } : {}),
    quietHours: from !== '' && to !== '' ? { from, to, timeZone } : null,
  }
}

export function changeOf(draft: AlertDraft): AlertRuleChange {
  const { address, secret, ...rest } = bodyOf(draft)
  return { ...rest, ...(address === '' ? {} : { address }), ...(secret ? { secret } : {}) }
}
