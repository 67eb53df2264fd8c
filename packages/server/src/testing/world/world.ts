import { alertIdentity } from '../../actions/alert/send-alert.ts'
import { withPrefix } from '../../lib/ids.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import type { TestApi } from '../platform/api.ts'
import { newId } from '../platform/new-id.ts'

/** One thing of every kind, all of one organization, by the collection its address begins with. */
export type World = Record<string, string>

/**
 * Makes one thing of every kind straight in the database: enough for an operation to find its subject. The
 * installations are one real and one test launch.
 */
export async function testWorld(api: TestApi, organization: Organization, ownerId: string): Promise<World> {
  const { db, vault } = api.platform
  const now = api.platform.clock.now()
  const id = (prefix: string) => newId(prefix, now)
  const listing = id('lst')
  const name = `${organization.name}/thing`
  await db
    .insertInto('listing')
    .values({
      id: listing,
      organization_id: organization.id,
      app_name: 'thing',
      name,
      title: 'Thing',
      variant: 'connected',
      state: 'DRAFT',
    })
    .execute()
  const digest = `sha256:${'0'.repeat(64)}`
  await db
    .insertInto('image')
    .values({ listing_id: listing, digest, media_type: 'application/json', bytes: Buffer.from('{}') } as never)
    .execute()
  const release = id('rel')
  const manifest = JSON.stringify({ name, version: '1.0.0' })
  const version = { version: '1.0.0', major: 1, minor: 0, patch: 0 }
  await db
    .insertInto('release')
    .values({
      id: release,
      listing_id: listing,
      ...version,
      manifest,
      manifest_text: manifest,
      image_digest: digest,
      state: 'LIVE',
    } as never)
    .execute()
  const deployment = id('dep')
  const times = { starting_at: now, created_at: now, updated_at: now }
  await db
    .insertInto('deployment')
    .values({ id: deployment, release_id: release, listing_id: listing, state: 'STOPPED', ...times } as never)
    .execute()
  const review = id('rev')
  await db
    .insertInto('review')
    .values({ id: review, listing_id: listing, release_id: release, state: 'OPEN', opened_by: 'somebody' })
    .execute()
  const tenant = id('ten')
  const address = { api_url: 'https://policy.example.test', host_name: 'policy.example.test' }
  await db
    .insertInto('tenant')
    .values({ id: tenant, organization_id: organization.id, name: 'Tenant', variant: 'connected', ...address } as never)
    .execute()
  const installation = async (test: boolean) => {
    const made = id('ins')
    const refs = { organization_id: organization.id, listing_id: listing, tenant_id: tenant, release_id: release }
    await db
      .insertInto('installation')
      .values({ id: made, ...refs, state: 'RUNNING', route_id: id('r'), test } as never)
      .execute()
    const event = id('evt')
    const facts = {
      organization_id: organization.id,
      listing_id: listing,
      path: '/hook',
      size: 0,
      received_at: now,
      due_at: now,
    }
    await db
      .insertInto('event')
      .values({ id: event, installation_id: made, ...facts, state: 'DELIVERED' } as never)
      .execute()
    const call = id('cal')
    const counts = { duration_ms: 1, request_size: 0, answer_size: 0 }
    const where = { installation_id: made, organization_id: organization.id, listing_id: listing }
    await db
      .insertInto('call')
      .values({
        id: call,
        ...where,
        kind: 'autofill',
        method: 'POST',
        path: '/fill',
        at: now,
        status: 200,
        ...counts,
        request_id: 'req',
      } as never)
      .execute()
    const trial = id('tri')
    await db
      .insertInto('trial')
      .values({
        id: trial,
        organization_id: organization.id,
        listing_id: listing,
        installation_id: made,
        release_id: release,
        baseline_release_id: release,
        state: 'WAITING',
        sample: 'pinned',
        gates: '{}',
        created_by: 'somebody',
        created_at: now,
      })
      .execute()
    return { made, call, trial, delivery: withPrefix('dlv', event) }
  }
  const real = await installation(false)
  const trial = await installation(true)
  const key = await api.key(organization, ['publish'])
  const invitation = id('inv')
  const link = {
    kind: 'invitation' as const,
    email: 'x@example.test',
    role: 'viewer' as const,
    expires_at: new Date(now.getTime() + 86_400_000),
  }
  await db
    .insertInto('one_time_link')
    .values({ id: invitation, token_hash: Buffer.from(invitation), organization_id: organization.id, ...link })
    .execute()
  const domain = id('dom')
  await db
    .insertInto('sso_domain')
    .values({ id: domain, organization_id: organization.id, domain: 'domain.example', token: 'token', created_at: now })
    .execute()
  const exception = id('exc')
  const until = new Date(now.getTime() + 86_400_000)
  await db
    .insertInto('finding_exception')
    .values({
      id: exception,
      listing_id: listing,
      advisory: 'OSV-1',
      package: null,
      status: 'not_affected',
      reason: 'The function is never called.',
      author: 'somebody',
      until,
      created_at: now,
    })
    .execute()
  const signingKey = id('pkey')
  await db
    .insertInto('publisher_key')
    .values({
      id: signingKey,
      organization_id: organization.id,
      name: 'release',
      public_key: 'key',
      fingerprint: 'fingerprint',
      algorithm: 'ecdsa-p256',
      created_by: 'somebody',
      created_at: now,
    })
    .execute()
  const alert = id('alr')
  const receiver = Buffer.from(JSON.stringify({ address: 'https://alerts.example.test/', secret: null }))
  const sealed = await vault.seal(organization.id, alertIdentity(alert), receiver)
  await db
    .insertInto('alert_rule')
    .values({
      id: alert,
      organization_id: organization.id,
      name: 'Failing',
      kind: 'failing',
      threshold: 5,
      target: 'webhook',
      shown: 'https://alerts.example.test',
      sealed,
      time_zone: 'UTC',
      created_by: 'somebody',
      created_at: now,
    })
    .execute()
  return {
    alerts: alert,
    organizations: organization.name,
    listings: listing,
    releases: release,
    deployments: deployment,
    reviews: review,
    tenants: tenant,
    installations: real.made,
    'test installations': trial.made,
    deliveries: real.delivery,
    'test deliveries': trial.delivery,
    calls: real.call,
    'test calls': trial.call,
    trials: real.trial,
    'test trials': trial.trial,
    'api-keys': key.id,
    invitations: invitation,
    'sso-domains': domain,
    exceptions: exception,
    'signing-keys': signingKey,
    people: ownerId,
    sessions: id('ses'),
    notifications: id('ntf'),
  }
}
