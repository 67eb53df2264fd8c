import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { isShareTaken, type Share } from '../../store/platform/shares.ts'
import type { Unit } from './unit.ts'

/** Refuses to make one more of something than a person or an organization has a share of. Asked before the row is inserted. */
export async function enforceQuota(
  { trx, now }: Pick<Unit, 'trx' | 'now'>,
  share: Share,
  party: string,
): Promise<void> {
  if (!(await isShareTaken(trx, share, party, now))) return
  const { value, of } = limits[share]
  throw new Failure('quota_exceeded', `${of}: ${value} at most. Remove one that is no longer needed first.`)
}
