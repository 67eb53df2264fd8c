import type { FastifyInstance } from 'fastify'
import { addressParty } from '../../lib/sharing/address-party.ts'
import { createLoopTurns } from '../../lib/sharing/loop-turns.ts'

/** Lets requests begin a few at a time, with turns between the addresses they come from: many at once would hold the event loop up for all. */
export function beginInTurn(app: FastifyInstance, failed: (error: unknown) => void): void {
  const turns = createLoopTurns(failed)
  app.addHook('onRequest', async (request) => turns.wait(addressParty(request.ip)))
}
