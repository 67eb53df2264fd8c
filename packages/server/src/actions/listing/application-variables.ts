import { Failure } from '@mkt/contract/errors'
import { type Trx, transaction } from '../../store/database/transaction.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { deleteVariable, upsertVariable, variablesOf } from '../../store/listing/variables.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'
import { holdListing } from './hold-listing.ts'
import { variableIdentity } from './open-variables.ts'

/** The platform sets these itself; a value here would never be seen. */
const own = new Set(['MKT_PORT', 'MKT_STATE_API'])
const MOST = 100

async function audit(
  platform: Platform,
  trx: Trx,
  origin: Origin,
  listing: Listing,
  action: string,
  name: string,
): Promise<void> {
  await recordAudit(platform, trx, origin, {
    organizationId: listing.organizationId,
    action,
    subject: { kind: 'listing', id: listing.id },
    details: { name },
  })
}

/** Stores an application variable. It can be replaced and removed, never read back; only containers get it. */
export async function setVariable(
  platform: Platform,
  input: { listing: Listing; name: string; value: string },
  origin: Origin,
): Promise<Date> {
  const { listing, name, value } = input
  if (own.has(name))
    throw new Failure('name_reserved', `${name} is set by the platform for every container. Choose another name.`)
  if (value.includes('\0')) {
    const problems = [
      { pointer: '/value', rule: 'variable.value.invalid', message: 'A variable cannot hold a NUL character.' },
    ]
    throw new Failure('request_invalid', 'A variable cannot hold a NUL character.', { problems })
  }
  const now = platform.clock.now()
  const sealed = await platform.vault.seal(listing.organizationId, variableIdentity(listing.id, name), value)
  await transaction(platform.db, async (trx) => {
    await holdListing(trx, listing.id)
    const known = await variablesOf(trx, listing.id, { limit: MOST, after: null })
    if (known.length >= MOST && !known.some((row) => row.name === name)) {
      throw new Failure('request_invalid', `A listing has at most ${MOST} variables. Remove one first.`)
    }
    await upsertVariable(trx, { listingId: listing.id, name, sealed, now })
    await audit(platform, trx, origin, listing, 'variable.set', name)
  })
  return now
}

export async function removeVariable(
  platform: Platform,
  input: { listing: Listing; name: string },
  origin: Origin,
): Promise<void> {
  await transaction(platform.db, async (trx) => {
    const removed = await deleteVariable(trx, input.listing.id, input.name)
    if (!removed) throw new Failure('not_found', `${input.listing.name} has no variable ${input.name}.`)
    await audit(platform, trx, origin, input.listing, 'variable.remove', input.name)
  })
}
