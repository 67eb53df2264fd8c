import type { Client } from '@mkt/contract/client'
import type { Manifest } from '@mkt/manifest'
import { vi } from 'vitest'
import type { LifeTools } from '../../actions/installation/installation-life.ts'
import { registerRoute, unregisterRoute } from '../../actions/registration/register-route.ts'
import { lifeTimes } from '../../domain/installation/hook.ts'
import { createAppClient } from '../../outbound/app/app-client.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import { startLifecycle } from '../../workers/lifecycle.ts'
import { type Answer, type AppServer, startAppServer } from '../http/app-server.ts'
import { type TestSimulator, testSimulator } from '../outside/simulator.ts'
import { type TestApi, testApi } from '../platform/api.ts'
import { newId } from '../platform/new-id.ts'
import { atEnd } from '../run/at-end.ts'

export interface LaunchWorld extends TestApi {
  sim: TestSimulator
  publisher: Organization
  customer: Organization
  developer: Client
  admin: Client
  viewer: Client
  /** A tenant of the customer, and one of the publisher, both on the simulator. */
  tenantId: string
  publisherTenantId: string
  app: TestApi['app']
  /** What the one application of this world was asked, hooks included. */
  server: AppServer
  answer(next: Answer): void
  hooks(): string[]
  /** A listing with a release that is LIVE and promoted, run by the one application. */
  listing(
    manifest?: Partial<Manifest>,
    state?: 'DRAFT' | 'VERIFIED' | 'PUBLIC',
  ): Promise<{ id: string; releaseId: string }>
  /** A further release of a listing: LIVE, and promoted unless told. */
  release(listingId: string, manifest: Partial<Manifest> & { version: string }, promoted?: boolean): Promise<string>
  /** Waits until an installation has this state and nothing is left to do. */
  reach(id: string, state: string): Promise<void>
  times: LifeTools['times']
}

/** Tests move the clock by whole minutes; that is not a gap in attendance. */
export const alwaysAttended: LifeTools['attendance'] = { mark() {}, since: new Date(0) }

/** Organizations, a tenant on the simulator, an application that answers, and the worker that carries installations. */
export async function launchWorld(options: { worker?: boolean } = {}): Promise<LaunchWorld> {
  const api = await testApi()
  const sim = await testSimulator()
  const { platform } = api
  const { db } = platform
  platform.policy.allowAddresses = ['127.0.0.1']
  const publisher = await api.organization('acme')
  const customer = await api.organization('northwind')
  const sign = async (organization: Organization, role: 'admin' | 'developer' | 'viewer') =>
    api.as((await api.person({ role, organization })).authorization)
  const admin = await sign(customer, 'admin')
  const tenant = await admin.createTenant({ params: { org: customer.name }, body: sim.connected() as never })
  const owner = await sign(publisher, 'admin')
  const own = await owner.createTenant({ params: { org: publisher.name }, body: sim.connected() as never })
  let current: Answer = (_request, response) => void response.end('{}')
  const server = await startAppServer((request, response) => current(request, response))
  const client = createAppClient()
  const times = { ...lifeTimes, betweenTriesMs: 0, pollEveryMs: 0, registerEveryMs: 0, waitEveryMs: 0 }
  const tools: LifeTools = {
    client,
    times,
    attendance: alwaysAttended,
    register: (id) => registerRoute(platform, id),
    unregister: (id) => unregisterRoute(platform, id),
  }
  const worker =
    options.worker === false ? undefined : startLifecycle(platform, tools, { idleMs: 20, followEveryMs: 20 })
  atEnd(async () => {
    await worker?.stop()
    await client.close()
    await server.close()
  })
  let count = 0

  const release: LaunchWorld['release'] = async (listingId, part, promoted = true) => {
    const listing = await db.selectFrom('listing').selectAll().where('id', '=', listingId).executeTakeFirstOrThrow()
    const manifest = { name: listing.name, ...part }
    const [major = 0, minor = 0, patch = 0] = part.version.split('.').map(Number)
    const id = newId('rel', platform.clock.now())
    const deployment = newId('dep', platform.clock.now())
    const now = platform.clock.now()
    await db.updateTable('release').set({ state: 'SUPERSEDED' }).where('listing_id', '=', listingId).execute()
    await db
      .insertInto('release')
      .values({
        id,
        listing_id: listingId,
        version: part.version,
        major,
        minor,
        patch,
        manifest: JSON.stringify(manifest),
        manifest_text: JSON.stringify(manifest),
        image_digest: 'sha256:0',
        state: 'LIVE',
        approved: true,
        promoted_at: promoted ? now : null,
      })
      .execute()
    const times = { starting_at: now, created_at: now, updated_at: now }
    await db
      .insertInto('deployment')
      .values({ id: deployment, release_id: id, listing_id: listingId, state: 'RUNNING', ...times })
      .execute()
    await db
      .insertInto('instance')
      .values({
        id: newId('inst', now),
        deployment_id: deployment,
        generation: 1,
        engine: 'fake',
        state: 'HEALTHY',
        since: now,
        address: server.instance.address,
        created_at: now,
      })
      .execute()
    await db
      .updateTable('listing')
      .set({ current_release_id: id, ...(promoted ? { promoted_release_id: id } : {}) })
      .where('id', '=', listingId)
      .execute()
    platform.changes.tell('release', id)
    return id
  }

  return {
    ...api,
    sim,
    publisher,
    customer,
    admin,
    developer: await sign(publisher, 'developer'),
    viewer: await sign(customer, 'viewer'),
    tenantId: tenant.id,
    publisherTenantId: own.id,
    server,
    times,
    answer: (next) => {
      current = next
    },
    hooks: () => server.seen.map(({ method, url }) => `${method} ${url.split('?')[0]}`),
    release,
    async listing(manifest = {}, state = 'PUBLIC') {
      count += 1
      const id = newId('lst', platform.clock.now())
      const name = `acme/app-${count}`
      await db
        .insertInto('listing')
        .values({
          id,
          organization_id: publisher.id,
          app_name: `app-${count}`,
          name,
          title: `App ${count}`,
          variant: 'connected',
          state,
        })
        .execute()
      await db
        .insertInto('image')
        .values({ listing_id: id, digest: 'sha256:0', media_type: 'none', annotations: '{}', bytes: Buffer.of() })
        .execute()
      return { id, releaseId: await release(id, { version: '1.0.0', ...manifest }, state === 'PUBLIC') }
    },
    async reach(id, state) {
      await vi.waitFor(
        async () => {
          const row = await db
            .selectFrom('installation')
            .select(['state', 'reason', 'due_at', 'last_failure', 'lease_owner'])
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          if (row.state !== state || row.due_at !== null || row.lease_owner !== null)
            throw new Error(`${row.state} ${row.reason ?? ''} due ${row.due_at}`)
        },
        { timeout: 60_000, interval: 20 },
      )
    },
  }
}
