import { expect, test } from 'vitest'
import { newId } from '../../lib/ids.ts'
import { insertAudits } from '../../store/platform/audits.ts'
import { testPlatform } from '../../testing/platform.ts'
import { streamAudit } from './stream-audit.ts'

const { platform, clock } = await testPlatform()

test('every audit row arrives in order, at least once, also after a sink that was away', async () => {
  const add = async (action: string) => {
    clock.advance(1)
    const at = platform.clock.now()
    const actor = { kind: 'person', id: 'per_1', label: 'a@acme.test' }
    const row = { id: newId('aud', at), at, organizationId: null, actor, address: null, requestId: null }
    await insertAudits(platform.db, [{ ...row, action, subject: { kind: 'person', id: 'per_1' }, details: {} }])
  }
  const received: string[] = []
  let away = true
  const sink = {
    name: 'test',
    host: 'mkt',
    send: (bytes: Buffer) => {
      if (away) return Promise.reject(new Error('away'))
      received.push(...(bytes.toString('utf8').match(/mkt - [\w.]+/g) ?? []))
      return Promise.resolve()
    },
  }
  await add('person.create')
  await add('person.change')
  // What was written just now waits: a change that began earlier may commit later.
  expect(await streamAudit(platform, sink)).toBe(0)
  clock.advance(61_000)
  await expect(streamAudit(platform, sink)).rejects.toThrow('away')
  away = false
  expect(await streamAudit(platform, sink)).toBe(2)
  expect(received).toEqual(['mkt - person.create', 'mkt - person.change'])
  expect(await streamAudit(platform, sink)).toBe(0)
  await add('person.enable')
  clock.advance(61_000)
  expect(await streamAudit(platform, sink)).toBe(1)
})
