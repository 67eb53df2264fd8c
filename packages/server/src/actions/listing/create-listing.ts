import { Failure } from '@mkt/contract/errors'
import type { Variant } from '@mkt/manifest'
import { newId } from '../../lib/ids.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import { transaction } from '../../store/database/transaction.ts'
import { insertListing, type Listing, type ListingTexts, listingById } from '../../store/listing/listings.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

/** Begins a listing. Its name is `<org>/<app>` and never changes; below its organization any app name is free. */
export async function createListing(
  platform: Platform,
  input: { organization: Organization; appName: string; title: string; variant: Variant } & ListingTexts,
  origin: Origin,
): Promise<Listing> {
  const { organization, appName, ...texts } = input
  const now = platform.clock.now()
  const id = newId('lst', now, platform.random)
  const name = `${organization.name}/${appName}`
  return transaction(platform.db, async (trx) => {
    const added = await insertListing(trx, {
      id,
      organizationId: organization.id,
      name,
      appName,
      now,
      ...texts,
      title: input.title,
      variant: input.variant,
    })
    if (!added) throw new Failure('name_taken', `There is a listing named "${name}" already. Choose another app name.`)
    await recordAudit(platform, trx, origin, {
      organizationId: organization.id,
      action: 'listing.create',
      subject: { kind: 'listing', id },
      details: { name, variant: input.variant },
    })
    await platform.changes.publish(trx, 'listing', id)
    return (await listingById(trx, id)) as Listing
  })
}
