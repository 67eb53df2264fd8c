import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { type ClientHttp2Session, type ClientHttp2Stream, constants, type IncomingHttpHeaders } from 'node:http2'
import { endToEnd } from '@mkt/contract/app'
import { tunnelHeader } from '../domain/route/tunnel.ts'
import { guarded } from '../lib/guarded.ts'

/**
 * Passes a request of the platform on to a developer's machine, and the answer back. `done` is called once, at the end, with the status of
 * the machine. How long that may take is decided by the process that asks: it ends its connection.
 */
export function forwardRequest(
  session: ClientHttp2Session,
  request: IncomingMessage,
  response: ServerResponse,
  done: (status: number | 'no_answer') => void,
  fault: (error: unknown) => void,
): void {
  let status: number | 'no_answer' = 'no_answer'
  let stream: ClientHttp2Stream
  try {
    stream = session.request(outgoing(request), { endStream: !hasBody(request) })
  } catch (error) {
    // A session that just went away, or headers that HTTP/2 does not carry.
    done(status)
    throw error
  }
  const cancel = () => stream.close(constants.NGHTTP2_CANCEL)
  const guard = <Args extends unknown[]>(callback: (...args: Args) => void) =>
    guarded<Args>((error) => {
      fault(error)
      response.destroy()
      cancel()
    }, callback)
  stream.once(
    'response',
    guard((headers) => {
      status = begin(stream, headers, response)
    }),
  )
  // What went wrong is known by the end of the stream.
  stream.on('error', () => {})
  stream.once(
    'close',
    guard(() => {
      if (!response.headersSent) refuse(response, "The developer's machine gave no answer.")
      else if (!response.writableEnded) response.destroy()
    }),
  )
  request.on('error', guard(cancel))
  response.once(
    'close',
    guard(() => {
      if (!stream.closed) cancel()
      done(status)
    }),
  )
  if (hasBody(request)) request.pipe(stream)
}

/** The answer of a tunnel that has nobody at its other end. */
export function refuse(response: ServerResponse, error: string): void {
  const body = JSON.stringify({ error })
  response.writeHead(503, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

function begin(stream: ClientHttp2Stream, headers: IncomingHttpHeaders, response: ServerResponse): number {
  const { ':status': said = 0, ...passed } = endToEnd(headers)
  const status = Number(said) >= 200 && Number(said) <= 599 ? Number(said) : 502
  response.writeHead(status, passed)
  stream.pipe(response)
  return status
}

function outgoing({ method = 'GET', url = '/', headers }: IncomingMessage): OutgoingHttpHeaders {
  const { host: _host, [tunnelHeader]: _proof, ...passed } = endToEnd(headers)
  return { ...passed, ':method': method, ':path': url, ':scheme': 'http', ':authority': 'app' }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
