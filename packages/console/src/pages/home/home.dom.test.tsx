import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Overview, PlatformOverview, PublishingOverview } from '../../queries/platform/overview.ts'
import { acme, member, staff } from '../../testing/people.ts'
import { visit } from '../../testing/render.tsx'
import { listing, review, whole } from '../../testing/things.ts'
import { home } from '../../texts/home.ts'

const at = '2026-01-01T00:00:00.000Z'
const app = { id: 'lst_1', name: 'zenith/notes', title: 'Notes' }
const named = { listing: app, tenant: { id: 'ten_1', name: 'Production' }, tenantId: 'ten_1', test: false }

const overview = (change: Partial<Overview> = {}): Overview => ({
  installations: { total: 2, running: 2 },
  tenants: 1,
  lastActivityAt: at,
  installedListings: [app.id],
  incidents: [],
  updates: [],
  ...change,
})
const nothingPublished: PublishingOverview = { listings: [], reviews: [] }
const answers = { getListing: listing(app), getPublishingOverview: nothingPublished }

const platform: PlatformOverview = {
  at,
  lastHour: { requests: 200, failed: 4, p95Ms: 120, points: [{ at, requests: 200, failed: 4, p95Ms: 120 }] },
  worst: [
    {
      installation: { id: 'ins_1', name: 'Notes of Acme' },
      listing: { id: app.id, name: app.name },
      organization: { id: acme.id, name: acme.name },
      requests: 10,
      failed: 4,
    },
  ],
  events: {
    waiting: 3,
    oldestSeconds: 90,
    overdueSeconds: 0,
    dead: 1,
    apps: [{ id: app.id, app: app.name, waiting: 3, oldestSeconds: 90 }],
  },
  routes: { paused: 2, failing: 0 },
  instances: [{ state: 'HEALTHY', count: 6 }],
  deployments: [],
  installations: [{ state: 'RUNNING', count: 3 }],
  sick: [{ id: 'dep_1', state: 'SICK', listing: { id: app.id, name: app.name }, version: '1.2.0', since: at }],
  credentials: [{ state: 'refused', count: 1 }],
  restarts: 0,
  processes: { up: 2, silent: 1 },
  database: { bytes: 1_048_576, connections: 4, connectionsMax: 100 },
}

describe('the home of a customer', () => {
  it('says that all is well where nothing fails', async () => {
    visit('/', { answers: { ...answers, getOverview: overview() } })
    await screen.findByText(home.running.well)
    expect(screen.getByText('2 of 2')).toBeDefined()
    expect(screen.queryByText(home.start.title)).toBeNull()
  })

  it('shows incidents in their order with cause and one action each, and never calls that well', async () => {
    const health = { state: 'failing', since: at, remedy: 'Replace them.' } as const
    const incidents = [
      { ...named, id: 'ins_1', name: 'First', state: 'RUNNING' as const },
      { ...named, id: 'ins_2', name: 'Second', state: 'RUNNING' as const },
    ].map((one) => ({
      ...one,
      health: { ...health, code: 'credentials_refused' as const, cause: `${one.name} is refused.` },
    }))
    visit('/', { answers: { ...answers, getOverview: overview({ incidents }) } })
    const items = within(await screen.findByRole('list', { name: home.running.incidents })).getAllByRole('listitem')
    expect(items.map((item) => within(item).getByText(/is refused/).textContent)).toEqual([
      expect.stringContaining('First is refused.'),
      expect.stringContaining('Second is refused.'),
    ])
    const [action] = within(items[0] as HTMLElement).getAllByRole('link', { name: 'Replace credentials' })
    expect(action?.getAttribute('href')).toBe('/manage/installations/ins_1/access')
    expect(screen.getByRole('link', { name: home.running.allIncidents }).getAttribute('href')).toBe(
      '/o/acme/manage?health=incident',
    )
    expect(screen.queryByText(home.running.well)).toBeNull()
    // What runs besides can be seen anyway.
    expect(screen.getByText('2 of 2')).toBeDefined()
  })

  it('shows a policy system that is away as one incident that names whom it hits, where the most urgent stood', async () => {
    const away = { state: 'degraded', since: at, remedy: 'Check it.', code: 'tenant_unreachable' } as const
    const other = { ...away, code: 'calls_failing', cause: 'Calls fail.' } as const
    const incidents = [
      { ...named, id: 'ins_1', name: 'First', state: 'RUNNING' as const, health: { ...away, cause: 'It is away.' } },
      { ...named, id: 'ins_2', name: 'Second', state: 'RUNNING' as const, health: other },
      { ...named, id: 'ins_3', name: 'Third', state: 'RUNNING' as const, health: { ...away, cause: 'It is away.' } },
    ]
    visit('/', { answers: { ...answers, getOverview: overview({ incidents }) } })
    const [first, second, ...more] = within(
      await screen.findByRole('list', { name: home.running.incidents }),
    ).getAllByRole('listitem')
    expect(more).toEqual([])
    within(first as HTMLElement).getByText('2 installations are affected: First and Third.')
    expect(within(first as HTMLElement).getAllByRole('link', { name: 'Open the tenant' })).toHaveLength(1)
    within(second as HTMLElement).getByRole('link', { name: 'Second' })
    screen.getByText(home.running.incidentsLead(2))
  })

  it('offers the updates that wait for consent', async () => {
    const offer = { releaseId: 'rel_2', version: '2.0.0', reason: 'major' as const }
    const updates = [{ ...named, id: 'ins_1', name: 'Notes', version: '1.4.0', offer }]
    visit('/', { answers: { ...answers, getOverview: overview({ updates }) } })
    const link = await screen.findByRole('link', { name: home.running.review('Notes') })
    expect(link.getAttribute('href')).toBe('/manage/installations/ins_1')
    expect(screen.getByText('1.4.0 → 2.0.0')).toBeDefined()
  })

  it('leads a new organization by three steps to its first event', async () => {
    const fresh = overview({ installations: { total: 0, running: 0 }, tenants: 0, lastActivityAt: null })
    visit('/', { answers: { ...answers, getOverview: fresh } })
    expect(await screen.findByRole('link', { name: home.start.actions.tenant })).toBeDefined()
    visit('/', { answers: { ...answers, getOverview: { ...fresh, tenants: 1 } } })
    expect(await screen.findByRole('link', { name: home.start.actions.launch })).toBeDefined()
    expect(screen.getByLabelText(home.start.done)).toBeDefined()
    visit('/', { as: member('viewer'), answers: { ...answers, getOverview: fresh } })
    await screen.findByRole('heading', { name: home.start.title })
    expect(screen.queryByRole('link', { name: home.start.actions.tenant })).toBeNull()
  })
})

describe('the home of a publisher', () => {
  const steps = (left: string[]) =>
    (['publish', 'deploy', 'test', 'review', 'public'] as const).map((step) => ({ step, done: !left.includes(step) }))
  const releases = [{ id: 'rel_1', version: '1.2.0', installations: 3, failing: 1, requests: 40, failed: 2 }]

  it('shows installs, failures by release, the next step to public, and reviews that need an answer', async () => {
    const getPublishingOverview: PublishingOverview = {
      listings: [{ ...app, state: 'DRAFT', installations: 3, steps: steps(['review', 'public']), releases }],
      reviews: [
        {
          ...{
            id: 'rev_1',
            state: 'CHANGES_REQUESTED',
            listing: app,
            version: '1.2.0',
            reason: 'Say where data goes.',
          },
          ...{ createdAt: at, decidedAt: at },
        },
      ],
    }
    visit('/', { answers: { ...answers, getOverview: overview(), getPublishingOverview } })
    const table = await screen.findByRole('table', { name: home.publishing.title })
    expect(table.textContent).toContain('1 installation is failing')
    expect(table.textContent).toContain('40 requests, 2 failed')
    expect(table.textContent).toContain(home.publishing.steps.review)
    expect(screen.getByText('Say where data goes.')).toBeDefined()
    // A release that fails is more urgent than installations that are well.
    const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
    expect(headings.indexOf(home.publishing.title)).toBeLessThan(headings.indexOf(home.running.title))
  })
})

it('the home of a moderator is the queue with the age of each review', async () => {
  const listReviews = whole(review({ id: 'rev_9' }))
  visit('/', { as: staff('moderator'), answers: { listReviews } })
  const table = await screen.findByRole('table', { name: home.moderating.title })
  expect(within(table).getByRole('link').getAttribute('href')).toBe('/moderate/rev_9')
  expect(within(table).getByText((_, element) => element?.tagName === 'TIME')).toBeDefined()
})

it('the home of an operator shows the signals and leads to installation, application and organization', async () => {
  visit('/', { as: staff('operator'), answers: { getPlatformOverview: platform } })
  const table = await screen.findByRole('table', { name: home.operating.worst })
  const links = within(table).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/manage/installations/ins_1',
    '/browse/lst_1',
    '/operate/organizations/org_acme',
  ])
  expect(screen.getByText('2.0 %')).toBeDefined()
  expect(screen.getByText('2 up, 1 silent')).toBeDefined()
  const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(leadsTo('1 refused')).toBe('/operate/installations?trouble=refused')
  expect(leadsTo('3 running')).toBe('/operate/installations?state=RUNNING')
  expect(leadsTo('Dead letters: 1')).toBe('/operate/installations?trouble=dead&sort=-dead')
  // A queue leads to the installations that hold it, a deployment that does not work to itself.
  const waiting = within(screen.getByRole('region', { name: home.operating.backlog })).getByRole('link')
  expect(waiting.getAttribute('href')).toBe('/operate/installations?listing=lst_1&trouble=waiting&sort=-waiting')
  const sick = within(screen.getByRole('region', { name: home.operating.sick })).getByRole('link')
  expect(sick.getAttribute('href')).toBe('/publish/lst_1/deployments?deployment=dep_1')
})
