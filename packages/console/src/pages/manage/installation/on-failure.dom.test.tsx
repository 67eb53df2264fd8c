import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { member } from '../../../testing/people.ts'
import { show } from '../../../testing/render.tsx'
import { installation } from '../../../testing/things.ts'
import { Offer } from './offer.tsx'
import { OnFailure } from './on-failure.tsx'

const rater = installation({ answers: ['rater'] })

it('offers what can be chosen for the calls that the app answers, and sends the choice', async () => {
  const { api, user } = show(<OnFailure installation={rater} />, {
    answers: { changeInstallation: installation({ answers: ['rater'] }) },
  })
  expect(await screen.findByRole('combobox', { name: 'Rater' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Autofill' })).toBeNull()
  await user.click(screen.getByRole('combobox', { name: 'Rater' }))
  await user.click(await screen.findByRole('option', { name: 'Reuse: the last price for the same request' }))
  await expect.poll(() => api.requests.map(({ body }) => body)).toEqual([{ onFailure: { rater: 'last' } }])
})

it('who may not choose reads how it is', async () => {
  show(<OnFailure installation={rater} />, { as: member('viewer') })
  expect(await screen.findByText(/Rater: Refuse/)).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})

it('an offered release shows its notes', async () => {
  const offer = {
    releaseId: 'release_2',
    version: '2.0.0',
    reason: 'major' as const,
    problems: [],
    asks: [],
    notes: '# New',
    notesHtml: '<h1>New</h1>',
  }
  show(<Offer installation={installation({ offer })} offer={offer} />)
  expect(await screen.findByRole('heading', { name: 'New' })).toBeTruthy()
  expect(screen.getByText('Release notes')).toBeTruthy()
})
