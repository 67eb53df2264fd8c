import { clientOf } from '../client-of.ts'
import type { RunningPlatform } from '../platform.ts'
import type { PictureWorld } from './picture-world.ts'

/** An address of the router's table with things of the demo in it: those with most to see. */
export async function picturedPlace(platform: RunningPlatform, world: PictureWorld) {
  const { of, review } = world
  const customer = await clientOf(platform, platform.customer)
  const policies = await customer.listPolicies({ params: { org: platform.customer.organization.id }, query: {} })
  const rater = of('rater')
  const deliveries = await customer.listDeliveries({ params: { id: of('notifier').id }, query: {} })
  const ids: Record<string, string | undefined> = {
    listingId: rater.listing.id,
    tenantId: platform.customer.tenants.connected,
    reviewId: review.id,
    publisher: platform.publisher.organization.name,
    org: platform.customer.organization.id,
    traceId: deliveries.items[0]?.eventId,
    locator: policies.items[0]?.locator,
    // What the router knows no page for.
    '': 'nowhere',
  }
  /** Prices are the rater's; the rest is seen best where values were filled in. */
  const installation = (path: string) => (/\/(pricing|trials)$/.test(path) ? rater : of('vin-autofill')).id
  const compared = (path: string) => (path.endsWith('/compare') ? `${path}?revision=1` : path)
  return (path: string) =>
    compared(path).replaceAll(/\$(\w*)/g, (_, name: string) => {
      const id = name === 'installationId' ? installation(path) : ids[name]
      if (id === undefined) throw new Error(`Nothing of the demo stands for $${name} in ${path}.`)
      return id
    })
}
