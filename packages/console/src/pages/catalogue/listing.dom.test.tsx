import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { member } from '../../testing/people.ts'
import { visit } from '../../testing/render.tsx'
import { listing, release, trustOf, whole } from '../../testing/things.ts'
import { browse } from '../../texts/browse.ts'

const recorded = { passed: 9, failed: 0, notApplicable: 1, tool: '0.1.0', at: '2026-03-01T10:00:00.000Z' }
const page = (conformance: object | null) => ({
  getListing: listing(),
  getRelease: release({ conformance }),
  getReleaseTrust: trustOf(),
  listReleases: whole(release({ conformance })),
  listListings: whole(listing()),
  getOverview: {
    ...{ installations: { total: 0, running: 0 }, tenants: 0, lastActivityAt: null },
    ...{ installedListings: [], incidents: [], updates: [] },
  },
})

it('a listing says that its release conforms, and nothing where it does not or was not driven', async () => {
  visit('/browse/listing_1', { as: member('admin'), answers: page({ ...recorded, conforms: true }) })
  await screen.findByText(browse.conforms)
  screen.getByTitle(browse.conformsDetail('1.2.0', '1 Mar 2026'))
  cleanup()
  for (const conformance of [null, { ...recorded, failed: 1, conforms: false }]) {
    visit('/browse/listing_1', { as: member('admin'), answers: page(conformance) })
    await screen.findByText(browse.inShort)
    expect(screen.queryByText(browse.conforms)).toBeNull()
    cleanup()
  }
})
