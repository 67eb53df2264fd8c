import type { PolicyEvent } from '@mkt/sdk'

const words: Readonly<Record<string, string>> = {
  'policy.create': 'was created',
  'policy.issue': 'was issued',
  'policy.cancel': 'was cancelled',
  'policy.lapse': 'has lapsed',
  'payment.pay': 'was paid for',
  'invoice.pastDue': 'has an invoice past due',
}

/** One sentence about an event, in the customer's tone. */
export function composeNotice(event: PolicyEvent, settings: Readonly<Record<string, string>>): string {
  const locator = event.data.policyLocator ?? event.data.claimLocator ?? 'unknown'
  const thing = event.type.startsWith('claim.') ? 'Claim' : 'Policy'
  const sentence = `${thing} ${locator} ${words[event.type] ?? `had the event ${event.type}`}.`
  const toned = settings.tone === 'friendly' ? `Good news travels fast: ${sentence}` : sentence
  return settings.prefix ? `${settings.prefix} ${toned}` : toned
}
