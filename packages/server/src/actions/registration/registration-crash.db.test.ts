import type { Manifest } from '@mkt/manifest'
import { beforeAll, describe, expect, it } from 'vitest'
import { sequenceInForce, TRANSACTIONS } from '../../../../simulator/src/connected/autofill-definition.ts'
import type { ConnectedTenant } from '../../../../simulator/src/core/connected-tenant.ts'
import type { EnterpriseTenant } from '../../../../simulator/src/core/enterprise-tenant.ts'
import { fraction, type Random, seededRandom } from '../../lib/random.ts'
import { createPolicySystems } from '../../outbound/policy/policy-systems.ts'
import { leaseTenant, type Tenant } from '../../store/tenant/tenants.ts'
import { Crash, crashingHttp } from '../../testing/faults/crashing-http.ts'
import { testSimulator } from '../../testing/outside/simulator.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { tenantWorld } from '../../testing/world/tenant-world.ts'
import type { Platform } from '../platform/platform.ts'
import { registerInstallation } from './register-installation.ts'
import { sweepTenant } from './sweep-registrations.ts'
import { unregisterInstallation } from './unregister-installation.ts'

/**
 * Seeded random crashes while registering, unregistering and sweeping: whatever happened before, the last wish is carried out to the
 * letter and nothing of others is touched. Many more of them: `npm run crashes`.
 */
const RUNS = Number(process.env.MKT_TEST_CRASHES ?? 500)

const test = await testPlatform({ allowAddresses: ['127.0.0.1'] })
// One time for both: a long run passes days, and tokens must end on both sides at once.
const sim = await testSimulator({ clock: () => test.clock.now().getTime() })
const http = crashingHttp(sim)
const platform: Platform = {
  ...test.platform,
  policySystems: createPolicySystems({ clock: test.clock, allow: () => ['127.0.0.1'], http }),
}

const connectedParts: Manifest['platform'][] = [
  { webhooks: [{ path: '/a', events: ['policy.issue'] }] },
  {
    webhooks: [
      { path: '/a', events: ['policy.*'] },
      { path: '/b', events: ['claim.open'] },
    ],
    autofill: [{ path: '/f', operations: ['newBusiness.create', '*.update'] }],
    externalRaters: [{ name: 'rates', path: '/r' }],
  },
  {
    autofill: [
      { path: '/f', operations: ['*.*'] },
      { path: '/g', operations: ['renewal.*'] },
    ],
  },
]
const enterpriseParts: Manifest['platform'][] = [
  { webhooks: [{ path: '/a', events: ['policy.quote.*'] }] },
  {
    webhooks: [
      { path: '/a', events: ['policy.quote.issue'] },
      { path: '/b', events: ['document.*'] },
    ],
  },
]

interface Setup {
  tenant: Tenant
  /** An installation, and the releases it can be switched between. */
  installationId: string
  releaseIds: string[]
}
let connected: Setup
let enterprise: Setup

beforeAll(async () => {
  const world = await tenantWorld(platform)
  const setUp = async (tenant: Tenant, parts: Manifest['platform'][]): Promise<Setup> => {
    const installationId = await world.install(tenant, parts[0])
    for (const part of parts.slice(1)) await world.change(installationId, part)
    const rows = await platform.db
      .selectFrom('release')
      .innerJoin('installation', 'installation.listing_id', 'release.listing_id')
      .select('release.id as id')
      .where('installation.id', '=', installationId)
      .execute()
    return { tenant, installationId, releaseIds: rows.map((row) => row.id) }
  }
  connected = await setUp(await world.connect(sim.connected()), connectedParts)
  enterprise = await setUp(await world.connect(sim.enterprise()), enterpriseParts)
})

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(fraction(random) * items.length)] as T
const inConnected = () => sim.simulation.world.connected[0] as ConnectedTenant
const inEnterprise = () => sim.simulation.world.enterprise[0] as EnterpriseTenant

/** Registrations of others: some integrations, a webhook, and autofill at random operations. */
function othersRegister(random: Random): void {
  const tenant = inConnected()
  const theirs = ['x', 'y'].map((name) => ({
    name,
    url: 'http://theirs.test/',
    type: 'data_autofill' as const,
    headers: {},
    tenantLocator: tenant.tenantLocator,
  }))
  tenant.integrations = theirs
  tenant.webhooks = []
  const operations = ['*.*.*', 'personal-auto.*.*', 'homeowners.renewal.*', 'personal-auto.newBusiness.create']
  tenant.autofill = operations
    .filter(() => fraction(random) < 0.4)
    .map((operation) => ({
      locator: `l-${operation}`,
      operation,
      callSequence: pick(random, [['x'], ['x', 'y'], ['y']]),
    }))
  const endpoint = { url: 'http://theirs.test/', headers: {}, hmacEnabled: false }
  const webhook = { locator: 'W', name: 'theirs', enabled: true, eventTypes: ['document.ready'], endpoint }
  inEnterprise().webhooks = [{ ...webhook, suspended: false, diverted: [] }]
}

const isOurs = (name: string) => name.startsWith('mkt-')

/** What others have and see, without ours. */
function viewOfOthers() {
  const tenant = inConnected()
  const calls = tenant.products.flatMap((product) =>
    TRANSACTIONS.slice(0, 3).flatMap((transaction) =>
      (['create', 'update'] as const).map((action) =>
        sequenceInForce(tenant.autofill, product.name, transaction, action)
          .filter((name) => !isOurs(name))
          .join(),
      ),
    ),
  )
  return structuredClone({
    calls,
    integrations: tenant.integrations.filter((item) => !isOurs(item.name)),
    webhooks: tenant.webhooks.filter((item) => !isOurs(item.name)),
    enterprise: inEnterprise().webhooks.filter((item) => !isOurs(item.name)),
  })
}

function oursIn(): string[] {
  const tenant = inConnected()
  return [
    ...tenant.integrations.map((item) => item.name),
    ...tenant.webhooks.map((item) => item.name),
    ...tenant.autofill.flatMap((item) => item.callSequence),
    ...inEnterprise().webhooks.map((item) => item.name),
  ].filter(isOurs)
}

async function survive(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Crash)) throw error
  }
}

async function run(seed: number): Promise<void> {
  const random = seededRandom(`crash ${seed}`)
  const { tenant, installationId, releaseIds } = pick(random, [connected, connected, enterprise])
  await platform.db.deleteFrom('registration').execute()
  othersRegister(random)
  const before = viewOfOthers()
  const sweep = () => sweepTenant(platform, { id: tenant.id, failures: 0 }, { extend: async () => true })
  const operations = {
    register: () => registerInstallation(platform, installationId),
    unregister: () => unregisterInstallation(platform, installationId),
    sweep,
  }
  for (let step = 0; step < 3; step += 1) {
    const releaseId = pick(random, releaseIds)
    await platform.db
      .updateTable('installation')
      .set({ release_id: releaseId })
      .where('id', '=', installationId)
      .execute()
    http.crashAt(Math.floor(fraction(random) * 24), fraction(random) < 0.5)
    await survive(operations[pick(random, ['register', 'register', 'unregister', 'sweep'] as const)])
    if (fraction(random) < 0.3) {
      // The one that crashed held the tenant; nobody gives that back.
      const now = test.clock.now()
      await leaseTenant(platform.db, tenant.id, 'dead', now, new Date(now.getTime() + 60_000))
      test.clock.advance(61_000)
    }
  }
  const wish = pick(random, ['register', 'unregister'] as const)
  if (fraction(random) < 0.5) {
    // The wish is written down, its work breaks off at once, and the sweep alone carries it out.
    http.crashAt(0, false)
    await survive(operations[wish])
    http.crashAt(null, false)
    await sweep()
  } else {
    http.crashAt(null, false)
    expect((await operations[wish]()).kind, `seed ${seed}`).toBe(wish === 'register' ? 'registered' : 'unregistered')
  }
  expect(viewOfOthers(), `seed ${seed}`).toEqual(before)
  if (wish === 'unregister') {
    expect(oursIn(), `seed ${seed}`).toEqual([])
    expect(await platform.db.selectFrom('registration').selectAll().execute(), `seed ${seed}`).toEqual([])
    return
  }
  expect(oursIn().length, `seed ${seed}`).toBeGreaterThan(0)
  sim.simulation.log.clear()
  await operations.register()
  expect(sim.simulation.log.list().filter((item) => item.method !== 'GET' && !item.url.includes('/account/'))).toEqual(
    [],
  )
}

describe('after crashes anywhere', () => {
  const parts = 5
  it.each(Array.from({ length: parts }, (_, part) => part))(
    'the tenant ends exactly as planned (part %i)',
    async (part) => {
      for (let seed = part; seed < RUNS; seed += parts) await run(seed)
    },
    Math.max(60_000, RUNS * 600),
  )
})
