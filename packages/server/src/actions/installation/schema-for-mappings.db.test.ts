import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Secret } from '../../lib/secret.ts'
import type { PolicySystem } from '../../outbound/policy/policy-system.ts'
import { type Tenant, tenantById } from '../../store/tenant/tenants.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'
import { schemaForMappings } from './schema-for-mappings.ts'

let world: LaunchWorld
let listingId: string
beforeAll(async () => {
  world = await launchWorld({ worker: false })
  const fields = ['vin', 'name', 'other'].map((name) => ({ name, title: name }))
  listingId = (await world.listing({ platform: { fields } })).id
})
afterEach(() => world.sim.turn('PUT', '/_sim/mood', { down: false, latencyMs: 0 }))

const named = (name: string) => `[?(@.name=='${name}')]`
const auto = `$${named('personal-auto')}.policyConfiguration`
const vehicle = (field: string) => `${auto}.exposures${named('vehicle')}.fields${named(field)}`
const mapped = (fields: Record<string, string>) => [{ productName: 'personal-auto', fields }]

function launch(mappings: object[], tenantId = world.tenantId) {
  return world.admin.launchApp({
    params: { org: 'northwind' },
    body: { listingId, tenantId, settings: {}, mappings: mappings as never },
  })
}
const installations = async () => (await world.admin.listInstallations({ params: { org: 'northwind' } })).items.length
const productsInTenant = () => world.sim.simulation.world.connected[0]?.products ?? []

async function newTenant(): Promise<string> {
  const body = world.sim.connected({ name: 'Another' }) as never
  return (await world.admin.createTenant({ params: { org: 'northwind' }, body })).id
}
const forgetSchema = (tenantId: string) =>
  world.platform.db
    .updateTable('tenant')
    .set({ schema: null, schema_read_at: null })
    .where('id', '=', tenantId)
    .execute()

it('launches with fields of every level that the tenant has', async () => {
  const made = await launch([
    ...mapped({ vin: vehicle('vin'), name: `${auto}.fields${named('drivers')}.fields${named('last_name')}` }),
    { productName: 'policyholders', fields: { other: `policyholder.fields${named('last_name')}` } },
  ])
  expect(made.state).toBe('PENDING')
})

it('refuses a field that the tenant does not have, names it, and creates nothing', async () => {
  const before = await installations()
  await expect(launch(mapped({ vin: vehicle('vin'), name: vehicle('nickname') }))).rejects.toMatchObject({
    code: 'configuration_invalid',
    status: 422,
    problems: [
      {
        pointer: '/mappings/0/fields/name',
        rule: 'mapping.value.unknown',
        message: "The exposure vehicle has no field named nickname. Choose a field from the tenant's schema.",
      },
    ],
  })
  expect(await installations()).toBe(before)
})

it('refuses an enterprise product that the tenant does not have, though its exposures name none', async () => {
  const body = world.sim.enterprise({ name: 'Enterprise' }) as never
  const { id: tenantId } = await world.admin.createTenant({ params: { org: 'northwind' }, body })
  const { id } = await world.listing({ platform: { fields: [{ name: 'vin', title: 'VIN' }] } })
  await world.platform.db.updateTable('listing').set({ variant: 'enterprise' }).where('id', '=', id).execute()
  const mapped = (productName: string, vin: string) =>
    world.admin.launchApp({
      params: { org: 'northwind' },
      body: { listingId: id, tenantId, settings: {}, mappings: [{ productName, fields: { vin } }] },
    })
  const vin = "$.exposures['PersonalVehicle'].data['vin']"
  await expect(mapped('PersonalCar', vin)).rejects.toMatchObject({
    code: 'configuration_invalid',
    problems: [
      {
        pointer: '/mappings/0/productName',
        rule: 'mapping.product.unknown',
        message: expect.stringMatching(/no product named PersonalCar\. .*PersonalAuto, Homeowners/),
      },
    ],
  })
  await expect(mapped('PersonalAuto', vin.replace('vin', 'vinn'))).rejects.toMatchObject({
    problems: [{ pointer: '/mappings/0/fields/vin', rule: 'mapping.value.unknown' }],
  })
  expect(await mapped('PersonalAuto', vin)).toMatchObject({ state: 'PENDING' })
})

it('reads the schema again before it refuses, so that a field deployed a moment ago is found', async () => {
  const exposure = productsInTenant()[0]?.policyConfiguration.exposures[0]
  exposure?.fields.push({ name: 'colour', title: 'Colour', type: 'string' })
  expect(await launch(mapped({ vin: vehicle('colour') }))).toMatchObject({ state: 'PENDING' })
})

it('judges by what was read last while the policy system is out of reach, and by the form where nothing was', async () => {
  const tenantId = await newTenant()
  await world.sim.turn('PUT', '/_sim/mood', { down: true })
  expect(await launch(mapped({ vin: vehicle('vin') }), tenantId)).toMatchObject({ state: 'PENDING' })
  await expect(launch(mapped({ vin: vehicle('gone') }), tenantId)).rejects.toMatchObject({
    problems: [{ rule: 'mapping.value.unknown' }],
  })
  await forgetSchema(tenantId)
  expect(await launch(mapped({ vin: vehicle('gone') }), tenantId)).toMatchObject({ state: 'PENDING' })
  await expect(launch(mapped({ vin: '$.vin' }), tenantId)).rejects.toMatchObject({
    problems: [{ rule: 'mapping.value.invalid' }],
  })
})

it('does not wait for a policy system that takes its time', async () => {
  const tenant = await tenantById(world.platform.db, await newTenant())
  if (tenant === undefined) throw new Error('no tenant')
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const slow = (system: PolicySystem): PolicySystem =>
    Object.assign(Object.create(system), {
      readSchema: (token: Secret) => answered.then(() => system.readSchema(token)),
    })
  const { policySystems } = world.platform
  const platform = {
    ...world.platform,
    policySystems: { ...policySystems, of: (one: Tenant) => slow(policySystems.of(one)) },
  }
  const schema = await schemaForMappings(platform, tenant, mapped({ vin: vehicle('gone') }), 20)
  answer()
  expect(schema?.lacksPath(vehicle('gone'))).toContain('no field named gone')
})

it('holds what changes against the schema when a configuration is written, and leaves what stays alone', async () => {
  const homeowners = productsInTenant().find(({ name }) => name === 'homeowners')?.policyConfiguration.fields ?? []
  homeowners.push({ name: 'pool', title: 'Pool', type: 'string' })
  const pool = `$${named('homeowners')}.policyConfiguration.fields${named('pool')}`
  const { id } = await launch([{ productName: 'homeowners', fields: { vin: pool } }])
  homeowners.pop()
  await world.admin.getTenantSchema({ params: { id: world.tenantId }, query: { refresh: 'true' } })
  await world.platform.db.updateTable('installation').set({ state: 'STOPPED' }).where('id', '=', id).execute()
  const write = (fields: Record<string, string>) =>
    world.admin.putConfiguration({
      params: { id },
      body: { settings: {}, mappings: [{ productName: 'homeowners', fields }] },
    })
  expect(await write({ vin: pool })).toMatchObject({ revision: 2 })
  await expect(write({ vin: pool, name: pool })).rejects.toMatchObject({
    problems: [{ pointer: '/mappings/0/fields/name', rule: 'mapping.value.unknown' }],
  })
})
