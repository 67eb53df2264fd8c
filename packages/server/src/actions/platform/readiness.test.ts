import { expect, it } from 'vitest'
import { silentDb } from '../../testing/faults/silent-db.ts'
import type { Platform } from './platform.ts'
import { noQuarantine } from './quarantine.ts'
import { createReadiness } from './readiness.ts'

it('parts that need no database answer at once while it is silent, and all of them ask it once', async () => {
  let asked = 0
  const db = silentDb(() => {
    asked += 1
  })
  const changes = { connected: true } as Platform['changes']
  const readiness = createReadiness({ db, changes, quarantine: noQuarantine })
  readiness.watchRoutes(() => true)
  // A promise that the API port waits for shows that nobody else does.
  let apiAnswered = false
  const api = readiness.of('api').then((answer) => {
    apiAnswered = true
    return answer
  })
  const parts = ['gateway', 'state', 'relay'] as const
  for (const { status, body } of await Promise.all(parts.map((part) => readiness.of(part))))
    expect([status, body.database]).toEqual([200, 'down'])
  expect(apiAnswered).toBe(false)
  expect((await api).status).toBe(503)
  expect(asked).toBe(1)
})
