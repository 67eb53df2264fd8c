import { createClient } from '@mkt/contract/client'
import { clientOf } from './client-of.ts'
import type { RunningPlatform } from './platform.ts'
import { deploySampleApp } from './sample-app.ts'
import { launchSampleApp, settled, vin } from './sample-installation.ts'

const secret = 'correct-horse-battery-staple'
export const locator = '100002122'

/**
 * Something to do for each of the five roles: an application in the catalogue, a customer who runs it and handled an event, a colleague
 * who runs it without owning anything, and another application that waits for a moderator.
 */
export async function startPeopleWorld(platform: RunningPlatform) {
  const sample = await launchSampleApp(platform, 'sample', secret)
  const listingId = sample.listing.id
  const [moderator, customer] = await Promise.all([
    clientOf(platform, platform.moderator),
    clientOf(platform, platform.customer),
  ])
  const first = await sample.client.openReview({ params: { id: listingId }, body: {} })
  await moderator.approveReview({ params: { id: first.id }, body: { reason: 'Does what it says.' } })
  await sample.client.makeListingPublic({ params: { id: listingId } })
  const { id } = await customer.launchApp({
    params: { org: platform.customer.organization.id },
    body: {
      listingId,
      tenantId: platform.customer.tenants.connected,
      settings: { region: 'eu', sender: 'policies@northwind.test', apiKey: secret },
      mappings: [{ productName: 'personal-auto', fields: { vin } }],
    },
  })
  const [installation, review] = await Promise.all([settled(customer, id), askForReview(platform, sample.client)])
  await platform.emit('policy.issue', { policyLocator: locator })
  const handled = await delivered(customer, platform.customer.organization.id, id)
  const operations = await colleague(platform, customer)
  const ids: Record<string, string> = {
    listingId,
    installationId: id,
    tenantId: platform.customer.tenants.connected,
    reviewId: review.id,
    publisher: platform.publisher.organization.name,
    traceId: handled.eventId,
    org: platform.customer.organization.id,
    locator,
    // What the router knows no page for.
    '': 'nowhere',
  }
  return {
    installation,
    people: { ...platform, operations },
    /** An address of the console with the things of this world in it. */
    place: (path: string) =>
      path.replace(/\$(\w*)/g, (_, name: string) => {
        const id = ids[name]
        if (id === undefined) throw new Error(`Nothing in this world stands for $${name} in ${path}.`)
        return id
      }),
  }
}

type Client = Awaited<ReturnType<typeof clientOf>>

/** Another application of the publisher, with a review that is open. */
async function askForReview(platform: RunningPlatform, publisher: Client) {
  const org = platform.publisher.organization.id
  const texts = { title: 'Waiting', summary: 'It waits.', about: 'About it.', requirements: 'Nothing.' }
  const body = { appName: 'waiting', variant: 'connected' as const, ...texts }
  const { id } = await publisher.createListing({ params: { org }, body })
  await publisher.publishListing({ params: { id } })
  await deploySampleApp(platform, 'acme/waiting')
  return publisher.openReview({ params: { id }, body: {} })
}

/** Waits until the event was delivered and its policy can be searched for. */
async function delivered(client: Client, org: string, id: string) {
  for (;;) {
    const { items } = await client.listDeliveries({ params: { id }, query: { state: 'DELIVERED' } })
    const policies = await client.listPolicies({ params: { org }, query: { q: locator } })
    if (items[0] && policies.items.length > 0) return items[0]
    await new Promise((later) => setTimeout(later, 100))
  }
}

/** Somebody of the customer who runs installations without owning the organization. */
async function colleague(platform: RunningPlatform, owner: Client) {
  const account = { email: 'operations@mkt.test', password: 'a long enough password' }
  const org = platform.customer.organization.id
  const { link } = await owner.inviteMember({ params: { org }, body: { email: account.email, role: 'operations' } })
  const invitation = new URL(link).hash.slice(1)
  await createClient({ baseUrl: platform.apiUrl }).signUp({ body: { ...account, name: 'Olga', invitation } })
  return account
}
