import { buildMappingPath } from '@mkt/manifest'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Answers, Refusal } from '../../../testing/fake-api.ts'
import { member, staff } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { visit } from '../../../testing/render.tsx'
import { configuration, installation, listing, release, whole } from '../../../testing/things.ts'

const at = '2026-03-01T10:00:00.000Z'
const path = '/manage/installations/installation_1/configuration'
const revision = (number: number) => ({
  revision: number,
  current: number === 2,
  release: { id: 'release_1', version: '1.2.0' },
  settings: { region: 'south' },
  mappings: [],
  marks: { token: 'kept' as const },
  restoredFrom: null,
  createdAt: at,
  createdBy: 'ada@example.test',
})
const answers = (change: Answers = {}): Answers => ({
  getInstallation: installation(),
  getConfiguration: configuration(),
  getRelease: release(),
  getListing: listing(),
  listConfigurations: whole(revision(2), revision(1)),
  ...change,
})
const region = () => screen.findByRole('textbox', { name: /Region/ })

describe('the configuration of an installation', () => {
  it('is begun with all its reads at once: none waits for another but the release, which the installation names', async () => {
    let answer: (value: ReturnType<typeof installation>) => void = () => undefined
    const late = new Promise<ReturnType<typeof installation>>((resolve) => {
      answer = resolve
    })
    const { api } = visit(path, { answers: answers({ getInstallation: late }) })
    await waitFor(() =>
      expect(new Set(api.asked)).toEqual(
        new Set(['listNotifications', 'getConfiguration', 'listConfigurations', 'getInstallation']),
      ),
    )
    answer(installation())
    await region()
    // Listing and release came together, and nothing was read twice.
    expect(api.asked.slice(4).toSorted()).toEqual(['getListing', 'getRelease'])
  })

  it('is a form for an admin, sent with the revision that was edited', async () => {
    const { api, user } = visit(path, {
      as: member('admin'),
      answers: answers({ putConfiguration: configuration({ revision: 3, settings: { region: 'west' } }) }),
    })
    const input = await region()
    await user.clear(input)
    await user.type(input, 'west')
    await user.click(screen.getByRole('button', { name: 'Save configuration' }))
    await screen.findByText('Saved as revision 3.')
    const sent = api.requests.find(({ operation }) => operation === 'putConfiguration')
    expect(sent).toMatchObject({ body: { settings: { region: 'west' } }, headers: { 'if-match': '"2"' } })
    // The stored secret was not touched, so it is not sent.
    expect(JSON.stringify(sent?.body)).not.toContain('token')
  })

  it('keeps what was typed when somebody else saved, and offers both ways on', async () => {
    const { user } = visit(path, {
      answers: answers({ putConfiguration: new Refusal(412, 'revision_conflict', 'Revision 3 is newer.') }),
    })
    const input = await region()
    await user.clear(input)
    await user.type(input, 'mine')
    await user.click(screen.getByRole('button', { name: 'Save configuration' }))
    const alert = await screen.findByRole('alert')
    within(alert).getByRole('button', { name: 'Overwrite with mine' })
    expect(input).toHaveProperty('value', 'mine')
    await user.click(within(alert).getByRole('button', { name: 'Load theirs' }))
    await waitFor(async () => expect(await region()).toHaveProperty('value', 'north'))
  })

  it('tells how much differs and shows it by label, a secret only as entered', async () => {
    const { user } = visit(path, { answers: answers() })
    await user.type(await region(), 'west')
    await user.type(screen.getByLabelText(/Token/, { selector: 'input' }), 'sesame')
    await screen.findByText('2 changes')
    await user.click(screen.getByRole('button', { name: 'Review changes' }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText('northwest')
    within(dialog).getByText('a new value')
    expect(dialog.textContent).not.toContain('sesame')
  })

  it('is saved from the look at what changes', async () => {
    const { user } = visit(path, { answers: answers({ putConfiguration: configuration({ revision: 3 }) }) })
    await user.type(await region(), 'west')
    await user.click(await screen.findByRole('button', { name: 'Review changes' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Save configuration' }))
    await screen.findByText('Saved as revision 3.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks before unsaved changes are left, and has them again later without the secret', async () => {
    const { user, router } = visit(path, { answers: answers({ listInstallationLog: whole() }) })
    await user.type(await region(), 'west')
    await user.type(screen.getByLabelText(/Token/, { selector: 'input' }), 'sesame')
    await user.click(screen.getByRole('link', { name: 'Log' }))
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(router.state.location.pathname).toBe(path)
    await user.click(screen.getByRole('link', { name: 'Log' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(/log$/))
    expect(JSON.stringify({ ...localStorage })).not.toContain('sesame')
    visit(path, { answers: answers() })
    await waitFor(async () => expect(await region()).toHaveProperty('value', 'northwest'))
    await screen.findByText(/Your unsaved changes from last time are back/)
    expect(screen.getByLabelText(/Token/, { selector: 'input' })).toHaveProperty('value', '')
  })

  it('of another installation begins with its own values, whatever was typed for the one before', async () => {
    const { user, router } = visit(path, {
      answers: answers({
        getInstallation: ({ params }) => installation({ id: params.id ?? '' }),
        getConfiguration: ({ params }) =>
          configuration({ settings: { region: params.id === 'installation_2' ? 'coast' : 'north' } }),
      }),
    })
    await user.type(await region(), 'west')
    router.history.push('/manage/installations/installation_2/configuration')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toContain('installation_2'))
    await waitFor(async () => expect(await region()).toHaveProperty('value', 'coast'))
    expect(screen.queryByText(/^\d+ changes?$/)).toBeNull()
  })

  it('saves a kept draft over the revision it was begun with, so that a newer one is a conflict', async () => {
    const first = visit(path, { answers: answers() })
    await first.user.type(await region(), 'west')
    const { api, user } = visit(path, {
      answers: answers({
        getConfiguration: configuration({ revision: 7, settings: { region: 'theirs' } }),
        putConfiguration: new Refusal(412, 'revision_conflict', 'Revision 7 is newer.'),
      }),
    })
    await waitFor(async () => expect(await region()).toHaveProperty('value', 'northwest'))
    await user.click(screen.getByRole('button', { name: 'Save configuration' }))
    await screen.findByText('Somebody else saved this configuration in the meantime.')
    const sent = api.requests.find(({ operation }) => operation === 'putConfiguration')
    expect(sent?.headers).toMatchObject({ 'if-match': '"2"' })
  })

  it('counts what is missing, and sends nothing then', async () => {
    const { api, user } = visit(path, { answers: answers() })
    await user.clear(await region())
    await user.click(screen.getByRole('button', { name: 'Save configuration' }))
    await screen.findByText('One thing needs your attention.')
    expect(api.asked).not.toContain('putConfiguration')
  })

  it.each(['developer', 'viewer'] as const)('is read by a %s, who cannot save or restore it', async (role) => {
    visit(path, { as: member(role), answers: answers() })
    await screen.findByText('Your role lets you read this configuration, not change it.')
    screen.getByText('north')
    screen.getByText(/^Set on /)
    await screen.findByRole('link', { name: 'Compare revision 1' })
    screen.getByRole('button', { name: 'Restore: Revision 1' })
    expect(pressable(/Save|Restore|Copy/)).toEqual([])
    expect(screen.queryByRole('link', { name: 'Copy to another tenant' })).toBeNull()
  })

  it('offers an admin to restore a former revision, never the current one', async () => {
    const { api, user } = visit(path, {
      as: member('admin'),
      answers: answers({ restoreConfiguration: configuration({ revision: 3 }) }),
    })
    await user.click(await screen.findByRole('button', { name: 'Restore: Revision 1' }))
    expect(screen.queryByRole('button', { name: 'Restore: Revision 2' })).toBeNull()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(api.asked).toContain('restoreConfiguration'))
  })

  it('is compared in the words people chose from, not in stored values', async () => {
    const values = [
      { text: 'North and east', value: 'n' },
      { text: 'Everything else', value: 's' },
    ]
    const fields = [{ name: 'region', title: 'Region', type: 'Select', values }]
    const chosen = release({ manifest: { name: 'zenith/notifier', version: '1.2.0', app: { fields } } })
    visit(`${path}/compare?revision=2`, {
      answers: answers({
        getRelease: chosen,
        getConfigurationRevision: revision(2),
        compareConfigurations: {
          from: 1,
          to: 2,
          differences: [{ pointer: '/settings/region', before: 'n', after: 's', mark: null }],
        },
      } as Answers),
    })
    await screen.findByText('Everything else')
    screen.getByText('North and east')
  })

  it('maps beside a value like those that a place holds, and says how much of what the app reads each product covers', async () => {
    const fields = ['vin', 'from', 'remarks'].map((name) => ({ name, title: `App ${name}`, required: name === 'from' }))
    const mapped = release({ manifest: { name: 'zenith/notifier', version: '1.2.0', platform: { fields } } })
    const places = [
      { name: 'vin', title: 'VIN', type: 'string' },
      { name: 'from', title: 'First day', type: 'date' },
      { name: 'deductible', title: 'Deductible', type: 'number' },
      { name: 'remarks', title: 'Remarks', type: 'string' },
    ]
    const product = (name: string) => ({ name, policyConfiguration: { fields: places } })
    const vin = buildMappingPath({ variant: 'connected', of: 'policy', product: 'auto', field: 'vin' }) ?? ''
    const reads = {
      answers: answers({
        getRelease: mapped,
        getConfiguration: configuration({ settings: {}, mappings: [{ productName: 'auto', fields: { vin } }] }),
        getTenantSchema: {
          ...{ variant: 'connected', readAt: at, stale: false, paths: [] },
          products: [product('auto'), product('home')],
        },
      } as Answers),
    }
    visit(path, reads)
    const place = async (name: RegExp) => (await screen.findByRole('button', { name })).textContent
    expect(await place(/^VIN/)).toContain('e.g. 1HGCM82633A004352')
    expect(await place(/^First day/)).toContain('e.g. 2026-01-01')
    expect(await place(/^Deductible/)).toContain('e.g. 1')
    expect(await place(/^Remarks/)).not.toContain('e.g.')
    expect(await place(/^App vin/)).toContain('VIN: e.g. 1HGCM82633A004352')
    screen.getByRole('radio', { name: 'auto · 1 of 3' })
    const covered = (name: string) => screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent
    const both = ['1 of 3 fields mapped; missing: App from', 'not mapped']
    expect([covered('auto'), covered('home')]).toEqual(both)
    // People who only read it are told too.
    visit(path, { ...reads, as: member('viewer') })
    await screen.findByText('home', { selector: 'dt' })
    expect([covered('auto'), covered('home')]).toEqual(both)
  })

  it('is compared in the words of the tenant where a mapping points', async () => {
    const vehicle = { name: 'vehicle', displayName: 'Vehicle', fields: [{ name: 'vin', title: 'VIN', type: 'string' }] }
    const to = buildMappingPath({
      variant: 'connected',
      of: 'exposure',
      product: 'auto',
      exposure: 'vehicle',
      field: 'vin',
    })
    visit(`${path}/compare?revision=2`, {
      answers: answers({
        getConfigurationRevision: revision(2),
        getTenantSchema: {
          ...{ variant: 'connected', readAt: at, stale: false, paths: [] },
          products: [{ name: 'auto', policyConfiguration: { exposures: [vehicle] } }],
        },
        compareConfigurations: {
          from: 1,
          to: 2,
          differences: [{ pointer: '/mappings/auto/vin', before: null, after: to, mark: null }],
        },
      } as Answers),
    })
    await screen.findByText('Vehicle › VIN')
  })

  it('shows a table as a table, to read and compared, and in the history by its size', async () => {
    const columns = [{ name: 'state', title: 'State', type: 'Text' }]
    const fields = [{ name: 'rates', title: 'Rates', type: 'Table', columns }]
    const rating = release({ manifest: { name: 'zenith/notifier', version: '1.2.0', app: { fields } } })
    const [before, after] = ['[{"state":"TX"}]', '[{"state":"TX"},{"state":"NY"}]']
    const stored = { ...revision(2), settings: { rates: after }, marks: {} }
    const changed = answers({
      getRelease: rating,
      getConfiguration: configuration({ settings: { rates: [{ state: 'TX' }, { state: 'NY' }] } }),
      listConfigurations: whole(stored),
      getConfigurationRevision: stored,
      compareConfigurations: {
        ...{ from: 1, to: 2 },
        differences: [{ pointer: '/settings/rates', before, after, mark: null }],
      },
    } as Answers)
    const cells = (table: HTMLElement) =>
      within(table)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent)
    visit(path, { as: member('viewer'), answers: changed })
    expect(cells(await screen.findByRole('table', { name: 'Rates' }))).toEqual(['TX', 'NY'])
    await screen.findByText('Rates: 2 rows')
    visit(`${path}/compare?revision=2`, { answers: changed })
    const added = await within(await screen.findByRole('table', { name: 'Compared revisions' })).findByRole('table')
    expect(cells(added)).toEqual(['NY'])
  })

  it('has no tab of settings for an operator, who may not see them', async () => {
    visit('/manage/installations/installation_1/log', {
      as: staff('operator'),
      answers: { getInstallation: installation(), getListing: listing(), listInstallationLog: whole() },
    })
    const tabs = await screen.findByRole('navigation', { name: 'Notifier' })
    expect(
      within(tabs)
        .getAllByRole('link')
        .map((tab) => tab.textContent),
    ).toEqual(['Overview', 'Activity', 'Security', 'Access', 'Log', 'Ledger'])
  })

  it.each(['configuration', 'configuration/compare', 'pricing', 'trials'])(
    'says once that it is for members, to an operator who knows the address of %s',
    async (tab) => {
      const refused = new Refusal(403, 'forbidden', 'You may not see this.')
      visit(`/manage/installations/installation_1/${tab}`, {
        as: staff('operator'),
        answers: {
          ...{ getInstallation: installation(), getListing: listing(), getRelease: release() },
          ...{ getConfiguration: refused, listConfigurations: refused, listPricing: refused },
          ...{ getSample: refused, listTrials: refused },
        },
      })
      await screen.findByText(/are for members of the organization that runs this installation/)
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

it('pointing at a link begins the reads of its page', async () => {
  const { api, user } = visit('/manage/installations/installation_1/log', {
    answers: answers({ listInstallationLog: whole() }),
  })
  const tabs = await screen.findByRole('navigation', { name: 'Notifier' })
  expect(api.asked).not.toContain('getConfiguration')
  await user.hover(within(tabs).getByRole('link', { name: 'Configuration' }))
  await waitFor(() => expect(api.asked).toEqual(expect.arrayContaining(['getConfiguration', 'listConfigurations'])))
})
