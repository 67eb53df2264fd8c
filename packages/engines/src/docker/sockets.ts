import { existsSync } from 'node:fs'

/** Where Docker and Podman listen unless told otherwise. */
export const USUAL_SOCKETS: readonly string[] = ['/var/run/docker.sock', '/run/podman/podman.sock']

/** Whether it is worth loading a client at all: an address was given, or a socket is there. */
export function mayHaveDocker(host: string | undefined): boolean {
  return host !== undefined || USUAL_SOCKETS.some((path) => existsSync(path))
}
