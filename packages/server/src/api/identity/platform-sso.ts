import { changeStaffPolicy } from '../../actions/identity/change-staff-policy.ts'
import { noConnection, putSso, removeSso } from '../../actions/identity/manage-sso.ts'
import { testSso } from '../../actions/identity/test-sso.ts'
import { putPlatformDomains } from '../../actions/identity/verify-domain.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { toItems } from '../../domain/platform/items.ts'
import { ssoConnectionOf } from '../../store/identity/sso-connections.ts'
import { staffSignIns } from '../../store/identity/staff-sign-ins.ts'
import { type Route, route } from '../http/route.ts'
import { ssoAnswer } from './sso-answer.ts'
import { ssoCookie } from './sso-cookie.ts'

/** The provider for moderators and operators, and who of them has to use it. */
export function platformSsoRoutes(platform: Platform): Route[] {
  const subject = () => unowned
  async function shown() {
    const connection = await ssoConnectionOf(platform.db, null)
    const [answer, people] = await Promise.all([
      ssoAnswer(platform, null),
      staffSignIns(platform.db, connection?.id ?? null),
    ])
    return {
      ...answer,
      enforceSso: connection?.enforced ?? false,
      people: toItems(
        people,
        ({ id }) => id,
        ({ hasFactor, lastUsedAt, ...one }) => ({
          ...one,
          secondFactor: hasFactor,
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        }),
      ),
    }
  }
  return [
    route('getPlatformSso', { subject, handle: shown }),
    route('putPlatformSso', {
      subject,
      async handle({ body: { domains, ...settings }, ...origin }) {
        const input = { organizationId: null, settings: { ...settings, defaultRole: 'viewer' } }
        await putSso(platform, input, origin)
        await putPlatformDomains(platform, domains, origin)
        return shown()
      },
    }),
    route('deletePlatformSso', {
      subject,
      async handle({ ...origin }) {
        await removeSso(platform, null, origin)
        return undefined
      },
    }),
    route('testPlatformSso', {
      subject,
      async handle({ setHeader, ...origin }) {
        const connection = await ssoConnectionOf(platform.db, null)
        if (connection === undefined) throw noConnection()
        const { steps, begun } = await testSso(platform, connection, origin)
        if (begun !== undefined) setHeader('set-cookie', ssoCookie(platform, begun.token, begun.expiresAt))
        return { steps, url: begun?.url ?? null }
      },
    }),
    route('changeStaffPolicy', {
      subject,
      async handle({ body, ...origin }) {
        await changeStaffPolicy(platform, body, origin)
        return shown()
      },
    }),
  ]
}
