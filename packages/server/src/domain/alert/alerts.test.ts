import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type AlertMessage,
  isSigningSecret,
  messageId,
  messageText,
  signedHeaders,
  subjectLine,
  webhookBody,
} from './alert-message.ts'
import { type AlertFact, type AlertRule, findConditions } from './alert-rule.ts'
import { type AlertState, decideAlerts, retryAfterMs } from './decide-alerts.ts'
import { isQuiet } from './quiet-hours.ts'

const noon = new Date('2026-11-17T12:00:00Z')
const after = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const rule = (change: Partial<AlertRule> = {}): AlertRule => ({
  kind: 'failing',
  threshold: 5,
  quietHours: null,
  toldAt: null,
  tryAt: null,
  ...change,
})
const place = { subject: 'ins_1', name: 'Rater', link: '/manage/installations/ins_1' }

describe('what fires', () => {
  const finds = (of: Partial<AlertRule>, fact: Record<string, unknown>) =>
    findConditions(rule(of), [{ ...place, kind: of.kind ?? 'failing', ...fact } as AlertFact], noon).length
  it.each([
    [{ threshold: 5 }, { since: after(-4), cause: 'x' }, 0],
    [{ threshold: 5 }, { since: after(-5), cause: 'x' }, 1],
    [{ kind: 'dead_letters', threshold: 3 }, { count: 2 }, 0],
    [{ kind: 'dead_letters', threshold: 3 }, { count: 3 }, 1],
    [{ kind: 'slow', threshold: 200 }, { p95Ms: 200, requests: 50 }, 0],
    [{ kind: 'slow', threshold: 200 }, { p95Ms: 201, requests: 9 }, 0],
    [{ kind: 'slow', threshold: 200 }, { p95Ms: 201, requests: 10 }, 1],
    [{ kind: 'credential', threshold: 1 }, { refusedAt: null, enteredAt: after(-23 * 60) }, 0],
    [{ kind: 'credential', threshold: 1 }, { refusedAt: null, enteredAt: after(-24 * 60) }, 1],
    [{ kind: 'credential', threshold: 90 }, { refusedAt: after(-1), enteredAt: after(-2) }, 1],
    [{ kind: 'update', threshold: 1 }, { version: '2.0.0' }, 1],
    [{ kind: 'notifications', threshold: 1 }, { text: 'Read it.' }, 1],
  ] as const)('%j of %j: %i', (of, fact, count) => {
    expect(finds(of, fact)).toBe(count)
  })

  const subjects = (kind: AlertRule['kind'], fact: object) =>
    findConditions(rule({ kind }), [{ ...place, kind, ...fact } as AlertFact], noon).map(({ subject }) => subject)
  it('a refusal is told beside the age of a credential, and each version by itself', () => {
    const old = { enteredAt: after(-6 * 24 * 60) }
    expect(subjects('credential', { ...old, refusedAt: null })).toEqual(['ins_1:age'])
    expect(subjects('credential', { ...old, refusedAt: noon })).toEqual(['ins_1:refused', 'ins_1:age'])
    expect(subjects('update', { version: '2.0.0' })).toEqual(['ins_1:2.0.0'])
  })
})

describe('what is told', () => {
  const condition = { subject: 'ins_1', title: 'Rater fails', text: 'why', link: '/x' }
  const other = { ...condition, subject: 'ins_2' }
  const told: AlertState = { ...condition, since: after(-20), toldAt: after(-20), endedAt: null }

  it('a condition is told once, with everything else that is new', () => {
    const plan = decideAlerts(rule(), [condition, other], [], noon)
    expect(plan.tell?.firing.map(({ subject }) => subject)).toEqual(['ins_1', 'ins_2'])
    expect(decideAlerts(rule({ toldAt: after(-20) }), [condition], [told], noon)).toEqual({
      write: [],
      forget: [],
      tell: null,
    })
  })

  it('what begins soon after a message waits for the next one', () => {
    expect(decideAlerts(rule({ toldAt: after(-4) }), [condition, other], [told], noon).tell).toBeNull()
    const plan = decideAlerts(rule({ toldAt: after(-5) }), [condition, other], [told], noon)
    expect(plan.tell?.firing.map(({ subject }) => subject)).toEqual(['ins_2'])
  })

  it('the end of what was told is told; what ended before is forgotten', () => {
    const untold = { ...told, subject: 'ins_2', toldAt: null }
    const plan = decideAlerts(rule(), [], [told, untold], noon)
    expect(plan.tell).toEqual({ firing: [], resolved: [{ ...told, endedAt: noon }] })
    expect(plan.forget).toEqual(['ins_2'])
  })

  it('what comes back before its end was told is not told again', () => {
    const plan = decideAlerts(rule(), [condition], [{ ...told, endedAt: after(-1) }], noon)
    expect(plan).toEqual({ write: [told], forget: [], tell: null })
  })

  it('a notification is told once and never as over; one that waits for its receiver is kept for a week', () => {
    const notifications = rule({ kind: 'notifications' })
    const untold = { ...told, subject: 'ntf_2', toldAt: null }
    const plan = decideAlerts(notifications, [], [told, untold], noon)
    expect(plan).toEqual({ write: [], forget: ['ins_1'], tell: { firing: [untold], resolved: [] } })
    const stale = { ...untold, since: after(-8 * 24 * 60) }
    expect(decideAlerts(notifications, [], [stale], noon)).toEqual({ write: [], forget: ['ntf_2'], tell: null })
  })

  it('quiet hours hold back, and what still holds is told after them', () => {
    const quiet = rule({ quietHours: { from: '11:00', to: '13:00', timeZone: 'UTC' } })
    const held = decideAlerts(quiet, [condition], [], noon)
    expect(held.tell).toBeNull()
    expect(decideAlerts(quiet, [condition], held.write, after(60)).tell?.firing).toEqual(held.write)
    expect(decideAlerts(quiet, [], held.write, after(60))).toMatchObject({ forget: ['ins_1'], tell: null })
  })

  it('a message that was not taken is tried again later, at the latest after an hour', () => {
    expect(decideAlerts(rule({ tryAt: after(1) }), [condition], [], noon).tell).toBeNull()
    expect([1, 2, 3, 20].map(retryAfterMs)).toEqual([60_000, 120_000, 240_000, 3_600_000])
  })
})

it.each([
  ['22:00', '06:00', 'UTC', '2026-11-17T23:00:00Z', true],
  ['22:00', '06:00', 'UTC', '2026-11-17T05:59:00Z', true],
  ['22:00', '06:00', 'UTC', '2026-11-17T06:00:00Z', false],
  ['22:00', '06:00', 'Europe/Berlin', '2026-11-17T21:30:00Z', true],
  ['09:00', '09:00', 'UTC', '2026-11-17T09:00:00Z', false],
])('quiet from %s to %s in %s at %s: %s', (from, to, timeZone, at, quiet) => {
  expect(isQuiet({ from, to, timeZone }, new Date(at))).toBe(quiet)
})

describe('a message', () => {
  const state: AlertState = { ...place, title: 'Rater fails', text: 'why', since: noon, toldAt: null, endedAt: null }
  const message: AlertMessage = {
    id: 'msg_1',
    at: noon,
    rule: { id: 'alr_1', name: 'Night', kind: 'failing' },
    test: false,
    firing: [state],
    resolved: [{ ...state, title: 'Audit fails', endedAt: noon }],
    consoleUrl: 'https://mkt.test',
  }

  it('is signed over id, time and body', () => {
    const body = webhookBody(message)
    const expected = createHmac('sha256', 'secret').update(`msg_1.1794916800.${body}`).digest('base64')
    expect(signedHeaders(message, body, 'secret')).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1794916800',
      'webhook-signature': `v1,${expected}`,
    })
    expect(JSON.parse(body)).toMatchObject({ firing: [{ link: 'https://mkt.test/manage/installations/ins_1' }] })
  })

  it('is signed with the decoded bytes of a secret of Standard Webhooks', () => {
    const key = Buffer.alloc(24, 7)
    const secret = `whsec_${key.toString('base64')}`
    const expected = createHmac('sha256', key).update('msg_1.1794916800.{}').digest('base64')
    expect(signedHeaders(message, '{}', secret)['webhook-signature']).toBe(`v1,${expected}`)
    const accepted = [secret, 'any other text', 'whsec_short', 'whsec_no base64, but long enough for one'].map(
      isSigningSecret,
    )
    expect(accepted).toEqual([true, true, false, false])
  })

  it('has one id for all attempts, and another one for anything else', () => {
    const other = { ...state, subject: 'ins_2' }
    const id = messageId('alr_1', { firing: [state, other], resolved: [] })
    expect(messageId('alr_1', { firing: [other, { ...state, toldAt: noon }], resolved: [] })).toBe(id)
    const others = [
      messageId('alr_2', { firing: [state, other], resolved: [] }),
      messageId('alr_1', { firing: [state], resolved: [other] }),
      messageId('alr_1', { firing: [state, { ...other, since: after(1) }], resolved: [] }),
    ]
    expect(new Set([id, ...others]).size).toBe(4)
  })

  it('names what fires and what is over, and says when it is a test', () => {
    expect(subjectLine(message)).toBe('Rater fails and 1 more')
    expect(messageText(message)).toContain('Over: Audit fails')
    expect(subjectLine({ ...message, test: true })).toContain('Test')
    expect(messageText({ ...message, test: true, firing: [], resolved: [] })).toContain('Nothing is wrong')
  })

  it('names twenty and counts the rest', () => {
    const text = messageText({ ...message, firing: new Array(30).fill(state), resolved: [] })
    expect(text.split('\n')).toHaveLength(22)
    expect(text).toContain('And 10 more.')
  })
})
