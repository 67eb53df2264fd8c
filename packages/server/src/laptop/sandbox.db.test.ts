import { expect, it } from 'vitest'
import { testSimulator } from '../testing/outside/simulator.ts'
import { testApi } from '../testing/platform/api.ts'
import { sandboxOf } from './bootstrap.ts'

const api = await testApi()
const sim = await testSimulator()

it('an organization connects the simulated policy system in one step, once', async () => {
  const organization = await api.organization('trying')
  const admin = api.as((await api.person({ role: 'admin', organization })).authorization)
  const params = { org: organization.id }
  expect(await admin.getSandbox({ params })).toEqual({ variants: [] })
  await expect(admin.createSandboxTenant({ params, body: { variant: 'connected' } })).rejects.toMatchObject({
    code: 'not_found',
  })
  api.platform.policy.allowAddresses = ['127.0.0.1']
  api.platform.policy.sandbox = sandboxOf(sim.ready)
  expect(await admin.getSandbox({ params })).toEqual({ variants: ['connected', 'enterprise'] })
  for (const variant of ['connected', 'enterprise'] as const) {
    const tenant = await admin.createSandboxTenant({ params, body: { variant } })
    expect(tenant).toMatchObject({ variant, organizationId: organization.id, connection: { state: 'reachable' } })
    expect((await admin.createSandboxTenant({ params, body: { variant } })).id).toBe(tenant.id)
  }
  const { items } = await admin.listTenants({ params })
  expect(items.map(({ name }) => name).toSorted()).toEqual(['Sandbox', 'Sandbox (enterprise)'])
  const developer = api.as((await api.person({ role: 'developer', organization })).authorization)
  await expect(developer.createSandboxTenant({ params, body: { variant: 'connected' } })).rejects.toMatchObject({
    status: 403,
  })
})
