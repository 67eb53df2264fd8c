/** Why a request got no answer. The message names the host and never what was sent. */
export const outboundReasons = [
  'address_refused',
  'insecure',
  'unresolvable',
  'unreachable',
  'timed_out',
  'tls_failed',
  'too_large',
  'redirected',
  'circuit_open',
] as const
export type OutboundReason = (typeof outboundReasons)[number]

export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, message: string) {
    super(message)
    this.reason = reason
  }
}
