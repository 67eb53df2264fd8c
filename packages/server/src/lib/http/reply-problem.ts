import type { Failure } from '@mkt/contract/errors'
import { headerLines } from './header-lines.ts'
import type { ServerExchange } from './server-exchange.ts'

/** Answers with the failure as problem+json; where a part of an answer is sent already, the connection breaks. */
export function replyProblem(exchange: ServerExchange, failure: Failure, requestId: string): void {
  if (exchange.begun) {
    exchange.destroy()
    return
  }
  const lines = headerLines([
    'content-type',
    'application/problem+json',
    'cache-control',
    'no-store',
    'x-request-id',
    requestId,
    ...Object.entries(failure.headers ?? {}).flat(),
  ])
  exchange.reply(failure.status, lines, Buffer.from(JSON.stringify(failure.body(requestId))))
}
