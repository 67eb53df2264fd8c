import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Refusal } from '../testing/fake-api.ts'
import { show } from '../testing/render.tsx'
import { SignInForm } from './sign-in-form.tsx'

const session = {
  token: 'mse_1',
  expiresAt: '2026-03-01T10:00:00.000Z',
  person: { id: 'person_1', email: 'ann@example.test', name: 'Ann', platformRole: null },
  organizations: [],
  secondFactor: null,
}

async function firstStep(user: ReturnType<typeof show>['user']) {
  await user.type(await screen.findByLabelText('Email'), 'ann@example.test')
  await user.type(screen.getByLabelText('Password'), 'a long password')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

it('is done after the password of a person without a second factor', async () => {
  const done = vi.fn()
  const { user } = show(<SignInForm onDone={done} />, { answers: { signIn: session } })
  await firstStep(user)
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
})

it('single sign-on without an address says what is missing and leads there', async () => {
  const { user, api } = show(<SignInForm onDone={vi.fn()} />, { answers: { startSso: { url: '#' } } })
  await user.click(await screen.findByRole('button', { name: 'Use single sign-on' }))
  screen.getByText('Enter your email address first; it leads to your provider.')
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  expect(api.requests).toEqual([])
  await user.keyboard('ann@example.test')
  expect(screen.queryByText(/Enter your email address first/)).toBeNull()
})

it('asks for the code in a second step, says when it is wrong, and takes a recovery code instead', async () => {
  const done = vi.fn()
  const { user, api } = show(<SignInForm onDone={done} />, {
    answers: {
      signIn: { ...session, token: 'mst_1', secondFactor: ['totp', 'recovery-code'] },
      completeSignIn: ({ body }) =>
        'code' in (body as object) ? new Refusal(403, 'factor_wrong', 'This code is wrong.') : session,
    },
  })
  await firstStep(user)
  await user.type(await screen.findByLabelText('Code'), '123 456')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText('This code is wrong.')
  expect(done).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: /recovery code/ }))
  await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-2345-jkmn')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(api.requests.filter(({ operation }) => operation === 'completeSignIn').map(({ body }) => body)).toEqual([
    { token: 'mst_1', code: '123456' },
    { token: 'mst_1', recoveryCode: 'abcd-efgh-2345-jkmn' },
  ])
})
