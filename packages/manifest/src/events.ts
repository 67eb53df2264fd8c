import type { Variant } from './manifest.ts'

function named(prefix: string, actions: string): string[] {
  return actions.split(' ').map((action) => `${prefix}.${action}`)
}

const transaction = 'create update validate price underwrite accept refuse issue reset discard'

const connected = [
  ...named('policy', 'create update price finalize issue discard endorse renew cancel lapse upgrade end'),
  ...named('policy', 'end.reminder gracePeriod gracePeriod.update'),
  ...named('policy.quote', 'create update quoted accept declined discard'),
  ...named('policy.reinstatement', 'open invoice issue close'),
  ...named('endorsement', 'create update quote accept issue invalidate discard'),
  ...named('renewal', 'create update quote accept issue invalidate discard'),
  ...named('cancellation', 'create update rescind issue effective'),
  ...named('reinstatement', 'create accept issue invalidate deadlineReached'),
  ...named('invoice', 'issue invalidate pastDue writtenOff'),
  'payment.pay',
  ...named('claim', 'create open update close discard'),
  ...named('subClaim', 'open update close reopen updateReserve createPayable reversePayable'),
]

const enterprise = [
  ...named('policy.account', 'create update validate discard anonymize'),
  ...named('policy.quote', transaction),
  ...named('policy.change', transaction),
  ...named('policy.renewal', transaction),
  ...named('policy.cancellation', transaction),
  ...named('policy.reinstatement', transaction),
  'policy.status.update',
  ...named('billing.invoice', 'generate settle unsettle'),
  ...named('billing.payment', 'create request execute post fail cancel reverse'),
  ...named('billing.delinquency', 'create settle lapse'),
  ...named('document', 'ready failed'),
  ...named('claim.fnol', 'create update submit'),
]

/** Asked for by name alone: manifests that had `policy.account.*` before mean what they meant. */
const byNameOnly: readonly string[] = ['policy.account.anonymize']

const names: Readonly<Record<Variant, readonly string[]>> = { connected, enterprise }

/**
 * Every event name of a variant, in the order of its documentation.
 *
 * @example eventsOf('connected').includes('policy.issue') // true
 */
export function eventsOf(variant: Variant): readonly string[] {
  return names[variant]
}

/**
 * The names one entry of `events` stands for: itself, or for `a.*` every name that begins `a.`, except
 * `policy.account.anonymize`, which is asked for by its name. Empty when unknown.
 *
 * @example expandEvent('document.*', 'enterprise') // ['document.ready', 'document.failed']
 */
export function expandEvent(entry: string, variant: Variant): string[] {
  if (!entry.endsWith('.*')) return names[variant].includes(entry) ? [entry] : []
  const prefix = entry.slice(0, -1)
  return names[variant].filter((name) => name.startsWith(prefix) && !byNameOnly.includes(name))
}

/** The names a list of entries stands for, each once, in the variant's order. */
export function expandEvents(entries: readonly string[], variant: Variant): string[] {
  const wanted = new Set(entries.flatMap((entry) => expandEvent(entry, variant)))
  return names[variant].filter((name) => wanted.has(name))
}
