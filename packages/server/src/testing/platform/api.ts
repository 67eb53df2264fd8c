import type { PlatformRole, Role } from '@mkt/contract/api'
import { type Client, createClient } from '@mkt/contract/client'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { createApiKey } from '../../actions/accounts/create-api-key.ts'
import { byPlatform } from '../../actions/platform/origin.ts'
import { createApiServer } from '../../api/http/server.ts'
import { allRoutes } from '../../api/routes.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import {
  findOrganization,
  insertMember,
  insertOrganization,
  type Organization,
} from '../../store/accounts/organizations.ts'
import { insertPerson } from '../../store/accounts/people.ts'
import { insertSession } from '../../store/accounts/sessions.ts'
import { atEnd } from '../run/at-end.ts'
import { undeclaredAnswer } from './declared-answers.ts'
import { newId } from './new-id.ts'
import { type TestPlatform, testPlatform } from './platform.ts'

export interface TestApi extends TestPlatform {
  app: FastifyInstance
  /** A client that carries this Authorization header, or none. */
  as(authorization?: string): Client
  organization(name: string): Promise<Organization>
  /** Makes a person with a session; returns the Authorization header. */
  person(options?: {
    role?: Role
    organization?: Organization
    platformRole?: PlatformRole
  }): Promise<{ id: string; email: string; authorization: string }>
  /** Makes another session of a person; returns the Authorization header. */
  session(personId: string): Promise<string>
  /** Makes an API key; returns the Authorization header. */
  key(
    organization: Organization,
    scopes: ('publish' | 'manage')[],
  ): Promise<{ id: string; clientId: string; secret: string; authorization: string }>
}

/** Bytes stay bytes. */
function payloadOf(body: unknown): string | Buffer {
  return body instanceof Uint8Array ? Buffer.from(body) : (body as string)
}

/** The publishing interface over a fresh database, answered in memory without a port. */
export async function testApi(): Promise<TestApi> {
  const test = await testPlatform()
  const { platform } = test
  const app = await createApiServer(platform, allRoutes(platform), {
    version: 'test',
    trustedProxies: [],
    anyOwnHost: false,
    requestsPerMinute: 1_000_000,
  })
  watchAnswers(app)
  atEnd(() => app.close())
  let people = 0
  const send: typeof fetch = async (input, init = {}) => {
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: String(input).replace('http://test', ''),
      headers: init.headers as Record<string, string>,
      ...(init.body === undefined || init.body === null ? {} : { payload: payloadOf(init.body) }),
    })
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    })
  }
  const session = async (personId: string) => {
    const now = platform.clock.now()
    const token = newToken('mse', platform.random)
    await insertSession(platform.db, {
      id: newId('ses', now),
      tokenHash: hashToken(token),
      personId,
      apiKeyId: null,
      address: null,
      userAgent: null,
      now,
      expiresAt: new Date(now.getTime() + 365 * 86_400_000),
    })
    return `Bearer ${token}`
  }
  return {
    ...test,
    app,
    as: (authorization) => createClient({ baseUrl: 'http://test', fetch: send, authorization: () => authorization }),
    async organization(name) {
      const now = platform.clock.now()
      await insertOrganization(platform.db, { id: newId('org', now), name, title: name, now })
      return (await findOrganization(platform.db, name)) as Organization
    },
    async person({ role, organization, platformRole } = {}) {
      const now = platform.clock.now()
      const id = newId('per', now)
      people += 1
      const email = `person${people}@example.test`
      await insertPerson(platform.db, {
        id,
        email,
        name: `Person ${people}`,
        passwordHash: null,
        platformRole: platformRole ?? null,
        now,
      })
      if (role !== undefined && organization !== undefined)
        await insertMember(platform.db, { organizationId: organization.id, personId: id, role, now })
      return { id, email, authorization: await session(id) }
    },
    session,
    async key(organization, scopes) {
      const { key, secret } = await createApiKey(platform, { organization, name: 'test', scopes }, byPlatform)
      return {
        id: key.id,
        clientId: key.clientId,
        secret,
        authorization: `Basic ${Buffer.from(`${key.clientId}:${secret}`).toString('base64')}`,
      }
    },
  }
}

/** Every suite that asks the interface also holds that operations answer with nothing but the codes they declare. */
function watchAnswers(app: FastifyInstance): void {
  const undeclared = new Set<string>()
  const inject = app.inject.bind(app) as (request: InjectOptions) => Promise<LightMyRequestResponse>
  app.inject = (async (asked: InjectOptions | string) => {
    const request = typeof asked === 'string' ? { method: 'GET' as const, url: asked } : asked
    const answer = await inject(request)
    const { method = 'GET', url = '' } = request
    const found = undeclaredAnswer({ method, url: String(url), status: answer.statusCode, body: answer.payload })
    if (found !== undefined) undeclared.add(found)
    return answer
  }) as typeof app.inject
  atEnd(() => expect([...undeclared]).toEqual([]))
}
