import { type MailTopic, type NotificationKind, notificationKinds } from '@mkt/contract/api'
import type { AlertFact } from '../../domain/alert/alert-rule.ts'
import { latencyQuantile } from '../../domain/traffic/latency.ts'
import {
  deadLetterCounts,
  notificationsSince,
  offeredUpdates,
  possiblyFailing,
  scopeCredentials,
  scopeTraffic,
} from '../../store/alert/alert-facts.ts'
import type { AlertRuleRow } from '../../store/alert/alert-rules.ts'
import { deploymentOfRelease } from '../../store/deployment/deployments.ts'
import { installationById } from '../../store/installation/installations.ts'
import { listingById } from '../../store/listing/listings.ts'
import { readInstallationHealth } from '../delivery/read-installation-health.ts'
import type { Platform } from '../platform/platform.ts'

type Reading = Pick<Platform, 'db' | 'clock'>
type Place = { subject: string; name: string; link: string }

const WINDOW_MS = 15 * 60_000
/** Longer than no worker looked at a rule. */
const LATELY_MS = 24 * 60 * 60_000
const placeOf = ({ id, name }: { id: string; name: string }): Place => {
  return { subject: id, name, link: `/manage/installations/${id}` }
}

/**
 * Facts about the subjects of a rule. A customer is told of its installations one by one; a publisher hears of its
 * application as a whole, because it does not learn who its customers are.
 */
export async function readAlertFacts(platform: Reading, rule: AlertRuleRow): Promise<AlertFact[]> {
  const facts = await factsOf(platform, rule)
  if (rule.listingId === null) return facts
  const listing = await listingById(platform.db, rule.listingId)
  if (listing === undefined) return []
  const link = `/publish/${listing.id}`
  return togetherOf({ subject: listing.id, name: listing.title, link }, facts)
}

async function factsOf(platform: Reading, rule: AlertRuleRow): Promise<AlertFact[]> {
  const { db, clock } = platform
  const from = new Date(clock.now().getTime() - WINDOW_MS)
  switch (rule.kind) {
    case 'failing':
      return failing(platform, await possiblyFailing(db, rule, from))
    case 'dead_letters': {
      const rows = await deadLetterCounts(db, rule, rule.threshold)
      return rows.map((row) => ({ ...placeOf(row), kind: 'dead_letters', count: row.count }))
    }
    case 'slow': {
      const rows = await scopeTraffic(db, rule, from)
      return rows.map(({ requests, classes, slowestMs, ...row }) => {
        return { ...placeOf(row), kind: 'slow', requests, p95Ms: latencyQuantile(classes, 0.95, slowestMs) ?? 0 }
      })
    }
    case 'credential': {
      const rows = await scopeCredentials(db, rule)
      return rows.map(({ id, tenantId, name, refusedAt, enteredAt }) => {
        return { subject: id, name, link: `/manage/tenants/${tenantId}`, kind: 'credential', refusedAt, enteredAt }
      })
    }
    case 'notifications':
      return notified(platform, rule)
    case 'update': {
      const rows = await offeredUpdates(db, rule)
      return rows.map((row) => ({ ...placeOf(row), kind: 'update', version: row.version }))
    }
  }
}

const kindsOf = (topics: readonly MailTopic[]) =>
  (Object.entries(notificationKinds) as [NotificationKind, MailTopic][])
    .filter(([, topic]) => topics.includes(topic))
    .map(([kind]) => kind)

async function notified({ db, clock }: Reading, rule: AlertRuleRow): Promise<AlertFact[]> {
  const since = new Date(Math.max(clock.now().getTime() - LATELY_MS, rule.watchingSince.getTime()))
  const rows = await notificationsSince(db, rule.organizationId, kindsOf(rule.topics), since)
  return rows.map(({ id, title, text, link }) => {
    return { kind: 'notifications', subject: id, name: title, text, link: link ?? '/notifications' }
  })
}

async function failing(platform: Reading, ids: readonly string[]): Promise<AlertFact[]> {
  const facts: AlertFact[] = []
  for (const id of ids) {
    const row = await installationById(platform.db, id)
    if (row === undefined) continue
    const deployment = await deploymentOfRelease(platform.db, row.releaseId)
    const { state, since, cause } = await readInstallationHealth(platform, row, deployment)
    if (state !== 'failing' || since === null) continue
    facts.push({ ...placeOf(row), kind: 'failing', since, cause: cause ?? 'It fails.' })
  }
  return facts
}

function togetherOf(place: Place, facts: readonly AlertFact[]): AlertFact[] {
  const failing = facts.filter((fact) => fact.kind === 'failing')
  if (failing.length > 0) {
    const since = new Date(Math.min(...failing.map((fact) => fact.since.getTime())))
    return [{ ...place, kind: 'failing', since, cause: `${failing.length} installations fail.` }]
  }
  const dead = facts.filter((fact) => fact.kind === 'dead_letters')
  if (dead.length > 0)
    return [{ ...place, kind: 'dead_letters', count: dead.reduce((sum, fact) => sum + fact.count, 0) }]
  const slow = facts.filter((fact) => fact.kind === 'slow')
  if (slow.length === 0) return []
  // The slowest customer decides: an average would hide it.
  const [worst] = slow.toSorted((a, b) => b.p95Ms - a.p95Ms)
  return [{ ...place, kind: 'slow', p95Ms: worst?.p95Ms ?? 0, requests: worst?.requests ?? 0 }]
}
