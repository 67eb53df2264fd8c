import { randomBytes } from 'node:crypto'
import { importImage } from '../testing/import-image.ts'
import { engineContract } from '../testing/index.ts'
import { bridgeGateway } from './bridge-gateway.ts'
import { connectDocker } from './connect.ts'
import { createDockerEngine } from './engine.ts'

const docker = await connectDocker(process.env.DOCKER_HOST)
if (docker === null) throw new Error('no Docker daemon answers; set DOCKER_HOST')
const scope = `test-${randomBytes(4).toString('hex')}`

const { missing } = await (await createDockerEngine(docker, { scope })).isolation()

engineContract('docker', {
  open: () => createDockerEngine(docker, { scope }),
  image: () => importImage(docker, scope),
  stateHost: (await bridgeGateway(docker)) ?? '172.17.0.1',
  // Podman, and daemons whose firewall is not ours to set, say so instead.
  refusesPrivate: missing.length === 0,
  memoryBytes: 96 * 1024 * 1024,
})
