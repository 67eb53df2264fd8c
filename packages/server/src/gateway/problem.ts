import type { ServerResponse } from 'node:http'
import type { Failure } from '@mkt/contract/errors'

/** Answers with the failure as problem+json. Closes the connection when the body of the request was not read. */
export function sendProblem(response: ServerResponse, failure: Failure, requestId: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const body = Buffer.from(JSON.stringify(failure.body(requestId)))
  const unread = !response.req.complete
  response.writeHead(failure.status, {
    'content-type': 'application/problem+json',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...(unread ? { connection: 'close' } : {}),
    ...failure.headers,
  })
  response.end(body)
  if (unread) dropRest(response)
}

/** Gives the client a moment to read the answer, then closes instead of reading a body that nobody wants. */
export function dropRest(response: ServerResponse): void {
  const { req } = response
  response.once('finish', () => {
    const timer = setTimeout(() => req.socket.destroy(), 500)
    timer.unref()
    req.socket.once('close', () => clearTimeout(timer))
    req.resume()
  })
}
