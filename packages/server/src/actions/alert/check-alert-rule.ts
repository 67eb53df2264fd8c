import { type AlertKind, alertThresholds, type MailTopic } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { systemResolve } from '@mkt/engines'
import { isSigningSecret } from '../../domain/alert/alert-message.ts'
import type { QuietHours } from '../../domain/alert/alert-rule.ts'
import { isTimeZone } from '../../domain/alert/quiet-hours.ts'
import { checkedAddresses, portOf } from '../../outbound/address/guarded-connector.ts'
import { type AlertTarget, isMemberAddress } from '../../store/alert/alert-rules.ts'
import { installationById } from '../../store/installation/installations.ts'
import { listingById } from '../../store/listing/listings.ts'
import type { Platform } from '../platform/platform.ts'

/** A rule as it is asked for. */
export interface NewAlertRule {
  organizationId: string
  name: string
  kind: AlertKind
  threshold?: number | undefined
  topics?: readonly MailTopic[] | undefined
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

/** The stored condition and quiet hours of a rule; refuses a rule without recipients. */
export async function checkedCondition(platform: Pick<Platform, 'db'>, input: NewAlertRule) {
  const threshold = thresholdOf(input)
  const topics = topicsOf(input)
  await checkScope(platform, input)
  if (input.quietHours && !isTimeZone(input.quietHours.timeZone))
    throw refused(`"${input.quietHours.timeZone}" is no time zone. Use a name such as Europe/Berlin.`)
  return {
    ...{ name: input.name, kind: input.kind, threshold, topics },
    listingId: input.listingId ?? null,
    installationId: input.installationId ?? null,
    quietHours: input.quietHours ?? null,
  }
}

/** The displayable part of a rule's target; refuses targets that may not be reached. */
export async function checkedTarget(platform: Pick<Platform, 'db' | 'policy'>, input: NewAlertRule): Promise<string> {
  const shown = await shownAddress(platform, input)
  if (input.target === 'webhook' && input.secret === undefined)
    throw refused('A webhook is signed: give a secret of at least 16 characters.')
  if (input.secret !== undefined && !isSigningSecret(input.secret))
    throw refused('A secret that begins with "whsec_" goes on with the base64 of 24 to 64 bytes.')
  return shown
}

function thresholdOf({ kind, threshold }: NewAlertRule): number {
  const { least, most, unit } = alertThresholds[kind]
  if (unit === '') return least
  const value = threshold
  if (value === undefined) throw refused(`Give a threshold in ${unit}: ${least} to ${most}.`)
  if (value < least || value > most) throw refused(`A threshold of "${kind}" is ${least} to ${most} ${unit}.`)
  return value
}

function topicsOf({ kind, topics = [] }: NewAlertRule): MailTopic[] {
  if (kind !== 'notifications') return []
  if (topics.length === 0) throw refused('Name at least one topic to be told of.')
  return [...new Set(topics)]
}

async function checkScope(platform: Pick<Platform, 'db'>, input: NewAlertRule): Promise<void> {
  const { organizationId, listingId, installationId, kind } = input
  if (kind === 'notifications' && (listingId || installationId))
    throw refused('Notifications are told of the whole organization: name neither an app nor an installation.')
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
