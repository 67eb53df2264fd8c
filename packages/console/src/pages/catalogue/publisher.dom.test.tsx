import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { staff } from '../../testing/people.ts'
import { visit } from '../../testing/render.tsx'
import { listing, whole } from '../../testing/things.ts'
import { browse } from '../../texts/browse.ts'

const as = staff('moderator')

it('the page of a publisher shows its applications and how to reach it', async () => {
  const second = listing({ id: 'listing_2', title: 'Rater' })
  const { api } = visit('/browse/publishers/zenith', { as, answers: { listListings: whole(listing(), second) } })
  await screen.findByRole('heading', { name: 'Zenith Apps' })
  screen.getByRole('link', { name: /Notifier/ })
  screen.getByRole('link', { name: /Rater/ })
  screen.getByText(/help@zenith\.test/)
  const asked = api.requests.filter(({ operation }) => operation === 'listListings')
  expect(asked.map(({ query }) => query.publisher)).toEqual(['zenith'])
})

it('a publisher without applications in the catalogue has no page', async () => {
  visit('/browse/publishers/nobody', { as, answers: { listListings: whole() } })
  await screen.findByText(browse.noPublisher)
})
