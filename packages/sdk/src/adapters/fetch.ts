import type { App } from '../app.ts'
import { encode } from '../http.ts'

/**
 * For everything that speaks Fetch: `Request` in, `Response` out.
 *
 * @example
 * const response = await fetchHandler(app)(new Request('http://localhost/health'))
 */
export function fetchHandler(app: App): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const result = encode(
      await app.handle({
        method: request.method,
        url: pathname + search,
        headers: request.headers,
        body: async () => new Uint8Array(await request.arrayBuffer()),
      }),
    )
    const empty = result.status === 204 || result.status === 304 || request.method === 'HEAD'
    return new Response(empty ? null : Buffer.from(result.body), { status: result.status, headers: result.headers })
  }
}

/** The parts of a Hono context that are used here. */
interface HonoContext {
  readonly req: { readonly raw: Request }
}

/**
 * The application inside a Hono app; paths that are not its own are passed on.
 *
 * @example
 * new Hono().use(honoHandler(app))
 */
export function honoHandler(
  app: App,
): (context: HonoContext, next: () => Promise<void>) => Promise<Response | undefined> {
  const handler = fetchHandler(app)
  return async (context, next) => {
    if (app.owns(new URL(context.req.raw.url).pathname)) return handler(context.req.raw)
    await next()
    return undefined
  }
}
