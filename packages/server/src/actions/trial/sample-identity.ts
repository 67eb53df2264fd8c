/** What a sealed request of a pinned sample is bound to. */
export function sampleIdentity(callId: string): string {
  return `sample call ${callId}`
}
