import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

/** What builds from a Dockerfile on this machine. */
export type BuildTool = { name: 'docker'; socket: string } | { name: 'podman' | 'buildah' }

/** Docker or Podman through a socket; else a program that needs no daemon. */
export function findBuildTool(env: Env): BuildTool | undefined {
  const socket = dockerSocket(env)
  if (socket !== undefined) return { name: 'docker', socket }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const name = (['buildah', 'podman'] as const).find((each) =>
    folders.some((folder) => isExecutable(join(folder, each))),
  )
  return name && { name }
}

/** The socket of Docker or Podman on this machine, if there is one. */
export function dockerSocket(env: Env): string | undefined {
  const host = env.DOCKER_HOST
  if (host) return host.startsWith('unix://') ? host.slice('unix://'.length) : undefined
  const places = [
    '/var/run/docker.sock',
    ...(env.XDG_RUNTIME_DIR ? [join(env.XDG_RUNTIME_DIR, 'podman', 'podman.sock')] : []),
  ]
  return places.find((place) => existsSync(place))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
