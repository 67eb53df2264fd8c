import { limits } from '@mkt/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guarded } from '../../lib/guarded.ts'
import { refuseConnection } from '../../lib/http/refuse-connection.ts'

/** Ends requests whose body does not arrive in time; the port itself waits longer, for layers of images over slow lines. */
export function addBodyDeadline(
  api: FastifyInstance,
  failed: (error: unknown) => void,
  bodyMs: number = limits.apiBodyTime.value,
): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const arrived = async (request: FastifyRequest) => clearTimeout(timers.get(request))
  api.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.raw.complete) return
    const late = () => {
      if (request.raw.complete || reply.sent || request.raw.socket.destroyed) return
      refuseConnection(request.raw.socket, 'request_malformed', 'The body took too long to arrive.', 408)
    }
    timers.set(request, setTimeout(guarded(failed, late), bodyMs))
  })
  api.addHook('preValidation', arrived)
  api.addHook('onResponse', arrived)
  api.addHook('onRequestAbort', arrived)
}
