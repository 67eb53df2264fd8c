import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { Secret } from './secret.ts'

const PLANTED = 'planted-hunter2-planted'

test('a secret shows itself to nobody but the one who reveals it', () => {
  const secret = new Secret(PLANTED)
  const printed = [`${secret}`, String(secret), JSON.stringify({ secret }), inspect({ secret }), inspect([secret])]
  for (const text of printed) {
    expect(text).toContain('[secret]')
    expect(text).not.toContain(PLANTED)
  }
  expect(secret.reveal()).toBe(PLANTED)
})

test.each([false, true])('the log hides secrets by type, readable %s', (readable) => {
  const lines: string[] = []
  const log = createLog({ readable, destination: { write: (text: string) => void lines.push(text) } })
  const secret = new Secret(PLANTED)
  const failure = Object.assign(new Error('sign-in failed'), { secret })
  log.child({ secret }).info({ secret, deep: { list: [secret] } }, 'a line')
  log.error({ error: failure }, 'another line')
  expect(lines.join('')).toContain('[secret]')
  expect(lines.join('')).not.toContain(PLANTED)
})
