import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { AppCaller } from './call-app.ts'

const MOST_BYTES = 10 * 1024 ** 2

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
    if (size > MOST_BYTES) return refuse(stream, 413, 'The request is too long for mkt dev.')
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const call = await caller.call({
    method: headers[':method'] ?? 'GET',
    path: headers[':path'] ?? '/',
    body: bytes.toString('utf8'),
    fromPlatform: { headers: namedOf(headers), bytes },
  })
  if (stream.destroyed) return
  if (call.status === 0) return refuse(stream, 503, call.error ?? 'The application gave no answer.')
  stream.respond({ ...call.headers, ':status': call.status }, { endStream: call.bytes.length === 0 })
  if (call.bytes.length > 0) stream.end(call.bytes)
}

function refuse(stream: ServerHttp2Stream, status: number, error: string): void {
  stream.respond({ ':status': status, 'content-type': 'application/json' })
  stream.end(JSON.stringify({ error }))
}

function namedOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(':') || typeof value !== 'string' ? [] : [[name, value]],
    ),
  )
}
