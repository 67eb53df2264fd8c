import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Engine, InstanceSpec, Observation } from '../engine.ts'
import type { ImageSource } from '../image-source.ts'
import { callInstance, until } from './call-instance.ts'
import type { ContractOptions } from './contract-options.ts'
import { FULL_SHARE } from './full-share.ts'
import { isolationContract } from './isolation-contract.ts'
import { portOf, startSayServer } from './say-server.ts'

const MEGABYTE = 1024 * 1024

/** What every engine must do, whatever runs the containers. */
export function engineContract(name: string, options: ContractOptions): void {
  describe(`the ${name} engine`, () => {
    let engine: Engine
    let image: ImageSource
    let state: Server
    let stateApi: string
    let foreign: Server
    const started: string[] = []

    beforeAll(async () => {
      engine = await options.open()
      image = await options.image()
      state = await startSayServer(options.stateHost, 'the state')
      foreign = await startSayServer(options.stateHost, 'the control plane')
      stateApi = `http://${options.stateHost}:${portOf(state)}`
    })

    afterEach(async () => {
      await Promise.all(started.splice(0).map((id) => engine.stop(id, { graceMs: 0 }).then(() => engine.forget(id))))
    })

    afterAll(async () => {
      await engine.close({ stopInstances: true })
      state.close()
      foreign.close()
    })

    function specify(mood: string, more: Partial<InstanceSpec> = {}): InstanceSpec {
      const instanceId = `inst_${randomBytes(8).toString('hex')}`
      started.push(instanceId)
      return {
        instanceId,
        deploymentId: 'dep_contract',
        app: 'acme/moody',
        version: '1.0.0',
        image,
        variables: { MOOD: mood },
        stateApi,
        plan: { cpu: options.cpu ?? FULL_SHARE, cpuCeiling: 1, memoryBytes: options.memoryBytes ?? 128 * MEGABYTE },
        allowAddresses: [],
        ...more,
      }
    }

    const observe = async (id: string): Promise<Observation> => {
      const observation = await engine.observe(id)
      if (observation === null) throw new Error(`${id} is unknown`)
      return observation
    }

    const healthy = (id: string) =>
      until(`${id} to be healthy`, async () => {
        const { address } = await observe(id)
        return address !== null && (await callInstance(address, '/health', undefined, 2_000)).status === 200 && address
      })

    const stopped = (id: string) =>
      until(`${id} to end`, async () => {
        const observation = await observe(id)
        return observation.status === 'stopped' && observation
      })

    const run = async (address: string, program: string): Promise<unknown> => {
      const answer = await callInstance(address, '/run', program)
      return answer.status === 200 ? JSON.parse(answer.body) : { failed: answer.body }
    }

    const stage = { engine: () => engine, state: () => state, foreign: () => foreign }
    isolationContract({ ...stage, specify, observe, healthy, run }, options)

    const text = async (id: string) => (await engine.logs(id)).lines.map((line) => line.text)

    it('starts an application, reaches it, and stops it by its signal', async () => {
      const spec = specify('well')
      await engine.start(spec)
      const address = await healthy(spec.instanceId)
      expect(await callInstance(address, '/echo', 'hello')).toEqual({ status: 200, body: 'hello' })
      await engine.stop(spec.instanceId, { graceMs: 5_000 })
      const observation = await observe(spec.instanceId)
      expect(observation).toMatchObject({ status: 'stopped', address: null, exit: { code: 0 } })
      expect(await text(spec.instanceId)).toEqual(['mood well', 'stopping'])
    })

    it('gives the image’s environment, then the publisher’s, then its own, and nothing of the platform’s', async () => {
      const variables = { MOOD: 'well', SHADOWED: "pub'lisher $x\n2", MKT_PORT: '1', LD_HINT: 'x', 'odd.name': 'y' }
      const spec = specify('well', { variables })
      await engine.start(spec)
      const address = await healthy(spec.instanceId)
      const environment = JSON.parse((await callInstance(address, '/environment')).body) as Record<string, string>
      expect(environment).toMatchObject({ ...variables, MKT_PORT: environment.MKT_PORT, MKT_STATE_API: stateApi })
      expect(environment.MKT_PORT).not.toBe('1')
      expect(environment).toMatchObject({ FROM_IMAGE: 'yes', PATH: '/usr/bin' })
      expect(Object.keys(environment).filter((key) => /^(npm_|VITEST|NODE_|PWD)/.test(key))).toEqual([])
    })

    it('kills an application that ignores the stop signal once its grace is over', async () => {
      const spec = specify('ignore-stop')
      await engine.start(spec)
      await healthy(spec.instanceId)
      await engine.stop(spec.instanceId, { graceMs: 600 })
      expect((await observe(spec.instanceId)).status).toBe('stopped')
      expect(await text(spec.instanceId)).toContain('stop signal ignored')
    })

    it('tells how an application ended that crashes at once, with its last words', async () => {
      const spec = specify('crash')
      await engine.start(spec)
      const observation = await stopped(spec.instanceId)
      expect(observation.exit).toMatchObject({ code: 3, outOfMemory: false })
      const { lines } = await engine.logs(spec.instanceId)
      expect(lines.map(({ stream, text }) => ({ stream, text }))).toEqual(
        expect.arrayContaining([
          { stream: 'stdout', text: 'mood crash' },
          { stream: options.separatesStreams === false ? 'stdout' : 'stderr', text: 'cannot go on' },
        ]),
      )
    })

    it('keeps running an application that never becomes healthy: that is for the platform to judge', async () => {
      const spec = specify('never-healthy')
      await engine.start(spec)
      const answer = await until('an answer', async () => {
        const { address } = await observe(spec.instanceId)
        return address !== null && callInstance(address, '/health')
      })
      expect(answer.status).toBe(500)
      expect((await observe(spec.instanceId)).status).toBe('running')
    })

    it('reaches an application that listens late', async () => {
      const spec = specify('late')
      await engine.start(spec)
      expect(await healthy(spec.instanceId)).toBeTruthy()
    })

    it('ends an application that eats more memory than its plan grants, and says so', async () => {
      const spec = specify('eat-memory')
      await engine.start(spec)
      expect((await stopped(spec.instanceId)).exit).toMatchObject({ outOfMemory: true })
    })

    it('takes in a flood of output without blocking the application, and keeps it small', async () => {
      const spec = specify('flood')
      await engine.start(spec)
      const address = await healthy(spec.instanceId)
      const first = await until('the log to grow', async () => {
        const page = await engine.logs(spec.instanceId)
        return page.lines.length > 100 && page
      })
      expect((await callInstance(address, '/echo', 'still here')).body).toBe('still here')
      const second = await until('the log to go on', async () => {
        const page = await engine.logs(spec.instanceId, first.cursor)
        return page.lines.length > 0 && page
      })
      expect(second.cursor).not.toBe(first.cursor)
    })

    it('holds an application that forks without end at its limit, and others do not notice', async () => {
      const other = specify('well')
      await engine.start(other)
      const spec = specify('fork')
      await engine.start(spec)
      // Where memory runs out before processes do, it is ended: that is a limit too.
      let answered = false
      await until('a limit to bite', async () => {
        const { status, address } = await observe(spec.instanceId)
        if (status === 'stopped' || address === null) return status === 'stopped'
        const count = await run(address, 'return fs.readdirSync("/proc").filter((name) => +name > 0).length').catch(
          () => (answered ? 99 : 0),
        )
        answered ||= Number(count) > 0
        return Number(count) > 3
      })
      const otherAddress = await healthy(other.instanceId)
      expect((await callInstance(otherAddress, '/echo', 'fine')).body).toBe('fine')
      const figures = await engine.figures(spec.instanceId)
      expect(figures === null || figures.processes <= 256).toBe(true)
    })

    it('lets an application read state at the address it is told', async () => {
      const spec = specify('well')
      await engine.start(spec)
      const address = await healthy(spec.instanceId)
      const program = "return await (await fetch(process.env.MKT_STATE_API + '/state/k')).text()"
      expect(await run(address, program)).toBe('the state')
    })

    it('is found, read and stopped by a platform that starts again', async () => {
      const spec = specify('well')
      await engine.start(spec)
      await healthy(spec.instanceId)
      await engine.close()
      engine = await options.open()
      const address = await healthy(spec.instanceId)
      expect((await callInstance(address, '/echo', 'again')).body).toBe('again')
      expect((await engine.list()).map((observation) => observation.instanceId)).toContain(spec.instanceId)
      expect(await text(spec.instanceId)).toEqual(['mood well'])
      await engine.stop(spec.instanceId, { graceMs: 5_000 })
      await engine.forget(spec.instanceId)
      expect(await engine.observe(spec.instanceId)).toBeNull()
    })

    it('is one instance when two platforms start it at the same time', async () => {
      const second = await options.open()
      const spec = specify('well')
      await Promise.all([engine.start(spec), second.start(spec)])
      await healthy(spec.instanceId)
      const seen = (await second.list()).filter((observation) => observation.instanceId === spec.instanceId)
      expect(seen).toHaveLength(1)
      await second.stop(spec.instanceId, { graceMs: 5_000 })
      expect((await stopped(spec.instanceId)).status).toBe('stopped')
      expect((await text(spec.instanceId)).filter((line) => line === 'mood well')).toHaveLength(1)
      await second.close()
    })

    it('takes stopping and forgetting what it does not know as done', async () => {
      await engine.stop('inst_unknown', { graceMs: 0 })
      await engine.forget('inst_unknown')
      expect(await engine.observe('inst_unknown')).toBeNull()
    })

    it('measures memory, CPU time and processes', async () => {
      const spec = specify('well')
      await engine.start(spec)
      await healthy(spec.instanceId)
      const figures = await until('figures', () => engine.figures(spec.instanceId), 60_000)
      expect(figures.memoryBytes).toBeGreaterThan(MEGABYTE)
      expect(figures.cpuSeconds).toBeGreaterThan(0)
    })

    const { weightOf } = options
    it.runIf(weightOf !== undefined)('lets an instance give way while it runs, and have its share again', async () => {
      const spec = specify('well')
      await engine.start(spec)
      await healthy(spec.instanceId)
      const weight = () => weightOf?.(spec.instanceId) ?? 0
      const usual = await weight()
      for (const _ of ['once', 'again']) await engine.giveWay?.(spec.instanceId, spec.plan, true)
      expect(await weight()).toBeLessThan(usual / 10)
      for (const _ of ['once', 'again']) await engine.giveWay?.(spec.instanceId, spec.plan, false)
      expect(await weight()).toBe(usual)
      await engine.giveWay?.('inst_unknown', spec.plan, true)
    })
  })
}
