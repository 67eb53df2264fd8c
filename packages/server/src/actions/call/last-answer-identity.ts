/** What the last answer to a request is sealed under, by the digest of the request in hex. */
export function lastAnswerIdentity(installationId: string, digest: string): string {
  return `last answer ${installationId} ${digest}`
}

/** What the request itself is sealed under. */
export function lastRequestIdentity(installationId: string, digest: string): string {
  return `last request ${installationId} ${digest}`
}
