import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { chooseOrganization } from '../queries/session/current-organization.ts'
import { acme, member, zenith } from '../testing/people.ts'
import { visit } from '../testing/render.tsx'
import { configuration, installation, listing, release, whole } from '../testing/things.ts'
import { common } from '../texts/common.ts'
import { forms } from '../texts/forms.ts'
import { manage } from '../texts/manage.ts'

const both = { ...member('owner'), organizations: [acme, zenith].map((one) => ({ ...one, role: 'owner' as const })) }
const answers = {
  listInstallations: ({ params }: { params: Record<string, string> }) =>
    whole(installation({ name: params.org === zenith.id ? 'Of Zenith' : 'Of Acme' })),
  getInstallationsTraffic: { from: '2026-03-01T10:00:00.000Z', installations: [] },
  getListing: listing(),
}
const sidebar = () =>
  screen.findAllByRole('button', { name: /Switch organization/ }).then(([first]) => first as Element)

beforeEach(() => chooseOrganization(acme.id))

it('a link opens under the organization it names, whichever was worked in last', async () => {
  const { router } = visit('/o/zenith/manage', { as: both, answers })
  await screen.findByText('Of Zenith')
  expect((await sidebar()).textContent).toContain('Zenith Apps')
  expect(router.history.location.pathname).toBe('/o/zenith/manage')
})

it('an address without an organization gets the one worked in, and follows a switch', async () => {
  const { router, user } = visit('/manage?state=RUNNING', { as: both, answers })
  await screen.findByText('Of Acme')
  await waitFor(() => expect(router.history.location.href).toBe('/o/acme/manage?state=RUNNING'))
  await user.click(await sidebar())
  await user.click(await screen.findByRole('menuitem', { name: /Zenith Apps/ }))
  await screen.findByText('Of Zenith')
  await waitFor(() => expect(router.history.location.pathname).toBe('/o/zenith/manage'))
  expect((await sidebar()).textContent).toContain('Zenith Apps')
})

it('the page of an organization one does not belong to is missing, and nothing of it is shown under another', async () => {
  const { api, router, user } = visit('/o/zenith/manage', { as: member('owner'), answers })
  await screen.findByText(common.notFound.title)
  expect(router.history.location.pathname).toBe('/o/zenith/manage')
  expect(screen.queryByText(/^Of /)).toBeNull()
  expect(screen.queryByRole('heading', { name: manage.title })).toBeNull()
  expect((await sidebar()).textContent).toContain('Acme Insurance')
  expect(api.asked).not.toContain('listInstallations')
  const [link] = screen.getAllByRole('link', { name: 'Manage' })
  await user.click(link as Element)
  await screen.findByText('Of Acme')
  await waitFor(() => expect(router.history.location.pathname).toBe('/o/acme/manage'))
})

it('the page of an installation opens under the organization that owns it', async () => {
  visit('/manage/installations/installation_1/log', {
    as: both,
    answers: {
      getInstallation: installation({ organizationId: zenith.id }),
      getListing: listing(),
      listInstallationLog: whole(),
    },
  })
  await screen.findByRole('navigation', { name: 'Notifier' })
  await waitFor(async () => expect((await sidebar()).textContent).toContain('Zenith Apps'))
  within(await sidebar().then((one) => one as HTMLElement)).getByText('Owner')
})

it('who stays with unsaved changes instead of switching goes on under the organization of the page', async () => {
  const { router, user } = visit('/manage/installations/installation_1/configuration', {
    as: both,
    answers: {
      ...answers,
      getInstallation: installation(),
      getConfiguration: configuration(),
      getRelease: release(),
      listConfigurations: whole(),
    },
  })
  await user.type(await screen.findByRole('textbox', { name: /Region/ }), 'west')
  await user.click(await sidebar())
  await user.click(await screen.findByRole('menuitem', { name: /Zenith Apps/ }))
  await user.click(await screen.findByRole('button', { name: forms.leave.stay }))
  await waitFor(async () => expect((await sidebar()).textContent).toContain('Acme Insurance'))
  await user.click(screen.getAllByRole('link', { name: 'Manage' })[0] as Element)
  await user.click(await screen.findByRole('button', { name: forms.leave.leave }))
  await screen.findByText('Of Acme')
  expect(router.history.location.pathname).toBe('/o/acme/manage')
})
