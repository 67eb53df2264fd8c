import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '../../queries/platform/operating.ts'
import { overviewQuery, platformOverviewQuery, publishingOverviewQuery } from '../../queries/platform/overview.ts'
import { useOrganization } from '../../queries/session/current-organization.ts'
import { ownedBy, useMay } from '../../queries/session/may.ts'
import type { HomeSection, Urgency } from './section-order.ts'

/** An event that has been due for this long stands in a queue that nobody works on. */
export const OVERDUE_SECONDS = 60

/** The parts of the home page for this person, and how urgent each is as far as it is known by now. */
export function useUrgency(): Partial<Record<HomeSection, Urgency>> {
  const organization = useOrganization()
  const operates = useMay('getPlatformOverview')
  const moderates = useMay('approveReview')
  const mayRun = useMay('getOverview', ownedBy(organization))
  const mayPublish = useMay('getPublishingOverview', ownedBy(organization))
  const org = organization?.id ?? ''
  const { data: health } = useQuery({ ...healthQuery, enabled: operates })
  const { data: platform } = useQuery({ ...platformOverviewQuery, enabled: operates })
  const { data: running } = useQuery({ ...overviewQuery(org), enabled: org !== '' && mayRun })
  const { data: publishing } = useQuery({ ...publishingOverviewQuery(org), enabled: org !== '' && mayPublish })
  const platformFails = health?.ready === false || (platform?.events.overdueSeconds ?? 0) > OVERDUE_SECONDS
  const releaseFails = publishing?.listings.some(({ releases }) => releases.some(({ failing }) => failing > 0))
  // Who neither runs nor publishes anything yet is shown how to begin with either.
  return {
    ...(operates ? { operating: platformFails ? 2 : 0 } : {}),
    ...(moderates ? { moderating: 1 } : {}),
    ...(org !== '' && mayRun ? { running: running?.incidents.length ? 2 : running?.updates.length ? 1 : 0 } : {}),
    ...(org !== '' && mayPublish ? { publishing: releaseFails ? 2 : publishing?.reviews.length ? 1 : 0 } : {}),
  }
}
