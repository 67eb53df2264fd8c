/** Additional data of an encrypted last answer, by the digest of the request in hex. */
export function lastAnswerIdentity(installationId: string, digest: string): string {
  return `last answer ${installationId} ${digest}`
}

/** Additional data of the encrypted request. */
export function lastRequestIdentity(installationId: string, digest: string): string {
  return `last request ${installationId} ${digest}`
}
