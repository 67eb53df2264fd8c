import { Failure } from '@mkt/contract/errors'
import { type SettledState, settledStates } from '@mkt/contract/states'
import type { Delivery } from '../../store/delivery/deliveries.ts'
import { sealedBody } from '../../store/delivery/deliveries.ts'
import { countMatching, type ReplayFilter, replayMany, replayOne } from '../../store/delivery/replays.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { refuseUninstalled } from '../installation/refuse-uninstalled.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { takeEffectFirst } from '../platform/take-effect.ts'

/** A stopped installation takes a replay: the delivery waits for its next start. */
const NOBODY = 'nothing can be sent to it any more.'

/** Sends one delivery again under the same id, whatever became of it. */
export async function replayDelivery(
  platform: Changing,
  installation: Installation,
  delivery: Delivery,
  origin: Origin,
): Promise<number> {
  refuseUninstalled(installation, NOBODY)
  if ((await sealedBody(platform.db, delivery.eventId)) === null) {
    throw new Failure('payload_gone', 'The payload of this delivery is no longer stored, so it cannot be replayed.')
  }
  return change(platform, origin, async (unit) => {
    await replayOne(unit.trx, delivery.eventId)
    unit.changed('event', installation.id)
    const { organizationId } = installation
    return unit.record('delivery.replay', { organizationId, id: delivery.eventId }).with(1)
  })
}

export interface ReplayInput {
  state?: SettledState | undefined
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
  locator?: string | undefined
}

function filterOf({ id, organizationId }: Installation, input: ReplayInput, now: Date): ReplayFilter {
  const ranged = input.from !== undefined || input.to !== undefined
  return {
    installationId: id,
    states: input.state !== undefined ? [input.state] : ranged ? settledStates : ['DEAD'],
    from: input.from === undefined ? null : new Date(input.from),
    to: input.to === undefined ? null : new Date(input.to),
    // Deliveries that settle during a replay were sent just now.
    before: now,
    q: input.q ?? null,
    about: input.locator === undefined ? null : { organizationId, locator: input.locator },
  }
}

/** More than this are not counted: the answer is for a person who is about to press a button. */
const MAX_COUNTED = 10_000

/** How many a replay would send, for somebody who decides whether to ask for it. */
export async function countReplay(
  { db, clock }: Pick<Changing, 'db' | 'clock'>,
  installation: Installation,
  input: ReplayInput,
): Promise<{ count: number; more: boolean }> {
  const found = await countMatching(db, filterOf(installation, input, clock.now()), MAX_COUNTED + 1)
  return { count: Math.min(found, MAX_COUNTED), more: found > MAX_COUNTED }
}

/** Sends many again: dead letters, or with a range everything settled that was received in it; narrowed by words and locator. */
export async function replayDeliveries(
  platform: Changing,
  installation: Installation,
  input: ReplayInput,
  origin: Origin,
): Promise<number> {
  refuseUninstalled(installation, NOBODY)
  const { id, organizationId } = installation
  // It goes in batches that each commit by themselves.
  await takeEffectFirst(platform, origin, { kind: 'installation', id })
  const count = await replayMany(platform.db, filterOf(installation, input, platform.clock.now()))
  await change(platform, origin, async (unit) => {
    unit.changed('event', id)
    return unit.record('delivery.replay-many', { organizationId, id, details: { ...input, count } })
  })
  return count
}
