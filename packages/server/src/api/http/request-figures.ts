import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { figure } from '../../domain/platform/figures.ts'
import { createQuickHistogram } from '../../lib/figures/quick-histogram.ts'
import { createTally } from '../../lib/figures/tally.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Counts the requests of the control plane by method and class of the answer, and how long they took. */
export function countRequests(app: FastifyInstance, metrics: Registry): void {
  const requests = createTally(metrics, figure('mkt_api_requests_total'))
  const seconds = createQuickHistogram(metrics, figure('mkt_api_request_seconds'))
  app.addHook('onResponse', async (request, reply) => {
    const outcome = `${Math.floor(reply.statusCode / 100)}xx`
    requests.add([METHODS.has(request.method) ? request.method : 'other', outcome])
    seconds.observe(outcome, reply.elapsedTime / 1000)
  })
}
