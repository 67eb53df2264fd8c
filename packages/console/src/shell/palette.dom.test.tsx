import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Refusal } from '../testing/fake-api.ts'
import { acme, staff } from '../testing/people.ts'
import { visit } from '../testing/render.tsx'
import { anyInstallation, installation, listing, review, tenant, whole } from '../testing/things.ts'
import { shell } from '../texts/shell.ts'

const answers = {
  listTenants: whole(tenant()),
  listListings: whole(listing()),
  listInstallations: whole(installation()),
  getInstallationsTraffic: { from: '2026-03-01T10:00:00.000Z', installations: [] },
  getTenant: tenant(),
  getTenantSchema: new Refusal(409, 'tenant_unreachable', 'The policy system could not be reached.'),
  listRegistrations: whole(),
  listApiKeys: whole(),
  listPolicies: whole(),
  listMembers: whole({
    person: { id: 'per_1', name: 'Ada Lovelace', email: 'ada@acme.test' },
    ...{ role: 'owner' as const, since: '2026-03-01T10:00:00.000Z' },
  }),
}

it('finds what the words match from any page, and opens it by keyboard', async () => {
  const { user } = visit('/manage/tenants', { answers: { ...answers, getListing: listing() } })
  await screen.findByRole('heading', { name: 'Manage' })
  await user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox', { name: shell.find.label })
  // Without words it leads to the pages.
  screen.getByRole('option', { name: /Publish/ })
  await user.type(input, 'notif')
  await screen.findByRole('option', { name: /Notifier Installation · zenith\/notifier · Northwind/ })
  await user.keyboard('{ArrowDown}{ArrowUp}')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Northwind')
})

it('leads to the search of the documentation, after everything that was found', async () => {
  const { user } = visit('/manage/tenants', { answers })
  await screen.findByRole('heading', { name: 'Manage' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: shell.find.label }), 'notif')
  await screen.findByRole('option', { name: /Search the documentation/ })
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options.length).toBeGreaterThan(1)
  expect(options.at(-1)).toContain('Search the documentation')
})

it('opens by / where nobody types, and leads to a page by its name', async () => {
  const { user, router } = visit('/manage/tenants', { answers })
  await screen.findByRole('heading', { name: 'Manage' })
  await user.keyboard('/')
  await user.type(await screen.findByRole('combobox', { name: shell.find.label }), 'organi{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/organization'))
})

it('a press anywhere in a row opens it', async () => {
  const { user, router } = visit('/manage/tenants', { answers })
  await user.click(await screen.findByText('https://policy.test'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/tenants/tenant_1'))
})

it('finds people, opens a thing by its id, and begins with the pages opened last', async () => {
  const { user } = visit('/manage/tenants', { answers: { ...answers, getListing: listing() } })
  await user.click(await screen.findByText('https://policy.test'))
  await screen.findByRole('heading', { name: 'Northwind' })
  await user.click(screen.getAllByRole('link', { name: 'Manage' })[0] as Element)
  await screen.findByRole('heading', { name: 'Manage' })
  await user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox', { name: shell.find.label })
  expect(screen.getAllByRole('option')[0]?.textContent).toBe(
    `Northwind${shell.find.recent} · ${shell.find.things.tenant}`,
  )
  await user.type(input, 'ada')
  await screen.findByRole('option', { name: /Ada Lovelace ada@acme.test/ })
  await user.clear(input)
  await user.type(input, 'ins_01kh2t5g7hjkmnpqrstvwxyz01')
  await screen.findByRole('option', { name: new RegExp(shell.find.byId) })
})

it.each([
  ['operator', 'Acme Insurance Organization acme'],
  ['moderator', 'Notifier 1.2.0 Open review'],
] as const)('finds for a %s what nobody else has to do with', async (role, found) => {
  const acmeOrganization = { ...acme, createdAt: '2026-03-01T10:00:00.000Z', disabledAt: null }
  const { user } = visit('/nowhere', {
    as: staff(role),
    answers: {
      listListings: whole(),
      listPeople: whole(),
      listAllInstallations: whole(),
      listOrganizations: whole(acmeOrganization),
      listReviews: whole(review()),
    },
  })
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: shell.find.label }), 'a')
  await screen.findByRole('option', { name: found })
})

it('finds the installations of every organization for an operator who belongs to none', async () => {
  const { user } = visit('/nowhere', {
    as: staff('operator'),
    answers: {
      ...{ listListings: whole(), listPeople: whole(), listOrganizations: whole() },
      listAllInstallations: whole(anyInstallation()),
    },
  })
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: shell.find.label }), 'fleet')
  await screen.findByRole('option', { name: /Fleet Installation · zenith\/notifier · acme/ })
})
