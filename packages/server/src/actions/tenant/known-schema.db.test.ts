import { expect, it } from 'vitest'
import { createSchemaCache } from '../../store/tenant/schema-cache.ts'
import { testSimulator } from '../../testing/outside/simulator.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { tenantWorld } from '../../testing/world/tenant-world.ts'
import type { Platform } from '../platform/platform.ts'
import { knownSchema } from './known-schema.ts'
import { keepCurrent, readAnew } from './read-schema.ts'

const { platform, clock } = await testPlatform({ allowAddresses: ['127.0.0.1'] })
const sim = await testSimulator()

/** Counts the schemas that this process took in, from the policy system or from the database. */
function counting() {
  const cache = createSchemaCache()
  let taken = 0
  const schemas: Platform['schemas'] = {
    ...cache,
    keep(...given) {
      taken += 1
      cache.keep(...given)
    },
  }
  return { platform: { ...platform, schemas }, taken: () => taken }
}

it('the schema of a tenant is parsed once by a process, until it is read again', async () => {
  const world = await tenantWorld(platform)
  const tenant = await world.connect(sim.connected())
  const { platform: counted, taken } = counting()
  const known = await knownSchema(counted, tenant)
  expect(known?.schema.names.offered).toContain('homeowners')
  for (let use = 0; use < 3; use += 1) expect((await knownSchema(counted, tenant))?.schema).toBe(known?.schema)
  expect(taken()).toBe(1)
  clock.advance(1_000)
  const other = counting()
  const renewed = await readAnew(other.platform, tenant)
  expect((await knownSchema(other.platform, tenant))?.schema).toBe(renewed.schema)
  const seen = await knownSchema(counted, tenant)
  expect(seen?.readAt).toEqual(clock.now())
  expect(seen?.schema.paths).toBe(renewed.schema.paths)
})

it('a schema that was read lately is neither loaded nor parsed to be kept current', async () => {
  const world = await tenantWorld(platform)
  const tenant = await world.connect(sim.connected())
  const { platform: counted, taken } = counting()
  await keepCurrent(counted, tenant)
  expect(taken()).toBe(0)
  clock.advance(11 * 60_000)
  await keepCurrent(counted, tenant)
  expect(taken()).toBe(1)
})
