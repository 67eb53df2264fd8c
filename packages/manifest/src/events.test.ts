import { expect, it } from 'vitest'
import { expandOperations } from './autofill-operations.ts'
import { eventsOf, expandEvent, expandEvents } from './events.ts'

it('names every event of a variant once', () => {
  for (const variant of ['connected', 'enterprise'] as const) {
    expect(new Set(eventsOf(variant)).size).toBe(eventsOf(variant).length)
  }
  expect(eventsOf('connected')).toContain('policy.gracePeriod.update')
  expect(eventsOf('enterprise')).toContain('policy.cancellation.underwrite')
})

it('expands a.* to every name of the variant that begins a.', () => {
  expect(expandEvent('document.*', 'enterprise')).toEqual(['document.ready', 'document.failed'])
  expect(expandEvent('policy.*', 'connected')).toContain('policy.quote.quoted')
  expect(expandEvent('policy.*', 'connected')).not.toContain('payment.pay')
  expect(expandEvents(['claim.open', 'claim.*', 'claim.open'], 'connected')).toHaveLength(5)
})

it('an anonymized account is heard of by its name alone, so that old manifests mean what they meant', () => {
  expect(expandEvent('policy.account.anonymize', 'enterprise')).toEqual(['policy.account.anonymize'])
  expect(expandEvent('policy.account.*', 'enterprise')).toEqual([
    'policy.account.create',
    'policy.account.update',
    'policy.account.validate',
    'policy.account.discard',
  ])
})

it('registers a star for the transaction with a fixed action as the three transactions', () => {
  expect(expandOperations(['*.update', 'renewal.update', '*.*', 'newBusiness.*'])).toEqual([
    'newBusiness.update',
    'endorsement.update',
    'renewal.update',
    '*.*',
    'newBusiness.*',
  ])
})
