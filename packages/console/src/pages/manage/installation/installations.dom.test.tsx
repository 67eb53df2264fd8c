import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Refusal } from '../../../testing/fake-api.ts'
import { member } from '../../../testing/people.ts'
import { visit } from '../../../testing/render.tsx'
import { installation, listing, whole } from '../../../testing/things.ts'
import { manage } from '../../../texts/manage.ts'

const at = '2026-03-01T10:00:00.000Z'
const offer = {
  ...{ releaseId: 'release_2', version: '2.0.0', reason: 'major' as const },
  ...{ problems: [], asks: [], notes: '', notesHtml: '' },
}
const health = {
  ...{ state: 'failing' as const, code: 'deliveries_failing' as const, since: at },
  ...{ cause: 'The app does not take events.', remedy: 'See what it answers.' },
}

it('a list of installations says what fails and why, how busy and how slow each is, and what can be updated', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ requests: hour, failed: hour === 23 ? 4 : 0 }))
  const { api } = visit('/manage', {
    answers: {
      getListing: listing(),
      listInstallations: whole(
        installation({ health, offer }),
        installation({ id: 'installation_2', name: 'Quiet one' }),
      ),
      getInstallationsTraffic: {
        from: at,
        installations: [{ installationId: 'installation_1', requests: 276, failed: 4, p95Ms: 120, lastAt: at, hours }],
      },
    },
  })
  await screen.findByRole('img', { name: '276 requests' })
  const [, busy, quiet] = screen.getAllByRole('row')
  const row = within(busy as HTMLElement)
  row.getByText('Failing')
  row.getByText(/The app does not take events/)
  row.getByText(/4 failed/)
  row.getByText(/p95 120 ms/)
  row.getByText('2.0.0 available')
  within(quiet as HTMLElement).getByText('No requests')
  const asked = api.requests.find(({ operation }) => operation === 'getInstallationsTraffic')
  expect(asked?.query).toEqual({ ids: 'installation_1,installation_2' })
})

it('an installation is not said to have been active before it was launched', async () => {
  const createdAt = '2026-03-01T10:00:40.000Z'
  const hours = Array.from({ length: 24 }, () => ({ requests: 1, failed: 0 }))
  visit('/manage', {
    answers: {
      getListing: listing(),
      listInstallations: whole(installation({ createdAt })),
      getInstallationsTraffic: {
        from: at,
        installations: [{ installationId: 'installation_1', requests: 24, failed: 0, p95Ms: 1, lastAt: at, hours }],
      },
    },
  })
  await screen.findByRole('img', { name: '24 requests' })
  const [, row] = screen.getAllByRole('row')
  const times = [...(row as HTMLElement).querySelectorAll('time')].map(({ dateTime }) => dateTime)
  expect(times).toEqual([createdAt, createdAt])
})

it('a list is narrowed to the installations that fail', async () => {
  const { api } = visit('/manage?health=failing', {
    answers: {
      getListing: listing(),
      listInstallations: whole(installation({ health })),
      getInstallationsTraffic: { from: at, installations: [] },
    },
  })
  await screen.findByRole('link', { name: 'Notifier' })
  expect(screen.getByRole('combobox', { name: manage.healthFilter })).toHaveProperty('value', manage.healths.failing)
  const asked = api.requests.find(({ operation }) => operation === 'listInstallations')
  expect(asked?.query).toMatchObject({ health: 'failing', uninstalled: 'false' })
})

it('a long list asks for all its installations, a hundred at a time', async () => {
  const many = Array.from({ length: 101 }, (_, index) =>
    installation({ id: `installation_${index + 1}`, name: `App ${index + 1}` }),
  )
  const hours = Array.from({ length: 24 }, () => ({ requests: 1, failed: 0 }))
  const { api } = visit('/manage', {
    answers: {
      getListing: listing(),
      listInstallations: whole(...many),
      getInstallationsTraffic: {
        from: at,
        installations: [{ installationId: 'installation_101', requests: 7, failed: 0, p95Ms: 1, lastAt: at, hours }],
      },
    },
  })
  await screen.findByRole('link', { name: 'App 101' })
  await waitFor(() => {
    const asked = api.requests.filter(({ operation }) => operation === 'getInstallationsTraffic')
    expect(asked.map(({ query }) => String(query?.ids).split(',').length)).toEqual([100, 1])
  })
})

it('a list whose traffic cannot be loaded does not say that there were no requests', async () => {
  visit('/manage', {
    answers: {
      getListing: listing(),
      listInstallations: whole(installation()),
      getInstallationsTraffic: () => {
        throw new Error('away')
      },
    },
  })
  const [, row] = await screen.findAllByRole('row')
  await within(row as HTMLElement).findAllByText('–')
  expect(within(row as HTMLElement).queryByText('No requests')).toBeNull()
})

it('selected installations are stopped at once, one that is refused does not stop the others, and the stopped ones are started again', async () => {
  const many = ['One', 'Two', 'Three'].map((name, index) =>
    installation({ id: `installation_${index}`, name, ...(name === 'Three' ? { operations: ['start'] } : {}) }),
  )
  const { api, user } = visit('/manage', {
    answers: {
      getListing: listing(),
      listInstallations: () => whole(...many),
      getInstallationsTraffic: { from: at, installations: [] },
      stopInstallation: ({ params }) => {
        if (params.id === 'installation_0') return new Refusal(409, 'illegal_move', 'It is being upgraded.')
        many[1] = installation({ id: 'installation_1', name: 'Two', state: 'STOPPED', operations: ['start'] })
        return many[1]
      },
      startInstallation: ({ params }) => installation({ id: params.id ?? '', state: 'PENDING' }),
    },
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select One' }))
  await user.click(screen.getByRole('button', { name: 'Select all shown' }))
  await user.click(screen.getByRole('button', { name: 'Stop 2' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/One, Two.*1 of the selected cannot do that now/)
  await user.click(dialog.getByRole('button', { name: 'Stop 2' }))
  await screen.findByText(/1 installation is stopping/)
  await screen.findByText('It is being upgraded.')
  expect(api.asked.filter((one) => one === 'stopInstallation')).toHaveLength(2)
  await user.click(await screen.findByRole('button', { name: 'Start 1' }))
  await screen.findByText('1 installation is starting.')
  const started = api.requests.filter(({ operation }) => operation === 'startInstallation')
  expect(started.map(({ params }) => params.id)).toEqual(['installation_1'])
  expect(screen.queryByText('1 selected')).toBeNull()
})

it('tells how a start of several went, although they leave the list that was filtered by their state', async () => {
  const stopped = (id: string, name: string) => installation({ id, name, state: 'STOPPED', operations: ['start'] })
  let shown = [stopped('installation_1', 'One'), stopped('installation_2', 'Two')]
  const { user } = visit('/manage?state=STOPPED', {
    answers: {
      getListing: listing(),
      listInstallations: () => whole(...shown),
      getInstallationsTraffic: { from: at, installations: [] },
      startInstallation: ({ params }) => {
        if (params.id === 'installation_2') return new Refusal(409, 'illegal_move', 'Its credentials are wrong.')
        shown = []
        return installation({ id: 'installation_1', name: 'One', state: 'PENDING' })
      },
    },
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select One' }))
  await user.click(screen.getByRole('button', { name: 'Select all shown' }))
  await user.click(screen.getByRole('button', { name: 'Start 2' }))
  await screen.findByText('1 installation is starting.')
  await screen.findByText('Its credentials are wrong.')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})

it('people who only read installations cannot select them', async () => {
  visit('/manage', {
    as: member('viewer'),
    answers: {
      getListing: listing(),
      listInstallations: whole(installation()),
      getInstallationsTraffic: { from: at, installations: [] },
    },
  })
  await screen.findByRole('link', { name: 'Notifier' })
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it.each([
  ['list', '/manage', (name: string) => screen.findByRole('link', { name })],
  ['page', '/manage/installations/installation_1/log', (name: string) => screen.findByRole('heading', { name })],
] as const)('an open %s says within a minute that calls fail, although nobody told of it', async (_, path, opened) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let now = installation()
  visit(path, {
    answers: {
      getListing: listing(),
      listInstallations: () => whole(now),
      getInstallation: () => now,
      listInstallationLog: whole(),
      getInstallationsTraffic: { from: at, installations: [] },
    },
  })
  await opened('Notifier')
  now = installation({ health: { ...health, code: 'calls_failing' } })
  await vi.advanceTimersByTimeAsync(60_000)
  await screen.findByText(/The app does not take events/)
})
