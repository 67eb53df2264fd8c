import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { scimUrl } from '../actions/identity/manage-scim.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { ScimRefusal } from '../domain/identity/scim-refusal.ts'
import { addBodyTurns } from '../lib/http/body-turn.ts'
import { headerValue } from '../lib/http/header-value.ts'
import { addressKey } from '../lib/sharing/address-party.ts'
import { createFairQueue, QueueFull } from '../lib/sharing/fair-queue.ts'
import { askAs } from '../store/database/ask-as.ts'
import { isDatabaseAway } from '../store/database/database-away.ts'
import { isUnstorableText } from '../store/database/unstorable-text.ts'
import type { ScimRequest, Step } from './exchange.ts'
import { groupSteps } from './groups.ts'
import { createDirectories } from './identify-directory.ts'
import { discoveredOne, discovery } from './resources.ts'
import { userSteps } from './users.ts'

/** Bodies are held in memory until they are whole. */
const BODIES = { running: 16, waiting: 512, waitingPerParty: 64, waitMs: 10_000 }

/** Users and groups of the directories of organizations, by SCIM 2.0, below `/scim/v2/<organization>`. */
export async function registerScim(app: FastifyInstance, platform: Platform): Promise<void> {
  const directories = createDirectories(platform)
  const identified = new WeakMap<FastifyRequest, string>()
  const steps: Record<string, Step> = { ...userSteps(platform), ...groupSteps(platform) }
  for (const [name, answer] of Object.entries(discovery)) steps[`GET /${name}`] = async () => answer
  for (const kind of ['ResourceTypes', 'Schemas'] as const)
    steps[`GET /${kind}/:id`] = async ({ request }) => discoveredOne(kind, request.params.id)
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = refusalOf(error)
    if (known === undefined)
      platform.log.error(
        { err: error, requestId: request.id, method: request.method },
        'a SCIM request failed by a bug',
      )
    const refusal = known ?? new ScimRefusal(500, `This is our fault. Report it with ${request.id}.`)
    for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, headerValue(value))
    return reply.status(refusal.status).type('application/scim+json').send(JSON.stringify(refusal.body()))
  }
  const unknown = new ScimRefusal(
    404,
    'There is no such resource. /scim/v2/<organization>/ResourceTypes lists what there is.',
  )
  const addResources = async (scope: FastifyInstance) => {
    const bodies = createFairQueue({ ...BODIES, runningPerParty: limits.scimBodies.value })
    const takeBodyTurn = addBodyTurns(scope, bodies)
    for (const [route, step] of Object.entries(steps)) {
      const [method = '', url = ''] = route.split(' ')
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        bodyLimit: limits.scimBody.value,
        // Before the body is read: only a directory may send a large one.
        onRequest: async (asked) => {
          const organizationId = await askAs(addressKey(asked.ip), () => directories.identify(asked as ScimRequest))
          identified.set(asked, organizationId)
          await takeBodyTurn(asked, organizationId)
        },
        handler: async (asked, reply) => {
          const request = asked as ScimRequest
          const organizationId = identified.get(asked)
          if (organizationId === undefined) throw new Error('A SCIM request came past its token')
          if (method !== 'GET') platform.quarantine.refuse()
          const origin = { requestId: request.id, address: request.ip, idempotencyKey: null }
          const exchange = {
            request,
            reply,
            organizationId,
            base: scimUrl(platform, organizationId),
            leftOut: ({ id, error }: { id: string; error: unknown }) =>
              platform.log.error(
                { err: error, id, requestId: request.id },
                'a list for a directory left out a row it cannot show',
              ),
            origin: { caller: { kind: 'nobody' as const }, ...origin },
          }
          const body = await askAs(organizationId, () => step(exchange))
          reply.header('cache-control', 'no-store')
          return body === undefined
            ? reply.status(204).send()
            : reply.type('application/scim+json').send(JSON.stringify(body))
        },
      })
    }
  }
  await app.register(
    async (scope) => {
      scope.setErrorHandler(refuse)
      scope.setNotFoundHandler((request, reply) => refuse(unknown, request, reply))
      await scope.register(addResources, { prefix: '/v2/:org' })
    },
    { prefix: '/scim' },
  )
}

function refusalOf(error: unknown): ScimRefusal | undefined {
  if (error instanceof ScimRefusal) return error
  if (isDatabaseAway(error))
    return new ScimRefusal(503, 'The database does not answer. Try again in a moment.', undefined, {
      'retry-after': '5',
    })
  if (isUnstorableText(error))
    return new ScimRefusal(400, 'A text holds a NUL character or half of one. Remove it.', 'invalidValue')
  if (error instanceof Failure) return new ScimRefusal(error.status, error.message, undefined, error.headers)
  if (error instanceof QueueFull)
    return new ScimRefusal(429, 'Too many requests wait already. Try again in a few seconds.', undefined, {
      'retry-after': '5',
    })
  const { statusCode } = error as { statusCode?: number }
  if (error instanceof SyntaxError || (statusCode !== undefined && statusCode >= 400 && statusCode < 500))
    return new ScimRefusal(
      statusCode ?? 400,
      'The body is no JSON, too large or of another content type.',
      'invalidSyntax',
    )
  return undefined
}
