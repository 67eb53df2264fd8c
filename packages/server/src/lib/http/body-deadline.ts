import type { IncomingMessage } from 'node:http'
import { limits } from '@mkt/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { guarded } from '../guarded.ts'
import { refuseConnection } from './refuse-connection.ts'

export interface BodyDeadline {
  bodyMs?: number | undefined
  /** Which requests; all of them where it is not said. */
  of?: (request: FastifyRequest) => boolean
}

/** Ends requests whose body does not arrive in time; the port itself waits longer, for layers of images over slow lines. */
export function addBodyDeadline(
  scope: FastifyInstance,
  failed: (error: unknown) => void,
  { bodyMs = limits.apiBodyTime.value, of = () => true }: BodyDeadline = {},
): void {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  const over = async ({ raw }: FastifyRequest) => clearTimeout(timers.get(raw))
  scope.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (raw.complete || !of(request)) return
    const late = () => {
      if (raw.complete || reply.sent || raw.socket.destroyed) return
      refuseConnection(raw.socket, 'request_malformed', 'The body took too long to arrive.', 408)
    }
    timers.set(raw, setTimeout(guarded(failed, late), bodyMs))
  })
  scope.addHook('onResponse', over)
  scope.addHook('onRequestAbort', over)
}
