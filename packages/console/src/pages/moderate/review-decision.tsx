import { Button, Group, Stack, Textarea } from '@mantine/core'
import { mayMove, reviewMachine } from '@mkt/contract/states'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SuspendListing } from '../../parts/listing/suspend-listing.tsx'
import { listingQuery } from '../../queries/listings.ts'
import { type Dossier, useDecideReview } from '../../queries/reviews.ts'
import { useMay } from '../../queries/session/may.ts'
import { moderate } from '../../texts/moderate.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { Section } from '../../ui/layout/section.tsx'

const texts = moderate.review

/** Approve or ask for changes, with a reason; and the moderator's last resort, suspending. */
export function ReviewDecision({ review }: { review: Dossier }) {
  const { data: listing } = useSuspenseQuery(listingQuery(review.listing.id))
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const decide = useDecideReview(review.id)
  const mayApprove = useMay('approveReview')
  const mayRequestChanges = useMay('requestChanges')
  const decideWithReason = (approve: boolean) => {
    setAsked(true)
    if (reason.trim() !== '') decide.mutate({ approve, reason })
  }
  if (!mayApprove && !mayRequestChanges) return null
  return (
    <Section title={texts.decide}>
      <Stack gap="md">
        {mayMove(reviewMachine, review.state, 'approve') ? (
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
              {mayApprove ? (
                <Button loading={decide.isPending} onClick={() => decideWithReason(true)}>
                  {texts.approve}
                </Button>
              ) : null}
              {mayRequestChanges ? (
                <Button variant="default" loading={decide.isPending} onClick={() => decideWithReason(false)}>
                  {texts.requestChanges}
                </Button>
              ) : null}
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
