import type { Manifest } from '@mkt/manifest'
import type { FastifyInstance } from 'fastify'
import { createScimToken } from '../../actions/identity/manage-scim.ts'
import { newCallerSecret } from '../../actions/installation/new-caller-secret.ts'
import { byPlatform } from '../../actions/platform/origin.ts'
import { registerDocs } from '../../api/docs/docs.ts'
import { createApiServer } from '../../api/http/server.ts'
import { registerHealth } from '../../api/platform/health.ts'
import { allRoutes } from '../../api/routes.ts'
import { issueKey } from '../../domain/route/key.ts'
import { registerRegistry } from '../../registry/register-registry.ts'
import { registerScim } from '../../scim/register-scim.ts'
import { insertCallerSecret } from '../../store/route/caller-secrets.ts'
import { atEnd } from '../run/at-end.ts'
import { type LaunchWorld, launchWorld } from '../world/launch-world.ts'
import { type OddPorts, oddPorts } from './odd-ports.ts'

/** What the application of this world asks for: one of everything. */
export const oddManifest: Partial<Manifest> = {
  app: {
    fields: [
      { name: 'note', title: 'Note', type: 'Text' },
      { name: 'secret', title: 'Secret', type: 'Password' },
    ],
  },
  platform: {
    fields: [{ name: 'last', title: 'Last name' }],
    webhooks: [{ path: '/hooks', events: ['policy.*'] }],
    autofill: [{ path: '/fill', operations: ['*.create'] }],
    externalRaters: [{ name: 'rater', path: '/rate' }],
    lifecycle: ['configure'],
    public: ['/open/*'],
  },
}

/** One answer of any port. */
export interface Answered {
  what: string
  status: number
  text: string
}

/** A place where a party can have a text stored. `write` gives what the interface answered. */
export interface OddSite {
  name: string
  write(text: string): Promise<Answered>
}

interface Directory {
  url: string
  authorization: string
  /** What the addresses of its people end with. */
  domain: string
}

export interface OddWorld extends LaunchWorld, OddPorts {
  /** The API with everything else that its port serves. */
  port: FastifyInstance
  listingId: string
  releaseId: string
  reviewId: string
  installationId: string
  routeId: string
  callerSecret: string
  /** A test installation of the publisher, whose traffic may go to a machine of its own. */
  tunnelled: { id: string; routeId: string; callerSecret: string }
  /** Who asks, by what they are. */
  parties: Record<'customer' | 'publisher' | 'moderator' | 'operator', string>
  /** The directory that provisions the customer's people. */
  directory: Directory
  ask(party: string, method: string, url: string, body?: unknown): Promise<Answered>
  /** A key with which the state of the installation is read. */
  stateKey(): string
}

/** A whole platform on ports of its own, with an application that runs for a customer. */
export async function oddWorld(): Promise<OddWorld> {
  const world = await launchWorld()
  const { platform, database, customer, publisher } = world
  const ports = await oddPorts(platform, database.pool)
  const options = { version: 'test', trustedProxies: [], anyOwnHost: false, requestsPerMinute: 1_000_000 }
  const port = await createApiServer(platform, allRoutes(platform), options)
  registerHealth(port, platform, () => ({}))
  registerDocs(port)
  await registerRegistry(port, platform)
  await registerScim(port, platform)
  atEnd(() => port.close())
  const person = async (options: Parameters<typeof world.person>[0]) => (await world.person(options)).authorization
  const parties = {
    customer: await person({ role: 'owner', organization: customer }),
    publisher: await person({ role: 'owner', organization: publisher }),
    moderator: await person({ platformRole: 'moderator' }),
    operator: await person({ platformRole: 'operator' }),
  }
  const domain = 'northwind.example'
  const verified = { id: 'dom_odd', organization_id: customer.id, domain, token: '', verified_at: world.clock.now() }
  await platform.db.insertInto('sso_domain').values(verified).execute()
  const directory = {
    url: `/scim/v2/${customer.id}`,
    authorization: `Bearer ${await createScimToken(platform, customer.id, byPlatform)}`,
    domain,
  }
  const listing = await world.listing(oddManifest)
  const texts = { about: 'About', requirements: 'Requirements' }
  await platform.db.updateTable('listing').set(texts).where('id', '=', listing.id).execute()
  const asPublisher = world.as(parties.publisher)
  const review = await asPublisher.openReview({ params: { id: listing.id }, body: {} })
  const launched = await world.admin.launchApp({
    params: { org: customer.name },
    body: { listingId: listing.id, tenantId: world.tenantId, settings: { note: 'first', secret: 'the first secret' } },
  })
  const tested = await asPublisher.launchApp({
    params: { org: publisher.name },
    body: {
      listingId: listing.id,
      tenantId: world.publisherTenantId,
      settings: { note: 'a', secret: 'another secret' },
    },
  })
  await world.reach(launched.id, 'RUNNING')
  await world.reach(tested.id, 'RUNNING')
  // The newer of two secrets stays, and ids of one moment are in no order.
  world.clock.advance(1)
  const secretOf = async (id: string, organizationId: string) => {
    const caller = await newCallerSecret(platform, { id, organizationId })
    await insertCallerSecret(platform.db, caller.row)
    await platform.changes.tell('installation', id)
    return caller.secret
  }
  return {
    ...world,
    port,
    ...ports,
    listingId: listing.id,
    releaseId: listing.releaseId,
    reviewId: review.id,
    installationId: launched.id,
    routeId: launched.routeId,
    tunnelled: { id: tested.id, routeId: tested.routeId, callerSecret: await secretOf(tested.id, publisher.id) },
    callerSecret: await secretOf(launched.id, customer.id),
    parties,
    directory,
    async ask(party, method, url, body) {
      const answer = await port.inject({
        method: method as 'GET',
        url,
        headers: { authorization: party, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      return { what: `${method} ${url.slice(0, 200)}`, status: answer.statusCode, text: answer.body }
    },
    stateKey() {
      const to = { installationId: launched.id, releaseId: listing.releaseId, epoch: 1 }
      return issueKey(platform.keyRing, to, platform.clock.now(), platform.policy.keyTtlSeconds)
    },
  }
}
