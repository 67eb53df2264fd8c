import { storableHeader } from './event.ts'

/** Who called, and by which of our addresses: what `x-forwarded-*` tells the application. */
export interface Forwarding {
  for: string
  host: string
  proto: string
}

/** As far as it can be kept with an event: nothing of it where a value is strange. */
export function storableForwarding(forwarding: Forwarding): Forwarding | null {
  return Object.values(forwarding).every((value) => storableHeader(value) !== null) ? forwarding : null
}

export function forwardingHeaders(forwarding: Forwarding): string[] {
  const names = ['for', 'host', 'proto'] as const
  return names.flatMap((name) => [`x-forwarded-${name}`, forwarding[name]])
}
