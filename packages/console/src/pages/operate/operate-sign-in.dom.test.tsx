import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { staff } from '../../testing/people.ts'
import { visit } from '../../testing/render.tsx'

const at = '2026-03-01T10:00:00.000Z'
const person = (id: string, platformRole: 'operator' | 'moderator', linked: boolean) => ({
  id,
  email: `${id}@staff.example`,
  name: id,
  platformRole,
  secondFactor: true,
  linked,
  lastUsedAt: linked ? at : null,
  breakGlass: false,
})
const shown = {
  connection: {
    issuer: 'https://login.staff.example',
    clientId: 'mkt',
    clientSecret: { set: true },
    groupsClaim: 'groups',
    defaultRole: 'viewer',
    groupRoles: [],
    trustMfa: false,
    workedAt: at,
  },
  redirectUri: 'https://mkt.example/sso/callback',
  domains: [],
  enforceSso: false,
  people: [person('ann', 'operator', true), person('bob', 'moderator', false)],
}

it('connects the provider of the platform with domains that the operator vouches for', async () => {
  const { api, user } = visit('/operate/sign-in', {
    as: staff('operator'),
    answers: { getPlatformSso: shown, putPlatformSso: shown },
  })
  await user.type(await screen.findByRole('textbox', { name: 'Domains' }), 'staff.example, two.example')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/The connection is saved/)
  expect(api.requests.find(({ operation }) => operation === 'putPlatformSso')?.body).toEqual({
    issuer: 'https://login.staff.example',
    clientId: 'mkt',
    groupsClaim: 'groups',
    groupRoles: [],
    trustMfa: false,
    domains: ['staff.example', 'two.example'],
  })
})

it('shows who is linked, requires the provider, and names operators who break the glass', async () => {
  const { api, user } = visit('/operate/sign-in', {
    as: staff('operator'),
    answers: { getPlatformSso: shown, changeStaffPolicy: shown },
  })
  const table = within(await screen.findByRole('table', { name: 'Moderators and operators' }))
  expect(table.getByText('Not linked')).toBeDefined()
  await user.click(table.getByRole('switch', { name: 'Break-glass access: ann' }))
  expect(table.queryByRole('switch', { name: 'Break-glass access: bob' })).toBeNull()
  await user.click(screen.getByRole('switch', { name: /Require the provider/ }))
  const asked = api.requests.filter(({ operation }) => operation === 'changeStaffPolicy').map(({ body }) => body)
  expect(asked).toEqual([{ breakGlass: ['ann'] }, { enforceSso: true }])
})
