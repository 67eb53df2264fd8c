import type { App } from '../app.ts'
import { encode } from '../http.ts'
import type { HeaderSource } from '../request-headers.ts'

interface FastifyRequestLike {
  readonly method: string
  readonly url: string
  readonly headers: HeaderSource
  readonly body: unknown
}

interface FastifyReplyLike {
  code(status: number): FastifyReplyLike
  headers(values: Record<string, string>): FastifyReplyLike
  send(payload?: unknown): unknown
}

/** The parts of a Fastify instance that are used here. */
interface FastifyLike {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: Buffer, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown
  all(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>): unknown
}

/**
 * The application as a Fastify plugin. Paths you register yourself win over it.
 *
 * @example
 * const fastify = Fastify()
 * await fastify.register(fastifyPlugin(app))
 */
export function fastifyPlugin(app: App): (fastify: FastifyLike) => Promise<void> {
  return async (fastify) => {
    // A body is taken as it is and parsed by the application, so a wrong content type cannot turn an event away.
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    fastify.all('/*', async (request, reply) => {
      const { body } = request
      const result = encode(
        await app.handle({
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: async () => (body instanceof Uint8Array ? body : new Uint8Array()),
        }),
      )
      return reply.code(result.status).headers(result.headers).send(Buffer.from(result.body))
    })
  }
}
