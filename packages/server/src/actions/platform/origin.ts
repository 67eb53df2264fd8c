import type { Keyed } from './take-effect.ts'

/** Requester of a change, and the source address. */
export interface Origin extends Keyed {
  address: string | null
}

/** The platform itself, for changes that no request asked for. */
export const byPlatform: Origin = { caller: { kind: 'nobody' }, requestId: null, address: null, idempotencyKey: null }
