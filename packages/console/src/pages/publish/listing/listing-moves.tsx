import { Button, Group, Stack } from '@mantine/core'
import { type ListingMove, listingFacts, listingMachine, mayMove } from '@mkt/contract/states'
import { useNavigate } from '@tanstack/react-router'
import {
  useDeleteListing,
  useMakeListingPublic,
  useOpenReview,
  usePublishListing,
  useRetireListing,
  useWithdrawListing,
  useWithdrawReview,
} from '../../../queries/listing/listing-moves.ts'
import type { Listing } from '../../../queries/listing/listings.ts'
import type { Review } from '../../../queries/listing/reviews.ts'
import type { Release } from '../../../queries/release/releases.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { publish } from '../../../texts/publish.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

const texts = publish.moves

interface Props {
  listing: Listing
  openReview: Review | undefined
  /** The release that runs and no moderator has approved yet. */
  unapproved: Release | undefined
}

/** The moves from the listing's present state that this person may make, the final ones apart. The server decides; this only offers. */
export function ListingMoves(props: Props) {
  return (
    <Group justify="space-between">
      <ForwardMoves {...props} />
      <FinalMoves listing={props.listing} />
    </Group>
  )
}

function ForwardMoves({ listing, openReview, unapproved }: Props) {
  const owner = ownedBy(listing.organization)
  const publishing = usePublishListing(listing.id)
  const asking = useOpenReview(listing.id)
  const withdrawing = useWithdrawReview()
  const opening = useMakeListingPublic(listing.id)
  const closing = useWithdrawListing(listing.id)
  const mayPublish = useMay('publishListing', owner)
  const mayAsk = useMay('openReview', owner)
  const mayWithdrawReview = useMay('withdrawReview', owner)
  const mayOpen = useMay('makeListingPublic', owner)
  const mayClose = useMay('withdrawListing', owner)
  const { state } = listing
  const can = (move: ListingMove) => mayMove(listingMachine, state, move)
  const reviewable = listingFacts(state).noReview === null
  return (
    <Stack gap="sm">
      <FailureNote failure={publishing.error ?? asking.error ?? withdrawing.error ?? opening.error} />
      <Group gap="sm">
        {can('publish') && mayPublish ? (
          <Button loading={publishing.isPending} onClick={() => publishing.mutate()}>
            {texts.publish}
          </Button>
        ) : null}
        {reviewable && unapproved && !openReview && mayAsk ? (
          <Button loading={asking.isPending} onClick={() => asking.mutate()}>
            {texts.askReview}
          </Button>
        ) : null}
        {openReview && mayWithdrawReview ? (
          <Button variant="default" loading={withdrawing.isPending} onClick={() => withdrawing.mutate(openReview.id)}>
            {texts.withdrawReview}
          </Button>
        ) : null}
        {can('make-public') && mayOpen ? (
          <Button loading={opening.isPending} onClick={() => opening.mutate()}>
            {texts.makePublic}
          </Button>
        ) : null}
        {can('withdraw') && mayClose ? (
          <ConfirmButton label={texts.withdraw} text={texts.withdrawText} act={() => closing.mutateAsync()} />
        ) : null}
      </Group>
    </Stack>
  )
}

function FinalMoves({ listing }: { listing: Listing }) {
  const navigate = useNavigate()
  const owner = ownedBy(listing.organization)
  const deleting = useDeleteListing(listing.id)
  const retiring = useRetireListing(listing.id)
  const mayDelete = useMay('deleteListing', owner)
  const mayRetire = useMay('retireListing', owner)
  if (listing.state === null && mayDelete) {
    return (
      <ConfirmButton
        label={texts.delete}
        text={texts.deleteText}
        color="red"
        variant="subtle"
        act={() => deleting.mutateAsync().then(() => navigate({ to: '/publish' }))}
      />
    )
  }
  if (!mayRetire || !mayMove(listingMachine, listing.state, 'retire')) return null
  return (
    <ConfirmButton
      label={texts.retire}
      text={texts.retireText}
      typeToConfirm={listing.name}
      color="red"
      variant="subtle"
      act={() => retiring.mutateAsync()}
    />
  )
}
