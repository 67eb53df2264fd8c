import { Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { RateImpact } from '../../../parts/trial/rate-impact.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { listingQuery } from '../../../queries/listing/listings.ts'
import type { Release } from '../../../queries/release/releases.ts'
import { releaseTrialsQuery, type Trial, trialQuery } from '../../../queries/release/trials.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { trials as texts } from '../../../texts/trials.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'

/** What trials of a release found: the latest one in counts and percentages. */
export function ReleaseTrials({ release }: { release: Release }) {
  const { data: listing } = useSuspenseQuery(listingQuery(release.listing.id))
  const mayRead = useMay('listReleaseTrials', ownedBy(listing.organization))
  return mayRead ? <Trials releaseId={release.id} /> : null
}

function Trials({ releaseId }: { releaseId: string }) {
  const { items } = usePaged(releaseTrialsQuery(releaseId), { shown: defaultOrders.trials })
  const [latest] = items
  if (latest === undefined) return null
  return (
    <Section title={texts.title}>
      <Boundary of={latest.id}>
        <Latest trial={latest} />
      </Boundary>
    </Section>
  )
}

function Latest({ trial: { id } }: { trial: Trial }) {
  const { data: trial } = useSuspenseQuery(trialQuery(id))
  return (
    <Stack gap="sm">
      <Text size="sm">
        {texts.report(trial.release.version, trial.baseline.version)}: {texts.states[trial.state]}
        {trial.failure === null ? '' : `, ${trial.failure}`}
      </Text>
      <RateImpact trial={trial} />
    </Stack>
  )
}
