import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../testing/fake-api.ts'
import { member } from '../../../testing/people.ts'
import { visit } from '../../../testing/render.tsx'

const readInvitation = {
  organization: { name: 'zenith', title: 'Zenith Apps' },
  email: 'new@example.test',
  role: 'developer' as const,
  invitedBy: 'Ada Berg',
  expiresAt: '2026-12-01T10:00:00.000Z',
}
const nobody = null as never

describe('an invitation', () => {
  it('says who invites to which organization, and takes the invited address as it is', async () => {
    const { api, user } = visit('/join#mki_1', {
      as: nobody,
      answers: {
        readInvitation,
        signUp: new Refusal(409, 'email_taken', 'There is an account for new@example.test. Sign in instead.'),
      },
    })
    await screen.findByRole('heading', { name: 'Join Zenith Apps' })
    screen.getByText('Ada Berg invites you to Zenith Apps. Your role will be Developer.')
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveProperty('value', 'new@example.test')
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveProperty('readOnly', true)
    await user.type(screen.getByRole('textbox', { name: 'Your name' }), 'New')
    await user.click(screen.getByRole('button', { name: 'Join' }))
    await screen.findByText('There is an account for new@example.test. Sign in instead.')
    expect(api.requests.find(({ operation }) => operation === 'signUp')?.body).toMatchObject({
      email: 'new@example.test',
      invitation: 'mki_1',
    })
  })

  it('for another address than that of the person signed in cannot be accepted, and says so before', async () => {
    visit('/join#mki_1', { as: member('viewer'), answers: { readInvitation } })
    await screen.findByText(/This invitation is for new@example.test. You are signed in as viewer@example.test./)
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
    screen.getByRole('button', { name: 'Sign out and continue' })
  })

  it('whose address is incomplete says so and asks for nothing', async () => {
    const { api } = visit('/join', { as: nobody, answers: {} })
    await screen.findByText('This invitation cannot be used.')
    expect(api.asked).not.toContain('readInvitation')
  })

  it('that is used up says so and shows no form', async () => {
    const refused = new Refusal(410, 'link_invalid', 'This invitation is used up. Ask for a new one.')
    visit('/join#mki_old', { as: nobody, answers: { readInvitation: refused } })
    await screen.findByText('This invitation is used up. Ask for a new one.')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Join' })).toBeNull())
  })
})
