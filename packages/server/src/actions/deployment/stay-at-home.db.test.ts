import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { atEnd } from '../../testing/at-end.ts'
import { testPlatform } from '../../testing/platform.ts'
import { EngineElsewhere, stayAtHome } from './stay-at-home.ts'

const { platform } = await testPlatform()
const folder = mkdtempSync(join(tmpdir(), 'mkt-homes-'))
atEnd(() => rm(folder, { recursive: true, force: true }))

/** As a worker in this folder begins. */
async function begin(name: string, more: { engine?: 'sandbox' | 'docker' | 'kubernetes'; dockerHost?: string } = {}) {
  const lost: EngineElsewhere[] = []
  const place = { engine: 'sandbox' as const, dockerHost: undefined, folder: join(folder, name), ...more }
  const home = await stayAtHome(platform, place, (error) => lost.push(error))
  atEnd(() => home.stop())
  return { home, lost }
}
const silence = () =>
  sql`update platform_fact set value = value || '{"until": "2020-01-01T00:00:00Z"}' where name = 'engine home'`.execute(
    platform.db,
  )

it('workers of one folder run applications together, and one of another folder is refused while they live', async () => {
  const { lost } = await begin('one')
  await begin('one')
  await expect(begin('other')).rejects.toThrow(/run on \S+ with the sandbox engine in another folder.*take Kubernetes/)
  await expect(begin('one', { engine: 'docker' })).rejects.toThrow(EngineElsewhere)
  await begin('anywhere', { engine: 'kubernetes' })
  expect(lost).toEqual([])
})

it('when its workers are gone another place takes over, and one that comes back to life hears of it', async () => {
  const { home, lost } = await begin('one')
  await silence()
  await begin('other')
  await home.run()
  expect(lost).toHaveLength(1)
  await silence()
})

it('a Docker daemon over the network is one place from every machine', async () => {
  await begin('one', { engine: 'docker', dockerHost: 'tcp://10.0.0.7:2375' })
  await begin('other', { engine: 'docker', dockerHost: 'tcp://10.0.0.7:2375' })
  await expect(begin('one', { engine: 'docker', dockerHost: 'tcp://10.0.0.8:2375' })).rejects.toThrow(EngineElsewhere)
})
