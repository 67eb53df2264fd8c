import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, Refusal } from '../testing/fake-api.ts'
import { member } from '../testing/people.ts'
import { visit } from '../testing/render.tsx'
import { whole } from '../testing/things.ts'

const at = '2026-03-01T10:00:00.000Z'
const key = { id: 'key_1', name: 'CI', clientId: 'c_1', scopes: ['publish' as const], createdAt: at, lastUsedAt: null }
const shown = { ...key, previousValidUntil: null, apiKey: 'mks_secret' }

function answers(): Answers {
  let fresh = false
  return {
    listApiKeys: whole({ ...key, previousValidUntil: null }),
    getFactors: { totp: true, passkeys: [], recoveryCodes: 9, hasPassword: true },
    createApiKey: () => (fresh ? shown : new Refusal(403, 'step_up_required', 'Again.', { needs: 'factor' })),
    stepUp: () => {
      fresh = true
      return null
    },
  }
}

async function askForKey(user: ReturnType<typeof visit>['user']) {
  await user.click(await screen.findByRole('button', { name: 'New API key' }))
  await user.type(await screen.findByLabelText(/^Name/), 'CI')
  const buttons = screen.getAllByRole('button', { name: 'New API key' })
  await user.click(buttons.at(-1) as HTMLElement)
}

it('asks for the factor on top of the page and then does what was asked for', async () => {
  const { user, api } = visit('/organization', { as: member('owner'), answers: answers() })
  await askForKey(user)
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByDisplayValue('mks_secret')
  expect(api.asked.filter((id) => id === 'createApiKey' || id === 'stepUp')).toEqual([
    'createApiKey',
    'stepUp',
    'createApiKey',
  ])
})

it('shows the refusal when somebody gives up', async () => {
  const { user, api } = visit('/organization', { as: member('owner'), answers: answers() })
  await askForKey(user)
  await screen.findByLabelText('Code')
  const dialog = screen.getByRole('dialog', { name: 'Confirm that it is you' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Again.')
  await waitFor(() => expect(api.asked.filter((id) => id === 'createApiKey')).toHaveLength(1))
})
