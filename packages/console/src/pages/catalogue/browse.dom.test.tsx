import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { member, zenith } from '../../testing/people.ts'
import { visit } from '../../testing/render.tsx'
import { listing, picturesOf, release, trustOf, whole } from '../../testing/things.ts'
import { browse } from '../../texts/browse.ts'

const installed = {
  ...{ installations: { total: 1, running: 1 }, tenants: 1, lastActivityAt: null },
  ...{ installedListings: ['listing_1'], incidents: [], updates: [] },
}
const picture = { id: 'picture_1', url: '/picture.png', width: 1280, height: 800 }
const verified = listing({
  organization: { ...zenith, verifiedDomains: ['zenith.test'] },
  securityContact: 'cert@zenith.test',
})

describe('the catalogue', () => {
  const cards = {
    listListings: whole(
      verified,
      listing({ id: 'listing_2', title: 'Sampler', sample: true }),
      listing({ id: 'listing_3', title: 'Begun', state: 'DRAFT', own: true }),
    ),
    getOverview: installed,
  }
  const card = async (title: RegExp) => within(await screen.findByRole('link', { name: title }))

  it('marks what is verified, what is installed and what is a sample, each alone', async () => {
    visit('/browse', { as: member('owner'), answers: cards })
    const first = await card(/Notifier/)
    await first.findByText(browse.isInstalled)
    first.getByText(browse.verified)
    expect(first.queryByText(browse.sample)).toBeNull()
    const sample = await card(/Sampler/)
    sample.getByText(browse.sample)
    expect(sample.queryByText(browse.isInstalled)).toBeNull()
    expect((await card(/Begun/)).queryByText(browse.verified)).toBeNull()
  })
})

describe('the page of an application', () => {
  const answers = {
    getListing: verified,
    getRelease: release(),
    getReleaseTrust: trustOf(),
    listReleases: whole(release()),
    listListings: whole(verified),
    getOverview: installed,
    getPictures: picturesOf(),
  }

  it('says that it is verified and whose it is', async () => {
    visit('/browse/listing_1', { answers })
    await screen.findByText(browse.verified)
    screen.getByText(browse.domain('zenith.test'))
    screen.getByText('cert@zenith.test')
    await screen.findByText(browse.isInstalled)
  })

  it('shows its screenshots, and no place for them where there are none', async () => {
    visit('/browse/listing_1', { answers: { ...answers, getListing: listing({ screenshots: [picture] }) } })
    const section = within(await screen.findByRole('region', { name: browse.screenshots }))
    expect(section.getByRole('img').getAttribute('src')).toBe(picture.url)
    visit('/browse/listing_1', { answers })
    await screen.findByText(browse.verified)
    expect(screen.queryByRole('region', { name: browse.screenshots })).toBeNull()
  })

  it('of a suspended application does not call it verified', async () => {
    const suspended = listing({ state: 'SUSPENDED', suspendedReason: 'It leaks.', launchable: false })
    visit('/browse/listing_1', { answers: { ...answers, getListing: suspended } })
    await screen.findByText('It leaks.')
    expect(screen.queryByText(browse.verified)).toBeNull()
  })
})

describe('the page of a publisher', () => {
  it('says which domains are its own, how many of its applications are verified and where to report a weakness', async () => {
    const draft = listing({ id: 'listing_2', title: 'Begun', state: 'DRAFT' })
    visit('/browse/publishers/zenith', { answers: { listListings: whole(verified, draft), getOverview: installed } })
    const facts = within(await screen.findByRole('region', { name: browse.facts }))
    facts.getByText('zenith.test')
    facts.getByText(browse.verifiedOf('1', '2'))
    facts.getByText('cert@zenith.test')
    screen.getByText(browse.domain('zenith.test'))
  })

  it('says so where no domain is verified', async () => {
    visit('/browse/publishers/zenith', { answers: { listListings: whole(listing()), getOverview: installed } })
    await screen.findByText(browse.noDomain)
  })
})
