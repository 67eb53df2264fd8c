/** How the daemon refuses: a status, and words that differ between Docker and Podman. */
export function statusOf(error: unknown): number | undefined {
  return (error as { statusCode?: number }).statusCode
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function absent(error: unknown): undefined {
  if (statusOf(error) === 404) return undefined
  throw error
}

/** Two platforms may create the same container: its name lets one win. */
export function conflict(error: unknown): undefined {
  // Podman has one code for everything that goes wrong.
  if (statusOf(error) === 409 || /already in use/.test(messageOf(error))) return undefined
  throw error
}

export function notModified(error: unknown): undefined {
  if (statusOf(error) === 304) return undefined
  throw error
}

export function notRunning(error: unknown): undefined {
  const status = statusOf(error)
  if (status === 304 || status === 404 || status === 409) return undefined
  if (/only kill running|container state improper/.test(messageOf(error))) return undefined
  throw error
}
