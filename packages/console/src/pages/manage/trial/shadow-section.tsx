import { Select, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../lib/format.ts'
import { RateImpact } from '../../../parts/trial/rate-impact.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { type Installation, useChangeInstallation } from '../../../queries/installation/installations.ts'
import { releasesQuery } from '../../../queries/release/releases.ts'
import { shadowQuery } from '../../../queries/release/trials.ts'
import { useMay } from '../../../queries/session/may.ts'
import { trials as texts } from '../../../texts/trials.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { otherReleases } from './other-releases.ts'

/** A release that gets copies of the live calls, and what it would have answered. */
export function ShadowSection({ installation }: { installation: Installation }) {
  const { data: shadow } = useSuspenseQuery(shadowQuery(installation.id))
  const { items } = usePaged(releasesQuery(installation.listing.id), { shown: defaultOrders.releases })
  const change = useChangeInstallation(installation.id)
  const mayChange = useMay('changeInstallation', installation)
  const others = otherReleases(items, installation)
  // What gets copies now is named, though it may not be offered any more.
  const chosen = shadow.release && !others.some(({ id }) => id === shadow.release?.id) ? [shadow.release] : []
  const offered = [...chosen, ...others]
  // Without another release there is nothing to choose, unless one is chosen or has answered.
  if (others.length === 0 && installation.shadowReleaseId === null && shadow.report === null) return null
  return (
    <Section title={texts.shadow} lead={texts.shadowLead}>
      <Stack gap="md">
        <FailureNote failure={change.error} />
        {mayChange ? (
          <Select
            label={texts.shadowRelease}
            placeholder={texts.noShadow}
            data={offered.map(({ id, version }) => ({ value: id, label: version }))}
            value={installation.shadowReleaseId}
            clearable
            disabled={change.isPending}
            onChange={(shadowReleaseId) => change.mutate({ shadowReleaseId })}
          />
        ) : null}
        {shadow.release ? (
          <Text size="sm">
            {texts.shadowState(shadow.running, formatNumber(shadow.calls), formatNumber(shadow.dropped))}
            {shadow.failure ? ` ${shadow.failure}` : ''}
          </Text>
        ) : null}
        <RateImpact trial={{ report: shadow.report, publisherReport: null, isolation: null }} />
      </Stack>
    </Section>
  )
}
