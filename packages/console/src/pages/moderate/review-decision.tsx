import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SuspendListing } from '../../parts/listing/suspend-listing.tsx'
import { api } from '../../queries/api.ts'
import { listingQuery } from '../../queries/listings.ts'
import { invalidateTopic } from '../../queries/live.ts'
import type { Dossier } from '../../queries/reviews.ts'
import { moderate } from '../../texts/moderate.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { Section } from '../../ui/layout/section.tsx'

const texts = moderate.review

/** Approve or ask for changes, with a reason; and the moderator's last resort, suspending. */
export function ReviewDecision({ review }: { review: Dossier }) {
  const client = useQueryClient()
  const { data: listing } = useSuspenseQuery(listingQuery(review.listing.id))
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const params = { id: review.id }
  const refresh = () => {
    invalidateTopic(client, 'review')
    invalidateTopic(client, 'listing')
  }
  const decide = useMutation({
    mutationFn: (approve: boolean) =>
      approve ? api.approveReview({ params, body: { reason } }) : api.requestChanges({ params, body: { reason } }),
    onSuccess: refresh,
  })
  const decideWithReason = (approve: boolean) => {
    setAsked(true)
    if (reason.trim() !== '') decide.mutate(approve)
  }
  return (
    <Section title={texts.decide}>
      <Stack gap="md">
        {review.state === 'OPEN' ? (
          <>
            <FailureNote failure={decide.error} />
            <Textarea
              label={texts.reason}
              description={texts.reasonHint}
              autosize
              minRows={3}
              value={reason}
              error={asked && reason.trim() === '' ? texts.reasonNeeded : undefined}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Group>
              <Button loading={decide.isPending} onClick={() => decideWithReason(true)}>
                {texts.approve}
              </Button>
              <Button variant="default" loading={decide.isPending} onClick={() => decideWithReason(false)}>
                {texts.requestChanges}
              </Button>
            </Group>
          </>
        ) : null}
        <div>
          <SuspendListing listing={listing} />
        </div>
      </Stack>
    </Section>
  )
}
