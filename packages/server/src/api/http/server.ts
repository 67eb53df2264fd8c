import helmet from '@fastify/helmet'
import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { identifyCaller } from '../../actions/accounts/identify-caller.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { actorOf } from '../../domain/accounts/caller.ts'
import type { Clock } from '../../lib/clock.ts'
import { guarded } from '../../lib/guarded.ts'
import { answerUnknownFirst } from '../../lib/http/answer-unknown.ts'
import { addBodyDeadline } from '../../lib/http/body-deadline.ts'
import { endUntaken } from '../../lib/http/end-untaken.ts'
import { readOn } from '../../lib/http/read-on.ts'
import { refuseMalformed } from '../../lib/http/refuse-connection.ts'
import { isDeeper } from '../../lib/json/is-deeper.ts'
import { limitConnections, shareOfConnections } from '../../lib/sharing/connection-shares.ts'
import { createLateAnswers, type LateAnswers } from '../../lib/sharing/late-answers.ts'
import { judgeAddress } from '../../outbound/address/allowed-address.ts'
import { apiDescription } from './api-description.ts'
import { compressKept } from './compress-kept.ts'
import { credentialsOf } from './credentials.ts'
import { answerLateElsewhere } from './elsewhere.ts'
import { createIdempotency } from './idempotency.ts'
import { notFoundHandler } from './not-found.ts'
import { type ProblemPage, problemHandler } from './problems.ts'
import { registerRoutes } from './register-routes.ts'
import { countRequests } from './request-figures.ts'
import { createRequestLimits } from './request-limits.ts'
import type { Route } from './route.ts'
import { createStreamShares } from './stream-shares.ts'

const PREFIX = '/api/v1'
/** A manifest has 64 levels at most, and stands inside a body. */
const DEEPEST = 100

export interface ApiOptions {
  version: string
  trustedProxies: readonly string[]
  /** Requests a minute for one caller, and for one address without a verified credential. */
  requestsPerMinute?: number
  /** How often streams look whether they may go on, and how long a body may take; for tests. */
  streamLookMs?: number
  bodyMs?: number
  /** Holds back answers outside the API; at the usual rate where it is not given. */
  elsewhere?: LateAnswers
  /** On a laptop the console may be opened by any name of this machine; elsewhere only by its public address. */
  anyOwnHost: boolean
  /** What a browser is shown where a page was refused or is not there; without it, the problem as JSON. */
  problemPage?: ProblemPage
}

const lateElsewhere = (clock: Clock) =>
  createLateAnswers({ max: limits.otherRequests.value, windowMs: 60_000, lateMs: 1_000, held: 1_000 }, clock)

const refuseSchema = (): never => {
  throw new Error('Operations check what they are given by the contract, not by a schema of the route.')
}
/** The compilers that Fastify would bring for schemas of routes are a hundred modules that every start would read. */
const noCompilers = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

/** The control plane: everything under `/api/v1`, with request ids, problem answers, limits and security headers. */
export async function createApiServer(
  platform: Platform,
  routes: readonly Route[],
  options: ApiOptions,
): Promise<FastifyInstance> {
  const failed = (error: unknown) => platform.log.error({ err: error }, 'the port of the API failed')
  const onError = problemHandler(platform.log, options.problemPage)
  const app = Fastify({
    genReqId: () => `req_${platform.random.bytes(12).toString('hex')}`,
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],
    bodyLimit: limits.apiBody.value,
    forceCloseConnections: 'idle',
    // Layers of images come on this port too, over slow lines; headers alone have a minute.
    requestTimeout: 3_600_000,
    http: { headersTimeout: 60_000 },
    clientErrorHandler: guarded(failed, refuseMalformed),
    // An address that cannot be read reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      onError(error, request, reply.header('x-request-id', request.id))
    },
    routerOptions: { maxParamLength: 300 },
    schemaController: { compilersFactory: noCompilers },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  countRequests(app, platform.metrics)
  answerLateElsewhere(app, PREFIX, options.elsewhere ?? lateElsewhere(platform.clock))
  endUntaken(app.server, limits.answerStall.value, failed)
  app.addHook('onListen', async () => {
    // A connection that cannot be accepted (no descriptors left) is one connection; the port goes on.
    app.server.on('error', failed)
  })
  const isShared = (address: string) => judgeAddress(address, 0, options.trustedProxies) === 'allowed'
  limitConnections(app.server, { ...shareOfConnections(1 / 4), isShared }, failed)
  app.addHook('onSend', async (request, reply) => {
    if (request.raw.complete) return
    reply.removeHeader('connection')
    readOn(reply.raw)
  })
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    hsts: platform.addresses.publicUrl.startsWith('https:'),
  })
  answerUnknownFirst(app)
  // The registry has its own, because layers may come over slow lines.
  const of = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith('/v2') !== true
  addBodyDeadline(app, failed, { bodyMs: options.bodyMs, of })
  app.setErrorHandler(onError)
  const declared = routes.map((route) => route.operation)
  app.setNotFoundHandler(notFoundHandler(declared, PREFIX, options.problemPage))
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(/^application\/(.+\+)?json/, { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    try {
      if (isDeeper(bytes as Buffer, DEEPEST))
        throw new Failure('body_malformed', `The body is nested deeper than ${DEEPEST} levels.`)
      done(null, JSON.parse(bytes.toString()))
    } catch (error) {
      done(error as Error, undefined)
    }
  })
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  await app.register(
    async (api) => {
      const requestLimits = createRequestLimits(options.requestsPerMinute ?? limits.apiRequests.value, platform.clock)
      api.addHook('onRequest', async (request, reply) => requestLimits.count(request, reply))
      api.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      })
      // Bytes that all answers share: one that nobody takes holds no copy.
      let document: Buffer | undefined
      api.get('/openapi.json', { onSend: compressKept() }, async (_request, reply) => {
        const description = await apiDescription(options.version)
        document ??= Buffer.from(description)
        return reply.header('cache-control', 'no-cache').type('application/json').send(document)
      })
      registerRoutes(api, routes, {
        identify: async (request, reply) => {
          try {
            const caller = await identifyCaller(platform, credentialsOf(request.headers), {
              extend: true,
              address: request.ip,
            })
            requestLimits.verified(request, reply, caller)
            return caller
          } catch (error) {
            if (error instanceof Failure && error.code === 'credentials_wrong') requestLimits.refused(request)
            throw error
          }
        },
        partyOf: requestLimits.partyOf,
        isOwnOrigin: (origin, host) =>
          origin === platform.addresses.publicUrl ||
          (options.anyOwnHost && origin !== undefined && origin === `http://${host}`),
        idempotency: createIdempotency(platform),
        log: platform.log,
        refuseInQuarantine: () => platform.quarantine.refuse(),
        now: () => platform.clock.now(),
        streamShares: createStreamShares(),
        look: (request) => identifyCaller(platform, credentialsOf(request.headers), { extend: false }),
        lookMs: options.streamLookMs,
        onSessionsEnded: (caller, look) =>
          platform.changes.subscribe('session', (id) => {
            if (id === actorOf(caller).id) look()
          }),
      })
    },
    { prefix: PREFIX },
  )
  return app
}
