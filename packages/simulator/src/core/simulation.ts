import type { Deliveries } from './deliver.ts'
import type { Journal } from './journal.ts'
import type { Mood } from './mood.ts'
import type { RequestLog } from './request-log.ts'
import type { Send } from './send.ts'
import type { World } from './world.ts'

/** What every part of the stand-in works with. */
export type Simulation = {
  world: World
  mood: Mood
  log: RequestLog
  journal: Journal
  send: Send
  deliveries: Deliveries
  clock: () => number
  /** Between 0 and 1; decides failures and lost answers. */
  chance: () => number
  tokenLifeMs: number
  /** Waits before the retries of a connected webhook; also scales those of enterprise ones. */
  retryDelaysMs: number[]
  /** One unit of an enterprise retry interval. */
  retryUnitMs: number
  callTimeoutMs: number
  /** Called after every change; writes the state file if there is one. */
  changed: () => void
}
