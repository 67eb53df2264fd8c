import type { OpenOptions } from '@mkt/engines'
import { expect, it } from 'vitest'
import { addEnginePlace } from '../../store/deployment/engine-places.ts'
import { platformScope } from '../../store/platform/platform-scope.ts'
import { beatProcess } from '../../store/platform/processes.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { fakeEngine } from '../../testing/rollout/fake-engine.ts'
import { removeApplications } from './remove-applications.ts'

const { platform, clock } = await testPlatform()
const { db } = platform
const options = { dataDir: '/data', kubernetes: undefined, alone: true }

/** Notes which engines were opened and emptied. */
function engines({ refuse = '' } = {}) {
  const opened: Pick<OpenOptions, 'engine' | 'scope' | 'dockerHost'>[] = []
  const closed: unknown[] = []
  const open = async ({ engine, scope, dockerHost }: OpenOptions) => {
    opened.push({ engine, scope, dockerHost })
    const removeAll = engine === refuse ? () => Promise.reject(new Error('no daemon answers')) : async () => {}
    return { ...fakeEngine(), removeAll, close: async () => void closed.push(engine) }
  }
  return { opened, closed, open }
}

it('does nothing for a platform that never ran anything', async () => {
  const { opened, open } = engines()
  expect(await removeApplications(platform, options, open)).toEqual([])
  expect(opened).toEqual([])
})

it('empties every engine that ever ran applications, where it was found then, each once', async () => {
  const scope = await platformScope(db, 'abc123')
  const dockerHost = 'unix:///run/other.sock'
  for (const place of [
    { engine: 'docker' as const, dockerHost },
    { engine: 'sandbox' as const, dockerHost: null },
    { engine: 'docker' as const, dockerHost },
  ])
    await addEnginePlace(db, place, clock.now())
  const { opened, closed, open } = engines()
  expect(await removeApplications(platform, options, open)).toEqual(['docker', 'sandbox'])
  expect(opened).toEqual([
    { engine: 'docker', scope, dockerHost },
    { engine: 'sandbox', scope, dockerHost: undefined },
  ])
  expect(closed).toEqual(['docker', 'sandbox'])
})

it('says which engine could not be emptied', async () => {
  const { closed, open } = engines({ refuse: 'docker' })
  await expect(removeApplications(platform, options, open)).rejects.toThrow('no daemon answers')
  expect(closed).toEqual(['docker'])
})

it('refuses while a worker is running, which would start everything again', async () => {
  const { opened, open } = engines()
  await beatProcess(db, { id: 'prc_1', host: 'node-7', roles: ['api', 'worker'], version: '1', report: {} })
  await expect(removeApplications(platform, { ...options, alone: false }, open)).rejects.toThrow(/running on node-7/)
  expect(opened).toEqual([])
  await db
    .updateTable('process')
    .set({ roles: ['api'] })
    .execute()
  expect(await removeApplications(platform, { ...options, alone: false }, open)).toEqual(['docker', 'sandbox'])
})
