import Docker from 'dockerode'
import { within } from '../within.ts'
import { USUAL_SOCKETS } from './sockets.ts'

/** A socket may be there and nobody behind it. */
const ANSWER_MS = 5_000

/** A client for the daemon at this address, or at DOCKER_HOST's, or at the usual sockets; null when none answers. */
export async function connectDocker(host: string | undefined): Promise<Docker | null> {
  const places = host === undefined ? USUAL_SOCKETS.map((socketPath) => ({ socketPath })) : [optionsOf(host)]
  for (const place of places) {
    const docker = new Docker(place)
    const answers = await within(ANSWER_MS, docker.ping()).then(
      () => true,
      () => false,
    )
    if (answers) return docker
  }
  return null
}

function optionsOf(host: string): Docker.DockerOptions {
  if (host.startsWith('unix://')) return { socketPath: host.slice('unix://'.length) }
  const url = new URL(host.replace(/^tcp:/, 'http:'))
  return { host: url.hostname, port: Number(url.port || 2375), protocol: url.protocol === 'https:' ? 'https' : 'http' }
}
