import { expect, it } from 'vitest'
import { isRenewalDue, pullCredentialTimes } from './pull-credential.ts'

const start = new Date('2026-01-01T00:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const hour = 3600_000

it('renews every eight hours, long before a credential ends', () => {
  const renewal = { renewedAt: start, failedAt: null }
  expect(isRenewalDue(renewal, after(8 * hour - 1))).toBe(false)
  expect(isRenewalDue(renewal, after(8 * hour))).toBe(true)
  expect(pullCredentialTimes.validMs - pullCredentialTimes.renewAfterMs).toBe(16 * hour)
})

it('tries again a minute after a renewal failed', () => {
  const failed = { renewedAt: start, failedAt: after(8 * hour) }
  expect(isRenewalDue(failed, after(8 * hour + 59_999))).toBe(false)
  expect(isRenewalDue(failed, after(8 * hour + 60_000))).toBe(true)
})
