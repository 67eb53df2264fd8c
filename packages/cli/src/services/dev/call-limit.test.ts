import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { callLimitMs } from './call-limit.ts'

it('an application has as long for a call as the platform gives it', () => {
  const manifest: Manifest = {
    name: 'acme/app',
    version: '1.0.0',
    platform: {
      webhooks: [{ path: '/events', events: ['policy.issue'] }],
      autofill: [{ path: '/autofill', operations: ['*.create'], timeoutMs: 3000 }],
      externalRaters: [{ name: 'r', path: '/rate', timeoutMs: 5000 }],
    },
  }
  expect(callLimitMs(manifest, 'webhook', '/events')).toBe(15_000)
  expect(callLimitMs(manifest, 'autofill', '/autofill?x=1')).toBe(3_000)
  expect(callLimitMs(manifest, 'rater', '/rate')).toBe(5_000)
  expect(callLimitMs(manifest, 'other', '/page')).toBe(60_000)
})
