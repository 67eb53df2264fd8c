import type { Socket } from 'node:net'
import type { BadMessage } from './bad-message.ts'
import { refuseConnection } from './refuse-connection.ts'

/** Answers what cannot be understood in the form of every other refusal, and closes the connection. */
export function refuseRequest(socket: Socket, { message, status }: BadMessage): void {
  const code = status === 405 ? 'method_not_allowed' : 'request_malformed'
  refuseConnection(socket, code, `The request cannot be taken: ${message}.`, status)
}
