import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { InstanceSpec } from '../engine.ts'
import { importImage } from '../testing/import-image.ts'
import { engineContract } from '../testing/index.ts'
import { bridgeGateway, canListen } from './bridge-gateway.ts'
import { connectDocker } from './connect.ts'
import { mustPublish, readDaemon } from './daemon.ts'
import { createDockerEngine } from './engine.ts'
import { LABELS } from './plan.ts'

const docker = await connectDocker(process.env.DOCKER_HOST)
if (docker === null) throw new Error('no Docker daemon answers; set DOCKER_HOST')
const scope = `test-${randomBytes(4).toString('hex')}`
const image = await importImage(docker, scope)
const folder = mkdtempSync(join(tmpdir(), 'mkt-docker-'))
const engine = await createDockerEngine(docker, { scope, folder })
const { missing } = await engine.isolation()

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
  plan: { cpu: 0.15, cpuCeiling: 1, memoryBytes: 96 * 1024 * 1024 },
  allowAddresses: [],
  ...more,
})

const left = async () => {
  const filters = { label: [`${LABELS.scope}=${scope}`] }
  const containers = await docker.listContainers({ all: true, filters })
  const networks = await docker.listNetworks({ filters })
  return [...containers.flatMap(({ Names }) => Names), ...networks.map(({ Name }) => Name)]
}

const facts = await readDaemon(docker)

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
