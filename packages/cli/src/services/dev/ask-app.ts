import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'

export interface AppRequest {
  method: string
  /** With query. */
  path: string
  headers: OutgoingHttpHeaders
  body: Buffer
}

export interface AppAnswer {
  /** 0 when there was no answer. */
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  error?: string
}

/**
 * Sends a request to the working copy and waits for its whole answer, as it is: nothing is unpacked, no redirect followed. Each request has
 * a connection of its own, because the application may be another one by the next.
 */
export async function askApp(origin: string, asked: AppRequest, limitMs: number): Promise<AppAnswer> {
  const { method, path, headers, body } = asked
  const { hostname, port } = new URL(origin)
  const { promise, resolve, reject } = Promise.withResolvers<AppAnswer>()
  const framed = body.length === 0 ? headers : { ...headers, 'content-length': body.length }
  const sent = request({ hostname, port, method, path, headers: framed, agent: false })
  const timer = setTimeout(() => {
    reject(new Error(`no answer within ${limitMs / 1000} s, which is the limit on the platform`))
    sent.destroy()
  }, limitMs)
  sent.once('error', reject)
  sent.once('response', (answer) => {
    readAnswer(answer).then(resolve, reject)
  })
  sent.end(body.length === 0 ? undefined : body)
  return promise
    .catch((error: Error) => ({ status: 0, headers: {}, bytes: Buffer.alloc(0), error: error.message }))
    .finally(() => clearTimeout(timer))
}

async function readAnswer(answer: IncomingMessage): Promise<AppAnswer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk)
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }
}
