import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { acme, member, staff } from '../../testing/people.ts'
import { visit } from '../../testing/render.tsx'
import { anyInstallation, installation, listing, whole } from '../../testing/things.ts'
import { home } from '../../texts/home.ts'
import { manage } from '../../texts/manage.ts'
import { operate } from '../../texts/operate.ts'
import { organizationTexts } from '../../texts/organization.ts'

const at = '2026-03-01T10:00:00.000Z'
const organization = { ...acme, createdAt: at, disabledAt: null }
const broken = {
  ...{
    id: 'installation_2',
    name: 'Fleet',
    tenant: null,
    tenantId: 'tenant_1',
    test: false,
    state: 'RUNNING' as const,
  },
  listing: { id: 'listing_1', name: 'zenith/notifier', title: 'Notifier' },
  health: {
    ...{ state: 'failing' as const, code: 'credentials_refused' as const, cause: 'They are refused.' },
    ...{ since: at, remedy: 'Replace them.' },
  },
}
const answers = {
  getOrganization: organization,
  getListing: listing(),
  getOverview: {
    ...{ installations: { total: 2, running: 1 }, tenants: 1, lastActivityAt: at, installedListings: ['listing_1'] },
    ...{ incidents: [broken], updates: [] },
  },
  listInstallations: whole(installation()),
  listMembers: whole({
    person: { id: 'per_1', name: 'Ada Lovelace', email: 'ada@acme.test' },
    ...{ role: 'owner' as const, since: at },
  }),
}

it('an operator sees what fails in an organization, what it runs and who works in it', async () => {
  visit(`/operate/organizations/${acme.id}`, { as: staff('operator'), answers })
  await screen.findByRole('heading', { level: 1, name: acme.title })
  const incidents = await screen.findByRole('list', { name: home.running.incidents })
  expect(within(incidents).getByRole('link', { name: 'Fleet' }).getAttribute('href')).toBe(
    '/manage/installations/installation_2',
  )
  // Remedies are for those who run it.
  expect(screen.queryByRole('link', { name: 'Replace credentials' })).toBeNull()
  const installed = await screen.findByRole('table', { name: manage.tabs.installations })
  expect(within(installed).getByRole('link', { name: 'Notifier' }).getAttribute('href')).toBe(
    '/manage/installations/installation_1',
  )
  const members = await screen.findByRole('table', { name: operate.organization.members })
  expect(members.textContent).toContain(organizationTexts.roles.owner)
  expect(within(members).getByRole('link', { name: 'Ada Lovelace' }).getAttribute('href')).toBe(
    '/operate/people?q=ada%40acme.test',
  )
  expect(screen.getByRole('button', { name: /Disable/ })).toBeDefined()
})

it('the page of an organization is for operators alone', async () => {
  visit(`/operate/organizations/${acme.id}`, { as: member('owner'), answers })
  await screen.findByText('These pages are for the operators of the platform.')
})

it('a row of the list of organizations opens the organization', async () => {
  const listOrganizations = whole(organization)
  const { user } = visit('/operate/organizations', {
    as: staff('operator'),
    answers: { ...answers, listOrganizations },
  })
  await user.click(await screen.findByText(acme.name))
  await screen.findByRole('heading', { level: 1, name: acme.title })
})

it('a paused route leads to its installation, application and organization', async () => {
  const route = {
    ...{
      routeId: 'r1',
      cause: 'failing' as const,
      since: at,
      failingSince: at,
      paths: [],
      nextProbeAt: null,
      waiting: 3,
    },
    installation: { id: 'installation_2', name: 'Fleet', state: 'RUNNING' as const, test: false },
    listing: { id: 'listing_1', name: 'zenith/notifier' },
    organization: { id: acme.id, name: acme.name },
  }
  visit('/operate/paused', { as: staff('operator'), answers: { ...answers, listPausedRoutes: whole(route) } })
  const table = await screen.findByRole('table', { name: operate.paused.title })
  expect(
    within(table)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/manage/installations/installation_2', '/browse/listing_1', `/operate/organizations/${acme.id}`])
})

it('the installations of the platform are narrowed by what the address asks for', async () => {
  const { api } = visit('/operate/installations?trouble=dead&sort=-dead', {
    as: staff('operator'),
    answers: { ...answers, listAllInstallations: whole(anyInstallation()) },
  })
  const table = await screen.findByRole('table', { name: operate.installations.title })
  expect(within(table).getByRole('link', { name: 'Fleet' }).getAttribute('href')).toBe(
    '/manage/installations/installation_1',
  )
  expect(api.requests.find(({ operation }) => operation === 'listAllInstallations')?.query).toMatchObject({
    ...{ trouble: 'dead', sort: '-dead', uninstalled: 'false' },
  })
})
