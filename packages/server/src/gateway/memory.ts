import { createHexSource, type HexSource } from '../lib/hex-source.ts'
import { createRequestIds } from '../lib/http/request-ids.ts'
import { createDeadlines, type Deadlines } from '../lib/schedule/deadlines.ts'
import { type LateAnswers, lateRefusals } from '../lib/sharing/late-answers.ts'
import { type GatewayParts, gatewayLimits } from './parts.ts'
import { createPlaces, type Split } from './places.ts'

/** What the gateway remembers between requests to spare itself work. */
export interface GatewayMemory {
  /** The 26 characters that name a request and the record of its call. */
  nextId(now: Date): string
  splitOf(target: string): Split
  hex: HexSource
  /** Of calls whose bodies flow through. */
  deadlines: Deadlines
  /** Of strangers: those who show an unknown route or secret. */
  refusals: LateAnswers
}

export function createMemory(
  { random, log, clock, refusals }: Pick<GatewayParts, 'random' | 'log' | 'clock' | 'refusals'>,
  streamMs: number = gatewayLimits.streamMs,
): GatewayMemory {
  return {
    refusals: refusals ?? lateRefusals(gatewayLimits.unknownKeys, clock),
    nextId: createRequestIds(random),
    splitOf: createPlaces(),
    hex: createHexSource(random),
    deadlines: createDeadlines(streamMs, (error) => log.error({ error }, 'The deadline of a call failed by a bug')),
  }
}
