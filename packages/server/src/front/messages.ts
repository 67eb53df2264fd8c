import type { AppConfig } from '../app-config.ts'
import type { ProcessFigures } from '../lib/metrics.ts'
import type { PoolAddress } from '../store/database/pool.ts'

/** What the main process tells a process of the front. */
export type ToFront =
  | { kind: 'begin'; config: AppConfig; database: PoolAddress }
  /** Answer with the figures of this process. */
  | { kind: 'ask-figures'; id: number }
  /** The figures of the other processes, as they were asked for. */
  | { kind: 'figures'; id: number; figures: ProcessFigures[] }
  /** Finish what is in progress and end. */
  | { kind: 'end'; replaced: boolean }

/** What a process of the front tells the main process. */
export type FromFront =
  | { kind: 'ready'; gatewayUrl: string; stateUrl: string }
  | { kind: 'ask-figures'; id: number }
  | { kind: 'figures'; id: number; figures: ProcessFigures[] }
