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

interface Deadline {
  begin(): void
  end(): void
}

const deadlines = new WeakMap<IncomingMessage, Deadline>()

/** A body that is not read yet is not late: its time begins when its turn comes. */
export async function waitToRead(request: IncomingMessage, turn: Promise<void>): Promise<void> {
  const deadline = deadlines.get(request)
  deadline?.end()
  await turn
  deadline?.begin()
}

/** Ends requests whose body does not arrive in time; the port itself waits longer, for layers of images over slow lines. */
export function addBodyDeadline(
  scope: FastifyInstance,
  failed: (error: unknown) => void,
  { bodyMs = limits.apiBodyTime.value, of = () => true }: BodyDeadline = {},
): void {
  const over = async ({ raw }: FastifyRequest) => deadlines.get(raw)?.end()
  scope.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (raw.complete || !of(request)) return
    const late = () => {
      if (raw.complete || reply.sent || raw.socket.destroyed) return
      refuseConnection(raw.socket, 'request_malformed', 'The body took too long to arrive.', 408)
    }
    let timer: NodeJS.Timeout | undefined
    const deadline = {
      begin() {
        timer = setTimeout(guarded(failed, late), bodyMs)
      },
      end: () => clearTimeout(timer),
    }
    deadlines.set(raw, deadline)
    deadline.begin()
  })
  scope.addHook('onResponse', over)
  scope.addHook('onRequestAbort', over)
}
