import { noConnection, putSso, removeSso } from '../../actions/identity/manage-sso.ts'
import { testSso } from '../../actions/identity/test-sso.ts'
import { addDomain, removeDomain, verifyDomain } from '../../actions/identity/verify-domain.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import type { Subject } from '../../domain/accounts/access.ts'
import { ssoConnectionOf } from '../../store/identity/sso-connections.ts'
import { type SsoDomain, ssoDomain } from '../../store/identity/sso-domains.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { domainAnswer, ssoAnswer } from './sso-answer.ts'
import { ssoCookie } from './sso-cookie.ts'

/** Providers of organizations, and the domains that lead to them. */
export function ssoSettingsRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { org: string } }) => organizationSubject(platform, params.org)
  const domainSubject = async ({ params }: { params: { id: string } }): Promise<Subject & { row: SsoDomain }> => {
    const row = await ssoDomain(platform.db, params.id)
    if (row === undefined || row.organizationId === null) throw notFound()
    return { organizationId: row.organizationId, row }
  }
  const shown = (organizationId: string) => ssoAnswer(platform, organizationId)
  return [
    route('getSso', { subject, handle: ({ subject: { organization } }) => shown(organization.id) }),
    route('putSso', {
      subject,
      async handle({ subject: { organization }, body: settings, ...origin }) {
        await putSso(platform, { organizationId: organization.id, settings }, origin)
        return shown(organization.id)
      },
    }),
    route('deleteSso', {
      subject,
      async handle({ subject: { organization }, ...origin }) {
        await removeSso(platform, organization.id, origin)
        return undefined
      },
    }),
    route('testSso', {
      subject,
      async handle({ subject: { organization }, setHeader, ...origin }) {
        const connection = await ssoConnectionOf(platform.db, organization.id)
        if (connection === undefined) throw noConnection()
        const { steps, begun } = await testSso(platform, connection, origin)
        if (begun !== undefined) setHeader('set-cookie', ssoCookie(platform, begun.token, begun.expiresAt))
        return { steps, url: begun?.url ?? null }
      },
    }),
    route('addSsoDomain', {
      subject,
      handle: async ({ subject: { organization }, body, ...origin }) =>
        domainAnswer(await addDomain(platform, { organizationId: organization.id, domain: body.domain }, origin)),
    }),
    route('verifySsoDomain', {
      subject: domainSubject,
      handle: async ({ subject: { row }, ...origin }) => domainAnswer(await verifyDomain(platform, row, origin)),
    }),
    route('removeSsoDomain', {
      subject: domainSubject,
      async handle({ subject: { row }, ...origin }) {
        await removeDomain(platform, row, origin)
        return undefined
      },
    }),
  ]
}
