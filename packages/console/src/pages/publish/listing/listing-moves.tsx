import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../queries/api.ts'
import { mayAs, useOrganization } from '../../../queries/current-organization.ts'
import type { Listing } from '../../../queries/listings.ts'
import { invalidateTopic } from '../../../queries/live.ts'
import type { Release } from '../../../queries/releases.ts'
import type { Review } from '../../../queries/reviews.ts'
import { publish } from '../../../texts/publish.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

interface Props {
  listing: Listing
  openReview: Review | undefined
  /** The release that runs and no moderator has approved yet. */
  unapproved: Release | undefined
}

/** The moves a publisher can make from the listing's present state, the final ones apart; the server decides, this only offers. */
export function ListingMoves({ listing, openReview, unapproved }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const organization = useOrganization()
  const params = { id: listing.id }
  const act = useMutation({
    mutationFn: (what: () => Promise<unknown>) => what(),
    onSuccess: () => invalidateTopic(client, 'listing'),
  })
  const now = (label: string, what: () => Promise<unknown>) => (
    <Button key={label} loading={act.isPending} onClick={() => act.mutate(what)}>
      {label}
    </Button>
  )
  const refresh = (what: Promise<unknown>) => what.then(() => invalidateTopic(client, 'listing'))
  const { state } = listing
  const mayAsk = (state === 'DRAFT' || state === 'VERIFIED' || state === 'PUBLIC') && unapproved && !openReview
  const mayRetire = mayAs(organization, 'admin')
  return (
    <>
      <FailureNote failure={act.error} />
      <Group justify="space-between">
        <Group gap="sm">
          {state === null ? now(publish.moves.publish, () => api.publishListing({ params })) : null}
          {mayAsk ? now(publish.moves.askReview, () => api.openReview({ params })) : null}
          {openReview ? (
            <Button
              variant="default"
              loading={act.isPending}
              onClick={() => act.mutate(() => api.withdrawReview({ params: { id: openReview.id } }))}
            >
              {publish.moves.withdrawReview}
            </Button>
          ) : null}
          {state === 'VERIFIED' ? now(publish.moves.makePublic, () => api.makeListingPublic({ params })) : null}
          {state === 'PUBLIC' ? (
            <ConfirmButton
              label={publish.moves.withdraw}
              text={publish.moves.withdrawText}
              act={() => refresh(api.withdrawListing({ params }))}
            />
          ) : null}
        </Group>
        {state === null ? (
          <ConfirmButton
            label={publish.moves.delete}
            text={publish.moves.deleteText}
            color="red"
            variant="subtle"
            act={() => refresh(api.deleteListing({ params })).then(() => navigate({ to: '/publish' }))}
          />
        ) : null}
        {state !== null && state !== 'RETIRED' && mayRetire ? (
          <ConfirmButton
            label={publish.moves.retire}
            text={publish.moves.retireText}
            typeToConfirm={listing.name}
            color="red"
            variant="subtle"
            act={() => refresh(api.retireListing({ params }))}
          />
        ) : null}
      </Group>
    </>
  )
}
