import { readOverview } from '../../actions/overview/read-overview.ts'
import { readPlatformOverview } from '../../actions/overview/read-platform-overview.ts'
import { readPublishingOverview } from '../../actions/overview/read-publishing-overview.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { listAllInstallations } from '../../store/overview/all-installations.ts'
import { organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'

/** What the home page shows each role. */
export function overviewRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { org: string } }) => organizationSubject(platform, params.org)
  return [
    route('getOverview', {
      subject,
      handle: ({ subject: { organization } }) => readOverview(platform, organization.id),
    }),
    route('getPublishingOverview', {
      subject,
      handle: ({ subject: { organization } }) => readPublishingOverview(platform, organization.id),
    }),
    route('getPlatformOverview', { subject: () => unowned, handle: () => readPlatformOverview(platform) }),
    route('listAllInstallations', {
      subject: () => unowned,
      async handle({ query }) {
        const page = pageOf(query)
        const { uninstalled, ...rest } = query
        const filter = { ...rest, uninstalled: uninstalled === undefined ? undefined : uninstalled === 'true' }
        const rows = await listAllInstallations(platform.db, filter, page)
        return toPage(
          rows,
          page,
          (row) => row.id,
          ({ listingId, listingName, listingTitle, organizationId, organizationName, createdAt, ...row }) => ({
            ...row,
            listing: { id: listingId, name: listingName, title: listingTitle },
            organization: { id: organizationId, name: organizationName },
            createdAt: createdAt.toISOString(),
          }),
        )
      },
    }),
  ]
}
