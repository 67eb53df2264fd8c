import { useInfiniteQuery } from '@tanstack/react-query'
import { pagedOptions } from '../client/paged.ts'
import { installationsQuery } from '../installation/installations.ts'
import { ownListingsQuery } from '../listing/listings.ts'
import { useMay } from '../session/may.ts'

interface Watchable {
  value: string
  label: string
}

/** The apps and installations of an organization that a rule can watch; none while they are not known. */
export function useWatchable(org: string, isAsked = true): { listings: Watchable[]; installations: Watchable[] } {
  const subject = { organizationId: org }
  const maySeeListings = useMay('listOrganizationListings', subject) && isAsked
  const maySeeInstallations = useMay('listInstallations', subject) && isAsked
  const listings = useInfiniteQuery({ ...pagedOptions(ownListingsQuery(org), undefined), enabled: maySeeListings })
  const installations = useInfiniteQuery({
    ...pagedOptions(installationsQuery(org), undefined),
    enabled: maySeeInstallations,
  })
  return {
    listings: (listings.data?.pages ?? []).flatMap(({ items }) =>
      items.map(({ id, title }) => ({ value: id, label: title })),
    ),
    installations: (installations.data?.pages ?? []).flatMap(({ items }) =>
      items.map(({ id, name, tenant }) => ({ value: id, label: tenant ? `${name} · ${tenant.name}` : name })),
    ),
  }
}
