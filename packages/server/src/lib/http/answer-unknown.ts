import type { FastifyInstance } from 'fastify'

/**
 * Answers requests that no route takes before their body is read: anybody can send them, without a credential. Each scope keeps its own answer. To be
 * called before scopes are registered, and after the hooks whose headers these answers need, too.
 */
export function answerUnknownFirst(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return request.routeOptions.handler.call(app, request, reply)
  })
}
