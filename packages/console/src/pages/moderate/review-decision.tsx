import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { mayMove, reviewMachine } from '@mkt/contract/states'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SuspendListing } from '../../parts/listing/suspend-listing.tsx'
import { listingQuery } from '../../queries/listings.ts'
import { type Dossier, useDecideReview } from '../../queries/reviews.ts'
import { useMay } from '../../queries/session/may.ts'
import { common } from '../../texts/common.ts'
import { moderate } from '../../texts/moderate.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { Section } from '../../ui/layout/section.tsx'

const texts = moderate.review

/** Approve or ask for changes, with a reason; and the moderator's last resort, suspending. */
export function ReviewDecision({ review }: { review: Dossier }) {
  const { data: listing } = useSuspenseQuery(listingQuery(review.listing.id))
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const decide = useDecideReview(review)
  const mayApprove = useMay('approveReview')
  const mayRequestChanges = useMay('requestChanges')
  const [confirming, confirm] = useDisclosure(false)
  const withReason = (act: () => void) => {
    setAsked(true)
    if (reason.trim() !== '') act()
  }
  const approve = () => decide.mutate({ approve: true, reason }, { onSettled: confirm.close })
  const what = texts.title(listing.title, review.release.version)
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
              {mayApprove ? <Button onClick={() => withReason(confirm.open)}>{texts.approve}</Button> : null}
              {mayRequestChanges ? (
                <Button
                  variant="default"
                  loading={decide.isPending}
                  onClick={() => withReason(() => decide.mutate({ approve: false, reason }))}
                >
                  {texts.requestChanges}
                </Button>
              ) : null}
            </Group>
            <Modal opened={confirming} onClose={confirm.close} title={common.of(texts.approve, what)} centered>
              <Stack gap="md">
                <Text>{texts.approveText(listing.installations)}</Text>
                <Group justify="flex-end">
                  <Button variant="default" onClick={confirm.close}>
                    {common.cancel}
                  </Button>
                  <Button loading={decide.isPending} onClick={approve}>
                    {texts.approve}
                  </Button>
                </Group>
              </Stack>
            </Modal>
          </>
        ) : null}
        <div>
          <SuspendListing listing={listing} />
        </div>
      </Stack>
    </Section>
  )
}
