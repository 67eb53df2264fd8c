import { createHexSource, type HexSource } from '../lib/hex-source.ts'
import { createRequestIds } from '../lib/http/request-ids.ts'
import type { Log } from '../lib/log.ts'
import type { Random } from '../lib/random.ts'
import { createDeadlines, type Deadlines } from '../lib/schedule/deadlines.ts'
import { gatewayLimits } from './parts.ts'
import { createPlaces, type Split } from './places.ts'

/** What the gateway remembers between requests to spare itself work. */
export interface GatewayMemory {
  /** The 26 characters that name a request and the record of its call. */
  nextId(now: Date): string
  splitOf(target: string): Split
  hex: HexSource
  /** Of calls whose bodies flow through. */
  deadlines: Deadlines
}

export function createMemory(random: Random, log: Log, streamMs: number = gatewayLimits.streamMs): GatewayMemory {
  return {
    nextId: createRequestIds(random),
    splitOf: createPlaces(),
    hex: createHexSource(random),
    deadlines: createDeadlines(streamMs, (error) => log.error({ error }, 'The deadline of a call failed by a bug')),
  }
}
