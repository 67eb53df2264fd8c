import { appVariables } from '@mkt/contract/app'
import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import type { Listing } from '../../store/listing/listings.ts'
import { deleteVariable, upsertVariable, variablesOf } from '../../store/listing/variables.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { holdListing } from './hold-listing.ts'
import { variableIdentity } from './open-variables.ts'

/** The platform sets these itself; a value here would never be seen. */
const own = new Set<string>(Object.values(appVariables))
const MAX = limits.variables.value

function entryOf(listing: Listing, name: string) {
  return { organizationId: listing.organizationId, id: listing.id, details: { name } }
}

/** Stores an application variable. It can be replaced and removed, never read back; only containers get it. */
export async function setVariable(
  platform: Changing & Pick<Platform, 'vault'>,
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
  await change(platform, origin, async (unit) => {
    const { trx } = unit
    await holdListing(trx, listing.id)
    const known = await variablesOf(trx, listing.id, { limit: MAX, after: null })
    if (known.length >= MAX && !known.some((row) => row.name === name)) {
      throw new Failure('request_invalid', `A listing has at most ${MAX} variables. Remove one first.`)
    }
    await upsertVariable(trx, { listingId: listing.id, name, sealed, now })
    return unit.record('variable.set', entryOf(listing, name))
  })
  return now
}

export async function removeVariable(
  platform: Changing,
  input: { listing: Listing; name: string },
  origin: Origin,
): Promise<void> {
  await change(platform, origin, async (unit) => {
    const removed = await deleteVariable(unit.trx, input.listing.id, input.name)
    if (!removed) throw new Failure('not_found', `${input.listing.name} has no variable ${input.name}.`)
    return unit.record('variable.remove', entryOf(input.listing, input.name))
  })
}
