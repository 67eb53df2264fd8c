import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Answers } from '../../testing/fake-api.ts'
import { member } from '../../testing/people.ts'
import { visit } from '../../testing/render.tsx'
import { whole } from '../../testing/things.ts'

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
