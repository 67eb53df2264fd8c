import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { testSimulator } from '../../testing/outside/simulator.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { tenantWorld } from '../../testing/world/tenant-world.ts'
import { claimSweeps } from './claim-sweeps.ts'

const { platform, clock } = await testPlatform({ allowAddresses: ['127.0.0.1'] })
const { db } = platform
const sim = await testSimulator()

/** An organization with tenants that are due, one a second. */
async function organizationWith(count: number, dueSince: number) {
  const world = await tenantWorld(platform)
  const { id } = await world.connect(sim.connected())
  const columns = sql`organization_id, variant, api_url, host_name, tenant_locator, relay, created_at, updated_at`
  await sql`insert into tenant (id, name, ${columns}) select id || n, name || n, ${columns}
    from tenant, generate_series(2, ${count}::int) as n where id = ${id}`.execute(db)
  const organizationId = world.organization.id
  const first = clock.now().getTime() - dueSince
  await sql`update tenant set sweep_at = ${new Date(first)}::timestamptz + row.place * interval '1 s'
    from (select id, row_number() over (order by id) as place from tenant where organization_id = ${organizationId}) as row
    where tenant.id = row.id`.execute(db)
  return organizationId
}

const claim = async (limit: number, running: { organizationId: string }[] = []) => {
  const until = new Date(clock.now().getTime() + 60_000)
  const claimed = await claimSweeps(db, 'me', { limit, perOrganization: 2, running }, clock.now(), until)
  return claimed.map(({ organizationId }) => organizationId).sort()
}

beforeEach(() =>
  db
    .deleteFrom('tenant')
    .execute()
    .then(() => undefined),
)

it('an organization with many tenants that are due has few sweeps at once, and each organization has its turn', async () => {
  const many = await organizationWith(10, 3_600_000)
  const few = await organizationWith(1, 60_000)
  expect(await claim(4)).toEqual([many, many, few].sort())
  expect(await claim(4, [{ organizationId: many }, { organizationId: many }])).toEqual([])
  expect(await claim(4, [{ organizationId: many }])).toEqual([many])
})

it('an organization without a sweep comes before one that has some, however many of its tenants are due for longer', async () => {
  const many = await organizationWith(1_100, 3_600_000)
  const few = await organizationWith(1, 60_000)
  expect(await claim(1, [{ organizationId: many }])).toEqual([few])
})
