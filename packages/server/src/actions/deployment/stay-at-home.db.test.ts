import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { testPlatform } from '../../testing/platform/platform.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { EngineElsewhere, stayAtHome } from './stay-at-home.ts'

const { platform } = await testPlatform()
const folder = mkdtempSync(join(tmpdir(), 'mkt-homes-'))
atEnd(() => rm(folder, { recursive: true, force: true }))

interface Change {
  engine?: 'sandbox' | 'docker' | 'kubernetes'
  dockerHost?: string
  /** How often it gives a sign of life: only when the test says so, otherwise. */
  renewMs?: number
  heldMs?: number
}

/** As a worker in this folder begins. */
async function begin(
  name: string,
  { engine = 'sandbox', dockerHost, renewMs = 600_000, heldMs = 600_000 }: Change = {},
) {
  const lost: EngineElsewhere[] = []
  const place = { engine, dockerHost, folder: join(folder, name) }
  const home = await stayAtHome(platform, place, (error) => lost.push(error), { heldMs, renewMs, lookMs: 20 })
  atEnd(() => home.stop())
  return { home, lost }
}
const silence = () =>
  sql`update platform_fact set value = value || '{"until": "2020-01-01T00:00:00Z"}' where name = 'engine home'`.execute(
    platform.db,
  )
afterEach(silence)

it('workers of one folder run applications together, and one of another folder is refused while they live', async () => {
  const { home, lost } = await begin('one', { renewMs: 10 })
  await begin('one')
  await expect(begin('other')).rejects.toThrow(/run on \S+ with the sandbox engine in another folder.*take Kubernetes/)
  await expect(begin('one', { engine: 'docker' })).rejects.toThrow(EngineElsewhere)
  await begin('anywhere', { engine: 'kubernetes' })
  expect(lost).toEqual([])
  await home.stop()
})

it('when its workers are gone another place takes over, and one that comes back to life hears of it', async () => {
  const { home, lost } = await begin('one')
  await silence()
  await begin('other')
  await home.run()
  expect(lost).toHaveLength(1)
})

it('a worker that starts elsewhere just after the last one ended waits, and is not refused', async () => {
  const { home, lost } = await begin('one', { heldMs: 300 })
  await home.stop()
  await begin('one', { engine: 'docker' })
  await home.run()
  expect(lost).toHaveLength(1)
})

it('a Docker daemon over the network is one place from every machine', async () => {
  const { home } = await begin('one', { engine: 'docker', dockerHost: 'tcp://10.0.0.7:2375', renewMs: 10 })
  await begin('other', { engine: 'docker', dockerHost: 'tcp://10.0.0.7:2375' })
  await expect(begin('one', { engine: 'docker', dockerHost: 'tcp://10.0.0.8:2375' })).rejects.toThrow(EngineElsewhere)
  await home.stop()
})

it('a socket that is named is the same place as the usual one that is found', async () => {
  await begin('one', { engine: 'docker' })
  await begin('one', { engine: 'docker', dockerHost: 'unix:///var/run/docker.sock' })
})
