import { Failure } from '@mkt/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { storageRefusal } from '../../actions/image/tell-storage.ts'
import { headerValue } from '../../lib/http/header-value.ts'
import type { Log } from '../../lib/log.ts'
import { QueueFull } from '../../lib/sharing/fair-queue.ts'
import { isDatabaseAway } from '../../store/database/database-away.ts'
import { isUnstorableText } from '../../store/database/unstorable-text.ts'

/** What Fastify itself refuses, in our words. */
function fromFastify(error: FastifyError): Failure | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Failure('body_too_large', 'The body is larger than this operation takes.')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Failure(
        'media_type_unsupported',
        'Send the body with a content type this operation takes, usually application/json.',
      )
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Failure('body_malformed', 'The body is not valid JSON.')
    case 'FST_ERR_BAD_URL':
      return new Failure('request_malformed', 'The URL cannot be decoded. Check its percent escapes.')
    default:
      if (error instanceof SyntaxError)
        return new Failure('body_malformed', `The body is not valid JSON: ${error.message}.`)
      if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
        return new Failure('request_malformed', 'The request could not be read.')
      }
      return undefined
  }
}

export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (isDatabaseAway(error)) {
    return new Failure(
      'database_unavailable',
      'The database does not answer. Nothing was changed; try again in a moment.',
      {
        headers: { 'retry-after': '5' },
      },
    )
  }
  const storage = storageRefusal(error)
  if (storage !== undefined) return storage
  if (error instanceof QueueFull) {
    return new Failure('rate_limited', 'Too many requests of this kind wait already. Try again in a few seconds.', {
      headers: { 'retry-after': '5' },
    })
  }
  if (isUnstorableText(error))
    return new Failure(
      'request_invalid',
      'A text holds a character that cannot be stored: NUL, or half of one. Remove it.',
      {
        problems: [{ pointer: '', rule: 'request.text.nul', message: 'Remove NUL characters and lone surrogates.' }],
      },
    )
  return fromFastify(error as FastifyError)
}

/** Sends a failure as a page for a person. The status is set already. */
export type ProblemPage = (reply: FastifyReply, failure: Failure, requestId: string) => FastifyReply

/** Answers every failure as problem+json, or as a page where a browser asks for one. A bug is logged once, here, and answered with nothing but its request id. */
export function problemHandler(log: Log, page?: ProblemPage) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = failureOf(error)
    if (known?.code === 'storage_full' || known?.code === 'storage_unavailable')
      log.error({ err: known.cause, requestId: request.id }, known.message)
    if (known === undefined)
      log.error(
        { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url },
        'a request failed by a bug',
      )
    const failure = known ?? new Failure('internal', `This is our fault. Report it with the request id ${request.id}.`)
    return sendProblem(reply, failure, request.id, page)
  }
}

const isBrowser = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-site'] !== undefined || headers['user-agent']?.startsWith('Mozilla/') === true

/**
 * Where Basic is offered, a browser asks for a password by itself, above the page, and then sends it with every request to this
 * origin, also with those that a page of another site begins.
 */
const withoutPrompt = (challenge: string) => challenge.replace(/, Basic .*$/, '')

/** What answers programs: refusals are problem+json there, also for browsers. */
const forPrograms = /^\/(api|v2|scim)(\/|$)/

const wantsPage = ({ method, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true

export function sendProblem(
  reply: FastifyReply,
  failure: Failure,
  requestId: string,
  page?: ProblemPage,
): FastifyReply {
  for (const [name, value] of Object.entries(failure.headers)) reply.header(name, headerValue(value))
  const challenge = failure.headers['www-authenticate']
  if (challenge !== undefined && isBrowser(reply.request)) reply.header('www-authenticate', withoutPrompt(challenge))
  reply.status(failure.status)
  if (page !== undefined && !forPrograms.test(reply.request.url)) {
    reply.header('vary', 'accept')
    if (wantsPage(reply.request)) return page(reply, failure, requestId)
  }
  return reply.type('application/problem+json').send(JSON.stringify(failure.body(requestId)))
}
