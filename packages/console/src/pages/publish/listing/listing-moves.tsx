import { Button, Group, Stack } from '@mantine/core'
import { type ListingMove, listingFacts, listingMachine, mayMove } from '@mkt/contract/states'
import { useNavigate } from '@tanstack/react-router'
import { Granted } from '../../../parts/access/granted.tsx'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
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
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { publish } from '../../../texts/publish.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

const texts = publish.moves

interface Props {
  listing: Listing
  openReview: Review | undefined
  /** The release that runs and no moderator has approved yet. */
  unapproved: Release | undefined
}

/** The moves from the listing's present state, the final ones apart; those that the person's role does not allow say so. */
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
  const toPublish = useGrant('publishListing', owner)
  const toAsk = useGrant('openReview', owner)
  const toWithdrawReview = useGrant('withdrawReview', owner)
  const toOpen = useGrant('makeListingPublic', owner)
  const toClose = useGrant('withdrawListing', owner)
  const { state } = listing
  const can = (move: ListingMove) => mayMove(listingMachine, state, move)
  const reviewable = listingFacts(state).noReview === null
  return (
    <Stack gap="sm">
      <FailureNote failure={publishing.error ?? asking.error ?? withdrawing.error ?? opening.error} />
      <Group gap="sm">
        {can('publish') ? (
          <Granted grant={toPublish} label={texts.publish}>
            <Button loading={publishing.isPending} onClick={() => publishing.mutate()}>
              {texts.publish}
            </Button>
          </Granted>
        ) : null}
        {reviewable && unapproved && !openReview ? (
          <Granted grant={toAsk} label={texts.askReview}>
            <Button loading={asking.isPending} onClick={() => asking.mutate()}>
              {texts.askReview}
            </Button>
          </Granted>
        ) : null}
        {openReview ? (
          <Granted grant={toWithdrawReview} label={texts.withdrawReview}>
            <Button variant="default" loading={withdrawing.isPending} onClick={() => withdrawing.mutate(openReview.id)}>
              {texts.withdrawReview}
            </Button>
          </Granted>
        ) : null}
        {can('make-public') ? (
          <Granted grant={toOpen} label={texts.makePublic}>
            <Button loading={opening.isPending} onClick={() => opening.mutate()}>
              {texts.makePublic}
            </Button>
          </Granted>
        ) : null}
        {can('withdraw') ? (
          <GrantedConfirm
            grant={toClose}
            label={texts.withdraw}
            text={texts.withdrawText(listing.installations)}
            done={texts.withdrawn}
            undo={() => opening.mutateAsync()}
            act={() => closing.mutateAsync()}
          />
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
  const toDelete = useGrant('deleteListing', owner)
  const toRetire = useGrant('retireListing', owner)
  if (listing.state === null) {
    return (
      <GrantedConfirm
        grant={toDelete}
        label={texts.delete}
        text={texts.deleteText}
        color="red"
        variant="subtle"
        act={() => deleting.mutateAsync().then(() => navigate({ to: '/publish' }))}
      />
    )
  }
  if (!mayMove(listingMachine, listing.state, 'retire')) return null
  return (
    <GrantedConfirm
      grant={toRetire}
      label={texts.retire}
      text={texts.retireText(listing.installations)}
      typeToConfirm={listing.name}
      color="red"
      variant="subtle"
      act={() => retiring.mutateAsync()}
    />
  )
}
