import { beforeAll, describe, expect, it } from 'vitest'
import { advanceInstallation } from '../actions/installation/advance-installation.ts'
import { followReleases } from '../actions/installation/follow-release.ts'
import type { LifeTools } from '../actions/installation/installation-life.ts'
import { moveInstallation } from '../actions/installation/move-installation.ts'
import { byPlatform } from '../actions/platform/origin.ts'
import { type Log, silentLog } from '../lib/log.ts'
import { seededRandom } from '../lib/random.ts'
import { createAttendance } from '../lib/schedule/attendance.ts'
import { createAppClient } from '../outbound/app/app-client.ts'
import { routeHealth } from '../store/delivery/route-health.ts'
import { noteInstallSent } from '../store/installation/installation-work.ts'
import { installationById } from '../store/installation/installations.ts'
import { callerSecretsOf } from '../store/route/caller-secrets.ts'
import { carryInstallation, deadlyTools } from '../testing/faults/deadly-tools.ts'
import { type LaunchWorld, launchWorld } from '../testing/world/launch-world.ts'

let world: LaunchWorld
const client = createAppClient()
beforeAll(async () => {
  world = await launchWorld({ worker: false })
  return () => client.close()
})

const carry = (id: string, tools: LifeTools) => carryInstallation(world.platform, id, tools)

async function launched(lifecycle: string[]) {
  const { id: listingId } = await world.listing({ platform: { lifecycle: lifecycle as never } })
  const { id } = await world.admin.launchApp({
    params: { org: 'northwind' },
    body: { listingId, tenantId: world.tenantId },
  })
  return { id, listingId }
}

const FAILED = 'An installation failed'
function recordingLog() {
  const warnings: object[] = []
  const log: Log = Object.assign(Object.create(silentLog), {
    warn: (facts: object, msg: string) => warnings.push({ ...facts, msg }),
  })
  return { log, warnings }
}

const steady = () => deadlyTools(world, client, seededRandom('steady'), 0)
const hooks = () => world.hooks().map((hook) => hook.replace('GET /_app/', ''))

describe('a worker killed at any point', () => {
  it('leaves an installation that goes on from where it was: each hook at least once, in order', async () => {
    let deaths = 0
    for (let seed = 0; seed < 6; seed += 1) {
      world.server.seen.length = 0
      const tools = deadlyTools(world, client, seededRandom(`kill ${seed}`), 0.3)
      const { id } = await launched(['install', 'start', 'stop', 'uninstall'])
      deaths += await carry(id, tools)
      expect((await installationById(world.platform.db, id))?.state).toBe('RUNNING')
      await moveInstallation(world.platform, id, 'uninstall', byPlatform)
      deaths += await carry(id, tools)
      expect((await installationById(world.platform.db, id))?.state).toBe('UNINSTALLED')
      const order = hooks().filter((hook, index, all) => hook !== all[index - 1])
      expect(order).toEqual(['install', 'start', 'stop', 'uninstall'])
      // The platform calls here by itself, so it names itself.
      for (const { headers } of world.server.seen) expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    }
    expect(deaths).toBeGreaterThan(5)
  })
})

describe('an installation that is uninstalled before its app heard `install`', () => {
  it('ends without `uninstall`; an app that declares no `install` hears of the end once it reached its hooks', async () => {
    for (const [declared, heard] of [
      [['install', 'start', 'uninstall'], []],
      [['start', 'uninstall'], ['uninstall']],
    ] as const) {
      const { id } = await launched([...declared])
      const nobody = { ...steady(), client: { ...client, choose: () => undefined } }
      await advanceInstallation(world.platform, nobody, id, new AbortController().signal)
      expect((await installationById(world.platform.db, id))?.state).toBe('STARTING')
      world.server.seen.length = 0
      await moveInstallation(world.platform, id, 'uninstall', byPlatform)
      await carry(id, steady())
      expect((await installationById(world.platform.db, id))?.state).toBe('UNINSTALLED')
      expect(hooks()).toEqual(heard)
    }
  })

  it('does not count as one that heard it when somebody wanted something else before it went out', async () => {
    const { id } = await launched(['install', 'uninstall'])
    const { wish } = (await installationById(world.platform.db, id)) ?? { wish: -1 }
    await moveInstallation(world.platform, id, 'uninstall', byPlatform)
    expect(await noteInstallSent(world.platform.db, id, wish, world.clock.now())).toBe(false)
    expect(await installationById(world.platform.db, id)).toMatchObject({ installSentAt: null })
  })
})

describe('times', () => {
  it('an app that is not healthy within 120 s is an ERROR that says so, and a line in the log', async () => {
    const { id } = await launched([])
    await world.platform.db.updateTable('instance').set({ state: 'STARTING' }).execute()
    const told = recordingLog()
    const platform = { ...world.platform, log: told.log }
    const advance = () => advanceInstallation(platform, steady(), id, new AbortController().signal)
    await advance()
    world.clock.advance(119_000)
    await advance()
    expect((await installationById(world.platform.db, id))?.state).toBe('PENDING')
    world.clock.advance(2_000)
    await advance()
    expect(await installationById(world.platform.db, id)).toMatchObject({
      state: 'ERROR',
      reason: expect.stringContaining('did not become healthy within 120 seconds'),
    })
    expect(told.warnings).toEqual([expect.objectContaining({ installation: id, step: 'health', msg: FAILED })])
    await world.platform.db.updateTable('instance').set({ state: 'HEALTHY' }).execute()
  })

  it('of a step do not run while no worker is there: after an hour without one the app still has its 120 s', async () => {
    const { id } = await launched([])
    await world.platform.db.updateTable('instance').set({ state: 'STARTING' }).execute()
    const advance = (tools: LifeTools) => advanceInstallation(world.platform, tools, id, new AbortController().signal)
    await advance(steady())
    world.clock.advance(3_600_000)
    const later = { ...steady(), attendance: createAttendance(world.clock) }
    await advance(later)
    expect((await installationById(world.platform.db, id))?.state).toBe('PENDING')
    await world.platform.db.updateTable('instance').set({ state: 'HEALTHY' }).execute()
    await carry(id, later)
    expect((await installationById(world.platform.db, id))?.state).toBe('RUNNING')
  })

  it('a policy system out of reach is tried for 15 minutes; one that refuses is an ERROR at once', async () => {
    for (const [kind, afterMs, state] of [
      ['unavailable', 0, 'REGISTERING'],
      ['unavailable', 15 * 60_000 + 1_000, 'ERROR'],
      ['refused', 0, 'ERROR'],
    ] as const) {
      const { id } = await launched([])
      const tools = { ...steady(), register: async () => ({ kind, reason: 'No way in.' }) }
      const advance = () => advanceInstallation(world.platform, tools, id, new AbortController().signal)
      await advance()
      world.clock.advance(afterMs)
      await advance()
      expect((await installationById(world.platform.db, id))?.state).toBe(state)
    }
  })

  it('a registration is tried for as long as fewer steps are left each time, and for 15 minutes more', async () => {
    const { id } = await launched([])
    let left = 5
    const tools = {
      ...steady(),
      register: async () => ({ kind: 'unfinished' as const, reason: 'It takes long.', left }),
    }
    const advance = async (ms: number) => {
      world.clock.advance(ms)
      await advanceInstallation(world.platform, tools, id, new AbortController().signal)
      return (await installationById(world.platform.db, id))?.state
    }
    for (; left > 1; left -= 1) expect(await advance(10 * 60_000)).toBe('REGISTERING')
    expect(await advance(10 * 60_000)).toBe('REGISTERING')
    expect(await advance(10 * 60_000)).toBe('REGISTERING')
    expect(await advance(6 * 60_000)).toBe('ERROR')
  })

  it('stopping is not blocked by an app or a policy system that does not answer', async () => {
    const { id } = await launched(['stop'])
    await carry(id, steady())
    world.answer((_request, response) => void response.destroy())
    await moveInstallation(world.platform, id, 'stop', byPlatform)
    const tools = { ...steady(), unregister: async () => ({ kind: 'refused' as const, reason: 'slow' }) }
    const told = recordingLog()
    await carryInstallation({ ...world.platform, log: told.log }, id, tools)
    expect(told.warnings).toEqual([expect.objectContaining({ installation: id, step: 'stop' })])
    world.answer((_request, response) => void response.end())
    const stopped = await installationById(world.platform.db, id)
    expect(stopped).toMatchObject({ state: 'STOPPED', lastFailure: { operation: 'stop' } })
  })
})

describe('attempts that failed before', () => {
  const failing = async (installationId: string) => {
    const since = new Date(world.clock.now().getTime() - 80 * 3_600_000)
    const health = { failing_since: since, warned_at: since }
    await world.platform.db
      .insertInto('route_health')
      .values({ installation_id: installationId, ...health })
      .onConflict((conflict) => conflict.column('installation_id').doUpdateSet(health))
      .execute()
  }

  it('do not count after a start or with another release, and no pause ends by a start', async () => {
    const { id, listingId } = await launched([])
    await carry(id, steady())
    await failing(id)
    await moveInstallation(world.platform, id, 'stop', byPlatform)
    await carry(id, steady())
    expect((await routeHealth(world.platform.db, id)).failingSince).not.toBeNull()
    await moveInstallation(world.platform, id, 'start', byPlatform)
    expect(await routeHealth(world.platform.db, id)).toMatchObject({ failingSince: null, warnedAt: null })
    await carry(id, steady())
    await failing(id)
    await world.release(listingId, { version: '1.1.0' })
    await followReleases(world.platform)
    await carry(id, steady())
    expect(await routeHealth(world.platform.db, id)).toMatchObject({ failingSince: null, warnedAt: null })
    await failing(id)
    await world.platform.db.updateTable('route_health').set({ paused_at: world.clock.now() }).execute()
    await moveInstallation(world.platform, id, 'stop', byPlatform)
    await carry(id, steady())
    await moveInstallation(world.platform, id, 'start', byPlatform)
    expect((await routeHealth(world.platform.db, id)).pausedAt).not.toBeNull()
  })
})

describe('the caller secret', () => {
  it('rotates with two valid at once; a third before the second is registered is refused', async () => {
    const { id } = await launched([])
    await carry(id, steady())
    const ask = () => world.admin.rotateCallerSecret({ params: { id } })
    const { callerSecret } = await ask()
    expect(callerSecret.length).toBeGreaterThan(40)
    expect(await callerSecretsOf(world.platform.db, id)).toHaveLength(2)
    await expect(ask()).rejects.toMatchObject({ code: 'rotation_running' })
    await carry(id, steady())
    expect(await callerSecretsOf(world.platform.db, id)).toHaveLength(1)
    await ask()
  })
})

describe('a stopped installation', () => {
  it('takes the followed release at its next start: upgrade, then start', async () => {
    const { id, listingId } = await launched(['start', 'upgrade'])
    await carry(id, steady())
    await moveInstallation(world.platform, id, 'stop', byPlatform)
    await carry(id, steady())
    await world.release(listingId, { version: '1.1.0', platform: { lifecycle: ['start', 'upgrade'] } })
    await followReleases(world.platform)
    expect(await installationById(world.platform.db, id)).toMatchObject({ state: 'STOPPED' })
    world.server.seen.length = 0
    await moveInstallation(world.platform, id, 'start', byPlatform)
    await carry(id, steady())
    expect(hooks()).toEqual(['upgrade', 'start'])
    expect(await world.admin.getInstallation({ params: { id } })).toMatchObject({
      state: 'RUNNING',
      release: { version: '1.1.0' },
    })
  })
})
