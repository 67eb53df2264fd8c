import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApi } from '../../testing/platform/api.ts'
import { testWorld } from '../../testing/world/world.ts'
import { freeLeases } from './free-leases.ts'

const MINUTE = 60_000

/** Every column that keeps others off for a time, with what shows that a row is held, and what a held row is. */
const holds: Record<string, { held: string; hold: string }> = {
  'tenant.lease_until': { held: 'lease_until is not null', hold: "lease_owner = 'dead', lease_until = $until" },
  'token.lease_until': { held: 'lease_until is not null', hold: "lease_owner = 'dead', lease_until = $until" },
  'installation.lease_until': { held: 'lease_until is not null', hold: "lease_owner = 'dead', lease_until = $until" },
  'deployment.lease_until': { held: 'lease_until is not null', hold: "lease_holder = 'dead', lease_until = $until" },
  'blob_upload.lease_until': { held: 'lease_until is not null', hold: "lease_owner = 'dead', lease_until = $until" },
  'trial.lease_until': { held: 'lease_until is not null', hold: "lease_owner = 'dead', lease_until = $until" },
  'shadow_instance.lease_until': { held: 'lease_until >= $now', hold: "lease_owner = 'dead', lease_until = $until" },
  'notification.mail_lease_until': { held: 'mail_lease_until is not null', hold: 'mail_lease_until = $until' },
  'event.leased_by': { held: 'due_at > now()', hold: "state = 'WAITING', leased_by = 'dead', due_at = $until" },
  'delivery_lease.lease_until': { held: 'lease_until > now()', hold: 'lease_until = $until' },
  'tunnel.lease_until': { held: 'lease_until > $now', hold: 'lease_until = $until' },
  'idempotency.locked_until': { held: 'locked_until >= $now', hold: 'locked_until = $until' },
}

const api = await testApi()
const { db, clock } = api.platform
const acme = await api.organization('acme')
const owner = await api.person({ role: 'owner', organization: acme })
const { tenants: tenantId, releases: releaseId } = await testWorld(api, acme, owner.id)

/** The statements above with the moments filled in. */
function filled(text: string) {
  const at = (ms: number) => `'${new Date(clock.now().getTime() + ms).toISOString()}'::timestamptz`
  return sql.raw(text.replace('$until', at(MINUTE)).replace('$now', at(0)))
}
const heldIn = async (table: string, held: string) =>
  (await sql`select from ${sql.table(table)} where ${filled(held)}`.execute(db)).rows.length

it('frees whatever a killed process held, in every table that knows leases', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(lease_until|leased_by|locked_until)$'
      -- Passwords tried too often are no work of a process.
      and table_name not in ('person', 'unknown_sign_in', 'sign_in_attempt', 'factor_attempt')`.execute(db)
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(holds).sort())

  await sql`insert into idempotency (caller, key, fingerprint) values ('somebody', 'k', 'f')`.execute(db)
  await sql`insert into blob_upload (id, listing_id) select 'upl', id from listing limit 1`.execute(db)
  await sql`insert into credential (id, tenant_id, kind, sealed) values ('cre', ${tenantId}, 'data', '')`.execute(db)
  await sql`insert into token (credential_id, credential_revision) values ('cre', 1)`.execute(db)
  await sql`insert into notification (id, person_id, kind, title, text) values ('ntf', ${owner.id}, 'k', 't', 't')`.execute(
    db,
  )
  await sql`insert into shadow_instance (release_id, instance_id, lease_owner, lease_until)
    values (${releaseId}, 'ins', 'dead', now())`.execute(db)
  await sql`insert into delivery_lease (installation_id, lease_holder, lease_until) values ('ins', 'dead', now())`.execute(
    db,
  )
  await sql`insert into tunnel
      (installation_id, id, organization_id, opened_by, api_key_id, ticket_hash, opened_at, lease_until)
    select id, 'tun', organization_id, 'somebody', 'key', '', now(), now() from installation limit 1`.execute(db)
  const tables = Object.entries(holds).map(([name, { held, hold }]) => ({
    table: name.split('.')[0] ?? '',
    held,
    hold,
  }))
  for (const { table, held, hold } of tables) {
    await sql`update ${sql.table(table)} set ${filled(hold)}`.execute(db)
    expect(await heldIn(table, held), table).toBeGreaterThan(0)
  }
  await freeLeases(db, clock.now())
  for (const { table, held } of tables) expect(await heldIn(table, held), table).toBe(0)
})

it('leaves what is due later for another reason where it is', async () => {
  const later = new Date(clock.now().getTime() + MINUTE)
  await sql`update event set state = 'WAITING', leased_by = null, due_at = ${later}`.execute(db)
  await freeLeases(db, clock.now())
  expect(await heldIn('event', 'due_at > now()')).toBeGreaterThan(0)
})
