import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { appImage, engineContract } from '../testing/index.ts'
import { bridgeGateway } from './bridge-gateway.ts'
import { connectDocker } from './connect.ts'
import { createDockerEngine } from './engine.ts'

const run = promisify(execFile)
const docker = await connectDocker(process.env.DOCKER_HOST)
if (docker === null) throw new Error('no Docker daemon answers; set DOCKER_HOST')
const gateway = (await bridgeGateway(docker)) ?? '172.17.0.1'
const scope = `test-${randomBytes(4).toString('hex')}`

/** The suite's image, given to the daemon as a file system: there is no registry here to pull from. */
async function imported() {
  const source = await appImage()
  const folder = await mkdtemp(join(tmpdir(), 'mkt-docker-'))
  try {
    const config = await source.unpack(folder)
    const archive = join(folder, '..', `${scope}.tar`)
    await run('tar', ['-C', folder, '-cf', archive, '.'])
    const reference = `mkt-test/${scope}:1`
    const changes = [
      `ENTRYPOINT ${JSON.stringify(config.entrypoint)}`,
      `WORKDIR ${config.workingDir}`,
      `USER ${config.user}`,
      ...config.env.map((entry) => `ENV ${entry}`),
    ]
    const stream = await docker?.importImage(archive, { repo: `mkt-test/${scope}`, tag: '1', changes })
    if (stream !== undefined) await new Promise((resolve) => docker?.modem.followProgress(stream, resolve))
    await rm(archive)
    return { ...source, reference }
  } finally {
    await rm(folder, { recursive: true })
  }
}

engineContract('docker', {
  open: () => createDockerEngine(docker, { scope }),
  image: imported,
  stateHost: gateway,
  refusesPrivate: true,
  memoryBytes: 96 * 1024 * 1024,
})
