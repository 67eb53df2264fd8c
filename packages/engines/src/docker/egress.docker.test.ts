import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { EgressRules } from '../egress/rules.ts'
import type { InstanceSpec } from '../engine.ts'
import { readRecord } from '../sandbox/instance-folder.ts'
import { outletName } from '../sandbox/outlet-names.ts'
import { isAlive, signal } from '../sandbox/process-identity.ts'
import { callInstance, until } from '../testing/call-instance.ts'
import { egressContract, killByFile } from '../testing/egress-contract.ts'
import { FULL_SHARE } from '../testing/full-share.ts'
import { importImage } from '../testing/import-image.ts'
import { toolImage } from '../testing/tool-image.ts'
import { connectDocker } from './connect.ts'
import { createDockerEngine } from './engine.ts'
import { pauseName, planPause } from './guarded-plan.ts'
import { ensurePauseImage } from './pause-image.ts'
import { containerName, LABELS } from './plan.ts'

const docker = await connectDocker(process.env.DOCKER_HOST)
if (docker === null) throw new Error('no Docker daemon answers; set DOCKER_HOST')
const scope = `test-${randomBytes(4).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'mkt-degress-'))
const open = (names?: string) =>
  createDockerEngine(docker, {
    scope,
    folder: join(folder, 'engine'),
    outletIdleMs: 1_000,
    ...(names === undefined ? {} : { names }),
  })
const engine = await open()
const { egress } = await engine.isolation()
const image = await importImage(docker, scope, await toolImage())

afterAll(async () => {
  await engine.removeAll()
  await docker.getImage(image.reference).remove({ force: true })
  rmSync(folder, { recursive: true, force: true })
})

describe.runIf(egress === undefined)('a daemon whose networks can be guarded', () => {
  egressContract('docker', {
    names: join(folder, 'names.json'),
    image: async () => image,
    killOutlet: () => killByFile(join(folder, 'engine/run', `${outletName('acme/moody')}.json`)),
    open,
  })

  describe('the guard of a container', () => {
    const specify = (rules: EgressRules): InstanceSpec => ({
      instanceId: `inst_${randomBytes(6).toString('hex')}`,
      deploymentId: `dep_${randomBytes(6).toString('hex')}`,
      app: `acme/guarded-${scope}`,
      version: '1.0.0',
      image,
      variables: { MOOD: 'well' },
      stateApi: 'http://127.0.0.1:9',
      plan: { cpu: FULL_SHARE, cpuCeiling: 1, memoryBytes: 96 * 1024 * 1024 },
      allowAddresses: [],
      egress: rules,
    })
    const healthy = (id: string) =>
      until('health', async () => {
        const address = (await engine.observe(id))?.address
        return address != null && (await callInstance(address, '/health', undefined, 2_000)).status === 200 && address
      })
    const lookUp = async (address: string, name: string) =>
      (
        await callInstance(
          address,
          '/run',
          `const dns = await import('node:dns/promises'); return await dns.lookup('${name}').then((found) => found.address, (error) => error.code)`,
        )
      ).body
    const refusals = async (id: string, host: string) =>
      until(
        `${host} to be counted`,
        async () => (await engine.egressCounts?.(id))?.find((row) => row.host === host)?.refused ?? false,
      )

    afterEach(async () => {
      for (const { instanceId } of await engine.list()) await engine.forget(instanceId)
    })

    it('is replaced when it is killed, goes on counting, and follows the rules of now', async () => {
      const spec = specify({ mode: 'enforce', hosts: [{ host: 'vin.example', port: 443 }], endpoints: [] })
      await engine.start(spec)
      const address = await healthy(spec.instanceId)
      expect(await lookUp(address, 'vin.example')).toMatch(/198\.18\./)
      expect(await lookUp(address, 'other.example')).toContain('ENOTFOUND')
      const before = await refusals(spec.instanceId, 'other.example')
      const record = readRecord(join(folder, 'engine/instances', spec.instanceId), 'instance')
      expect(record !== null && signal(record.keeper, 'SIGKILL')).toBe(true)
      await engine.applyEgress?.(spec.deploymentId, { mode: 'enforce', hosts: [], endpoints: [] })
      expect(await healthy(spec.instanceId)).toBe(address)
      expect(await lookUp(address, 'vin.example')).toContain('ENOTFOUND')
      await lookUp(address, 'other.example')
      await until('more to be counted', async () => (await refusals(spec.instanceId, 'other.example')) > before)
    })

    it('only counts undeclared names where the operator wants reports', async () => {
      const spec = specify({ mode: 'report', hosts: [], endpoints: [] })
      await engine.start(spec)
      const address = await healthy(spec.instanceId)
      // The daemon itself knows this name, so the answer has come through guard and daemon.
      const name = pauseName(spec.instanceId)
      expect(await lookUp(address, name)).toMatch(/10\.213\./)
      expect(await refusals(spec.instanceId, name)).toBeGreaterThan(0)
      const routes = await callInstance(address, '/run', "return fs.readFileSync('/proc/net/route', 'utf8')")
      expect(routes.body).toContain('eth0')
    })

    it('is found by another platform, and nothing is left of it once its instance is removed', async () => {
      const spec = specify({ mode: 'enforce', hosts: [], endpoints: [] })
      await engine.start(spec)
      const address = await healthy(spec.instanceId)
      const second = await open()
      await second.start(spec)
      expect((await second.list()).map(({ instanceId }) => instanceId)).toEqual([spec.instanceId])
      expect((await second.observe(spec.instanceId))?.address).toBe(address)
      const record = readRecord(join(folder, 'engine/instances', spec.instanceId), 'instance')
      await second.removeAll()
      const filters = { label: [`${LABELS.scope}=${scope}`] }
      expect(await docker.listContainers({ all: true, filters })).toEqual([])
      expect(record !== null && isAlive(record.keeper)).toBe(false)
    })

    it('gets another container for its network where the first cannot be started', async () => {
      const spec = specify({ mode: 'enforce', hosts: [], endpoints: [] })
      const pause = await ensurePauseImage(docker)
      if (pause === null) throw new Error('no program can own a network here')
      const plan = planPause({ scope, image: pause, instanceId: spec.instanceId, network: null })
      const broken = await docker.createContainer({ ...plan, Entrypoint: ['/absent'] })
      await engine.start(spec)
      await healthy(spec.instanceId)
      expect((await docker.getContainer(pauseName(spec.instanceId)).inspect()).Id).not.toBe(broken.id)
    })

    it('is gone once its instance is forgotten, although somebody removed the container by hand', async () => {
      const spec = specify({ mode: 'enforce', hosts: [], endpoints: [] })
      await engine.start(spec)
      await docker.getContainer(containerName(spec.instanceId)).remove({ force: true })
      expect(await engine.observe(spec.instanceId)).toBeNull()
      await engine.forget(spec.instanceId)
      const filters = { label: [LABELS.networkOf, `${LABELS.scope}=${scope}`] }
      expect(await docker.listContainers({ all: true, filters })).toEqual([])
      expect(existsSync(join(folder, 'engine/instances', spec.instanceId))).toBe(false)
    })

    it('ends with an application that ends by itself', async () => {
      const spec = { ...specify({ mode: 'enforce', hosts: [], endpoints: [] }), variables: { MOOD: 'crash' } }
      await engine.start(spec)
      const seen = await until('the end', async () => {
        const found = await engine.observe(spec.instanceId)
        return found?.status === 'stopped' && found
      })
      expect(seen.exit).toMatchObject({ code: 3 })
      const filters = { label: [LABELS.networkOf, `${LABELS.scope}=${scope}`] }
      expect(await docker.listContainers({ filters })).toEqual([])
      await engine.forget(spec.instanceId)
      expect(await docker.listContainers({ all: true, filters })).toEqual([])
    })
  })
})
