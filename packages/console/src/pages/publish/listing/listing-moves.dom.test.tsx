import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Release } from '../../../queries/release/releases.ts'
import { Refusal } from '../../../testing/fake-api.ts'
import { member, publisher, roles } from '../../../testing/people.ts'
import { pressable } from '../../../testing/pressable.ts'
import { show } from '../../../testing/render.tsx'
import { listing, release, review } from '../../../testing/things.ts'
import { ListingMoves } from './listing-moves.tsx'

const unapproved = release({ approved: false }) as Release

async function offered(person: ReturnType<typeof member>, change: Parameters<typeof listing>[0], reviewed = false) {
  show(
    <>
      <ListingMoves
        listing={listing(change)}
        openReview={reviewed ? review() : undefined}
        unapproved={reviewed ? undefined : unapproved}
      />
      <p>shown</p>
    </>,
    { as: person },
  )
  await screen.findByText('shown')
  return pressable().map((button) => button.textContent)
}

describe('the moves of a listing', () => {
  it('let a developer publish, ask for a review and withdraw it, but not make it public, withdraw or retire it', async () => {
    const developer = publisher('developer')
    expect(await offered(developer, { state: null })).toEqual(['Publish listing', 'Delete'])
    expect(await offered(developer, { state: 'DRAFT' })).toEqual(['Ask for a review'])
    expect(await offered(developer, { state: 'DRAFT' }, true)).toEqual(['Withdraw the request'])
    expect(await offered(developer, { state: 'VERIFIED' }, true)).toEqual(['Withdraw the request'])
    expect(await offered(developer, { state: 'PUBLIC' }, true)).toEqual(['Withdraw the request'])
  })

  it('let an admin make it public, take it out of the catalogue and retire it', async () => {
    const admin = publisher('admin')
    expect(await offered(admin, { state: 'VERIFIED' }, true)).toEqual(['Withdraw the request', 'Make public', 'Retire'])
    expect(await offered(admin, { state: 'PUBLIC' })).toEqual([
      'Ask for a review',
      'Take out of the catalogue',
      'Retire',
    ])
    expect(await offered(admin, { state: 'RETIRED' }, true)).toEqual(['Withdraw the request'])
  })

  it('say how many installations they concern before anything is done', async () => {
    const { user } = show(
      <ListingMoves listing={listing({ state: 'PUBLIC' })} openReview={undefined} unapproved={undefined} />,
      { as: publisher('admin') },
    )
    for (const move of ['Take out of the catalogue', 'Retire']) {
      await user.click(await screen.findByRole('button', { name: move }))
      const dialog = within(await screen.findByRole('dialog'))
      dialog.getByText(/All 3 installations of it keep running/)
      await user.click(dialog.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('are none for a viewer, and none for people of another organization', async () => {
    for (const state of [null, 'DRAFT', 'VERIFIED', 'PUBLIC', 'SUSPENDED'] as const) {
      expect(await offered(publisher('viewer'), { state })).toEqual([])
      for (const role of roles) {
        expect(await offered(member(role), { state })).toEqual([])
        expect(screen.queryByRole('button')).toBeNull()
      }
    }
  })

  it('say why the platform refuses one', async () => {
    const { user } = show(
      <ListingMoves listing={listing({ state: 'VERIFIED' })} openReview={undefined} unapproved={undefined} />,
      {
        as: publisher('owner'),
        answers: { makeListingPublic: new Refusal(409, 'listing_not_ready', 'Deploy a release first.') },
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Make public' }))
    await screen.findByText('Deploy a release first.')
  })
})
