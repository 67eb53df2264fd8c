import { expect, it } from 'vitest'
import { showAlertRules } from '../../views/show-alert-rules.ts'
import { ruleOf } from './alerts.ts'

const options = { when: 'failing', threshold: '5', timeZone: 'UTC', secretEnv: 'MKT_ALERT_SECRET' } as const

it('options describe a rule; the secret of a webhook comes from the environment', () => {
  expect(ruleOf('night', { ...options, mail: 'a@b.test', quiet: '22:00-06:00' }, {})).toEqual({
    name: 'night',
    kind: 'failing',
    threshold: 5,
    target: 'mail',
    address: 'a@b.test',
    quietHours: { from: '22:00', to: '06:00', timeZone: 'UTC' },
  })
  const env = { MKT_ALERT_SECRET: 'sixteen letters!' }
  expect(ruleOf('hook', { ...options, webhook: 'https://x.test' }, env)).toMatchObject({
    target: 'webhook',
    secret: 'sixteen letters!',
  })
  expect(ruleOf('chat', { ...options, slack: 'https://x.test' }, env)).not.toHaveProperty('secret')
})

it.each([
  [{}, /where messages go/],
  [{ mail: 'a@b.test', slack: 'https://x.test' }, /where messages go/],
  [{ webhook: 'https://x.test' }, /MKT_ALERT_SECRET is not set/],
  [{ mail: 'a@b.test', quiet: 'night' }, /no hours/],
  [{ mail: 'a@b.test', threshold: '1.5' }, /no whole number/],
  [{ mail: 'a@b.test', topics: 'reviews,weather' }, /"weather" is no topic/],
])('%j is refused before anything is asked', (change, words) => {
  expect(() => ruleOf('x', { ...options, ...change }, {})).toThrow(words)
})

it('topics of notifications are named in one option, and listed with the rule', () => {
  const body = ruleOf('desk', { ...options, when: 'notifications', mail: 'a@b.test', topics: 'reviews, releases' }, {})
  expect(body).toMatchObject({ kind: 'notifications', topics: ['reviews', 'releases'] })
  const rule = { id: 'alr_1', ...body, threshold: 1, quietHours: null, firing: 0, problem: null }
  expect(showAlertRules([rule as never])[1]).toMatch(/notifications reviews,releases +mail a@b\.test/)
})

it('rules are listed with what they tell of and what went wrong', () => {
  const rule = { id: 'alr_1', name: 'night', kind: 'slow', threshold: 300, target: 'slack', address: 'https://x.test' }
  const lines = showAlertRules([{ ...rule, quietHours: null, firing: 2, problem: 'status 500' } as never])
  expect(lines[1]).toMatch(/^alr_1 +night +slow 300 milliseconds +slack https:\/\/x\.test +- +2 +status 500$/)
})
