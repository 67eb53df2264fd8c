import { setTimeout as delay } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Treatment, treat } from './core/mood.ts'
import { mask, shown } from './core/request-log.ts'
import type { Simulation } from './core/simulation.ts'
import { Refusal } from './lib/refusal.ts'

const MAX_BODY = 5 * 1024 * 1024

/** The switches, the pages and the identity provider answer in every mood. */
const isPlain = (url: string) =>
  /^\/(_sim|_page|oidc|desk|switches)(\/|\?|$)/.test(url) || /^\/(\?|$)/.test(url) || url === '/favicon.ico'

/** A server of one variant: bodies, errors, mood and log; the routes come from the variant. */
export function createApp(simulation: Simulation): FastifyInstance {
  const app = fastify({ forceCloseConnections: true, bodyLimit: MAX_BODY })
  const treatments = new WeakMap<FastifyRequest, Treatment>()

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch {
      done(new Refusal(400, 'json_invalid', 'The request body is not JSON'), undefined)
    }
  })

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500)
    const code = error instanceof Refusal ? error.code : 'internal'
    if (status >= 500 && !(error instanceof Refusal)) console.error(error)
    reply.code(status).send({ httpStatus: status, code, message: error.message })
  })
  app.setNotFoundHandler((request, reply) => {
    const message = `There is no ${request.method} ${request.url}`
    reply.code(404).send({ httpStatus: 404, code: 'not_found', message })
  })

  app.addHook('onRequest', async (request, reply) => {
    if (isPlain(request.url)) return
    const { treatment, next } = treat(simulation.mood, simulation.chance())
    simulation.mood = next
    treatments.set(request, treatment)
    if (treatment === 'cut') {
      logIncoming(simulation, request, null, null, 0)
      reply.hijack()
      request.raw.socket.destroy()
      return
    }
    if (simulation.mood.latencyMs > 0) await delay(simulation.mood.latencyMs)
    if (treatment === 'fail')
      return reply.code(503).send({ httpStatus: 503, code: 'unavailable', message: 'Try again later' })
    if (treatment === 'nonsense') return reply.type('text/html').send('<html><body>Scheduled maintenance</body></html>')
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (isPlain(request.url)) return
    const answer = typeof payload === 'string' ? shown(payload) : null
    logIncoming(simulation, request, reply.statusCode, answer, reply.elapsedTime)
    if (treatments.get(request) === 'lose') request.raw.socket.destroy()
  })
  return app
}

function logIncoming(
  simulation: Simulation,
  request: FastifyRequest,
  status: number | null,
  answer: unknown,
  durationMs: number,
): void {
  simulation.log.add({
    at: new Date(simulation.clock()).toISOString(),
    direction: 'in',
    from: request.ip,
    method: request.method,
    url: `http://${request.headers.host ?? 'localhost'}${request.url}`,
    requestBody: mask(request.body ?? null),
    status,
    answer,
    durationMs: Math.round(durationMs),
  })
}
