import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Engine, InstanceSpec } from '../engine.ts'
import { readRecord } from '../sandbox/instance-folder.ts'
import { isAlive, signal } from '../sandbox/process-identity.ts'
import { callInstance, until } from '../testing/call-instance.ts'
import { FULL_SHARE } from '../testing/full-share.ts'
import { importImage } from '../testing/import-image.ts'
import { engineContract } from '../testing/index.ts'
import { bridgeGateway, canListen } from './bridge-gateway.ts'
import { connectDocker } from './connect.ts'
import { mustPublish, readDaemon } from './daemon.ts'
import { createDockerEngine } from './engine.ts'
import { containerName, LABELS } from './plan.ts'

const docker = await connectDocker(process.env.DOCKER_HOST)
if (docker === null) throw new Error('no Docker daemon answers; set DOCKER_HOST')
const scope = `test-${randomBytes(4).toString('hex')}`
const image = await importImage(docker, scope)
const folder = mkdtempSync(join(tmpdir(), 'mkt-docker-'))
const engine = await createDockerEngine(docker, { scope, folder })
const { missing, notes } = await engine.isolation()
const facts = await readDaemon(docker)

// A developer's daemon would keep a copy of Node for every run.
afterAll(async () => {
  await docker.getImage(image.reference).remove({ force: true })
  rmSync(folder, { recursive: true })
})

engineContract('docker', {
  open: () => createDockerEngine(docker, { scope, folder }),
  image: async () => image,
  stateHost: (await bridgeGateway(docker)) ?? '172.17.0.1',
  // Podman, and daemons whose firewall is not ours to set, say so instead.
  refusesPrivate: missing.length === 0,
  filtersCalls: !notes.some((note) => note.includes('own profile')),
  weightOf: async (instanceId) =>
    (await docker.getContainer(containerName(instanceId)).inspect()).HostConfig.CpuShares ?? 0,
  memoryBytes: 96 * 1024 * 1024,
})

const specify = (more: Partial<InstanceSpec> = {}): InstanceSpec => ({
  instanceId: `inst_${randomBytes(8).toString('hex')}`,
  deploymentId: 'dep_own',
  app: `acme/own-${scope}`,
  version: '1.0.0',
  image,
  variables: { MOOD: 'well' },
  stateApi: 'http://172.17.0.1:7072',
  plan: { cpu: FULL_SHARE, cpuCeiling: 1, memoryBytes: 96 * 1024 * 1024 },
  allowAddresses: [],
  ...more,
})

const left = async () => {
  const filters = { label: [`${LABELS.scope}=${scope}`] }
  const containers = await docker.listContainers({ all: true, filters })
  const networks = await docker.listNetworks({ filters })
  return [...containers.flatMap(({ Names }) => Names), ...networks.map(({ Name }) => Name)]
}

it.runIf(!facts.podman && !mustPublish(facts))(
  'finds the address of the daemon’s bridge although no container keeps it up',
  async () => {
    const running = await docker.listContainers()
    expect(running.filter(({ HostConfig }) => HostConfig.NetworkMode === 'default')).toEqual([])
    const gateway = (await bridgeGateway(docker)) ?? ''
    expect(gateway).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
    expect(await canListen(gateway)).toBe(true)
    expect(await engine.hostAddress()).toBe(gateway)
  },
)

const outputKey = Buffer.alloc(32, 7)
const withKey = () => createDockerEngine(docker, { scope, folder, outputKey })
const running = async (instanceId: string) =>
  until('health', async () => {
    const address = (await engine.observe(instanceId))?.address
    return address != null && (await callInstance(address, '/health')).status === 200 && address
  })
const said = async (from: Engine, instanceId: string) => (await from.logs(instanceId)).lines.map(({ text }) => text)

it.skipIf(facts.podman)(
  'keeps output nowhere that a copy of the disk would show, and another platform reads it on',
  async () => {
    const first = await withKey()
    const spec = specify()
    await first.start(spec)
    const address = await running(spec.instanceId)
    await callInstance(address, '/run', "console.log('planted-secret'); return 1")
    await until('the line', async () => (await said(first, spec.instanceId)).includes('planted-secret'))
    const found = await docker.getContainer(containerName(spec.instanceId)).inspect()
    expect(found.HostConfig.LogConfig?.Type).toBe('none')
    const { DockerRootDir } = (await docker.info()) as { DockerRootDir: string }
    for (const place of [folder, join(DockerRootDir, 'containers', found.Id)])
      for (const file of existsSync(place) ? filesBelow(place) : [])
        expect(readFileSync(file).includes('planted-secret'), file).toBe(false)
    expect(await said(await withKey(), spec.instanceId)).toEqual(['mood well', 'planted-secret'])
    await engine.forget(spec.instanceId)
    expect(existsSync(join(folder, 'output', spec.instanceId))).toBe(false)
  },
)

it.skipIf(facts.podman)('takes output again where what took it was killed, and says that some was lost', async () => {
  const spec = specify()
  await engine.start(spec)
  const address = await running(spec.instanceId)
  const taker = readRecord(join(folder, 'output', spec.instanceId), 'taker')
  expect(taker !== null && signal(taker, 'SIGKILL')).toBe(true)
  await until('another taker', async () => {
    await engine.observe(spec.instanceId)
    const next = readRecord(join(folder, 'output', spec.instanceId), 'taker')
    return next !== null && next.pid !== taker?.pid && isAlive(next)
  })
  await callInstance(address, '/run', "console.log('afterwards'); return 1")
  await until('the line', async () => (await said(engine, spec.instanceId)).includes('afterwards'))
  expect(await said(engine, spec.instanceId)).toEqual([
    'mood well',
    '[what was written until now was lost: its reader had ended]',
    'afterwards',
  ])
  await engine.forget(spec.instanceId)
})

function filesBelow(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

it('does not take an address for one of this machine that it has not', async () => {
  expect(await canListen('192.0.2.99')).toBe(false)
})

it('leaves no network behind when an image cannot be pulled', async () => {
  const digest = `sha256:${'a'.repeat(64)}`
  const missingImage = { ...image, digest, reference: `127.0.0.1:1/acme/none@${digest}` }
  await expect(engine.start(specify({ image: missingImage }))).rejects.toThrow()
  expect(await left()).toEqual([])
})

it('removes everything of its platform at once, running containers and networks included', async () => {
  await engine.start(specify())
  await engine.start(specify({ app: `acme/other-${scope}` }))
  expect(await left()).toHaveLength(4)
  await engine.removeAll()
  expect(await left()).toEqual([])
})
