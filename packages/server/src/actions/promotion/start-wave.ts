import { joinsWave } from '../../domain/promotion/promotion.ts'
import { type Promotion, setWaveRelease, waveMembers } from '../../store/promotion/promotions.ts'
import type { Unit } from '../platform/unit.ts'

/** Gives the release to the installations of the wave in progress. Never a part of an installation: each has one release. */
export async function startWave(
  unit: Unit,
  promotion: Pick<Promotion, 'listingId' | 'releaseId' | 'waves' | 'wave'>,
): Promise<number> {
  const { listingId, releaseId, waves, wave } = promotion
  const share = waves[wave] ?? 100
  const members = await waveMembers(unit.trx, listingId)
  const holders = new Set(members.filter(({ waveReleaseId }) => waveReleaseId === releaseId).map(({ id }) => id))
  const ids = members.map(({ id }) => id)
  const chosen = joinsWave(ids, holders, share)
  await setWaveRelease(unit.trx, chosen, releaseId)
  for (const id of chosen) unit.changed('installation', id)
  return chosen.length
}
