import type { Keyed } from './take-effect.ts'

/** Who asked for a change, and from where. */
export interface Origin extends Keyed {
  address: string | null
}

/** The platform itself, for changes that no request asked for. */
export const byPlatform: Origin = { caller: { kind: 'nobody' }, requestId: null, address: null, idempotencyKey: null }
