// Everything an application needs of the platform, in one small file without dependencies.
import { createServer } from 'node:http'

/** The request cannot succeed, now or later: it is not sent again. */
export class GiveUp extends Error {}

/**
 * The customer's settings and mappings, and a token for the policy system. Read for each request and never kept: one
 * instance serves many customers.
 */
async function readState({ headers }) {
  // A tenth of the time that the platform gives is left for the rest of the work.
  const limit = Number(headers['x-mkt-deadline-ms']) * 0.9 || 5_000
  const address = `${process.env.MKT_STATE_API}/state/${encodeURIComponent(headers['x-mkt-key'])}`
  const answer = await fetch(address, { signal: AbortSignal.timeout(Math.min(limit, 5_000)) })
  if (answer.status === 404) throw new GiveUp('no customer has this key')
  if (!answer.ok) throw new Error(`the state interface answered ${answer.status}`)
  return answer.json()
}

async function readObject(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const body = text === '' ? undefined : JSON.parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new GiveUp('the body is no JSON object')
  return body
}

function answerWith(response, status, body) {
  const text = body === undefined ? '' : JSON.stringify(body)
  response.writeHead(status, text === '' ? {} : { 'content-type': 'application/json' }).end(text)
}

/** Serves `{ 'POST /path': async (body, { state, request }) => answer }` and `/health`. */
export function serve(routes) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app')
    if (request.method === 'GET' && pathname === '/health') return answerWith(response, 200, { status: 'ok' })
    const handle = routes[`${request.method} ${pathname}`]
    if (handle === undefined) return answerWith(response, 404, { error: 'there is nothing here' })
    try {
      const body = request.method === 'GET' ? {} : await readObject(request)
      const state = () => readState(request)
      const answer = await handle(body, { state, request })
      answerWith(response, answer === undefined ? 204 : 200, answer)
    } catch (error) {
      console.error(error)
      // 4xx: the platform gives up. 503: it tries again later.
      answerWith(response, error instanceof GiveUp || error instanceof SyntaxError ? 422 : 503, {
        error: error.message,
      })
    }
  })
  const port = Number(process.env.MKT_PORT ?? process.env.PORT ?? 8080)
  server.listen(port, () => console.log(`listening on ${port}`))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close(() => process.exit(0)))
}
