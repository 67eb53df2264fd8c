/** Where the applications of an engine find the platform. */
export interface EngineReach {
  engine: 'sandbox' | 'docker' | 'kubernetes'
  /** The origin that applications get in MKT_STATE_API. */
  stateUrl: string
  /** The origin of the registry, from which engines pull. */
  publicUrl: string
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

/**
 * What keeps applications from working on an engine, a sentence each: nothing about isolation, but a container's loopback is
 * its own. Only the sandbox shows applications the loopback of the machine.
 */
export function engineProblems({ engine, stateUrl }: EngineReach): string[] {
  if (engine === 'sandbox' || !isLoopback(stateUrl)) return []
  return [
    `applications cannot read their state: ${stateUrl} is the container itself to them; set MKT_STATE_URL to an address that containers reach, and MKT_BIND so that the platform listens there`,
  ]
}

/** What works only under a condition that the platform cannot check. */
export function engineNotes({ engine, publicUrl }: EngineReach): string[] {
  if (engine !== 'kubernetes' || !isLoopback(publicUrl)) return []
  return [
    `nodes pull images from ${publicUrl}, which each of them takes for itself: unless this machine is the only node, set MKT_PUBLIC_URL`,
  ]
}
