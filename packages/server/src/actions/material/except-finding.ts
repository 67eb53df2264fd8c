import { Failure } from '@mkt/contract/errors'
import { actorOf } from '../../domain/accounts/caller.ts'
import type { ExceptionState } from '../../domain/material/finding.ts'
import { newId } from '../../lib/ids.ts'
import { endException, exceptionById, insertException, type StoredException } from '../../store/material/exceptions.ts'
import { holdListing } from '../listing/hold-listing.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

const LONGEST_MS = 366 * 24 * 3_600_000

export interface ExceptionInput {
  listingId: string
  advisory: string
  package?: string | undefined
  status: ExceptionState
  reason: string
  until: string
}

/** Says of an advisory how it concerns an app. It ends at its date, at most a year ahead: somebody has to look again. */
export async function exceptFinding(
  platform: Changing,
  input: ExceptionInput,
  origin: Origin,
): Promise<StoredException> {
  const until = new Date(input.until)
  return change(platform, origin, async (unit) => {
    const { trx, now, random } = unit
    const listing = await holdListing(trx, input.listingId)
    if (until <= now || until.getTime() > now.getTime() + LONGEST_MS)
      throw new Failure('request_invalid', 'The exception cannot end then.', {
        problems: [{ pointer: '/until', rule: 'exception.until', message: 'Give a time in the next twelve months.' }],
      })
    const id = newId('exc', now, random)
    const { advisory, status, reason } = input
    const author = actorOf(origin.caller).label
    const row = {
      id,
      listingId: listing.id,
      advisory,
      package: input.package ?? null,
      status,
      reason,
      author,
      until,
      now,
    }
    await insertException(trx, row)
    const { organizationId } = listing
    const details = { advisory, status, package: input.package ?? null, until: until.toISOString(), reason }
    const made = (await exceptionById(trx, id)) as StoredException
    return unit.record('finding.except', { organizationId, id: listing.id, details }).with(made)
  })
}

/** Takes an exception back: the finding is open again. */
export async function withdrawException(platform: Changing, exception: StoredException, origin: Origin): Promise<void> {
  await change(platform, origin, async (unit) => {
    const listing = await holdListing(unit.trx, exception.listingId)
    await endException(unit.trx, exception.id, unit.now)
    const { organizationId, id } = listing
    return unit.record('finding.except-not', { organizationId, id, details: { advisory: exception.advisory } })
  })
}
