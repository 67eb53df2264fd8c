import { Failure } from '@mkt/contract/errors'
import type { Variant } from '@mkt/manifest'
import { newId } from '../../lib/ids.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import type { ListingTexts } from '../../store/listing/listing-texts.ts'
import { insertListing, type Listing, listingById } from '../../store/listing/listings.ts'
import { type Changing, change } from '../platform/change.ts'
import { enforceQuota } from '../platform/enforce-quota.ts'
import type { Origin } from '../platform/origin.ts'
import { renderListing } from './render-listing.ts'

/** Begins a listing. Its name is `<org>/<app>` and never changes; below its organization any app name is free. */
export async function createListing(
  platform: Changing,
  input: { organization: Organization; appName: string; title: string; variant: Variant } & ListingTexts,
  origin: Origin,
): Promise<Listing> {
  const { organization, appName, ...texts } = input
  const now = platform.clock.now()
  const id = newId('lst', now, platform.random)
  const name = `${organization.name}/${appName}`
  const html = await renderListing(organization.id, texts)
  return change(platform, origin, async (unit) => {
    await enforceQuota(unit, 'listings', organization.id)
    const added = await insertListing(unit.trx, {
      id,
      organizationId: organization.id,
      name,
      appName,
      now,
      html,
      ...texts,
      title: input.title,
      variant: input.variant,
    })
    if (!added) throw new Failure('name_taken', `There is a listing named "${name}" already. Choose another app name.`)
    const listing = (await listingById(unit.trx, id)) as Listing
    const details = { name, variant: input.variant }
    return unit.record('listing.create', { organizationId: organization.id, id, details }).with(listing)
  })
}
