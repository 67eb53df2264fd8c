import type { Architecture } from '@mkt/oci'
import { Abort } from '../../abort.ts'
import type { AppFolder } from '../app/app-folder.ts'
import { isNetworkError } from '../platform/network-error.ts'
import { buildFailure } from './build-failure.ts'

interface BuildOptions {
  folder: AppFolder
  dockerfile: string
  name: string
  architecture: Architecture
  say: (line: string) => void
}

/** Builds from the Dockerfile through the engine's API and names the image. */
export async function buildWithDocker(
  socket: string | undefined,
  { folder, dockerfile, name, architecture, say }: BuildOptions,
): Promise<{ socket: string; reference: string }> {
  if (socket === undefined) throw dockerMissing('Docker does not answer here: there is no socket.')
  // Loaded late: most apps are built without a daemon.
  const { default: Docker } = await import('dockerode')
  const docker = new Docker({ socketPath: socket })
  const reference = `mkt-build/${name}`
  const stream = await docker
    .buildImage({ context: folder.dir, src: ['.'] }, { t: reference, dockerfile, platform: `linux/${architecture}` })
    .catch((error: unknown) => {
      throw isNetworkError(error) ? dockerMissing(`Docker does not answer at ${socket}.`) : error
    })
  await new Promise<void>((resolve, reject) => {
    const finished = (error: Error | null) => (error ? reject(buildFailure(error.message, dockerfile)) : resolve())
    docker.modem.followProgress(stream, finished, (event: { stream?: string; error?: string }) => {
      if (event.stream?.trim()) say(event.stream.trimEnd())
      if (event.error) reject(buildFailure(event.error, dockerfile))
    })
  })
  return { socket, reference }
}

function dockerMissing(message: string): Abort {
  return new Abort('docker_missing', message, {
    fix: 'Start Docker or Podman, set DOCKER_HOST=unix://…, or deploy an image with --archive.',
  })
}
