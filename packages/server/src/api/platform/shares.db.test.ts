import { generateKeyPairSync } from 'node:crypto'
import { limits } from '@mkt/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
let listing: { id: string; releaseId: string }
let owner: { id: string; authorization: string }

beforeAll(async () => {
  world = await launchWorld({ worker: false })
  listing = await world.listing()
  owner = await world.person({ role: 'owner', organization: world.customer })
})

const params = { org: 'northwind' }
const client = () => world.as(owner.authorization)
const publicKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString()

interface Case {
  share: keyof typeof limits
  /** Makes so many besides those that are there, straight in the database. */
  rows: (org: string) => RawBuilder<unknown>
  make: () => Promise<unknown>
}

const cases: Case[] = [
  {
    share: 'listings',
    rows: (org) => sql`insert into listing (id, organization_id, app_name, name, title, variant)
      select 'lst_' || n, ${org}, 'app-' || n, 'northwind/app-' || n, 'App', 'connected'`,
    make: () =>
      client().createListing({ params, body: { appName: 'one-more', title: 'One more', variant: 'connected' } }),
  },
  {
    share: 'tenants',
    rows: (org) => sql`insert into tenant (id, organization_id, name, variant, api_url, host_name)
      select 'ten_' || n, ${org}, 'Tenant ' || n, 'connected', 'https://policy.example', 'policy.example'`,
    make: () => client().createTenant({ params, body: world.sim.connected() as never }),
  },
  {
    share: 'installations',
    rows: (org) => sql`insert into installation
      (id, organization_id, listing_id, tenant_id, release_id, state, route_id, test, name)
      select 'ins_' || n, ${org}, ${listing.id}, ${world.tenantId}, ${listing.releaseId}, 'STOPPED', 'r' || n, false,
        'App ' || n`,
    make: () =>
      client().launchApp({
        params,
        body: { listingId: listing.id, tenantId: world.tenantId },
      }),
  },
  {
    share: 'apiKeys',
    rows: (org) => sql`insert into api_key (id, organization_id, name, client_id, secret_hash, scopes)
      select 'key_' || n, ${org}, 'Key', 'mkt_' || n, decode(md5(n::text), 'hex'), '{publish}'`,
    make: () => client().createApiKey({ params, body: { name: 'One more' } }),
  },
  {
    share: 'invitations',
    rows: (org) => sql`insert into one_time_link (id, token_hash, kind, email, organization_id, role, expires_at)
      select 'inv_' || n, decode(md5(n::text), 'hex'), 'invitation', n || '@example.test', ${org}, 'viewer',
        ${world.clock.now()}::timestamptz + interval '1 day'`,
    make: () => client().inviteMember({ params, body: { email: 'more@example.test', role: 'viewer' } }),
  },
  {
    share: 'signingKeys',
    rows: (org) => sql`insert into publisher_key
      (id, organization_id, name, public_key, fingerprint, algorithm, created_by, created_at)
      select 'pkey_' || n, ${org}, 'Key', 'none', 'SHA256:' || n, 'ed25519', 'somebody', now()`,
    make: () => client().addSigningKey({ params, body: { name: 'One more', publicKey: publicKey() } }),
  },
  {
    share: 'ssoDomains',
    rows: (org) => sql`insert into sso_domain (id, organization_id, domain, token)
      select 'dom_' || n, ${org}, n || '.example.test', 'none'`,
    make: () => client().addSsoDomain({ params, body: { domain: 'more.example.test' } }),
  },
  {
    share: 'alertRules',
    rows: (org) => sql`insert into alert_rule
      (id, organization_id, name, kind, threshold, target, shown, sealed, time_zone, created_by, created_at)
      select 'alr_' || n, ${org}, 'Rule', 'failing', 5, 'slack', 'https://example.test', '', 'UTC', 'somebody', now()`,
    make: () =>
      client().createAlertRule({
        params,
        body: { name: 'One more', kind: 'update', target: 'slack', address: 'https://example.test/hook' } as never,
      }),
  },
]

describe.each(cases)('an organization that has its share of $share', ({ share, rows, make }) => {
  it('an organization at its limit creates no more, and of two concurrent requests for the last place one succeeds', async () => {
    const { db } = world.platform
    const { id } = world.customer
    const present = share === 'tenants' ? 1 : 0
    const missing = limits[share].value - present - 1
    await sql`${rows(id)} from generate_series(1, ${missing}::int) n`.execute(db)
    const made = await Promise.allSettled([make(), make()])
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(make()).rejects.toMatchObject({ status: 413, code: 'quota_exceeded' })
  })
})

it('a person owns a limited number of organizations, while operators create them for others', async () => {
  const { db } = world.platform
  const person = await world.person({ role: 'admin', organization: world.customer })
  await sql`with made as (
      insert into organization (id, name, title) select 'org_' || n, 'org-' || n, 'Organization'
      from generate_series(1, ${limits.organizations.value}::int) n returning id)
    insert into member (organization_id, person_id, role) select id, ${person.id}, 'owner' from made`.execute(db)
  const make = (authorization: string, name: string) => world.as(authorization).createOrganization({ body: { name } })
  await expect(make(person.authorization, 'one-more')).rejects.toMatchObject({ status: 413, code: 'quota_exceeded' })
  await expect(make(owner.authorization, 'another')).resolves.toMatchObject({ name: 'another' })
  await sql`update person set platform_role = 'operator' where id = ${person.id}`.execute(db)
  await expect(make(person.authorization, 'for-others')).resolves.toMatchObject({ name: 'for-others' })
})

it('invitations that are withdrawn immediately still count as mailed: a few a day to one address, a limit for all', async () => {
  const organization = await world.organization('Mailers')
  const invite = async (email: string) => {
    const mailer = world.as((await world.person({ role: 'owner', organization })).authorization)
    const { id } = await mailer.inviteMember({ params: { org: organization.name }, body: { email, role: 'viewer' } })
    await mailer.revokeInvitation({ params: { id } })
  }
  for (let index = 0; index < limits.invitationsOfAddress.value; index += 1) await invite('victim@example.test')
  await expect(invite('Victim@example.test')).rejects.toMatchObject({ code: 'quota_exceeded' })
  await invite('other@example.test')
  await sql`insert into audit (id, at, organization_id, actor_kind, actor_id, actor_label, action, subject_kind, subject_id, details)
    select id || n, at, organization_id, actor_kind, actor_id, actor_label, action, subject_kind, subject_id, '{}'
    from audit, generate_series(1, ${limits.invitationsADay.value}::int) n
    where organization_id = ${organization.id} and action = 'member.invite' and details ->> 'email' = 'other@example.test'`.execute(
    world.platform.db,
  )
  await expect(invite('third@example.test')).rejects.toMatchObject({ code: 'quota_exceeded' })
  world.clock.advance(86_400_001)
  await expect(invite('third@example.test')).resolves.toBeUndefined()
})
