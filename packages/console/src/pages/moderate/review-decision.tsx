import { Stack } from '@mantine/core'
import { mayMove, reviewMachine } from '@mkt/contract/states'
import { useState } from 'react'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import type { Dossier } from '../../queries/listing/reviews.ts'
import { useMay } from '../../queries/session/may.ts'
import { moderate } from '../../texts/moderate.ts'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Time } from '../../ui/text/time.tsx'
import { DecideReview } from './decide-review.tsx'
import { NextReview } from './next-review.tsx'

const texts = moderate.review

/** What a moderator decides about an open review; about one that is decided, what was decided and why. */
export function ReviewDecision({ review }: { review: Dossier }) {
  const [decidedHere, setDecidedHere] = useState(false)
  const mayApprove = useMay('approveReview')
  const mayRequestChanges = useMay('requestChanges')
  if (!mayApprove && !mayRequestChanges) return null
  if (mayMove(reviewMachine, review.state, 'approve'))
    return (
      <Section title={texts.decide}>
        <DecideReview review={review} onDecided={() => setDecidedHere(true)} />
      </Section>
    )
  return (
    <Section title={texts.decision}>
      <Stack gap="md">
        <Facts
          rows={[
            { name: moderate.columns.state, value: <StateBadge state={review.state} /> },
            { name: texts.decidedBy, value: review.decidedBy },
            { name: texts.decidedAt, value: review.decidedAt ? <Time at={review.decidedAt} /> : null },
            { name: texts.reason, value: review.reason },
          ]}
        />
        <Boundary lines={1}>
          <NextReview after={review.id} focus={decidedHere} />
        </Boundary>
      </Stack>
    </Section>
  )
}
