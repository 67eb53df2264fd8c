import type { AfterAttempt, DeadReason } from '../../domain/delivery/delivery.ts'
import { withPrefix } from '../../lib/ids.ts'
import { briefly } from '../../lib/log.ts'
import { noteInstallation } from '../installation/note-installation.ts'
import type { Platform } from '../platform/platform.ts'

/** Why deliveries are dead letters, in words; the documentation is made from it. */
export const deadReasons: Readonly<Record<DeadReason, string>> = {
  rejected: 'the application refused it',
  gone: 'the application answered 410, which also pauses its path',
  exhausted: 'every attempt of the schedule failed',
  suspected_poison: 'an instance ended each time it handled it',
  uninstalled: 'the installation was uninstalled',
  payload_gone: 'its payload is no longer kept',
  erased: 'whom it names was erased',
}

/** Notes a dead letter in the log of its installation. */
export async function noteDelivery(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'log'>,
  delivery: { id: string; installationId: string },
  { state, reason }: Pick<AfterAttempt['delivery'], 'state' | 'reason'>,
): Promise<void> {
  if (state !== 'DEAD' || reason === null) return
  const { installationId } = delivery
  const deliveryId = withPrefix('dlv', delivery.id)
  try {
    await noteInstallation(platform, platform.db, installationId, {
      kind: 'delivery',
      level: 'error',
      message: `Delivery ${deliveryId} is a dead letter: ${deadReasons[reason]}.`,
      details: { deliveryId, reason },
    })
  } catch (error) {
    platform.log.warn({ ...briefly(error), installationId }, 'A delivery could not be noted')
  }
}
