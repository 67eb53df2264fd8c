/** How to reach an instance over HTTP: an origin, and the Unix socket to use instead of its host where there is one. */
export interface Target {
  origin: string
  socketPath: string | null
}

const UNIX = 'unix:'

export function parseAddress(address: string): Target {
  if (address.startsWith(UNIX)) return { origin: 'http://app.internal', socketPath: address.slice(UNIX.length) }
  return { origin: new URL(address).origin, socketPath: null }
}

export function unixAddress(path: string): string {
  return `${UNIX}${path}`
}
