import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { momentOf } from '../../../lib/time-formats.ts'
import type { Activity } from '../../../queries/activity/activity.ts'
import { member, staff } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { visit } from '../../../testing/render.tsx'
import { delivery, installation, listing, tenant, whole } from '../../../testing/things.ts'
import { common } from '../../../texts/common.ts'

const at = '2026-03-01T10:00:00.000Z'
const entry = (change: Partial<Activity> = {}): Activity => ({
  id: 'dlv_1',
  kind: 'delivery',
  installationId: 'installation_1',
  at,
  name: 'policy.issue',
  path: '/hooks',
  state: 'DEAD',
  outcome: 'failed',
  status: 503,
  code: 'exhausted',
  fallback: null,
  test: false,
  durationMs: 1200,
  attempts: 3,
  requestId: 'dlv_1',
  traceId: null,
  locators: [{ kind: 'policy', locator: '100002122' }],
  ...change,
})
const ofPolicy = () => ({ ...entry(), installationName: 'Notifier' })
const hook = entry({
  id: 'ent_2',
  kind: 'hook',
  name: 'install',
  state: null,
  outcome: 'ok',
  status: 200,
  attempts: 1,
  locators: [],
})
const headers = [{ name: 'x-MKT-key', value: '[masked]' }]

const answers = {
  getInstallation: installation(),
  getListing: listing(),
  getDeliverySummary: { waiting: 0, dead: 1, failingSince: null, paused: null },
  getTraffic: { marks: [], from: at, stepSeconds: 900, points: [] },
  listActivity: whole(entry(), hook),
  getActivity: { ...entry(), request: { method: 'POST', url: 'https://gateway.test/r/hooks', headers } },
  getDelivery: delivery({ id: 'dlv_1' }),
  getDeliveryPayload: '{"policyLocator":"100002122"}',
  countReplay: { count: 4, more: false },
  replayDeliveries: { count: 4 },
}
const home = '/manage/installations/installation_1'

describe('the activity of an installation', () => {
  it('is one table of deliveries, calls and hooks with exact times, durations and policies', async () => {
    visit(`${home}/activity`, { answers })
    const table = await screen.findByRole('table', { name: 'Activity' })
    within(table).getByText('1.2 s · 3 attempts')
    within(table).getByRole('link', { name: '100002122' })
    expect(within(table).getAllByText(/1 Mar 2026, .*(UTC|GMT)/)).toHaveLength(2)
  })

  it.each([
    ['offered to members', member('viewer'), 1],
    ['not offered to operators, who see no locators', staff('operator'), 0],
  ])('has a filter by locator that is %s', async (_whom, as, count) => {
    visit(`${home}/activity`, { answers, as })
    await screen.findByRole('table', { name: 'Activity' })
    expect(screen.queryAllByLabelText('Policy locator')).toHaveLength(count)
  })

  it('opens an entry beside the list, leads through the list by J and K, and Back closes it', async () => {
    const { user, router } = visit(`${home}/activity`, { answers })
    await user.click(await screen.findByRole('button', { name: /^policy.issue/ }))
    const drawer = await screen.findByRole('dialog', { name: 'Delivery' })
    await within(drawer).findByText('[masked]')
    within(drawer).getByRole('button', { name: 'Copy as curl' })
    expect(router.state.location.search).toMatchObject({ open: 'dlv_1' })
    await user.keyboard('j')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ open: 'ent_2' }))
    await user.keyboard('k')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ open: 'dlv_1' }))
    router.history.back()
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('open'))
  })

  it('leads from an entry to the policy it concerns', async () => {
    const own = { ...answers, getPolicyActivity: whole(ofPolicy()) }
    const { user, router } = visit(`${home}/activity?open=dlv_1`, { answers: own })
    const drawer = await screen.findByRole('dialog', { name: 'Delivery' })
    await user.click(await within(drawer).findByRole('link', { name: '100002122' }))
    await screen.findByRole('heading', { name: 'Policy 100002122' })
    expect(router.state.location.pathname).toBe('/manage/policies/100002122')
    const story = await screen.findByRole('table', { name: 'Policy 100002122' })
    // The story names its installations: none of them is read for its name.
    within(story).getByRole('link', { name: 'Notifier' })
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
      '/api/v1/organizations/org_acme/policies/100002122/activity/export',
    )
  })

  it('is narrowed to minutes, by the clock of the person, and to whole days by addresses of before', async () => {
    const { api, user } = visit(`${home}/activity?to=2026-03-01`, { answers })
    const from = await screen.findByLabelText(common.times.from)
    expect(screen.getByLabelText(common.times.to)).toHaveProperty('value', '2026-03-02T00:00')
    await user.type(from, '2026-03-01T10:40')
    await waitFor(() => {
      const asked = api.requests.filter(({ operation }) => operation === 'listActivity').at(-1)
      expect(asked?.query).toMatchObject({
        from: momentOf('2026-03-01T10:40')?.toISOString(),
        to: momentOf('2026-03-02T00:00')?.toISOString(),
      })
    })
  })

  it('reads an entry that the address opens together with the list, and what it carried without waiting for it', async () => {
    const late = new Promise<never>(() => undefined)
    const { api } = visit(`${home}/activity?open=dlv_1`, {
      answers: { ...answers, getActivity: late, listActivity: late },
    })
    await waitFor(() =>
      expect(api.asked).toEqual(expect.arrayContaining(['getActivity', 'getDelivery', 'getDeliveryPayload'])),
    )
  })

  it.each([
    [
      '/deliveries?state=DEAD&type=issue&delivery=dlv_1',
      { kind: 'delivery', outcome: 'failed', q: 'issue', open: 'dlv_1' },
    ],
    ['/calls?kind=rater', { kind: 'rater' }],
    ['/tenant-calls?status=4xx&q=policy', { kind: 'tenant-call', status: '4xx', q: 'policy' }],
  ])('is where %s leads', async (address, search) => {
    const own = {
      ...answers,
      getTenant: tenant({ relay: 'off' }),
      getCallFigures: { from: at, p95Ms: null, kinds: [] },
    }
    const { router } = visit(home + address, { answers: own })
    await screen.findByRole('heading', { name: 'Activity' })
    expect(router.state.location.pathname).toBe(`${home}/activity`)
    expect(router.state.location.search).toEqual(search)
  })

  it.each([
    ['', { hours: '24' }],
    ['?period=15m', { minutes: '15' }],
  ])('reads the figures of the period that is shown, and of no other: %s', async (search, query) => {
    const { api } = visit(`${home}/activity${search}`, { answers })
    await screen.findByRole('table', { name: 'Activity' })
    const asked = api.requests.filter(({ operation }) => operation === 'getTraffic')
    expect(asked.map((one) => one.query)).toEqual([query])
  })

  it('sends the deliveries of a filter again after a confirmation that says how many, for those who run the installation', async () => {
    const address = `${home}/activity?kind=delivery&outcome=failed&locator=100002122`
    const { user, api } = visit(address, { answers })
    await user.click(await screen.findByRole('button', { name: 'Replay these' }))
    await screen.findByText(/4 failed deliveries match the filters/)
    expect(api.asked).not.toContain('replayDeliveries')
    await user.click(screen.getAllByRole('button', { name: 'Replay these' }).at(-1) as HTMLElement)
    await screen.findByText('4 will be sent again.')
    for (const person of [member('viewer'), staff('operator')]) {
      visit(address, { answers, as: person })
      await screen.findByRole('table', { name: 'Activity' })
      expect(pressable('Replay these')).toEqual([])
    }
  })

  it('offers no replay where no delivery matches, and says so', async () => {
    const none = { ...answers, countReplay: { count: 0, more: false } }
    const { user } = visit(`${home}/activity?kind=delivery&outcome=failed`, { answers: none })
    await user.click(await screen.findByRole('button', { name: 'Replay these' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replay these' }))
    await dialog.findByText('No failed delivery matches the filters. There is nothing to send again.')
    expect(dialog.getByRole('button', { name: 'Replay these' })).toHaveProperty('disabled', true)
  })

  it('marks the calls that only try the installation', async () => {
    const tried = entry({ id: 'cal_1', kind: 'rater', name: 'POST /rate', state: null, status: 200, test: true })
    visit(`${home}/activity`, { answers: { ...answers, listActivity: whole(tried, hook) } })
    const [first, second] = within(await screen.findByRole('table', { name: 'Activity' }))
      .getAllByRole('row')
      .slice(1)
    within(first as HTMLElement).getByText('test')
    expect(within(second as HTMLElement).queryByText('test')).toBeNull()
  })

  it('is downloaded as CSV under the filters that are set', async () => {
    visit(`${home}/activity?kind=hook&q=install`, { answers })
    const link = await screen.findByRole('link', { name: 'Download CSV' })
    expect(link.getAttribute('href')).toBe('/api/v1/installations/installation_1/activity/export?kind=hook&q=install')
  })
})

it('policies are found by their locator in the search of every page', async () => {
  const found = { locator: '100002122', firstAt: at, lastAt: at, entries: 3, installations: 1 }
  const others = { listInstallations: whole(), listTenants: whole(), listListings: whole(), listMembers: whole() }
  const { user, router } = visit('/manage/policies', {
    answers: {
      ...others,
      listPolicies: whole(found),
      getPolicyActivity: whole(ofPolicy()),
    },
  })
  await screen.findByRole('table', { name: 'Policies' })
  await user.keyboard('/')
  await user.type(await screen.findByRole('combobox'), '1000')
  await screen.findByRole('option', { name: /Policy 100002122/ })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/policies/100002122'))
})
