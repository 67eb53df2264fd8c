/** Additional data of an encrypted request of a pinned sample. */
export function sampleIdentity(callId: string): string {
  return `sample call ${callId}`
}
