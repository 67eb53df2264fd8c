import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { endToEnd } from '@mkt/contract/app'
import type { AppCaller } from './call-app.ts'

const MAX_BYTES = 10 * 1024 ** 2

/** Answers a request of the platform with what the working copy says. */
export async function answerStream(
  caller: AppCaller,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) return refuse(stream, 413, 'The request is too long for mkt dev.')
    chunks.push(chunk)
  }
  const { answer } = await caller.call({
    method: headers[':method'] ?? 'GET',
    path: headers[':path'] ?? '/',
    body: Buffer.concat(chunks),
    headers: namedOf(headers),
    fromPlatform: true,
  })
  if (stream.destroyed) return
  const { status, bytes, error } = answer
  if (status === 0) return refuse(stream, 503, error ?? 'The application gave no answer.')
  stream.respond({ ...endToEnd(answer.headers), ':status': status }, { endStream: bytes.length === 0 })
  if (bytes.length > 0) stream.end(bytes)
}

function refuse(stream: ServerHttp2Stream, status: number, error: string): void {
  stream.respond({ ':status': status, 'content-type': 'application/json' })
  stream.end(JSON.stringify({ error }))
}

function namedOf(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')))
}
