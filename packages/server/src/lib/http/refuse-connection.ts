import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Failure, type FailureCode } from '@mkt/contract/errors'

/** Answers what the parser of HTTP refused, in the form of every other refusal. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  if (error.code === 'HPE_HEADER_OVERFLOW')
    refuseConnection(socket, 'request_malformed', 'The headers are too long.', 431)
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    refuseConnection(socket, 'request_malformed', 'The request took too long to arrive.', 408)
  else refuseConnection(socket, 'request_malformed', 'The request is not valid HTTP.')
}

/** Answers on the bare connection and closes it: there is no request to answer. */
export function refuseConnection(socket: Duplex, code: FailureCode, detail: string, status?: number): void {
  const failure = new Failure(code, detail)
  const body = JSON.stringify({ ...failure.body('none'), status: status ?? failure.status })
  const line = `HTTP/1.1 ${status ?? failure.status} ${STATUS_CODES[status ?? failure.status] ?? ''}`
  socket.on('error', () => {})
  socket.end(
    `${line}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}
