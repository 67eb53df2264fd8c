import { createApiKey } from '../../actions/accounts/create-api-key.ts'
import { regenerateApiKey } from '../../actions/accounts/regenerate-api-key.ts'
import { revokeKey } from '../../actions/accounts/revoke-key.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import type { Subject } from '../../domain/accounts/access.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { type ApiKey, apiKeyById, apiKeysOf } from '../../store/accounts/api-keys.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'

function answer(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    clientId: key.clientId,
    scopes: key.scopes,
    createdAt: key.createdAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    previousValidUntil: key.previousUntil?.toISOString() ?? null,
  }
}

async function keySubject(platform: Platform, id: string): Promise<Subject & { key: ApiKey }> {
  const key = await apiKeyById(platform.db, id)
  if (key === undefined) throw notFound()
  return { organizationId: key.organizationId, key }
}

export function apiKeyRoutes(platform: Platform): Route[] {
  return [
    route('listApiKeys', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject, query }) {
        const page = pageOf(query)
        const rows = await apiKeysOf(platform.db, { organizationId: subject.organization.id, q: query.q }, page)
        return toPage(rows, page, (row) => row.id, answer)
      },
    }),
    route('createApiKey', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject, body, ...origin }) {
        const { key, secret } = await createApiKey(platform, { organization: subject.organization, ...body }, origin)
        return { ...answer(key), apiKey: secret }
      },
    }),
    route('regenerateApiKey', {
      subject: ({ params }) => keySubject(platform, params.id),
      async handle({ subject, body, ...origin }) {
        const { key, secret } = await regenerateApiKey(
          platform,
          { key: subject.key, graceSeconds: body?.graceSeconds },
          origin,
        )
        return { ...answer(key), apiKey: secret }
      },
    }),
    route('revokeApiKey', {
      subject: ({ params }) => keySubject(platform, params.id),
      async handle({ subject, ...origin }) {
        await revokeKey(platform, subject.key, origin)
        return undefined
      },
    }),
  ]
}
