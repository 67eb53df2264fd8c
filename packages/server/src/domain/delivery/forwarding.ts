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
  const { for: caller, host, proto } = forwarding
  return ['x-forwarded-for', caller, 'x-forwarded-host', host, 'x-forwarded-proto', proto]
}
