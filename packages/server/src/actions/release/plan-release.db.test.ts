import { expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { insertConfiguration } from '../../store/installation/configurations.ts'
import { insertInstallation } from '../../store/installation/installations.ts'
import { putSecret } from '../../store/installation/secrets.ts'
import { insertTenant } from '../../store/tenant/tenants.ts'
import { testRegistry } from '../../testing/images/registry.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { planRelease } from './plan-release.ts'

const test = await testRegistry()
const { db } = test.platform
const acme = await test.repository('acme', 'rater')
const customer = await test.organization('customer')
const now = new Date()

async function install(organization: Organization, settings: Record<string, string>, secrets: string[] = []) {
  const tenantId = newId('ten')
  await insertTenant(db, {
    id: tenantId,
    organizationId: organization.id,
    name: `Tenant of ${organization.name}`,
    variant: 'connected',
    apiUrl: 'https://policy.test',
    hostName: 'policy.test',
    tenantLocator: null,
    relay: 'off',
    createdAt: now,
  })
  const id = newId('ins')
  const releaseId = newId('rel')
  const row = { id, organizationId: organization.id, listingId: acme.listing.id, tenantId, releaseId }
  await insertInstallation(db, {
    ...row,
    consideredReleaseId: null,
    name: id,
    routeId: newId('r'),
    test: false,
    createdBy: 'x',
    now,
  })
  const actor = { kind: 'person', id: 'x', label: 'x' }
  const rest = { mappings: [], marks: {}, restoredFrom: null, actor, now }
  await insertConfiguration(db, { installationId: id, revision: 1, releaseId, settings, ...rest })
  for (const name of secrets) await putSecret(db, id, { name, sealed: Buffer.from('sealed'), updatedAt: now })
  return id
}

const fields = (...list: object[]) => ({ name: 'acme/rater', version: '1.0.0', app: { fields: list } })
const color = { name: 'color', title: 'Color', type: 'Select', values: [{ text: 'Red', value: 'red' }] }
const secret = { name: 'secret', title: 'Secret', type: 'Password', required: true }

it('a plan says which installations would need configuration: one’s own by id, of others only rules and counts', async () => {
  const own = await install(acme.organization, { color: 'blue' }, ['secret'])
  await install(customer, { color: 'red' }, ['secret'])
  await install(customer, { color: 'blue' })
  await install(customer, { color: 'green' })
  const plan = await planRelease(test.platform, acme.listing, fields(color, secret))
  expect(plan.installations).toEqual({ total: 4, fine: 1, needConfiguration: 3 })
  expect(plan.own).toMatchObject([
    {
      installationId: own,
      tenant: 'Tenant of acme',
      problems: [{ pointer: '/settings/color', rule: 'setting.value.not-offered' }],
    },
  ])
  expect(plan.others).toEqual([
    { rule: 'setting.value.not-offered', count: 2 },
    { rule: 'setting.required.missing', count: 2 },
  ])
  expect(JSON.stringify(plan)).not.toContain('Tenant of customer')
  expect(plan.needsReview).toBe(true)
})

it('a plan changes nothing, and a manifest that is wrong is refused with all its problems', async () => {
  const client = test.as(acme.authorization)
  const params = { id: acme.listing.id }
  const wrong = client.planRelease({
    params,
    body: { manifest: fields({ name: 'a', title: 'A', type: 'Radio' }) as never },
  })
  await expect(wrong).rejects.toMatchObject({ status: 422, code: 'manifest_invalid' })
  expect((await client.listReleases({ params, query: {} })).items).toEqual([])
})
