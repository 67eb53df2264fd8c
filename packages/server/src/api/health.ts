import type { FastifyInstance, FastifyRequest } from 'fastify'
import { identifyCaller } from '../actions/identify-caller.ts'
import type { Platform } from '../actions/platform.ts'
import { pingDatabase } from '../store/ping-database.ts'
import { credentialsOf } from './credentials.ts'

/** What readiness tells besides the database: the demo's progress, missing isolation, and what else a part reports. */
export type Report = () => Record<string, unknown> | Promise<Record<string, unknown>>

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

function isLocal(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  const loopback = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
  return loopback && forwarding.every((name) => request.headers[name] === undefined)
}

/** Liveness, readiness and figures of the control plane's port. */
export function registerHealth(app: FastifyInstance, platform: Platform, report: Report): void {
  app.get('/healthz', (_request, reply) => reply.type('application/json').send('{"status":"ok"}'))
  app.get('/readyz', async (_request, reply) => {
    const database = await pingDatabase(platform.db).then(
      () => 'up',
      () => 'down',
    )
    const ready = database === 'up'
    reply.status(ready ? 200 : 503).type('application/json')
    return JSON.stringify({ status: ready ? 'ready' : 'not ready', database, ...(await report()) })
  })
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request)) {
      const caller = await identifyCaller(platform, credentialsOf(request.headers))
      if (caller.kind !== 'person' || caller.platformRole !== 'operator') return reply.callNotFound()
    }
    return reply.type(platform.metrics.contentType).send(await platform.metrics.metrics())
  })
}
