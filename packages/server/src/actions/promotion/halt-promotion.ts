import { Failure } from '@mkt/contract/errors'
import type { Promotion } from '../../store/promotion/promotions.ts'
import {
  clearWaveRelease,
  installationsRunning,
  lockPromotion,
  updatePromotion,
} from '../../store/promotion/promotions.ts'
import { type Release, releaseById } from '../../store/release/releases.ts'
import { type Changing, change } from '../platform/change.ts'
import { notify } from '../platform/notify.ts'
import type { Origin } from '../platform/origin.ts'
import type { Published, Unit } from '../platform/unit.ts'

/** A person stops a promotion: the wave is returned to the release promoted before. */
export function stopPromotion(
  platform: Changing,
  promotion: Promotion,
  release: Release,
  origin: Origin,
): Promise<void> {
  return change(platform, origin, async (unit) => {
    const locked = await lockPromotion(unit.trx, promotion.id)
    if (locked?.state !== 'RUNNING')
      throw new Failure(
        'illegal_move',
        `The promotion of ${release.version} is ${locked?.state ?? 'gone'}; only a running one is stopped.`,
      )
    await haltInside(unit, locked, 'It was stopped by its publisher.')
    const details = { listing: release.listingName, version: release.version }
    return unit.record('release.promotion-stop', { organizationId: release.organizationId, id: release.id, details })
  })
}

/** Halts a promotion as part of a larger change: takes the release back and tells everyone concerned. */
export async function haltInside(unit: Unit, promotion: Promotion, reason: string): Promise<Published> {
  const { trx, now } = unit
  await updatePromotion(trx, promotion.id, { state: 'HALTED', reason, endedAt: now })
  const returned = await clearWaveRelease(trx, promotion.releaseId, true)
  const release = await releaseById(trx, promotion.releaseId)
  const name = `${release?.listingName} ${release?.version}`
  for (const { id } of returned) unit.changed('installation', id)
  if (release) {
    const publisher = { organizationId: release.organizationId, roles: ['owner', 'admin', 'developer'] as const }
    await notify(unit, publisher, {
      kind: 'release.halted',
      title: `The promotion of ${name} was halted`,
      text: `${reason} ${returned.length} installations return to the release they ran before.`,
      link: `/publish/${release.listingId}/releases?release=${release.id}`,
    })
  }
  await tellCustomers(unit, promotion.releaseId, new Set(returned.map(({ id }) => id)), { name, reason })
  unit.changed('listing', promotion.listingId)
  return unit.changed('release', promotion.releaseId)
}

/** Tells each customer that runs the release what becomes of it: what a wave gave is returned, what they chose themselves stays. */
async function tellCustomers(
  unit: Unit,
  releaseId: string,
  returned: ReadonlySet<string>,
  { name, reason }: { name: string; reason: string },
): Promise<void> {
  const running = await installationsRunning(unit.trx, releaseId)
  for (const [organizationId, own] of Map.groupBy(running, (row) => row.organizationId)) {
    const given = own.find(({ id }) => returned.has(id))
    const becomes = given
      ? 'Your installation returns to the release it ran before; its configuration stays as it is.'
      : 'You took it yourself, so your installation stays on it. You can choose another release.'
    await notify(
      unit,
      { organizationId, roles: ['owner', 'admin'] },
      {
        kind: 'release.halted',
        title: given ? `${name} is taken back` : `The promotion of ${name} was halted`,
        text: `Its promotion was halted. ${reason} ${becomes}`,
        link: `/manage/installations/${(given ?? own[0])?.id}`,
      },
    )
  }
}
