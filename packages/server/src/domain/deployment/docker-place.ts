const USUAL = 'unix:///var/run/docker.sock'
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])$/i

/**
 * What tells the Docker daemon of `DOCKER_HOST` from others. One that is reached over the network is the same from every machine; a socket,
 * a pipe and an address of loopback lead to another daemon on each.
 */
export function dockerPlace(dockerHost: string | undefined, machine: string): string {
  const daemon = dockerHost ?? USUAL
  return isOfMachine(daemon) ? `${daemon} ${machine}` : daemon
}

function isOfMachine(daemon: string): boolean {
  if (!/^(?:tcp|https?|ssh):/.test(daemon)) return true
  // Read like the address of a page, so that every way to write an address of loopback is the same one.
  const host = URL.parse(daemon.replace(/^\w+:/, 'http:'))?.hostname ?? ''
  return LOOPBACK.test(host)
}
