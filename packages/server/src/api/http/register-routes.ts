import { access, mayBeQuarantined, type Operation } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Decision, decideAccess } from '../../domain/accounts/access.ts'
import { type Caller, nobody } from '../../domain/accounts/caller.ts'
import { guarded } from '../../lib/guarded.ts'
import { headerValue } from '../../lib/http/header-value.ts'
import type { Log } from '../../lib/log.ts'
import { askAs } from '../../store/database/ask-as.ts'
import { answerText } from './answer-text.ts'
import type { Answers, Idempotency } from './idempotency.ts'
import { addLargeBodyTurns } from './large-bodies.ts'
import { leftOutOf } from './left-out.ts'
import { recallAnswer } from './recall-answer.ts'
import { refuseStale, refuseTool, refuseWithheld } from './refuse-stale.ts'
import { RawAnswer, type Route } from './route.ts'
import { abortWhenGone, endWithCredential } from './stream-life.ts'
import type { StreamShares } from './stream-shares.ts'
import { parsePart } from './validation.ts'

export interface RouteParts {
  identify(request: FastifyRequest, reply: FastifyReply): Promise<Caller>
  /** Whose share of the database a request takes from. */
  partyOf(request: FastifyRequest): string
  /** Whether this `origin` header is the console's own. */
  isOwnOrigin(origin: string | undefined, host: string | undefined): boolean
  idempotency: Idempotency
  log: Log
  /** Throws where this platform is a copy that changes nothing. */
  refuseInQuarantine(): void
  now(): Date
  streamShares: StreamShares
  /** Who asks by now, without using the session. */
  look(request: FastifyRequest): Promise<Caller>
  lookMs?: number | undefined
  /** Calls back when sessions of the caller ended; returns how to stop that. */
  onSessionsEnded(caller: Caller, look: () => void): () => void
}

function refuse(decision: Decision): void {
  if (decision === 'allowed') return
  if (decision === 'sign-in') {
    const headers = { 'www-authenticate': 'Bearer realm="mkt", Basic realm="mkt"' }
    throw new Failure('credentials_missing', 'This needs a session, a token or an API key. Sign in and try again.', {
      headers,
    })
  }
  if (decision === 'forbidden') {
    throw new Failure(
      'forbidden',
      'Your role or the scope of this key does not allow this. Ask an owner or admin of the organization.',
    )
  }
  throw new Failure('not_found', 'Nothing with this id exists, or you may not see it. Check the id.')
}

function refuseForeignSite(caller: Caller, request: FastifyRequest, parts: RouteParts): void {
  if (caller.kind !== 'person' || !caller.byCookie) return
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (parts.isOwnOrigin(request.headers.origin, request.headers.host)) return
  throw new Failure(
    'origin_refused',
    'A request with the session cookie must come from the console itself: its `origin` is missing or another one.',
  )
}

const isJson = (type: string) => /^application\/(.+\+)?json$/.test(type)

/** The body as the operation takes it: validated JSON, or bytes of one of its content types. */
function bodyOf(operation: Operation, request: FastifyRequest): unknown {
  const body = request.body === '' ? undefined : request.body
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const taken = operation.bytes?.contentTypes
  if (taken === undefined ? body !== undefined && !isJson(type) : !taken.includes(type))
    throw new Failure(
      'media_type_unsupported',
      `Send the body as ${taken?.join(', ') ?? 'application/json'}${type === '' ? '.' : `, not as ${type}.`}`,
    )
  if (taken === undefined) return parsePart(operation.body, body, '')
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

async function answer(
  route: Route,
  routes: readonly Route[],
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  parts: RouteParts,
  streams: Set<AbortController>,
): Promise<unknown> {
  const { operation, handler } = route
  const rule = access[route.id]
  // No id and no name holds a NUL, and the database cannot even be asked about one.
  if (Object.values(request.params as Record<string, string>).some((value) => value.includes('\0'))) refuse('hidden')
  refuseForeignSite(caller, request, parts)
  const isStream = operation.answer.contentType === 'text/event-stream'
  const stream = abortWhenGone(reply, isStream ? streams : undefined)
  const asked = {
    params: parsePart(operation.params, request.params, '/params') as never,
    caller,
    requestId: request.id,
    idempotencyKey: null,
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    ifMatch: (request.headers['if-match'] ?? null) as never,
    headers: request.headers,
    signal: stream.signal,
    setHeader: (name: string, value: string) => {
      reply.header(name, headerValue(value))
    },
  }
  const subject = await handler.subject(asked)
  const decision = decideAccess(rule, caller, subject)
  if (decision !== 'allowed') refuseWithheld(rule, caller, subject)
  refuse(decision)
  if (mayBeQuarantined(route.id)) parts.refuseInQuarantine()
  refuseTool(rule, operation, caller)
  refuseStale(operation, caller, parts.now())
  const query = parsePart(operation.query, request.query ?? {}, '/query') as never
  if (isStream) {
    // Nobody is left to hear it, or the platform stops: what ends a stream has been, and would not come again.
    if (stream.signal.aborted) {
      request.raw.destroy()
      return reply.hijack()
    }
    const free = parts.streamShares.take(caller)
    stream.signal.addEventListener(
      'abort',
      guarded(() => {}, free),
      { once: true },
    )
    const mayStillHear = async () => decideAccess(rule, await parts.look(request), subject) === 'allowed'
    const onEnded = (look: () => void) => parts.onSessionsEnded(caller, look)
    endWithCredential(stream, mayStillHear, onEnded, parts.lookMs)
  }
  const body = bodyOf(operation, request) as never
  const answers: Answers = {
    run: async (idempotencyKey) => handler.handle({ ...asked, idempotencyKey, query, body, subject }),
    recall: (effect) => recallAnswer(routes, operation, effect, asked),
  }
  const once = operation.method === 'POST'
  const result = await (once ? parts.idempotency.once(route, request, reply, caller, answers) : answers.run(null))
  reply.status(operation.answer.status)
  if (result instanceof RawAnswer) return reply.type(result.contentType).send(result.body)
  if (operation.answer.schema === undefined) return reply.send()
  const leftOut = leftOutOf(parts.log, { operation: route.id, requestId: request.id })
  return reply.type('application/json').send(answerText(operation.answer.schema, result, leftOut))
}

/** Registers every operation with its validation and access. */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], parts: RouteParts): void {
  const streams = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.abort()
  })
  const callers = new WeakMap<FastifyRequest, Caller>()
  const takeBodyTurn = addLargeBodyTurns(app)
  for (const route of routes) {
    const { method, path, bytes, bodyBytes } = route.operation
    const rule = access[route.id]
    // Operations open to anyone do not look at credentials, so that a stale one never stands in the way of signing in.
    const isOpen = rule.anyone === true
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: isOpen ? limits.openBody.value : (bytes?.limit ?? bodyBytes ?? limits.apiBody.value),
      config: { operation: route },
      // Before the body: of a stranger none is read.
      onRequest: async (request, reply) => {
        if (isOpen) return
        const caller = await askAs(parts.partyOf(request), () => parts.identify(request, reply))
        if (caller.kind === 'nobody') refuse(decideAccess(rule, caller, { organizationId: null }))
        callers.set(request, caller)
        await takeBodyTurn(request, parts.partyOf(request))
      },
      handler: (request, reply) => {
        const caller = callers.get(request) ?? nobody
        return askAs(parts.partyOf(request), () => answer(route, routes, request, reply, caller, parts, streams))
      },
    })
  }
}
