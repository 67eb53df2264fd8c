import type { ServerResponse } from 'node:http'
import type { Failure } from '@mkt/contract/errors'
import { readOn } from '../lib/read-on.ts'

/** Answers with the failure as problem+json, also while the body of the request is still coming. */
export function sendProblem(response: ServerResponse, failure: Failure, requestId: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const body = Buffer.from(JSON.stringify(failure.body(requestId)))
  readOn(response)
  response.writeHead(failure.status, {
    'content-type': 'application/problem+json',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...failure.headers,
  })
  response.end(body)
}
