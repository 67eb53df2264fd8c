import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressParty } from '../../lib/sharing/address-party.ts'
import type { LateAnswers } from '../../lib/sharing/late-answers.ts'

/** Those who watch whether this process lives must never wait for others. */
const watched: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * Counts what is asked outside the API by address: console, documentation, downloads, registry, directories, and whatever is not there. Nobody there
 * understands a limit of requests (image clients give up), so those who ask too often are answered late.
 */
export function answerLateElsewhere(app: FastifyInstance, prefix: string, late: LateAnswers): void {
  const isCountedThere = ({ is404, routeOptions }: FastifyRequest) =>
    !is404 && routeOptions.url?.startsWith(`${prefix}/`) === true
  app.addHook('onRequest', async (request, reply) => {
    if (isCountedThere(request) || watched.has(request.routeOptions.url ?? '')) return
    try {
      await late.wait(addressParty(request.ip))
    } catch {
      // Too many are held back already: answered at once, it would be asked again at once. Nothing is done for nobody.
      request.raw.destroy()
      reply.hijack()
    }
  })
}
