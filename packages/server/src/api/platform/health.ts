import type { FastifyInstance } from 'fastify'
import { figuresRequest, mayReadFigures } from '../../actions/accounts/may-read-figures.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { pingDatabase } from '../../store/database/ping-database.ts'
import { engineFact } from '../../store/deployment/engine-facts.ts'

/** What readiness tells besides the database: the demo's progress, missing isolation, and what else a part reports. */
export type Report = () => Record<string, unknown> | Promise<Record<string, unknown>>

/** Liveness, readiness and figures of the control plane's port. */
export function registerHealth(
  app: FastifyInstance,
  platform: Platform,
  report: Report,
  isEnding: () => boolean = () => false,
): void {
  app.get('/healthz', (_request, reply) => reply.type('application/json').send('{"status":"ok"}'))
  app.get('/readyz', async (_request, reply) => {
    const database = await pingDatabase(platform.db).then(
      () => 'up',
      () => 'down',
    )
    const ending = isEnding()
    const ready = database === 'up' && !ending
    // A process that runs no applications itself tells what those that do have found out.
    const engine = database === 'up' ? await engineFact(platform.db) : undefined
    reply.status(ready ? 200 : 503).type('application/json')
    return JSON.stringify({
      status: ready ? 'ready' : 'not ready',
      database,
      ...(ending ? { ending } : {}),
      engine,
      ...(await report()),
    })
  })
  app.get('/metrics', async (request, reply) => {
    if (!(await mayReadFigures(platform, figuresRequest(request.raw)))) return reply.callNotFound()
    return reply.type(platform.metrics.contentType).send(await platform.metrics.metrics())
  })
}
