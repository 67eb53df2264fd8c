import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { storageRefusal } from '../actions/image/tell-storage.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { defaultQuota, type Quota } from '../domain/image/quota.ts'
import { addBodyDeadline, type BodyDeadline } from '../lib/http/body-deadline.ts'
import { headerValue } from '../lib/http/header-value.ts'
import { addressKey } from '../lib/sharing/address-party.ts'
import { QueueFull } from '../lib/sharing/fair-queue.ts'
import { askAs } from '../store/database/ask-as.ts'
import { isDatabaseAway } from '../store/database/database-away.ts'
import { isUnstorableText } from '../store/database/unstorable-text.ts'
import { storageFailure, storageWords } from '../store/image/storage-failure.ts'
import { isListingGone } from '../store/listing/listing-gone.ts'
import { authorize, identify, requireScope } from './authorize.ts'
import { deleteBlob, getBlob } from './blobs.ts'
import { listReferrers, listRepositories, listTags } from './lists.ts'
import { deleteManifest, getManifest, putManifest } from './manifests.ts'
import { parsePath, type RegistryPath } from './parse-path.ts'
import type { Exchange } from './receive-chunk.ts'
import { listingGone, RegistryError } from './registry-error.ts'
import { createRegistryTurns, type RegistryTurns } from './registry-turns.ts'
import { giveToken } from './token.ts'
import { beginUpload, cancelUpload, continueUpload, endUpload, uploadStatus } from './uploads.ts'

type Step = (exchange: Exchange) => Promise<FastifyReply>
type Steps = Partial<Record<string, { action: 'pull' | 'push'; step: Step }>>

const pull = (step: Step) => ({ action: 'pull' as const, step })
const push = (step: Step) => ({ action: 'push' as const, step })

/** What each method does with what a path names, and which right it needs. */
function stepsOf(path: Exclude<RegistryPath, { kind: 'root' | 'token' | 'catalog' }>): Steps {
  switch (path.kind) {
    case 'tags':
      return { GET: pull(listTags) }
    case 'referrers':
      return { GET: pull((exchange) => listReferrers(exchange, path.digest)) }
    case 'manifest': {
      const get = pull((exchange) => getManifest(exchange, path.reference))
      return {
        GET: get,
        HEAD: get,
        PUT: push((exchange) => putManifest(exchange, path.reference)),
        DELETE: push((exchange) => deleteManifest(exchange, path.reference)),
      }
    }
    case 'blob': {
      const get = pull((exchange) => getBlob(exchange, path.digest))
      return { GET: get, HEAD: get, DELETE: push((exchange) => deleteBlob(exchange, path.digest)) }
    }
    case 'uploads':
      return { POST: push(beginUpload) }
    case 'upload':
      return {
        GET: push((exchange) => uploadStatus(exchange, path.upload)),
        PATCH: push((exchange) => continueUpload(exchange, path.upload)),
        PUT: push((exchange) => endUpload(exchange, path.upload)),
        DELETE: push((exchange) => cancelUpload(exchange, path.upload)),
      }
  }
}

const urlOf = ({ raw }: FastifyRequest) => new URL(raw.url ?? '/', 'http://registry')
const isUpload = (request: FastifyRequest) => /\/blobs\/uploads(\/|$)/.test(urlOf(request).pathname)

interface Parts {
  platform: Platform
  quota: Quota
  turns: RegistryTurns
}

async function answer(
  { platform, quota, turns }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const url = urlOf(request)
  const path = parsePath(url.pathname)
  if (path.kind === 'token') {
    if (request.method !== 'GET') throw unsupported(request)
    return giveToken(platform, turns, request, reply, url.searchParams)
  }
  if (path.kind === 'root' || path.kind === 'catalog') {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw unsupported(request)
    const { caller, access } = await identify(platform, request)
    await turns.wait(request, caller)
    if (path.kind === 'catalog') {
      requireScope(platform, request, access, { type: 'registry', name: 'catalog', action: '*' })
      return listRepositories(platform, caller, url.searchParams, reply)
    }
    return reply.type('application/json').send('{}')
  }
  const found = stepsOf(path)[request.method]
  if (found === undefined) throw unsupported(request)
  const { listing, caller } = await authorize(platform, request, path.name, found.action)
  await turns.wait(request, caller, listing.organizationId)
  if (found.action === 'push') refuseInQuarantine(platform)
  const origin = { caller, requestId: request.id, address: request.ip, idempotencyKey: null }
  try {
    const exchange = { platform, quota, request, reply, query: url.searchParams, listing, origin }
    return await askAs(listing.organizationId, () => found.step(exchange))
  } catch (error) {
    throw isListingGone(error) ? listingGone(path.name) : error
  }
}

function refuseInQuarantine({ quarantine }: Platform): void {
  if (quarantine.active)
    throw new RegistryError(
      'DENIED',
      'This platform is a copy in quarantine and takes no images. Push to the original.',
    )
}

function unsupported(request: FastifyRequest): RegistryError {
  return new RegistryError('UNSUPPORTED', `${request.method} cannot be done here.`)
}

function errorOf(error: unknown): RegistryError | undefined {
  if (error instanceof RegistryError) return error
  if (isDatabaseAway(error))
    return new RegistryError('UNKNOWN', 'The database does not answer. Try again in a moment.', {
      status: 503,
      headers: { 'retry-after': '5' },
    })
  if (error instanceof QueueFull)
    return new RegistryError('TOOMANYREQUESTS', 'Too many manifests of this organization wait already.', {
      headers: { 'retry-after': '5' },
    })
  if (isUnstorableText(error))
    return new RegistryError('UNSUPPORTED', 'A text holds a NUL character or half of one. Remove it.', { status: 400 })
  const refusal = storageRefusal(error)
  if (refusal === undefined) return undefined
  const { status, headers } = refusal
  return new RegistryError('UNKNOWN', refusal.message, { status, headers })
}

/** The image registry, by the OCI Distribution protocol, below `/v2/`. Bodies are streamed, never held. */
export async function registerRegistry(
  app: FastifyInstance,
  platform: Platform,
  quota: Quota = defaultQuota,
  deadline: Pick<BodyDeadline, 'bodyMs'> = {},
  turns: RegistryTurns = createRegistryTurns(platform.clock),
): Promise<void> {
  const failed = (error: unknown) => platform.log.error({ err: error }, 'the deadline of a registry request failed')
  await app.register(async (scope) => {
    // Layers may come over slow lines; a manifest is small, and held in memory until it is whole.
    addBodyDeadline(scope, failed, { ...deadline, of: (request) => !isUpload(request) })
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.setErrorHandler((error, request, reply) => {
      const gone = request.raw.destroyed && !request.raw.complete
      const known = errorOf(error)
      const failure = storageFailure(error)
      if (failure !== undefined)
        platform.log.error({ err: error, requestId: request.id }, `The image storage ${storageWords[failure]}`)
      if (known === undefined && !gone)
        platform.log.error(
          { err: error, requestId: request.id, method: request.method },
          'a registry request failed by a bug',
        )
      const refusal =
        known ?? new RegistryError('UNKNOWN', `This is our fault. Report it with the request id ${request.id}.`)
      for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, headerValue(value))
      return reply.status(refusal.status).type('application/json').send(refusal.body())
    })
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('docker-distribution-api-version', 'registry/2.0')
    })
    const method = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
    for (const url of ['/v2', '/v2/*'])
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        handler: (request, reply) =>
          askAs(addressKey(request.ip), () => answer({ platform, quota, turns }, request, reply)),
      })
  })
}
