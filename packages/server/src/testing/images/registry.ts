import type { AddressInfo } from 'node:net'
import { createListing } from '../../actions/listing/create-listing.ts'
import { byPlatform } from '../../actions/platform/origin.ts'
import { defaultQuota, type Quota } from '../../domain/image/quota.ts'
import { registerRegistry } from '../../registry/register-registry.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import type { Listing } from '../../store/listing/listings.ts'
import { type TestApi, testApi } from '../platform/api.ts'

export interface TestRegistry extends TestApi {
  /** The registry's origin. */
  origin: string
  /** Makes an organization with a listing and a key that may push to it. */
  repository(organization: string, app: string): Promise<TestRepository>
}

export interface TestRepository {
  organization: Organization
  listing: Listing
  credentials: { username: string; password: string }
  authorization: string
}

/** The registry and the publishing interface on a port, over a fresh database. */
export async function testRegistry(quota: Partial<Quota> = {}): Promise<TestRegistry> {
  const test = await testApi()
  await registerRegistry(test.app, test.platform, { ...defaultQuota, ...quota })
  await test.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = test.app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  test.platform.addresses.publicUrl = origin
  const organizations = new Map<string, Organization>()
  return {
    ...test,
    origin,
    async repository(name, app) {
      const organization = organizations.get(name) ?? (await test.organization(name))
      organizations.set(name, organization)
      const listing = await createListing(
        test.platform,
        { organization, appName: app, title: app, variant: 'connected', about: 'About', requirements: 'None' },
        byPlatform,
      )
      const key = await test.key(organization, ['publish'])
      return {
        organization,
        listing,
        credentials: { username: key.clientId, password: key.secret },
        authorization: key.authorization,
      }
    },
  }
}
