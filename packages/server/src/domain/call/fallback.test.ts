import { expect, it } from 'vitest'
import { failurePolicyDefaults } from '../installation/failure-policy.ts'
import { fallbackFor } from './fallback.ts'

const policy = { autofill: 'skip', rater: 'last', maxAgeSeconds: 60 } as const

it('by default a failing app blocks autofill and refuses a price', () => {
  expect(fallbackFor('autofill', failurePolicyDefaults, 'app_timeout')).toBeUndefined()
  expect(fallbackFor('rater', failurePolicyDefaults, 'app_timeout')).toBeUndefined()
})

it.each(['app_timeout', 'app_unavailable', 'app_bad_answer'] as const)(
  'on %s autofill is skipped and a rater falls back where the customer chose so',
  (code) => {
    expect(fallbackFor('autofill', policy, code)).toBe('skipped')
    expect(fallbackFor('rater', policy, code)).toBe('last')
    expect(fallbackFor('other', policy, code)).toBeUndefined()
    expect(fallbackFor('webhook', policy, code)).toBeUndefined()
  },
)

it('limits of the platform and an unknown caller are never hidden by a fallback', () => {
  for (const code of ['too_busy', 'caller_unknown', 'internal'] as const)
    expect(fallbackFor('rater', policy, code)).toBeUndefined()
})
