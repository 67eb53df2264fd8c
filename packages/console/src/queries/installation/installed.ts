import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../platform/overview.ts'
import { useOrganization } from '../session/current-organization.ts'
import { ownedBy, useMay } from '../session/may.ts'

/** The apps that the organization has installed; none while that is not known. */
export function useInstalled(): ReadonlySet<string> {
  const organization = useOrganization()
  const may = useMay('getOverview', ownedBy(organization))
  const { data } = useQuery({ ...overviewQuery(organization?.id ?? ''), enabled: organization !== undefined && may })
  return new Set(data?.installedListings)
}
