import { limits } from '@mkt/contract/limits'
import type { Route } from '../../domain/route/route.ts'
import type { Batcher } from '../../lib/schedule/batcher.ts'
import type { FairQueue } from '../../lib/sharing/fair-queue.ts'
import type { AppClient } from '../../outbound/app/app-client.ts'
import type { Pool } from '../../store/database/pool.ts'
import type { Postponement } from '../../store/delivery/claims.ts'
import type { Settlement } from '../../store/delivery/settles.ts'
import type { InstanceDoubts } from '../deployment/instance-doubts.ts'
import type { Changing } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import type { RequestFigures } from '../traffic/request-figures.ts'
import type { Traffic } from '../traffic/traffic.ts'

/** Dependencies of sending deliveries. */
export interface DeliveryParts {
  platform: Changing & Pick<Platform, 'changes' | 'vault' | 'log' | 'addresses' | 'policy'>
  pool: Pool
  client: AppClient
  /** Outcomes are kept in batches. */
  settlements: Batcher<Settlement, boolean>
  /** Deliveries that were not sent are postponed in batches. */
  postponements: Batcher<Postponement, void>
  /** Outcomes that change the health of a route do so one after the other. */
  healthTurns: FairQueue
  issueKey(route: Route): string
  /** Called before each attempt, so a tenant token is ready when the application asks. */
  warmToken?(route: Route): void
  doubts: InstanceDoubts
  /** Counts what applications are asked. */
  requests?: Pick<RequestFigures, 'note'>
  /** Counts what installations are asked. */
  traffic?: Pick<Traffic, 'note'>
}

export const attemptLimits = {
  /** How long an application may take. */
  attemptMs: limits.attemptTime.value,
  /** Maximum number of response bytes shown. A little more is kept, to see whether a secret begins at their end. */
  answerBytes: limits.shownAnswer.value,
  /** When a delivery that found no instance is tried again. */
  notReadyMs: 1_000,
} as const

/** Additional data of an attempt's encrypted answer. */
export function answerIdentity(attemptId: string): string {
  return `attempt answer ${attemptId}`
}
