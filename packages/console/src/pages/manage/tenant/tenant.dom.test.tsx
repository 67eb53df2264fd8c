import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { member } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { visit } from '../../../testing/render.tsx'
import { installation, listing, tenant, whole } from '../../../testing/things.ts'
import { tenantTexts } from '../../../texts/tenants.ts'

const texts = tenantTexts.connection
const at = '2026-01-01T00:00:00.000Z'
const schema = { variant: 'connected' as const, readAt: at, stale: false, products: [], paths: [] }
const used = { set: true as const, updatedAt: at, lastUsedAt: at, lastFailedAt: null, refusedAt: null }
const connected = tenant({ credentials: { data: used } })
const away = { state: 'unreachable' as const, reason: 'It did not answer.', since: at }
const outage = tenant({ connection: { ...connected.connection, ...away } })
const answers = { getTenant: connected, getTenantSchema: schema, listRegistrations: whole(), getListing: listing() }

it('a tenant says whether it is reachable, how fast, since when credentials are stored and used, and drift', async () => {
  visit('/manage/tenants/tenant_1', { answers })
  await screen.findByText(texts.states.reachable)
  for (const name of [texts.checked, 'Data credentials', texts.drift])
    expect(screen.getByText(name, { selector: 'dt' })).toBeDefined()
  expect(screen.getByText(/in 40 ms/)).toBeDefined()
  const data = screen.getByText('Data credentials', { selector: 'dt' }).nextElementSibling
  expect(data?.textContent).toMatch(/^Entered .*, last used /)
})

const registration = {
  ...{
    installationId: 'ins_1',
    installationName: 'Notes',
    listing: { id: 'lst_1', name: 'acme/notes', title: 'Notes' },
  },
  ...{ state: 'REGISTERED' as const, webhooks: [], autofill: [], externalRaters: [], difference: [] },
  ...{ missingPaths: [], failure: null, checkedAt: at },
}
const gone = { productName: 'Auto', field: 'age', path: 'driver.age' }

it.each([
  ['everything is', {}, texts.noDrift(1)],
  ['one failed', { failure: 'It refused the webhook.' }, texts.wrong(1)],
  ['a mapped path is gone', { missingPaths: [gone] }, texts.wrong(1)],
  ['one is in progress', { state: 'REGISTERING' as const }, texts.noneFound],
])('a tenant says that all is registered only when it is: %s', async (_, change, words) => {
  visit('/manage/tenants/tenant_1', {
    answers: { ...answers, listRegistrations: whole({ ...registration, ...change }) },
  })
  await screen.findByText(words)
  expect(screen.queryByText(texts.noDrift(1)) !== null).toBe(words === texts.noDrift(1))
})

it('a registration names mapped paths that the policy system no longer has', async () => {
  const listRegistrations = whole({ ...registration, missingPaths: [gone] })
  visit('/manage/tenants/tenant_1', { answers: { ...answers, listRegistrations } })
  await screen.findByText(tenantTexts.missingPath('driver.age', 'Auto'))
})

it('an outage stands on the page with its reason', async () => {
  visit('/manage/tenants/tenant_1', { answers: { ...answers, getTenant: outage } })
  expect((await screen.findByRole('alert')).textContent).toContain('It did not answer.')
})

it('a test says what became of each set, and the page shows the tenant as it is then', async () => {
  const sets = [{ kind: 'data' as const, passed: false, rule: 'unreachable' as const, message: 'Away.', latencyMs: 9 }]
  const { user } = visit('/manage/tenants/tenant_1', { answers: { ...answers, testTenant: { tenant: outage, sets } } })
  await user.click(await screen.findByRole('button', { name: texts.test }))
  expect((await screen.findByText(texts.failed)).closest('[role=status]')?.textContent).toContain('Data: Away.')
  expect(screen.getAllByText(texts.states.unreachable).length).toBeGreaterThan(0)
  visit('/manage/tenants/tenant_1', { as: member('viewer'), answers })
  await screen.findByText(texts.states.reachable)
  expect(pressable(texts.test)).toEqual([])
})

function visitLaunch(waiting: ReturnType<typeof installation>['waiting']) {
  const getInstallation = installation({ state: 'REGISTERING', waiting, operations: ['uninstall'] })
  const records = { listInstallationLog: whole(), listDeliveries: whole(), getListing: listing() }
  const getDeliverySummary = { waiting: 0, dead: 0, failingSince: null, paused: null }
  visit('/manage/installations/installation_1', {
    answers: { getInstallation, ...records, getDeliverySummary },
  })
}

it('a launch that cannot register says why and when it tries again', async () => {
  visitLaunch({ reason: 'The policy system is out of reach', nextTryAt: at })
  await screen.findByText('Waiting for your policy system')
  expect(screen.getByText(/The policy system is out of reach\. Next try/)).toBeDefined()
})

it('a launch whose first try goes on says whose answer it waits for, and speaks of no failure', async () => {
  visitLaunch({ reason: 'Waiting for an answer from policy.test', nextTryAt: null })
  await screen.findByText('Waiting for an answer from policy.test')
  expect(screen.queryByText(/Next try/)).toBeNull()
})

it('applications are sent through the relay only after a question that names the installations it reaches', async () => {
  const installed = ['Notifier', 'Rater'].map((name) => installation({ id: name, name }))
  const changeTenant = tenant({ relay: 'read' })
  const { api, user } = visit('/manage/tenants/tenant_1', {
    answers: { ...answers, listInstallations: whole(...installed), changeTenant },
  })
  const [title] = tenantTexts.relay.options.read
  const choose = async () => {
    await user.click(await screen.findByRole('radio', { name: title }))
    return within(await screen.findByRole('dialog', { name: `${title}?` }))
  }
  const first = await choose()
  await first.findByText('It reaches 2 installations at once: Notifier and Rater.')
  await user.click(first.getByRole('button', { name: 'Cancel' }))
  expect(api.asked).not.toContain('changeTenant')
  expect(screen.getByRole('radio', { name: tenantTexts.relay.options.off[0] })).toHaveProperty('checked', true)
  await user.click((await choose()).getByRole('button', { name: tenantTexts.relay.confirm }))
  await screen.findByText(tenantTexts.relay.changed)
  const asked = api.requests.find(({ operation }) => operation === 'listInstallations')
  expect(asked?.query).toMatchObject({ tenantId: 'tenant_1', uninstalled: 'false' })
})

it('people who may not manage tenants see what they could do, with the roles that may', async () => {
  visit('/manage/tenants/tenant_1', { as: member('viewer'), answers })
  const replace = await screen.findByRole('button', {
    name: tenantTexts.replace,
    description: /Your role there is viewer/,
  })
  expect(replace.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByLabelText(/^Password/)).toBeNull()
  visit('/manage/tenants', { as: member('viewer'), answers: { listTenants: whole() } })
  await screen.findByText(tenantTexts.empty)
  for (const connect of screen.getAllByRole('button', { name: tenantTexts.new }))
    expect(connect.getAttribute('aria-disabled')).toBe('true')
})
