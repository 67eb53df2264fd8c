import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type Docker from 'dockerode'
import type { ImageSource } from '../image-source.ts'
import { appImage } from './app-image.ts'

const run = promisify(execFile)

/** The suite's image, given to a Docker daemon as a file system: there is no registry here to pull from. */
export async function importImage(docker: Docker, name: string, from?: ImageSource): Promise<ImageSource> {
  const source = from ?? (await appImage())
  const folder = await mkdtemp(join(tmpdir(), 'mkt-docker-'))
  try {
    const root = join(folder, 'root')
    await run('mkdir', [root])
    const config = await source.unpack(root)
    const archive = join(folder, 'image.tar')
    await run('tar', ['-C', root, '-cf', archive, '.'])
    const changes = [
      `ENTRYPOINT ${JSON.stringify(config.entrypoint)}`,
      `WORKDIR ${config.workingDir}`,
      `USER ${config.user}`,
      ...config.env.map((entry) => `ENV ${entry}`),
    ]
    const stream = await docker.importImage(archive, { repo: `mkt-test/${name}`, tag: '1', changes })
    const said = await new Promise<{ status?: string }[]>((resolve) => {
      docker.modem.followProgress(stream, (_, output) => resolve(output))
    })
    const tagged = `mkt-test/${name}:1`
    // Podman gives an imported image no name.
    const known = await docker
      .getImage(tagged)
      .inspect()
      .then(
        () => true,
        () => false,
      )
    return { ...source, reference: known ? tagged : (said.at(-1)?.status ?? tagged) }
  } finally {
    await rm(folder, { recursive: true })
  }
}
