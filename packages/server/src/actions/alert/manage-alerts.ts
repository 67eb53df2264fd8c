import { type AlertKind, alertThresholds } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { actorOf } from '../../domain/accounts/caller.ts'
import { isSigningSecret } from '../../domain/alert/alert-message.ts'
import type { QuietHours } from '../../domain/alert/alert-rule.ts'
import { isTimeZone } from '../../domain/alert/quiet-hours.ts'
import { newId } from '../../lib/ids.ts'
import { checkedAddresses, portOf, systemResolve } from '../../outbound/guarded-connector.ts'
import {
  type AlertRuleRow,
  type AlertTarget,
  insertAlertRule,
  isMemberAddress,
  removeAlertRule,
} from '../../store/alert/alert-rules.ts'
import { installationById } from '../../store/installation/installations.ts'
import { listingById } from '../../store/listing/listings.ts'
import { type Changing, change } from '../platform/change.ts'
import { keepShare } from '../platform/keep-share.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { type AlertAddress, alertIdentity, sendAlert } from './send-alert.ts'

export interface NewAlertRule {
  organizationId: string
  name: string
  kind: AlertKind
  threshold?: number | undefined
  listingId?: string | null | undefined
  installationId?: string | null | undefined
  quietHours?: QuietHours | null | undefined
  target: AlertTarget
  address: string
  secret?: string | undefined
}

/** Kinds that a publisher can ask for: the others speak of what belongs to a customer. */
const ofListing: readonly AlertKind[] = ['failing', 'dead_letters', 'slow']

const refused = (message: string) => new Failure('alert_refused', message)

/** Makes a rule. Where its messages go and what they are signed with is sealed and never shown again. */
export async function createAlertRule(
  platform: Changing & Pick<Platform, 'policy' | 'vault'>,
  input: NewAlertRule,
  origin: Origin,
): Promise<AlertRuleRow> {
  const { organizationId, name, kind, target } = input
  const threshold = thresholdOf(input)
  await checkScope(platform, input)
  if (input.quietHours && !isTimeZone(input.quietHours.timeZone))
    throw refused(`"${input.quietHours.timeZone}" is no time zone. Use a name such as Europe/Berlin.`)
  const shown = await shownAddress(platform, input)
  if (target === 'webhook' && input.secret === undefined)
    throw refused('A webhook is signed: give a secret of at least 16 characters.')
  if (input.secret !== undefined && !isSigningSecret(input.secret))
    throw refused('A secret that begins with "whsec_" goes on with the base64 of 24 to 64 bytes.')
  const now = platform.clock.now()
  const id = newId('alr', now, platform.random)
  const kept: AlertAddress = { address: input.address, secret: input.secret ?? null }
  const row: AlertRuleRow = {
    ...{ id, organizationId, name, kind, threshold, target, shown },
    listingId: input.listingId ?? null,
    installationId: input.installationId ?? null,
    sealed: await platform.vault.seal(organizationId, alertIdentity(id), JSON.stringify(kept)),
    quietHours: input.quietHours ?? null,
    createdBy: actorOf(origin.caller).label,
    createdAt: now,
    ...{ toldAt: null, tryAt: null, failures: 0, problem: null },
  }
  await change(platform, origin, async (unit) => {
    await keepShare(unit, 'alertRules', organizationId)
    await insertAlertRule(unit.trx, row)
    return unit.record('alert.create', { organizationId, id, details: { name, kind, threshold, target, to: shown } })
  })
  return row
}

function thresholdOf({ kind, threshold }: NewAlertRule): number {
  const { least, most, unit } = alertThresholds[kind]
  if (threshold === undefined && kind !== 'update') throw refused(`Give a threshold in ${unit}: ${least} to ${most}.`)
  const value = kind === 'update' ? 1 : (threshold ?? least)
  if (value < least || value > most) throw refused(`A threshold of "${kind}" is ${least} to ${most} ${unit}.`)
  return value
}

async function checkScope(platform: Pick<Platform, 'db'>, input: NewAlertRule): Promise<void> {
  const { organizationId, listingId, installationId, kind } = input
  if (listingId && installationId) throw refused('Name an app or an installation, not both.')
  if (installationId) {
    const row = await installationById(platform.db, installationId)
    if (row?.organizationId !== organizationId) throw refused('The organization has no such installation.')
  }
  if (!listingId) return
  const listing = await listingById(platform.db, listingId)
  if (listing?.organizationId !== organizationId) throw refused('The organization publishes no such app.')
  if (!ofListing.includes(kind)) throw refused(`"${kind}" is told of installations, not of an app you publish.`)
}

async function shownAddress(platform: Pick<Platform, 'db' | 'policy'>, input: NewAlertRule): Promise<string> {
  const { target, address, organizationId } = input
  if (target === 'mail') {
    if (await isMemberAddress(platform.db, organizationId, address)) return address
    throw refused('Mail goes to members of the organization only. Invite the person first.')
  }
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password)
    throw refused('Give an https address without user name and password.')
  if (url.protocol === 'http:') await refusePlain(platform, url)
  return url.origin
}

/** Plain http reaches what the operator allowed, and nothing else. */
async function refusePlain({ policy }: Pick<Platform, 'policy'>, { protocol, hostname, port }: URL): Promise<void> {
  const target = { protocol, hostname, port: portOf(protocol, port) }
  await checkedAddresses(target, policy.allowAddresses, systemResolve).catch(() => {
    throw refused('Give an https address. Plain http is for addresses that the operator of the platform allowed.')
  })
}

export function deleteAlertRule(platform: Changing, rule: AlertRuleRow, origin: Origin): Promise<void> {
  return change(platform, origin, async (unit) => {
    if (!(await removeAlertRule(unit.trx, rule.id))) return unit.unchanged()
    const { organizationId, id, name } = rule
    return unit.record('alert.remove', { organizationId, id, details: { name } })
  })
}

/** Sends a test message at once, and says why it was not taken. Audited before anything is sent. */
export async function testAlertRule(
  platform: Changing & Pick<Platform, 'addresses' | 'http' | 'mailer' | 'vault'>,
  rule: AlertRuleRow,
  origin: Origin,
): Promise<string | null> {
  const { id, organizationId, name, kind, target, shown } = rule
  await change(platform, origin, async (unit) =>
    unit.record('alert.test', { organizationId, id, details: { name, target, to: shown } }),
  )
  const now = platform.clock.now()
  const message = { id: newId('msg', now, platform.random), at: now, rule: { id, name, kind }, test: true }
  const consoleUrl = platform.addresses.publicUrl
  return (await sendAlert(platform, rule, { ...message, firing: [], resolved: [], consoleUrl })) ?? null
}
