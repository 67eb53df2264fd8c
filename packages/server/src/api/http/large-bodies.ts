import { limits } from '@mkt/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addBodyTurns, type TakeBodyTurn } from '../../lib/http/body-turn.ts'
import { createFairQueue } from '../../lib/sharing/fair-queue.ts'

/** Bodies are held in memory until they are whole. A turn comes, even where those before take all of their time. */
const WAIT_MS = limits.apiBodyTime.value + 5_000
const BODIES = { running: 32, waiting: 512, waitingPerParty: 64, waitMs: WAIT_MS }

/** Where no length is told, it may be any. */
const mayBeLarge = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > limits.openBody.value

/** Has few large bodies of the API read at once, in turns between parties; a small one needs no turn. */
export function addLargeBodyTurns(scope: FastifyInstance): TakeBodyTurn {
  const take = addBodyTurns(scope, createFairQueue({ ...BODIES, runningPerParty: limits.largeBodies.value }))
  return async (request, party) => {
    if (mayBeLarge(request)) await take(request, party)
  }
}
