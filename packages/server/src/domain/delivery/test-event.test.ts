import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { testEvent } from './test-event.ts'

const now = new Date('2026-03-01T10:00:00Z')
const manifest = (...webhooks: { path: string; events: string[] }[]) =>
  ({ name: 'acme/app', version: '1.0.0', platform: { webhooks } }) as Manifest

it('the first event an app asks for is sent to its path, in the form of the policy system', () => {
  const asked = manifest({ path: '/events', events: ['policy.issue', 'policy.create'] })
  const { body, ...event } = testEvent(asked, 'connected', { id: 'evt_1', now }) ?? { body: '' }
  expect(event).toEqual({ path: '/events', type: 'policy.create' })
  expect(JSON.parse(body.toString())).toMatchObject({
    id: 'evt_1',
    username: 'mkt-test',
    type: 'policy.create',
    data: { policyLocator: 'mkt-test-policy' },
  })
})

it('a type and a policy can be named, among those the app asks for', () => {
  const asked = manifest({ path: '/a', events: ['claim.fnol.*'] }, { path: '/b', events: ['policy.quote.issue'] })
  const given = { id: 'evt_1', now, type: 'policy.quote.issue', policyLocator: 'P1' }
  const event = testEvent(asked, 'enterprise', given)
  expect(event?.path).toBe('/b')
  expect(JSON.parse(event?.body.toString() ?? '')).toMatchObject({
    locator: 'evt_1',
    data: { quoteLocator: 'mkt-test-quote', policyLocator: 'P1' },
  })
  expect(testEvent(asked, 'enterprise', { ...given, type: 'document.ready' })).toBeUndefined()
  expect(testEvent(manifest(), 'connected', { id: 'evt_1', now })).toBeUndefined()
})
