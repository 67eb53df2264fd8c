import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../testing/fake-api.ts'
import { member } from '../../../testing/people.ts'
import { visit } from '../../../testing/render.tsx'
import { whole } from '../../../testing/things.ts'

const at = '2026-03-01T10:00:00.000Z'
const somebody = {
  person: { id: 'person_eve', email: 'eve@example.test', name: 'Eve' },
  role: 'viewer' as const,
  since: at,
}
const key = {
  id: 'key_1',
  name: 'Pipeline',
  clientId: 'client_1',
  scopes: ['publish' as const],
  createdAt: at,
  lastUsedAt: null,
  previousValidUntil: null,
}
const invitation = {
  id: 'invitation_1',
  email: 'joe@example.test',
  role: 'developer' as const,
  createdAt: at,
  expiresAt: at,
}
const answers: Answers = {
  listMembers: whole(somebody),
  listInvitations: whole(invitation),
  listApiKeys: whole(key),
}
const tabs = async () => {
  const row = await screen.findByRole('navigation', { name: 'Acme Insurance' })
  return within(row)
    .getAllByRole('link')
    .map((tab) => tab.textContent)
}
const offered = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('button', { name: /Rename|Invite|Make owner|Remove|New API key|Regenerate|Revoke/ })
    .filter((button) => button.getAttribute('aria-disabled') !== 'true')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)

describe('the pages of an organization', () => {
  it('let an owner hand it over, and an admin do everything else', async () => {
    visit('/organization/members', { as: member('owner'), answers })
    await screen.findByRole('button', { name: 'Remove: joe@example.test' })
    expect(offered()).toEqual([
      'Rename',
      'Invite',
      'Make owner: eve@example.test',
      'Remove: eve@example.test',
      'Remove: joe@example.test',
    ])
    visit('/organization/members', { as: member('admin'), answers })
    await screen.findByRole('button', { name: 'Remove: joe@example.test' })
    expect(offered()).toEqual(['Rename', 'Invite', 'Remove: eve@example.test', 'Remove: joe@example.test'])
  })

  it.each(['developer', 'viewer'] as const)('show a %s the members, and begin there', async (role) => {
    const { api, router } = visit('/organization', { as: member(role), answers })
    await screen.findByText('eve@example.test')
    expect(router.state.location.pathname).toBe('/organization/members')
    expect(await tabs()).toEqual(['Members', 'Signing keys', 'Signing in', 'Alerts'])
    expect(offered()).toEqual([])
    // What would be refused is not asked for.
    expect(api.asked.toSorted()).toEqual(['listMembers', 'listNotifications'])
  })

  it('show an admin the API keys and what can be done with them', async () => {
    visit('/organization', { as: member('admin'), answers })
    await screen.findByText('Pipeline')
    expect(await tabs()).toEqual(['API keys', 'Members', 'Signing keys', 'Signing in', 'Alerts', 'Audit'])
    expect(offered()).toEqual(['Rename', 'New API key', 'Regenerate: Pipeline', 'Revoke: Pipeline'])
  })

  it('show a new API key once', async () => {
    const { user } = visit('/organization', {
      as: member('admin'),
      answers: { ...answers, createApiKey: { ...key, apiKey: 'sk_shown_once' } },
    })
    await user.click(await screen.findByRole('button', { name: 'New API key' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: /Name/ }), 'Pipeline')
    await user.click(within(dialog).getByRole('button', { name: 'New API key' }))
    await screen.findByText('sk_shown_once')
  })
})

describe('the role of a member', () => {
  const sentRoles = ({ requests }: ReturnType<typeof visit>['api']) =>
    requests.filter(({ operation }) => operation === 'changeMember').map(({ body }) => body)
  /** Opens the members, where changing a role is shown at once. */
  function opened() {
    let role: 'admin' | 'developer' | 'viewer' = 'viewer'
    return visit('/organization/members', {
      as: member('owner'),
      answers: {
        ...answers,
        listMembers: () => whole({ ...somebody, role }),
        changeMember: ({ body }) => {
          role = (body as { role: typeof role }).role
          return { ...somebody, role }
        },
      },
    })
  }
  async function choose(user: ReturnType<typeof visit>['user'], name: string) {
    await user.click(await screen.findByRole('combobox', { name: 'Role: Eve' }))
    await user.click(await screen.findByRole('option', { name }))
  }

  it('is changed at once and taken back with one press', async () => {
    const { api, user } = opened()
    await choose(user, 'Developer')
    await screen.findByText('The role of Eve is now Developer.')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sentRoles(api)).toEqual([{ role: 'developer' }, { role: 'viewer' }]))
  })

  it('becomes admin only after a question that says what admins do; giving up changes nothing', async () => {
    const { api, user } = opened()
    await choose(user, 'Admin')
    const first = within(await screen.findByRole('dialog', { name: 'Make Eve an admin?' }))
    first.getByText(/create API keys/)
    await user.click(first.getByRole('button', { name: 'Cancel' }))
    expect(sentRoles(api)).toEqual([])
    await choose(user, 'Admin')
    const dialog = within(await screen.findByRole('dialog', { name: 'Make Eve an admin?' }))
    await user.click(dialog.getByRole('button', { name: 'Make admin' }))
    await screen.findByText('The role of Eve is now Admin.')
    expect(sentRoles(api)).toEqual([{ role: 'admin' }])
  })
})
