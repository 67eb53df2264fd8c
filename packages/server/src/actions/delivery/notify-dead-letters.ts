import { runnersOf } from '../../domain/installation/installation-runners.ts'
import {
  type DeadLetters,
  installationsWithDeadLetters,
  rememberTold,
  untoldDeadLetters,
} from '../../store/delivery/dead-letters.ts'
import { lockRouteHealth } from '../../store/delivery/route-health.ts'
import { installationById } from '../../store/installation/installations.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { eachApart } from '../platform/each-apart.ts'
import { notify } from '../platform/notify.ts'
import type { Platform } from '../platform/platform.ts'
import { deadReasons } from './note-delivery.ts'

const TOLD_EVERY_MS = 3_600_000

/**
 * Tells customers of dead letters: the first at once, what follows in groups, at most one notification an hour for each
 * installation. Settlements of the last moments wait for the next look, because one that began earlier may commit later.
 */
export async function notifyDeadLetters(
  platform: Changing & Pick<Platform, 'log'>,
  { lagMs }: { lagMs: number },
): Promise<void> {
  const due = { toldBefore: new Date(platform.clock.now().getTime() - TOLD_EVERY_MS), lagMs }
  const found = await installationsWithDeadLetters(platform.db, due)
  await eachApart(platform, found, (installationId) =>
    changeByPlatform(platform, async (unit) => {
      await lockRouteHealth(unit.trx, installationId)
      const letters = await untoldDeadLetters(unit.trx, installationId, due)
      if (letters === undefined) return unit.unchanged()
      await rememberTold(unit.trx, installationId, letters.upTo, unit.now)
      const installation = await installationById(unit.trx, installationId)
      if (installation === undefined) return unit.unchanged()
      return notify(
        unit,
        { organizationId: installation.organizationId, roles: runnersOf(installation) },
        {
          kind: 'deliveries.dead',
          title: titleOf(letters, installation.name),
          text: textOf(letters),
          link: `/manage/installations/${installationId}/deliveries?state=DEAD`,
        },
      )
    }),
  )
}

const titleOf = ({ count }: DeadLetters, name: string) =>
  count === 1 ? `A delivery to ${name} is a dead letter` : `${count} deliveries to ${name} are dead letters`

function textOf({ reasons }: DeadLetters): string {
  const words = reasons.map((reason) => deadReasons[reason as keyof typeof deadReasons] ?? reason)
  return `They are not retried automatically: ${words.join('; ')}. Replay them once the cause is fixed.`
}
