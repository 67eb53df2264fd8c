import { Failure } from '@mkt/contract/errors'
import { transaction } from '../../store/database/transaction.ts'
import type { Delivery } from '../../store/delivery/deliveries.ts'
import { sealedBody } from '../../store/delivery/deliveries.ts'
import { replayMany, replayOne } from '../../store/delivery/replays.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { refuseUninstalled } from '../installation/refuse-uninstalled.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'
import { takeEffect } from '../platform/take-effect.ts'

/** A stopped installation takes a replay: the delivery waits for its next start. */
const NOBODY = 'nothing can be sent to it any more.'

/** Sends one delivery again under the same id, whatever became of it. */
export async function replayDelivery(
  platform: Platform,
  installation: Installation,
  delivery: Delivery,
  origin: Origin,
): Promise<number> {
  refuseUninstalled(installation, NOBODY)
  if ((await sealedBody(platform.db, delivery.eventId)) === null) {
    throw new Failure('payload_gone', 'The payload of this delivery is no longer kept, so it cannot be sent again.')
  }
  return transaction(platform.db, async (trx) => {
    await replayOne(trx, delivery.eventId)
    await recordAudit(platform, trx, origin, {
      organizationId: installation.organizationId,
      action: 'delivery.replay',
      subject: { kind: 'delivery', id: delivery.eventId },
    })
    await platform.changes.publish(trx, 'event', installation.id)
    return 1
  })
}

/** Sends many again: all dead letters, or with a range everything settled that was received in it. */
export async function replayDeliveries(
  platform: Platform,
  installation: Installation,
  input: { state?: 'DEAD' | 'DELIVERED' | undefined; from?: string | undefined; to?: string | undefined },
  origin: Origin,
): Promise<number> {
  refuseUninstalled(installation, NOBODY)
  const ranged = input.from !== undefined || input.to !== undefined
  const states =
    input.state !== undefined ? [input.state] : ranged ? (['DEAD', 'DELIVERED'] as const) : (['DEAD'] as const)
  // It goes in batches that each commit by themselves, so that it takes effect is said before the first of them.
  await transaction(platform.db, (trx) => takeEffect(trx, origin, { kind: 'installation', id: installation.id }))
  const count = await replayMany(platform.db, {
    installationId: installation.id,
    states,
    from: input.from === undefined ? null : new Date(input.from),
    to: input.to === undefined ? null : new Date(input.to),
    // What settles while this runs was sent just now.
    before: platform.clock.now(),
  })
  await transaction(platform.db, async (trx) => {
    await recordAudit(platform, trx, origin, {
      organizationId: installation.organizationId,
      action: 'delivery.replay-many',
      subject: { kind: 'installation', id: installation.id },
      details: { ...input, count },
    })
    await platform.changes.publish(trx, 'event', installation.id)
  })
  return count
}
