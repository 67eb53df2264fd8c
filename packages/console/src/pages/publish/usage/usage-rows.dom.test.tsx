import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { publisher } from '../../../testing/people.ts'
import { show } from '../../../testing/render.tsx'
import { call, delivery, whole } from '../../../testing/things.ts'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { ListingCalls } from './listing-calls.tsx'
import { ListingDeliveries } from './listing-deliveries.tsx'

const as = publisher('owner')
const listed = (rows: ReactNode) => (
  <ListSection list="usage" title="Usage">
    {rows}
  </ListSection>
)

it('a delivery to an app leads to its trace', async () => {
  const listListingDeliveries = whole(delivery({ type: 'policy.issue', eventId: 'evt_1' }))
  show(listed(<ListingDeliveries listingId="listing_1" state={undefined} />), {
    as,
    answers: { listListingDeliveries },
  })
  expect((await screen.findByRole('link', { name: 'policy.issue' })).getAttribute('href')).toBe('/traces/evt_1')
})

it('a call to an app leads to its trace, where it has one', async () => {
  const listListingCalls = whole(call({ id: 'call_1', traceId: 'abc' }), call({ id: 'call_2', path: '/other' }))
  show(listed(<ListingCalls listingId="listing_1" kind={undefined} />), { as, answers: { listListingCalls } })
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/traces/abc')
})
