import { expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { diskBlobs } from '../../store/image/disk-blobs.ts'
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
  const readiness = createReadiness({ db, changes, quarantine: noQuarantine, log: silentLog })
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

it('a full disk with the images is said in /readyz, before an upload meets it', async () => {
  const changes = { connected: true } as Platform['changes']
  // A file system that never has room.
  const blobs = diskBlobs('/proc')
  const readiness = createReadiness({ db: silentDb(), changes, quarantine: noQuarantine, blobs, log: silentLog })
  await expect.poll(async () => (await readiness.of('api')).body.storage).toBe('full')
  const { reasons } = (await readiness.of('api')).body
  expect(reasons).toContainEqual(expect.stringContaining('has no room left'))
})
