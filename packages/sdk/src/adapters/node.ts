import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '../app.ts'
import { encode } from '../http.ts'

/** Largest body an application is ever sent is 5 MB; what is larger did not come from the platform. */
const LARGEST_BODY = 6 * 1024 * 1024

type Next = (error?: unknown) => void

/**
 * For `node:http`, and for Express and everything else that takes `(request, response, next)`. With `next`, paths that
 * are not the application's own are passed on.
 *
 * @example
 * http.createServer(nodeHandler(app)).listen(port())
 */
export function nodeHandler(app: App): (request: IncomingMessage, response: ServerResponse, next?: Next) => void {
  return (request, response, next) => {
    const url = request.url ?? '/'
    if (next && !app.owns(url)) return next()
    answer(app, request, response, url).catch((error: unknown) => {
      if (next) next(error)
      else response.destroy()
    })
  }
}

/**
 * The application inside an Express app, beside paths of your own. Works with and without `express.json()` before it.
 *
 * @example
 * express().use(expressHandler(app)).listen(port())
 */
export function expressHandler(app: App): (request: IncomingMessage, response: ServerResponse, next: Next) => void {
  const handler = nodeHandler(app)
  return (request, response, next) => handler(request, response, next)
}

async function answer(app: App, request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
  const result = encode(
    await app.handle({
      method: request.method ?? 'GET',
      url,
      headers: request.headers,
      body: async () => {
        const parsed = (request as IncomingMessage & { body?: unknown }).body
        if (parsed instanceof Uint8Array) return parsed
        return parsed === undefined ? readBody(request) : { parsed }
      },
    }),
  )
  response.writeHead(result.status, { ...result.headers, 'content-length': result.body.byteLength })
  response.end(request.method === 'HEAD' ? undefined : result.body)
}

async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > LARGEST_BODY) throw new Error('The body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
