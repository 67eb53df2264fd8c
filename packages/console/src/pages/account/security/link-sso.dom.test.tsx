import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { visit } from '../../../testing/render.tsx'

const at = '2026-03-01T10:00:00.000Z'
const link = {
  id: 'sso_1',
  organization: null,
  issuer: 'https://login.mkt.example',
  email: 'op@mkt.example',
  linkedAt: at,
  lastUsedAt: null,
}

it('shows the providers that sign a person in, that of the platform too, and unlinks one', async () => {
  let links = [link]
  const { api, user } = visit('/account', {
    answers: {
      getSsoLinks: () => ({ links }),
      unlinkSso: () => {
        links = []
        return null
      },
      getFactors: { totp: false, passkeys: [], recoveryCodes: 0, hasPassword: true },
      listSessions: { items: [], next: null },
    },
  })
  const section = within(await screen.findByRole('region', { name: 'Single sign-on' }))
  expect(await section.findByText(/op@mkt.example at https:\/\/login.mkt.example/)).toBeDefined()
  await user.click(section.getByRole('button', { name: /^Unlink/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unlink' }))
  await expect.poll(() => section.queryByText(/op@mkt.example/)).toBeNull()
  expect(api.requests.find(({ operation }) => operation === 'unlinkSso')?.params).toMatchObject({ id: 'sso_1' })
})
