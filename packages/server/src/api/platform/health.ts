import type { FastifyInstance } from 'fastify'
import { figuresRequest, mayReadFigures } from '../../actions/accounts/may-read-figures.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { createReadiness, type ReadinessWatch } from '../../actions/platform/readiness.ts'
import { engineFact } from '../../store/deployment/engine-facts.ts'

/** What readiness tells besides the database: the demo's progress, missing isolation, and what else a part reports. */
export type Report = () => Record<string, unknown> | Promise<Record<string, unknown>>

/** Liveness, readiness and figures of the control plane's port. */
export function registerHealth(
  app: FastifyInstance,
  platform: Platform,
  report: Report,
  readiness: ReadinessWatch = createReadiness(platform),
): void {
  app.get('/healthz', (_request, reply) => reply.type('application/json').send('{"status":"ok"}'))
  app.get('/readyz', async (_request, reply) => {
    const { status, body } = await readiness.of('api')
    // A process that runs no applications tells what the workers found out about their engine.
    const engine = body.database === 'up' ? await engineFact(platform.db).catch(() => undefined) : undefined
    reply.status(status).type('application/json')
    return JSON.stringify({ ...body, engine, ...(await report()) })
  })
  app.get('/metrics', async (request, reply) => {
    if (!(await mayReadFigures(platform, figuresRequest(request.raw)))) return reply.callNotFound()
    return reply.type(platform.metrics.contentType).send(await platform.metrics.metrics())
  })
}
