import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../testing/fake-api.ts'
import { member } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { visit } from '../../../testing/render.tsx'
import { installation, listing } from '../../../testing/things.ts'

const path = '/manage/installations/installation_1/access'
const at = '2026-03-01T10:00:00.000Z'
const mark = { set: true as const, updatedAt: at, lastUsedAt: at, lastFailedAt: null, refusedAt: null }
const own = installation({ credentials: { token: { ...mark, refusedAt: at } } })
const answers = (change: Answers = {}): Answers => ({
  getInstallation: installation(),
  getListing: listing(),
  ...change,
})

describe('the credentials of an installation', () => {
  it('are entered in a form, and only their marks come back', async () => {
    const { api, user } = visit(path, {
      answers: answers({
        getInstallation: installation({ credentials: { token: { set: false } } }),
        replaceInstallationCredentials: installation({ credentials: { token: mark } }),
      }),
    })
    await screen.findByText(/^It has no credentials of its own/)
    expect(screen.queryByText('Token: not set')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Enter separate credentials' }))
    await user.type(await screen.findByLabelText(/^Personal access token/), 'PAT_1')
    await user.click(screen.getByRole('button', { name: 'Check and save' }))
    await screen.findByText('Token: set')
    const sent = api.requests.find(({ operation }) => operation === 'replaceInstallationCredentials')
    expect(sent).toMatchObject({ params: { id: 'installation_1' }, body: { credentials: { token: 'PAT_1' } } })
  })

  it('that are refused say so, and can be given up for those of the tenant', async () => {
    const { api, user } = visit(path, {
      answers: answers({
        getInstallation: own,
        replaceInstallationCredentials: installation({ credentials: { token: { set: false } } }),
      }),
    })
    await screen.findByText('Token: refused')
    await user.click(screen.getByRole('button', { name: 'Use those of the tenant' }))
    const [, confirm] = await screen.findAllByRole('button', { name: 'Use those of the tenant' })
    await user.click(confirm as HTMLElement)
    await waitFor(() =>
      expect(api.requests.find(({ operation }) => operation === 'replaceInstallationCredentials')?.body).toEqual({
        credentials: { token: null },
      }),
    )
  })

  it('are not for viewers to change', async () => {
    visit(path, { as: member('viewer'), answers: answers() })
    await screen.findByText(/^It has no credentials of its own/)
    screen.getByRole('button', { name: 'Enter separate credentials' })
    expect(pressable('Enter separate credentials')).toEqual([])
  })
})
