import type { Manifest } from '@mkt/manifest'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../../testing/fake-api.ts'
import { acme, member, staff } from '../../../testing/people.ts'
import { visit } from '../../../testing/render.tsx'
import { configuration, installation, listing, release, tenant, trustOf, whole } from '../../../testing/things.ts'
import { launch } from '../../../texts/launch.ts'

const path = '/launch/listing_1'
const answers = (change: Answers = {}): Answers => ({
  getListing: listing(),
  getRelease: release(),
  getReleaseTrust: trustOf(),
  listTenants: whole(tenant()),
  getTenant: tenant(),
  listInstallations: whole(),
  getSandbox: { variants: ['connected'] },
  ...change,
})
const nothingInstalled = {
  ...{ installations: { total: 0, running: 0 }, tenants: 0, lastActivityAt: null },
  ...{ installedListings: [], incidents: [], updates: [] },
}
const next = () => screen.getByRole('button', { name: 'Next' })
const step = (name: string) => screen.findByRole('region', { name })

describe('launching an app', () => {
  it('asks for the tenant, then the settings, shows everything again and launches', async () => {
    const { api, user, router } = visit(path, {
      answers: answers({
        launchApp: installation({ state: 'PENDING', operations: [] }),
        getInstallation: installation({ state: 'PENDING', operations: [] }),
        getDeliverySummary: { waiting: 0, dead: 0, paused: null, failingSince: null },
        listDeliveries: whole(),
        listInstallationLog: whole(),
      }),
    })
    await step('Connect')
    // The only tenant is chosen already.
    await waitFor(() => expect(screen.getByRole('radio', { name: /Northwind/ })).toHaveProperty('checked', true))
    await user.click(next())

    await step('Configure')
    await user.type(await screen.findByRole('textbox', { name: /Region/ }), 'north')
    await user.type(screen.getByLabelText(/^Token/), 's3cret')
    await user.click(next())

    const review = await step('Review')
    await within(review).findByText('Northwind')
    within(review).getByText('north')
    // A secret is not shown again, not even before it is sent.
    within(review).getByText('entered')
    expect(review.textContent).not.toContain('s3cret')
    await user.click(screen.getByRole('button', { name: 'Launch' }))

    await waitFor(() => expect(router.state.location.pathname).toBe('/manage/installations/installation_1'))
    const sent = api.requests.find(({ operation }) => operation === 'launchApp')
    expect(sent).toMatchObject({
      params: { org: acme.id },
      body: { listingId: 'listing_1', tenantId: 'tenant_1', settings: { region: 'north', token: 's3cret' } },
    })
    // What the publisher promotes is followed, unless a release was asked for.
    expect(sent?.body).not.toHaveProperty('releaseId')
    expect(localStorage.getItem('mkt.launch.person_owner.org_acme.listing_1')).toBeNull()
  })

  it.each([
    [1, 'This application is already installed here.'],
    [2, 'This application is already installed here twice.'],
    [3, 'This application is already installed here 3 times.'],
  ])('tells before that it is installed here already: %i', async (count, told) => {
    const alike = Array.from({ length: count }, (_, index) => installation({ id: `installation_${index}` }))
    visit(path, { answers: answers({ listInstallations: whole(...alike) }) })
    await screen.findByText(told)
  })

  it('says what it is named where nobody gives a name: the title, or with a number what is free on this tenant', async () => {
    const alike = [
      installation(),
      installation({ id: 'installation_2', name: 'Notifier 2', tenantId: 'tenant_9' }),
      installation({ id: 'installation_3', name: 'notifier 3' }),
    ]
    const { user } = visit(path, {
      answers: answers({
        listInstallations: whole(...alike),
        getRelease: release({ manifest: { name: 'zenith/notifier', version: '1.2.0' } }),
      }),
    })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(next())
    await screen.findByText(/Leave it empty to name it “Notifier 2”/)
    expect(screen.getByLabelText(/^Name/)).toHaveProperty('placeholder', 'Notifier 2')
  })

  it('knows the names of all installations, however many there are', async () => {
    const { user } = visit(path, {
      answers: answers({
        listInstallations: ({ query }) =>
          query.cursor
            ? whole(installation({ id: 'installation_2', name: 'Notifier 2' }))
            : { items: [installation()], next: 'more' },
        getRelease: release({ manifest: { name: 'zenith/notifier', version: '1.2.0' } }),
      }),
    })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(next())
    await screen.findByText(/Leave it empty to name it “Notifier 3”/)
  })

  it('promises no name while it is not known which ones are taken', async () => {
    const { user } = visit(path, {
      answers: answers({
        listInstallations: new Refusal(403, 'forbidden', 'You may not see them.'),
        getRelease: release({ manifest: { name: 'zenith/notifier', version: '1.2.0' } }),
      }),
    })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(next())
    await screen.findByText(/Leave it empty to name it after the app/)
  })

  it('asks the application first where it can be asked, and launches anyway once its doubts were read', async () => {
    const asking = release()
    const written = asking.manifest as unknown as Manifest
    const manifest = { ...written, platform: { ...written.platform, lifecycle: ['check'] } }
    const doubts = [{ pointer: '/settings/region', rule: 'app.check', message: 'North is closed.' }]
    const { api, user } = visit(path, {
      answers: answers({
        getRelease: { ...asking, manifest } as never,
        checkLaunch: { checked: true, blocking: false, problems: doubts },
        launchApp: new Refusal(409, 'listing_not_launchable', 'Not now.'),
      }),
    })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(next())
    await user.type(await screen.findByRole('textbox', { name: /Region/ }), 'north')
    await user.click(next())
    await step('Review')
    await user.click(screen.getByRole('button', { name: 'Launch' }))
    await screen.findByText('North is closed.')
    expect(api.asked).not.toContain('launchApp')
    await user.click(screen.getByRole('button', { name: 'Launch' }))
    await waitFor(() => expect(api.asked).toContain('launchApp'))
    expect(api.asked.filter((operation) => operation === 'checkLaunch')).toHaveLength(1)
  })

  it('shows a table again as a table, and what was answered in the words of the form', async () => {
    const columns = [{ name: 'state', title: 'State', type: 'Text' }]
    const fields = [
      { name: 'rates', title: 'Rates', type: 'Table', columns },
      { name: 'daily', title: 'Daily', type: 'Boolean', default: true },
    ]
    const rating = release({ manifest: { name: 'zenith/notifier', version: '1.2.0', app: { fields } } })
    const { user } = visit(path, { answers: answers({ getRelease: rating }) })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(next())
    await user.type(await screen.findByRole('textbox', { name: /Rates/ }), 'state\nTX\nNY')
    await user.click(next())
    const table = await within(await step('Review')).findByRole('table', { name: 'Rates' })
    expect(
      within(table)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['TX', 'NY'])
    within(await step('Review')).getByText('Yes')
  })

  it('says at the review that autofill covers no product while none is mapped', async () => {
    const { manifest } = release()
    const filling = {
      ...(manifest as Manifest),
      app: {},
      platform: {
        autofill: [{ path: '/fill', operations: ['*.*'] }],
        fields: [{ name: 'vin', title: 'VIN' }],
      },
    }
    const { user } = visit(path, {
      answers: answers({
        getRelease: { ...release(), manifest: filling } as never,
        getTenantSchema: {
          variant: 'connected',
          readAt: '2026-01-01T00:00:00.000Z',
          stale: false,
          products: [],
          paths: [],
        },
      }),
    })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(next())
    await user.click(await screen.findByRole('button', { name: 'Next' }))
    const review = await step('Review')
    await within(review).findByText(launch.review.coversNothing)
  })

  it('takes credentials for this installation alone, keeps none of them, and does not go on without them', async () => {
    const { api, user } = visit(path, {
      answers: answers({
        getListing: listing({ variant: 'enterprise' }),
        launchApp: new Refusal(422, 'tenant_check_failed', 'Not valid.', {
          problems: [{ pointer: '/credentials/token', rule: 'credentials_refused', message: 'Refused.' }],
        }),
      }),
    })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(screen.getByRole('checkbox', { name: /Use separate credentials/ }))
    await user.click(next())
    await screen.findByText(/^Enter the credentials for this application/)
    await user.type(screen.getByLabelText(/^Personal access token/), 'PAT_own')
    expect(localStorage.getItem('mkt.launch.person_owner.org_acme.listing_1')).not.toContain('PAT_own')
    await user.click(next())
    await user.type(await screen.findByRole('textbox', { name: /Region/ }), 'north')
    await user.click(next())
    await screen.findByText('Separate ones, entered')
    await user.click(screen.getByRole('button', { name: 'Launch' }))
    await waitFor(() =>
      expect(api.requests.find(({ operation }) => operation === 'launchApp')?.body).toMatchObject({
        credentials: { token: 'PAT_own' },
      }),
    )
    // What the policy system refuses is fixed where it was entered.
    const [alert] = await screen.findAllByRole('alert')
    await user.click(within(alert as HTMLElement).getByRole('button', { name: 'Connect' }))
    await screen.findByText('The policy system refused these credentials.')
  })

  it('connects a sandbox in one click where there is no tenant yet', async () => {
    const sandbox = tenant({ id: 'tenant_9', name: 'Sandbox' })
    let connected = false
    const { api, user } = visit(path, {
      answers: answers({
        listTenants: () => (connected ? whole(sandbox) : whole()),
        createSandboxTenant: () => {
          connected = true
          return sandbox
        },
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Use a sandbox' }))
    await waitFor(() => expect(screen.getByRole('radio', { name: /Sandbox/ })).toHaveProperty('checked', true))
    const sent = api.requests.find(({ operation }) => operation === 'createSandboxTenant')
    expect(sent?.body).toEqual({ variant: 'connected' })
  })

  it('opens the form for another policy system as a step of its own: Back closes it and loses neither it nor the launch', async () => {
    const { api, user, router } = visit(path, { answers: answers({ createTenant: tenant({ id: 'tenant_9' }) }) })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(screen.getByRole('button', { name: launch.connect.new }))
    await user.type(await screen.findByRole('textbox', { name: /API address/ }), 'https://policy.test')
    router.history.back()
    await waitFor(() => expect(screen.getByRole('radio', { name: /Northwind/ })).toHaveProperty('checked', true))
    expect(router.state.location.pathname).toBe(path)
    router.history.forward()
    const address = await screen.findByRole('textbox', { name: /API address/ })
    expect(address).toHaveProperty('value', 'https://policy.test')
    await user.click(screen.getByRole('button', { name: 'Check and connect' }))
    await waitFor(() => expect(api.asked).toContain('createTenant'))
    await screen.findByRole('radio', { name: /Northwind/ })
    expect(router.state.location.search).not.toHaveProperty('connect')
  })

  it('does not go on while something is missing, and says how much', async () => {
    const { user } = visit(path, { answers: answers() })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(next())
    await step('Configure')
    await user.click(next())
    await screen.findByText('One thing needs your attention.')
    await step('Configure')
  })

  it('keeps what was typed in this browser, secrets excepted', async () => {
    const { user } = visit(path, { answers: answers() })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(next())
    await user.type(await screen.findByRole('textbox', { name: /Region/ }), 'north')
    await user.type(screen.getByLabelText(/^Token/), 's3cret')
    const kept = localStorage.getItem('mkt.launch.person_owner.org_acme.listing_1') ?? ''
    expect(JSON.parse(kept)).toMatchObject({ tenantId: 'tenant_1', settings: { region: 'north' } })
    expect(kept).not.toContain('s3cret')

    // A reload lands on the same step with the same input.
    visit(`${path}?step=configure`, { answers: answers() })
    expect(await screen.findByRole('textbox', { name: /Region/ })).toHaveProperty('value', 'north')
    expect(screen.getByLabelText(/^Token/)).toHaveProperty('value', '')
  })

  it('leads from the review back to the step whose settings the platform refuses', async () => {
    const problems = [{ pointer: '/settings/region', rule: 'pattern', message: 'Unknown region.' }]
    const { user } = visit(path, {
      answers: answers({ launchApp: new Refusal(422, 'configuration_invalid', 'Not valid.', { problems }) }),
    })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(next())
    await user.type(await screen.findByRole('textbox', { name: /Region/ }), 'atlantis')
    await user.click(next())
    await step('Review')
    await user.click(await screen.findByRole('button', { name: 'Launch' }))
    const [alert] = await screen.findAllByRole('alert')
    await user.click(within(alert as HTMLElement).getByRole('button', { name: 'Configure' }))
    await screen.findByText('Unknown region.')
    // Another draft may be launched: the refusal was of the former one.
    await user.type(screen.getByRole('textbox', { name: /Region/ }), '2')
    await waitFor(() => expect(screen.queryByText('Unknown region.')).toBeNull())
  })

  it('begins with the configuration it copies, and asks for its secrets again', async () => {
    visit(`${path}?copy=installation_1&step=configure`, { answers: answers({ getConfiguration: configuration() }) })
    const { user } = visit(`${path}?copy=installation_1`, { answers: answers({ getConfiguration: configuration() }) })
    await user.click(await screen.findByRole('radio', { name: /Northwind/ }))
    await user.click(next())
    expect(await screen.findByRole('textbox', { name: /Region/ })).toHaveProperty('value', 'north')
    expect(screen.getByLabelText(/^Token/)).toHaveProperty('value', '')
  })
})

describe('who launches an app', () => {
  it.each(['developer', 'viewer'] as const)('is no %s, where it is for real', async (role) => {
    visit(path, { as: member(role), answers: answers() })
    await screen.findByText('Only owners and admins of your organization can launch an app.')
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  it('may be a developer for a test of an own app, who connects no tenant but uses those there are', async () => {
    const own = listing({ organization: { ...acme, verifiedDomains: [] }, own: true, state: 'DRAFT' })
    visit(path, { as: member('developer'), answers: answers({ getListing: own }) })
    await screen.findByRole('radio', { name: /Northwind/ })
    expect(screen.queryByRole('button', { name: 'Connect another policy system' })).toBeNull()

    visit(path, { as: member('developer'), answers: answers({ getListing: own, listTenants: whole() }) })
    await screen.findByText('An owner or admin of your organization connects the policy system.')

    visit(path, { as: member('admin'), answers: answers({ getListing: own }) })
    await screen.findByRole('button', { name: 'Connect another policy system' })
  })

  it('tells a moderator that it is not for them, not that there is no release', async () => {
    const unpromoted = listing({ state: 'VERIFIED', promotedReleaseId: null })
    visit(path, { as: staff('moderator'), answers: { getListing: unpromoted } })
    await screen.findByText('Only owners and admins of your organization can launch an app.')
    expect(screen.queryByText('There is no release to launch yet')).toBeNull()
  })

  it('is not offered to others on the page of the listing', async () => {
    const page = {
      getListing: listing(),
      getRelease: release(),
      getReleaseTrust: trustOf(),
      listReleases: whole(release()),
      listListings: whole(listing(), listing({ id: 'listing_2', title: 'Messenger' })),
      getOverview: nothingInstalled,
    }
    visit('/browse/listing_1', { as: member('admin'), answers: page })
    await screen.findByRole('link', { name: 'Launch' })
    await screen.findByRole('link', { name: 'Messenger' })
    visit('/browse/listing_1', { as: member('developer'), answers: page })
    await screen.findByRole('heading', { level: 1, name: 'Notifier' })
    expect(screen.queryByRole('link', { name: 'Launch' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Suspend/ })).toBeNull()
  })
})
