import { createScimToken, removeScim, scimUrl } from '../../actions/identity/manage-scim.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { scimCounts, scimDirectory } from '../../store/identity/scim-directories.ts'
import { organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'

/** The directory that provisions the members of an organization. */
export function scimSettingsRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { org: string } }) => organizationSubject(platform, params.org)
  async function shown(organizationId: string) {
    const [directory, counts] = await Promise.all([
      scimDirectory(platform.db, organizationId),
      scimCounts(platform.db, organizationId),
    ])
    const token =
      directory === undefined
        ? null
        : { createdAt: directory.createdAt.toISOString(), lastUsedAt: directory.lastUsedAt?.toISOString() ?? null }
    return { url: scimUrl(platform, organizationId), directory: token, ...counts }
  }
  return [
    route('getScim', { subject, handle: ({ subject: { organization } }) => shown(organization.id) }),
    route('createScimToken', {
      subject,
      async handle({ subject: { organization }, ...origin }) {
        const token = await createScimToken(platform, organization.id, origin)
        return { ...(await shown(organization.id)), token }
      },
    }),
    route('deleteScim', {
      subject,
      async handle({ subject: { organization }, ...origin }) {
        await removeScim(platform, organization.id, origin)
        return undefined
      },
    }),
  ]
}
