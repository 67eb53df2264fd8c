// Everything an application needs of the platform, in one small file without dependencies.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

/** What the platform keeps for a customer. Read for each request and never kept: one instance serves many customers. */
export interface State {
  settings: Record<string, string | undefined>
  mappings: { productName: string; fields: Record<string, string> }[]
}

export interface Call {
  state: () => Promise<State>
  request: IncomingMessage
}

/** `'POST /path'` → what answers it; undefined is 204. */
export type Routes = Record<string, (body: unknown, call: Call) => Promise<unknown>>

/** The request cannot succeed, now or later: it is not sent again. */
export class GiveUp extends Error {}

async function readState(key: string): Promise<State> {
  const answer = await fetch(`${process.env.MKT_STATE_API}/state/${encodeURIComponent(key)}`)
  if (answer.status === 404) throw new GiveUp('no customer has this key')
  if (!answer.ok) throw new Error(`the state interface answered ${answer.status}`)
  return (await answer.json()) as State
}

async function readObject(request: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new GiveUp('the body is no JSON object')
  return body
}

function answerWith(response: ServerResponse, status: number, body?: unknown): void {
  const text = body === undefined ? '' : JSON.stringify(body)
  response.writeHead(status, text === '' ? {} : { 'content-type': 'application/json' }).end(text)
}

/** Serves the routes and `/health`. */
export function createAppServer(routes: Routes): Server {
  return createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app')
    if (request.method === 'GET' && pathname === '/health') return answerWith(response, 200, { status: 'ok' })
    const handle = routes[`${request.method} ${pathname}`]
    if (handle === undefined) return answerWith(response, 404, { error: 'there is nothing here' })
    try {
      const state = () => readState(String(request.headers['x-mkt-key']))
      const body = request.method === 'GET' ? {} : await readObject(request)
      const answer = await handle(body, { state, request })
      answerWith(response, answer === undefined ? 204 : 200, answer)
    } catch (error) {
      console.error(error)
      // 4xx: the platform gives up. 503: it tries again later.
      const hopeless = error instanceof GiveUp || error instanceof SyntaxError
      answerWith(response, hopeless ? 422 : 503, { error: (error as Error).message })
    }
  })
}

export function listen(server: Server): void {
  const port = Number(process.env.MKT_PORT ?? 8080)
  server.listen(port, () => console.log(`listening on ${port}`))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(() => process.exit(0)))
}
