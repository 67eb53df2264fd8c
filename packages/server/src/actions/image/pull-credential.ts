import { pullCredentialTimes } from '../../domain/image/pull-credential.ts'
import { type Listing, listingByName } from '../../store/listing/listings.ts'
import { lookUpCredential } from '../accounts/look-up-credential.ts'
import type { Platform } from '../platform/platform.ts'

export const ENGINE_USER = 'engine'
/** Docker changes a password for a token before it pulls; an engine's token is its password, marked as such. */
export const ENGINE_TOKEN = 'engine.'
const aad = (listingId: string) => `registry pull ${listingId}`

/**
 * Pull credentials of an engine for the images of one app: encrypted with the organization's key, nothing is stored, and
 * it pulls from this one repository until it expires.
 */
export async function issuePullCredential(
  platform: Pick<Platform, 'clock' | 'vault'>,
  listing: { id: string; organizationId: string },
  validMs = pullCredentialTimes.validMs,
): Promise<{ username: string; password: string }> {
  const until = platform.clock.now().getTime() + validMs
  const sealed = await platform.vault.seal(listing.organizationId, aad(listing.id), String(until))
  return { username: ENGINE_USER, password: sealed.toString('base64url') }
}

/** The listing that the password pulls, where it is a credential for this repository that has not expired. */
export function checkPullCredential(
  platform: Pick<Platform, 'clock' | 'db' | 'strangers' | 'vault'>,
  repository: string,
  password: string,
  address: string,
): Promise<Listing | undefined> {
  const shown = `${ENGINE_USER}:${repository}:${password}`
  return lookUpCredential(platform, address, shown, async () => {
    const listing = await listingByName(platform.db, repository)
    if (listing === undefined) return undefined
    const sealed = Buffer.from(password, 'base64url')
    const until = await platform.vault.open(listing.organizationId, aad(listing.id), sealed).catch(() => undefined)
    return Number(until?.toString('utf8') ?? 0) > platform.clock.now().getTime() ? listing : undefined
  })
}
